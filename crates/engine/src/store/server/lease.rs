//! Leases: which worker does which blocks of units, and who reduces the test of which bucket.
//!
//! A worker is a process. It leases blocks for a limited time and prolongs the leases while it lives; the
//! blocks of a killed worker become free by themselves. Only the holder of a block's lease can write its
//! results, so nothing is counted twice.

use super::super::database::{Connection, Database};
use super::super::schema::Failure;
use super::super::values::{Row, bind};
use super::super::{Batch, Done, StoreError};
use gainsay_guests::solver::host;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The blocks that this worker has leased.
#[derive(Debug)]
pub struct Leases {
    database: Database,
    /// The name of this worker, unique for all time.
    worker: String,
    /// Units in a block.
    size: u64,
    /// The duration of a lease.
    time: Duration,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    blocks: BTreeMap<u64, Block>,
    /// How often blocks were leased.
    count: u64,
    /// When the leases were last prolonged.
    prolonged: Option<Instant>,
}

#[derive(Debug)]
struct Block {
    /// The name of the lease. It differs each time, so that blocks whose lease the worker never learned of
    /// become free.
    lease: String,
    /// A bit for each unit that is done.
    done: u64,
}

/// The result of asking for units.
#[derive(Debug)]
pub enum Taken {
    /// These units, in order.
    Units(Vec<u64>),
    /// Nothing now, but other workers have unfinished blocks.
    Busy,
    /// Nothing is left.
    Over,
}

/// What to do with the results of units.
#[derive(PartialEq, Eq, Debug)]
pub enum Finish {
    /// Write them now.
    Now,
    /// They were written before: only the server's reply was lost.
    Before,
    /// Drop them: another worker has the block now.
    Lost,
}

/// Whether this worker is the first to reduce a test of a bucket.
#[derive(PartialEq, Eq, Debug)]
pub enum Claim {
    Ours,
    /// Another worker reduced one before, or took too long.
    Others,
}

/// How long a worker waits for another one that reduces a test of the same bucket.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(300);

