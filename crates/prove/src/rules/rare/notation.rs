//! Translates cvc5's notation for terms in rules and proofs to SMT-LIB.
//!
//! It differs in three ways: indices are arguments (`(extract 3 0 x)`) and may be computed from widths; a
//! name may stand for a list of arguments; and some operators are cvc5's own, with an `@`. What cannot be
//! translated is an error, never a guess.

use gainsay_eval::eval::{Limits, Model, eval};
use gainsay_lang::script::{ReadOptions, Script};
use gainsay_lang::sexp::{Kind, Lexer, Node, Tape};
use gainsay_lang::theory::signature::Shape;
use gainsay_lang::theory::table;
use gainsay_lang::value::{Int, Value};

/// The meaning of the names in a term.
pub trait Names {
    /// The SMT-LIB terms that a name stands for: one, or those of a list. `None` if the name is unknown.
    fn meaning(&self, name: &str) -> Option<&[String]>;

    /// Whether a name stands for a list, of whatever length.
    fn is_list(&self, name: &str) -> bool;

    /// The script that declares the symbols of the terms.
    fn script(&self) -> &Script;
}

/// Operators on lists with their values for the empty list. `concat` is missing, since there is no empty
/// bit-vector.
const OF_NOTHING: &str = r#"
((and true) (or false) (+ 0) (* 1) (str.++ "") (re.++ (str.to_re "")) (re.union re.none) (re.inter re.all))
"#;

/// Nesting limit of terms, so that reading can be recursive.
pub const DEEPEST: usize = 200;

/// Length limit of a term: names can stand for long terms and occur often.
const LONGEST: usize = 100_000;

/// Translates a term to SMT-LIB. The nesting must not exceed [`DEEPEST`].
pub fn in_smtlib(names: &impl Names, node: &Node<'_>) -> Result<String, String> {
    match in_smtlib_each(names, node)?.as_slice() {
        [term] => Ok(term.clone()),
        _ => Err(format!("the list `{}` is no argument of an operator", node.text())),
    }
}

/// Translates an argument, which is several terms if it is a list.
fn in_smtlib_each(names: &impl Names, node: &Node<'_>) -> Result<Vec<String>, String> {
    if !node.is_list() {
        let meaning = node.symbol().and_then(|name| names.meaning(name));
        return Ok(meaning.map_or_else(|| vec![atom(node.text())], <[String]>::to_vec));
    }
    let parts: Vec<Node<'_>> = node.children().collect();
    let Some((head, args)) = parts.split_first() else {
        return Err("`()` is not a term".to_owned());
    };
    let Some(name) = head.symbol() else {
        let function = in_smtlib_each(names, head)?.concat();
        return Ok(vec![application(&function, &all(names, args)?)?]);
    };
    let term = match (name, args) {
        ("as", _) => node.text().to_owned(),
        ("let", [bindings, body]) => bound(names, bindings, body)?,
        ("@bv" | "bv", [value, width]) => vector(&number(names, value)?, &number(names, width)?)?,
        ("@bvsize" | "bvsize", [vector]) => width(names, vector)?.to_string(),
        ("@from_bools" | "@bbterm", [_, ..]) => from_bits(&all(names, args)?)?,
        ("@set.empty_of_type", [of]) => format!("(as set.empty {})", sort_of_type(names, of)?),
        ("@seq.empty_of_type", [of]) => match sort_of_type(names, of)?.as_str() {
            "String" => "\"\"".to_owned(),
            sort => format!("(as seq.empty {sort})"),
        },
        _ => match indices(name, args.len()) {
            Some(count) => {
                let (indices, args) = args.split_at(count);
                let indices = indices.iter().map(|index| number(names, index));
                let indices = indices.collect::<Result<Vec<Int>, _>>()?;
                if indices.iter().any(Int::is_negative) {
                    return Err(format!("an index of `{name}` is negative"));
                }
                let indices: Vec<String> = indices.iter().map(Int::to_string).collect();
                application(&format!("(_ {name} {})", indices.join(" ")), &all(names, args)?)?
            }
            None => listed(names, name, args)?,
        },
    };
    Ok(vec![term])
}

/// The value of a term that must be a number.
pub fn number(names: &impl Names, node: &Node<'_>) -> Result<Int, String> {
    let term = in_smtlib(names, node)?;
    if let Some(number) = Int::parse(&term) {
        return Ok(number);
    }
    let mut script = names.script().clone();
    let read = script.read_terms(&[&term], ReadOptions::default()).pop();
    let value = match read {
        Some(Ok(term)) => eval(&script.terms, term, &Model::default(), Limits::default()).ok(),
        _ => None,
    };
    match value {
        Some(Value::Int(number)) => Ok(number),
        _ => Err(format!("`{}` is no known number", node.text())),
    }
}

fn width(names: &impl Names, node: &Node<'_>) -> Result<u32, String> {
    let mut script = names.script().clone();
    let term = in_smtlib(names, node)?;
    let read = script.read_terms(&[&term], ReadOptions::default()).pop();
    let sort = read.and_then(Result::ok).map(|term| script.terms.sort(term));
    let width = sort.and_then(|sort| script.terms.sorts.width(sort));
    width.ok_or_else(|| format!("`{}` is no vector", node.text()))
}

