//! Text from outside, made harmless for the place where it is shown: a terminal, Markdown, XML.
//!
//! Symbols, file names and the output of solvers may contain anything. Code that prints them in a message, or puts
//! them into a file of another language, uses the function for that place.

use std::borrow::Cow;
use std::fmt::Write;

/// Text whose control characters can be seen and do nothing. Line feeds and tabs stay.
///
/// Escapes are JSON's (`\u001b`), so that the meaning of a line of JSON does not change.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |c| acts(c) && !matches!(c, '\n' | '\t'))
}

/// As [`visible`], on a single line: for values inside a line or a table, where a line feed could forge another one.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, acts)
}

/// Whether a character does something instead of being seen: control characters, and those that change the direction
/// of the text or hide in it.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            _ if !is_escaped(c) => out.push(c),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a string does not fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    Cow::Owned(out)
}

/// As [`visible`], but escape sequences that only set a colour or a weight stay: this program prints such itself.
pub fn visible_in_colour(text: &str) -> Cow<'_, str> {
    const START: &str = "\u{1b}[";
    if !text.contains(START) {
        return visible(text);
    }
    let mut pieces = text.split(START);
    let mut out = visible(pieces.next().unwrap_or_default()).into_owned();
    for piece in pieces {
        match piece.split_once('m').filter(|(codes, _)| codes.split(';').all(is_colour)) {
            Some((codes, rest)) => {
                let _ = write!(out, "{START}{codes}m");
                out.push_str(&visible(rest));
            }
            None => {
                out.push_str(&visible(START));
                out.push_str(&visible(piece));
            }
        }
    }
    Cow::Owned(out)
}

/// Whether the number in an escape sequence only changes how text looks, and does not hide it.
fn is_colour(code: &str) -> bool {
    matches!(code.parse(), Ok(0u8..=4 | 22..=24 | 30..=37 | 39 | 90..=97)) && code.len() <= 2
}

/// A fenced block of code in Markdown; the fence is longer than any run of backticks in the text.
pub fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat((longest_run(text, '`') + 1).max(3));
    let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{}{newline}{fence}\n", visible(text))
}

/// A code span inside a line of Markdown, fenced in the same way.
pub fn code(text: &str) -> String {
    let text = one_line(text);
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(|run| run.chars().count()).max().unwrap_or(0)
}

/// Plain text inside a line of Markdown: characters that would be markup or HTML are escaped.
pub fn markdown(text: &str) -> String {
    let text = one_line(text);
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let special = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '&' | '~' => true,
            // Inside a word an underscore is no markup, as in QF_BV.
            '_' => !(before.is_alphanumeric() && characters.peek().is_some_and(|c| c.is_alphanumeric())),
            '#' | '-' | '+' | '=' => out.is_empty(),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// Text for XML and HTML, also in attributes. XML has no way to write most control characters.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            _ if acts(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}
