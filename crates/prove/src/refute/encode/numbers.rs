//! Numbers. A number has no bits: its word is one wire that occurs in no clause, and stands for a linear sum.
//! Inequalities between sums are ordinary wires, whose meaning is recorded in an
//! [`Arithmetic`](crate::refute::Arithmetic).
//!
//! Code that handles words of any sort goes through this file: [`Encoder::equal`], [`Encoder::choose`],
//! [`Encoder::equal_if`].

use super::{Encoder, REMEMBERED, Undecided};
use crate::refute::arithmetic::{Arithmetic, Claim, Constraint, Linear, Number, size};
use gainsay_lang::circuit::{Wire, Word};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::Term;
use gainsay_lang::theory::OpId;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Rational;

#[derive(Default, Debug)]
pub(super) struct Numbers {
    pub arithmetic: Arithmetic,
    /// The sums that the wires of numbers stand for.
    sums: HashMap<u32, Linear>,
    wires: HashMap<Linear, Wire>,
    atoms: HashMap<Constraint, Wire>,
    /// Numeric variables for wires: 1 for true, 0 for false.
    bits: HashMap<Wire, Number>,
    /// Integer quotients, by dividend and divisor; the divisor may be zero.
    pub quotients: HashMap<(Linear, Linear), Linear>,
    /// Divisions, which are uninterpreted where the divisor is zero.
    pub open: Vec<Open>,
    /// Variables for products of variables, by their sorted factors.
    pub products: HashMap<Vec<Number>, Number>,
    pub factors: HashMap<Number, Vec<Number>>,
    /// The wires that stand for arrays as arguments of functions.
    arrays: HashMap<u32, Term>,
    array_wires: HashMap<Term, Wire>,
    /// Whether products are only partly constrained, so that satisfying values may be no model.
    pub is_loose: bool,
}

/// One division, whose result is uninterpreted if the divisor is zero.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub op: OpId,
    pub sort: Sort,
    pub dividend: Linear,
    pub divisor: Linear,
    pub result: Linear,
}

impl Numbers {
    /// Whether a variable stands for a number or an array, and is no bit.
    pub fn is_opaque(&self, variable: u32) -> bool {
        self.sums.contains_key(&variable) || self.arrays.contains_key(&variable)
    }

    pub fn sum(&self, word: &[Wire]) -> Option<&Linear> {
        match word {
            [wire] => self.sums.get(&wire.variable()),
            _ => None,
        }
    }

    /// Whether any function takes arrays.
    pub fn has_arrays(&self) -> bool {
        !self.arrays.is_empty()
    }

    pub fn array(&self, wire: Wire) -> Option<Term> {
        self.arrays.get(&wire.variable()).copied()
    }

    pub fn new_number(&mut self, is_integer: bool) -> Number {
        self.arithmetic.integral.push(is_integer);
        self.arithmetic.integral.len() as Number - 1
    }

    /// Whether a sum is an integer whatever values its variables have.
    pub fn is_integer(&self, sum: &Linear) -> bool {
        self.arithmetic.is_integral(&sum.terms) && sum.constant.is_integer()
    }
}

impl Encoder {
    /// The word of a number: the wire that stands for it.
    pub(super) fn number(&mut self, sum: Linear) -> Word {
        if let Some(&known) = self.numbers.wires.get(&sum) {
            return vec![known];
        }
        let wire = self.gates.fresh();
        self.gates.spend(REMEMBERED * sum.size());
        if sum.is_long() {
            self.gates.give_up();
        }
        self.numbers.sums.insert(wire.variable(), sum.clone());
        self.numbers.wires.insert(sum, wire);
        vec![wire]
    }

    /// A fresh number.
    pub(super) fn any_number(&mut self, sort: Sort) -> Linear {
        Linear::variable(self.numbers.new_number(sort == Sort::INT))
    }

    /// A wire that stands for an array as an argument of a function.
    pub(super) fn array_word(&mut self, array: Term) -> Word {
        let gates = &mut self.gates;
        let wire = *self.numbers.array_wires.entry(array).or_insert_with(|| gates.fresh());
        self.numbers.arrays.insert(wire.variable(), array);
        vec![wire]
    }

    /// Whether a sum is at most zero, or less than zero if `strict`.
    pub(super) fn at_most_zero(&mut self, sum: &Linear, strict: bool) -> Wire {
        match sum.at_most_zero(strict, &self.numbers.arithmetic) {
            Claim::Known(holds) => Wire::constant(holds),
            Claim::Atom { constraint, negated } => {
                let wire = self.atom(constraint);
                if negated { !wire } else { wire }
            }
        }
    }

    fn atom(&mut self, constraint: Constraint) -> Wire {
        if let Some(&known) = self.numbers.atoms.get(&constraint) {
            return known;
        }
        let wire = self.gates.fresh();
        self.gates.spend(REMEMBERED * size(&constraint.sum));
        self.numbers.arithmetic.atoms.push((wire.variable(), constraint.clone()));
        self.numbers.atoms.insert(constraint, wire);
        wire
    }

    pub(super) fn at_most(&mut self, a: &Linear, b: &Linear) -> Wire {
        self.at_most_zero(&a.minus(b), false)
    }

    pub(super) fn less(&mut self, a: &Linear, b: &Linear) -> Wire {
        self.at_most_zero(&a.minus(b), true)
    }

    pub(super) fn same_number(&mut self, a: &Linear, b: &Linear) -> Wire {
        let (no_more, no_less) = (self.at_most(a, b), self.at_most(b, a));
        self.gates.and(no_more, no_less)
    }

