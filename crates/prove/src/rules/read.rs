//! Reads rules in our own notation.

use super::pattern::{TermPattern, numeral};
use super::{Class, Inversion, Parameter, Rule, RuleKind};
use gainsay_lang::script::Literal;
use gainsay_lang::sexp::{Kind, Lexer, Node, Tape};
use gainsay_lang::theory::notation::Notation;
use gainsay_lang::theory::signature::{Pattern, Size};
use gainsay_lang::theory::table;
use gainsay_lang::value::{Bits, Rational, Text};
use gainsay_lang::words::{did_you_mean, joined};

/// Why a rule cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct RuleError {
    /// File and line.
    pub place: String,
    pub message: String,
}

/// Reads all rules of a text; `file` is for messages.
pub fn read_rules(file: &str, text: &str) -> Result<Vec<Rule>, RuleError> {
    let (rules, errors) = read_what_can_be_read(file, text);
    errors.into_iter().next().map_or(Ok(rules), Err)
}

/// The rules of a text that can be read, and the errors of the others.
pub fn read_what_can_be_read(file: &str, text: &str) -> (Vec<Rule>, Vec<RuleError>) {
    let mut lexer = Lexer::new(text);
    let mut tape = Tape::default();
    let (mut rules, mut errors) = (Vec::<Rule>::new(), Vec::new());
    loop {
        let first = lexer.token();
        if first.kind == Kind::End {
            return (rules, errors);
        }
        let line = text[..first.start].matches('\n').count() + 1;
        let place = format!("{file}:{line}");
        let mut fail = |message: String| errors.push(RuleError { place: place.clone(), message });
        if let Err(malformed) = tape.read(&mut lexer, first) {
            // The start of the next rule is not known.
            fail(malformed.to_string());
            return (rules, errors);
        }
        match Reader::default().rule(&tape.root(text), &place) {
            Ok(rule) if rules.iter().any(|other| other.name == rule.name) => {
                fail(format!("there is a rule `{}` already", rule.name));
            }
            Ok(rule) => rules.push(rule),
            Err(message) => fail(message),
        }
    }
}

#[derive(Default)]
struct Reader {
    names: Vec<String>,
    notation: Notation,
}

/// The keyword arguments of a rule.
#[derive(Default)]
struct Attributes<'a> {
    /// For each of `:x` and `:y`, the term and the `:given` that follows it.
    x: Option<(Node<'a>, Option<Node<'a>>)>,
    y: Option<(Node<'a>, Option<Node<'a>>)>,
    constants: Option<Node<'a>>,
    improve: Option<Node<'a>>,
    conditions: Vec<Node<'a>>,
}

impl Reader {
    fn rule(&mut self, root: &Node<'_>, place: &str) -> Result<Rule, String> {
        let items: Vec<Node<'_>> = root.children().collect();
        let form = form_of(&items)?;
        let misshapen = || format!("this is not of the form {form}");
        let [word, name, parameters, rest @ ..] = items.as_slice() else {
            return Err(misshapen());
        };
        let name = name.symbol().ok_or("a rule begins with its name, a symbol")?.to_owned();
        let parameters =
            parameters.children().map(|node| self.parameter(&node)).collect::<Result<Vec<_>, _>>()?;
        self.names = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let count = rest.iter().take_while(|item| item.kind() != Kind::Keyword).count();
        let attributes = attributes(&rest[count..])?;
        let kind = match (word.symbol(), &rest[..count]) {
            (Some("define-weakening"), [strong, weak]) => {
                RuleKind::Weakening { strong: self.term(strong)?, weak: self.term(weak)? }
            }
            (Some("define-rule"), [left, right]) => {
                RuleKind::Equality { given: None, left: self.term(left)?, right: self.term(right)? }
            }
            (Some("define-cond-rule"), [given, left, right]) => RuleKind::Equality {
                given: Some(self.term(given)?),
                left: self.term(left)?,
                right: self.term(right)?,
            },
            (Some("define-fusion"), [fused]) if parameters.len() >= 3 => {
                let (Some(x), Some(y)) = (attributes.x, attributes.y) else {
                    return Err("a fusion must say with :x and :y how to recover x and y from z".to_owned());
                };
                RuleKind::Fusion {
                    fused: self.term(fused)?,
                    x: Box::new(self.inversion(x)?),
                    y: Box::new(self.inversion(y)?),
                    constants: attributes.constants.map(|node| self.term(&node)).transpose()?,
                    improve: attributes.improve.map(|node| self.improvement(&node)).transpose()?,
                }
            }
            _ => return Err(misshapen()),
        };
        let conditions = attributes.conditions.iter().map(|node| self.notation.condition(node));
        let conditions = conditions.collect::<Result<_, _>>()?;
        let class = |name: &String| if name == "?Arith" { Class::Arith } else { Class::Any };
        Ok(Rule {
            name,
            place: place.to_owned(),
            parameters,
            sorts: self.notation.params.iter().map(class).collect(),
            sizes: self.notation.sizes.len(),
            conditions,
            kind,
        })
    }

