//! Programs over numbers: each move adds a vector to the state, and may have a guard.
//!
//! A weighted sum of the variables never decreases, so it is always at least its value at the start: the
//! invariant. There also is a run of moves; either its last state or what the invariant excludes can be declared
//! bad.

use super::{NAMES, Program, atom, clause};
use gainsay_lang::rng::Rng;

/// A point, a direction, or the weights of a sum.
type Vector = Vec<i64>;

struct Move {
    from: usize,
    to: usize,
    by: Vector,
    /// The states of the run in which the move is made.
    made_in: Vec<Vector>,
}

/// A program under construction.
struct Maker<'r> {
    rng: &'r mut Rng,
    is_real: bool,
    predicates: usize,
    start: Vector,
    /// The weights of the sum that never decreases.
    sum: Vector,
    moves: Vec<Move>,
}

pub fn make(rng: &mut Rng, size: u32) -> Program {
    let count = 1 + rng.index(2 + size as usize / 6);
    let predicates = 1 + rng.index(NAMES.len());
    let is_real = rng.one_in(3);
    let start = vector(rng, count, 6);
    let sum = vector(rng, count, 3);
    let mut maker = Maker { rng, is_real, predicates, start, sum, moves: Vec::new() };
    let (place, end) = maker.run(1 + size as usize / 3);
    let is_safe = maker.rng.coin();
    if maker.rng.coin() {
        let (from, to) = (maker.rng.index(predicates), maker.rng.index(predicates));
        maker.new_move(from, to);
    }
    let mut clauses = vec![maker.beginning()];
    clauses.extend((0..maker.moves.len()).map(|at| maker.moving(at)).collect::<Vec<_>>());
    if maker.rng.one_in(3) {
        clauses.push(maker.joining());
    }
    if is_safe && maker.rng.one_in(3) {
        clauses.push(maker.redundant_clause());
    }
    let at = if is_safe { maker.rng.index(predicates) } else { place };
    clauses.push(maker.ending(at, (!is_safe).then_some(&end)));
    let invariant = is_safe.then(|| maker.invariant());
    Program { predicates: maker.declarations(), clauses, invariant }
}

fn vector(rng: &mut Rng, count: usize, most: u64) -> Vector {
    let mut vector: Vector = (0..count).map(|_| rng.below(2 * most + 1) as i64 - most as i64).collect();
    if vector.iter().all(|part| *part == 0) {
        vector[0] = 1;
    }
    vector
}

