//! The set of rules in use, with an index for finding those that apply to a term.

use super::{Binding, Rule, RuleKind, TermPattern, read_rules};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{Term, Terms};
use gainsay_lang::theory::OpId;
use std::sync::LazyLock;

/// The direction in which a weakening is applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// The result is implied by the formula: an over-approximation.
    Weaken,
    /// The result implies the formula: an under-approximation.
    Strengthen,
}

impl Direction {
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Weaken => Direction::Strengthen,
            Direction::Strengthen => Direction::Weaken,
        }
    }
}

/// Rules with an index.
#[derive(Clone, Debug, Default)]
pub struct RuleBook {
    rules: Vec<Rule>,
    /// For each direction and operator, the weakenings whose matched side begins with it.
    weakenings: HashMap<(Direction, OpId), Vec<usize>>,
    fusions: Vec<usize>,
}

/// A rule that applies to a term.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    pub rule: &'a Rule,
    /// The values of the rule's parameters. Parameters that the term does not determine can have any.
    pub binding: Binding,
    /// The replacement for the term.
    pub result: &'a TermPattern,
}

/// The rule files that are part of the program.
const SHIPPED: [(&str, &str); 3] = [
    ("rules/weakening.smt2", include_str!("../../../../rules/weakening.smt2")),
    ("rules/fusion.smt2", include_str!("../../../../rules/fusion.smt2")),
    ("rules/strings.smt2", include_str!("../../../../rules/strings.smt2")),
];

impl RuleBook {
    /// The shipped rules.
    ///
    /// # Panics
    /// If a rule cannot be read; tests exclude this.
    pub fn shipped() -> &'static RuleBook {
        static BOOK: LazyLock<RuleBook> = LazyLock::new(|| {
            let read = |(file, text): &(&str, &str)| {
                read_rules(file, text).unwrap_or_else(|error| panic!("a shipped rule is bad: {error}"))
            };
            RuleBook::new(SHIPPED.iter().flat_map(read).collect())
        });
        &BOOK
    }

    pub fn new(rules: Vec<Rule>) -> RuleBook {
        let mut book = RuleBook::default();
        for (at, rule) in rules.iter().enumerate() {
            match &rule.kind {
                RuleKind::Weakening { strong, weak } => {
                    for (direction, side) in [(Direction::Weaken, strong), (Direction::Strengthen, weak)] {
                        for &op in side.heads().unwrap_or_default() {
                            book.weakenings.entry((direction, op)).or_default().push(at);
                        }
                    }
                }
                RuleKind::Fusion { .. } => book.fusions.push(at),
                RuleKind::Equality { .. } => {}
            }
        }
        book.rules = rules;
        book
    }

    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    pub fn fusions(&self) -> impl Iterator<Item = &Rule> {
        self.fusions.iter().map(|&at| &self.rules[at])
    }

    /// The weakenings, or strengthenings, that apply to an atom.
    pub fn weakenings(&self, terms: &Terms, atom: Term, direction: Direction) -> Vec<Match<'_>> {
        let Some(op) = terms.op(atom) else { return Vec::new() };
        let rules = self.weakenings.get(&(direction, op)).map_or(&[][..], Vec::as_slice);
        let find = |&at: &usize| {
            let rule = &self.rules[at];
            let RuleKind::Weakening { strong, weak } = &rule.kind else { return None };
            let (from, to) = match direction {
                Direction::Weaken => (strong, weak),
                Direction::Strengthen => (weak, strong),
            };
            applied(rule, terms, atom, from, to)
        };
        rules.iter().filter_map(find).collect()
    }
}

fn applied<'a>(
    rule: &'a Rule,
    terms: &Terms,
    term: Term,
    from: &TermPattern,
    to: &'a TermPattern,
) -> Option<Match<'a>> {
    let mut binding = Binding::of(rule);
    from.matches(rule, terms, term, &mut binding).then_some(Match { rule, binding, result: to })
}
