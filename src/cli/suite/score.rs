//! The marks of all tests, summed up.

use super::mark::{Expected, Mark, mark};
use crate::cli::check::{Outcome, Record};
use crate::quote::one_line;
use crate::strategy::written::About;
use std::collections::BTreeMap;

pub struct Score {
    pub solvers: Vec<String>,
    /// For each kind of test, the counts of marks of each solver.
    pub kinds: BTreeMap<Kind, Vec<Marks>>,
    /// All marks other than `right`.
    pub failures: Vec<Failure>,
    /// Claims in tests that do not hold, with the file.
    pub remarks: Vec<String>,
    /// How gainsay contradicts itself, with the file.
    pub alarms: Vec<String>,
    pub bugs: usize,
    pub outcome: Outcome,
    /// How many bugs of each solver were printed.
    told: Vec<usize>,
}

/// The features by which tests are counted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    pub operation: Option<String>,
    pub expected: Expected,
    pub class: Option<String>,
}

/// How often each mark was given, in the order of [`Mark::ALL`].
pub type Marks = [usize; Mark::ALL.len()];

/// A test with a mark other than `right`.
pub struct Failure {
    pub file: String,
    pub solver: String,
    pub mark: Mark,
    pub expected: Expected,
    pub answer: String,
    pub why: String,
}

/// The most bugs of a solver that are printed while the suite runs.
const MOST_TOLD: usize = 20;

impl Score {
    pub fn new(solvers: Vec<String>) -> Score {
        let told = vec![0; solvers.len()];
        Score {
            solvers,
            kinds: BTreeMap::new(),
            failures: Vec::new(),
            remarks: Vec::new(),
            alarms: Vec::new(),
            bugs: 0,
            outcome: Outcome::Fine,
            told,
        }
    }

    /// Adds a test; returns lines about what is wrong.
    pub fn add(&mut self, file: &str, about: &About, records: &[Record]) -> String {
        let Some(last) = records.last() else { return String::new() };
        let mut lines = String::new();
        for record in records {
            self.outcome = self.outcome.max(record.outcome());
            for alarm in &record.alarms {
                self.alarms.push(format!("{file}: {alarm}"));
                lines += &format!(
                    "ALARM: gainsay contradicts itself, please report it: {file}: {}\n",
                    one_line(alarm)
                );
            }
            self.remarks.extend(record.remarks.iter().map(|remark| format!("{file}: {remark}")));
        }
        let expected = Expected::of(last);
        let kind = Kind {
            operation: about.operation.clone(),
            expected: expected.clone(),
            class: about.class.clone(),
        };
        let marks = self.kinds.entry(kind).or_insert_with(|| vec![[0; Mark::ALL.len()]; self.solvers.len()]);
        for (at, solver) in self.solvers.iter().enumerate() {
            let (mark, why) = mark(records, at, &expected);
            marks[at][mark as usize] += 1;
            if mark == Mark::Disputed {
                self.outcome = self.outcome.max(Outcome::Disputed);
            }
            if mark == Mark::Right {
                continue;
            }
            if mark.is_bug() {
                self.bugs += 1;
                self.told[at] += 1;
                if self.told[at] <= MOST_TOLD {
                    lines += &format!("{}: {solver} {}\n", one_line(file), one_line(&why));
                }
            }
            let answer = last.answers.get(at).map_or_else(String::new, |said| said.answer.clone());
            let (file, solver, expected) = (file.to_owned(), solver.clone(), expected.clone());
            self.failures.push(Failure { file, solver, mark, expected, answer, why });
        }
        lines
    }

    /// The number of bugs that were not printed.
    pub fn untold(&self) -> usize {
        self.told.iter().map(|count| count.saturating_sub(MOST_TOLD)).sum()
    }

    /// The numbers of tests: all, those whose answer is only claimed, and those whose answer is unknown.
    pub fn tests(&self) -> [usize; 3] {
        let count = |wanted: &dyn Fn(&Expected) -> bool| {
            let kinds = self.kinds.iter().filter(|(kind, _)| wanted(&kind.expected));
            kinds.filter_map(|(_, marks)| marks.first()).flatten().sum()
        };
        [
            count(&|_| true),
            count(&|expected| expected.is_claimed),
            count(&|expected| expected.status == "unknown"),
        ]
    }
}