/// The sort that `(@type_of x)` denotes.
fn sort_of_type(names: &impl Names, node: &Node<'_>) -> Result<String, String> {
    let parts: Vec<Node<'_>> = node.children().collect();
    let [word, term] = parts.as_slice() else { return Ok(node.text().to_owned()) };
    if !word.is_symbol("@type_of") {
        return Ok(node.text().to_owned());
    }
    let mut script = names.script().clone();
    let term = in_smtlib(names, term)?;
    match script.read_terms(&[&term], ReadOptions::default()).pop() {
        Some(Ok(term)) => Ok(script.terms.sorts.to_text(&script.terms.symbols, script.terms.sort(term))),
        _ => Err(format!("`{}` has no sort", node.text())),
    }
}

fn all(names: &impl Names, nodes: &[Node<'_>]) -> Result<Vec<String>, String> {
    let each = nodes.iter().map(|node| in_smtlib_each(names, node));
    Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
}

fn application(function: &str, args: &[String]) -> Result<String, String> {
    match args.iter().map(String::len).sum::<usize>() {
        LONGEST.. => Err("a term is too long".to_owned()),
        _ if args.is_empty() => Ok(format!("({function})")),
        _ => Ok(format!("({function} {})", args.join(" "))),
    }
}

/// An application in which lists may stand for arguments. With one argument left, it is that argument.
fn listed(names: &impl Names, name: &str, nodes: &[Node<'_>]) -> Result<String, String> {
    let has_list = nodes.iter().filter_map(Node::symbol).any(|argument| names.is_list(argument));
    if has_list && !takes_lists(name) {
        return Err(format!("`{name}` takes no list"));
    }
    let mut args = all(names, nodes)?;
    match args.len() {
        1 if has_list => Ok(args.remove(0)),
        0 if has_list => of_nothing(name).ok_or_else(|| format!("`{name}` of no arguments has no value")),
        _ => application(name, &args),
    }
}

/// Whether an operator accepts any number of arguments.
fn takes_lists(name: &str) -> bool {
    table().meanings(name).iter().any(|id| id.op().signature.shape != Shape::Fixed)
}

fn of_nothing(name: &str) -> Option<String> {
    let tape = Tape::parse(OF_NOTHING).ok()?;
    let mut rows = tape.root(OF_NOTHING).children().map(|row| row.children());
    let mut row = rows.find(|row| row.clone().next().is_some_and(|first| first.is_symbol(name)))?;
    row.nth(1).map(|value| value.text().to_owned())
}

/// The number of indices among the arguments of an operator in cvc5's notation; `None` if it has none.
pub fn indices(name: &str, arguments: usize) -> Option<usize> {
    table().meanings(name).iter().find_map(|id| {
        let signature = &id.op().signature;
        let count = usize::from(signature.indices?);
        (count > 0 && count + signature.args.len() == arguments).then_some(count)
    })
}

/// Translates `(let ((x t)) body)`; names bound by it keep their names.
fn bound(names: &impl Names, bindings: &Node<'_>, body: &Node<'_>) -> Result<String, String> {
    let mut pairs = String::new();
    for binding in bindings.children() {
        let parts: Vec<Node<'_>> = binding.children().collect();
        let [name, term] = parts.as_slice() else {
            return Err(format!("`{}` is no binding", binding.text()));
        };
        pairs += &format!("({} {})", name.text(), in_smtlib(names, term)?);
    }
    Ok(format!("(let ({pairs}) {})", in_smtlib(names, body)?))
}

/// The bit-vector of this width with this value, modulo a power of two.
fn vector(value: &Int, width: &Int) -> Result<String, String> {
    match width.to_usize() {
        Some(width @ 1..=4096) => Ok(format!("(_ bv{} {width})", value.mod_pow2(width))),
        _ => Err(format!("there are no vectors of width {width}")),
    }
}

/// The bit-vector of these bits, the least significant one first.
fn from_bits(bits: &[String]) -> Result<String, String> {
    let bits: Vec<String> = bits.iter().rev().map(|bit| format!("(ite {bit} #b1 #b0)")).collect();
    match bits.as_slice() {
        [bit] => Ok(bit.clone()),
        _ => application("concat", &bits),
    }
}

/// Translates numbers as cvc5 writes them: `-3`, `1/2`, `-1/2`.
fn atom(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = match digits.split_once('/') {
        Some((over, under)) if is_number(over) && is_number(under) => format!("(/ {over}.0 {under}.0)"),
        None if is_number(digits) && !sign.is_empty() => digits.to_owned(),
        _ => return text.to_owned(),
    };
    if sign.is_empty() { number } else { format!("(- {number})") }
}

/// Whether a text is nested deeper than [`DEEPEST`].
pub fn is_too_deep(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    let mut depth = 0_usize;
    loop {
        match lexer.token().kind {
            Kind::Open if depth == DEEPEST => return true,
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::End | Kind::Bad => return false,
            _ => {}
        }
    }
}
