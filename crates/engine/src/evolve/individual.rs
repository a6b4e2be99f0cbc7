//! Individuals: scripts that ask one question, well-sorted and of bounded size.

use super::measure::{Measure, Measured};
use super::objectives::complexity;
use crate::coverage::Trace;
use crate::script::{Command, DeclKind, Printer, Script, Term};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A member of the population. Its text is all that it is; the rest was found out about it.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Individual {
    pub text: String,
    /// How it came about: what made it, and what changed it last.
    pub origin: String,
    /// The generation that it was born in.
    pub born: u64,
    pub complexity: u64,
    pub measure: Measure,
    /// What the target did with it; if it does not tell, what it is made of.
    #[serde(skip)]
    pub trace: Arc<Trace>,
    /// What the trace was worth when it was last looked at (paper 004, Algorithm 2), if it is the target's.
    pub reward: Option<u64>,
}

impl Individual {
    pub fn new(draft: Draft, measured: Measured, born: u64) -> Individual {
        let Draft { text, origin, complexity } = draft;
        let reward = measured.trace.is_some().then_some(0);
        let trace = measured.trace.unwrap_or_else(|| Arc::new(operators(&text)));
        Individual { text, origin, born, complexity, measure: measured.measure, trace, reward }
    }
}

/// How often each operator stands in a script: what it has in common with another one where no solver tells what it did.
pub fn operators(text: &str) -> Trace {
    let script = Script::read(text);
    let counts = script.usage().operators;
    let mut counts: Vec<(u32, u32)> =
        counts.into_iter().map(|(op, count)| (u32::from(op.number()), count as u32)).collect();
    counts.sort_unstable();
    Trace::new(counts, u32::BITS)
}

/// An individual that was not measured yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    pub text: String,
    pub origin: String,
    pub complexity: u64,
}

/// Larger individuals are not made: they would be slow because of their size, not because of the solver.
const MOST_TERMS: usize = 400;

impl Draft {
    /// A larger text is none.
    pub const MOST_BYTES: usize = 6000;
    /// Nor is one with more assertions.
    pub const MOST_ASSERTIONS: usize = 40;

    /// The individual of a script: one question about its assertions, without what nobody uses. `None` if it asks nothing, is
    /// too large, or does not read back as what it is.
    pub fn new(mut script: Script, origin: impl Into<String>) -> Option<Draft> {
        if script.terms.decls().any(|(_, decl)| matches!(decl.kind, DeclKind::Named(_))) {
            script.expand_names();
        }
        script.commands.retain(|command| {
            command.is_declaration() || matches!(command, Command::SetLogic(_) | Command::Assert(_))
        });
        for at in script.unused_declarations().into_iter().rev() {
            script.commands.remove(at);
        }
        drop_duplicates(&mut script);
        set_logic(&mut script);
        let assertions = script.assertions().count();
        if assertions == 0 || assertions > Draft::MOST_ASSERTIONS {
            return None;
        }
        script.commands.push(Command::CheckSat);
        let text = Printer::default().script(&script);
        if text.len() > Draft::MOST_BYTES {
            return None;
        }
        let again = Script::read(&text);
        let is_same = || Printer::default().script(&again) == text;
        if !again.is_fully_sorted() || again.terms.len() > MOST_TERMS || !is_same() {
            return None;
        }
        Some(Draft { complexity: complexity(&again), text, origin: origin.into() })
    }
}

/// An assertion that stands there twice says nothing more.
fn drop_duplicates(script: &mut Script) {
    let mut seen: Vec<Term> = Vec::new();
    script.commands.retain(|command| match command {
        Command::Assert(term) => {
            let is_new = !seen.contains(term);
            seen.push(*term);
            is_new
        }
        _ => true,
    });
}

/// Sets the smallest logic that has all that the script uses.
fn set_logic(script: &mut Script) {
    script.commands.retain(|command| !matches!(command, Command::SetLogic(_)));
    let logic = script.needed_logic();
    let name = script.terms.symbols.intern(&logic);
    script.commands.insert(0, Command::SetLogic(name));
}