impl Leases {
    pub fn new(database: Database, size: u64, time: Duration) -> Leases {
        Leases { database, worker: worker_name(), size, time, held: Mutex::default() }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leases at most this many blocks with units below `end`: first blocks whose lease has expired, then new
    /// ones.
    pub fn take(&self, most: u64, end: Option<u64>) -> Result<Taken, StoreError> {
        let end = end.unwrap_or(u64::MAX >> 1);
        // The block of the end, and the bits of its units before the end.
        let (last, part) = (end / self.size, bits(end % self.size));
        let lease = {
            let mut held = self.held();
            held.count += 1;
            format!("{}/{}", self.worker, held.count)
        };
        let seconds = self.time.as_secs_f64();
        let (taken, is_over) = self.database.attempt(|connection| {
            connection.transaction(|connection| {
                let free = connection.query(FREE, bind![lease, seconds, last, part, most])?;
                let mut taken = free.iter().map(block).collect::<Result<Vec<_>, _>>()?;
                let missing = most.saturating_sub(taken.len() as u64);
                if missing > 0 {
                    taken.extend(new_blocks(
                        connection,
                        &lease,
                        seconds,
                        last + u64::from(part > 0),
                        missing,
                    )?);
                }
                let is_over = taken.is_empty() && !self.is_any_open(connection, last, part)?;
                Ok((taken, is_over))
            })
        })?;
        if taken.is_empty() {
            return Ok(if is_over { Taken::Over } else { Taken::Busy });
        }
        let mut units = Vec::new();
        let mut held = self.held();
        let taken: BTreeMap<u64, u64> = taken.into_iter().collect();
        for (block, done) in taken {
            let numbers =
                (0..self.size).filter(|bit| done >> bit & 1 == 0).map(|bit| block * self.size + bit);
            units.extend(numbers.filter(|unit| *unit < end));
            held.blocks.insert(block, Block { lease: lease.clone(), done });
        }
        Ok(Taken::Units(units))
    }

    fn is_any_open(&self, connection: &mut Connection, last: u64, part: u64) -> Result<bool, Failure> {
        let sql = "SELECT 1 FROM leases WHERE NOT complete AND (block < ?1 OR block = ?1 AND done & ?2 <> ?2) LIMIT 1";
        Ok(!connection.query(sql, bind![last, part])?.is_empty())
    }

    /// Prolongs the leases and claims if a quarter of their time has passed; returns whether it did.
    pub fn prolong(&self) -> Result<bool, StoreError> {
        let leases: BTreeSet<String> = {
            let mut held = self.held();
            if held.prolonged.is_some_and(|last| last.elapsed() < self.time / 4) {
                return Ok(false);
            }
            held.prolonged = Some(Instant::now());
            held.blocks.values().map(|block| block.lease.clone()).collect()
        };
        let seconds = self.time.as_secs_f64();
        let until = "expires = now() + interval '1 second' * ?2";
        for lease in &leases {
            let sql = format!("UPDATE leases SET {until} WHERE NOT complete AND lease = ?1");
            self.database.execute(&sql, bind![lease, seconds])?;
        }
        self.database
            .execute(&format!("UPDATE claims SET {until} WHERE worker = ?1"), bind![self.worker, seconds])?;
        Ok(true)
    }

    /// Gives up unfinished blocks, so that other workers need not wait for them to expire.
    pub fn give_back(&self) -> Result<(), StoreError> {
        let blocks = std::mem::take(&mut self.held().blocks);
        let leases: BTreeSet<String> = blocks.into_values().map(|block| block.lease).collect();
        for lease in &leases {
            let sql = "UPDATE leases SET expires = '-infinity' WHERE NOT complete AND lease = ?1";
            self.database.execute(sql, bind![lease])?;
        }
        self.database.execute("DELETE FROM claims WHERE worker = ?1", bind![self.worker]).map(drop)
    }

    /// Whether nothing of a unit's block has been written yet, as far as this worker knows.
    pub fn is_fresh(&self, unit: u64) -> bool {
        self.held().blocks.get(&(unit / self.size)).is_some_and(|block| block.done == 0)
    }

    /// Whether these units complete their block.
    pub fn completes(&self, units: &[u64]) -> bool {
        let Some((block, mask)) = self.mask(units) else { return false };
        self.held().blocks.get(&block).is_none_or(|held| held.done | mask == bits(self.size))
    }

    /// The block of these units, and their bits in it.
    fn mask(&self, units: &[u64]) -> Option<(u64, u64)> {
        let block = units.first()? / self.size;
        Some((block, units.iter().fold(0, |mask, unit| mask | 1 << (unit % self.size))))
    }

    /// Marks units of one block as done, as part of a transaction that writes their results.
    pub fn finish(&self, connection: &mut Connection, batch: &Batch) -> Result<Finish, Failure> {
        let Some((block, mask)) = self.mask(&batch.units) else { return Ok(Finish::Now) };
        let Some(lease) = self.held().blocks.get(&block).map(|held| held.lease.clone()) else {
            return Ok(Finish::Lost);
        };
        let values = bind![block, mask, bits(self.size), lease];
        if connection.execute(FINISH, values)? == 1 {
            for bucket in &batch.claims {
                let sql = "DELETE FROM claims WHERE bucket = ?1 AND worker = ?2";
                connection.execute(sql, bind![bucket, self.worker])?;
            }
            return Ok(Finish::Now);
        }
        let sql = "SELECT 1 FROM leases WHERE block = ?1 AND lease = ?2 AND done & ?3 = ?3";
        let was_written = !connection.query(sql, bind![block, lease, mask])?.is_empty();
        Ok(if was_written { Finish::Before } else { Finish::Lost })
    }

    /// Records what was finished for good, or lost.
    pub fn settle(&self, units: &[u64], finish: &Finish) {
        let Some((block, mask)) = self.mask(units) else { return };
        let mut held = self.held();
        if let Some(known) = held.blocks.get_mut(&block) {
            known.done |= mask;
            if *finish == Finish::Lost || known.done == bits(self.size) {
                held.blocks.remove(&block);
            }
        }
    }

    /// Claims a bucket for reducing a test; waits until no other worker holds the claim.
    pub fn claim(&self, bucket: &str, is_over: &dyn Fn() -> bool) -> Result<Claim, StoreError> {
        let start = Instant::now();
        let mut claim = Claim::Ours;
        while self.database.execute(CLAIM, bind![bucket, self.worker, self.time.as_secs_f64()])? == 0 {
            claim = Claim::Others;
            if is_over() || start.elapsed() > PATIENCE {
                break;
            }
            sleep(PAUSE);
        }
        Ok(claim)
    }

    /// Counts a suspicion of some sort; returns how many there were of it among all workers.
    pub fn count_suspicion(&self, sort: u64) -> Result<u64, StoreError> {
        let sql = "INSERT INTO sorts (sort, seen) VALUES (?1, 1)
            ON CONFLICT (sort) DO UPDATE SET seen = sorts.seen + 1 RETURNING seen";
        Ok(self.database.find(sql, bind![sort], |row| row.get(0))?.unwrap_or(1))
    }

    /// The name of the worker.
    pub fn worker(&self) -> &str {
        &self.worker
    }
}

/// Leases blocks whose lease has expired.
const FREE: &str = "UPDATE leases SET lease = ?1, expires = now() + interval '1 second' * ?2 WHERE block IN
    (SELECT block FROM leases WHERE NOT complete AND expires < now() AND (block < ?3 OR block = ?3 AND done & ?4 <> ?4)
     ORDER BY block LIMIT ?5 FOR UPDATE SKIP LOCKED) RETURNING block, done";

const FINISH: &str = "UPDATE leases SET done = done | ?2, complete = (done | ?2) = ?3,
    written = clock_timestamp() WHERE block = ?1 AND lease = ?4 AND done & ?2 = 0";

const CLAIM: &str =
    "INSERT INTO claims (bucket, worker, expires) VALUES (?1, ?2, now() + interval '1 second' * ?3)
    ON CONFLICT (bucket) DO UPDATE SET worker = excluded.worker, expires = excluded.expires
    WHERE claims.expires < now() OR claims.worker = excluded.worker";

/// Leases blocks below `end` that nobody had before.
fn new_blocks(
    connection: &mut Connection,
    lease: &str,
    seconds: f64,
    end: u64,
    most: u64,
) -> Result<Vec<(u64, u64)>, Failure> {
    let next = connection.query("SELECT next FROM frontier FOR UPDATE", &[])?;
    let next: u64 = next.first().map_or(Ok(0), |row| row.get(0))?;
    let count = most.min(end.saturating_sub(next));
    if count == 0 {
        return Ok(Vec::new());
    }
    connection.execute("UPDATE frontier SET next = ?1", bind![next + count])?;
    let sql = "INSERT INTO leases (block, lease, expires)
        SELECT block, ?1, now() + interval '1 second' * ?2 FROM generate_series(CAST(?3 AS BIGINT), CAST(?4 AS BIGINT)) AS block";
    connection.execute(sql, bind![lease, seconds, next, next + count - 1])?;
    Ok((next..next + count).map(|block| (block, 0)).collect())
}

fn block(row: &Row) -> Result<(u64, u64), Failure> {
    Ok((row.get(0)?, row.get(1)?))
}

/// The lowest `count` bits, all set.
fn bits(count: u64) -> u64 {
    (1 << count) - 1
}

/// Whether a worker holds blocks of a shared campaign now.
pub fn is_at_work(connection: &mut Connection) -> Result<bool, Failure> {
    match connection {
        Connection::Sqlite(_) => Ok(false),
        Connection::Postgres(_) => {
            let sql = "SELECT 1 FROM leases WHERE NOT complete AND expires > now() LIMIT 1";
            Ok(!connection.query(sql, &[])?.is_empty())
        }
    }
}

/// Replaces all leases by these units that are done.
pub fn write_done(connection: &mut Connection, done: &Done, size: u64) -> Result<(), Failure> {
    connection.batch("DELETE FROM leases; DELETE FROM claims; DELETE FROM sorts; DELETE FROM files")?;
    let end = done.ranges().last().map_or(0, |(_, last)| last / size + 1);
    connection.execute("UPDATE frontier SET next = ?1, size = ?2", bind![end, size])?;
    for block in 0..end {
        let units = (0..size).filter(|bit| done.contains(block * size + bit));
        let mask = units.fold(0, |mask, bit| mask | 1 << bit);
        let sql =
            "INSERT INTO leases (block, done, complete, lease, expires) VALUES (?1, ?2, ?3, '', '-infinity')";
        connection.execute(sql, bind![block, mask, mask == bits(size)])?;
    }
    Ok(())
}

/// A unique name: the host, the process id and the time.
fn worker_name() -> String {
    let now =
        std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}:{}:{:x}", host(), std::process::id(), now.as_nanos())
}
