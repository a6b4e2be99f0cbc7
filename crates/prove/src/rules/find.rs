//! Discovers rules among the small terms over two values: fusion functions, which can be inverted in at least
//! one argument, and weakenings, which are pairs of formulas where one implies the other.

use super::{Rule, read_rules, trial};
use gainsay_eval::enumerate::{Formulas, Fragment, Language};
use gainsay_eval::eval::{Limits, Model, eval};
use gainsay_lang::hash::HashSet;
use gainsay_lang::script::{DeclId, ReadOptions, Script, Term};
use gainsay_lang::theory::signature::Pattern;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Op, connectives};
use gainsay_lang::value::Value;

/// A field of rules to search in.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    /// The sort whose values are tried; `written` is the sort that the rules are stated for.
    sort: &'static str,
    written: &'static str,
    /// The number of constants in terms. Bit-vectors have none, since a constant has only one width.
    constants: usize,
    takes: fn(&Pattern) -> bool,
}

pub const FIELDS: [Field; 3] = [
    Field {
        name: "bits",
        sort: "(_ BitVec 2)",
        written: "(_ BitVec n)",
        constants: 0,
        takes: |pattern| matches!(pattern, Pattern::BitVec(_)),
    },
    Field {
        name: "ints",
        sort: "Int",
        written: "Int",
        constants: 2,
        takes: |pattern| matches!(pattern, Pattern::Sort(sort) if *sort == Sort::INT),
    },
    Field {
        name: "reals",
        sort: "Real",
        written: "Real",
        constants: 2,
        takes: |pattern| matches!(pattern, Pattern::Sort(sort) if *sort == Sort::REAL),
    },
];

/// The number of values tried of large sorts.
const SAMPLES: u64 = 2000;
/// Limit on the terms compared.
const MOST_TERMS: usize = 4000;
/// Indices of the sorts in a field's fragment.
const FORMULAS: usize = 0;
const SORT: usize = 1;

/// Called with each rule found and its text; returns whether to stop.
pub type Finder<'a> = &'a mut dyn FnMut(&Rule, &str) -> bool;

/// Searches for fusion functions, the simplest first. Those reported were not refuted by the check; whether a
/// solver can prove them is not asked here.
pub fn find_fusions(field: &Field, size: usize, is_enough: Finder<'_>) {
    let Some(search) = Search::new(field, size, SORT) else { return };
    let mut number = 0;
    for function in search.terms.iter().filter(|term| search.is_invertible(term)) {
        let [x, y] = [search.inverse(function, false), search.inverse(function, true)];
        if x.is_none() && y.is_none() {
            continue;
        }
        number += 1;
        let sort = field.written;
        let text = format!(
            "(define-fusion found-{}-{number} ((x {sort}) (y {sort}) (z {sort}))\n  {} :x {} :y {})",
            field.name,
            function.text,
            x.map_or("x".to_owned(), |x| renamed(&x.text, "z", "y")),
            y.map_or("y".to_owned(), |y| renamed(&y.text, "z", "x")),
        );
        if rule_of(&text).is_some_and(|rule| is_enough(&rule, &text)) {
            return;
        }
    }
}

/// Searches for weakenings, those of the simplest formulas first. From each formula over both values, only
/// the next weaker ones are reported: others follow in several steps. Those reported were not refuted by the
/// check.
pub fn find_weakenings(field: &Field, size: usize, is_enough: Finder<'_>) {
    let Some(search) = Search::new(field, size, FORMULAS) else { return };
    let sort = field.written;
    let mut number = 0;
    for strong in search.relations() {
        let weaker: Vec<&Candidate> =
            search.relations().filter(|weak| strong.is_stronger_than(weak)).collect();
        let is_next = |weak: &&&Candidate| !weaker.iter().any(|between| between.is_stronger_than(weak));
        for weak in weaker.iter().filter(is_next) {
            number += 1;
            let text = format!(
                "(define-weakening found-{}-weakening-{number} ((x {sort}) (y {sort})) {} {})",
                field.name, strong.text, weak.text
            );
            if rule_of(&text).is_some_and(|rule| is_enough(&rule, &text)) {
                return;
            }
        }
    }
}

/// The rule with this text, unless the check refutes it.
fn rule_of(text: &str) -> Option<Rule> {
    let rule = read_rules("found", text).ok().and_then(|mut rules| rules.pop());
    rule.filter(|rule| trial(rule, SAMPLES).problems.is_empty())
}

/// A term over x and y, and its values for all pairs of values, x by x.
struct Candidate {
    text: String,
    term: Term,
    values: Vec<Option<Value>>,
}

impl Candidate {
    fn mentions_both(&self) -> bool {
        mentions(&self.text, "x") && mentions(&self.text, "y")
    }

    /// Whether the other formula is true wherever this one is, and also elsewhere.
    fn is_stronger_than(&self, other: &Candidate) -> bool {
        let is_true = |value: &Option<Value>| *value == Some(Value::Bool(true));
        let mut pairs = self.values.iter().zip(&other.values);
        self.values != other.values && pairs.all(|(own, others)| !is_true(own) || is_true(others))
    }
}

struct Search {
    script: Script,
    symbols: [DeclId; 2],
    domain: Vec<Value>,
    /// Terms with pairwise different values, the smallest first.
    terms: Vec<Candidate>,
}

