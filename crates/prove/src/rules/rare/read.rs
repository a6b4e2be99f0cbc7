//! Reads files of rules in the notations of cvc5 and Carcara.

use super::{RareParameter, RareRule, notation};
use crate::rules::RuleError;
use gainsay_lang::sexp::{Kind, Lexer, Node, Tape};

/// The content of a rule file: the rules that can be read, and the errors of the others.
pub type RareFile = (Vec<RareRule>, Vec<RuleError>);

/// Reads rules if the text contains something that is specific to RARE or Carcara. Otherwise `None`: the
/// notations agree with ours on everything else, so such a file can be read as ours.
pub fn read_rare(file: &str, text: &str) -> Option<RareFile> {
    let (mut rules, mut errors) = (Vec::<RareRule>::new(), Vec::new());
    let mut is_rare = false;
    let mut lexer = Lexer::new(text);
    let mut tape = Tape::default();
    loop {
        let first = lexer.token();
        if first.kind == Kind::End {
            return is_rare.then_some((rules, errors));
        }
        let line = text[..first.start].matches('\n').count() + 1;
        let place = format!("{file}:{line}");
        let mut fail = |message: String| errors.push(RuleError { place: place.clone(), message });
        if let Err(malformed) = tape.read(&mut lexer, first) {
            // The start of the next rule is not known.
            fail(malformed.to_string());
            return is_rare.then_some((rules, errors));
        }
        let root = tape.root(text);
        is_rare |= is_written_in_rare(&root);
        match rule(&root, &place) {
            Ok(rule) if rules.iter().any(|other| other.name == rule.name) => {
                fail(format!("there is a rule `{}` already", rule.name));
            }
            Ok(rule) => rules.push(rule),
            Err(message) => fail(message),
        }
    }
}

/// Whether a rule is specific to RARE or Carcara, and not in our own notation.
fn is_written_in_rare(root: &Node<'_>) -> bool {
    let items: Vec<Node<'_>> = root.children().collect();
    let [word, _, parameters, rest @ ..] = items.as_slice() else { return false };
    let is_own = ["define-rule", "define-cond-rule"].iter().any(|own| word.is_symbol(own));
    let is_rare_sort = |sort: &str| ["?", "?BitVec", "?Array", "?Seq", "?Set", "?Bag"].contains(&sort);
    let has_rare_sort = |parameter: Node<'_>| {
        let parts: Vec<Node<'_>> = parameter.children().collect();
        parts.len() > 2 || parts.get(1).and_then(Node::symbol).is_some_and(is_rare_sort)
    };
    let begins_with =
        |node: &Node<'_>, word: &str| node.children().next().is_some_and(|at| at.is_symbol(word));
    if !is_own {
        return Form::of(word).is_some();
    }
    parameters.children().any(has_rare_sort)
        || rest.first().is_some_and(|node| begins_with(node, "def"))
        || rest.iter().any(|node| node.text().contains("(@"))
}

/// The syntax of a rule.
#[derive(Clone, Copy)]
enum Form {
    /// Left side and right side, optionally after a condition and before a context.
    Sides { condition: bool, context: bool },
    /// With keywords: Carcara's rules, and those of cvc5's signatures.
    Keywords,
}

impl Form {
    fn of(word: &Node<'_>) -> Option<Form> {
        match word.symbol()? {
            "define-rule" => Some(Form::Sides { condition: false, context: false }),
            "define-rule*" => Some(Form::Sides { condition: false, context: true }),
            "define-cond-rule" => Some(Form::Sides { condition: true, context: false }),
            "define-cond-rule*" => Some(Form::Sides { condition: true, context: true }),
            "declare-rare-rule" | "declare-rule" => Some(Form::Keywords),
            _ => None,
        }
    }
}