    /// Requires two numbers to be equal if a condition is true.
    pub(super) fn same_number_if(&mut self, condition: Wire, a: &Linear, b: &Linear) {
        if condition == Wire::FALSE {
            return;
        }
        let (no_more, no_less) = (self.at_most(a, b), self.at_most(b, a));
        self.gates.require(&[!condition, no_more]);
        self.gates.require(&[!condition, no_less]);
    }

    /// Requires a number to lie between two others.
    pub(super) fn within(&mut self, least: &Linear, sum: &Linear, most: &Linear) {
        let (no_less, no_more) = (self.at_most(least, sum), self.at_most(sum, most));
        self.gates.require(&[no_less]);
        self.gates.require(&[no_more]);
    }

    /// A wire as a number: 1 for true, 0 for false.
    pub(super) fn bit_number(&mut self, wire: Wire) -> Linear {
        let one = Linear::constant(Rational::ONE);
        if let Some(known) = wire.known() {
            return if known { one } else { Linear::constant(Rational::ZERO) };
        }
        if wire.is_negated() {
            return one.minus(&self.bit_number(!wire));
        }
        if let Some(&known) = self.numbers.bits.get(&wire) {
            return Linear::variable(known);
        }
        let number = self.numbers.new_number(true);
        self.numbers.bits.insert(wire, number);
        let bit = Linear::variable(number);
        let zero = Linear::constant(Rational::ZERO);
        self.within(&zero, &bit, &one);
        let is_zero = self.at_most(&bit, &zero);
        self.gates.require(&[wire, is_zero]);
        self.gates.require(&[!wire, !is_zero]);
        bit
    }

    /// `ite` on numbers.
    pub(super) fn choose_number(&mut self, condition: Wire, then: &Linear, otherwise: &Linear) -> Linear {
        let difference = then.minus(otherwise);
        match (condition.known(), difference.known()) {
            (Some(true), _) => return then.clone(),
            (Some(false), _) => return otherwise.clone(),
            (_, Some(difference)) if difference.is_zero() => return then.clone(),
            (_, Some(difference)) => {
                let difference = difference.clone();
                return otherwise.plus(&self.bit_number(condition).scaled(&difference));
            }
            _ => {}
        }
        let is_integer = self.numbers.is_integer(then) && self.numbers.is_integer(otherwise);
        let chosen = Linear::variable(self.numbers.new_number(is_integer));
        self.same_number_if(condition, &chosen, then);
        self.same_number_if(!condition, &chosen, otherwise);
        chosen
    }

    /// Whether two words of one sort are equal.
    pub(super) fn equal(&mut self, a: &[Wire], b: &[Wire]) -> Result<Wire, Undecided> {
        let mut same = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            same.push(self.equal_wires(a, b)?);
        }
        Ok(self.gates.all(&same))
    }

    fn equal_wires(&mut self, a: Wire, b: Wire) -> Result<Wire, Undecided> {
        if a == b {
            return Ok(Wire::TRUE);
        }
        if let (Some(a), Some(b)) = (self.numbers.sum(&[a]).cloned(), self.numbers.sum(&[b]).cloned()) {
            return Ok(self.same_number(&a, &b));
        }
        if let (Some(a), Some(b)) = (self.numbers.array(a), self.numbers.array(b)) {
            return self.array_equation(a, b);
        }
        Ok(!self.gates.xor(a, b))
    }

    /// `ite` on words of one sort.
    pub(super) fn choose(&mut self, condition: Wire, then: &[Wire], otherwise: &[Wire]) -> Word {
        let mut chosen = Word::with_capacity(then.len());
        for (&then, &otherwise) in then.iter().zip(otherwise) {
            let numbers = (self.numbers.sum(&[then]), self.numbers.sum(&[otherwise]));
            match numbers {
                (Some(then), Some(otherwise)) => {
                    let (then, otherwise) = (then.clone(), otherwise.clone());
                    let number = self.choose_number(condition, &then, &otherwise);
                    chosen.extend(self.number(number));
                }
                _ => chosen.push(self.gates.mux(condition, then, otherwise)),
            }
        }
        chosen
    }

    /// Requires two words of one sort to be equal if a condition is true.
    pub(super) fn equal_if(&mut self, condition: Wire, a: &[Wire], b: &[Wire]) {
        for (&a, &b) in a.iter().zip(b).filter(|(a, b)| a != b) {
            match (self.numbers.sum(&[a]).cloned(), self.numbers.sum(&[b]).cloned()) {
                (Some(a), Some(b)) => self.same_number_if(condition, &a, &b),
                _ => {
                    self.gates.require(&[!condition, !a, b]);
                    self.gates.require(&[!condition, a, !b]);
                }
            }
        }
    }

    /// Congruence of divisions that may be by zero: equal operands give equal results.
    pub(super) fn open_congruence(&mut self) -> Result<(), Undecided> {
        let open = std::mem::take(&mut self.numbers.open);
        for (at, later) in open.iter().enumerate() {
            for earlier in open[..at].iter().filter(|earlier| earlier.op == later.op) {
                let same_divisor = self.same_number(&earlier.divisor, &later.divisor);
                let same_dividend = self.same_number(&earlier.dividend, &later.dividend);
                let same = self.gates.and(same_divisor, same_dividend);
                self.same_number_if(same, &earlier.result, &later.result);
            }
            if self.gates.is_full() {
                return Err(Undecided::TooLarge);
            }
        }
        self.numbers.open = open;
        Ok(())
    }
}
