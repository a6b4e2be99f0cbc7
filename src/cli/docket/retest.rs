//! `gainsay docket retest`: asks a release or a build about every bug.

use super::super::NOTHING_TESTED;
use super::super::process::{cores, listen_to_signals};
use super::{FAILED, FOUND, LimitArgs, at_least, choose_solvers};
use crate::docket::{Docket, Retested, note, retest};
use crate::solver::{Catalogue, Solver};
use crate::triage::{Fate, Fates, Outlook};
use crate::words::counted;
use anyhow::bail;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// Releases or builds to ask [default: the newest of each solver that has bugs]
    #[arg(short, long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,
    /// How many bugs are asked about at once [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = at_least(1))]
    jobs: Option<u64>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Change nothing in the docket
    #[arg(long)]
    dry_run: bool,
}

/// Exit code: a bug that was fixed shows again.
const CAME_BACK: u8 = 11;

pub fn run(
    docket: &mut Docket,
    args: &Args,
    catalogue: &Catalogue,
    (who, when): (&str, &str),
    json: bool,
) -> anyhow::Result<ExitCode> {
    let solvers = if args.solvers.is_empty() {
        newest(docket, catalogue)?
    } else {
        choose_solvers(catalogue, &args.solvers)?
    };
    let stop = listen_to_signals()?;
    let jobs = args.jobs.map_or_else(cores, |jobs| jobs as usize);
    let mut all: Vec<(Retested, bool)> = Vec::new();
    let mut meant = 0;
    for solver in &solvers {
        let of = |at: &&crate::docket::Case| {
            at.record.program.name == solver.profile.name && at.life.state.is_bug()
        };
        let count = docket.cases.iter().filter(of).count();
        if count == 0 {
            remark!("the docket has no bugs of {}", solver.profile.name);
        }
        meant += count;
        let cases = &docket.cases;
        let watch = |one: &Retested| remark!("  {}: {} {}", cases[one.case].name, one.solver, word(one));
        let told = retest(cases, solver, &args.limits.limits(), jobs, &|| stop.is_set(), &watch);
        for one in told {
            let was_fixed = docket.cases[one.case].life.state.is_back_in(&one.version);
            let mut is_back = was_fixed && one.fate == Some(Fate::StillThere);
            if !args.dry_run {
                is_back |= note(&mut docket.cases[one.case], &one, who, when)?;
            }
            all.push((one, is_back));
        }
    }
    if meant == 0 {
        bail!("the docket has no bugs of these solvers");
    }
    let code = tell(docket, &all, meant, json)?;
    let alike = docket.repeats().len();
    if alike > 0 {
        remark!("{} look like others by what is known now: `gainsay docket same`", counted(alike, "bug"));
    }
    Ok(code)
}

/// The newest installed release of each solver that has bugs.
fn newest(docket: &Docket, catalogue: &Catalogue) -> anyhow::Result<Vec<Solver>> {
    let names: BTreeSet<&str> = docket.cases.iter().map(|case| case.record.program.name.as_str()).collect();
    let known = names.into_iter().filter(|name| catalogue.profiles.get(name).is_some());
    Ok(known.map(|name| catalogue.solver(name)).collect::<Result<_, _>>()?)
}

fn word(told: &Retested) -> &'static str {
    told.fate.map_or("not asked", Fate::word)
}

fn tell(docket: &Docket, all: &[(Retested, bool)], meant: usize, json: bool) -> anyhow::Result<ExitCode> {
    let fates: Fates = all.iter().map(|(told, _)| told.fate).collect();
    let count = |fate| fates.count(Some(fate));
    let back = all.iter().filter(|(_, is_back)| *is_back).count();
    let left = meant - all.len();
    if json {
        let bugs: Vec<Value> = all
            .iter()
            .map(|(told, is_back)| {
                let case = &docket.cases[told.case];
                json!({
                    "bug": case.name, "title": case.record.title(), "kind": case.record.finding.kind,
                    "asked": told.solver, "fate": word(told), "says": told.said, "regression": is_back,
                    "state": case.life.state.to_string(), "link": case.life.link,
                })
            })
            .collect();
        say!(
            "{}",
            json!({
                "bugs": bugs, "still_there": count(Fate::StillThere), "another_bug": count(Fate::AnotherBug),
                "changed": count(Fate::Changed), "fixed": count(Fate::Fixed),
                "unknown": count(Fate::Unknown), "no_answer": count(Fate::NoAnswer), "not_asked": fates.count(None),
                "regressions": back, "left": left,
            })
        );
    } else {
        let name = all.iter().map(|(told, _)| docket.cases[told.case].name.len()).max().unwrap_or(0);
        for (told, is_back) in all {
            let case = &docket.cases[told.case];
            let back = if *is_back { "REGRESSION: " } else { "" };
            let said = told.said.lines().next().unwrap_or_default();
            say!("{:name$}  {:11}  {}  {back}{said}", case.name, word(told), told.solver);
        }
        let again = if back == 0 { String::new() } else { format!("; {back} came back") };
        say!("{}: {}{again}", counted(all.len(), "bug"), fates.words());
        if left > 0 {
            say!("stopped: {left} left");
        }
    }
    Ok(ExitCode::from(match fates.outlook() {
        _ if back > 0 => CAME_BACK,
        Outlook::Bad => FOUND,
        Outlook::NotAsked => FAILED,
        _ if left > 0 => FAILED,
        Outlook::NoAnswer => NOTHING_TESTED,
        Outlook::Good => 0,
    }))
}
