//! What other workers have written lately.

use super::super::database::Database;
use super::super::values::bind;
use super::super::{CoverageRow, Store, StoreError, TurnRow, coverage, turns};
use super::Leases;
use std::collections::BTreeSet;

/// What others brought to light since somebody asked last.
#[derive(Default, Debug)]
pub struct News {
    /// The keys of all buckets, and whether they hold bugs.
    pub buckets: Vec<(String, bool)>,
    pub turns: Vec<TurnRow>,
    pub coverage: Vec<CoverageRow>,
}

/// How far back to look, in seconds: more than the time between two looks, since transactions end later than they begin. What
/// was seen is left out.
const LOOK_BACK: f64 = 120.0;
/// So many blocks of others are enough to learn from at once.
const MOST: u64 = 200;

impl Store {
    /// What other workers brought to light, of blocks that were not in `seen`. Nothing in a campaign of one's own.
    pub fn news(&mut self, seen: &mut BTreeSet<u64>) -> Result<News, StoreError> {
        let Some(leases) = self.leases() else { return Ok(News::default()) };
        let mut news = News {
            buckets: self.buckets()?.into_iter().map(|bucket| (bucket.key, bucket.bug)).collect(),
            ..News::default()
        };
        for (block, size) in blocks_of_others(&self.database, &leases)? {
            if !seen.insert(block) {
                continue;
            }
            let within = bind![block * size, (block + 1) * size];
            let (turns, coverage) = self.database.attempt(|connection| {
                let sql = format!("SELECT {} FROM turns WHERE first >= ?1 AND first < ?2", turns::COLUMNS);
                let turns = connection.query(&sql, within)?;
                let sql = format!("SELECT {} FROM coverage WHERE unit >= ?1 AND unit < ?2", coverage::COLUMNS);
                let coverage = connection.query(&sql, within)?;
                let turns = turns.iter().map(turns::row).collect::<Result<Vec<_>, _>>()?;
                Ok((turns, coverage.iter().map(coverage::row).collect::<Result<Vec<_>, _>>()?))
            })?;
            news.turns.extend(turns);
            news.coverage.extend(coverage);
        }
        Ok(news)
    }
}

/// The blocks that other workers have finished lately, and how many units a block has.
fn blocks_of_others(database: &Database, leases: &Leases) -> Result<Vec<(u64, u64)>, StoreError> {
    let sql = format!(
        "SELECT block, size FROM leases, frontier WHERE complete AND written > now() - interval '1 second' * ?1
         AND NOT starts_with(lease, ?2) ORDER BY written DESC LIMIT {MOST}"
    );
    let own = format!("{}/", leases.worker());
    database.attempt(|connection| {
        let rows = connection.query(&sql, bind![LOOK_BACK, own])?;
        rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
    })
}
