//! The kinds of findings: one row with everything that the program knows about a kind.
//!
//! Other modules never test for a kind, but use its row. Where they distinguish values of a small enum
//! ([`Basis`], [`ShownBy`], [`Noted`]), they match without a default, so that a new value cannot be
//! forgotten.

use super::{Certainty, Finding};
use crate::ask;
use gainsay_lang::answer::Status;
use serde::{Deserialize, Serialize};

/// The properties of a kind of findings.
#[derive(Debug)]
pub struct Row {
    /// Its name in tables, databases and folders.
    pub word: &'static str,
    /// Findings are listed and examined in this order, the smallest number first.
    pub gravity: u8,
    /// The title of a report. `{matter}` is the topic of the formula, `{actual}` what the solver did.
    pub title: &'static str,
    pub telling: Telling,
    pub rests_on: Basis,
    pub noted: Noted,
    /// Whether one answer of a release shows whether it has the bug.
    pub bisectable: bool,
    /// Whether a hunt reduces the test before it reports the finding.
    pub reduced: bool,
    /// cvc5's option to detect such a mistake itself, for its regression tests.
    pub check_option: Option<&'static str>,
}

/// The texts of a report about a finding, and how it is reproduced.
#[derive(Debug)]
pub struct Telling {
    /// What the solver should do: `{expected}` is the right answer, if that is known.
    pub expected: &'static str,
    /// What it does: `{actual}` is its answer, `{seconds}` its time, `{signature}` the signature of the finding.
    pub actual: &'static str,
    pub shown_by: ShownBy,
}

/// The basis of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The script is satisfiable.
    Satisfiable,
    /// The script is unsatisfiable.
    Unsatisfiable,
    /// The solver's model is wrong.
    Model,
    /// The solver's unsat core is wrong.
    Core,
    /// The solver's claim beyond satisfiability is wrong.
    Reply,
    /// The solver's process failed, whatever the script means. Such a finding has a signature.
    Fault,
    /// The solver contradicts itself.
    OwnAnswers,
    /// The solver contradicts itself, depending on scripts that it saw before.
    History,
    /// Other solvers give the contrary answer.
    ContraryAnswer,
    /// The solver's unsat core is larger than necessary.
    CoreSize,
    /// Other solvers do better.
    Comparison,
}

/// How a finding shows when the solver is asked again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownBy {
    Answer,
    Crash,
    SanitizerReport,
    Model,
    Core,
    /// By the claim beyond satisfiability, and the model that was printed with it.
    Reply,
    /// In some of many runs.
    Repetition,
    OtherSeed,
    /// In a process that saw other scripts before.
    Session,
    Time,
    Memory,
}

/// Whether a hunt records findings of this kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    Always,
    OnlyBugs,
    /// Too frequent, and no bug of any solver.
    Never,
}

/// Defines the enum of kinds, with a row for each.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident $row:tt)*) => {
        /// Kinds of findings.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(into = "&'static str", try_from = "String")]
        pub enum FindingKind { $($(#[doc = $doc])* $kind,)* }

        impl FindingKind {
            pub const ALL: &[FindingKind] = &[$(FindingKind::$kind),*];

            pub fn row(self) -> &'static Row {
                use {Basis::*, Noted::*};
                match self { $(FindingKind::$kind => { const ROW: &Row = &Row $row; ROW })* }
            }
        }
    };
}