fn product(one: &[i64], other: &[i64]) -> i64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Maker<'_> {
    /// Makes moves along a run; returns the last location and state.
    fn run(&mut self, longest: usize) -> (usize, Vector) {
        let (mut place, mut state) = (0, self.start.clone());
        for _ in 0..1 + self.rng.index(longest) {
            let known: Vec<usize> =
                (0..self.moves.len()).filter(|&at| self.moves[at].from == place).collect();
            let at = if known.is_empty() || self.rng.one_in(3) {
                let to = self.rng.index(self.predicates);
                self.new_move(place, to)
            } else {
                *self.rng.pick(&known)
            };
            let step = &mut self.moves[at];
            step.made_in.push(state.clone());
            place = step.to;
            state.iter_mut().zip(&step.by).for_each(|(part, by)| *part += by);
        }
        (place, state)
    }

    fn new_move(&mut self, from: usize, to: usize) -> usize {
        let mut by = vector(self.rng, self.start.len(), 3);
        if product(&by, &self.sum) < 0 {
            by.iter_mut().for_each(|part| *part = -*part);
        }
        self.moves.push(Move { from, to, by, made_in: Vec::new() });
        self.moves.len() - 1
    }

    fn sort(&self) -> &'static str {
        if self.is_real { "Real" } else { "Int" }
    }

    fn number(&self, value: i64) -> String {
        let digits = value.unsigned_abs().to_string() + if self.is_real { ".0" } else { "" };
        if value < 0 { format!("(- {digits})") } else { digits }
    }

    fn names(&self, letter: char) -> Vec<String> {
        (0..self.start.len()).map(|at| format!("{letter}{at}")).collect()
    }

    /// The variables with their sorts, for a binder.
    fn variables(&self, letters: &str) -> String {
        let names = letters.chars().flat_map(|letter| self.names(letter));
        names.map(|name| format!("({name} {})", self.sort())).collect::<Vec<_>>().join(" ")
    }

    fn declarations(&self) -> String {
        let sorts = vec![self.sort(); self.start.len()].join(" ");
        NAMES[..self.predicates].iter().map(|name| format!("(declare-fun {name} ({sorts}) Bool)\n")).collect()
    }

    fn weighted(&self, letter: char, factors: &[i64]) -> String {
        let part = |(name, factor): (String, &i64)| match factor {
            1 => name,
            _ => format!("(* {} {name})", self.number(*factor)),
        };
        let parts: Vec<String> = self.names(letter).into_iter().zip(factors).map(part).collect();
        if parts.len() == 1 { parts.concat() } else { format!("(+ {})", parts.join(" ")) }
    }

    /// Equations that say that the state is this one.
    fn is_at(&self, letter: char, state: &[i64]) -> Vec<String> {
        let is = |(name, value): (String, &i64)| format!("(= {name} {})", self.number(*value));
        self.names(letter).into_iter().zip(state).map(is).collect()
    }

    fn beginning(&mut self) -> String {
        if self.rng.coin() {
            let state: Vec<String> = self.start.iter().map(|value| self.number(*value)).collect();
            return clause(self.rng, "", Vec::new(), Some(atom(NAMES[0], &state)));
        }
        let (variables, body) = (self.variables("x"), self.is_at('x', &self.start));
        let head = atom(NAMES[0], &self.names('x'));
        clause(self.rng, &variables, body, Some(head))
    }

    fn moving(&mut self, at: usize) -> String {
        let Move { from, to, by, made_in } = &self.moves[at];
        let mut body = vec![atom(NAMES[*from], &self.names('x'))];
        let next: Vec<String> = self
            .names('x')
            .iter()
            .zip(by)
            .map(
                |(name, by)| if *by == 0 { name.clone() } else { format!("(+ {name} {})", self.number(*by)) },
            )
            .collect();
        let (to, count) = (NAMES[*to], by.len());
        if self.rng.coin() {
            // A guard that holds in every state in which the run makes the move.
            let factors = vector(self.rng, count, 2);
            let least = made_in.iter().map(|state| product(&factors, state)).min();
            let bound = least.unwrap_or_else(|| self.rng.below(13) as i64 - 6);
            body.push(format!("(>= {} {})", self.weighted('x', &factors), self.number(bound)));
        }
        if self.rng.coin() {
            let variables = self.variables("x");
            return clause(self.rng, &variables, body, Some(atom(to, &next)));
        }
        let names = self.names('y');
        body.extend(names.iter().zip(&next).map(|(name, next)| format!("(= {name} {next})")));
        let variables = self.variables("xy");
        clause(self.rng, &variables, body, Some(atom(to, &names)))
    }

    /// A clause that derives a third state from two: one of the two, or x + y − start. Its weighted sum is at
    /// least that of the start, too.
    fn joining(&mut self) -> String {
        let mut any = || NAMES[self.rng.index(self.predicates)];
        let (one, other, third) = (any(), any(), any());
        let is_choice = self.rng.coin();
        let join = |((x, y), start): ((String, String), &i64)| match is_choice {
            true => format!("(ite (< x0 y0) {x} {y})"),
            false => format!("(- (+ {x} {y}) {})", self.number(*start)),
        };
        let pairs = self.names('x').into_iter().zip(self.names('y'));
        let joined: Vec<String> = pairs.zip(&self.start).map(join).collect();
        let body = vec![atom(one, &self.names('x')), atom(other, &self.names('y'))];
        let variables = self.variables("xy");
        clause(self.rng, &variables, body, Some(atom(third, &joined)))
    }

    /// The invariant: the sum is at least what it was at the start.
    fn sum_bound(&self) -> String {
        format!("(>= {} {})", self.weighted('x', &self.sum), self.number(product(&self.sum, &self.start)))
    }

    /// A redundant clause that asserts the invariant of one predicate.
    fn redundant_clause(&mut self) -> String {
        let predicate = NAMES[self.rng.index(self.predicates)];
        let body = vec![atom(predicate, &self.names('x')), format!("(not {})", self.sum_bound())];
        let variables = self.variables("x");
        clause(self.rng, &variables, body, None)
    }

    /// A clause that makes a state bad: the end of the run, or what the invariant excludes.
    fn ending(&mut self, at: usize, end: Option<&Vector>) -> String {
        let mut body = vec![atom(NAMES[at], &self.names('x'))];
        match end {
            Some(end) if self.rng.coin() => body.extend(self.is_at('x', end)),
            Some(end) => {
                let bound = self.number(product(&self.sum, end));
                body.push(format!("(>= {} {bound})", self.weighted('x', &self.sum)));
            }
            None => {
                let bound = product(&self.sum, &self.start) - self.rng.below(3) as i64;
                body.push(format!("(< {} {})", self.weighted('x', &self.sum), self.number(bound)));
            }
        }
        let variables = self.variables("x");
        clause(self.rng, &variables, body, None)
    }

    fn invariant(&self) -> String {
        let define = |name: &&str| {
            format!("(define-fun {name} ({}) Bool {})\n", self.variables("x"), self.sum_bound())
        };
        NAMES[..self.predicates].iter().map(define).collect()
    }
}
