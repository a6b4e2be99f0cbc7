//! The loop: units of work, each some terms of one field, or some goals for tactics.

use super::compare::{Results, Suspect, Tally};
use super::examine::{Examiner, Finding};
use super::field::{Field, FieldRow};
use super::refusals::Refusals;
use super::source::Source;
use crate::script::{Escapes, Function, Mark, Printer, ReadOptions, Term, Terms, View};
use crate::solver::{AskError, Limits, Rewriter, Solver};

/// What to do.
pub struct Config {
    pub seed: u64,
    pub fields: Vec<&'static FieldRow>,
    pub limits: Limits,
    /// As many terms at most.
    pub count: Option<u64>,
}

/// What happens meanwhile.
pub enum Event<'a> {
    /// A unit of work is done; all that was done so far.
    Unit(&'a Tally),
    /// A mistake that was not met before.
    Found(&'a Finding),
    /// A term that the solver's process did not survive, alone in a fresh one.
    Died { script: String },
    /// A suspect that did nothing wrong in a fresh process.
    NotShownAgain(&'a Suspect),
}

/// What a unit of work may be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// All terms in their order.
    AllTerms,
    RandomTerms,
    Tactics,
}

/// The kinds of work take turns. Small terms take least and find most; one unit about random terms, or about tactics, takes as
/// long as two about small ones.
const TURNS: [Work; 7] = [
    Work::AllTerms,
    Work::Tactics,
    Work::AllTerms,
    Work::AllTerms,
    Work::RandomTerms,
    Work::AllTerms,
    Work::AllTerms,
];

/// Of suspects that have all operators of a known finding, only so many are looked into for each finding: most are the same.
const LOOKS: u64 = 8;

/// Rewrites terms until it is told to stop, or there were enough.
pub fn hunt(
    solver: &Solver,
    config: &Config,
    is_stopped: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<(Tally, Vec<Finding>), AskError> {
    let Some(mut worker) = Worker::new(solver, config, is_stopped)? else { return Ok(Default::default()) };
    worker.choose_options()?;
    for unit in 0.. {
        if is_stopped() || config.count.is_some_and(|count| worker.tally.asked >= count) {
            break;
        }
        match TURNS[(unit % TURNS.len() as u64) as usize] {
            Work::Tactics if worker.tactics.is_empty() => continue,
            Work::Tactics => worker.goals(unit, tell)?,
            terms => worker.rewrites(unit, terms, tell)?,
        }
        tell(Event::Unit(&worker.tally));
    }
    Ok((worker.tally, worker.findings))
}

/// A field with all that belongs to it.
pub(super) struct Plot {
    pub(super) field: Field,
    /// Random terms, and all terms in their order until there are no more.
    pub(super) source: Box<dyn Source>,
    pub(super) all: Option<Box<dyn Source>>,
    pub(super) results: Results,
    /// The number of its first sort among those of all fields.
    pub(super) first_sort: usize,
    /// Before any terms were made.
    pub(super) mark: Mark,
}

impl Plot {
    /// Forgets all terms where there are many.
    pub(super) fn make_room(&mut self) {
        /// Parts are shared, and values looked up, as long as terms are there.
        const MOST_TERMS: usize = 20_000;
        if self.field.script.terms.len() < MOST_TERMS {
            return;
        }
        self.field.roll_back(self.mark);
        self.source.forget();
        if let Some(all) = &mut self.all {
            all.forget();
        }
    }
}

pub(super) struct Worker<'a> {
    pub(super) solver: &'a Solver,
    pub(super) config: &'a Config,
    pub(super) is_stopped: &'a dyn Fn() -> bool,
    pub(super) rewriter: Rewriter,
    pub(super) plots: Vec<Plot>,
    /// The options and the tactics that the solver knows.
    pub(super) options: Vec<String>,
    pub(super) tactics: Vec<String>,
    pub(super) reading: ReadOptions,
    pub(super) tally: Tally,
    pub(super) findings: Vec<Finding>,
    pub(super) refusals: Refusals,
    /// Units so far about all terms in their order, and about random ones.
    pub(super) rounds: [u64; 2],
    pub(super) deaths: u64,
}

impl Worker<'_> {
    pub(super) fn examiner(&mut self, at: usize) -> Examiner<'_> {
        Examiner {
            solver: self.solver,
            rewriter: &mut self.rewriter,
            field: &mut self.plots[at].field,
            reading: self.reading,
            limits: self.config.limits,
            is_stopped: self.is_stopped,
        }
    }

    /// Whether a suspect is looked into: of those that a known finding may explain, only a few are.
    pub(super) fn is_worth_a_look(
        &mut self,
        at: usize,
        term: &str,
        is_alike: impl Fn(&Finding) -> bool,
    ) -> bool {
        let script = &mut self.plots[at].field.script;
        let Some(Ok(term)) = script.read_terms(&[term], self.reading).pop() else { return false };
        let own = operators(&script.terms, term);
        match self.findings.iter_mut().find(|known| known.covers(&own) && is_alike(known)) {
            Some(known) => {
                known.similar += 1;
                known.similar <= LOOKS
            }
            None => true,
        }
    }

    /// Tells of a finding that was not met before.
    pub(super) fn note(&mut self, finding: Finding, tell: &mut dyn FnMut(Event<'_>)) {
        if !self.findings.iter().any(|known| known.is_like(&finding)) {
            tell(Event::Found(&finding));
            self.findings.push(finding);
        }
    }
}

/// A printer for a solver that reads strings so.
pub(super) fn printer(reading: ReadOptions) -> Printer {
    let mut printer = Printer::default();
    printer.escapes = if reading.old_strings { Escapes::Old } else { Escapes::Unicode };
    printer
}

/// The names of the operators and functions that a term applies.
pub(super) fn operators(terms: &Terms, root: Term) -> Vec<String> {
    let name = |term: Term| {
        let View::Apply(function, arguments) = terms.view(term) else { return None };
        if arguments.is_empty() {
            return None;
        }
        Some(match terms.function(function) {
            Function::Op(op, _) => op.op().name.to_owned(),
            Function::Declared(decl) => terms.symbols.name(terms.decl(*decl).name).to_owned(),
            Function::Tester(_) => "is".to_owned(),
            Function::Updater(_) => "update".to_owned(),
            other => format!("{other:?}"),
        })
    };
    terms.postorder(&[root]).into_iter().filter_map(name).collect()
}
