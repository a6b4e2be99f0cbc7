//! Makers: tests from nothing, sat or unsat by construction.
//!
//! After Kyle Dewey's generators of guaranteed satisfiable and unsatisfiable formulas ("Automated Black Box
//! Generation of Structured Inputs for Use in Software Testing", chapter 5), and beyond them: one generator over
//! the operator table serves every theory, with few bits and with many, and also makes unsatisfiable floats.
//! Strings with an expected model and core are a separate strategy.

mod exhausted;
mod generators;
mod language;
mod pinned;
mod refuted;
mod satisfiable;
mod builder;
mod syntactic;

pub use generators::GENERATORS;

use super::{Inputs, Scope, Skip, Steps, Strategy};
use builder::{TestBuilder, TestPlan, WIDEST};
use gainsay_lang::answer::Status;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Features;
use gainsay_prove::evidence::Test;
use language::Language;

/// A strategy that makes tests of one kind of language.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    name: &'static str,
    about: &'static str,
    /// The forms of tests, each with its weight.
    forms: &'static [(u32, Form)],
    kind: Kind,
    /// The restrictions of the thesis's generators.
    only: Option<Only>,
}

/// Sorts of one size, and nothing else.
#[derive(Clone, Copy, Debug)]
struct Only {
    width: u32,
    format: (u32, u32),
    few: bool,
    /// The answer that a test must have, if it must be known.
    answer: Option<Status>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Bits,
    Floats,
    Any,
}

impl Kind {
    /// The family that every test has.
    fn needs(self) -> Language {
        match self {
            Kind::Bits => Language::BITS,
            Kind::Floats => Language::FLOATS,
            Kind::Any => Language::NONE,
        }
    }

    /// The features that a restricted test may have.
    fn features(self) -> Features {
        match self {
            Kind::Bits => Features::BIT_VECTORS,
            Kind::Floats => Features::FLOATS,
            Kind::Any => Features::NONE,
        }
    }
}

/// How the answer of a test is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// Sat: true under a model that was chosen first.
    Satisfiable,
    /// Sat or unsat: an exhaustive search over a small domain.
    Few,
    /// Sat or unsat, with many bits: a model or a proof was found.
    Refuted,
    /// Unsat: every symbol has one possible value, which makes an assertion false.
    Pinned,
    /// Unsat: the negation of a verified rule.
    Contradicted,
    /// Unsat: an unsatisfiable formula over few bits, with wide terms substituted for its symbols.
    Lifted,
    /// The answer is unknown.
    Syntactic,
}

impl Form {
    pub const ALL: [Form; 7] = [
        Form::Satisfiable,
        Form::Few,
        Form::Refuted,
        Form::Pinned,
        Form::Contradicted,
        Form::Lifted,
        Form::Syntactic,
    ];

    /// Whether a test of this form can have the answer.
    fn can_be(self, status: Status) -> bool {
        match self {
            Form::Satisfiable => status == Status::Sat,
            Form::Few | Form::Refuted => status != Status::Unknown,
            Form::Pinned | Form::Contradicted | Form::Lifted => status == Status::Unsat,
            Form::Syntactic => status == Status::Unknown,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Form::Satisfiable => "satisfiable",
            Form::Few => "few",
            Form::Refuted => "refuted",
            Form::Pinned => "pinned",
            Form::Contradicted => "contradicted",
            Form::Lifted => "lifted",
            Form::Syntactic => "syntactic",
        }
    }
}

const PROVED: &[(u32, Form)] =
    &[(8, Form::Satisfiable), (5, Form::Few), (4, Form::Pinned), (2, Form::Contradicted), (2, Form::Lifted)];

/// The forms for bit-vectors: a proof search decides wide formulas, too.
const OF_BITS: &[(u32, Form)] = &[
    (8, Form::Satisfiable),
    (5, Form::Few),
    (4, Form::Refuted),
    (4, Form::Pinned),
    (2, Form::Contradicted),
    (2, Form::Lifted),
];

pub const BITS: Maker = Maker {
    name: "bits",
    about: "bit-vectors of any width and arrays of them, sat or unsat by construction",
    forms: OF_BITS,
    kind: Kind::Bits,
    only: None,
};

pub const FLOATS: Maker = Maker {
    name: "floats",
    about: "floats of any format and their conversions, sat or unsat by construction",
    forms: PROVED,
    kind: Kind::Floats,
    only: None,
};

pub const TERMS: Maker = Maker {
    name: "terms",
    about: "all theories and their combinations, sat or unsat by construction",
    forms: PROVED,
    kind: Kind::Any,
    only: None,
};

pub const SYNTACTIC: Maker = Maker {
    name: "syntactic",
    about: "random well-sorted scripts of unknown status, of all theories",
    forms: &[(1, Form::Syntactic)],
    kind: Kind::Any,
    only: None,
};

impl Strategy for Maker {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn needs_seeds(&self) -> bool {
        false
    }

