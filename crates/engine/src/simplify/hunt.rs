//! The hunt: units of work, each on terms of one field, or on goals for tactics.

use super::compare::{Results, Suspect, Tally};
use super::examine::{Examiner, Finding};
use super::field::{Field, FieldRow};
use super::refusals::Refusals;
use super::source::Source;
use gainsay_guests::solver::{AskError, Limits, Rewriter, Solver};
use gainsay_lang::script::{Escapes, Function, Mark, Printer, ReadOptions, Term, Terms, View};

/// The parameters of a hunt.
pub struct Config {
    pub seed: u64,
    pub fields: Vec<&'static FieldRow>,
    pub limits: Limits,
    /// The most terms to ask about.
    pub count: Option<u64>,
}

/// What happens in a hunt.
pub enum Event<'a> {
    /// A unit of work is done; the counts so far.
    Unit(&'a Tally),
    /// A new mistake.
    Found(&'a Finding),
    /// A term on which the solver crashes, alone in a fresh process.
    Died { script: String },
    /// A suspect that was not confirmed in a fresh process.
    NotShownAgain(&'a Suspect),
}

/// The kinds of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// All terms, in order.
    AllTerms,
    RandomTerms,
    Tactics,
}

/// The kinds of work in turns. Small terms in order are cheapest and find most; a unit on random terms or
/// tactics takes about as long as two on small terms.
const TURNS: [Work; 7] = [
    Work::AllTerms,
    Work::Tactics,
    Work::AllTerms,
    Work::AllTerms,
    Work::RandomTerms,
    Work::AllTerms,
    Work::AllTerms,
];

/// For each finding, how many further suspects with all of its operators are examined: most are the same
/// mistake.
const LOOKS: u64 = 8;

/// Hunts until stopped, or until enough terms were asked about.
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

/// A field with its sources of terms and its caches.
pub(super) struct Plot {
    pub(super) field: Field,
    /// Random terms.
    pub(super) source: Box<dyn Source>,
    /// All terms in order, until they are used up.
    pub(super) all: Option<Box<dyn Source>>,
    pub(super) results: Results,
    /// The index of its first sort among the sorts of all fields.
    pub(super) first_sort: usize,
    /// The state of the arena before any terms were made.
    pub(super) mark: Mark,
}

impl Plot {
    /// Drops all terms if there are many.
    pub(super) fn make_room(&mut self) {
        /// As long as terms are kept, they share parts, and values are looked up.
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
    /// The options that the solver accepts.
    pub(super) options: Vec<String>,
    /// The tactics that the solver accepts.
    pub(super) tactics: Vec<String>,
    pub(super) reading: ReadOptions,
    pub(super) tally: Tally,
    pub(super) findings: Vec<Finding>,
    pub(super) refusals: Refusals,
    /// The number of units so far on all terms in order, and on random terms.
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

    /// Whether a suspect is examined: of those that a known finding may explain, only a few are.
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

    /// Reports a finding unless it is like a known one.
    pub(super) fn note(&mut self, finding: Finding, tell: &mut dyn FnMut(Event<'_>)) {
        if !self.findings.iter().any(|known| known.is_like(&finding)) {
            tell(Event::Found(&finding));
            self.findings.push(finding);
        }
    }
}

/// A printer with the escapes that the solver reads.
pub(super) fn printer(reading: ReadOptions) -> Printer {
    let mut printer = Printer::default();
    printer.escapes = if reading.old_strings { Escapes::Old } else { Escapes::Unicode };
    printer
}

/// The names of the operators and functions in a term.
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
