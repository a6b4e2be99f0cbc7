//! `gainsay bugs CAMPAIGN recheck`: asks about all findings of a campaign again.

use super::super::{FAILED, FOUND, NOTHING_TESTED};
use super::{Replayer, accused, answers, known, outcome};
use crate::judge::Finding;
use crate::solver::{Catalogue, Limits, Solver};
use crate::store::{FindingRow, Setup, Store};
use crate::threads::in_threads;
use crate::triage::{Fate, Fates, Outlook, ask_again};
use crate::words::counted;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The findings of a campaign, and the solver to ask about each.
pub struct All {
    cases: Vec<Case>,
    /// Results of findings whose tests must be made again. They were asked first and sequentially, since that
    /// reads the campaign's database.
    told: Vec<(usize, Replayed)>,
    limits: Limits,
}

struct Case {
    row: FindingRow,
    asked: Solver,
}

/// The result for a finding.
#[derive(Clone)]
struct Replayed {
    /// `None` if the solver could not be asked.
    fate: Option<Fate>,
    said: String,
}

/// Reads all findings. Chosen solvers are asked about findings of their own family; if there are none, about
/// all.
pub fn load(
    store: &mut Store,
    setup: &Setup,
    chosen: &[Solver],
    catalogue: &Catalogue,
) -> anyhow::Result<All> {
    let mut cases = Vec::new();
    for id in store.finding_ids()? {
        let Some(row) = store.finding(id)? else { continue };
        let is_same = chosen
            .first()
            .is_some_and(|first| known(store, &row).is_ok_and(|known| known.profile == first.profile.name));
        let asked = accused(store, &row, chosen, catalogue)?;
        cases.push((Case { row, asked }, is_same));
    }
    if cases.iter().any(|(_, is_same)| *is_same) {
        cases.retain(|(_, is_same)| *is_same);
    }
    let cases: Vec<Case> = cases.into_iter().map(|(case, _)| case).collect();
    let replayer = Replayer { store, setup, catalogue, chosen };
    let needs_test = cases.iter().enumerate().filter(|(_, case)| !case.shows_in_one_answer());
    let told = needs_test.map(|(at, case)| (at, case.examine(&replayer))).collect();
    Ok(All { cases, told, limits: setup.limits() })
}

impl Case {
    fn finding(&self) -> &Finding {
        &self.row.finding.finding
    }

    /// Whether the question's text and the kind of finding are enough to judge an answer.
    fn shows_in_one_answer(&self) -> bool {
        self.finding().is_bug() && self.finding().kind.row().bisectable
    }

    /// Makes the test again, and judges all solvers again.
    fn examine(&self, replayer: &Replayer<'_>) -> Replayed {
        if let Some(why) = self.asked.unusable() {
            return Replayed { fate: None, said: format!("cannot be asked so: {why}") };
        }
        match replayer.examine(&self.row, &self.asked) {
            Ok(examined) => {
                let (happens, _, why) = outcome(&self.row, &examined);
                let fate = match happens {
                    true => Fate::StillThere,
                    false if answers(&self.asked, &self.row, &replayer.setup.limits()) => Fate::Fixed,
                    false => Fate::NoAnswer,
                };
                Replayed { fate: Some(fate), said: why.to_owned() }
            }
            Err(error) => Replayed { fate: None, said: format!("{error:#}") },
        }
    }

    /// Asks only the accused, with the stored text.
    fn ask(&self, limits: &Limits) -> Replayed {
        let kind = self.finding().kind;
        match ask_again(&self.row.finding.script, kind, &self.asked, limits, &|| false) {
            Ok(trial) => Replayed { fate: Fate::of(kind, &trial), said: trial.said },
            Err(error) => Replayed { fate: None, said: error.to_string() },
        }
    }
}

