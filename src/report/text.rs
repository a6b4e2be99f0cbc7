//! What a bug's folder tells in words, all of it from facts.

use crate::eval::{Witness, model_text};
use crate::evidence::{Evidence, Expect};
use crate::judge::FindingKind;
use crate::solver::Outcome;
use crate::triage::{Bug, Confirmed};
use std::fmt::Write;

/// The text of `report.md`.
pub fn report(bug: &Bug) -> String {
    let best = bug.best();
    let mut out = format!("# {}\n\n", title(bug));
    out.push_str(&facts(best, &bug.mended_by));
    section(&mut out, "The script", &script(best));
    section(&mut out, "Why we know", &why(best));
    section(&mut out, "What other solvers say", &others(best));
    section(&mut out, "Where it came from", &origin(bug));
    section(&mut out, "How to see it", &how_to_see(bug));
    out
}

fn section(out: &mut String, title: &str, text: &str) {
    if !text.is_empty() {
        let _ = write!(out, "\n## {title}\n\n{text}");
    }
}

/// A title that tells solver, fault and matter.
pub fn title(bug: &Bug) -> String {
    let best = bug.best();
    let matter = bug.bucket().title;
    let fault = match best.finding.kind {
        FindingKind::WrongUnsat => format!("unsat for a satisfiable script, {matter}"),
        FindingKind::WrongSat => format!("sat for an unsatisfiable script, {matter}"),
        FindingKind::InvalidModel => format!("a model that makes an assertion false, {matter}"),
        FindingKind::InvalidCore => format!("an unsat core that is satisfiable, {matter}"),
        FindingKind::Crash => format!("crash: {matter}"),
        FindingKind::Nondeterminism => format!("sat and unsat for one script, {matter}"),
        FindingKind::StateLeak => format!("(reset) does not reset: {matter}"),
        FindingKind::Disagreement => {
            format!("{} where others say the contrary, {matter}", best.answer.outcome.word())
        }
        FindingKind::NonMinimalCore => format!("an unsat core with more than is needed, {matter}"),
        FindingKind::Incomplete => format!("unknown for a decidable script, {matter}"),
        FindingKind::Slow => format!("much slower than others, {matter}"),
        FindingKind::Memory => format!("out of memory where others need little, {matter}"),
        FindingKind::RejectedInput => format!("rejects a well-sorted script, {matter}"),
    };
    format!("{}: {fault}", solver_name(best))
}

fn solver_name(confirmed: &Confirmed) -> String {
    [confirmed.solver.name.as_str(), confirmed.solver.version.as_str()].join(" ").trim_end().to_owned()
}

fn facts(best: &Confirmed, mended_by: &[Vec<String>]) -> String {
    let default_mode = if best.default_mode { "yes" } else { "no, only with the options above" };
    let mut rows = vec![
        ("solver", solver_name(best)),
        ("command", format!("`{}`", command(best))),
        ("default mode", default_mode.to_owned()),
        ("expected", expected(best)),
        ("actual", actual(best)),
        ("certainty", best.finding.certainty.word().to_owned()),
        ("logic", best.test.script.needed_logic()),
    ];
    if !mended_by.is_empty() {
        let options: Vec<String> = mended_by.iter().map(|set| format!("`{}`", set.join(" "))).collect();
        rows.push(("right with", options.join(", or ")));
    }
    let mut out = "| | |\n|---|---|\n".to_owned();
    for (name, value) in rows {
        let _ = writeln!(out, "| {name} | {} |", value.replace('|', "\\|"));
    }
    out
}

/// The command as the solver's own people would type it; the user's, where it is the user's.
fn command(confirmed: &Confirmed) -> String {
    let solver = &confirmed.solver;
    let is_known = !solver.profile.command.is_empty();
    let command = match is_known && !solver.is_own {
        true => [solver.profile.command.as_slice(), &solver.arguments].concat(),
        false => solver.argv.clone(),
    };
    let reading = match &solver.profile.stdin {
        Some(arguments) if !is_known => [arguments.as_slice(), &["<".to_owned()]].concat(),
        _ => Vec::new(),
    };
    [command.as_slice(), solver.arguments_for(&confirmed.text), &reading].concat().join(" ") + " bug.smt2"
}

/// What the solver should do.
pub fn expected(confirmed: &Confirmed) -> String {
    match confirmed.finding.kind {
        FindingKind::InvalidModel => "a model under which every assertion is true".to_owned(),
        FindingKind::InvalidCore => "an unsat core that is unsatisfiable by itself".to_owned(),
        FindingKind::NonMinimalCore => "an unsat core in which everything is needed".to_owned(),
        FindingKind::Nondeterminism => "the same answer whatever the random seed".to_owned(),
        FindingKind::StateLeak => format!("{}, as in a fresh process", confirmed.expected.word()),
        _ if confirmed.expected == Expect::Unknown => "an answer".to_owned(),
        _ => confirmed.expected.word().to_owned(),
    }
}

