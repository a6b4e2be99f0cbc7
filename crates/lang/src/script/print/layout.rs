//! Line breaks and indentation.

use super::Printer;
use super::atoms::push_symbol;
use crate::script::terms::{Term, Terms, View};
use crate::script::walk::TermMap;

impl Printer {
    /// Whether a term does not fit on the rest of the line.
    pub(super) fn breaks(&self, out: &str, term: Term) -> bool {
        let Some(width) = self.width else { return false };
        let line_start =
            out[self.column_start..].rfind('\n').map_or(self.column_start, |at| self.column_start + at + 1);
        out.len() - line_start + self.lengths.get(term) as usize > width
    }

    pub(super) fn new_line(&self, out: &mut String, indent: u32) {
        // Deep terms are not indented any further: the file would grow with the square of the depth.
        const DEEPEST: u32 = 60;
        out.push('\n');
        for _ in 0..indent.min(DEEPEST) {
            out.push(' ');
        }
    }

    /// Computes the length of each term on one line. Terms that a `let` names count as long as the name.
    pub(super) fn measure(&mut self, terms: &Terms, named: &[Vec<Term>]) {
        const TOO_LONG: u32 = 1 << 20;
        const NAME: u32 = 3;
        self.lengths.clear();
        let mut is_named = TermMap::new(false);
        named.iter().flatten().for_each(|&term| is_named.set(term, true));
        let mut scratch = String::new();
        for &term in self.sharing.order() {
            scratch.clear();
            self.push_head(&mut scratch, terms, term);
            let own = scratch.len() as u32 + 2;
            let length = terms.children(term).iter().fold(own, |sum, &child| {
                let length = if is_named.get(child) { NAME } else { self.lengths.get(child) };
                sum.saturating_add(length + 1).min(TOO_LONG)
            });
            self.lengths.set(term, length);
        }
    }

    /// Writes a term without its children, to measure it.
    fn push_head(&self, out: &mut String, terms: &Terms, term: Term) {
        match terms.view(term) {
            View::Literal(literal) => self.push_literal(out, literal),
            View::Variable(name) => push_symbol(out, terms.symbols.name(name)),
            View::Apply(function, args) => {
                self.push_function(out, terms, function, terms.sort(term), args.len());
            }
            View::Bind(..) | View::Match(..) | View::Annotated(..) => out.push_str("(forall ((  Int)))"),
        }
    }
}
