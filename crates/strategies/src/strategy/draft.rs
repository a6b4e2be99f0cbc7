//! A copy of a seed that is changed at some places, all of them drawn before the first change.

use super::{Seed, Skip, Steps};
use gainsay_eval::eval::Bounds;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::{Occurrences, Place, replace_places};
use gainsay_lang::script::rewrite::subterm;
use gainsay_lang::script::{
    Command, Decl, Features, Function, Head, Literal, Printer, Script, Term, Terms, View,
};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Nonlinear, Op, arithmetic};
use gainsay_prove::evidence::{Evidence, Lineage, Test};
use smallvec::SmallVec;

/// Larger tests are skipped: they take too long to make, to check and to solve.
const MAX_TERMS: usize = 20_000;

/// How many places are tried before a strategy gives up.
pub(super) const ATTEMPTS: usize = 16;

/// A copy of a seed. Its assertions come after all declarations, so each may use every symbol.
pub(super) struct Draft<'a> {
    pub seed: &'a Seed,
    pub script: Script,
    /// The assertions, in order.
    pub roots: Vec<Term>,
    places: Occurrences,
    /// Whether the test may leave the seed's logic. Most may not: solvers are tuned best within their logics.
    pub leaves_logic: bool,
    /// Whether it may leave linear arithmetic.
    may_be_nonlinear: bool,
}

impl<'a> Draft<'a> {
    /// A copy of a seed in which the wanted terms are places to change.
    pub fn new(
        seed: &'a Seed,
        rng: &mut Rng,
        mut wanted: impl FnMut(&Terms, Term) -> bool,
    ) -> Result<Draft<'a>, Skip> {
        if seed.script.terms.len() > MAX_TERMS {
            return Err(Skip::TooLarge);
        }
        let mut script = seed.script.clone();
        script.expand_names();
        script.commands.sort_by_key(|command| matches!(command, Command::Assert(_)));
        let roots: Vec<Term> = script.assertions().collect();
        let mut places = Occurrences::default();
        places.find_where(&script.terms, &roots, |term| wanted(&script.terms, term));
        if places.count() == 0 {
            return Err(Skip::NothingApplies);
        }
        let linear = seed.offered.is_some_and(|offered| !offered.contains(Features::NONLINEAR));
        let leaves_logic = rng.one_in(8);
        Ok(Draft { seed, script, roots, places, leaves_logic, may_be_nonlinear: leaves_logic || !linear })
    }

    /// A random place, and the term there; `None` if it is in a pattern, which must not change.
    pub fn place(&self, rng: &mut Rng) -> Option<(Place, Term)> {
        let (place, term) = self.places.nth(&self.script.terms, rng.below(self.places.count()))?;
        let is_pattern = |(above, step): (Term, u32)| {
            step > 0 && matches!(self.script.terms.head(above), Head::Annotated(_))
        };
        if self.above(&place).any(is_pattern) {
            return None;
        }
        Some((place, term))
    }

    fn above<'b>(&'b self, place: &'b Place) -> impl Iterator<Item = (Term, u32)> + 'b {
        place.above(&self.script.terms, &self.roots)
    }

    /// Whether an operator may be applied to these arguments: in linear arithmetic, mostly only if the result is
    /// linear.
    pub fn allows(&self, op: &Op, args: &[Term]) -> bool {
        let terms = &self.script.terms;
        self.may_be_nonlinear
            || match op.nonlinear {
                None => true,
                Some(Nonlinear::Product) => args.iter().filter(|&&arg| !is_number(terms, arg)).count() <= 1,
                Some(Nonlinear::Quotient) => args.iter().skip(1).all(|&arg| is_divisor(terms, arg)),
                Some(Nonlinear::Always | Nonlinear::Transcendental) => false,
            }
    }

    /// Whether `new` may replace `old` at a place: in linear arithmetic, a constant under an operator that can be
    /// nonlinear is mostly replaced by non-zero numbers only.
    pub fn allows_at(&self, place: &Place, old: Term, new: Term) -> bool {
        let terms = &self.script.terms;
        let is_factor =
            |(above, _): (Term, u32)| terms.op(above).is_some_and(|op| op.op().nonlinear.is_some());
        self.may_be_nonlinear
            || is_divisor(terms, new)
            || !is_constant(terms, old)
            || !self.above(place).any(is_factor)
    }

    /// Whether a place is part of a regular expression.
    pub fn is_in_regex(&self, place: &Place) -> bool {
        self.above(place).any(|(above, _)| self.script.terms.sort(above) == Sort::REGLAN)
    }

    /// The term that is at a place now.
    pub fn term_at(&self, place: &Place) -> Option<Term> {
        subterm(&self.script.terms, self.roots[place.root], &place.path)
    }

    /// Puts terms at places, which must not overlap.
    pub fn replace(&mut self, changes: &[(Place, Term)]) {
        let changes: SmallVec<[(&Place, Term); 4]> =
            changes.iter().map(|(place, new)| (place, *new)).collect();
        replace_places(&mut self.script.terms, &mut self.roots, &changes);
    }

    /// The finished test.
    pub fn finish(mut self, strategy: &str, steps: &Steps) -> Result<Test, Skip> {
        if self.script.terms.len() > MAX_TERMS {
            return Err(Skip::TooLarge);
        }
        let mut roots = self.roots.iter();
        for command in &mut self.script.commands {
            if let Command::Assert(term) = command {
                *term = *roots.next().unwrap_or(term);
            }
        }
        let seed = &self.seed.script.terms;
        self.script.fit_logic_since(seed.len(), self.seed.features);
        let evidence = evidence(&self.script, self.seed);
        let seeds = vec![self.seed.origin.clone()];
        let lineage = Lineage { strategy: strategy.to_owned(), seeds, steps: steps.taken().to_vec() };
        Ok(Test::new(self.script, evidence, lineage))
    }
}