fn rule(root: &Node<'_>, place: &str) -> Result<RareRule, String> {
    let items: Vec<Node<'_>> = root.children().collect();
    let [word, name, parameters, rest @ ..] = items.as_slice() else {
        return Err("this is no rule: write (define-rule name (parameters) left right)".to_owned());
    };
    let form = Form::of(word).ok_or_else(|| format!("`{}` is not a kind of RARE rule", word.text()))?;
    if notation::is_too_deep(root.text()) {
        return Err("the rule is nested too deep".to_owned());
    }
    let mut rule = RareRule {
        name: name.symbol().ok_or("a rule begins with its name, a symbol")?.to_owned(),
        place: place.to_owned(),
        parameters: parameters.children().map(|node| parameter(&node)).collect::<Result<_, _>>()?,
        definitions: Vec::new(),
        conditions: Vec::new(),
        left: String::new(),
        right: String::new(),
    };
    match form {
        Form::Sides { condition, context } => with_sides(&mut rule, rest, condition, context)?,
        Form::Keywords => with_keywords(&mut rule, rest)?,
    }
    Ok(rule)
}

/// A parameter: `(x Int)`, `(xs ?BitVec :list)`. Other attributes of cvc5 do not affect the rule's meaning.
fn parameter(node: &Node<'_>) -> Result<RareParameter, String> {
    let parts: Vec<Node<'_>> = node.children().collect();
    let [name, sort, attributes @ ..] = parts.as_slice() else {
        return Err(format!("`{}` is not a parameter: write (name Sort)", node.text()));
    };
    let name = name.symbol().ok_or("a parameter's name is a symbol")?.to_owned();
    let unknown =
        attributes.iter().find(|attribute| ![":list", ":const", ":implicit"].contains(&attribute.text()));
    if let Some(unknown) = unknown {
        return Err(format!("the parameter `{name}` is `{}`, which is not known", unknown.text()));
    }
    let is_list = attributes.iter().any(|attribute| attribute.text() == ":list");
    Ok(RareParameter { name, sort: sort.text().to_owned(), is_list })
}

/// The form `(def (n term) ..)? condition? left right context?`
fn with_sides(rule: &mut RareRule, items: &[Node<'_>], condition: bool, context: bool) -> Result<(), String> {
    let is_definitions = |node: &Node<'_>| node.children().next().is_some_and(|first| first.is_symbol("def"));
    let items = match items {
        [first, rest @ ..] if is_definitions(first) => {
            rule.definitions = first.children().skip(1).map(|node| pair(&node)).collect::<Result<_, _>>()?;
            rest
        }
        _ => items,
    };
    let (conditions, sides) = items.split_at(usize::from(condition).min(items.len()));
    rule.conditions = conditions.iter().map(|node| node.text().to_owned()).collect();
    let (left, right) = match sides {
        [left, right] => (left, right),
        // The context is the full right side; in it, `_` stands for the rewritten left side, which is
        // rewritten further.
        [left, right, whole] if context => {
            rule.definitions.push(("_".to_owned(), right.text().to_owned()));
            (left, whole)
        }
        _ => return Err(format!("the rule has {} terms where two sides are expected", sides.len())),
    };
    (rule.left, rule.right) = (left.text().to_owned(), right.text().to_owned());
    Ok(())
}

fn pair(node: &Node<'_>) -> Result<(String, String), String> {
    let parts: Vec<Node<'_>> = node.children().collect();
    match parts.as_slice() {
        [name, term] if name.symbol().is_some() => Ok((name.text().to_owned(), term.text().to_owned())),
        _ => Err(format!("`{}` is not a definition: write (name term)", node.text())),
    }
}

/// The form `:premises (..) :args (..) :conclusion (= left right)`
fn with_keywords(rule: &mut RareRule, items: &[Node<'_>]) -> Result<(), String> {
    for pair in items.chunks(2) {
        let [keyword, value] = pair else { return Err(format!("`{}` lacks its value", pair[0].text())) };
        match keyword.text() {
            ":args" => {}
            ":premises" => rule.conditions = value.children().map(|node| node.text().to_owned()).collect(),
            ":conclusion" => {
                let parts: Vec<Node<'_>> = value.children().collect();
                (rule.left, rule.right) = match parts.as_slice() {
                    [equal, left, right] if equal.text() == "=" => {
                        (left.text().to_owned(), right.text().to_owned())
                    }
                    _ => (value.text().to_owned(), "true".to_owned()),
                };
            }
            other => return Err(format!("what {other} means for the rule is not known")),
        }
    }
    if rule.left.is_empty() {
        return Err("the rule has no :conclusion".to_owned());
    }
    Ok(())
}
