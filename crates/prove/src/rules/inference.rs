//! The names of inferences, of which derivations consist. Only checked inferences have a name.

use super::{Equivalence, Rule};
use std::borrow::Cow;
use std::fmt;

/// A checked reason for an answer: a rule of the book, an equivalence, or one of [`built_in`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inference(Cow<'static, str>);

/// Inferences that cannot be stated as rules, because they are about whole scripts, any number of arguments,
/// or declared functions. `tests/evidence.rs` confirms results of each of them by exhaustive search.
pub mod built_in {
    use super::{Cow, Inference};

    macro_rules! inferences {
        ($($name:ident = $text:literal: $why:literal,)*) => {
            $(#[doc = $why] pub const $name: Inference = Inference(Cow::Borrowed($text));)*
            /// All of them.
            pub const ALL: &[Inference] = &[$($name),*];
        };
    }

    inferences! {
        CONCAT = "concat": "Where a part is unsatisfiable, so is the whole; where both are, so is either.",
        FUSION = "fusion": "The same, with symbols of both parts tied to a new one.",
        DATATYPE_PAIR = "datatype-pair": "The fields of a record are what it was made of.",
        CLAUSES = "clauses": "A formula and its clauses are satisfiable together, or neither is.",
        INJECT = "inject": "A disjunction is weaker than its parts, a conjunction stronger.",
        ANY_FORMULA = "any-formula": "False implies everything, and everything implies true.",
        OTHER_QUANTIFIER = "other-quantifier": "What holds for all holds for some: no sort is empty.",
        INSTANTIATE = "instantiate": "What holds for all holds for each.",
        FEWER_PARTS = "fewer-parts": "A conjunction implies its parts, which imply a disjunction.",
        FEWER_PREMISES = "fewer-premises": "With fewer premises the same conclusion says more.",
        FEWER_COMPARED = "fewer-compared": "A chain of comparisons implies a shorter one.",
        MORE_COMPARED = "more-compared": "A longer chain of comparisons implies a shorter one.",
        CONGRUENCE = "congruence": "Equal arguments have equal results.",
        CONSTRUCTED = "constructed": "What is equal to a constructor's value is of that constructor.",
        OTHER_CONSTRUCTOR = "other-constructor": "A value of one constructor is of no other.",
        PINNED = "pinned": "Equations leave every symbol one value.",
        EVALUATED = "evaluated": "An assertion is false for the only values that are left.",
        CONTRADICTED = "contradicted": "A rule and its negation do not hold together.",
        FEW_BITS = "few-bits": "No assignment satisfies the formula over few bits.",
        INSTANTIATED = "instantiated": "What no value satisfies no term satisfies.",
        ASSUMED = "assumptions that stand for assertions": "An assumed literal implies the assertion that it stands for.",
    }
}

impl Inference {
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Two inferences in sequence, as one.
    pub fn and(self, other: &Inference) -> Inference {
        Inference(Cow::Owned(format!("{}+{}", self.0, other.0)))
    }
}

impl fmt::Display for Inference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Rule {
    pub fn inference(&self) -> Inference {
        Inference(Cow::Owned(self.name.clone()))
    }
}

impl Equivalence {
    pub fn inference(&self) -> Inference {
        Inference(Cow::Owned(self.name.clone()))
    }
}
