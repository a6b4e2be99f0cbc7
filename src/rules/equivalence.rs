//! Equivalences between operations on strings and what they mean. They are looked at for all values of a small domain by
//! `tests/strategy/strings/equivalences.rs`.

use crate::script::{Command, Function, Script, Term, View};
use std::sync::LazyLock;

/// What an operation on strings means in terms of others: a paragraph of `rules/equivalences.smt2`.
#[derive(Clone, Debug)]
pub struct Equivalence {
    pub name: String,
    /// Declarations only.
    pub script: Script,
    pub operation: Term,
    pub meaning: Term,
    /// Whether there is a quantifier in the meaning.
    pub is_quantified: bool,
}

impl Equivalence {
    /// The name of the operator whose meaning it tells: that of the left side of its first assertion, an equation.
    pub fn operator(&self) -> Option<&'static str> {
        let terms = &self.script.terms;
        let View::Apply(function, _) = terms.view(*terms.children(self.operation).first()?) else {
            return None;
        };
        match terms.function(function) {
            Function::Op(op, _) => Some(op.op().name),
            _ => None,
        }
    }
}

/// All equivalences.
///
/// # Panics
/// If one cannot be read, which a test sees.
pub fn equivalences() -> &'static [Equivalence] {
    static ALL: LazyLock<Vec<Equivalence>> = LazyLock::new(|| {
        let paragraphs = include_str!("../../rules/equivalences.smt2").split("\n\n").skip(1);
        let read = |text| read(text).unwrap_or_else(|| panic!("a bad equivalence: {text}"));
        paragraphs.map(read).collect()
    });
    &ALL
}

fn read(text: &str) -> Option<Equivalence> {
    let mut script = Script::parse(text).ok()?;
    let name = script.info(":name")?.to_owned();
    let assertions: Vec<Term> = script.assertions().collect();
    let &[operation, meaning] = assertions.as_slice() else { return None };
    script.commands.retain(Command::is_declaration);
    let is_quantified = script.terms.has_binder(meaning);
    Some(Equivalence { name, script, operation, meaning, is_quantified })
}
