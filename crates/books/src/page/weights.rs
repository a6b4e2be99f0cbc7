//! The share of time of each strategy over the course of a campaign.

use super::campaign::{clock, seconds_at};
use gainsay_engine::store::{Spent, Tick};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Shares of time in equal parts of a campaign.
pub struct Weights {
    /// The strategies with the most time, in that order.
    strategies: Vec<String>,
    /// The end of each part in seconds of hunting, and the share of each strategy; the rest belongs to others.
    parts: Vec<(f64, Vec<f64>)>,
}

/// The number of parts of a campaign.
const PARTS: usize = 40;
/// How many strategies a plot shows.
const SHOWN: usize = 7;

impl Weights {
    pub fn of(spent: &[Spent], ticks: &[Tick]) -> Weights {
        let clock = clock(ticks);
        let end = clock.last().copied().unwrap_or(0.0).max(1.0);
        let mut totals: BTreeMap<&str, Duration> = BTreeMap::new();
        let mut parts: BTreeMap<usize, BTreeMap<&str, Duration>> = BTreeMap::new();
        for one in spent {
            let share = seconds_at(one.time, ticks, &clock) / end;
            let part = ((share * PARTS as f64) as usize).min(PARTS - 1);
            for (strategy, time) in &one.by_strategy {
                *totals.entry(strategy).or_default() += *time;
                *parts.entry(part).or_default().entry(strategy).or_default() += *time;
            }
        }
        let mut strategies: Vec<(&str, Duration)> = totals.into_iter().collect();
        strategies.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let strategies: Vec<&str> =
            strategies.into_iter().take(SHOWN).map(|(strategy, _)| strategy).collect();
        let shares = |by: &BTreeMap<&str, Duration>| -> Vec<f64> {
            let all: Duration = by.values().sum();
            let of = |strategy: &&str| by.get(strategy).map_or(0.0, Duration::as_secs_f64);
            strategies.iter().map(|strategy| of(strategy) / all.as_secs_f64().max(1e-9)).collect()
        };
        let parts =
            parts.iter().map(|(part, by)| ((part + 1) as f64 * end / PARTS as f64, shares(by))).collect();
        Weights { parts, strategies: strategies.iter().map(|&strategy| strategy.to_owned()).collect() }
    }

    pub fn json(&self) -> Value {
        let short = |share: &f64| (share * 1000.0).round() / 1000.0;
        let parts: Vec<Value> = self
            .parts
            .iter()
            .map(|(end, shares)| json!([end, shares.iter().map(short).collect::<Vec<_>>()]))
            .collect();
        json!({"strategies": self.strategies, "parts": parts})
    }
}