/// What it does.
pub fn actual(confirmed: &Confirmed) -> String {
    match (confirmed.finding.kind, &confirmed.answer.outcome) {
        (FindingKind::InvalidModel, _) => "sat, with a model that makes an assertion false".to_owned(),
        (FindingKind::InvalidCore, _) => "unsat, with a core that is satisfiable".to_owned(),
        (FindingKind::NonMinimalCore, _) => "unsat, with a core of which a part is not needed".to_owned(),
        (FindingKind::Nondeterminism, _) => "sat with one random seed, unsat with another".to_owned(),
        (FindingKind::StateLeak, _) => {
            confirmed.finding.details.first().cloned().unwrap_or_else(|| "another answer".to_owned())
        }
        (FindingKind::Slow, outcome) => {
            format!("{} after {:.1} s", outcome.word(), confirmed.answer.wall.as_secs_f64())
        }
        (_, Outcome::Crash(signature)) => format!("crash: {signature}"),
        (_, outcome) => outcome.word().to_owned(),
    }
}

fn script(best: &Confirmed) -> String {
    let mut out = fenced("smt2", &super::scripts::readable(best), "it is in `bug.smt2`");
    if best.finding.kind == FindingKind::StateLeak {
        out.push_str("\nOf the scripts before it stand here as many as are needed, from the last one backwards; none is made smaller.\n");
    }
    out
}

/// A block of code, unless it is too long to be read.
fn fenced(language: &str, text: &str, elsewhere: &str) -> String {
    const LONGEST: usize = 4000;
    if text.len() > LONGEST {
        return format!("Too long to be shown here: {elsewhere}.\n");
    }
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    format!("```{language}\n{text}{newline}```\n")
}

/// How the script is known to be satisfiable.
fn under_witness(best: &Confirmed, witness: &Witness) -> String {
    let model = model_text(&best.test.script.terms, &best.test.model_of(witness));
    if model.trim().is_empty() {
        return "\nThere is nothing to choose: gainsay's evaluator finds every assertion true.\n".to_owned();
    }
    let mut out = "\nUnder this model every assertion is true, by gainsay's evaluator:\n\n".to_owned();
    out.push_str(&fenced("smt2", &model, "it is in `witness.smt2`"));
    if super::scripts::witness(best).is_some() {
        out.push_str("\n`witness.smt2` is the script with these definitions in place of its declarations.\n");
    }
    out
}

fn why(best: &Confirmed) -> String {
    let mut out = format!("{} {}.\n", capitalised(&solver_name(best)), subjectless(&best.finding.why));
    if !best.finding.details.is_empty() {
        out.push('\n');
        for detail in &best.finding.details {
            let _ = writeln!(out, "- `{}`", detail.replace('`', "'"));
        }
    }
    match &best.test.evidence {
        Evidence::Witness(witness) => out.push_str(&under_witness(best, witness)),
        Evidence::Derived(derivation) => {
            let status = if derivation.unsat { "unsatisfiable" } else { "satisfiable" };
            let _ = writeln!(out, "\nThe script is {status} because it was derived:\n");
            for seed in &derivation.seeds {
                let _ = writeln!(out, "- from {seed}");
            }
            for step in &derivation.steps {
                let _ = writeln!(out, "- by {step}");
            }
        }
        Evidence::Exhausted(_) | Evidence::None => {}
    }
    out
}

/// Findings say "it answers ..."; the sentence has its subject already.
fn subjectless(why: &str) -> String {
    why.strip_prefix("it ").map_or_else(|| format!("is wrong: {why}"), str::to_owned)
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

fn others(best: &Confirmed) -> String {
    best.others.iter().map(|(solver, said)| format!("- {solver}: {said}\n")).collect()
}

fn origin(bug: &Bug) -> String {
    let lineage = &bug.original.test.lineage;
    let mut out = String::new();
    if !lineage.strategy.is_empty() {
        let _ = writeln!(out, "Made by the strategy `{}`.", lineage.strategy);
    }
    if !lineage.seeds.is_empty() || !bug.best().test.lineage.steps.is_empty() {
        out.push('\n');
    }
    for seed in &lineage.seeds {
        let _ = writeln!(out, "- seed: {seed}");
    }
    // The smallest difference to the seeds that is known to show it.
    let needed = &bug.best().test.lineage.steps;
    let all = lineage.steps.len();
    for step in needed {
        let at = if step.at.is_empty() { String::new() } else { format!(": {}", step.at) };
        let _ = writeln!(out, "- {}{at}", step.rule);
    }
    if needed.len() < all {
        let _ = writeln!(out, "\nSteps from there to `original.smt2`: {all}; needed: {}.", needed.len());
    }
    out
}

fn how_to_see(bug: &Bug) -> String {
    let mut out = "`sh repro.sh`; `SOLVER='command' sh repro.sh` for another build.\n".to_owned();
    if super::repro::status_remark(bug.best()).is_some() {
        out.push_str(
            "\nThe error that the solver prints after its answer is its own remark that this is not the script's `:status`, \
             which is the right answer.\n",
        );
    }
    if let Some((campaign, finding)) = &bug.replay {
        let _ = writeln!(out, "\n`gainsay replay {campaign} {finding}` makes the original script again.");
    }
    out
}
