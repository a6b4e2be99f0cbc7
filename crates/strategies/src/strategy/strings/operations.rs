//! The operations of the string theory, and the values that they are applied to.

use super::equation::Expr;
use gainsay_lang::rng::Rng;
use gainsay_lang::theory::signature::Pattern;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Op, OpId, connectives, table};
use gainsay_lang::value::{Int, Text, Value};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// An operation whose result can be compared with symbols and literals.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Operation {
    pub op: OpId,
    indices: SmallVec<[u32; 2]>,
    pub arguments: Vec<Sort>,
    pub result: Sort,
    /// The operator makes a regular expression. The operation then is the membership of the first argument in it.
    is_language: bool,
}

/// The values that operations are applied to: those at which their behaviour changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Pools {
    pub strings: Vec<Text>,
    pub ints: Vec<Int>,
}

impl Default for Pools {
    fn default() -> Pools {
        let strings: [&[u32]; 8] = [
            &[],
            &[0x61],
            // Digits, a quote, a text that looks like an escape, a character beyond ASCII, one beyond 16 bits.
            &[0x31, 0x30],
            &[0x22],
            &[0x5c, 0x78, 0x36, 0x31],
            &[0xe9],
            &[0x1f600],
            &[0x61, 0x62, 0x61],
        ];
        let huge = Int::parse("100000000000000000000");
        Pools {
            strings: strings.iter().filter_map(|characters| Text::new(characters)).collect(),
            ints: [-1, 0, 1, 2].into_iter().map(Int::from).chain(huge).collect(),
        }
    }
}

impl Pools {
    /// The few constants that terms are synthesized from.
    pub fn few() -> Pools {
        let strings: [&[u32]; 3] = [&[], &[0x61], &[0x30]];
        Pools {
            strings: strings.iter().filter_map(|characters| Text::new(characters)).collect(),
            ints: [-1, 0, 1].into_iter().map(Int::from).collect(),
        }
    }

    /// Random values; the strings have at most this length.
    pub fn random(rng: &mut Rng, length: u64) -> Pools {
        /// Few letters, so that strings have something in common, and some special characters.
        const CHARACTERS: [u32; 14] =
            [0x61, 0x61, 0x61, 0x62, 0x62, 0x41, 0x30, 0x31, 0x39, 0x22, 0x5c, 0xe9, 0xffff, 0x2ffff];
        let string = |rng: &mut Rng| {
            let characters: Vec<u32> = (0..rng.below(length + 1)).map(|_| *rng.pick(&CHARACTERS)).collect();
            Text::new(&characters).unwrap_or_else(Text::empty)
        };
        let strings = (0..4).map(|_| string(rng)).chain([Text::empty()]).collect();
        let large = Int::from((rng.next_u64() >> rng.between(1, 63)) as i64);
        let small = (0..3).map(|_| Int::from(rng.below(length + 3) as i64 - 1));
        Pools { strings, ints: small.chain([large]).collect() }
    }

    /// The constants of a sort.
    pub fn constants(&self, sort: Sort) -> Vec<Value> {
        match sort {
            Sort::STRING => self.strings.iter().cloned().map(Value::Text).collect(),
            Sort::INT => self.ints.iter().cloned().map(Value::Int).collect(),
            _ => vec![Value::Bool(false), Value::Bool(true)],
        }
    }

    /// The candidates for each argument of an operation.
    pub(super) fn arguments(&self, operation: &Operation) -> Vec<Vec<Expr>> {
        (0..operation.arguments.len()).map(|at| self.arguments_at(operation, at)).collect()
    }

    pub(super) fn arguments_at(&self, operation: &Operation, at: usize) -> Vec<Expr> {
        match operation.arguments[at] {
            Sort::REGLAN => self.languages(),
            // Not every solver accepts ranges whose bounds are not single characters.
            Sort::STRING if !operation.is_open(at) && operation.arguments.len() > 2 => {
                let characters = self.strings.iter().filter(|text| text.len() == 1).take(3);
                characters.cloned().map(Value::Text).map(Expr::constant).collect()
            }
            sort => self.constants(sort).into_iter().map(Expr::constant).collect(),
        }
    }

    /// The regular expressions that one operator makes of strings.
    pub(super) fn languages(&self) -> Vec<Expr> {
        let mut found = Vec::new();
        for operation in operations().iter().filter(|operation| operation.is_language) {
            if !operation.arguments.contains(&Sort::REGLAN) {
                let lists = &self.arguments(operation)[1..];
                found
                    .extend(every_combination(lists, usize::MAX).map(|arguments| operation.inner(arguments)));
            }
        }
        found
    }
}

impl Operation {
    fn inner(&self, arguments: Vec<Expr>) -> Expr {
        Expr::Apply(self.op, self.indices.clone(), arguments)
    }