/// Up to this many terms, an exhaustive search for the answer is cheap.
const FEW_TERMS: usize = 200;

/// The evidence for a changed seed: the seed's witness if it still satisfies the script, else the result of a
/// small exhaustive search.
fn evidence(script: &Script, seed: &Seed) -> Evidence {
    if let Evidence::Witness(witness) = &seed.evidence
        && let Ok(witness) = witness.of(&script.question())
    {
        return Evidence::Witness(witness);
    }
    if script.terms.len() > FEW_TERMS || !can_be_tried(script) {
        return Evidence::None;
    }
    let bounds = Bounds {
        assignments: 1024,
        instances: 1024,
        domain: 256,
        universe: 2,
        work: 10_000,
        ..Bounds::DEFAULT
    };
    Evidence::by_trying(&script.question(), bounds)
}

/// Whether an exhaustive search makes sense: there are no symbols, or one is neither a number nor a string.
fn can_be_tried(script: &Script) -> bool {
    let mut symbols = script.terms.decls().map(|(_, decl)| decl).filter(|decl| decl.is_free()).peekable();
    let is_endless = |decl: &Decl| matches!(decl.result_sort(), Sort::INT | Sort::REAL | Sort::STRING);
    symbols.peek().is_none() || !symbols.all(is_endless)
}

/// Larger terms do not count as constant.
const FEW_PARTS: usize = 16;

/// Whether a small term consists of operators over literals other than Booleans and strings.
pub(super) fn is_constant(terms: &Terms, term: Term) -> bool {
    let mut stack: SmallVec<[Term; FEW_PARTS]> = SmallVec::from_slice(&[term]);
    for _ in 0..FEW_PARTS {
        let Some(term) = stack.pop() else { return true };
        match terms.view(term) {
            View::Literal(literal) if !matches!(literal, Literal::Bool(_) | Literal::Text(_)) => {}
            View::Apply(_, args) if !args.is_empty() && terms.op(term).is_some() => {
                stack.extend_from_slice(args);
            }
            _ => return false,
        }
    }
    stack.is_empty()
}

/// Whether every solver treats a term as a number: a literal, possibly with a sign, or a fraction of two such.
fn is_number(terms: &Terms, term: Term) -> bool {
    let unsigned = |term: Term| {
        let negates = [arithmetic().negate_int, arithmetic().negate_real];
        match terms.op(term) {
            Some(op) if negates.contains(&op) => terms.children(term)[0],
            _ => term,
        }
    };
    let is_literal = |term: Term| matches!(terms.head(unsigned(term)), Head::Literal(_));
    match (terms.op(unsigned(term)), terms.children(unsigned(term))) {
        (Some(op), [above, below]) if op == arithmetic().divide => {
            is_literal(*above) && is_literal(*below) && !is_zero(terms, unsigned(*below))
        }
        _ => is_literal(term),
    }
}

/// Whether a term is a non-zero number.
fn is_divisor(terms: &Terms, term: Term) -> bool {
    let signed = terms.children(term).first().copied().unwrap_or(term);
    is_number(terms, term) && !is_zero(terms, term) && !is_zero(terms, signed)
}

fn is_zero(terms: &Terms, term: Term) -> bool {
    match terms.view(term) {
        View::Literal(Literal::Int(value)) => value.is_zero(),
        View::Literal(Literal::Real(value)) => value.is_zero(),
        _ => false,
    }
}

/// The head of a term as text, for a step's description.
pub(super) fn head_text(terms: &Terms, term: Term) -> String {
    match terms.view(term) {
        View::Apply(function, args) if !args.is_empty() => match terms.function(function) {
            Function::Op(op, indices) if indices.is_empty() => op.op().name.to_owned(),
            Function::Op(op, indices) => {
                let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
                format!("(_ {} {})", op.op().name, indices.join(" "))
            }
            Function::Declared(decl) => terms.symbols.name(terms.decl(*decl).name).to_owned(),
            Function::Tester(decl) => format!("(_ is {})", terms.symbols.name(terms.decl(*decl).name)),
            _ => "an application".to_owned(),
        },
        View::Bind(binder, ..) => format!("{binder:?}").to_lowercase(),
        View::Match(..) => "match".to_owned(),
        View::Annotated(inner, ..) => head_text(terms, terms.bare(inner)),
        _ => Printer::default().term(terms, term),
    }
}
