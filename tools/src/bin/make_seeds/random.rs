//! Random scripts that are worth keeping: nothing in them is there in vain.

use crate::languages::{self, Language};
use gainsay::answer::Outcome;
use gainsay::generate::{Generator, TermConfig, Vocabulary};
use gainsay::rng::Rng;
use gainsay::script::{Command, Features, Literal, Printer, Script, Term, Terms, View};
use gainsay::solver::{Ask, Limits, Session, SessionConfig, Solver};
use gainsay::theory::sort::Sort;
use gainsay::theory::{OpId, connectives, table};

/// A stream of scripts with the answer of one solver.
pub struct Candidates {
    logic: &'static str,
    language: Language,
    rng: Rng,
    session: Session,
}

impl Candidates {
    pub fn new(logic: &'static str, solver: Solver) -> Candidates {
        let number = logic.bytes().fold(0, |number, byte| number * 31 + u64::from(byte));
        let session = Session::new(solver, SessionConfig::default());
        Candidates { logic, language: languages::of(logic), rng: Rng::of_unit(1, number), session }
    }

    /// The next script, and whether it is satisfiable.
    pub fn next(&mut self) -> Option<(bool, Script)> {
        let declarations: &str = self.rng.pick::<&str>(self.language.declarations);
        let mut script = Script::parse(declarations).unwrap();
        let ops = self.operators();
        let mut vocabulary = Vocabulary::of_ops(&ops);
        vocabulary.add_script(&script);
        let config = TermConfig {
            depth: 3,
            size: 12,
            widest: 32,
            quantifiers: self.language.quantifiers,
            higher_order: false,
            patterns: false,
            annotations: false,
            ..TermConfig::default()
        };
        let mut generator = Generator::new(vocabulary, config);
        let wanted = 4 + self.rng.index(4);
        let mut claims = Vec::new();
        for _ in 0..60 {
            if claims.len() == wanted {
                break;
            }
            let claim = generator.term(&mut script.terms, &mut self.rng, Sort::BOOL)?;
            if self.is_worth_asking(&script, claim) && !claims.contains(&claim) {
                claims.push(claim);
            }
        }
        match self.ask(&script, &claims)? {
            true => self.satisfiable(script, claims),
            false => self.unsatisfiable(script, claims),
        }
    }

    /// A few operators of each theory, so that scripts differ.
    fn operators(&mut self) -> Vec<OpId> {
        let theories = self.language.theories;
        let mut ops = Vec::new();
        for op in table().ops().iter().filter(|op| !languages::is_extension(op)) {
            let is_core = op.theory == "Core";
            let often = if is_core && !theories.is_empty() { 2 } else { 3 };
            let chosen = theories.is_empty() || self.rng.one_in(often);
            if chosen && (is_core || theories.contains(&op.theory)) {
                ops.push(op.id);
            }
        }
        ops
    }

    /// Within the logic, and about the script's constants.
    fn is_worth_asking(&self, script: &Script, claim: Term) -> bool {
        let alone = with_claims(script, &[claim]);
        let usage = alone.usage();
        let fits = Features::of_logic(self.logic).is_some_and(|logic| logic.contains(usage.features));
        let silly = script.terms.postorder(&[claim]).iter().any(|&part| is_silly(&script.terms, part));
        fits && !silly && usage.terms >= 4 && alone.free_constants().len() >= 2
    }

    /// Leaves out assertions that hold anyway.
    fn satisfiable(&mut self, mut script: Script, mut claims: Vec<Term>) -> Option<(bool, Script)> {
        for at in (0..claims.len()).rev() {
            let negated = script.terms.not(claims[at]);
            if !self.ask(&script, &[negated])? {
                claims.remove(at);
            }
        }
        (claims.len() >= 3).then(|| (true, without_unused(with_claims(&script, &claims))))
    }

    /// Leaves out assertions that are not needed, but for one or two.
    fn unsatisfiable(&mut self, script: Script, mut claims: Vec<Term>) -> Option<(bool, Script)> {
        let mut not_needed = Vec::new();
        for at in (0..claims.len()).rev() {
            let mut fewer = claims.clone();
            let claim = fewer.remove(at);
            if !self.ask(&script, &fewer)? {
                claims = fewer;
                not_needed.push(claim);
            }
        }
        if claims.len() < 2 {
            return None;
        }
        claims.extend(not_needed.into_iter().take(self.rng.index(3)));
        Some((false, without_unused(with_claims(&script, &claims))))
    }

    fn ask(&mut self, script: &Script, claims: &[Term]) -> Option<bool> {
        let text = format!("{}(check-sat)\n", Printer::default().script(&with_claims(script, claims)));
        match self.session.ask(&text, &Limits::seconds(1.0)).unwrap().outcome {
            Outcome::Sat => Some(true),
            Outcome::Unsat => Some(false),
            _ => None,
        }
    }
}

/// Truth values that are written out, and operators whose arguments are the same.
fn is_silly(terms: &Terms, part: Term) -> bool {
    let children = terms.children(part);
    let repeats = (1..children.len()).any(|at| children[..at].contains(&children[at]));
    let is_choice = terms.op(part) == Some(connectives().ite);
    matches!(terms.view(part), View::Literal(Literal::Bool(_)))
        || repeats && (is_choice || terms.sort(part) == Sort::BOOL)
}

/// Leaves out declarations that nothing uses.
fn without_unused(mut script: Script) -> Script {
    let roots: Vec<Term> = script.assertions().collect();
    let used: Vec<_> =
        script.terms.postorder(&roots).iter().filter_map(|&term| script.terms.declaration(term)).collect();
    script.commands.retain(|command| match command {
        Command::Declare { decl, .. } => used.contains(decl),
        _ => true,
    });
    script
}

fn with_claims(script: &Script, claims: &[Term]) -> Script {
    let mut script = script.clone();
    script.commands.extend(claims.iter().map(|&claim| Command::Assert(claim)));
    script
}
