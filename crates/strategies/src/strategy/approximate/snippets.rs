//! Random terms to put into a seed, made of its operators, functions and terms and of the variables in scope.

use crate::strategy::Seed;
use gainsay_eval::generate::{Generator, TermConfig};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::free_variables;
use gainsay_lang::script::walk::TermMap;
use gainsay_lang::script::{DeclId, Features, Head, Term, Terms};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{OpId, connectives};
use smallvec::SmallVec;

pub(super) struct Snippets {
    generator: Generator,
    /// Whether the seed's logic has quantifiers.
    quantifiers: bool,
    /// The terms of the seed that may be used again, each with whether variables occur in it.
    parts: Vec<(Term, bool)>,
}

/// How many of the seed's terms are examined when one is wanted.
const LOOKED_AT: usize = 64;

/// The most terms of the seed in one snippet.
const PARTS: usize = 8;

impl Snippets {
    pub fn new(seed: &Seed, terms: &Terms, roots: &[Term]) -> Snippets {
        let features = Features::of_logic(&seed.logic);
        let config = TermConfig {
            size: 20,
            widest: 64,
            n_ary: false,
            quantifiers: false,
            higher_order: false,
            patterns: false,
            annotations: false,
            linear: features.is_some_and(|features| !features.contains(Features::NONLINEAR)),
            ..TermConfig::default()
        };
        Snippets {
            generator: Generator::new(seed.vocabulary.clone(), config),
            quantifiers: features.is_some_and(|features| features.contains(Features::QUANTIFIERS)),
            parts: parts(terms, roots),
        }
    }

    /// Whether an operator may be introduced: all solvers know it, or the seed uses it already.
    pub fn knows(&self, op: OpId) -> bool {
        op.op().dialect.is_none() || self.generator.vocabulary.ops.all().contains(&op)
    }

    /// Functions, constructors and selectors of the seed.
    pub fn functions(&self) -> &[DeclId] {
        &self.generator.vocabulary.functions
    }

    /// A formula of one or two atoms under a connective.
    pub fn formula(&mut self, terms: &mut Terms, rng: &mut Rng, scope: &[Term]) -> Option<Term> {
        let c = connectives();
        let connective = rng.below(6);
        let first = self.atom(terms, rng, scope)?;
        let second = if connective < 2 { first } else { self.atom(terms, rng, scope)? };
        match connective {
            0 => Some(first),
            1 => Some(terms.not(first)),
            2 => Some(terms.and(&[first, second])),
            3 => Some(terms.or(&[first, second])),
            4 => Some(terms.implies(first, second)),
            _ => terms.apply_ops(&[c.xor], &[], None, &[first, second]).ok(),
        }
    }

    fn atom(&mut self, terms: &mut Terms, rng: &mut Rng, scope: &[Term]) -> Option<Term> {
        self.generator.config.depth = rng.between(1, 3) as u32;
        self.generator.config.quantifiers = self.quantifiers && rng.one_in(4);
        let mut parts: SmallVec<[Term; PARTS]> = SmallVec::new();
        for _ in 0..PARTS.min(self.parts.len()) {
            let (part, open) = *rng.pick(&self.parts);
            if !open || is_in_scope(terms, part, scope) {
                parts.push(part);
            }
        }
        self.generator.term_with(terms, rng, Sort::BOOL, scope, &parts)
    }

    /// A term of a sort: one of the seed's, or a small new one.
    pub fn term(&mut self, terms: &mut Terms, rng: &mut Rng, sort: Sort, scope: &[Term]) -> Option<Term> {
        if rng.coin()
            && let Some(part) = self.part(terms, rng, sort, scope)
        {
            return Some(part);
        }
        self.generator.config.depth = rng.below(2) as u32;
        self.generator.config.quantifiers = false;
        self.generator.term_over(terms, rng, sort, scope)
    }

    fn part(&self, terms: &Terms, rng: &mut Rng, sort: Sort, scope: &[Term]) -> Option<Term> {
        if self.parts.is_empty() {
            return None;
        }
        let start = rng.index(self.parts.len());
        let from_there = self.parts.iter().cycle().skip(start).take(LOOKED_AT.min(self.parts.len()));
        let fits = |&&(part, open): &&(Term, bool)| {
            terms.sort(part) == sort && (!open || is_in_scope(terms, part, scope))
        };
        from_there.copied().find(|part| fits(&part)).map(|part| part.0)
    }
}

/// The subterms of the roots that can be put anywhere: of known sorts, without binders (they would have to be
/// renamed) and without annotations (they may belong to a binder).
fn parts(terms: &Terms, roots: &[Term]) -> Vec<(Term, bool)> {
    let [mut open, mut tied]: [TermMap<bool>; 2] = Default::default();
    let mut parts = Vec::new();
    for term in terms.postorder(roots) {
        let (head, children) = (terms.head(term), terms.children(term));
        let is_open = matches!(head, Head::Variable(_)) || children.iter().any(|&child| open.get(child));
        let is_tied = matches!(head, Head::Bind(_) | Head::Annotated(_))
            || children.iter().any(|&child| tied.get(child));
        open.set(term, is_open);
        tied.set(term, is_tied);
        if !is_tied && !terms.sorts.is_open(terms.sort(term)) {
            parts.push((term, is_open));
        }
    }
    parts
}

fn is_in_scope(terms: &Terms, term: Term, scope: &[Term]) -> bool {
    !scope.is_empty() && free_variables(terms, term).iter().all(|variable| scope.contains(variable))
}
