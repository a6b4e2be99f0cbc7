//! The main loop: gets edits from the passes, tries results that are smaller and new, and keeps those that are
//! interesting.

use super::measure::{Size, Tried};
use super::passes::{Edit, PASSES, Pass, Stage};
use super::{Budget, Candidate, NotReducible, Predicate, Progress, Reduced};
use gainsay_lang::rng::digest;
use gainsay_lang::script::{Command, Printer, Problem, ProblemKind, Script, Term, Terms};
use gainsay_lang::theory::connectives;

/// Reduces a script as long as it stays interesting. The result does not depend on how many candidates are tried
/// at once.
pub fn reduce(
    start: &Candidate,
    predicate: &mut dyn Predicate,
    budget: &Budget<'_>,
) -> Result<Reduced, NotReducible> {
    let mut best = [start.clone()];
    if predicate.first_interesting(&mut best).is_none() {
        return Err(NotReducible::NotInteresting);
    }
    if predicate.first_interesting(&mut [Candidate::default()]).is_some() {
        return Err(NotReducible::EmptyIsInteresting);
    }
    let [best] = best;
    let mut search = Search::new(best, predicate, budget);
    for stage in [Stage::Cut, Stage::Simplify, Stage::Polish] {
        search.exhaust(stage);
    }
    Ok(Reduced {
        finished: !search.is_over(),
        best: search.best,
        tried: search.tried,
        accepted: search.accepted,
    })
}

struct Search<'a> {
    best: Candidate,
    size: Size,
    /// The flaws of the original script; candidates must not have more.
    flaws: Flaws,
    seen: Tried,
    predicate: &'a mut dyn Predicate,
    budget: &'a Budget<'a>,
    tried: usize,
    accepted: usize,
}

/// A candidate to try.
struct Attempt {
    /// The index of its edit in the list.
    edit: usize,
    size: Size,
    digest: u64,
}

impl<'a> Search<'a> {
    fn new(best: Candidate, predicate: &'a mut dyn Predicate, budget: &'a Budget<'a>) -> Search<'a> {
        let text = best.text();
        let flaws = Flaws::of(&Script::read(&text));
        let size = Size::new(&best.script, text);
        let mut seen = Tried::default();
        for known in [size.text.as_str(), ""] {
            seen.insert(digest(known.bytes()));
        }
        Search { best, size, flaws, seen, predicate, budget, tried: 0, accepted: 0 }
    }

    fn is_over(&self) -> bool {
        self.tried >= self.budget.tries || (self.budget.stop)()
    }

    /// Runs all passes up to a stage until none of them succeeds.
    fn exhaust(&mut self, stage: Stage) {
        loop {
            let before = self.accepted;
            for pass in PASSES.iter().filter(|pass| pass.stage <= stage) {
                // In large scripts, generating edits takes time even if none is tried.
                if self.is_over() {
                    return;
                }
                self.best.compact();
                self.run(pass);
            }
            if self.accepted == before || self.is_over() {
                return;
            }
        }
    }

    /// Tries the edits of a pass in order. An edit refers to terms, not places, so edits after a successful one
    /// are applied to its result.
    fn run(&mut self, pass: &Pass) {
        let edits = (pass.edits)(&mut self.best);
        let mut next = 0;
        while !self.is_over() {
            let (attempts, mut candidates) = self.attempts(&edits, &mut next);
            if candidates.is_empty() {
                return;
            }
            let taken = self.predicate.first_interesting(&mut candidates);
            self.tried += taken.map_or(candidates.len(), |at| at + 1);
            if let Some(at) = taken {
                // The candidates after it are tried again on top of it.
                for later in &attempts[at + 1..] {
                    self.seen.forget(later.digest);
                }
                next = attempts[at].edit + 1;
                self.accepted += 1;
                self.best = candidates.swap_remove(at);
                self.size = attempts[at].size.clone();
            }
            self.tell(pass.name, taken.is_some());
        }
    }

    /// The next candidates to try, as many as the predicate takes at once.
    fn attempts(&mut self, edits: &[Edit], next: &mut usize) -> (Vec<Attempt>, Vec<Candidate>) {
        let (mut attempts, mut candidates) = (Vec::new(), Vec::new());
        let width = self.predicate.width().min(self.budget.tries - self.tried).max(1);
        while candidates.len() < width && *next < edits.len() && !self.is_over() {
            if let Some((size, digest, candidate)) = self.attempt(&edits[*next]) {
                attempts.push(Attempt { edit: *next, size, digest });
                candidates.push(candidate);
            }
            *next += 1;
        }
        (attempts, candidates)
    }

    /// The result of an edit on the best candidate, if that is smaller, new and a valid script.
    fn attempt(&mut self, edit: &Edit) -> Option<(Size, u64, Candidate)> {
        let mut candidate = self.best.clone();
        if !edit(&mut candidate) {
            return None;
        }
        let size = Size::new(&candidate.script, candidate.text());
        if size >= self.size {
            return None;
        }
        let digest = digest(size.text.bytes());
        (self.seen.insert(digest) && self.reads_back(&size.text)).then_some((size, digest, candidate))
    }

    /// Whether parsing the text gives the same script again, without new flaws.
    fn reads_back(&self, text: &str) -> bool {
        let again = Script::read(text);
        Flaws::of(&again).are_within(&self.flaws) && Printer::default().script(&again) == text
    }

    fn tell(&self, pass: &'static str, improved: bool) {
        (self.budget.progress)(&Progress {
            best: &self.best,
            bytes: self.size.bytes,
            tried: self.tried,
            accepted: self.accepted,
            improved,
            pass,
        });
    }
}

/// Counts of what not every solver accepts.
struct Flaws {
    problems: usize,
    /// Problems other than opaque terms.
    grave_problems: usize,
    /// Assumptions that are not literals, contrary to the standard.
    complex_assumptions: usize,
}

impl Flaws {
    fn of(script: &Script) -> Flaws {
        let grave = |problem: &&Problem| problem.kind != ProblemKind::Opaque;
        let assumed = script.commands.iter().flat_map(|command| match command {
            Command::CheckSatAssuming(assumptions) => &**assumptions,
            _ => &[],
        });
        Flaws {
            problems: script.problems.len(),
            grave_problems: script.problems.iter().filter(grave).count(),
            complex_assumptions: assumed.filter(|&&term| !is_literal(&script.terms, term)).count(),
        }
    }

    fn are_within(&self, others: &Flaws) -> bool {
        self.problems <= others.problems
            && self.grave_problems <= others.grave_problems
            && self.complex_assumptions <= others.complex_assumptions
    }
}

/// Whether a term is a symbol of the script or the negation of one.
fn is_literal(terms: &Terms, term: Term) -> bool {
    let atom = match terms.children(term) {
        [part] if terms.op(term) == Some(connectives().not) => *part,
        _ => term,
    };
    terms.children(atom).is_empty() && terms.declaration(atom).is_some()
}
