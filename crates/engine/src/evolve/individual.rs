//! Individuals: scripts with one question, well-sorted and of bounded size.

use super::measure::{Measure, Measured};
use super::objectives::complexity;
use gainsay_guests::coverage::Trace;
use gainsay_lang::script::{Command, DeclKind, Printer, Script, Term};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A member of the population: its text, and what was measured.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Individual {
    pub text: String,
    /// What made it, or what changed it last.
    pub origin: String,
    /// The generation in which it was made.
    pub born: u64,
    pub complexity: u64,
    pub measure: Measure,
    /// The target's coverage; if it reports none, the counts of operators.
    #[serde(skip)]
    pub trace: Arc<Trace>,
    /// The reward of the trace when it was last computed (paper 004, Algorithm 2); `None` without coverage.
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

/// How often each operator occurs in a script: the basis of similarity if no solver reports coverage.
pub fn operators(text: &str) -> Trace {
    let script = Script::read(text);
    let counts = script.usage().operators;
    let mut counts: Vec<(u32, u32)> =
        counts.into_iter().map(|(op, count)| (u32::from(op.number()), count as u32)).collect();
    counts.sort_unstable();
    Trace::new(counts, u32::BITS)
}

/// An individual that is not measured yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    pub text: String,
    pub origin: String,
    pub complexity: u64,
}

/// The most terms of an individual: larger ones would be slow because of their size, not because of the solver.
const MOST_TERMS: usize = 400;

impl Draft {
    /// The most bytes of its text.
    pub const MOST_BYTES: usize = 6000;
    /// The most assertions.
    pub const MOST_ASSERTIONS: usize = 40;

    /// The draft of a script: one question about its assertions, without unused declarations. `None` if there
    /// are no assertions, if it is too large, or if it does not parse back to the same text.
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

/// Drops repeated assertions.
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

/// Sets the smallest logic that contains the script.
fn set_logic(script: &mut Script) {
    script.commands.retain(|command| !matches!(command, Command::SetLogic(_)));
    let logic = script.needed_logic();
    let name = script.terms.symbols.intern(&logic);
    script.commands.insert(0, Command::SetLogic(name));
}
