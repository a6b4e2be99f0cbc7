//! What a bug's folder tells in words, all of it from facts.

use super::presented::Presented;
use crate::answer::{Outcome, Status};
use crate::eval::{Witness, model_text};
use crate::evidence::Evidence;
use crate::judge::FindingKind;
use crate::quote::{self, code, markdown};
use crate::script::{Script, question_lines};
use crate::solver::Solver;
use crate::triage::{Bug, Confirmed, Strip, is_unsteady};
use crate::words::counted;
use std::fmt::Write;

/// The text of `report.md`.
pub fn report(bug: &Bug, presented: &Presented) -> String {
    let best = bug.best();
    let mut out = format!("# {}\n\n", markdown(&title(bug)));
    out.push_str(&facts(best, presented, &bug.mended_by));
    section(&mut out, "Script", &script(best, presented));
    match best.finding.kind {
        FindingKind::Crash | FindingKind::Sanitizer => {
            section(&mut out, "What it prints", &printed(presented));
        }
        FindingKind::InvalidModel => section(&mut out, "The wrong model", &wrong_model(presented)),
        _ => {}
    }
    section(&mut out, "Why this is wrong", &why(best));
    section(&mut out, "Other solvers", &others(best));
    section(&mut out, "How to reproduce it", &how_to_see(bug));
    out.push_str(&fold(bug));
    out
}

fn section(out: &mut String, title: &str, text: &str) {
    if !text.is_empty() {
        let _ = write!(out, "\n## {title}\n\n{text}");
    }
}

/// The heading of what other releases do.
const RELEASES: &str = "\n## Releases\n\n";

/// A report with what other releases do, in place of what it said about them before.
pub fn with_releases(report: &str, strip: &Strip) -> String {
    let report = without_releases(report);
    let at = report.find(FOLD).unwrap_or(report.len());
    format!("{}{RELEASES}{}{}", &report[..at], releases(strip), &report[at..])
}

/// A report without what other releases do.
pub fn without_releases(report: &str) -> String {
    let Some((before, section)) = report.split_once(RELEASES) else { return report.to_owned() };
    let ends = ["\n## ", FOLD].map(|next| section.find(next).unwrap_or(section.len()));
    format!("{before}{}", &section[ends[0].min(ends[1])..])
}

/// What other releases do, and what that comes to.
pub fn releases(strip: &Strip) -> String {
    let mut out = String::new();
    for line in strip.story() {
        let (name, text) = line.split_once(':').unwrap_or(("", &line));
        let _ = writeln!(out, "- {name}: {}", markdown(text.trim_start()));
    }
    out.push_str("\nWhat each release said:\n\n");
    for (first, last, said) in strip.runs() {
        let releases = if first == last { first.to_owned() } else { format!("{first} to {last}") };
        let _ = writeln!(out, "- {releases}: {}", markdown(said.lines().next().unwrap_or_default()));
    }
    out
}

