//! `report.md`: the facts of a bug in words.

use super::record::{BugRecord, EvidenceKind, Program, Said};
use super::{STEPS, WITNESS};
use crate::triage::{History, Unit};
use gainsay_judge::judge::{Basis, ShownBy};
use gainsay_lang::quote::{self, code, markdown};
use gainsay_lang::script::question_lines;
use gainsay_prove::refute::{CLAUSES, LEMMAS, MAP, PROOF};
use std::fmt::Write;

/// The text of `report.md`.
pub fn report(bug: &BugRecord) -> String {
    let mut out = format!("# {}\n\n{}", markdown(&bug.title()), essence(bug));
    if let Some(history) = &bug.releases {
        section(&mut out, "Releases", &releases(history));
    }
    out.push_str(&fold(bug));
    out
}

/// The parts of the report that matter to the solver's authors, without a title.
pub fn essence(bug: &BugRecord) -> String {
    let mut out = facts(bug);
    section(&mut out, "Script", &script(bug));
    match bug.finding.kind.row().rests_on {
        Basis::Fault | Basis::Reply => section(&mut out, "What it prints", &printed(bug)),
        Basis::Model => section(&mut out, "The wrong model", &wrong_model(bug)),
        Basis::Satisfiable | Basis::Unsatisfiable | Basis::Core | Basis::OwnAnswers => {}
        Basis::History | Basis::ContraryAnswer | Basis::CoreSize | Basis::Comparison => {}
    }
    section(&mut out, "Why this is wrong", &why(bug));
    section(&mut out, "Other solvers", &others(bug));
    section(&mut out, "How to reproduce it", &how_to_see(bug));
    out
}

fn section(out: &mut String, title: &str, text: &str) {
    if !text.is_empty() {
        let _ = write!(out, "\n## {title}\n\n{text}");
    }
}

/// What other releases do, with conclusions.
pub fn releases(history: &History) -> String {
    let mut out = String::new();
    for line in history.story() {
        let (name, text) = line.split_once(':').unwrap_or(("", &line));
        let _ = writeln!(out, "- {name}: {}", markdown(text.trim_start()));
    }
    out.push_str("\nWhat each release said:\n\n");
    for (first, last, said) in history.runs() {
        let releases = if first == last { first.to_owned() } else { format!("{first} to {last}") };
        let _ = writeln!(out, "- {releases}: {}", markdown(said.lines().next().unwrap_or_default()));
    }
    out
}

fn facts(bug: &BugRecord) -> String {
    let Program { build, platform, command, arguments, .. } = &bug.program;
    let mut rows = vec![("solver", markdown(&bug.solver_name()))];
    rows.extend(build.iter().map(|build| ("build", markdown(build))));
    rows.push(("platform", markdown(platform)));
    rows.push(("command", code_in_table(command)));
    if !arguments.is_empty() {
        rows.push((
            "needs",
            format!("{}; it does not show in default mode", code_in_table(&arguments.join(" "))),
        ));
    }
    rows.push(("expected", markdown(&bug.expected)));
    rows.push(("actual", markdown(&bug.actual)));
    rows.extend(which_question(&bug.script).map(|question| ("question", question)));
    let needed = || format!("none set; needs {}", bug.needed_logic);
    rows.push(("logic", markdown(&bug.logic.clone().unwrap_or_else(needed))));
    if !bug.correct_with.is_empty() {
        let options: Vec<String> = bug.correct_with.iter().map(|set| code_in_table(&set.join(" "))).collect();
        rows.push(("correct with", options.join(", or ")));
    }
    let mut out = "| | |\n|---|---|\n".to_owned();
    for (name, value) in rows {
        let _ = writeln!(out, "| {name} | {value} |");
    }
    out
}

