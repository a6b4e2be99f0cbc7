//! Texts in which printers name repeated parts, as in `(let ((a!1 (f x))) (g a!1 a!1))`.

use gainsay_lang::hash::HashMap;
use gainsay_lang::sexp::{Kind, Lexer, Node, Tape};
use std::fmt::Write;

/// The longest expression that is written out; longer texts are left as they are.
const LONGEST: usize = 1 << 16;

/// The elements of the list below any number of `let`s, each with its names written out; `None` if the text does
/// not have that form, or is too long written out.
pub fn elements_below_lets(text: &str) -> Option<Vec<String>> {
    let tape = Tape::parse(text).ok()?;
    let mut node = tape.root(text);
    let mut names: Names<'_> = HashMap::default();
    while let Some((bindings, body)) = as_let(node) {
        // Names that are bound together are not visible in each other's definitions.
        let mut bound = Vec::new();
        for binding in bindings.children() {
            let mut parts = binding.children();
            let (name, value) = (parts.next()?, parts.next()?);
            bound.push((name.text(), written_out(value, &names)?));
        }
        names.extend(bound);
        node = body;
    }
    if !node.is_list() {
        return None;
    }
    node.children().map(|element| written_out(element, &names)).collect()
}

/// The definition of each name, written out.
type Names<'a> = HashMap<&'a str, String>;

/// The bindings and the body of a `let`.
fn as_let(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let mut parts = node.children();
    let is_let = parts.next()?.text() == "let";
    let (bindings, body) = (parts.next()?, parts.next()?);
    (is_let && bindings.is_list() && parts.next().is_none()).then_some((bindings, body))
}

fn written_out(node: Node<'_>, names: &Names<'_>) -> Option<String> {
    let text = node.text();
    if names.is_empty() {
        return Some(text.to_owned());
    }
    if !node.is_list() {
        return Some(names.get(text).map_or_else(|| text.to_owned(), String::clone));
    }
    let (mut out, mut copied) = (String::with_capacity(text.len()), 0);
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.token();
        match token.kind {
            Kind::End => break,
            Kind::Symbol if lexer.text(token) == "let" => return bound_again(text, names),
            Kind::Symbol => {
                if let Some(meant) = names.get(lexer.text(token)) {
                    out.push_str(&text[copied..token.start]);
                    out.push_str(meant);
                    copied = token.end;
                }
            }
            _ => {}
        }
        if out.len() > LONGEST {
            return None;
        }
    }
    out.push_str(&text[copied..]);
    Some(out)
}

/// A text that has a `let` of its own and may redefine names: it is not substituted, but wrapped in a `let` that
/// binds the names it uses.
fn bound_again(text: &str, names: &Names<'_>) -> Option<String> {
    let mut used: Vec<&str> = Vec::new();
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.token();
        let word = lexer.text(token);
        match token.kind {
            Kind::End => break,
            Kind::Symbol if names.contains_key(word) && !used.contains(&word) => used.push(word),
            _ => {}
        }
    }
    if used.is_empty() {
        return Some(text.to_owned());
    }
    let mut out = "(let (".to_owned();
    for name in used {
        // Writing to a string never fails.
        let _ = write!(out, "({name} {})", names.get(name)?);
    }
    let _ = write!(out, ") {text})");
    (out.len() <= LONGEST).then_some(out)
}
