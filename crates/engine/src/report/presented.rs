//! The script of a bug as it is handed out, with what the solver prints for exactly that script.

use super::scripts::{Form, readable};
use crate::consult::model_reading;
use crate::triage::Confirmed;
use gainsay_guests::solver::without_harm;
use gainsay_judge::judge::{ModelVerdict, ShownBy, examine_model};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::Script;

/// The script to hand out and the solver's answer to it.
pub struct Presented {
    /// The text of `bug.smt2`.
    pub script: String,
    /// The solver's answer to it.
    pub answer: Answer,
    /// The program's own description of its build.
    pub build: Option<String>,
}

/// The most readable form of the script that still shows the bug. The solver is asked about each form, so its
/// recorded output is real.
pub fn present(confirmed: &Confirmed) -> Presented {
    let build = confirmed.solver.version_line();
    // A leak of state shows only in a session, and sessions are not repeated.
    if confirmed.finding.telling().shown_by != ShownBy::Session {
        let mut last = String::new();
        for form in Form::ALL {
            let script = readable(confirmed, form);
            if script == last {
                continue;
            }
            if let Ok(sent) = without_harm(&script)
                && let Ok(answer) = confirmed.solver.run_on(&sent, confirmed.limits())
                && shows(confirmed, &script, &answer)
            {
                return Presented { script, answer, build };
            }
            last = script;
        }
    }
    Presented { script: confirmed.session_text(), answer: confirmed.answer.clone(), build }
}

/// Whether an answer is wrong in the same way as the confirmed one.
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
