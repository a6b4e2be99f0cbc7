//! Bit-blasting: circuits of gates over wires, each gate with the clauses that define its output (Tseitin).
//!
//! All gates are made by [`Gates`], which folds constants, makes each gate once, and adds clauses by which unit
//! propagation finds a gate's output from its inputs. Arithmetic on words of wires is in `words.rs`. An operator's
//! row (`theory/`) has its circuit. `plain.rs` defines the operators on bit-vectors a second time, without folding.

mod clauses;
mod floats;
mod plain;
mod words;

pub use clauses::{Clauses, DimacsError};
pub use floats::{FloatWord, float_infinity, float_nan, float_zero};
pub use plain::{Plain, PlainCircuit};
pub use words::{constant, extend, rotate, sign};

use crate::hash::HashMap;
use crate::value::Format;
use std::ops::Not;

/// A bit of a circuit: a variable or its negation, which is a literal of the clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Wire(u32);

/// The bits of a value, the least significant first. A Boolean is a word of one bit.
pub type Word = Vec<Wire>;

/// The inputs of an operator's circuit.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    pub indices: &'a [u32],
    pub words: &'a [&'a [Wire]],
    /// The format of each argument that is a float.
    pub formats: &'a [Option<Format>],
    /// The format of the result, if it is a float.
    pub result: Option<Format>,
    /// The result where the standard leaves it open: an arbitrary word, as wide as the result.
    pub open: &'a [Wire],
}

/// The circuit of an operator, for as many arguments as its row declares.
pub type Circuit = fn(&mut Gates, Inputs<'_>) -> Word;

impl Inputs<'_> {
    pub fn index(&self, at: usize) -> usize {
        self.indices.get(at).map_or(0, |&index| index as usize)
    }

    /// An argument that is a float, as the signature says.
    pub fn float(&self, at: usize) -> FloatWord<'_> {
        let format = self.formats[at].expect("the argument is a float");
        FloatWord { format, word: self.words[at] }
    }

    /// The format of a result that is a float, as the signature says.
    pub fn format(&self) -> Format {
        self.result.expect("the result is a float")
    }
}

impl std::ops::Index<usize> for Inputs<'_> {
    type Output = [Wire];

    fn index(&self, at: usize) -> &[Wire] {
        self.words[at]
    }
}

impl Wire {
    /// The variable 0 is true, and in no clause.
    pub const TRUE: Wire = Wire(0);
    pub const FALSE: Wire = Wire(1);

    pub fn of_variable(variable: u32) -> Wire {
        Wire(variable << 1)
    }

    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// An index for tables with an entry for each literal.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal as DIMACS writes it. The constants are never written.
    pub fn to_dimacs(self) -> i64 {
        let variable = i64::from(self.variable());
        if self.is_negated() { -variable } else { variable }
    }

    /// The literal that a number in DIMACS means; `None` for 0, which ends a clause.
    pub fn from_dimacs(number: i64) -> Option<Wire> {
        let variable = u32::try_from(number.unsigned_abs()).ok().filter(|&variable| variable < 1 << 31)?;
        (variable != 0).then(|| Wire(variable << 1 | u32::from(number < 0)))
    }

    /// A constant.
    pub fn constant(value: bool) -> Wire {
        if value { Wire::TRUE } else { Wire::FALSE }
    }

    /// Its value, if it is a constant.
    pub fn known(self) -> Option<bool> {
        (self.variable() == 0).then_some(self == Wire::TRUE)
    }

    fn negated_if(self, condition: bool) -> Wire {
        Wire(self.0 ^ u32::from(condition))
    }
}

impl Not for Wire {
    type Output = Wire;

    fn not(self) -> Wire {
        Wire(self.0 ^ 1)
    }
}

/// Builds gates and collects their clauses.
#[derive(Debug)]
pub struct Gates {
    clauses: Clauses,
    made: HashMap<Gate, Wire>,
    conjunctions: HashMap<Box<[Wire]>, Wire>,
    most_clauses: usize,
    /// Work that made no clauses, see [`Gates::spend`].
    work: usize,
    given_up: bool,
    /// The literal that stands for true in clauses, if nothing is folded. Then constants are inputs like others, and
    /// each gate is made as often as it is asked for.
    truth: Option<Wire>,
}

