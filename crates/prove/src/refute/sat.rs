//! A SAT solver that logs proofs: conflict-driven clause learning with two watched literals, activities,
//! restarts, and deletion of learned clauses by LBD. Its answers are not trusted: a proof is checked
//! (`check.rs`), and a model is evaluated.
//!
//! Each learned clause comes with the clauses that it follows from, in the order that the checker needs. A
//! literal of level 0 becomes a unit clause of its own, so that every reason is a numbered clause.
//!
//! Where literals state something about numbers, a theory is consulted (`consult.rs`).

use super::analysis::Analysis;
use super::arithmetic::{Arithmetic, Theory};
use super::order::Order;
use super::proof::{Log, Proof, Step};
use gainsay_lang::circuit::{Clauses, Wire};
use gainsay_lang::value::Rational;

/// Limits of the solver.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Watched clauses visited: some millions per second.
    pub work: u64,
    /// Called now and then; the solver stops if it returns `true`.
    pub stop: &'a dyn Fn() -> bool,
}

/// The result of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Satisfied(Values),
    Refuted(Proof),
    OutOfWork,
}

/// Values that satisfy all clauses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Values {
    /// The truth value of each variable, by its number.
    pub holds: Vec<bool>,
    /// The value of each number.
    pub numbers: Vec<Rational>,
}

/// Looks for values that satisfy all clauses, or for a proof that there are none. `arithmetic` says what some
/// variables state about numbers.
pub fn solve(clauses: &Clauses, arithmetic: &Arithmetic, effort: Effort<'_>) -> Outcome {
    let mut solver = Solver::new(clauses.variables() as usize);
    for clause in clauses.iter() {
        let number = solver.next_number();
        if !solver.add_given(clause, number) {
            return Outcome::Refuted(solver.log.trimmed(clauses.len(), Vec::new()));
        }
    }
    if !arithmetic.is_empty() {
        solver.begin_theory(Theory::new(arithmetic));
    }
    match solver.run(effort) {
        Some(true) => {
            let holds = solver.values.iter().map(|value| *value == Some(true)).collect();
            Outcome::Satisfied(Values { holds, numbers: solver.numbers })
        }
        Some(false) => {
            let atoms = solver.theory.as_ref().map_or_else(Vec::new, Theory::further_atoms);
            Outcome::Refuted(solver.log.trimmed(clauses.len(), atoms))
        }
        None => Outcome::OutOfWork,
    }
}

/// A clause in the solver's database.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    start: u32,
    len: u32,
    /// Its number in the proof.
    pub(super) number: u32,
    /// Its LBD when it was learned; 0 for given clauses.
    levels: u32,
    used: bool,
    dropped: bool,
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause (blocker): while it is true, the clause need not be visited.
    other: Wire,
}

pub(super) struct Solver {
    literals: Vec<Wire>,
    pub(super) clauses: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
    pub(super) values: Vec<Option<bool>>,
    /// The last value of each variable (phase saving).
    phases: Vec<bool>,
    pub(super) levels: Vec<u32>,
    pub(super) reasons: Vec<Option<u32>>,
    /// The index of each assigned variable on the trail.
    pub(super) places: Vec<u32>,
    /// For variables of level 0, the number of the unit clause with their literal.
    pub(super) units: Vec<u32>,
    pub(super) trail: Vec<Wire>,
    level_starts: Vec<usize>,
    propagated: usize,
    order: Order,
    pub(super) log: Log,
    given: u32,
    learned: Vec<u32>,
    pub(super) work: u64,
    pub(super) theory: Option<Theory>,
    /// The number of literals on the trail that the theory was told.
    pub(super) told: usize,
    /// A clause whose literals are all false, to be analysed next.
    pub(super) pending: Option<u32>,
    /// The theory's values of the numbers, set when everything is satisfied.
    pub(super) numbers: Vec<Rational>,
}

