//! What other workers have written recently.

use super::super::schema::Failure;
use super::super::values::{Row, bind};
use super::super::{CoverageRow, Store, StoreError, TurnRow, coverage, turns};
use super::Leases;
use std::collections::BTreeSet;

/// What other workers have found since the last look.
#[derive(Default, Debug)]
pub struct News {
    /// The keys of all buckets, and whether they hold bugs.
    pub buckets: Vec<(String, bool)>,
    pub turns: Vec<TurnRow>,
    pub coverage: Vec<CoverageRow>,
}

/// How far back to look, in seconds: more than the time between two looks, since a transaction commits later
/// than its timestamp. Rows that were seen before are left out.
const LOOK_BACK: f64 = 120.0;
/// The most rows to learn from at once, however many workers there are.
const MOST: u64 = 200;

impl Store {
    /// What other workers have found in blocks that are not in `seen`. Empty for a campaign that is not shared.
    pub fn news(&mut self, seen: &mut BTreeSet<u64>) -> Result<News, StoreError> {
        let Some(leases) = self.leases() else { return Ok(News::default()) };
        let mut blocks = BTreeSet::new();
        let turns = self.rows_of_others(&leases, "turns", "first", turns::COLUMNS, turns::row)?;
        let coverage = self.rows_of_others(&leases, "coverage", "unit", coverage::COLUMNS, coverage::row)?;
        let news = News {
            buckets: self.buckets()?.into_iter().map(|bucket| (bucket.key, bucket.bug)).collect(),
            turns: not_seen(turns, seen, &mut blocks),
            coverage: not_seen(coverage, seen, &mut blocks),
        };
        seen.append(&mut blocks);
        Ok(news)
    }

    /// Rows of a table that belong to blocks which other workers have finished recently, each with its block.
    /// `unit` is the name of the column with the unit.
    fn rows_of_others<T>(
        &self,
        leases: &Leases,
        table: &str,
        unit: &str,
        columns: &str,
        row: impl Fn(&Row) -> Result<T, Failure>,
    ) -> Result<Vec<(u64, T)>, StoreError> {
        let sql = format!(
            "SELECT {columns}, block FROM leases, (SELECT size AS length FROM frontier) AS every, {table}
             WHERE complete AND written > now() - interval '1 second' * ?1 AND NOT starts_with(lease, ?2)
             AND {unit} >= block * length AND {unit} < (block + 1) * length
             ORDER BY written DESC LIMIT {MOST}"
        );
        let own = format!("{}/", leases.worker());
        let last = columns.split(',').count();
        self.database.attempt(|connection| {
            let found = connection.query(&sql, bind![LOOK_BACK, own])?;
            found.iter().map(|found| Ok((found.get(last)?, row(found)?))).collect()
        })
    }
}

/// The rows of blocks that were not seen; adds their blocks to `blocks`.
fn not_seen<T>(rows: Vec<(u64, T)>, seen: &BTreeSet<u64>, blocks: &mut BTreeSet<u64>) -> Vec<T> {
    let new = rows.into_iter().filter(|(block, _)| !seen.contains(block));
    new.map(|(block, row)| {
        blocks.insert(block);
        row
    })
    .collect()
}