/// A title that tells solver, fault and matter.
pub fn title(bug: &Bug) -> String {
    let best = bug.best();
    let matter = matter(bug);
    let fault = match best.finding.kind {
        FindingKind::WrongUnsat => format!("unsat for a satisfiable script, {matter}"),
        FindingKind::WrongSat => format!("sat for an unsatisfiable script, {matter}"),
        FindingKind::InvalidModel => format!("a model that makes an assertion false, {matter}"),
        FindingKind::InvalidCore => format!("an unsat core that is satisfiable, {matter}"),
        FindingKind::Crash => format!("crash: {matter}"),
        FindingKind::Sanitizer => matter,
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

/// What the bug is about, in a few words. The logic is the one that a reader sees in the script.
fn matter(bug: &Bug) -> String {
    let (title, script) = (bug.bucket().title, &bug.best().test.script);
    match (title.strip_prefix(&script.needed_logic()), declared_logic(bug.best())) {
        (Some(rest), Some(logic)) if rest.is_empty() || rest.starts_with(' ') => format!("{logic}{rest}"),
        _ => title,
    }
}

/// The logic that the script sets.
fn declared_logic(confirmed: &Confirmed) -> Option<String> {
    Script::read(&confirmed.text).logic().map(str::to_owned)
}

/// The solver as its authors call it: not as the user does.
pub fn family(solver: &Solver) -> &str {
    if solver.profile.command.is_empty() { &solver.name } else { &solver.profile.name }
}

fn solver_name(confirmed: &Confirmed) -> String {
    let solver = &confirmed.solver;
    [family(solver), &solver.version].join(" ").trim_end().to_owned()
}

fn facts(best: &Confirmed, presented: &Presented, mended_by: &[Vec<String>]) -> String {
    let mut rows = vec![("solver", markdown(&solver_name(best)))];
    rows.extend(presented.build.clone().map(|build| ("build", markdown(&build))));
    rows.push(("platform", markdown(&platform())));
    rows.push(("command", code_in_table(&command(best, &presented.script))));
    rows.push(("expected", markdown(&expected(best))));
    rows.push(("actual", markdown(&actual(best))));
    if let Some(question) = which_question(presented) {
        rows.push(("question", question));
    }
    let needed = || format!("none set; needs {}", best.test.script.needed_logic());
    rows.push(("logic", markdown(&declared_logic(best).unwrap_or_else(needed))));
    if !mended_by.is_empty() {
        let options: Vec<String> = mended_by.iter().map(|set| code_in_table(&set.join(" "))).collect();
        rows.push(("correct with", options.join(", or ")));
    }
    let mut out = "| | |\n|---|---|\n".to_owned();
    for (name, value) in rows {
        let _ = writeln!(out, "| {name} | {value} |");
    }
    out
}

/// A bar ends the column, also inside of code.
fn code_in_table(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Which question is meant, where the script asks several: it is the last one.
fn which_question(presented: &Presented) -> Option<String> {
    match question_lines(&presented.script).as_slice() {
        [] | [_] => None,
        all @ [.., last] => Some(format!("{} of {}, the last one (line {last})", all.len(), all.len())),
    }
}

/// The system on which it was seen.
fn platform() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
    [system, kernel.trim(), machine]
        .iter()
        .filter(|word| !word.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The command as the solver's own people would type it; the user's, where nothing else is known.
fn command(confirmed: &Confirmed, script: &str) -> String {
    let solver = &confirmed.solver;
    let is_known = !solver.profile.command.is_empty();
    let command = match is_known {
        true => [solver.profile.command.as_slice(), &solver.arguments].concat(),
        false => solver.argv.clone(),
    };
    let reading = match &solver.profile.stdin {
        Some(arguments) if !is_known => [arguments.as_slice(), &["<".to_owned()]].concat(),
        _ => Vec::new(),
    };
    [command.as_slice(), solver.arguments_for(script), &reading].concat().join(" ") + " bug.smt2"
}

/// What the solver should do.
pub fn expected(confirmed: &Confirmed) -> String {
    match confirmed.finding.kind {
        FindingKind::InvalidModel => "a model under which every assertion is true".to_owned(),
        FindingKind::InvalidCore => "an unsat core that is unsatisfiable by itself".to_owned(),
        FindingKind::NonMinimalCore => "an unsat core in which everything is needed".to_owned(),
        FindingKind::Nondeterminism if is_unsteady(&confirmed.finding) => {
            "the same answer in each run".to_owned()
        }
        FindingKind::Nondeterminism => "the same answer whatever the random seed".to_owned(),
        FindingKind::StateLeak => format!("{}, as in a fresh process", confirmed.expected.word()),
        FindingKind::Sanitizer => "no report of the sanitizer".to_owned(),
        FindingKind::Crash => "no crash".to_owned(),
        _ if confirmed.expected == Status::Unknown => "an answer".to_owned(),
        _ => confirmed.expected.word().to_owned(),
    }
}

/// What it does.
pub fn actual(confirmed: &Confirmed) -> String {
    match (confirmed.finding.kind, &confirmed.answer.outcome) {
        (FindingKind::InvalidModel, _) => "sat, with a model that makes an assertion false".to_owned(),
        (FindingKind::InvalidCore, _) => "unsat, with a core that is satisfiable".to_owned(),
        (FindingKind::NonMinimalCore, _) => "unsat, with a core of which a part is not needed".to_owned(),
        (FindingKind::Nondeterminism, _) if is_unsteady(&confirmed.finding) => {
            "sat in one run, unsat in another, with the same script and options".to_owned()
        }
        (FindingKind::Nondeterminism, _) => "sat with one random seed, unsat with another".to_owned(),
        (FindingKind::StateLeak, _) => {
            confirmed.finding.details.first().cloned().unwrap_or_else(|| "another answer".to_owned())
        }
        (FindingKind::Sanitizer, _) => {
            confirmed.finding.details.first().cloned().unwrap_or_else(|| "a sanitizer's report".to_owned())
        }
        (FindingKind::Slow, outcome) => {
            format!("{} after {:.1} s", outcome.word(), confirmed.answer.wall.as_secs_f64())
        }
        (_, Outcome::Crash(signature)) => format!("crash: {signature}"),
        (_, outcome) => outcome.word().to_owned(),
    }
}

fn script(best: &Confirmed, presented: &Presented) -> String {
    let mut out = fenced("smt2", &presented.script, "see `bug.smt2`");
    if best.finding.kind == FindingKind::StateLeak {
        out.push_str("\nOnly the preceding scripts that are needed are included; they were not reduced.\n");
    }
    out
}

/// All that the solver prints: with a crash, that may be a backtrace.
fn printed(presented: &Presented) -> String {
    match presented.output().trim() {
        "" => String::new(),
        output => fenced("text", output, "see `output.txt`"),
    }
}

/// The model that makes an assertion false, as the solver prints it.
fn wrong_model(presented: &Presented) -> String {
    let model = presented.answer.model.as_deref().unwrap_or_default();
    if model.is_empty() { String::new() } else { fenced("smt2", model, "see `output.txt`") }
}

/// A block of code, unless it is too long to be read.
fn fenced(language: &str, text: &str, elsewhere: &str) -> String {
    const LONGEST: usize = 4000;
    if text.len() > LONGEST {
        return format!("Too long to show here; {elsewhere}.\n");
    }
    quote::fenced(language, text)
}

/// How the script is known to be satisfiable.
fn under_witness(best: &Confirmed, witness: &Witness) -> String {
    let model = model_text(&best.test.script.terms, &best.test.model_of(witness));
    if model.trim().is_empty() {
        return "\nThe script has no free symbols; gainsay's evaluator finds every assertion true.\n"
            .to_owned();
    }
    let mut out =
        "\nThe script is satisfiable: gainsay's evaluator finds every assertion true under this model.\n\n"
            .to_owned();
    out.push_str(&fenced("smt2", &model, "see `witness.smt2`"));
    if super::scripts::witness(best).is_some() {
        out.push_str("\n`witness.smt2` is the script with these definitions in place of the declarations.\n");
    }
    out
}

fn why(best: &Confirmed) -> String {
    let sentence = format!("{} {}.", solver_name(best), subjectless(&best.finding.why));
    let mut out = markdown(&sentence) + "\n";
    if !best.finding.details.is_empty() {
        out.push('\n');
        for detail in &best.finding.details {
            let _ = writeln!(out, "- {}", code(detail));
        }
    }
    // What the answer should have been has nothing to do with a crash.
    if best.finding.kind.is_fault() {
        return out;
    }
    match &best.test.evidence {
        Evidence::Witness(witness) => out.push_str(&under_witness(best, witness)),
        Evidence::Derived(derivation) => {
            let status = if derivation.unsat { "unsatisfiable" } else { "satisfiable" };
            let _ = writeln!(out, "\nThe script is {status} by construction:\n");
            for seed in &derivation.seeds {
                let _ = writeln!(out, "- made from {}, which is known to be {status}", markdown(seed));
            }
            for step in &derivation.steps {
                let _ = writeln!(out, "- by the rule {}, which preserves that", markdown(step));
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

fn others(best: &Confirmed) -> String {
    best.others.iter().map(|(solver, said)| format!("- {}: {}\n", markdown(solver), markdown(said))).collect()
}

fn how_to_see(bug: &Bug) -> String {
    let mut out =
        "Run `sh repro.sh`, or `SOLVER='path/to/solver' sh repro.sh` for another build.\n".to_owned();
    if let Some(remark) = super::repro::status_remark(bug.best()) {
        let _ = writeln!(
            out,
            "\n(The error \"{remark} ..\" only says that the answer differs from the script's `:status`, which is correct.)"
        );
    }
    out
}

/// How what only matters to users of gainsay begins: it is folded away.
pub const FOLD: &str = "\n<details>\n";

/// How gainsay came to it.
fn fold(bug: &Bug) -> String {
    let best = bug.best();
    let mut out = format!("{FOLD}<summary>How gainsay found it</summary>\n\n");
    let _ = writeln!(out, "- certainty: {}", best.finding.certainty.word());
    let alone = if best.default_mode { "yes" } else { "no, only with the options above" };
    let _ = writeln!(out, "- shows with default options: {alone}");
    if family(&best.solver) != best.solver.name {
        let _ = writeln!(out, "- the solver was called {} in this hunt", code(&best.solver.name));
    }
    let lineage = &bug.original.test.lineage;
    if !lineage.strategy.is_empty() {
        let _ = writeln!(out, "- strategy: {}", code(&lineage.strategy));
    }
    for seed in &lineage.seeds {
        let _ = writeln!(out, "- seed: {}", markdown(seed));
    }
    // The smallest difference to the seeds that is known to show it.
    let needed = &bug.best().test.lineage.steps;
    for step in needed {
        let at = if step.at.is_empty() { String::new() } else { format!(": {}", markdown(&step.at)) };
        let _ = writeln!(out, "- step: {}{at}", markdown(&step.rule));
    }
    let all = lineage.steps.len();
    if needed.len() < all {
        let steps = counted(all, "step");
        let _ = writeln!(out, "- steps from there to `original.smt2`: {steps}, needed: {}", needed.len());
    }
    if let Some((campaign, finding)) = &bug.replay {
        let _ = writeln!(
            out,
            "- {} makes the original script again",
            code(&format!("gainsay replay {campaign} {finding}"))
        );
    }
    out + "\n</details>\n"
}