impl Solver {
    fn new(variables: usize) -> Solver {
        let count = variables + 1;
        Solver {
            literals: Vec::new(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * count],
            values: vec![None; count],
            phases: vec![false; count],
            levels: vec![0; count],
            reasons: vec![None; count],
            places: vec![0; count],
            units: vec![0; count],
            trail: Vec::new(),
            level_starts: Vec::new(),
            propagated: 0,
            order: Order::new(variables),
            log: Log::default(),
            given: 0,
            learned: Vec::new(),
            work: 0,
            theory: None,
            told: 0,
            pending: None,
            numbers: Vec::new(),
        }
    }

    fn next_number(&mut self) -> u32 {
        self.given += 1;
        self.given
    }

    pub(super) fn literals_of(&self, clause: u32) -> &[Wire] {
        let clause = &self.clauses[clause as usize];
        &self.literals[clause.start as usize..(clause.start + clause.len) as usize]
    }

    pub(super) fn value(&self, literal: Wire) -> Option<bool> {
        self.values[literal.variable() as usize].map(|value| value != literal.is_negated())
    }

    pub(super) fn trail(&self) -> &[Wire] {
        &self.trail
    }

    /// The highest decision level in a clause.
    fn last_level(&self, clause: u32) -> u32 {
        let levels = self.literals_of(clause).iter().map(|literal| self.levels[literal.variable() as usize]);
        levels.max().unwrap_or(0)
    }

    pub(super) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// Adds a given clause; `false` if it is empty, which refutes everything. Nothing is propagated yet,
    /// since steps can be numbered only when all given clauses are there.
    fn add_given(&mut self, clause: &[Wire], number: u32) -> bool {
        match *clause {
            [] => {
                self.log.push(Step { clause: &[], hints: &[number] });
                false
            }
            _ => {
                self.add(clause, number, 0);
                true
            }
        }
    }

    /// Adds a clause that is not watched, and so propagates nothing.
    pub(super) fn add_unwatched(&mut self, literals: &[Wire], number: u32) -> u32 {
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(literals);
        let len = literals.len() as u32;
        self.clauses.push(Clause { start, len, number, levels: 0, used: true, dropped: false });
        self.clauses.len() as u32 - 1
    }

    pub(super) fn add(&mut self, literals: &[Wire], number: u32, levels: u32) -> u32 {
        let id = self.add_unwatched(literals, number);
        self.clauses[id as usize].levels = levels;
        if let [first, second, ..] = *literals {
            self.watches[first.index()].push(Watch { clause: id, other: second });
            self.watches[second.index()].push(Watch { clause: id, other: first });
        }
        id
    }

    /// A variable that is not in the given clauses.
    pub(super) fn new_variable(&mut self) -> u32 {
        let variable = self.values.len() as u32;
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.push(None);
        self.phases.push(false);
        self.levels.push(0);
        self.reasons.push(None);
        self.places.push(0);
        self.units.push(0);
        self.order.add(variable);
        variable
    }

    pub(super) fn number_of_last(&self) -> u32 {
        self.given + self.log.len() as u32
    }

    /// Logs a proof step, and returns its number.
    fn prove(&mut self, clause: &[Wire], hints: &[u32]) -> u32 {
        self.log.push(Step { clause, hints });
        self.number_of_last()
    }