/// How many units of work count as one clause.
const WORK_PER_CLAUSE: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Gate {
    Xor(Wire, Wire),
    Parity([Wire; 3]),
    Majority([Wire; 3]),
    Mux([Wire; 3]),
}

impl Gates {
    /// Gates with about `most_clauses` clauses at most, see [`Gates::is_full`].
    pub fn new(most_clauses: usize) -> Gates {
        Gates {
            clauses: Clauses::default(),
            made: HashMap::default(),
            conjunctions: HashMap::default(),
            most_clauses,
            work: 0,
            given_up: false,
            truth: None,
        }
    }

    /// Gates that fold nothing.
    pub fn unfolded(most_clauses: usize) -> Gates {
        let mut gates = Gates::new(most_clauses);
        let truth = gates.fresh();
        gates.require(&[truth]);
        Gates { truth: Some(truth), ..gates }
    }

    /// The literal of a wire: constants have one if nothing is folded.
    pub fn literal(&self, wire: Wire) -> Wire {
        match (wire.known(), self.truth) {
            (Some(value), Some(truth)) => truth.negated_if(!value),
            _ => wire,
        }
    }

    /// Whether the limit is exceeded, or a circuit was given up. Gates that are made from then on are meaningless.
    pub fn is_full(&self) -> bool {
        self.given_up
            || self.clauses.len() > self.most_clauses
            || self.work / WORK_PER_CLAUSE > self.most_clauses
    }

    /// Counts work that makes no clauses, such as comparing constants, against the limit.
    pub fn spend(&mut self, work: usize) {
        self.work = self.work.saturating_add(work);
    }

    /// Gives up, because a circuit would be too large.
    pub fn give_up(&mut self) {
        self.given_up = true;
    }

    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    pub fn into_clauses(self) -> Clauses {
        self.clauses
    }

    /// A free wire: a new variable.
    pub fn fresh(&mut self) -> Wire {
        Wire::of_variable(self.clauses.new_variable())
    }

