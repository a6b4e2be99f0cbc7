//! Asks solvers about a script, question by question, and judges their answers.

use super::diagnostics;
use super::record::{Place, Record};
use crate::answer::{self, Status};
use crate::ask;
use crate::consult::{Consultation, ask_text, consult, consult_text, dropped_options, would_misread};
use crate::evidence::{Evidence, NoProof, Search, Test};
use crate::judge::{Alarm, ModelVerdict, Testimony, Verdict, judge};
use crate::script::{Command, Printer, Problem, ProblemKind, Script};
use crate::solver::{AskError, Setting, Solver, is_interrupted};
use crate::strategy::written::{Found, Header};
use std::path::Path;
use std::time::Instant;

/// An event while a script is examined.
pub enum Told {
    /// The errors of the script, rendered; an empty text if there are none.
    Complaint(String),
    /// An option that the script sets and that is dropped.
    Dropped(String),
    /// The result of its next question.
    Record(Box<Record>),
}

/// Asks about all questions of a script. Each result is reported at once: all together may not fit into memory.
pub fn examine(
    path: &Path,
    text: &str,
    solvers: &[Solver],
    how: &Consultation,
    tell: &mut dyn FnMut(Told),
) -> Result<(), AskError> {
    let script = Script::read(text);
    let claimed = script.info(":status").map(str::to_owned);
    let file = path.to_string_lossy().into_owned();
    if !script.is_understood() {
        let testimonies = consult_text(text, solvers, &how.limits)?;
        let has_errors = has_errors(&script, &testimonies);
        let complaint = complaint(path, text, &script, has_errors);
        let verdict = judge(&Test::given(script, Evidence::None), &testimonies);
        let place = Place { file, question: 1, questions: 1, understood: false, has_errors, claimed };
        tell(Told::Complaint(complaint));
        tell(Told::Record(Box::new(Record::new(place, &testimonies, &verdict, Vec::new()))));
        return Ok(());
    }
    // Claims in the header of a script are about its last question.
    let header = Header::read(text);
    let count = script.count_questions().max(1);
    let whole = if script.is_incremental() { ask_whole(&script, solvers, how)? } else { Vec::new() };
    let unlisted = if how.keep_options { unlisted_options(&script, solvers) } else { Vec::new() };
    let dropped = if how.keep_options { None } else { dropped_options(&script).into_iter().next() };
    if let Some(option) = dropped {
        tell(Told::Dropped(option.to_owned()));
    }
    let mut has_errors_in_all = true;
    for (at, question) in script.each_question().enumerate() {
        // An interrupted check proves nothing.
        if is_interrupted() {
            break;
        }
        let has_assumptions = !question.assumed().is_empty();
        let is_dialogue = ask::Kind::of(&question).is_some_and(|kind| !kind.is_asked_flat());
        let dialogue = script.up_to_question(at + 1).filter(|_| is_dialogue);
        let mut testimonies = consult(dialogue.as_ref().unwrap_or(&question), solvers, how)?;
        for (testimony, answers) in testimonies.iter_mut().zip(&whole) {
            testimony.in_script = answers.get(at).copied();
        }
        let header = if at + 1 == count { &header } else { &Header::default() };
        let has_errors = has_errors(&script, &testimonies);
        has_errors_in_all &= has_errors;
        let Found { test, mut remarks, alarm } = header.find_evidence(question);
        // Assumptions are distinguished from assertions only in the dialogue; evidence belongs to the flat
        // question's terms.
        let test = match dialogue.filter(|_| has_assumptions) {
            Some(script) => Test::given(script, Evidence::None),
            None => test,
        };
        let mut verdict = judge(&test, &testimonies);
        let Proved { test, is_new, undecided, contradiction } = prove(test, &verdict, how);
        if is_new {
            verdict = judge(&test, &testimonies);
        }
        let against_us = alarm.into_iter().chain(contradiction);
        verdict.alarms.extend(against_us.map(|why| Alarm { solver: String::new(), why }));
        remarks.extend(unlisted.iter().cloned());
        let claimed = if count == 1 { claimed.clone() } else { None };
        let place = Place {
            file: file.clone(),
            question: at + 1,
            questions: count,
            understood: true,
            has_errors,
            claimed,
        };
        let evidence = evidence_word(&test, &verdict);
        let record = Record { evidence, undecided, ..Record::new(place, &testimonies, &verdict, remarks) };
        tell(Told::Record(Box::new(record)));
    }
    tell(Told::Complaint(complaint(path, text, &script, has_errors_in_all)));
    Ok(())
}

/// Whether a script has an error: something that neither gainsay nor any of the solvers accepts.
fn has_errors(script: &Script, testimonies: &[Testimony]) -> bool {
    let is_taken = |testimony: &Testimony| {
        let outcome = &testimony.answer.outcome;
        !matches!(outcome, answer::Outcome::Rejected(_) | answer::Outcome::NotAsked(_))
            && testimony.answer.is_complete()
    };
    let is_error = |problem: &Problem| problem.kind != ProblemKind::Opaque;
    script.problems.iter().any(is_error) || !script.problems.is_empty() && !testimonies.iter().any(is_taken)
}

