//! Where lines are broken.

use super::Printer;
use super::atoms::push_symbol;
use crate::script::terms::{Head, Term, Terms, View};

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

    /// How long each term is on one line, shared terms counted by their text.
    pub(super) fn measure(&mut self, terms: &Terms) {
        const TOO_LONG: u32 = 1 << 20;
        self.lengths.clear();
        let mut scratch = String::new();
        for &term in self.sharing.order() {
            scratch.clear();
            match terms.head(term) {
                Head::Literal(_) => {
                    if let View::Literal(literal) = terms.view(term) {
                        self.push_literal(&mut scratch, literal);
                    }
                }
                Head::Variable(name) => push_symbol(&mut scratch, terms.symbols.name(name)),
                Head::Apply(function) => {
                    self.push_function(
                        &mut scratch,
                        terms,
                        function,
                        terms.sort(term),
                        terms.children(term).len(),
                    );
                }
                Head::Bind(_) | Head::Match | Head::Annotated(_) => scratch.push_str("(forall ((  Int)))"),
            }
            let own = scratch.len() as u32 + 2;
            let length = terms
                .children(term)
                .iter()
                .fold(own, |sum, &child| sum.saturating_add(self.lengths.get(child) + 1).min(TOO_LONG));
            self.lengths.set(term, length);
        }
    }
}