impl All {
    /// Asks about all findings, several at a time, and prints a table.
    pub fn run(self, campaign: &Path, jobs: usize, json: bool) -> anyhow::Result<ExitCode> {
        let stop = super::super::process::listen_to_signals()?;
        let told: Mutex<Vec<Option<Replayed>>> = Mutex::new(vec![None; self.cases.len()]);
        let lock = || told.lock().unwrap_or_else(PoisonError::into_inner);
        self.told.iter().for_each(|(at, one)| lock()[*at] = Some(one.clone()));
        let next = AtomicUsize::new(0);
        in_threads(jobs.min(self.cases.len()), || {
            while !stop.is_set()
                && let Some((at, case)) = self.take(&next)
            {
                if lock()[at].is_some() {
                    continue;
                }
                let one = case.ask(&self.limits);
                // An interrupted question proves nothing.
                if stop.is_set() {
                    break;
                }
                remark!("  finding {}: {}", case.row.id, word(&one));
                lock()[at] = Some(one);
            }
        });
        let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
        let results: Vec<(&Case, Replayed)> =
            self.cases.iter().zip(told).filter_map(|(case, told)| Some((case, told?))).collect();
        tell(campaign, &results, self.cases.len(), json)
    }

    fn take(&self, next: &AtomicUsize) -> Option<(usize, &Case)> {
        let at = next.fetch_add(1, Ordering::Relaxed);
        self.cases.get(at).map(|case| (at, case))
    }
}

fn word(told: &Replayed) -> &'static str {
    told.fate.map_or("not asked", Fate::word)
}

fn tell(campaign: &Path, results: &[(&Case, Replayed)], all: usize, json: bool) -> anyhow::Result<ExitCode> {
    let bugs = || results.iter().filter(|(case, _)| case.finding().is_bug());
    let fates: Fates = bugs().map(|(_, told)| told.fate).collect();
    let count = |fate| fates.count(Some(fate));
    if json {
        let findings: Vec<Value> = results.iter().map(|(case, told)| case.json(told)).collect();
        say!(
            "{}",
            json!({
                "campaign": campaign.display().to_string(), "findings": findings,
                "still_there": count(Fate::StillThere), "another_bug": count(Fate::AnotherBug),
                "changed": count(Fate::Changed), "fixed": count(Fate::Fixed),
                "unknown": count(Fate::Unknown), "no_answer": count(Fate::NoAnswer), "not_asked": fates.count(None),
                "left": all - results.len(),
            })
        );
    } else {
        table(results)?;
        let notes = results.len() - bugs().count();
        let notes = if notes == 0 { String::new() } else { format!("; {}", counted(notes, "note")) };
        let findings = counted(bugs().count(), "bug finding");
        say!("{findings}: {}{notes}", fates.words());
        if results.len() < all {
            say!("stopped: {} left", counted(all - results.len(), "finding"));
        }
    }
    Ok(ExitCode::from(match fates.outlook() {
        Outlook::Bad => FOUND,
        Outlook::NotAsked => FAILED,
        _ if results.len() < all => FAILED,
        Outlook::NoAnswer => NOTHING_TESTED,
        Outlook::Good => 0,
    }))
}

fn table(results: &[(&Case, Replayed)]) -> anyhow::Result<()> {
    let width = |texts: &mut dyn Iterator<Item = usize>, least: usize| texts.max().unwrap_or(0).max(least);
    let of = width(&mut results.iter().map(|(case, _)| case.finding().solver.len()), "found in".len());
    let asked = width(&mut results.iter().map(|(case, _)| case.asked.label().len()), "asked".len());
    say!("finding      {:of$}  {:asked$}  {:16} {:11} now says", "found in", "asked", "kind", "");
    for (case, told) in results {
        let finding = case.finding();
        let note = if finding.is_bug() { "" } else { "note" };
        let said = told.said.lines().next().unwrap_or_default();
        let (id, solver, label) = (case.row.id, &finding.solver, case.asked.label());
        let (kind, word) = (finding.kind.word(), word(told));
        say!("{id:>7} {note:4} {solver:of$}  {label:asked$}  {kind:16} {word:11} {said}");
    }
    Ok(())
}

impl Case {
    fn json(&self, told: &Replayed) -> Value {
        let (row, finding) = (&self.row.finding, self.finding());
        json!({
            "finding": self.row.id, "unit": row.unit, "kind": finding.kind, "bug": finding.is_bug(),
            "bucket": row.bucket, "solver": finding.solver, "asked": self.asked.label(),
            "fate": word(told), "says": told.said,
        })
    }
}