/// Code for a table cell: a bar would end the cell, even inside of code.
fn code_in_table(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Which question is meant if the script asks several: the last one.
fn which_question(script: &str) -> Option<String> {
    match question_lines(script).as_slice() {
        [] | [_] => None,
        all @ [.., last] => Some(format!("{} of {}, the last one (line {last})", all.len(), all.len())),
    }
}

fn script(bug: &BugRecord) -> String {
    let mut out = fenced("smt2", &bug.script, "see `bug.smt2`");
    if bug.finding.telling().shown_by == ShownBy::Session {
        out.push_str("\nOnly the preceding scripts that are needed are included; they were not reduced.\n");
    }
    out
}

/// All that the solver prints; with a crash, that may include a backtrace.
fn printed(bug: &BugRecord) -> String {
    match bug.output.trim() {
        "" => String::new(),
        output => fenced("text", output, "see `output.txt`"),
    }
}

/// The wrong model as the solver prints it.
fn wrong_model(bug: &BugRecord) -> String {
    bug.model.as_ref().map_or(String::new(), |model| fenced("smt2", model, "see `output.txt`"))
}

/// A block of code, unless it is too long to read.
fn fenced(language: &str, text: &str, elsewhere: &str) -> String {
    const LONGEST: usize = 4000;
    if text.len() > LONGEST {
        return format!("Too long to show here; {elsewhere}.\n");
    }
    quote::fenced(language, text)
}

/// Why the script is satisfiable: the witness.
fn under_witness(bug: &BugRecord) -> String {
    let model = bug.evidence.model.as_deref().unwrap_or_default();
    if model.trim().is_empty() {
        return "\nThe script has no free symbols; gainsay's evaluator finds every assertion true.\n".into();
    }
    let known = "The script is satisfiable: gainsay's evaluator finds every assertion true under this model.";
    let mut out = format!("\n{known}\n\n{}", fenced("smt2", model, "see `witness.smt2`"));
    if bug.files.iter().any(|file| file == WITNESS) {
        out.push_str("\n`witness.smt2` is the script with these definitions in place of the declarations.\n");
    }
    out
}

fn why(bug: &BugRecord) -> String {
    let finding = &bug.finding;
    let mut out = markdown(&format!("{} {}.", bug.solver_name(), subjectless(&finding.why))) + "\n";
    for (at, line) in finding.lines().enumerate() {
        let _ = writeln!(out, "{}- {}", if at == 0 { "\n" } else { "" }, code(line));
    }
    // The right answer has nothing to do with a crash.
    if finding.kind.is_fault() {
        return out;
    }
    match bug.evidence.kind {
        EvidenceKind::Witness => out.push_str(&under_witness(bug)),
        EvidenceKind::Derived => {
            let is_sat = bug.evidence.answer.as_deref() == Some("sat");
            let status = if is_sat { "satisfiable" } else { "unsatisfiable" };
            let _ = writeln!(out, "\nThe script is {status} by construction:\n");
            for seed in &bug.evidence.seeds {
                let _ = writeln!(out, "- made from {}, which is known to be {status}", markdown(seed));
            }
            for rule in &bug.evidence.rules {
                let _ = writeln!(out, "- by the rule {}, which preserves that", markdown(rule));
            }
        }
        EvidenceKind::Exhausted | EvidenceKind::Refuted => out.push_str(&certificate(bug)),
        EvidenceKind::None => {}
    }
    out
}

/// How to check that the script is unsatisfiable, if the folder has a proof.
fn certificate(bug: &BugRecord) -> String {
    let has = |name: &str| bug.files.iter().any(|file| file == name);
    if !has(PROOF) {
        return String::new();
    }
    let lemmas = if has(LEMMAS) {
        format!(" Its last clauses are lemmas about numbers; `{LEMMAS}` says how each follows.")
    } else {
        String::new()
    };
    format!(
        "\nThe script is unsatisfiable: it becomes the clauses in `{CLAUSES}`, and `{PROOF}` proves that they cannot all be true. \
         `gainsay prove bug.smt2 --verify .` makes the clauses from the script again and checks the proof; any LRAT checker checks \
         `{PROOF}` against `{CLAUSES}`. `{MAP}` says which literals the symbols and assertions are.{lemmas}\n"
    )
}

/// The reason of a finding as a predicate: findings begin with "it", and here the sentence has its subject
/// already.
fn subjectless(why: &str) -> String {
    why.strip_prefix("it ").map_or_else(|| format!("is wrong: {why}"), str::to_owned)
}

fn others(bug: &BugRecord) -> String {
    let line = |said: &Said| format!("- {}: {}\n", markdown(&said.solver), markdown(&said.answer));
    bug.others.iter().map(line).collect()
}

fn how_to_see(bug: &BugRecord) -> String {
    let mut out =
        "Run `sh repro.sh`, or `SOLVER='path/to/solver' sh repro.sh` for another build.\n".to_owned();
    if let Some(remark) = &bug.status_remark {
        let _ = writeln!(
            out,
            "\n(The error \"{remark} ..\" only says that the answer differs from the script's `:status`, which is correct.)"
        );
    }
    out
}

/// How gainsay found it, folded away because it matters only to its users.
fn fold(bug: &BugRecord) -> String {
    let BugRecord { program, origin, .. } = bug;
    let mut out = "\n<details>\n<summary>How gainsay found it</summary>\n\n".to_owned();
    let _ = writeln!(out, "- certainty: {}", bug.finding.certainty.word());
    let alone = if program.arguments.is_empty() { "yes" } else { "no, only with the options above" };
    let _ = writeln!(out, "- shows with default options: {alone}");
    if program.name != program.called {
        let _ = writeln!(out, "- the solver was called {} in this hunt", code(&program.called));
    }
    if let Some(sha256) = &program.sha256 {
        let _ = writeln!(out, "- SHA-256 of the program: {}", code(sha256));
    }
    if !origin.strategy.is_empty() {
        let _ = writeln!(out, "- strategy: {}", code(&origin.strategy));
    }
    for seed in &origin.seeds {
        let _ = writeln!(out, "- seed: {}", markdown(seed));
    }
    for step in &origin.steps {
        let at = if step.at.is_empty() { String::new() } else { format!(": {}", markdown(&step.at)) };
        let _ = writeln!(out, "- step: {}{at}", markdown(&step.rule));
    }
    if bug.files.iter().any(|file| file == STEPS) {
        let _ = writeln!(out, "- `diff seed-1.smt2 steps.smt2` shows the smallest change that matters");
    }
    let (needed, all) = (origin.steps.len(), origin.all_steps);
    if needed < all {
        let _ = writeln!(out, "- steps that made `original.smt2`: {all}, needed: {needed}");
    }
    if let Some(Unit { campaign, finding, .. }) = &origin.unit {
        let command = code(&format!("gainsay bugs {campaign} replay {finding}"));
        let _ = writeln!(out, "- {command} makes the original script again");
    }
    out + "\n</details>\n"
}