    /// Whether the clauses are satisfiable; `None` if a limit was reached.
    fn run(&mut self, effort: Effort<'_>) -> Option<bool> {
        for id in 0..self.clauses.len() as u32 {
            if let [only] = *self.literals_of(id) {
                match self.value(only) {
                    None => self.assign(only, Some(id)),
                    Some(true) => {}
                    Some(false) => return Some(self.refute(id)),
                }
            }
        }
        let mut analysis = Analysis::new(self.values.len());
        let mut restarts = Restarts::default();
        let (mut conflicts, mut next_cleaning, mut next_look) = (0u64, FIRST_CLEANING, 0);
        loop {
            let conflict =
                self.pending.take().or_else(|| self.propagate()).or_else(|| self.consult(effort.work));
            if let Some(conflict) = conflict {
                self.backtrack(self.last_level(conflict));
                if self.level() == 0 {
                    return Some(self.refute(conflict));
                }
                conflicts += 1;
                self.learn(conflict, &mut analysis);
                restarts.note(analysis.connected);
            }
            if self.work > effort.work {
                return None;
            }
            if self.work > next_look {
                next_look = self.work + STOP_INTERVAL;
                if (effort.stop)() {
                    return None;
                }
            }
            if self.propagated < self.trail.len() {
                continue;
            }
            if restarts.are_due() {
                self.backtrack(0);
                restarts.begin();
            }
            if conflicts >= next_cleaning {
                next_cleaning = conflicts + FIRST_CLEANING + 20 * conflicts.isqrt();
                self.clean();
            }
            match self.decide() {
                Some(decision) => self.begin_level(decision),
                None if self.complete() => return Some(true),
                None => {}
            }
        }
    }

    pub(super) fn begin_level(&mut self, decision: Wire) {
        self.level_starts.push(self.trail.len());
        self.theory.iter_mut().for_each(Theory::begin_level);
        self.assign(decision, None);
    }

    fn decide(&mut self) -> Option<Wire> {
        loop {
            let variable = self.order.pop()?;
            if self.values[variable as usize].is_none() {
                let wire = Wire::of_variable(variable);
                return Some(if self.phases[variable as usize] { wire } else { !wire });
            }
        }
    }

    pub(super) fn assign(&mut self, literal: Wire, reason: Option<u32>) {
        let variable = literal.variable() as usize;
        self.values[variable] = Some(!literal.is_negated());
        self.levels[variable] = self.level();
        self.reasons[variable] = reason;
        self.places[variable] = self.trail.len() as u32;
        if let (0, Some(reason)) = (self.level(), reason) {
            self.units[variable] = self.unit(literal, reason);
        }
        self.trail.push(literal);
    }

    /// Logs the unit clause of a literal implied at level 0 by the reason, and returns its number.
    fn unit(&mut self, literal: Wire, reason: u32) -> u32 {
        let number = self.clauses[reason as usize].number;
        let others = self.literals_of(reason).iter().filter(|&&other| other != literal);
        let mut hints: Vec<u32> = others.map(|other| self.units[other.variable() as usize]).collect();
        if hints.is_empty() {
            return number;
        }
        hints.push(number);
        self.prove(&[literal], &hints)
    }

    /// Ends the proof with the empty clause: all literals of this clause are false at level 0.
    fn refute(&mut self, conflict: u32) -> bool {
        let literals = self.literals_of(conflict);
        let mut hints: Vec<u32> =
            literals.iter().map(|literal| self.units[literal.variable() as usize]).collect();
        hints.push(self.clauses[conflict as usize].number);
        self.prove(&[], &hints);
        false
    }

