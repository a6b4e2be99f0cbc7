//! Filters scripts before they are sent to a solver. Solvers have commands and options that read and write files or start
//! programs, and a script may come from another user. So only listed commands are sent. A script with any other command is
//! not sent at all, because it might ask something else without it. Options that name files are left out.

use super::output::{elements, end_of_list};
use gainsay_lang::quote::one_line;
use gainsay_lang::script::COMMANDS;
use gainsay_lang::sexp::{Kind, Lexer};
use std::borrow::Cow;

/// Commands that are sent besides those that gainsay reads ([`COMMANDS`], which declare, assert, ask, or show what is known
/// of the answer), in alphabetical order.
const FURTHER: [&str; 21] = [
    "check-synth",
    "constraint",
    "declare-heap",
    "declare-map",
    "declare-pool",
    "declare-rel",
    "declare-tactic",
    "declare-type-var",
    "declare-var",
    "define",
    "get-abduct-next",
    "get-difficulty",
    "get-interpolant-next",
    "get-interpolants",
    "get-learned-literals",
    "get-timeout-core",
    "help-tactic",
    "query",
    "rule",
    "synth-fun",
    "synth-inv",
];

/// Those that take options of the solver as `:name value`.
const WITH_OPTIONS: [&str; 6] = ["apply", "check-sat-using", "declare-tactic", "eval", "query", "simplify"];

/// What becomes of a command.
enum Fate {
    Sent,
    LeftOut,
    /// Nothing of its script is sent, and why.
    Refused(String),
}

/// The part of a script that is asked: the question, without commands that affect how the answer is reported. It leaves out
/// remarks such as `:status`, since some solvers abort when they disagree; `echo`, whose text could be taken for an answer; and
/// options that name files. Text that is not a command is kept. An error says why nothing of it may be sent.
pub fn as_asked(script: &str) -> Result<Cow<'_, str>, String> {
    cut(script, &["set-info", "echo"])
}

/// The script with all that does no harm.
pub fn without_harm(script: &str) -> Result<Cow<'_, str>, String> {
    cut(script, &[])
}

fn cut<'a>(script: &'a str, left_out: &[&str]) -> Result<Cow<'a, str>, String> {
    if let Some(what) = ambiguous(script) {
        return Err(format!("it is not sent to solvers, since some would read it as another script: {what}"));
    }
    let mut sent = String::new();
    // The text before this position is in `sent`, or was left out.
    let mut copied = 0;
    let mut at = 0;
    while let Some(byte) = script.as_bytes().get(at) {
        let rest = &script[at..];
        let end = match byte {
            b'(' => end_of_list(rest),
            b';' => rest.find('\n'),
            b'"' | b'|' => rest[1..].find(*byte as char).map(|end| end + 2),
            _ => rest.find(['(', ';', '"', '|']),
        };
        if *byte == b'(' {
            match fate(&rest[..end.unwrap_or(rest.len())], end.is_some(), left_out) {
                Fate::Sent => {}
                Fate::LeftOut => {
                    sent.push_str(&script[copied..at]);
                    copied = at + end.unwrap_or(rest.len());
                }
                Fate::Refused(why) => return Err(why),
            }
        }
        let Some(end) = end else { break };
        at += end;
    }
    if copied == 0 {
        return Ok(Cow::Borrowed(script));
    }
    sent.push_str(&script[copied..]);
    Ok(Cow::Owned(sent))
}

fn fate(command: &str, is_complete: bool, left_out: &[&str]) -> Fate {
    let name = name_of(command);
    if COMMANDS.binary_search(&name).is_err() && FURTHER.binary_search(&name).is_err() {
        return Fate::Refused(format!(
            "not sent to solvers: only commands that are known to do no harm are, and `{}` is none of them",
            one_line(&name.chars().take(LONGEST_NAME).collect::<String>())
        ));
    }
    match name {
        // Some solvers obey an option before its end.
        "set-option" if !is_complete => {
            Fate::Refused("not sent to solvers: it ends within a command that sets an option".to_owned())
        }
        "set-option" if is_harmful(&elements(command)) => Fate::LeftOut,
        _ if left_out.contains(&name) && is_complete => Fate::LeftOut,
        _ if WITH_OPTIONS.contains(&name) && has_harmful_options(command) => {
            Fate::Refused(format!("not sent to solvers: its command `{name}` names a file"))
        }
        _ => Fate::Sent,
    }
}

/// How much of an unknown name is shown.
const LONGEST_NAME: usize = 40;

/// The first word of a command, as it is written: `|exit|` is no command by the standard, and one for some solvers.
fn name_of(command: &str) -> &str {
    let mut lexer = Lexer::new(command);
    lexer.token();
    let name = lexer.token();
    lexer.text(name)
}

/// Whether a command sets an option that may lead a solver to a file. Solvers run in an empty folder, so only paths lead out of it.
fn is_harmful(set_option: &[&str]) -> bool {
    match set_option {
        [_, name, values @ ..] => {
            names_a_file(name) || values.iter().any(|value| value.contains(['/', '\\']))
        }
        _ => true,
    }
}

/// Whether an option within a command, such as one of a tactic, may lead a solver to a file.
fn has_harmful_options(command: &str) -> bool {
    let mut lexer = Lexer::new(command);
    let mut is_value = false;
    loop {
        let token = lexer.token();
        let text = lexer.text(token);
        match token.kind {
            Kind::End => return false,
            Kind::Keyword if names_a_file(text) => return true,
            _ if is_value && text.contains(['/', '\\']) => return true,
            kind => is_value = kind == Kind::Keyword,
        }
    }
}

/// Matches `:regular-output-channel`, `:diagnostic-output-channel`, and solvers' own options such as cvc5's `:out` and z3's
/// `:sat.drat.file` and `:solver.smtlib2_log`. Solvers may ignore the case of
/// names. Anything but a plain keyword is treated like such an option.
fn names_a_file(option: &str) -> bool {
    let is_plain = |name: &str| !name.is_empty() && !name.contains(['|', '"', '(', ')']);
    let Some(name) = option.strip_prefix(':').filter(|name| is_plain(name)) else { return true };
    let name = name.to_ascii_lowercase();
    let mut words = name.split(['-', '_', '.']);
    words.any(|word| ["channel", "file", "filename", "log", "out", "err", "dump"].contains(&word))
}

/// Text that solvers tokenise differently, so that a command for one solver is a comment or a name for another. The standard
/// allows none of it. Returns a description of the first such text.
fn ambiguous(script: &str) -> Option<&'static str> {
    let bytes = script.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| b";|\"".contains(byte)) {
        let start = at + found;
        let end_with = if bytes[start] == b';' { b'\n' } else { bytes[start] };
        let inside = &bytes[start + 1..];
        let inside = &inside[..inside.iter().position(|&byte| byte == end_with).unwrap_or(inside.len())];
        let backslashes = inside.iter().rev().take_while(|&&byte| byte == b'\\').count();
        match bytes[start] {
            b';' if inside.strip_suffix(b"\r").unwrap_or(inside).contains(&b'\r') => {
                return Some("a comment with a carriage return in it");
            }
            b'|' if inside.contains(&b'\\') => return Some("a quoted symbol with a backslash in it"),
            b'|' if bytes[..start].ends_with(b"#") => return Some("a comment that begins with `#|`"),
            b'"' if backslashes % 2 == 1 => return Some("a quote after a backslash"),
            _ => at = (start + inside.len() + 2).min(bytes.len()),
        }
    }
    None
}
