//! Sources of terms.

use super::field::Field;
use gainsay_eval::generate::{Generator, TermConfig, Vocabulary};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Term, Terms};
use gainsay_lang::theory::{Op, OpId};

/// A term of a field, with its text if the source has it.
pub struct Sample {
    pub term: Term,
    pub text: Option<String>,
}

/// Makes terms of one field in the field's arena.
pub trait Source {
    /// `None` if there are no more.
    fn next(&mut self, field: &mut Field, rng: &mut Rng) -> Option<Sample>;

    /// Excludes operators that the solver does not support.
    fn leave_out(&mut self, ops: &[OpId]);

    /// The arena was rolled back: terms and sorts made since the mark are invalid.
    fn forget(&mut self);
}

/// Random small terms.
pub struct RandomTerms {
    all: Vocabulary,
    generator: Generator,
    /// How many terms are made before other operators are chosen.
    left: usize,
}

/// How many terms are made with one choice of operators (swarm testing).
const SWARM: usize = 400;

impl RandomTerms {
    pub fn new(field: &Field, is_wanted: impl Fn(&Op) -> bool) -> RandomTerms {
        let all = Vocabulary::between_sorts_of(&field.script, is_wanted);
        let config = TermConfig {
            size: 7,
            widest: 6,
            own_widths: true,
            quantifiers: false,
            higher_order: false,
            patterns: false,
            annotations: false,
            prefer_symbols: true,
            ..TermConfig::default()
        };
        RandomTerms { generator: Generator::new(all.clone(), config), all, left: 0 }
    }

    /// Chooses a random subset of the operators: few that often meet find more than many that rarely meet.
    fn choose(&mut self, rng: &mut Rng) {
        self.left = SWARM;
        self.generator.vocabulary = self.all.clone();
        let of = [1, 2, 4, 8][rng.index(4)];
        let salt = rng.next_u64();
        let is_chosen = |op: OpId| Rng::of_unit(salt, u64::from(op.number())).one_in(of);
        self.generator.vocabulary.retain_ops(is_chosen);
        self.generator.vocabulary_changed();
        self.generator.config.quantifiers = rng.one_in(8);
        self.generator.config.n_ary = rng.one_in(4);
    }

    fn make(
        &mut self,
        terms: &mut Terms,
        sorts: &[gainsay_lang::theory::sort::Sort],
        rng: &mut Rng,
    ) -> Option<Term> {
        self.generator.config.depth = 1 + rng.below(3) as u32;
        let sort = *rng.pick(sorts);
        let term = self.generator.term(terms, rng, sort)?;
        // Symbols and literals alone are left out.
        (!terms.children(term).is_empty()).then_some(term)
    }
}

impl Source for RandomTerms {
    fn next(&mut self, field: &mut Field, rng: &mut Rng) -> Option<Sample> {
        /// After this many failed attempts, other operators are chosen.
        const ATTEMPTS: usize = 20;
        loop {
            if self.left == 0 {
                self.choose(rng);
            }
            self.left -= 1;
            for _ in 0..ATTEMPTS {
                if let Some(term) = self.make(&mut field.script.terms, &field.sorts, rng) {
                    return Some(Sample { term, text: None });
                }
            }
            self.left = 0;
            if self.all.ops.all().is_empty() {
                return None;
            }
        }
    }

    fn leave_out(&mut self, ops: &[OpId]) {
        self.all.retain_ops(|op| !ops.contains(&op));
        self.left = 0;
    }

    fn forget(&mut self) {
        self.generator.vocabulary_changed();
        self.generator.forget_terms();
    }
}