impl Search {
    /// All terms of a field up to a size, of the sort with this index.
    fn new(field: &Field, size: usize, place: usize) -> Option<Search> {
        let declarations = format!("(declare-const x {0})\n(declare-const y {0})", field.sort);
        let wants_formulas = place == FORMULAS;
        let any_sort = [connectives().equal, connectives().distinct];
        let admits = |op: &Op| {
            let signature = &op.signature;
            let is_relation = signature.result == Pattern::Sort(Sort::BOOL);
            let is_of_field = signature.args.iter().all(field.takes)
                && ((field.takes)(&signature.result) || wants_formulas && is_relation);
            op.is_standard()
                && signature.indices == Some(0)
                && (is_of_field || wants_formulas && any_sort.contains(&op.id))
        };
        let constants = field.constants;
        let language = Language { declarations: &declarations, sorts: &[], admits: &admits, constants };
        let fragment = Fragment::new(language).ok()?;
        let domain = fragment.values_of(SORT);
        let script = fragment.script();
        let symbols: Vec<DeclId> = script.terms.decls().map(|(decl, _)| decl).take(2).collect();
        let mut search = Search { script, symbols: symbols.try_into().ok()?, domain, terms: Vec::new() };
        search.fill(&Formulas::new(fragment, size + 1, true), size, place);
        Some(search)
    }

    /// Adds the terms, except those with the same values as an earlier one.
    fn fill(&mut self, formulas: &Formulas, size: usize, place: usize) {
        let mut known: HashSet<String> = HashSet::default();
        for size in 1..=size {
            for number in 0..formulas.count_of_sort(size, place) {
                let Some(text) = formulas.text(size, place, number) else { continue };
                let read = self.script.read_terms(&[&text], ReadOptions::default()).pop();
                let Some(Ok(term)) = read else { continue };
                let pairs = self.domain.iter().flat_map(|x| self.domain.iter().map(move |y| (x, y)));
                let values: Vec<Option<Value>> = pairs.map(|(x, y)| self.value(term, x, y)).collect();
                if known.insert(format!("{values:?}")) {
                    self.terms.push(Candidate { text, term, values });
                }
                if self.terms.len() >= MOST_TERMS {
                    return;
                }
            }
        }
    }

    fn value(&self, term: Term, x: &Value, y: &Value) -> Option<Value> {
        let terms = &self.script.terms;
        let mut model = Model::default();
        for (symbol, value) in self.symbols.into_iter().zip([x, y]) {
            model.set(terms, symbol, value.clone()).ok()?;
        }
        eval(terms, term, &model, Limits::default()).ok()
    }

    /// The value of a term for x and y, which need not be among the values tried.
    fn at(&self, term: &Candidate, x: &Value, y: &Value) -> Option<Value> {
        let place = |value: &Value| self.domain.iter().position(|known| known == value);
        match (place(x), place(y)) {
            (Some(row), Some(column)) => term.values[row * self.domain.len() + column].clone(),
            _ => self.value(term.term, x, y),
        }
    }

    /// The formulas over both values that are neither true everywhere nor false everywhere.
    fn relations(&self) -> impl Iterator<Item = &Candidate> {
        let is_open = |term: &&Candidate| {
            term.values.iter().all(Option::is_some)
                && term.values.iter().any(|value| *value != term.values[0])
        };
        self.terms.iter().filter(|term| term.mentions_both()).filter(is_open)
    }

    /// Whether it depends on both values and is injective in at least one of them.
    fn is_invertible(&self, term: &Candidate) -> bool {
        let count = self.domain.len();
        let at = |x: usize, y: usize| &term.values[x * count + y];
        let all_differ = |values: Vec<&Option<Value>>| {
            values.iter().enumerate().all(|(at, value)| value.is_some() && !values[..at].contains(value))
        };
        let by_x = (0..count).all(|y| all_differ((0..count).map(|x| at(x, y)).collect()));
        let by_y = (0..count).all(|x| all_differ((0..count).map(|y| at(x, y)).collect()));
        term.mentions_both() && (by_x || by_y)
    }

    /// A term over the function's value (as x) and the other operand that gives one operand back: x, or y if
    /// `of_second`.
    fn inverse(&self, function: &Candidate, of_second: bool) -> Option<&Candidate> {
        let count = self.domain.len();
        let gives_back = |term: &&Candidate| {
            (0..count * count).all(|at| {
                let (x, y) = (&self.domain[at / count], &self.domain[at % count]);
                let (wanted, other) = if of_second { (y, x) } else { (x, y) };
                let fused = function.values[at].as_ref();
                fused.and_then(|fused| self.at(term, fused, other)).as_ref() == Some(wanted)
            })
        };
        self.terms.iter().filter(|term| mentions(&term.text, "x")).find(gives_back)
    }
}

fn is_word(letter: char) -> bool {
    !letter.is_whitespace() && letter != '(' && letter != ')'
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|letter| !is_word(letter)).any(|word| word == name)
}

/// Renames x and y in a text.
fn renamed(text: &str, x: &str, y: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if is_word(letter) {
            word.push(letter);
            continue;
        }
        out += match word.as_str() {
            "x" => x,
            "y" => y,
            other => other,
        };
        word.clear();
        out.push(letter);
    }
    out.trim_end().to_owned()
}