    fn parameter(&mut self, node: &Node<'_>) -> Result<Parameter, String> {
        let parts: Vec<Node<'_>> = node.children().collect();
        match parts.as_slice() {
            [name, sort] => {
                let name = name.symbol().ok_or("a parameter's name is a symbol")?.to_owned();
                Ok(Parameter { name, sort: self.notation.sort(sort)? })
            }
            _ => Err(format!("`{}` is not a parameter: write (name Sort)", node.text())),
        }
    }

    /// An improvement: `(d TERM)`
    fn improvement(&mut self, node: &Node<'_>) -> Result<(usize, TermPattern), String> {
        let parts: Vec<Node<'_>> = node.children().collect();
        let [name, term] = parts.as_slice() else {
            return Err(format!("`{}` is not an improvement: write (constant TERM)", node.text()));
        };
        let constant = self.names.iter().position(|other| name.is_symbol(other)).filter(|&at| at > 2);
        let constant = constant.ok_or_else(|| format!("`{}` is not a constant of the rule", name.text()))?;
        Ok((constant, self.term(term)?))
    }

    fn inversion(&mut self, (term, given): (Node<'_>, Option<Node<'_>>)) -> Result<Inversion, String> {
        let given = given.map(|node| self.term(&node)).transpose()?;
        Ok(Inversion { term: self.term(&term)?, given })
    }

    fn term(&mut self, node: &Node<'_>) -> Result<TermPattern, String> {
        if !node.is_list() {
            return self.atom(node);
        }
        let parts: Vec<Node<'_>> = node.children().collect();
        let Some((head, args)) = parts.split_first() else {
            return Err("`()` is not a term".to_owned());
        };
        if head.is_symbol("_") {
            return self.indexed_constant(node, args);
        }
        let args = args.iter().map(|arg| self.term(arg)).collect::<Result<Box<[_]>, _>>()?;
        if let Some(name) = head.symbol() {
            return operator(name, Box::default(), None, args);
        }
        let inner: Vec<Node<'_>> = head.children().collect();
        match inner.as_slice() {
            [under, name, indices @ ..] if under.is_symbol("_") => {
                let indices =
                    indices.iter().map(|index| self.notation.size(index)).collect::<Result<_, _>>()?;
                operator(name.symbol().unwrap_or_default(), indices, None, args)
            }
            [word, name, sort] if word.is_symbol("as") => {
                let sort = self.notation.sort(sort)?;
                operator(name.symbol().unwrap_or_default(), Box::default(), Some(sort), args)
            }
            _ => Err(format!("`{}` is not a function", head.text())),
        }
    }

