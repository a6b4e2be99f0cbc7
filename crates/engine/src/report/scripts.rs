//! The scripts of a bug's folder.

use crate::triage::Confirmed;
use gainsay_eval::eval::{Model, model_text};
use gainsay_judge::judge::ShownBy;
use gainsay_lang::answer::Status;
use gainsay_lang::quote::one_line;
use gainsay_lang::script::{Command, Printer, Script};
use gainsay_prove::evidence::{self, Evidence};

/// The layout of a script for readers, the most readable first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// With the right answer as `:status`, without asking for models unless the bug needs them.
    Bare,
    /// With the right answer as `:status`.
    Labelled,
    Plain,
}

impl Form {
    pub const ALL: [Form; 3] = [Form::Bare, Form::Labelled, Form::Plain];
}

/// The script that was asked, in a layout for readers.
pub fn readable(confirmed: &Confirmed, form: Form) -> String {
    let mut script = Script::read(&confirmed.text);
    let kind = confirmed.finding.kind;
    // A solver that aborts when its answer differs from `:status` could not show its wrong answer.
    let ends_on_status = !confirmed.solver.profile.patterns.status_abort.is_empty();
    // The right answer has nothing to do with a crash.
    let has_status = confirmed.truth != Status::Unknown && !kind.is_fault() && !ends_on_status;
    // After models were blocked, the status of the last question is not the one that is known.
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

/// The script with the witness's values as definitions: every solver must say sat. `None` if there is no
/// witness, or if our own evaluator does not confirm the resulting script.
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

/// A regression test in cvc5's format; `None` if the expected answer is unknown.
pub fn regression(confirmed: &Confirmed) -> Option<String> {
    if confirmed.expected == Status::Unknown || confirmed.finding.telling().shown_by == ShownBy::Session {
        return None;
    }
    let mut script = Script::read(&confirmed.text);
    // The right answers to earlier questions are not known.
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
