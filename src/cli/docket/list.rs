//! The bugs of a docket as a table, and one of them in full.

use super::super::bisect::describe;
use super::facts;
use crate::docket::{Case, Docket};
use crate::report::essence;
use crate::triage::History;
use crate::words::counted;
use serde_json::Value;

#[derive(clap::Args, Default)]
pub struct Args {
    /// Also those that are fixed, invalid, duplicates, or not going to be fixed
    #[arg(long)]
    all: bool,
    /// Only bugs of this solver
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
}

pub fn run(docket: &Docket, args: &Args, json: bool) -> anyhow::Result<()> {
    let is_meant =
        |case: &&Case| args.solver.as_ref().is_none_or(|solver| *solver == case.record.program.name);
    let (shown, settled): (Vec<&Case>, Vec<&Case>) =
        docket.cases.iter().filter(is_meant).partition(|case| args.all || !case.life.state.is_settled());
    if json {
        say!("{}", Value::Array(shown.iter().map(|case| facts(case)).collect()));
        return Ok(());
    }
    let width = |text: fn(&Case) -> usize, least: usize| {
        shown.iter().map(|case| text(case)).max().unwrap_or(0).max(least)
    };
    let name = width(|case| case.name.len(), 3);
    let state = width(|case| case.life.state.to_string().len(), 5);
    if !shown.is_empty() {
        say!("{:name$}  {:state$}  seen  findings  first bad  fixed in  what", "bug", "state");
    }
    for case in &shown {
        let unknown = || ("?".to_owned(), "?".to_owned());
        let (first, fixed) = case.record.releases.as_ref().map_or_else(unknown, History::in_short);
        let (seen, count) = (case.life.sightings.len(), case.life.count());
        let (own, now, fault) = (&case.name, case.life.state.to_string(), &case.record.fault);
        say!("{own:name$}  {now:state$}  {seen:>4}  {count:>8}  {first:9}  {fixed:8}  {fault}");
    }
    let rest = match settled.len() {
        0 => String::new(),
        some => format!("; {some} settled (--all lists them)"),
    };
    say!("{}{rest}", counted(shown.len(), "bug"));
    Ok(())
}

pub fn show(case: &Case, json: bool) -> anyhow::Result<()> {
    if json {
        say!("{}", facts(case));
        return Ok(());
    }
    let life = &case.life;
    say!("# {}\n", case.record.title());
    let link = life.link.as_ref().map_or(String::new(), |link| format!(" ({link})"));
    say!("{}: {}{link}, {}", case.name, life.state, counted(life.count(), "finding"));
    for event in &life.events {
        let why = if event.why.is_empty() { String::new() } else { format!(": {}", event.why) };
        say!("  {} {} by {}{why}", event.when, event.state, event.who);
    }
    for sighting in &life.sightings {
        let why = if sighting.why.is_empty() { String::new() } else { format!(": {}", sighting.why) };
        say!("  seen in {} by {} {}{why}", sighting.solver, sighting.campaign, sighting.finding);
    }
    for (solver, told) in &life.retests {
        say!("  {} {solver}: {} ({})", told.when, told.fate, told.said.lines().next().unwrap_or_default());
    }
    for other in &life.resembles {
        say!("  {}", other.line());
    }
    if let Some(history) = &case.record.releases {
        say!("\n{}", describe(history));
    }
    say!("\n{}", essence(&case.record).trim_end());
    Ok(())
}
