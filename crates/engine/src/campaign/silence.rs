//! Silent solvers: a hunt that gets no answers from a solver says nothing about it, and must not seem to.

use super::{BLOCK, Summary};
use gainsay_lang::answer::Outcome;
use std::collections::BTreeMap;
use std::fmt;

/// A solver that answers hardly any question, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    pub solver: String,
    pub asked: u64,
    /// Answers `sat` or `unsat`.
    pub answered: u64,
    /// The other outcomes and how often each occurred.
    pub instead: BTreeMap<String, u64>,
    /// Its message at the first occurrence of its most frequent other outcome, if it had one.
    pub sample: Option<String>,
}

/// Without any answer, silence is reported after this many questions.
const EARLY: u64 = 10;
/// As `EARLY`, if all questions timed out, which takes long.
const SLOW: u64 = 4;
/// With few answers, silence is reported after this many questions.
const MANY: u64 = 40;
/// Fewer answers than one in this many are few.
const FEW: u64 = 5;
/// Fewer answers than one in this many are as good as none.
const HARDLY_ANY: u64 = 20;

impl Silence {
    /// Whether enough questions were asked to report it before the end.
    pub(super) fn is_plain(&self) -> bool {
        let is_slow = self.instead.keys().all(|word| word == Outcome::Timeout.word());
        self.asked >= MANY || self.answered == 0 && self.asked >= if is_slow { SLOW } else { EARLY }
    }

    /// Whether the solver was as good as untested.
    pub fn is_total(&self) -> bool {
        self.answered == 0 || self.asked >= MANY && self.answered * HARDLY_ANY < self.asked
    }
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Silence { solver, asked, answered, .. } = self;
        let mut instead: Vec<_> = self.instead.iter().collect();
        instead.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let instead: Vec<String> = instead.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let answered = if *answered == 0 { "none".to_owned() } else { format!("only {answered}") };
        write!(f, "{solver} answered {answered} of {asked} questions ({})", instead.join(", "))?;
        self.sample.iter().try_for_each(|sample| write!(f, ", for instance: {sample}"))
    }
}

impl Summary {
    /// The solvers that answered hardly any question in this run, or none.
    pub fn silences(&self) -> Vec<Silence> {
        let silence = |(solver, outcomes): (&str, BTreeMap<&str, u64>)| {
            let outcomes = outcomes.into_iter().filter(|(word, _)| *word != "not asked");
            let (answers, instead): (Vec<_>, Vec<_>) =
                outcomes.partition(|(word, _)| ["sat", "unsat"].contains(word));
            let answered = answers.iter().map(|(_, count)| count).sum();
            let asked = answered + instead.iter().map(|(_, count)| count).sum::<u64>();
            let most = instead.iter().max_by_key(|(_, count)| *count);
            let sample = most.and_then(|(word, _)| {
                self.complaints
                    .get(&(solver.to_owned(), (*word).to_owned()))
                    .cloned()
                    .filter(|text| !text.is_empty())
            });
            let instead = instead.into_iter().map(|(word, count)| (word.to_owned(), count)).collect();
            let is_silent = asked > 0 && (answered == 0 || asked >= MANY && answered * FEW < asked);
            is_silent.then(|| Silence { solver: solver.to_owned(), asked, answered, instead, sample })
        };
        self.run.answers_by_solver().into_iter().filter_map(silence).collect()
    }

    /// The solvers that were never asked in this run, and why not.
    pub fn unasked(&self) -> Vec<(String, String)> {
        let answers = self.run.answers_by_solver();
        let unasked =
            answers.into_iter().filter(|(_, outcomes)| outcomes.keys().all(|word| *word == "not asked"));
        unasked
            .map(|(solver, _)| {
                let why = self.complaints.get(&(solver.to_owned(), "not asked".to_owned()));
                (solver.to_owned(), why.cloned().unwrap_or_default())
            })
            .collect()
    }

    /// Whether nothing was tested: no test was made, or no solver was asked.
    pub fn tested_nothing(&self) -> bool {
        let is_idle = |tally: &crate::store::Tally| {
            let asked = tally.answers.iter().any(|((_, _, outcome), _)| outcome != "not asked");
            tally.tests == 0 || !asked
        };
        is_idle(&self.tally) || self.run.units >= BLOCK && is_idle(&self.run)
    }
}
