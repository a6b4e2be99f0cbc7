//! The events of a hunt as JSON, one object a line.

use crate::campaign::{Silence, Summary};
use crate::judge::Finding;
use crate::store::NewFinding;
use serde_json::{Map, Value, json};

/// The event of a finding, or of the first one of a bucket.
pub fn finding(event: &str, row: &NewFinding, id: i64, summary: &Summary) -> Value {
    let Finding { kind, solver, certainty, why, .. } = &row.finding;
    json!({
        "event": event,
        "id": id,
        "seconds": summary.elapsed.as_secs_f64(),
        "tests": summary.run.tests,
        "unit": row.unit,
        "strategy": row.strategy,
        "kind": kind,
        "solver": solver,
        "certainty": certainty,
        "bug": row.finding.is_bug(),
        "why": why,
        "bucket": row.bucket,
    })
}

pub fn warning(text: &str, summary: &Summary) -> Value {
    json!({"event": "warning", "seconds": summary.elapsed.as_secs_f64(), "text": text})
}

pub fn silence(silence: &Silence, summary: &Summary) -> Value {
    let mut value = silent(silence);
    value["event"] = "silent".into();
    value["seconds"] = summary.elapsed.as_secs_f64().into();
    value
}

fn silent(silence: &Silence) -> Value {
    json!({
        "solver": silence.solver,
        "asked": silence.asked,
        "answered": silence.answered,
        "instead": silence.instead,
        "sample": silence.sample,
    })
}

/// The progress of a campaign.
pub fn summary(event: &str, folder: &str, summary: &Summary) -> Value {
    let tally = &summary.tally;
    let skips = tally.skips.iter();
    let skips = skips
        .map(|((strategy, reason), count)| json!({"strategy": strategy, "reason": reason, "count": count}));
    let strategies = tally.by_strategy().into_iter();
    let strategies = strategies.map(|(strategy, (tests, findings))| {
        (strategy.to_owned(), json!({"tests": tests, "findings": findings}))
    });
    let times = tally.time_by_strategy.iter();
    let times = times.map(|(strategy, time)| (strategy.clone(), json!(time.as_secs_f64())));
    let reached = summary.reached.iter();
    let reached = reached.map(|(solver, (places, counted))| (solver.clone(), json!({ counted: places })));
    json!({
        "event": event,
        "campaign": folder,
        "units": tally.units,
        "tests": tally.tests,
        "tests_per_s": summary.tests_per_s(),
        "seconds": summary.elapsed.as_secs_f64(),
        "this_run": {"units": summary.run.units, "tests": summary.run.tests, "findings": summary.run.count_findings()},
        "doing": summary.doing.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "seeds": {"known": summary.seeds.0, "all": summary.seeds.1},
        "strategies": strategies.collect::<Map<_, _>>(),
        "strategy_seconds": times.collect::<Map<_, _>>(),
        "answers": tally.answers_by_solver(),
        "cores": tally.cores,
        "second_seeds": tally.second_seeds,
        "findings": tally.findings_by_kind(),
        "buckets": summary.buckets,
        "bugs": summary.bugs,
        "unreduced": summary.unreduced,
        "alarms": tally.alarms,
        "held_back": tally.held_back,
        "dismissed": tally.dismissed,
        "skips": skips.collect::<Vec<_>>(),
        "silent": summary.silences().iter().map(silent).collect::<Vec<_>>(),
        "tested_nothing": summary.tested_nothing(),
        "gave_up": summary.gave_up,
        "solver_time_share": tally.solver_time_share(),
        "examining_time_share": tally.examining_time_share(),
        "checksum": format!("{:016x}", tally.checksum),
        "reached": reached.collect::<Map<_, _>>(),
    })
}