    /// Unit propagation. Returns a clause whose literals are all false, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = !literal;
            let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
            self.work += 1 + watches.len() as u64;
            let conflict = self.visit(&mut watches, falsified);
            self.watches[falsified.index()] = watches;
            if conflict.is_some() {
                self.propagated = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch a literal which became false, and keeps the watches that remain.
    fn visit(&mut self, watches: &mut Vec<Watch>, falsified: Wire) -> Option<u32> {
        let (mut kept, mut at) = (0, 0);
        let mut conflict = None;
        while at < watches.len() {
            let watch = watches[at];
            at += 1;
            watches[kept] = watch;
            kept += 1;
            if self.value(watch.other) == Some(true) {
                continue;
            }
            let clause = &self.clauses[watch.clause as usize];
            if clause.dropped {
                kept -= 1;
                continue;
            }
            let range = clause.start as usize..(clause.start + clause.len) as usize;
            let literals = &mut self.literals[range];
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            let first = literals[0];
            watches[kept - 1].other = first;
            let values = &self.values;
            let value = |literal: Wire| {
                values[literal.variable() as usize].map(|value| value != literal.is_negated())
            };
            if value(first) == Some(true) {
                continue;
            }
            if let Some(other) = (2..literals.len()).find(|&at| value(literals[at]) != Some(false)) {
                literals.swap(1, other);
                self.watches[literals[1].index()].push(Watch { clause: watch.clause, other: first });
                kept -= 1;
                continue;
            }
            if value(first) == Some(false) {
                conflict = Some(watch.clause);
                break;
            }
            self.assign(first, Some(watch.clause));
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        conflict
    }

    /// Learns a clause from a conflict, backjumps to the level where it is unit, and assigns its literal.
    fn learn(&mut self, conflict: u32, analysis: &mut Analysis) {
        analysis.grow(self.values.len());
        analysis.run(self, conflict);
        for &variable in &analysis.touched {
            self.order.bump(variable);
        }
        self.order.decay();
        for &clause in &analysis.clauses {
            self.clauses[clause as usize].used = true;
        }
        let number = self.prove(&analysis.clause, &analysis.hints);
        self.backtrack(analysis.level);
        let id = self.add(&analysis.clause, number, analysis.connected);
        if analysis.clause.len() > 1 {
            self.learned.push(id);
        }
        self.assign(analysis.clause[0], Some(id));
    }

    fn backtrack(&mut self, level: u32) {
        let Some(&start) = self.level_starts.get(level as usize) else { return };
        for &literal in &self.trail[start..] {
            let variable = literal.variable();
            self.phases[variable as usize] = !literal.is_negated();
            self.values[variable as usize] = None;
            self.order.push(variable);
        }
        self.trail.truncate(start);
        self.level_starts.truncate(level as usize);
        self.propagated = start;
        self.told = self.told.min(start);
        self.theory.iter_mut().for_each(|theory| theory.backtrack(level as usize));
    }

    /// Deletes half of the learned clauses that have a high LBD and took part in no conflict since the last
    /// deletion.
    fn clean(&mut self) {
        let is_reason = |solver: &Solver, id: u32| {
            let first = solver.literals_of(id)[0];
            solver.value(first) == Some(true) && solver.reasons[first.variable() as usize] == Some(id)
        };
        let mut candidates = Vec::new();
        for &id in &self.learned {
            let clause = &self.clauses[id as usize];
            if clause.levels > KEPT_LBD && !clause.used && !is_reason(self, id) {
                candidates.push(id);
            }
        }
        candidates.sort_by_key(|&id| {
            let clause = &self.clauses[id as usize];
            std::cmp::Reverse((clause.levels, clause.len))
        });
        candidates.truncate(candidates.len() / 2 + 1);
        for &id in &candidates {
            self.clauses[id as usize].dropped = true;
        }
        let clauses = &mut self.clauses;
        self.learned.retain(|&id| {
            clauses[id as usize].used = false;
            !clauses[id as usize].dropped
        });
    }
}

/// Work between two calls of `stop`.
const STOP_INTERVAL: u64 = 1 << 18;
/// Conflicts before the first deletion of learned clauses.
const FIRST_CLEANING: u64 = 2000;
/// Learned clauses with at most this LBD are never deleted.
const KEPT_LBD: u32 = 2;

/// Restart policy: restart when the average LBD of recent clauses exceeds that of all.
#[derive(Default)]
struct Restarts {
    recent: f64,
    always: f64,
    since: u32,
    conflicts: u32,
}

impl Restarts {
    fn note(&mut self, levels: u32) {
        let levels = f64::from(levels);
        self.conflicts = self.conflicts.saturating_add(1);
        self.since += 1;
        // Exponential averages, which begin as plain averages.
        let rate = |least: f64| (1.0 / f64::from(self.conflicts)).max(least);
        self.recent += rate(1.0 / 32.0) * (levels - self.recent);
        self.always += rate(1.0 / 8192.0) * (levels - self.always);
    }

    fn are_due(&self) -> bool {
        self.since >= 10 && self.recent > 1.15 * self.always
    }

    fn begin(&mut self) {
        self.since = 0;
    }
}
