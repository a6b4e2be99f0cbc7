//! Conflict analysis: learns the clause of the first unique implication point, minimizes it, and lists the
//! clauses that it follows from.

use super::sat::Solver;
use gainsay_lang::circuit::Wire;

/// The result of an analysis, and buffers that are reused by the next one.
pub(super) struct Analysis {
    /// The learned clause; its first literal is the one that it asserts after backjumping.
    pub clause: Vec<Wire>,
    /// The numbers of the clauses that it follows from, in the order in which they become unit (LRAT hints).
    pub hints: Vec<u32>,
    /// The backjump level, at which the clause becomes unit.
    pub level: u32,
    /// The number of decision levels in the clause (literal block distance, LBD).
    pub connected: u32,
    /// The variables whose activity is to be bumped.
    pub touched: Vec<u32>,
    /// The clauses resolved on the way.
    pub clauses: Vec<u32>,
    marks: Vec<Mark>,
    /// All variables whose mark was set.
    marked: Vec<u32>,
    /// The variables whose reasons the learned clause follows from.
    resolved: Vec<u32>,
    stack: Vec<(u32, usize)>,
    level_seen: Vec<u64>,
    round: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// Its literal is in the learned clause, or is false whenever the literals of the clause are.
    Implied,
    /// Its literal is known not to follow from the clause.
    Needed,
}

impl Analysis {
    pub fn new(variables: usize) -> Analysis {
        Analysis {
            clause: Vec::new(),
            hints: Vec::new(),
            level: 0,
            connected: 0,
            touched: Vec::new(),
            clauses: Vec::new(),
            marks: vec![Mark::None; variables],
            marked: Vec::new(),
            resolved: Vec::new(),
            stack: Vec::new(),
            level_seen: vec![0; variables + 1],
            round: 0,
        }
    }

    /// Makes room for more variables.
    pub fn grow(&mut self, variables: usize) {
        self.marks.resize(variables, Mark::None);
        self.level_seen.resize(variables + 1, 0);
    }

    pub fn run(&mut self, solver: &Solver, conflict: u32) {
        for variable in self.marked.drain(..) {
            self.marks[variable as usize] = Mark::None;
        }
        self.resolved.clear();
        self.touched.clear();
        self.clauses.clear();
        self.resolve(solver, conflict);
        self.touched.extend_from_slice(&self.marked);
        self.minimize(solver);
        self.find_level(solver);
        self.collect_hints(solver, conflict);
    }

    fn mark(&mut self, variable: u32, mark: Mark) {
        self.marks[variable as usize] = mark;
        self.marked.push(variable);
    }

    /// Resolves along the trail backwards until one literal of the current level is left: the first unique
    /// implication point.
    fn resolve(&mut self, solver: &Solver, conflict: u32) {
        self.clause.clear();
        self.clause.push(Wire::TRUE);
        let mut open = 0;
        let mut at = solver.trail().len();
        let mut clause = conflict;
        let mut resolved_literal = None;
        loop {
            self.clauses.push(clause);
            for &literal in solver.literals_of(clause) {
                let variable = literal.variable();
                let level = solver.levels[variable as usize];
                if Some(literal) == resolved_literal
                    || level == 0
                    || self.marks[variable as usize] != Mark::None
                {
                    continue;
                }
                self.mark(variable, Mark::Implied);
                match level == solver.level() {
                    true => open += 1,
                    false => self.clause.push(literal),
                }
            }
            let literal = loop {
                at -= 1;
                let literal = solver.trail()[at];
                if self.marks[literal.variable() as usize] != Mark::None {
                    break literal;
                }
            };
            open -= 1;
            let reason = solver.reasons[literal.variable() as usize];
            match reason {
                Some(reason) if open > 0 => {
                    self.resolved.push(literal.variable());
                    resolved_literal = Some(literal);
                    clause = reason;
                }
                _ => {
                    self.clause[0] = !literal;
                    return;
                }
            }
        }
    }

    /// Minimizes the clause: drops literals that follow from the others.
    fn minimize(&mut self, solver: &Solver) {
        let mut clause = std::mem::take(&mut self.clause);
        let mut at = 0;
        clause.retain(|literal| {
            at += 1;
            at == 1 || !self.is_redundant(solver, literal.variable())
        });
        self.clause = clause;
    }

    /// Whether a literal of the clause is implied by the others through reasons. Depth-first with an explicit
    /// stack: each entry is a variable and the number of its reason's literals visited.
    fn is_redundant(&mut self, solver: &Solver, root: u32) -> bool {
        if solver.reasons[root as usize].is_none() {
            return false;
        }
        let resolved_before = self.resolved.len();
        self.stack.clear();
        self.stack.push((root, 0));
        while let Some((variable, looked)) = self.stack.pop() {
            let Some(reason) = solver.reasons[variable as usize] else { continue };
            match solver.literals_of(reason).get(looked) {
                None => {
                    if variable != root {
                        self.mark(variable, Mark::Implied);
                    }
                    self.resolved.push(variable);
                }
                Some(literal) => {
                    self.stack.push((variable, looked + 1));
                    let below = literal.variable();
                    if below == variable
                        || solver.levels[below as usize] == 0
                        || self.marks[below as usize] == Mark::Implied
                    {
                        continue;
                    }
                    if self.marks[below as usize] == Mark::Needed || solver.reasons[below as usize].is_none()
                    {
                        // No variable on the path is implied.
                        for at in 0..self.stack.len() {
                            let (variable, _) = self.stack[at];
                            if variable != root {
                                self.mark(variable, Mark::Needed);
                            }
                        }
                        self.forget_implied(resolved_before);
                        return false;
                    }
                    self.stack.push((below, 0));
                }
            }
        }
        true
    }

    /// Drops the variables found implied before the failure, since the proof does not need their reasons.
    fn forget_implied(&mut self, before: usize) {
        for variable in self.resolved.drain(before..) {
            self.marks[variable as usize] = Mark::None;
        }
    }

    /// Moves a literal of the backjump level to the second place, and computes the LBD.
    fn find_level(&mut self, solver: &Solver) {
        let level = |literal: &Wire| solver.levels[literal.variable() as usize];
        let deepest = (1..self.clause.len()).max_by_key(|&at| level(&self.clause[at]));
        self.level = deepest.map_or(0, |at| level(&self.clause[at]));
        if let Some(at) = deepest {
            self.clause.swap(1, at);
        }
        self.round += 1;
        self.connected = 0;
        for literal in &self.clause {
            let seen = &mut self.level_seen[level(literal) as usize];
            self.connected += u32::from(*seen != self.round);
            *seen = self.round;
        }
    }

    /// Hints: first the units of level 0, then the reasons in trail order, then the conflict.
    fn collect_hints(&mut self, solver: &Solver, conflict: u32) {
        self.hints.clear();
        self.resolved.sort_unstable_by_key(|&variable| solver.places[variable as usize]);
        let reasons = self.resolved.iter().filter_map(|&variable| solver.reasons[variable as usize]);
        let clauses: Vec<u32> = reasons.chain([conflict]).collect();
        self.round += 1;
        for &clause in &clauses {
            for literal in solver.literals_of(clause) {
                let variable = literal.variable() as usize;
                if solver.levels[variable] == 0 && self.marks[variable] == Mark::None {
                    self.marks[variable] = Mark::Needed;
                    self.marked.push(variable as u32);
                    self.hints.push(solver.units[variable]);
                }
            }
        }
        self.hints.extend(clauses.iter().map(|&clause| solver.clauses[clause as usize].number));
    }
}
