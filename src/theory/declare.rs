//! Reads an operator's declaration, written in the notation of the standard's theory files.
//!
//! ```text
//! (bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc)
//! ((_ extract i j) (_ BitVec n) (_ BitVec (+ (- i j) 1)) :where (< i n) (<= j i))
//! (par (X Y) (select (Array X Y) X Y))
//! ```
//! Declarations are part of the program, so a bad one is a bug of ours and panics when the table is first used.

use super::Nonlinear;
use super::signature::{Condition, MAX_SIZES, Pattern, Relation, Shape, Signature, Size};
use super::sort::PLAIN_SORTS;
use crate::sexp::{Kind, Node, Tape};

/// A declaration as read.
pub struct Declaration {
    pub name: &'static str,
    pub signature: Signature,
    pub commutative: bool,
    pub partial: bool,
    /// Names under which models give the values that the standard leaves open.
    pub open: Vec<&'static str>,
    pub nonlinear: Option<Nonlinear>,
    pub dialect: Option<&'static str>,
    /// Spellings of older versions of the standard: kept when a script that uses them is printed.
    pub old: Vec<&'static str>,
    /// Other spellings that solvers take: read, and printed as the standard's.
    pub also: Vec<&'static str>,
}

pub fn declaration(text: &'static str) -> Declaration {
    let tape = Tape::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    // The text is static, but a node's lifetime is the tape's; names are taken from the text by position.
    let root = tape.root(text);
    let mut items: Vec<Node<'_>> = root.children().collect();
    let mut reader = Reader { text, params: Vec::new(), sizes: Vec::new() };
    if items[0].is_symbol("par") {
        reader.params = items[1].children().map(|param| param.text().to_owned()).collect();
        items = items[2].children().collect();
    }
    reader.read(&items)
}

struct Reader {
    text: &'static str,
    params: Vec<String>,
    /// Names of indices and widths, by slot.
    sizes: Vec<String>,
}