/// The errors of a script with their places: the first error, or everything that is unknown.
fn complaint(path: &Path, text: &str, script: &Script, has_errors: bool) -> String {
    if let Some(problem) = script.problems.iter().find(|problem| problem.kind != ProblemKind::Opaque) {
        return diagnostics::render(path, text, problem);
    }
    let mut problems = script.problems.clone();
    if has_errors {
        problems.iter_mut().for_each(|problem| problem.kind = ProblemKind::Syntax);
    }
    diagnostics::render_all(path, text, &problems.iter().collect::<Vec<&Problem>>())
}

/// Options that a script sets and that are in none of the solvers' lists of options.
fn unlisted_options(script: &Script, solvers: &[Solver]) -> Vec<String> {
    let mut unlisted = Vec::new();
    for command in &script.commands {
        let Command::SetOption { keyword, value } = command else { continue };
        let setting = Setting::of_option(keyword, value);
        let known: Vec<bool> = solvers.iter().filter_map(|solver| solver.lists(&setting)).collect();
        if !known.is_empty() && !known.contains(&true) {
            unlisted.push(format!("no solver lists the option `{}` that the script sets", setting.text));
        }
    }
    unlisted
}

/// A test, with the result of our own search for a proof.
struct Proved {
    test: Test,
    /// Whether the evidence has changed.
    is_new: bool,
    /// Why there is no proof, if the search failed.
    undecided: Option<String>,
    /// How gainsay contradicts itself, if it does.
    contradiction: Option<String>,
}

/// Searches for a proof unless the test or the model of a solver is one already. Takes no longer than a solver
/// may. Derived evidence with a core is kept, since a proof has no core.
fn prove(test: Test, verdict: &Verdict, how: &Consultation) -> Proved {
    let known = Proved { test, is_new: false, undecided: None, contradiction: None };
    let evidence = known.test.evidence();
    let is_satisfied = verdict.models.contains(&Some(ModelVerdict::Valid));
    if is_satisfied || evidence.is_proof() || evidence.core().is_some() {
        return known;
    }
    let begun = Instant::now();
    let is_over = || is_interrupted() || begun.elapsed() > how.limits.wall;
    match Evidence::by_proving(&known.test.question(), Search::until(&is_over)) {
        Ok(proof) => match known.test.clone().with_proof(proof) {
            Ok(test) => Proved { test, is_new: true, ..known },
            Err(why) => known.contradicted(why),
        },
        Err(NoProof::Undecided(why)) => Proved { undecided: Some(why.to_string()), ..known },
        Err(NoProof::Alarm(why)) => known.contradicted(why),
    }
}

impl Proved {
    /// After a contradiction there is no evidence at all.
    fn contradicted(self, why: String) -> Proved {
        let test = Test::given(self.test.into_script(), Evidence::None);
        Proved { test, is_new: true, undecided: None, contradiction: Some(why) }
    }
}

/// The kind of evidence for the right answer, in a word.
fn evidence_word(test: &Test, verdict: &Verdict) -> Option<String> {
    let word = match test.evidence().word() {
        None => "witness",
        Some(word) => word,
    };
    verdict.truth.answer.is_known().then(|| word.to_owned())
}

/// The answers of each solver to the whole script as it stands; empty unless it answered every question.
fn ask_whole(script: &Script, solvers: &[Solver], how: &Consultation) -> Result<Vec<Vec<Status>>, AskError> {
    let text = Printer::default().script(&with_settings(script.questions_only()));
    let complete =
        |outcome: &answer::Outcome| outcome.is_decided() || matches!(outcome, answer::Outcome::Unknown(_));
    let mut all = Vec::new();
    for solver in solvers {
        let answer = match would_misread(solver, &script.terms, &text) {
            Some(_) => None,
            None => {
                let answer = ask_text(solver, &mut solver.clone(), &text, &how.limits)?;
                Some(answer).filter(|answer| complete(&answer.outcome))
            }
        };
        // If the number of answers is wrong, it is not clear which questions they belong to.
        let told = answer.filter(|answer| answer.statuses.len() == answer.questions);
        all.push(told.map_or(Vec::new(), |answer| answer.statuses));
    }
    Ok(all)
}

/// The script with settings that make its questions independent of a solver's defaults; repeated after each
/// `(reset)`, which drops them.
fn with_settings(mut script: Script) -> Script {
    let Some(setting) = ask::Kind::of(&script).and_then(|kind| kind.settings(&script)) else { return script };
    let commands = std::mem::take(&mut script.commands);
    script.commands.push(setting.clone());
    for command in commands {
        let is_reset = command == Command::Reset;
        script.commands.push(command);
        script.commands.extend(is_reset.then(|| setting.clone()));
    }
    script
}