    /// A word of free wires.
    pub fn fresh_word(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.fresh()).collect()
    }

    /// Adds a clause: one of these wires must be true.
    pub fn require(&mut self, any: &[Wire]) {
        let literals = any.iter().map(|&wire| self.literal(wire));
        let mut clause: Vec<Wire> = literals.filter(|&wire| wire != Wire::FALSE).collect();
        if clause.contains(&Wire::TRUE) {
            return;
        }
        clause.sort_unstable();
        clause.dedup();
        let is_trivial = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if !is_trivial && !self.is_full() {
            self.clauses.push(&clause);
        }
    }

    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        self.all(&[a, b])
    }

    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.all(&[!a, !b])
    }

    pub fn any(&mut self, wires: &[Wire]) -> Wire {
        let negated: Vec<Wire> = wires.iter().map(|&wire| !wire).collect();
        !self.all(&negated)
    }

    pub fn all(&mut self, wires: &[Wire]) -> Wire {
        if self.is_full() {
            // The circuit will not be used, and a constant makes the rest of it cheap.
            return Wire::FALSE;
        }
        if self.truth.is_some() {
            return self.conjunction(wires);
        }
        if wires.contains(&Wire::FALSE) {
            return Wire::FALSE;
        }
        let mut inputs: Vec<Wire> = wires.iter().copied().filter(|&wire| wire != Wire::TRUE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Wire::FALSE;
        }
        match inputs[..] {
            [] => return Wire::TRUE,
            [only] => return only,
            _ => {}
        }
        if let Some(&known) = self.conjunctions.get(&inputs[..]) {
            return known;
        }
        let output = self.conjunction(&inputs);
        self.conjunctions.insert(inputs.into(), output);
        output
    }

    fn conjunction(&mut self, inputs: &[Wire]) -> Wire {
        let output = self.fresh();
        for &input in inputs {
            self.require(&[!output, input]);
        }
        let mut clause: Vec<Wire> = inputs.iter().map(|&input| !input).collect();
        clause.push(output);
        self.require(&clause);
        output
    }

    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        if self.truth.is_some() {
            return self.gate(Gate::Xor(a, b));
        }
        let negated = a.is_negated() != b.is_negated();
        let (mut a, mut b) = (Wire::of_variable(a.variable()), Wire::of_variable(b.variable()));
        if a > b {
            (a, b) = (b, a);
        }
        if a == Wire::TRUE {
            return (!b).negated_if(negated);
        }
        if a == b {
            return Wire::constant(negated);
        }
        self.gate(Gate::Xor(a, b)).negated_if(negated)
    }

    /// Whether an odd number of three wires is true.
    pub fn parity(&mut self, wires: [Wire; 3]) -> Wire {
        if self.truth.is_some() {
            return self.gate(Gate::Parity(wires));
        }
        let negated = wires.iter().filter(|wire| wire.is_negated()).count() % 2 == 1;
        let mut plain = wires.map(|wire| Wire::of_variable(wire.variable()));
        plain.sort_unstable();
        let [a, b, c] = plain;
        if a == Wire::TRUE || a == b {
            let rest = self.xor(b, c);
            return if a == b { c } else { !rest }.negated_if(negated);
        }
        if b == c {
            return a.negated_if(negated);
        }
        self.gate(Gate::Parity(plain)).negated_if(negated)
    }

    /// Whether at least two of three wires are true.
    pub fn majority(&mut self, mut wires: [Wire; 3]) -> Wire {
        if self.truth.is_some() {
            return self.gate(Gate::Majority(wires));
        }
        wires.sort_unstable();
        let [a, b, c] = wires;
        match a {
            Wire::TRUE => return self.or(b, c),
            Wire::FALSE => return self.and(b, c),
            _ if a == b || b == c => return b,
            _ if a == !b => return c,
            _ if b == !c => return a,
            _ => {}
        }
        // Majority is self-dual, so a gate and its negation share one gate, whose first input is not negated.
        let negated = a.is_negated();
        self.gate(Gate::Majority(wires.map(|wire| wire.negated_if(negated)))).negated_if(negated)
    }

    /// One of two wires, the first if the condition holds.
    pub fn mux(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        if self.truth.is_some() {
            return self.gate(Gate::Mux([condition, then, otherwise]));
        }
        if condition.is_negated() {
            return self.mux_by(!condition, otherwise, then);
        }
        self.mux_by(condition, then, otherwise)
    }

    fn mux_by(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        if condition == Wire::TRUE || then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        if then == Wire::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Wire::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Wire::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        if otherwise == Wire::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        let negated = then.is_negated();
        let inputs = [condition, then.negated_if(negated), otherwise.negated_if(negated)];
        self.gate(Gate::Mux(inputs)).negated_if(negated)
    }

    /// Makes a gate, or finds the equal one. If constants are folded, its inputs are none and
    /// have different variables.
    fn gate(&mut self, gate: Gate) -> Wire {
        if let Some(&known) = self.made.get(&gate) {
            return known;
        }
        if self.is_full() {
            return Wire::FALSE;
        }
        let output = self.fresh();
        match gate {
            Gate::Xor(a, b) => {
                for (a, b) in [(a, b), (!a, !b)] {
                    self.require(&[!output, a, b]);
                    self.require(&[output, !a, b]);
                }
            }
            Gate::Parity([a, b, c]) => {
                for (a, b) in [(a, b), (!a, !b)] {
                    self.require(&[!output, a, b, c]);
                    self.require(&[!output, a, !b, !c]);
                    self.require(&[output, !a, b, c]);
                    self.require(&[output, a, b, !c]);
                }
            }
            Gate::Majority([a, b, c]) => {
                for (a, b) in [(a, b), (a, c), (b, c)] {
                    self.require(&[!output, a, b]);
                    self.require(&[output, !a, !b]);
                }
            }
            Gate::Mux([condition, then, otherwise]) => {
                self.require(&[!condition, !then, output]);
                self.require(&[!condition, then, !output]);
                self.require(&[condition, !otherwise, output]);
                self.require(&[condition, otherwise, !output]);
                // These two follow from the others, but let unit propagation find more.
                self.require(&[!then, !otherwise, output]);
                self.require(&[then, otherwise, !output]);
            }
        }
        if self.truth.is_none() {
            self.made.insert(gate, output);
        }
        output
    }
}