kinds! {
    /// `unsat` for a satisfiable script.
    WrongUnsat {
        word: "wrong-unsat", gravity: 0, rests_on: Satisfiable,
        title: "unsat for a satisfiable script, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// `sat` for an unsatisfiable script.
    WrongSat {
        word: "wrong-sat", gravity: 1, rests_on: Unsatisfiable,
        title: "sat for an unsatisfiable script, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// A model that makes an assertion false.
    InvalidModel {
        word: "invalid-model", gravity: 2, rests_on: Model,
        title: "a model that makes an assertion false, {matter}",
        telling: Telling {
            expected: "a model under which every assertion is true",
            actual: "sat, with a model that makes an assertion false",
            shown_by: ShownBy::Model,
        },
        noted: Always, bisectable: true, reduced: true, check_option: Some("--check-models"),
    }
    /// An optimum that a model surpasses, or that cannot be reached.
    WrongOptimum {
        word: "wrong-optimum", gravity: 3, rests_on: Reply,
        title: "a wrong optimum, {matter}",
        telling: Telling {
            expected: "sat, with the optimum",
            actual: "sat, with a value that is not the optimum",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// An optimum that the model printed with it does not have.
    UnreachedOptimum {
        word: "unreached-optimum", gravity: 4, rests_on: Reply,
        title: "an optimum that its own model does not reach, {matter}",
        telling: Telling {
            expected: "sat, with a model that reaches the reported optimum",
            actual: "sat, with a model that does not reach it",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// An interpretation of predicates that violates a Horn clause.
    WrongInterpretation {
        word: "wrong-interpretation", gravity: 5, rests_on: Reply,
        title: "an interpretation that violates a Horn clause, {matter}",
        telling: Telling {
            expected: "an interpretation under which every clause holds",
            actual: "sat, with an interpretation that violates a clause",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// An interpolant that does not follow, or does not contradict, or uses a symbol of one part only.
    WrongInterpolant {
        word: "wrong-interpolant", gravity: 6, rests_on: Reply,
        title: "a wrong interpolant, {matter}",
        telling: Telling {
            expected: "an interpolant that follows from one part and refutes the other, in symbols of both",
            actual: "{actual}, with an interpolant that does not",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: Some("--check-interpolants"),
    }
    /// An abduct that contradicts the assertions, or from which the conjecture does not follow.
    WrongAbduct {
        word: "wrong-abduct", gravity: 7, rests_on: Reply,
        title: "a wrong abduct, {matter}",
        telling: Telling {
            expected: "an abduct that is consistent with the assertions and with them implies the conjecture",
            actual: "{actual}, with an abduct that does not",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: Some("--check-abducts"),
    }
    /// A result of quantifier elimination that is not equivalent.
    WrongElimination {
        word: "wrong-elimination", gravity: 8, rests_on: Reply,
        title: "quantifier elimination changes the meaning, {matter}",
        telling: Telling {
            expected: "a formula without quantifiers that is equivalent",
            actual: "{actual}, with a formula that is not equivalent",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// A simplified term or goal that has another value.
    WrongSimplification {
        word: "wrong-simplification", gravity: 9, rests_on: Reply,
        title: "simplification changes the meaning, {matter}",
        telling: Telling {
            expected: "a result with the same value",
            actual: "{actual}, with a result that has another value",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    Crash {
        word: "crash", gravity: 20, rests_on: Fault,
        title: "crash: {matter}",
        telling: Telling { expected: "no crash", actual: "{actual}", shown_by: ShownBy::Crash },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// A report of the sanitizer that the solver was built with, with any answer.
    Sanitizer {
        word: "sanitizer", gravity: 21, rests_on: Fault,
        title: "{matter}",
        telling: Telling {
            expected: "no report of the sanitizer", actual: "{signature}", shown_by: ShownBy::SanitizerReport,
        },
        noted: Always, bisectable: false, reduced: true, check_option: None,
    }
    /// An unsat core that is satisfiable.
    InvalidCore {
        word: "invalid-core", gravity: 22, rests_on: Core,
        title: "an unsat core that is satisfiable, {matter}",
        telling: Telling {
            expected: "an unsat core that is unsatisfiable by itself",
            actual: "unsat, with a core that is satisfiable",
            shown_by: ShownBy::Core,
        },
        noted: Always, bisectable: false, reduced: true, check_option: Some("--check-unsat-cores"),
    }
    /// Sat and unsat for the same question: in two runs, with two random seeds, or alone and among others.
    Nondeterminism {
        word: "nondeterminism", gravity: 23, rests_on: OwnAnswers,
        title: "sat and unsat for one script, {matter}",
        telling: Telling {
            expected: "the same answer whatever the random seed",
            actual: "sat with one random seed, unsat with another",
            shown_by: ShownBy::OtherSeed,
        },
        noted: Always, bisectable: false, reduced: true, check_option: None,
    }
    /// In a process that saw other scripts, another answer than in a fresh one: `(reset)` does not reset.
    StateLeak {
        word: "state-leak", gravity: 24, rests_on: History,
        title: "(reset) does not reset: {matter}",
        telling: Telling {
            expected: "{expected}, as in a fresh process", actual: "{signature}", shown_by: ShownBy::Session,
        },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    }
    /// Another solver gives the contrary answer, and nothing shows which is wrong.
    Disagreement {
        word: "disagreement", gravity: 25, rests_on: ContraryAnswer,
        title: "{actual} where others say the opposite, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: false, reduced: false, check_option: None,
    }
    /// An unsat core that is not minimal. An error only if minimal cores were promised.
    NonMinimalCore {
        word: "non-minimal-core", gravity: 26, rests_on: CoreSize,
        title: "an unsat core that is not minimal, {matter}",
        telling: Telling {
            expected: "a minimal unsat core",
            actual: "unsat, with a core that is not minimal",
            shown_by: ShownBy::Core,
        },
        noted: OnlyBugs, bisectable: false, reduced: false, check_option: None,
    }
    /// `unknown` where another solver decides, or the answer is known by construction.
    Incomplete {
        word: "incomplete", gravity: 27, rests_on: Comparison,
        title: "unknown where the answer is known, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: false, reduced: false, check_option: None,
    }
    /// An answer with one random seed, and `unknown` with another.
    Unstable {
        word: "unstable", gravity: 28, rests_on: Comparison,
        title: "unknown with one random seed and not with another, {matter}",
        telling: Telling {
            expected: "the same answer whatever the random seed",
            actual: "an answer with one random seed, unknown with another",
            shown_by: ShownBy::OtherSeed,
        },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    }
    /// Much slower than another solver, or without an answer that is known by construction.
    Slow {
        word: "slow", gravity: 29, rests_on: Comparison,
        title: "much slower than others, {matter}",
        telling: Telling { expected: "{expected}", actual: "{actual} after {seconds} s", shown_by: ShownBy::Time },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    }
    /// Out of memory where another solver answers with little.
    Memory {
        word: "memory", gravity: 30, rests_on: Comparison,
        title: "out of memory where others need little, {matter}",
        telling: Telling { expected: "{expected}", actual: "{actual}", shown_by: ShownBy::Memory },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    }
    /// A script that another solver takes, and that is well-sorted.
    RejectedInput {
        word: "rejected-input", gravity: 31, rests_on: Comparison,
        title: "rejects a well-sorted script, {matter}", telling: BY_ANSWER,
        noted: Never, bisectable: false, reduced: false, check_option: None,
    }
    /// A value that a term does not have under the solver's own model.
    WrongValue {
        word: "wrong-value", gravity: 10, rests_on: Reply,
        title: "a value that contradicts the model, {matter}",
        telling: Telling {
            expected: "sat, with the value that the term has under the model",
            actual: "sat, with a value that the term does not have under the model",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// Unsat assumptions that are satisfiable together with the assertions.
    WrongAssumptions {
        word: "wrong-assumptions", gravity: 11, rests_on: Reply,
        title: "unsat assumptions that are satisfiable, {matter}",
        telling: Telling {
            expected: "assumptions out of those given that contradict the assertions",
            actual: "unsat, with assumptions that do not contradict the assertions",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// A further model that violates an assertion, or that was blocked.
    RepeatedModel {
        word: "repeated-model", gravity: 19, rests_on: Reply,
        title: "a further model that is wrong or blocked, {matter}",
        telling: Telling {
            expected: "a further model, which satisfies every assertion and was not blocked",
            actual: "sat, with a model that violates an assertion or was blocked",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
    /// The claim that there are no further models, although there is one.
    MissedModel {
        word: "missed-model", gravity: 18, rests_on: Reply,
        title: "a model is missed after others were blocked, {matter}",
        telling: Telling {
            expected: "a further model",
            actual: "unsat, although a model remains that was not blocked",
            shown_by: ShownBy::Reply,
        },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    }
}

const BY_ANSWER: Telling = Telling { expected: "{expected}", actual: "{actual}", shown_by: ShownBy::Answer };

/// The texts for a solver whose answer changes from run to run. Such findings share one signature.
const UNSTEADY: Telling = Telling {
    expected: "the same answer in each run",
    actual: "sat in one run, unsat in another, with the same script and options",
    shown_by: ShownBy::Repetition,
};

/// The signature of such findings, whatever the script.
const UNSTEADY_SIGNATURE: &str = "the answer changes from run to run";

impl FindingKind {
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<FindingKind> {
        FindingKind::ALL.iter().copied().find(|kind| kind.word() == word)
    }

    /// The kind of a faulty reply.
    pub fn of_fault(fault: ask::Fault) -> FindingKind {
        match fault {
            ask::Fault::NotBest => FindingKind::WrongOptimum,
            ask::Fault::NotReached => FindingKind::UnreachedOptimum,
            ask::Fault::ViolatedClause => FindingKind::WrongInterpretation,
            ask::Fault::Interpolant => FindingKind::WrongInterpolant,
            ask::Fault::Abduct => FindingKind::WrongAbduct,
            ask::Fault::Elimination => FindingKind::WrongElimination,
            ask::Fault::Simplification => FindingKind::WrongSimplification,
            ask::Fault::OtherValue => FindingKind::WrongValue,
            ask::Fault::NotEnough => FindingKind::WrongAssumptions,
            ask::Fault::NotAnother => FindingKind::RepeatedModel,
            ask::Fault::MissedModel => FindingKind::MissedModel,
        }
    }

    /// Whether something is wrong, rather than worse than it could be.
    pub fn is_error(self) -> bool {
        self.row().rests_on.is_error()
    }

    /// Whether the solver's process failed, which has a signature whatever the formula means.
    pub fn is_fault(self) -> bool {
        self.row().rests_on == Basis::Fault
    }
}

impl From<FindingKind> for &'static str {
    fn from(kind: FindingKind) -> &'static str {
        kind.word()
    }
}

impl TryFrom<String> for FindingKind {
    type Error = String;

    fn try_from(word: String) -> Result<FindingKind, String> {
        FindingKind::from_word(&word)
            .ok_or_else(|| format!("findings of the kind `{word}` are not known to this release"))
    }
}

impl Basis {
    /// The correct answer to the script, if a finding is based on it.
    pub fn right_answer(self) -> Status {
        match self {
            Basis::Satisfiable => Status::Sat,
            Basis::Unsatisfiable => Status::Unsat,
            Basis::Model | Basis::Core | Basis::Reply | Basis::Fault => Status::Unknown,
            Basis::OwnAnswers | Basis::History => Status::Unknown,
            Basis::ContraryAnswer | Basis::CoreSize | Basis::Comparison => Status::Unknown,
        }
    }

    /// Whether it is about the meaning of the script: then the solver is unsound, or this program is wrong.
    pub fn is_meaning(self) -> bool {
        match self {
            Basis::Satisfiable | Basis::Unsatisfiable | Basis::Model | Basis::Core | Basis::Reply => true,
            Basis::Fault | Basis::OwnAnswers | Basis::History => false,
            Basis::ContraryAnswer | Basis::CoreSize | Basis::Comparison => false,
        }
    }

    /// Whether something is wrong, rather than worse than it could be.
    pub fn is_error(self) -> bool {
        match self {
            Basis::CoreSize | Basis::Comparison => false,
            Basis::Fault | Basis::OwnAnswers | Basis::History | Basis::ContraryAnswer => true,
            Basis::Satisfiable | Basis::Unsatisfiable | Basis::Model | Basis::Core | Basis::Reply => true,
        }
    }
}

impl Finding {
    pub fn telling(&self) -> &'static Telling {
        if self.is_unsteady() { &UNSTEADY } else { &self.kind.row().telling }
    }

    /// The finding that a solver answers sat and unsat to the same script.
    pub fn unsteady(solver: String) -> Finding {
        Finding {
            kind: FindingKind::Nondeterminism,
            solver,
            certainty: Certainty::Proved,
            why: "it answers sat and unsat to the same script, in fresh processes with the same options"
                .to_owned(),
            signature: Some(UNSTEADY_SIGNATURE.to_owned()),
            details: Vec::new(),
        }
    }

    /// Whether the answer changes from run to run, rather than with the random seed.
    pub fn is_unsteady(&self) -> bool {
        self.kind == FindingKind::Nondeterminism && self.signature.as_deref() == Some(UNSTEADY_SIGNATURE)
    }
}
