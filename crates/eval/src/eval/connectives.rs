//! Connectives, equality and `ite`, which can have a value even where operands are unknown.

use super::apply::Site;
use super::machine::{Cell, Evaluator, Frame};
use gainsay_lang::script::Term;
use gainsay_lang::theory::{Connective, Meaning, Op};
use gainsay_lang::value::{Reason, Value, equal};
use smallvec::SmallVec;

impl Evaluator<'_> {
    /// Evaluates the arguments of a conjunction, disjunction or implication from `next` on, until one decides
    /// it.
    pub(super) fn connect_from(&mut self, term: Term, next: usize, unknown: u32) {
        let arguments = self.terms.children(term);
        if self.is_ready(arguments[next]) {
            let _ = self.fuel.spend(1);
            return self.connect(term, next + 1, unknown);
        }
        self.frames.push(Frame::Connect { term, next: next as u32 + 1, unknown });
        self.visit(arguments[next]);
    }

    /// Continues after the argument before `next` was evaluated onto the stack. `unknown` identifies the
    /// reason of the first unknown argument plus one; 0 if there is none.
    pub(super) fn connect(&mut self, term: Term, mut next: usize, mut unknown: u32) {
        let arguments = self.terms.children(term);
        let connective = self.terms.connective(term);
        loop {
            let last = next == arguments.len();
            // The argument value that decides the result, and that result.
            let (decisive, result) = match connective {
                Some(Connective::And) => (false, false),
                Some(Connective::Implies) if !last => (false, true),
                _ => (true, true),
            };
            match self.pop_bool(arguments[next - 1]) {
                Ok(value) if value == decisive => return self.finish(term, Ok(Value::Bool(result))),
                Ok(_) => {}
                Err(id) if unknown == 0 => unknown = id + 1,
                Err(_) => {}
            }
            if last {
                let cell = if unknown == 0 { Ok(Value::Bool(!result)) } else { Err(unknown - 1) };
                return self.finish(term, cell);
            }
            next += 1;
            if !self.is_ready(arguments[next - 1]) {
                self.frames.push(Frame::Connect { term, next: next as u32, unknown });
                return self.visit(arguments[next - 1]);
            }
            let _ = self.fuel.spend(1);
        }
    }

    pub(super) fn choose(&mut self, term: Term) {
        let arguments = self.terms.children(term);
        match self.pop_bool(arguments[0]) {
            Ok(condition) => {
                self.frames.push(Frame::Keep(term));
                self.visit(arguments[if condition { 1 } else { 2 }]);
            }
            Err(id) => {
                self.push(Err(id));
                self.frames.push(Frame::Merge(term));
                self.visit(arguments[2]);
                self.visit(arguments[1]);
            }
        }
    }

    /// An `ite` whose condition is unknown has a known value only if both branches have the same.
    pub(super) fn merge(&mut self, term: Term) {
        let (other, then, condition) = (self.pop(), self.pop(), self.pop());
        let arguments = self.terms.children(term);
        let cell = match (then, other) {
            (then, _) if arguments[1] == arguments[2] => then,
            (Ok(then), Ok(other)) if equal(&then, &other, &mut self.fuel) == Some(true) => Ok(then),
            _ => condition,
        };
        self.finish(term, cell);
    }

    /// Equality, `distinct` and negation of operands that may be unknown.
    pub(super) fn compare(
        &mut self,
        connective: Connective,
        term: Term,
        arguments: &[Term],
        start: usize,
    ) -> Cell {
        if connective == Connective::Not || connective == Connective::Xor {
            return self.parity(connective == Connective::Not, term, start);
        }
        let wanted = connective == Connective::Equal;
        match connective {
            // z3 accepts `and` and `or` without arguments; `distinct` of one argument is true.
            Connective::And if arguments.is_empty() => return Ok(Value::Bool(true)),
            Connective::Or if arguments.is_empty() => return Ok(Value::Bool(false)),
            Connective::Distinct if arguments.len() == 1 => return Ok(Value::Bool(true)),
            Connective::Equal | Connective::Distinct if arguments.len() > 1 => {}
            _ => return self.unknown(Reason::NotComputed("too few arguments"), Some(term)),
        }
        if !wanted && let Some(decided) = self.all_different(start) {
            return Ok(Value::Bool(decided));
        }
        self.compare_pairs(wanted, term, arguments, start)
    }

    /// Whether an odd number of operands are true, where `result` counts as one more operand.
    fn parity(&mut self, mut result: bool, term: Term, start: usize) -> Cell {
        if self.operands.len() == start {
            return self.unknown(Reason::NotComputed("no arguments"), Some(term));
        }
        for cell in &self.operands[start..] {
            match cell {
                Ok(Value::Bool(value)) => result ^= value,
                Ok(value) => {
                    let value = value.clone();
                    return self.open_or_ill_sorted(&value, Site::of(self.terms, term));
                }
                Err(id) => return Err(*id),
            }
        }
        Ok(Value::Bool(result))
    }

    /// Whether all pairs of operands are equal (`equals`), or all are different.
    fn compare_pairs(&mut self, equals: bool, term: Term, arguments: &[Term], start: usize) -> Cell {
        let mut unknown: Option<Cell> = None;
        for second in 1..arguments.len() {
            // Equality is transitive: the first with all others, and neighbours in case the first is unknown,
            // are enough.
            for first in 0..second {
                if equals && first + 1 != second && first != 0 {
                    continue;
                }
                let cells = (&self.operands[start + first], &self.operands[start + second]);
                let same = match cells {
                    _ if arguments[first] == arguments[second] => Some(true),
                    (Ok(a), Ok(b)) => equal(a, b, &mut self.fuel),
                    (Err(id), _) | (_, Err(id)) => {
                        unknown = unknown.or(Some(Err(*id)));
                        continue;
                    }
                };
                match same {
                    Some(same) if same == equals => {}
                    Some(_) => return Ok(Value::Bool(false)),
                    None if unknown.is_none() => {
                        let reason = match cells {
                            (Ok(a), Ok(b)) if a.is_open() || b.is_open() => Reason::Open,
                            _ => Reason::Incomparable,
                        };
                        unknown = Some(self.unknown(reason, Some(term)));
                    }
                    None => {}
                }
            }
        }
        unknown.unwrap_or(Ok(Value::Bool(true)))
    }

    /// Whether eight or more operands, all plain values, are pairwise different, by sorting; `None` for
    /// others.
    fn all_different(&mut self, start: usize) -> Option<bool> {
        if self.operands.len() - start < 8 {
            return None;
        }
        let plain = |cell: &Cell| cell.as_ref().is_ok_and(Value::is_plain);
        if !self.operands[start..].iter().all(plain) {
            return None;
        }
        self.fuel.spend(self.operands.len() - start).ok()?;
        let mut values: Vec<&Value> = self.operands[start..].iter().flatten().collect();
        values.sort_unstable();
        Some(values.windows(2).all(|pair| pair[0] != pair[1]))
    }

    /// A connective whose arguments are all known.
    pub(super) fn connect_values(&mut self, op: &'static Op, start: usize) -> Cell {
        let values: SmallVec<[Value; 4]> = self.operands[start..].iter().flatten().cloned().collect();
        let Meaning::Connective(connective) = op.meaning else { return Err(0) };
        let bools: Option<SmallVec<[bool; 4]>> = values.iter().map(Value::as_bool).collect();
        let result = match (connective, &*values, bools.as_deref()) {
            (Connective::Ite, [Value::Bool(condition), then, other], _) => {
                return Ok(if *condition { then.clone() } else { other.clone() });
            }
            (Connective::Equal, [a, b], _) => equal(a, b, &mut self.fuel),
            (Connective::Distinct, [a, b], _) => equal(a, b, &mut self.fuel).map(|same| !same),
            (Connective::Not, _, Some([a])) => Some(!a),
            (Connective::And, _, Some(all)) => Some(all.iter().all(|value| *value)),
            (Connective::Or, _, Some(all)) => Some(all.iter().any(|value| *value)),
            (Connective::Xor, _, Some([a, b])) => Some(a != b),
            (Connective::Implies, _, Some([a, b])) => Some(!a || *b),
            _ => None,
        };
        match result {
            Some(result) => Ok(Value::Bool(result)),
            None => self.unknown(Reason::Incomparable, None),
        }
    }
}