    /// An indexed constant: `(_ bv1 n)`, `(_ +oo e s)`.
    fn indexed_constant(&mut self, node: &Node<'_>, parts: &[Node<'_>]) -> Result<TermPattern, String> {
        let [name, indices @ ..] = parts else { return Err(format!("`{}` is not a term", node.text())) };
        let name = name.symbol().unwrap_or_default();
        let value = name.strip_prefix("bv").and_then(|digits| digits.parse().ok());
        if let (Some(value), [width]) = (value, indices) {
            return Ok(TermPattern::Bits { value, width: self.notation.size(width)? });
        }
        let indices = indices.iter().map(|index| self.notation.size(index)).collect::<Result<_, _>>()?;
        operator(name, indices, None, Box::default())
    }

    fn atom(&self, node: &Node<'_>) -> Result<TermPattern, String> {
        let text = node.text();
        let literal = match node.kind() {
            Kind::Numeral => numeral(text),
            Kind::Decimal => Rational::parse_decimal(text).map(Literal::Real),
            Kind::Hex => Bits::from_hex(&text[2..]).map(Literal::Bits),
            Kind::Binary => Bits::from_binary(&text[2..]).map(Literal::Bits),
            Kind::String => Text::from_literal(&text[1..text.len() - 1]).map(Literal::Text),
            _ if text == "true" || text == "false" => Some(Literal::Bool(text == "true")),
            _ => {
                let parameter = self.names.iter().position(|name| name == text);
                return match parameter {
                    Some(at) => Ok(TermPattern::Parameter(at as u8)),
                    None => operator(node.symbol().unwrap_or(text), Box::default(), None, Box::default()),
                };
            }
        };
        literal.map(TermPattern::Literal).ok_or_else(|| format!("`{text}` is not a literal"))
    }
}

fn operator(
    name: &str,
    indices: Box<[Size]>,
    ascribed: Option<Pattern>,
    args: Box<[TermPattern]>,
) -> Result<TermPattern, String> {
    match table().meanings(name) {
        [] => Err(format!(
            "`{name}` is neither a parameter of the rule nor an operator (see `gainsay list ops`)"
        )),
        ops => Ok(TermPattern::Apply { ops, indices, ascribed, args }),
    }
}

fn attributes<'a>(items: &[Node<'a>]) -> Result<Attributes<'a>, String> {
    let mut found = Attributes::default();
    let mut last = None;
    for pair in items.chunks(2) {
        let [keyword, value] = pair else { return Err(format!("`{}` lacks its value", pair[0].text())) };
        match (keyword.text(), last) {
            (":x", _) => found.x = Some((*value, None)),
            (":y", _) => found.y = Some((*value, None)),
            (":given", Some(":x")) => found.x = found.x.map(|(term, _)| (term, Some(*value))),
            (":given", Some(":y")) => found.y = found.y.map(|(term, _)| (term, Some(*value))),
            (":constants", _) => found.constants = Some(*value),
            (":improve", _) => found.improve = Some(*value),
            (":where", _) => found.conditions.push(*value),
            (other, _) => return Err(format!("there is no attribute {other} here")),
        }
        last = Some(keyword.text());
    }
    Ok(found)
}

/// The expected form of a rule that begins like this one.
fn form_of(items: &[Node<'_>]) -> Result<&'static str, String> {
    let word = items.first().map_or("", Node::text);
    let known = FORMS.iter().find(|(name, _)| *name == word);
    let names = || FORMS.iter().map(|(name, _)| *name);
    known.map(|(_, form)| *form).ok_or_else(|| {
        let meant = did_you_mean(word, names());
        format!("`{word}` is not a kind of rule{meant}; there are {}", joined(names()))
    })
}

/// The kinds of rules, with their forms.
const FORMS: [(&str, &str); 4] = [
    ("define-weakening", "(define-weakening NAME (PARAMETERS) STRONG WEAK :where CONDITION ..)"),
    ("define-rule", "(define-rule NAME (PARAMETERS) LEFT RIGHT :where CONDITION ..)"),
    ("define-cond-rule", "(define-cond-rule NAME (PARAMETERS) GIVEN LEFT RIGHT :where CONDITION ..)"),
    (
        "define-fusion",
        "(define-fusion NAME ((x SORT) (y SORT) (z SORT) CONSTANTS) TERM :x TERM :given TERM :y TERM :given TERM \
         :where CONDITION ..)",
    ),
];
