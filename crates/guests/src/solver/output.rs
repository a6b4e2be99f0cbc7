//! Cutting a solver's output into replies, whatever it looks like.
//!
//! A reply is a line of text or an S-expression at the beginning of a line. Output is not trusted to be well
//! formed: a list that never closes was cut short, so everything inside it is part of something else and no reply.
//! The exception is an error message, which hides nothing that follows. No recursion, so lists can be nested
//! arbitrarily deep.

/// One reply of a solver, as a piece of its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    Line(&'a str),
    List(&'a str),
    /// A value or a symbol in quotes, which repeats what the script says.
    Quoted(&'a str),
    /// A list that never closes, with all that follows.
    Torn(&'a str),
}

/// After this many errors that never close, reading stops: each costs a scan of all the rest.
const MOST_UNCLOSED: usize = 100;

/// The beginning of a reply that is an error message.
pub const ERROR: &str = "(error";

/// The replies in order, without empty lines.
pub fn replies(output: &str) -> Vec<Reply<'_>> {
    let mut replies = Vec::new();
    let mut unclosed = 0;
    let mut rest = output.trim_start();
    while !rest.is_empty() {
        let list_end = if rest.starts_with('(') { end_of_list(rest) } else { None };
        let end = match list_end {
            Some(end) => {
                replies.push(Reply::List(&rest[..end]));
                end
            }
            // A quoted value may contain line feeds.
            None if rest.starts_with(['"', '|']) => {
                let end = end_of_quoted(rest);
                replies.push(Reply::Quoted(&rest[..end]));
                end
            }
            None if rest.starts_with('(') && (!rest.starts_with(ERROR) || unclosed >= MOST_UNCLOSED) => {
                replies.push(Reply::Torn(rest));
                break;
            }
            None => {
                unclosed += usize::from(rest.starts_with('('));
                let end = rest.find('\n').unwrap_or(rest.len());
                replies.push(Reply::Line(rest[..end].trim_end()));
                end
            }
        };
        rest = rest[end..].trim_start();
    }
    replies
}

/// The length of the quoted text that `text` begins with; all of it if it never ends. A doubled quote splits it
/// into two quoted texts, which makes no difference.
fn end_of_quoted(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    find(&text.as_bytes()[1..], quote).map_or(text.len(), |end| end + 2)
}

/// The length of the list that `text` begins with; `None` if it does not end.
pub fn end_of_list(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            // A doubled quote inside a string looks like the end of one string and the start of another, which
            // makes no difference.
            quote @ (b'"' | b'|') => at += 1 + find(&bytes[at + 1..], quote)?,
            b';' => at += find(&bytes[at..], b'\n')?,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The elements of a list, one level deep, as text without comments.
pub fn elements(list: &str) -> Vec<&str> {
    let inner = list.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or("");
    let mut elements = Vec::new();
    let mut rest = inner.trim_start();
    while let Some(first) = rest.bytes().next() {
        let end = match first {
            b';' => rest.find('\n').unwrap_or(rest.len()),
            b'(' => end_of_list(rest).unwrap_or(rest.len()),
            b'"' | b'|' => end_of_quoted(rest),
            _ => rest.find(|c: char| c.is_whitespace() || "()\";|".contains(c)).unwrap_or(rest.len()).max(1),
        };
        if first != b';' {
            elements.push(&rest[..end]);
        }
        rest = rest[end..].trim_start();
    }
    elements
}

/// The commands of a script; `None` if it does not consist of complete commands.
pub fn commands(script: &str) -> Option<Vec<&str>> {
    let mut commands = Vec::new();
    let mut rest = script.trim_start();
    while !rest.is_empty() {
        let end = match rest.as_bytes()[0] {
            b';' => rest.find('\n').unwrap_or(rest.len()),
            b'(' => end_of_list(rest)?,
            _ => return None,
        };
        if rest.starts_with('(') {
            commands.push(&rest[..end]);
        }
        rest = rest[end..].trim_start();
    }
    Some(commands)
}

/// Prefix of the commands that ask a question.
pub const CHECK: &str = "check-sat";
/// Prefix of the commands that exclude a model.
pub const BLOCK: &str = "block-model";

/// The first word of a list.
pub fn head(list: &str) -> &str {
    let inner = list.strip_prefix('(').unwrap_or(list).trim_start();
    let end = inner.find(|c: char| c.is_whitespace() || "()\";|".contains(c)).unwrap_or(inner.len());
    &inner[..end]
}

fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|&byte| byte == wanted)
}