    /// The operation on these arguments.
    pub fn on(&self, mut arguments: Vec<Expr>) -> Expr {
        if !self.is_language {
            return self.inner(arguments);
        }
        let rest = arguments.split_off(1);
        arguments.push(self.inner(rest));
        Expr::Apply(membership().id, SmallVec::new(), arguments)
    }

    /// Whether an argument can be a symbol.
    pub fn is_open(&self, argument: usize) -> bool {
        self.arguments[argument] != Sort::REGLAN && (argument == 0 || !self.is_language)
    }

    /// Whether the operator combines regular expressions.
    pub fn is_above_languages(&self) -> bool {
        self.is_language && self.arguments.contains(&Sort::REGLAN)
    }

    /// The regular expression itself, for operators that make one.
    pub fn language(&self, arguments: Vec<Expr>) -> Option<Expr> {
        self.is_language.then(|| self.inner(arguments))
    }
}

/// The operator for membership in a regular expression.
fn membership() -> &'static Op {
    static MEMBERSHIP: LazyLock<&'static Op> = LazyLock::new(|| {
        let is_it = |op: &&&Op| sorts(op) == Some((vec![Sort::STRING, Sort::REGLAN], Sort::BOOL));
        let standard = || standard_operators().iter();
        standard().find(is_it).copied().unwrap_or_else(|| panic!("no membership in the table"))
    });
    &MEMBERSHIP
}

/// The sorts of the arguments and of the result, if all of them are fixed.
fn sorts(op: &Op) -> Option<(Vec<Sort>, Sort)> {
    let plain = |pattern: &Pattern| match pattern {
        Pattern::Sort(sort) => Some(*sort),
        _ => None,
    };
    Some((op.signature.args.iter().map(plain).collect::<Option<_>>()?, plain(&op.signature.result)?))
}

/// The standard's operators on strings.
fn standard_operators() -> &'static [&'static Op] {
    static STANDARD: LazyLock<Vec<&'static Op>> = LazyLock::new(|| {
        let theory = membership_theory();
        table().ops().iter().filter(|op| op.theory == theory && op.dialect.is_none()).collect()
    });
    &STANDARD
}

/// The name of the theory of strings.
fn membership_theory() -> &'static str {
    let gives_language = |op: &&Op| op.signature.result == Pattern::Sort(Sort::REGLAN);
    table().ops().iter().find(gives_language).map_or("", |op| op.theory)
}

/// All operations: every operator of the standard's theory, and the equality of strings.
pub(super) fn operations() -> &'static [Operation] {
    static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
        let equality = Operation {
            op: connectives().equal,
            indices: SmallVec::new(),
            arguments: vec![Sort::STRING, Sort::STRING],
            result: Sort::BOOL,
            is_language: false,
        };
        standard_operators().iter().flat_map(|op| operations_of(op)).chain([equality]).collect()
    });
    &OPERATIONS
}

/// The operations of an operator, one for each of some choices of its indices.
fn operations_of(op: &Op) -> Vec<Operation> {
    let Some((mut arguments, result)) = sorts(op) else { return Vec::new() };
    let indices: &[&[u32]] = match op.signature.indices {
        Some(0) => &[&[]],
        Some(1) => &[&[0], &[2]],
        Some(2) => &[&[0, 1], &[1, 3], &[2, 1]],
        _ => &[],
    };
    let is_language = result == Sort::REGLAN;
    if is_language {
        arguments.insert(0, Sort::STRING);
    } else if arguments.is_empty() {
        return Vec::new();
    }
    let result = if is_language { Sort::BOOL } else { result };
    let operation = |indices: &&[u32]| Operation {
        op: op.id,
        indices: SmallVec::from_slice(indices),
        arguments: arguments.clone(),
        result,
        is_language,
    };
    indices.iter().map(operation).collect()
}

/// Distinct numbers below `total`, at most `count`, spread over the whole range.
pub fn spread(total: usize, count: usize) -> impl Iterator<Item = usize> {
    let coprime = |step: &usize| gcd(*step, total) == 1;
    let step = (total * 5 / 8..total).chain([1]).find(coprime).unwrap_or(1);
    let first = if count < total { step / 2 } else { 0 };
    (0..total.min(count)).map(move |at| (first + at * step) % total)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// At most `count` ways to take one element of each list.
pub(super) fn every_combination(lists: &[Vec<Expr>], count: usize) -> impl Iterator<Item = Vec<Expr>> {
    spread(lists.iter().map(Vec::len).product(), count).map(|mut number| {
        let mut choose = |list: &Vec<Expr>| {
            let chosen = list[number % list.len()].clone();
            number /= list.len();
            chosen
        };
        lists.iter().map(&mut choose).collect()
    })
}
