//! Reads atoms: literals, names, and the numbers that only some solvers take.

use super::super::terms::{Literal, Term};
use super::names::{Binding, Identifier, words};
use super::{Fail, Reader};
use crate::sexp::{Kind, Token};
use crate::symbols::Symbol;
use crate::theory::arithmetic;
use crate::theory::sort::Sort;
use crate::value::{Bits, FieldElement, Int, Rational, Text};

impl Reader<'_> {
    pub(super) fn atom(&mut self, token: Token) -> Result<Term, Fail> {
        let text = self.lexer.text(token);
        let literal = match token.kind {
            Kind::Symbol | Kind::Quoted => return self.name(token),
            Kind::Numeral if self.numerals_are_real => Literal::Real(Rational::from(int(text, token)?)),
            Kind::Numeral => Literal::Int(int(text, token)?),
            Kind::Decimal if self.is_rounded(text) => return Ok(self.rounded(token)),
            Kind::Decimal => Literal::Real(
                Rational::parse_decimal(text).ok_or_else(|| Fail::syntax(token.start, "a bad decimal"))?,
            ),
            Kind::Hex => Literal::Bits(bits(Bits::from_hex(&text[2..]), token)?),
            Kind::Binary => Literal::Bits(bits(Bits::from_binary(&text[2..]), token)?),
            Kind::String => match self.string(&text[1..text.len() - 1]) {
                Some(text) => Literal::Text(text),
                None => return Ok(self.opaque_literal(token)),
            },
            Kind::End => return Err(Fail::syntax(token.start, "the text ends inside a term")),
            _ => return Err(Fail::syntax(token.start, format!("expected a term, found `{text}`"))),
        };
        Ok(self.script.terms.literal(literal))
    }

    fn string(&self, raw: &str) -> Option<Text> {
        if self.options.old_strings { Text::from_old_literal(raw) } else { Text::from_literal(raw) }
    }

    /// A string literal whose meaning solvers do not agree on is kept as it is, and never judged.
    fn opaque_literal(&mut self, token: Token) -> Term {
        let text = self.script.terms.symbols.intern(self.lexer.text(token));
        let mut identifier = Identifier::plain(text, text, token.start);
        identifier.ascribed = Some(Sort::STRING);
        self.opaque(&identifier, &[])
    }

    /// A number that was printed rounded is kept as an opaque term, as its value is not known.
    fn rounded(&mut self, token: Token) -> Term {
        let text = format!("{} (rounded)", self.lexer.text(token));
        let text = self.script.terms.symbols.intern(&text);
        let mut identifier = Identifier::plain(text, text, token.start);
        identifier.ascribed = Some(Sort::REAL);
        self.opaque(&identifier, &[])
    }

    fn name(&mut self, token: Token) -> Result<Term, Fail> {
        let symbol = self.script.terms.symbols.intern(self.lexer.name(token));
        match self.binding(symbol) {
            Binding::Term(term) | Binding::Constant(term) => Ok(term),
            Binding::Free if self.is_rounded(self.lexer.text(token)) => Ok(self.rounded(token)),
            Binding::Free if symbol.0 >= words().table_names => {
                if let Some(element) = FieldElement::from_literal(self.lexer.text(token)) {
                    return Ok(self.script.terms.literal(Literal::Field(element)));
                }
                match self.signed_number(self.lexer.text(token)) {
                    Some(term) => Ok(term),
                    None => {
                        let identifier = self.plain(symbol, token);
                        self.apply_identifier(&identifier, &[])
                    }
                }
            }
            _ => {
                let identifier = self.plain(symbol, token);
                self.apply_identifier(&identifier, &[])
            }
        }
    }

    /// `-5`, `-1.5`, `2.` and `1/3`: symbols for the standard, numbers for z3 and for lenient cvc5.
    pub(super) fn signed_number(&mut self, text: &str) -> Option<Term> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let number = match digits.split_once('/') {
            Some((over, under)) => {
                let parts = [Rational::parse_decimal(over)?, Rational::parse_decimal(under)?];
                let parts = parts.map(|part| self.script.terms.literal(Literal::Real(part)));
                self.script.terms.apply_ops(&[arithmetic().divide], &[], None, &parts).ok()?
            }
            None if digits.contains('.') || self.numerals_are_real => {
                let value = Rational::parse_decimal(digits.strip_suffix('.').unwrap_or(digits))?;
                self.script.terms.literal(Literal::Real(value))
            }
            None => self.script.terms.literal(Literal::Int(Int::from_radix(digits, 10)?)),
        };
        if !negative {
            return Some(number);
        }
        let negations = [arithmetic().negate_int, arithmetic().negate_real];
        self.script.terms.apply_ops(&negations, &[], None, &[number]).ok()
    }

    fn plain(&mut self, symbol: Symbol, token: Token) -> Identifier {
        let text = match token.kind {
            Kind::Quoted => self.script.terms.symbols.intern(self.lexer.text(token)),
            _ => symbol,
        };
        Identifier::plain(symbol, text, token.start)
    }
}

fn int(text: &str, token: Token) -> Result<Int, Fail> {
    Int::parse(text).ok_or_else(|| Fail::syntax(token.start, "a bad numeral"))
}

fn bits(bits: Option<Bits>, token: Token) -> Result<Bits, Fail> {
    bits.ok_or_else(|| Fail::syntax(token.start, "a bad bit-vector literal"))
}
