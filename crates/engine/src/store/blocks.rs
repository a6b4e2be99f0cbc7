//! Counts by block of units, so that merging campaigns that did the same block does not count it twice.

use super::database::Connection;
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Store, StoreError, Tally};
use std::collections::BTreeMap;
use std::time::Duration;

/// A count: its name in the database, and the field of the tally.
type Count<T> = (&'static str, fn(&mut Tally) -> &mut T);

/// The counts that are plain numbers.
const NUMBERS: [Count<u64>; 7] = [
    ("units", |tally| &mut tally.units),
    ("tests", |tally| &mut tally.tests),
    ("cores", |tally| &mut tally.cores),
    ("second seeds", |tally| &mut tally.second_seeds),
    ("held back", |tally| &mut tally.held_back),
    ("dismissed", |tally| &mut tally.dismissed),
    ("alarms", |tally| &mut tally.alarms),
];
/// The counts that are times.
const TIMES: [Count<Duration>; 3] = [
    ("working ns", |tally| &mut tally.working),
    ("waiting ns", |tally| &mut tally.waiting),
    ("examining ns", |tally| &mut tally.examining),
];
/// Prefix of the names of the counts of tests by strategy.
const TESTS_BY: &str = "tests by ";
/// Prefix of the names of the times by strategy.
const TIME_BY: &str = "ns by ";

impl Store {
    /// The counts of the whole campaign.
    pub fn tally(&mut self) -> Result<Tally, StoreError> {
        self.database.attempt(|connection| {
            let mut sum = Tally::default();
            all(connection)?.values().for_each(|tally| sum.add(tally));
            let sql = "SELECT strategy, kind, count(*) FROM findings GROUP BY strategy, kind";
            sum.findings = connection.rows(sql, |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
            Ok(sum)
        })
    }
}

const COLUMNS: &str = "checksum, totals, answers, skips, time";

/// The counts of all blocks, without findings, which are counted in their own table.
pub(super) fn all(connection: &mut Connection) -> Result<BTreeMap<u64, Tally>, Failure> {
    let sql = format!("SELECT {COLUMNS}, block FROM blocks");
    connection.rows(&sql, |row| Ok((row.get(5)?, texts(row)?.tally()?)))
}

/// Adds to the counts of blocks.
pub(super) fn add(connection: &mut Connection, more: &BTreeMap<u64, Tally>) -> Result<(), Failure> {
    for (block, more) in more {
        let sql = format!("SELECT {COLUMNS} FROM blocks WHERE block = ?1");
        let before = connection.query(&sql, bind![block])?;
        let mut tally = before.first().map_or(Ok(Tally::default()), |row| texts(row)?.tally())?;
        tally.add(more);
        let Texts { checksum, totals, answers, skips, time } = Texts::of(tally)?;
        let sql = format!(
            "INSERT INTO blocks (block, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (block) DO UPDATE SET checksum = excluded.checksum,
             totals = excluded.totals, answers = excluded.answers, skips = excluded.skips, time = excluded.time"
        );
        connection.execute(&sql, bind![block, checksum, totals, answers, skips, time])?;
    }
    Ok(())
}

/// The counts of a block as database columns.
struct Texts {
    checksum: u64,
    totals: String,
    answers: String,
    skips: String,
    time: u64,
}

fn texts(row: &Row) -> Result<Texts, Failure> {
    let (checksum, totals, answers) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(Texts { checksum, totals, answers, skips: row.get(3)?, time: row.get(4)? })
}

impl Texts {
    fn of(mut tally: Tally) -> Result<Texts, Failure> {
        let mut totals: BTreeMap<String, u64> = BTreeMap::new();
        totals.extend(NUMBERS.map(|(name, number)| (name.to_owned(), *number(&mut tally))));
        totals.extend(TIMES.map(|(name, time)| (name.to_owned(), nanoseconds(*time(&mut tally)))));
        // Zeros are left out.
        totals.retain(|_, value| *value > 0);
        let by_strategy = tally.tests_by_strategy.iter();
        totals.extend(by_strategy.map(|(strategy, tests)| (format!("{TESTS_BY}{strategy}"), *tests)));
        let times = tally.time_by_strategy.iter();
        totals.extend(times.map(|(strategy, time)| (format!("{TIME_BY}{strategy}"), nanoseconds(*time))));
        let answers = tally.answers.iter();
        let answers: Vec<_> =
            answers.map(|((strategy, solver, word), n)| (strategy, solver, word, n)).collect();
        let skips: Vec<_> = tally.skips.iter().map(|((strategy, why), n)| (strategy, why, n)).collect();
        Ok(Texts {
            checksum: tally.checksum,
            totals: super::setup::to_json(&totals)?,
            answers: super::setup::to_json(&answers)?,
            skips: super::setup::to_json(&skips)?,
            time: tally.time,
        })
    }

    fn tally(&self) -> Result<Tally, Failure> {
        fn parse<'a, T: serde::Deserialize<'a>>(text: &'a str) -> Result<T, Failure> {
            serde_json::from_str(text).map_err(|_| Failure::Foreign("what was counted cannot be read"))
        }
        let mut tally = Tally { checksum: self.checksum, time: self.time, ..Tally::default() };
        for (name, value) in parse::<BTreeMap<String, u64>>(&self.totals)? {
            if let Some((_, number)) = NUMBERS.iter().find(|(known, _)| *known == name) {
                *number(&mut tally) = value;
            } else if let Some((_, time)) = TIMES.iter().find(|(known, _)| *known == name) {
                *time(&mut tally) = Duration::from_nanos(value);
            } else if let Some(strategy) = name.strip_prefix(TESTS_BY) {
                tally.tests_by_strategy.insert(strategy.to_owned(), value);
            } else if let Some(strategy) = name.strip_prefix(TIME_BY) {
                tally.time_by_strategy.insert(strategy.to_owned(), Duration::from_nanos(value));
            }
        }
        let answers: Vec<(String, String, String, u64)> = parse(&self.answers)?;
        tally.answers = answers.into_iter().map(|(by, solver, word, n)| ((by, solver, word), n)).collect();
        let skips: Vec<(String, String, u64)> = parse(&self.skips)?;
        tally.skips = skips.into_iter().map(|(by, why, n)| ((by, why), n)).collect();
        Ok(tally)
    }
}

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos() as u64
}
