//! Compares terms with what a rewriter made of them, under all assignments of a field.

use super::columns::{Column, UNKNOWN};
use super::field::Field;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{ReadOptions, Term};
use gainsay_lang::theory::sort::Sort;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A rewrite that seems to change a value.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The text of the term that was asked about.
    pub term: String,
    /// What the solver made of it.
    pub result: String,
    /// The options of the `simplify` command.
    pub options: String,
}

/// Counts of a hunt.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub asked: u64,
    /// Terms that the rewriter did not change.
    pub unchanged: u64,
    /// Terms compared under at least one assignment with known values.
    pub compared: u64,
    /// Terms without an assignment under which both values are known.
    pub unknown: u64,
    pub refused: u64,
    pub late: u64,
    pub died: u64,
    /// Goals to which a tactic was applied.
    pub goals: u64,
    /// Goals whose status and whose subgoals' status are known.
    pub goals_judged: u64,
    /// Results that could not be parsed, by the reason.
    pub unread: BTreeMap<String, u64>,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.asked += other.asked;
        self.unchanged += other.unchanged;
        self.compared += other.compared;
        self.unknown += other.unknown;
        self.refused += other.refused;
        self.late += other.late;
        self.died += other.died;
        self.goals += other.goals;
        self.goals_judged += other.goals_judged;
        for (what, count) in &other.unread {
            *self.unread.entry(what.clone()).or_default() += count;
        }
    }
}

/// The meaning of a result's text.
#[derive(Clone)]
enum Known {
    Values(Column),
    NotUnderstood(Rc<str>),
}

/// Cached values of results: small terms have few different results.
#[derive(Default)]
pub struct Results(HashMap<Sort, HashMap<String, Known>>);

/// The cache of a sort is emptied when it has more entries.
const MOST_RESULTS: usize = 30_000;

/// A term with its values, its text and its result.
pub struct Pair<'a> {
    pub sort: Sort,
    pub values: &'a Column,
    pub text: &'a str,
    pub result: &'a str,
}

impl Results {
    /// For each pair, the first assignment under which both values are known and differ.
    pub fn differences(
        &mut self,
        field: &mut Field,
        pairs: &[Pair<'_>],
        reading: ReadOptions,
        tally: &mut Tally,
    ) -> Vec<Option<usize>> {
        self.learn(field, pairs, reading);
        let mut found = Vec::with_capacity(pairs.len());
        for pair in pairs {
            if pair.text == pair.result {
                tally.unchanged += 1;
                found.push(None);
                continue;
            }
            found.push(match self.0.get(&pair.sort).and_then(|known| known.get(pair.result)) {
                Some(Known::Values(values)) => {
                    let (is_compared, difference) = compare(pair.values, values);
                    *if is_compared { &mut tally.compared } else { &mut tally.unknown } += 1;
                    difference
                }
                Some(Known::NotUnderstood(what)) => {
                    *tally.unread.entry(what.to_string()).or_default() += 1;
                    None
                }
                None => None,
            });
        }
        found
    }

    /// Parses and evaluates results that are not cached.
    fn learn(&mut self, field: &mut Field, pairs: &[Pair<'_>], reading: ReadOptions) {
        for known in self.0.values_mut().filter(|known| known.len() > MOST_RESULTS) {
            known.clear();
        }
        let mut new: Vec<(Sort, &str)> = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.text != pair.result) {
            let known = self.0.entry(pair.sort).or_default();
            if !known.contains_key(pair.result) {
                known.insert(pair.result.to_owned(), Known::NotUnderstood("nothing".into()));
                new.push((pair.sort, pair.result));
            }
        }
        let (mut terms, mut keys) = (Vec::new(), Vec::new());
        for (&key, read) in new.iter().zip(read_results(field, &new, reading)) {
            match read {
                Ok(term) => {
                    terms.push(term);
                    keys.push(key);
                }
                Err(what) => self.note(key, Known::NotUnderstood(what.into())),
            }
        }
        for (key, values) in keys.into_iter().zip(field.columns(&terms)) {
            self.note(key, Known::Values(values));
        }
    }

    fn note(&mut self, (sort, result): (Sort, &str), known: Known) {
        if let Some(place) = self.0.get_mut(&sort).and_then(|results| results.get_mut(result)) {
            *place = known;
        }
    }
}

/// Parses what a rewriter printed as terms of the wanted sorts; the error says why one is not understood.
pub fn read_results(
    field: &mut Field,
    results: &[(Sort, &str)],
    reading: ReadOptions,
) -> Vec<Result<Term, String>> {
    let texts: Vec<&str> = results.iter().map(|(_, text)| *text).collect();
    let read = field.script.read_terms(&texts, reading);
    let terms = &mut field.script.terms;
    let fitted = read.into_iter().zip(results).map(|(read, (sort, _))| match read {
        Ok(term) => terms.coerce(term, *sort).map_err(|error| error.0),
        Err(problem) => Err(problem.message),
    });
    fitted.collect()
}

/// Whether any two known values were compared, and the first assignment under which they differ.
pub fn compare(left: &Column, right: &Column) -> (bool, Option<usize>) {
    let mut is_compared = false;
    for (number, (&left, &right)) in left.iter().zip(right.iter()).enumerate() {
        if left == UNKNOWN || right == UNKNOWN {
            continue;
        }
        is_compared = true;
        if left != right {
            return (true, Some(number));
        }
    }
    (is_compared, None)
}
