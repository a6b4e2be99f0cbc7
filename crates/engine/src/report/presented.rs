//! A bug's script as it is handed out, and what the solver prints for exactly that.

use super::scripts::{Form, readable};
use crate::answer::{Answer, Outcome};
use crate::consult::model_reading;
use crate::judge::{ModelVerdict, ShownBy, examine_model};
use crate::script::Script;
use crate::triage::Confirmed;

/// What a reader gets.
pub struct Presented {
    /// The text of `bug.smt2`.
    pub script: String,
    /// What the solver did with it.
    pub answer: Answer,
    /// What the program says of its build.
    pub build: Option<String>,
}

/// The form that reads best of those that still show the bug; each is asked, so that what stands in the folder was seen.
pub fn present(confirmed: &Confirmed) -> Presented {
    let build = confirmed.solver.version_line();
    // A leak of state shows in a session, which is not asked again.
    if confirmed.finding.telling().shown_by != ShownBy::Session {
        let mut last = String::new();
        for form in Form::ALL {
            let script = readable(confirmed, form);
            if script == last {
                continue;
            }
            if let Ok(answer) = confirmed.solver.run_on(&script, confirmed.limits())
                && shows(confirmed, &script, &answer)
            {
                return Presented { script, answer, build };
            }
            last = script;
        }
    }
    Presented { script: confirmed.session_text(), answer: confirmed.answer.clone(), build }
}

/// Whether an answer is as wrong as the one that was confirmed.
fn shows(confirmed: &Confirmed, script: &str, answer: &Answer) -> bool {
    let is_same = match (&answer.outcome, &confirmed.answer.outcome) {
        (Outcome::Crash(one), Outcome::Crash(other)) => one == other,
        (one, other) => one.word() == other.word(),
    };
    is_same
        && match confirmed.finding.telling().shown_by {
            ShownBy::Model => has_wrong_model(confirmed, script, answer),
            ShownBy::Core => answer.core == confirmed.answer.core,
            ShownBy::Reply => {
                let said =
                    |answer: &Answer| (answer.asides.clone(), answer.core.clone(), answer.model.clone());
                said(answer) == said(&confirmed.answer)
            }
            ShownBy::Answer | ShownBy::Crash | ShownBy::SanitizerReport | ShownBy::Repetition => true,
            ShownBy::OtherSeed | ShownBy::Session | ShownBy::Time | ShownBy::Memory => true,
        }
}

fn has_wrong_model(confirmed: &Confirmed, script: &str, answer: &Answer) -> bool {
    let question = Script::read(script);
    let reading = model_reading(&confirmed.solver);
    let verdict = answer.model.as_ref().map(|model| examine_model(&question.question(), model, reading));
    matches!(verdict, Some(ModelVerdict::Invalid(_)))
}

impl Presented {
    /// All that the solver printed.
    pub fn output(&self) -> String {
        let Answer { stdout, stderr, .. } = &self.answer;
        let newline = if stdout.is_empty() || stdout.ends_with('\n') { "" } else { "\n" };
        format!("{stdout}{newline}{stderr}")
    }
}