    fn is_default(&self) -> bool {
        self.only.is_none()
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        if !Language::of_scope(&seeds.scope).has(self.kind.needs()) {
            return Err(Skip::OutOfScope);
        }
        let status = seeds.scope.status;
        let forms = || self.forms.iter().filter(|(_, form)| status.is_none_or(|status| form.can_be(status)));
        let total: u32 = forms().map(|(weight, _)| weight).sum();
        if total == 0 {
            return Err(Skip::OutOfScope);
        }
        let mut left = rng.below(u64::from(total)) as u32;
        for &(weight, form) in forms() {
            if left < weight {
                return self.make_from(form, seeds, rng, steps);
            }
            left -= weight;
        }
        Err(Skip::NothingApplies)
    }
}

impl Maker {
    /// Makes a test of one form.
    pub fn make_form(&self, form: Form, size: u32, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        self.make_from(form, &Inputs::of_size(size), rng, steps)
    }

    fn make_from(&self, form: Form, inputs: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let plan = self.plan(form, inputs.size, &inputs.scope, rng);
        let mut builder = TestBuilder::new(plan, rng);
        builder.generator.vocabulary.favoured.clone_from(&inputs.favoured);
        let evidence = match form {
            Form::Satisfiable => satisfiable::satisfiable(&mut builder, steps),
            Form::Few => exhausted::few(&mut builder, steps),
            Form::Refuted => exhausted::refuted(&mut builder, steps),
            Form::Pinned => pinned::pinned(&mut builder, steps),
            Form::Contradicted => refuted::contradicted(&mut builder, steps),
            Form::Lifted => refuted::lifted(&mut builder, steps),
            Form::Syntactic => syntactic::syntactic(&mut builder, steps),
        }?;
        let test = builder.test(self.name, evidence, steps);
        let is_wanted = self.only.is_none_or(|only| {
            only.answer.is_none_or(|answer| answer == test.evidence().answer())
                && self.kind.features().contains(test.script().usage().features)
        });
        if is_wanted { Ok(test) } else { Err(Skip::NothingApplies) }
    }

    fn plan(&self, form: Form, size: u32, scope: &Scope, rng: &mut Rng) -> TestPlan {
        let widest = scope.max_width.unwrap_or(WIDEST).clamp(1, WIDEST);
        if let Some(Only { width, format, few, .. }) = self.only {
            let (language, sizes) = (self.kind.needs(), Some((width, format)));
            return TestPlan { language, size, few, own: false, quantifiers: false, widest, sizes };
        }
        let few = match form {
            Form::Few | Form::Lifted => true,
            Form::Syntactic => rng.one_in(3),
            _ => false,
        };
        let offered = Language::of_scope(scope);
        let mut language = self.language(offered, rng);
        if few {
            for large in [
                Language::INTS,
                Language::REALS,
                Language::STRINGS,
                Language::COLLECTIONS,
                Language::RELATIONS,
                Language::FINITE_SETS,
            ] {
                language = language.without(large);
            }
        }
        if few && !language.has(Language::FLOATS) {
            language = language.with(Language::BITS.and(offered));
        }
        TestPlan {
            language,
            size,
            few,
            // A model chooses the interpretation of these sorts and functions, so they cannot be pinned.
            own: self.kind == Kind::Any
                && form != Form::Pinned
                && rng.coin()
                && scope.offers(Features::FUNCTIONS),
            // The proof search is for formulas without quantifiers.
            quantifiers: form != Form::Refuted
                && size > 2
                && rng.one_in(6)
                && scope.offers(Features::QUANTIFIERS),
            widest,
            sizes: None,
        }
    }

    /// The language of a test, within what is offered.
    fn language(&self, offered: Language, rng: &mut Rng) -> Language {
        let mut language = match self.kind {
            Kind::Bits => Language::BITS,
            Kind::Floats => match rng.below(8) {
                0..=2 => Language::FLOATS,
                3 => Language::FLOATS.with(Language::BITS).with(Language::REALS),
                _ => Language::FLOATS.with(Language::BITS),
            },
            Kind::Any => {
                let mut language = Language::NONE;
                for _ in 0..1 + rng.index(3) {
                    language = language.with(*rng.pick(&Language::SCALARS));
                }
                // Without integers, little can be said about strings.
                if language.has(Language::STRINGS) { language.with(Language::INTS) } else { language }
            }
        };
        if rng.one_in(5) {
            language = language.with(Language::ARRAYS);
        }
        if rng.one_in(4) {
            language = language.with(Language::NEW);
        }
        if self.kind == Kind::Any && rng.one_in(10) {
            language = language.with(*rng.pick(&Language::EXTENSIONS));
            // Lengths and positions are integers.
            if language.has(Language::COLLECTIONS) || language.has(Language::FINITE_SETS) {
                language = language.with(Language::INTS);
            }
        }
        let language = language.and(offered);
        if self.kind == Kind::Any && !Language::SCALARS.iter().any(|&family| language.has(family)) {
            let families: Vec<Language> =
                Language::SCALARS.into_iter().filter(|&family| offered.has(family)).collect();
            if !families.is_empty() {
                return language.with(*rng.pick(&families));
            }
        }
        language
    }
}
