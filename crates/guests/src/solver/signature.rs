//! Signatures of crashes: they tell one crash of a solver from another, without the parts that change from run to
//! run.

use gainsay_lang::answer::{Signature, SignatureKind};
use std::path::Path;

/// How reports of sanitizers begin, after `==` and the process id.
const SANITIZERS: &[&str] = &[
    "ERROR: AddressSanitizer: ",
    "ERROR: HWAddressSanitizer: ",
    "ERROR: LeakSanitizer: ",
    "ERROR: MemorySanitizer: ",
    "ERROR: ThreadSanitizer: ",
    "ERROR: UndefinedBehaviorSanitizer: ",
    "WARNING: MemorySanitizer: ",
    "WARNING: ThreadSanitizer: ",
];

/// The text after the place in a report of undefined behaviour.
const UNDEFINED: &str = ": runtime error: ";

/// How many lines after the one that names an assertion still belong to it: the place, the condition.
const ASSERTION_LINES: usize = 4;

/// A message can contain a whole formula; its beginning identifies it well enough.
const MAXIMUM_LENGTH: usize = 300;

/// The signature of a sanitizer's report in the output, unless the script itself contains the text.
pub fn of_sanitizer(output: &str, script: &str) -> Option<Signature> {
    let lines: Vec<&str> = output.lines().collect();
    let reports = lines.iter().enumerate().filter_map(|(at, line)| Some((at, report(line)?)));
    let (at, what) = { reports }.find(|(at, _)| !script.contains(lines[*at].trim()))?;
    let frame = lines[at..].iter().find_map(|line| solver_frame(line)).unwrap_or_default();
    Some(signature(SignatureKind::Sanitizer, &format!("{what} {frame}")))
}

/// The signature of the first line with one of the patterns, and of the lines that belong to it.
pub fn of_message(kind: SignatureKind, output: &str, patterns: &[&str]) -> Option<Signature> {
    let mut lines = output.lines().skip_while(|line| !patterns.iter().any(|pattern| line.contains(pattern)));
    let first = lines.next()?;
    let following = if kind == SignatureKind::Assertion { ASSERTION_LINES } else { 0 };
    let message: Vec<&str> = std::iter::once(first)
        .chain(lines.map(str::trim).filter(|line| !line.is_empty()).take(following))
        .take_while(|line| !is_answer(line))
        .collect();
    Some(signature(kind, &message.join(" ")))
}

/// The signature of a death by signal, or by an exit code that means a crash. A preceding error message is about a place
/// in the script and says nothing about the death, so it is left out.
pub fn of_death(death: &str, last_line: &str) -> Signature {
    let is_telling = !last_line.is_empty() && !last_line.starts_with("(error");
    let text = if is_telling { format!("{death} after: {last_line}") } else { death.to_owned() };
    signature(SignatureKind::Signal, &text)
}

fn signature(kind: SignatureKind, text: &str) -> Signature {
    let words: Vec<String> = text.split_whitespace().map(normalise).collect();
    let text = words.join(" ");
    let end = text.char_indices().nth(MAXIMUM_LENGTH).map_or(text.len(), |(at, _)| at);
    Signature { kind, text: text[..end].to_owned() }
}

fn is_answer(line: &str) -> bool {
    matches!(line.trim(), "sat" | "unsat" | "unknown")
}

/// The finding of a sanitizer, if the line is the first one of its report, without process id, addresses and
/// values.
fn report(line: &str) -> Option<String> {
    if let Some((place, what)) = line.split_once(UNDEFINED) {
        let (rest, column) = place.rsplit_once(':')?;
        let (file, number) = rest.rsplit_once(':')?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_place = is_number(column) && is_number(number) && !file.contains([' ', '|', '"']);
        let file = Path::new(file).file_name()?.to_string_lossy();
        let what: Vec<&str> = what.split_whitespace().filter(|word| !has_value(word)).collect();
        return is_place.then(|| format!("undefined behaviour: {} at {file}:{number}", what.join(" ")));
    }
    let text = line.strip_prefix("==").and_then(|rest| rest.split_once("==")).map_or(line, |(_, rest)| rest);
    SANITIZERS.iter().find(|name| text.starts_with(**name))?;
    let (_, what) = text.split_once(": ")?;
    Some(what.split(" on ").next().unwrap_or(what).split(" (pid=").next().unwrap_or(what).to_owned())
}

/// Whether a word contains a computed value.
fn has_value(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit()) && !word.starts_with('\'')
}

/// A frame such as `#1 0x55d0 in smt::theory::f(int) /src/smt/theory.cpp:12:3`, unless it is one of the
/// sanitizer's own.
fn solver_frame(line: &str) -> Option<String> {
    let (number, frame) = line.trim().strip_prefix('#')?.split_once(" in ")?;
    let own = ["interceptor", "asan", "sanitizer", "libc.so", "operator new", "operator delete", "__GI_"];
    if !number.starts_with(|c: char| c.is_ascii_digit()) || own.iter().any(|word| frame.contains(word)) {
        return None;
    }
    // The folder differs between builds.
    let (function, place) = frame.rsplit_once(' ').unwrap_or((frame, ""));
    let file = place.rsplit('/').next().unwrap_or(place);
    Some(format!("in {function} {file}"))
}

/// A word without the parts that change from run to run: addresses, process ids (`==123==`), folders and temporary
/// names.
fn normalise(word: &str) -> String {
    if let Some((_, rest)) = word.strip_prefix("==").and_then(|rest| rest.split_once("==")) {
        return format!("=={rest}");
    }
    if let Some(at) = word.find("0x")
        && word[at + 2..].starts_with(|c: char| c.is_ascii_hexdigit())
    {
        let rest = word[at + 2..].trim_start_matches(|c: char| c.is_ascii_hexdigit());
        return format!("{}0x_{}", &word[..at], normalise(rest));
    }
    if word.contains("/tmp/") || word.contains("gainsay-") {
        return String::from("_");
    }
    match word.rfind('/') {
        // The folder of a source file differs between builds; its name and line do not.
        Some(at) if at > 0 && word[at + 1..].contains('.') => {
            let file = Path::new(word).file_name().map_or(word.into(), |name| name.to_string_lossy());
            file.into_owned()
        }
        _ => word.to_owned(),
    }
}
