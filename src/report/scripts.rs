//! The scripts of a bug's folder.

use crate::answer::Status;
use crate::eval::{Model, model_text};
use crate::evidence::{self, Evidence};
use crate::judge::ShownBy;
use crate::quote::one_line;
use crate::script::{Command, Printer, Script};
use crate::triage::Confirmed;

/// How a script is laid out for people, the best to read first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// With the right answer, and without asking for models that nobody needs.
    Bare,
    /// With the right answer.
    Labelled,
    Plain,
}

impl Form {
    pub const ALL: [Form; 3] = [Form::Bare, Form::Labelled, Form::Plain];
}

/// The script as it was asked, laid out for people.
pub fn readable(confirmed: &Confirmed, form: Form) -> String {
    let mut script = Script::read(&confirmed.text);
    let kind = confirmed.finding.kind;
    // A solver that aborts when its answer differs from the status could not show its own.
    let ends_on_status = !confirmed.solver.profile.patterns.status_abort.is_empty();
    // What the answer should have been has nothing to do with a crash.
    let has_status = confirmed.truth != Status::Unknown && !kind.is_fault() && !ends_on_status;
    // It is that of the question before anything is blocked, and not of the last one.
    let has_status = has_status && !script.commands.iter().any(Command::is_block);
    if form != Form::Plain && has_status {
        script.set_status(confirmed.truth.word());
    }
    if form == Form::Bare && !matches!(kind.row().telling.shown_by, ShownBy::Model | ShownBy::Reply) {
        script.commands.retain(|command| match command {
            Command::GetModel => false,
            Command::SetOption { keyword, .. } => &**keyword != ":produce-models",
            _ => true,
        });
    }
    Printer::pretty().script(&script)
}

/// The script with the values of the witness in place of declarations: any solver must say sat. `None` if there is no
/// witness, or if it cannot be written so that our own evaluator sees it hold.
pub fn witness(confirmed: &Confirmed) -> Option<String> {
    let Evidence::Witness(witness) = &confirmed.test.evidence() else { return None };
    let script = &confirmed.test.question();
    let mut printer = Printer::pretty();
    let mut out = String::new();
    for command in &script.commands {
        let value = match command {
            Command::CheckSat | Command::SetOption { .. } => continue,
            command if command.is_about_answer() => continue,
            Command::Declare { decl, .. } => witness.model().get(*decl).map(|value| (*decl, value.clone())),
            _ => None,
        };
        match value {
            Some((decl, value)) => {
                let mut alone = Model::default();
                alone.set(&script.terms, decl, value).ok()?;
                out.push_str(&model_text(&script.terms, &alone));
            }
            None => {
                printer.write_command(&mut out, &script.terms, command);
                out.push('\n');
            }
        }
    }
    out.push_str("(check-sat)\n");
    let holds = evidence::witness(&Script::read(&out).question(), Model::default()).is_ok();
    holds.then_some(out)
}

/// A regression test as cvc5 has them; `None` where nobody knows what to expect.
pub fn regression(confirmed: &Confirmed) -> Option<String> {
    if confirmed.expected == Status::Unknown || confirmed.finding.telling().shown_by == ShownBy::Session {
        return None;
    }
    let mut script = Script::read(&confirmed.text);
    // What the answers to earlier questions must be is not known.
    if script.commands.iter().filter(|command| command.is_question()).count() > 1 {
        return None;
    }
    let is_option = |command: &Command| matches!(command, Command::SetOption { .. });
    script.commands.retain(|command| !is_option(command) && !command.is_about_answer());
    let needed = confirmed.solver.arguments_for(&confirmed.text);
    let own = confirmed.solver.arguments.iter().chain(needed).map(String::as_str);
    let arguments: Vec<&str> = own.chain(confirmed.finding.kind.row().check_option).collect();
    let mut out = String::new();
    if !arguments.is_empty() {
        out.push_str(&format!("; COMMAND-LINE: {}\n", one_line(&arguments.join(" "))));
    }
    out.push_str(&format!("; EXPECT: {}\n", confirmed.expected.word()));
    Printer::pretty().write_script(&mut out, &script);
    Some(out)
}