impl Reader {
    fn read(&mut self, items: &[Node<'_>]) -> Declaration {
        let mut indices = Some(0);
        let name = if items[0].is_list() {
            let parts: Vec<Node<'_>> = items[0].children().collect();
            indices = if parts.last().is_some_and(|part| part.is_symbol("*")) {
                None
            } else {
                parts[2..].iter().for_each(|index| self.sizes.push(index.text().to_owned()));
                Some(parts.len() as u8 - 2)
            };
            self.name(&parts[1])
        } else {
            self.name(&items[0])
        };
        let sorts = items[1..].iter().take_while(|item| item.kind() != Kind::Keyword).count();
        let mut patterns: Vec<Pattern> = items[1..=sorts].iter().map(|item| self.pattern(item)).collect();
        let Some(result) = patterns.pop() else { panic!("{}: no result sort", self.text) };
        let mut declaration = Declaration {
            name,
            signature: Signature {
                indices,
                params: self.params.len() as u8,
                args: patterns.into(),
                result,
                shape: Shape::Fixed,
                conditions: Box::default(),
            },
            commutative: false,
            partial: false,
            open: Vec::new(),
            nonlinear: None,
            dialect: None,
            old: Vec::new(),
            also: Vec::new(),
        };
        self.attributes(&items[1 + sorts..], &mut declaration);
        assert!(self.sizes.len() <= MAX_SIZES, "{}: too many sizes", self.text);
        declaration
    }

    fn attributes(&mut self, items: &[Node<'_>], declaration: &mut Declaration) {
        let mut at = 0;
        while at < items.len() {
            let keyword = items[at].text();
            at += 1;
            let values = items[at..].iter().take_while(|item| item.kind() != Kind::Keyword).count();
            let values = &items[at..at + values];
            at += values.len();
            match keyword {
                ":left-assoc" => declaration.signature.shape = Shape::LeftAssoc,
                ":right-assoc" => declaration.signature.shape = Shape::RightAssoc,
                ":chainable" => declaration.signature.shape = Shape::Chainable,
                ":pairwise" => declaration.signature.shape = Shape::Pairwise,
                ":variadic" => declaration.signature.shape = Shape::Variadic,
                ":commutative" => declaration.commutative = true,
                ":partial" => declaration.partial = true,
                ":open" => declaration.open = values.iter().map(|value| self.name(value)).collect(),
                ":nonlinear" => declaration.nonlinear = Some(self.nonlinear(values)),
                ":dialect" => declaration.dialect = values.first().map(|value| self.name(value)),
                ":old" => declaration.old = values.iter().map(|value| self.name(value)).collect(),
                ":also" => declaration.also = values.iter().map(|value| self.name(value)).collect(),
                ":where" => {
                    declaration.signature.conditions =
                        values.iter().map(|value| self.condition(value)).collect();
                }
                other => panic!("{}: unknown attribute {other}", self.text),
            }
        }
    }

    fn nonlinear(&self, values: &[Node<'_>]) -> Nonlinear {
        match values.first().map(Node::text) {
            Some("product") => Nonlinear::Product,
            Some("quotient") => Nonlinear::Quotient,
            Some("always") => Nonlinear::Always,
            Some("transcendental") => Nonlinear::Transcendental,
            _ => panic!("{}: nonlinear in which way?", self.text),
        }
    }

    fn name(&self, node: &Node<'_>) -> &'static str {
        let token = node.token();
        crate::sexp::symbol_name(&self.text[token.start..token.end])
    }

    fn pattern(&mut self, node: &Node<'_>) -> Pattern {
        if let Some(name) = node.symbol() {
            if let Some(param) = self.params.iter().position(|param| param == name) {
                return Pattern::Param(param as u8);
            }
            let found = PLAIN_SORTS.iter().find(|plain| plain.0 == name);
            return Pattern::Sort(found.unwrap_or_else(|| panic!("{}: no sort {name}", self.text)).1);
        }
        let parts: Vec<Node<'_>> = node.children().collect();
        let head = parts[0].text();
        match (head, parts.len()) {
            ("_", 3) if parts[1].is_symbol("BitVec") => Pattern::BitVec(self.size(&parts[2])),
            ("_", 4) if parts[1].is_symbol("FloatingPoint") => {
                Pattern::Float(self.size(&parts[2]), self.size(&parts[3]))
            }
            ("Array", 3) => Pattern::Array(Box::new([self.pattern(&parts[1]), self.pattern(&parts[2])])),
            ("Seq", 2) => Pattern::Seq(Box::new(self.pattern(&parts[1]))),
            ("Set", 2) => Pattern::Set(Box::new(self.pattern(&parts[1]))),
            ("->", _) => Pattern::Map(parts[1..].iter().map(|part| self.pattern(part)).collect()),
            _ => panic!("{}: no sort {}", self.text, node.text()),
        }
    }

    fn size(&mut self, node: &Node<'_>) -> Size {
        if let Some(constant) = node.numeral() {
            return Size::Constant(i64::from(constant));
        }
        if let Some(name) = node.symbol() {
            let slot = self.sizes.iter().position(|size| size == name).unwrap_or_else(|| {
                self.sizes.push(name.to_owned());
                self.sizes.len() - 1
            });
            return Size::Variable(slot as u8);
        }
        let parts: Vec<Node<'_>> = node.children().collect();
        let pair = Box::new([self.size(&parts[1]), self.size(&parts[2])]);
        match parts[0].text() {
            "+" => Size::Sum(pair),
            "-" => Size::Difference(pair),
            "*" => Size::Product(pair),
            other => panic!("{}: no arithmetic {other}", self.text),
        }
    }

    fn condition(&mut self, node: &Node<'_>) -> Condition {
        let parts: Vec<Node<'_>> = node.children().collect();
        let relation = Relation::of_symbol(parts[0].text())
            .unwrap_or_else(|| panic!("{}: no relation {}", self.text, parts[0].text()));
        Condition { relation, left: self.size(&parts[1]), right: self.size(&parts[2]) }
    }
}
