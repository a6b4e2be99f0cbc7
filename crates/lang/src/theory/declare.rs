//! Reads an operator's declaration, written in the notation of the standard's theory files.
//!
//! ```text
//! (bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc)
//! ((_ extract i j) (_ BitVec n) (_ BitVec (+ (- i j) 1)) :where (< i n) (<= j i))
//! (par (X Y) (select (Array X Y) X Y))
//! ```
//! Declarations are part of the program, so a bad one is a bug of ours and panics when the table is first used.

use super::Nonlinear;
use super::notation::Notation;
use super::signature::{Pattern, Shape, Signature};
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
    let mut reader = Reader { text, notation: Notation::default() };
    if items[0].is_symbol("par") {
        reader.notation.params = items[1].children().map(|param| param.text().to_owned()).collect();
        items = items[2].children().collect();
    }
    reader.read(&items)
}

struct Reader {
    text: &'static str,
    notation: Notation,
}

impl Reader {
    fn read(&mut self, items: &[Node<'_>]) -> Declaration {
        let mut indices = Some(0);
        let name = if items[0].is_list() {
            let parts: Vec<Node<'_>> = items[0].children().collect();
            indices = if parts.last().is_some_and(|part| part.is_symbol("*")) {
                None
            } else {
                parts[2..].iter().for_each(|index| self.notation.sizes.push(index.text().to_owned()));
                Some(parts.len() as u8 - 2)
            };
            self.name(&parts[1])
        } else {
            self.name(&items[0])
        };
        let sorts = items[1..].iter().take_while(|item| item.kind() != Kind::Keyword).count();
        let mut patterns: Vec<Pattern> =
            items[1..=sorts].iter().map(|item| sound(self.text, self.notation.sort(item))).collect();
        let Some(result) = patterns.pop() else { panic!("{}: no result sort", self.text) };
        let mut declaration = Declaration {
            name,
            signature: Signature {
                indices,
                params: self.notation.params.len() as u8,
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
                    let conditions = values.iter().map(|value| self.notation.condition(value));
                    declaration.signature.conditions = sound(self.text, conditions.collect());
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
}

/// A part of a declaration that was read. As declarations are ours, an error is a bug.
fn sound<T>(text: &str, part: Result<T, String>) -> T {
    part.unwrap_or_else(|problem| panic!("{text}: {problem}"))
}
