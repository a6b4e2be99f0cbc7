//! Asks solvers about a script, question by question, and judges what they say.

use super::diagnostics;
use super::record::{Place, Record};
use crate::answer::{self, Status};
use crate::consult::{Consultation, consult, consult_text, would_misread};
use crate::evidence::{Evidence, Test};
use crate::judge::{Alarm, judge};
use crate::script::{Printer, ProblemKind, Script};
use crate::solver::{AskError, Solver};
use crate::strategy::written::{Found, Header};
use std::path::Path;

/// What came of one script.
pub struct Examined {
    pub records: Vec<Record>,
    /// What is wrong with the script, if anything is.
    pub complaint: String,
}

pub fn examine(
    path: &Path,
    text: &str,
    solvers: &[Solver],
    how: &Consultation,
) -> Result<Examined, AskError> {
    let script = Script::read(text);
    let claimed = script.info(":status").map(str::to_owned);
    let file = path.to_string_lossy().into_owned();
    if !script.is_understood() {
        let problem = script.problems.iter().find(|problem| problem.kind != ProblemKind::Opaque);
        let complaint = problem.map_or_else(String::new, |problem| diagnostics::render(path, text, problem));
        let testimonies = consult_text(text, solvers, &how.limits)?;
        let verdict = judge(&Test::given(script, Evidence::None), &testimonies);
        let place = Place { file, question: 1, questions: 1, understood: false, claimed };
        let records = vec![Record::new(place, &testimonies, &verdict, Vec::new())];
        return Ok(Examined { records, complaint });
    }
    // What stands in front of a script is about its last question.
    let header = Header::read(text);
    let questions = script.questions();
    let count = questions.len();
    let whole = if script.is_incremental() { ask_whole(&script, solvers, how)? } else { Vec::new() };
    let mut records = Vec::new();
    for (at, question) in questions.into_iter().enumerate() {
        let mut testimonies = consult(&question, solvers, how)?;
        for (testimony, answers) in testimonies.iter_mut().zip(&whole) {
            testimony.in_script = answers.get(at).copied();
        }
        let header = if at + 1 == count { &header } else { &Header::default() };
        let Found { test, remarks, alarm } = header.find_evidence(question);
        let mut verdict = judge(&test, &testimonies);
        verdict.alarms.extend(alarm.map(|why| Alarm { solver: String::new(), why }));
        let claimed = if count == 1 { claimed.clone() } else { None };
        let place =
            Place { file: file.clone(), question: at + 1, questions: count, understood: true, claimed };
        records.push(Record::new(place, &testimonies, &verdict, remarks));
    }
    Ok(Examined { records, complaint: String::new() })
}

/// The answers of each solver to the script as it stands, where it answered all questions.
fn ask_whole(script: &Script, solvers: &[Solver], how: &Consultation) -> Result<Vec<Vec<Status>>, AskError> {
    let text = Printer::default().script(&script.questions_only());
    let complete =
        |outcome: &answer::Outcome| outcome.is_decided() || matches!(outcome, answer::Outcome::Unknown(_));
    let mut all = Vec::new();
    for solver in solvers {
        let answer = match would_misread(solver, &script.terms, &text) {
            Some(_) => None,
            None => Some(solver.ask_fresh(&text, &how.limits)?).filter(|answer| complete(&answer.outcome)),
        };
        // Fewer or more answers cannot be told apart.
        let told = answer.filter(|answer| answer.statuses.len() == answer.questions);
        all.push(told.map_or(Vec::new(), |answer| answer.statuses));
    }
    Ok(all)
}
