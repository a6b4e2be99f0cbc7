//! The kinds of findings: one row with everything that the program knows about a kind.
//!
//! Other modules never test for a kind, but use its row. Where they distinguish values of a small enum
//! ([`Basis`], [`ShownBy`], [`RecordPolicy`]), they match without a default, so that a new value cannot be
//! forgotten.

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
    pub telling: ReportTexts,
    pub rests_on: Basis,
    pub noted: RecordPolicy,
    /// Whether one answer of a release shows whether it has the bug.
    pub bisectable: bool,
    /// Whether a hunt reduces the test before it reports the finding.
    pub reduced: bool,
    /// cvc5's option to detect such a mistake itself, for its regression tests.
    pub check_option: Option<&'static str>,
}

/// The texts of a report about a finding, and how it is reproduced.
#[derive(Debug)]
pub struct ReportTexts {
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
pub enum RecordPolicy {
    Always,
    OnlyBugs,
    /// Too frequent, and no bug of any solver.
    Never,
}

/// Defines the enum of kinds, with a row for each.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident: $row:expr,)*) => {
        /// Kinds of findings.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(into = "&'static str", try_from = "String")]
        pub enum FindingKind { $($(#[doc = $doc])* $kind,)* }

        impl FindingKind {
            pub const ALL: &[FindingKind] = &[$(FindingKind::$kind),*];

            pub fn row(self) -> &'static Row {
                use {Basis::*, RecordPolicy::*};
                match self { $(FindingKind::$kind => { const ROW: &Row = &$row; ROW })* }
            }
        }
    };
}

kinds! {
    /// `unsat` for a satisfiable script.
    WrongUnsat: Row {
        word: "wrong-unsat", gravity: 0, rests_on: Satisfiable,
        title: "unsat for a satisfiable script, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: true, reduced: true, check_option: None,
    },
    /// `sat` for an unsatisfiable script.
    WrongSat: Row {
        word: "wrong-sat", gravity: 1, rests_on: Unsatisfiable,
        title: "sat for an unsatisfiable script, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: true, reduced: true, check_option: None,
    },
    /// A model that makes an assertion false.
    InvalidModel: Row {
        word: "invalid-model", gravity: 2, rests_on: Model,
        title: "a model that makes an assertion false, {matter}",
        telling: ReportTexts {
            expected: "a model under which every assertion is true",
            actual: "sat, with a model that makes an assertion false",
            shown_by: ShownBy::Model,
        },
        noted: Always, bisectable: true, reduced: true, check_option: Some("--check-models"),
    },
    /// An optimum that a model surpasses, or that cannot be reached.
    WrongOptimum: reply(
        "wrong-optimum", 3,
        "a wrong optimum, {matter}",
        "sat, with the optimum",
        "sat, with a value that is not the optimum",
    ),
    /// An optimum that the model printed with it does not have.
    UnreachedOptimum: reply(
        "unreached-optimum", 4,
        "an optimum that its own model does not reach, {matter}",
        "sat, with a model that reaches the reported optimum",
        "sat, with a model that does not reach it",
    ),
    /// An interpretation of predicates that violates a Horn clause.
    WrongInterpretation: reply(
        "wrong-interpretation", 5,
        "an interpretation that violates a Horn clause, {matter}",
        "an interpretation under which every clause holds",
        "sat, with an interpretation that violates a clause",
    ),
    /// An interpolant that does not follow, or does not contradict, or uses a symbol of one part only.
    WrongInterpolant: Row { check_option: Some("--check-interpolants"), ..reply(
        "wrong-interpolant", 6,
        "a wrong interpolant, {matter}",
        "an interpolant that follows from one part and refutes the other, in symbols of both",
        "{actual}, with an interpolant that does not",
    ) },
    /// An abduct that contradicts the assertions, or from which the conjecture does not follow.
    WrongAbduct: Row { check_option: Some("--check-abducts"), ..reply(
        "wrong-abduct", 7,
        "a wrong abduct, {matter}",
        "an abduct that is consistent with the assertions and with them implies the conjecture",
        "{actual}, with an abduct that does not",
    ) },
    /// A result of quantifier elimination that is not equivalent.
    WrongElimination: reply(
        "wrong-elimination", 8,
        "quantifier elimination changes the meaning, {matter}",
        "a formula without quantifiers that is equivalent",
        "{actual}, with a formula that is not equivalent",
    ),
    /// A simplified term or goal that has another value.
    WrongSimplification: reply(
        "wrong-simplification", 9,
        "simplification changes the meaning, {matter}",
        "a result with the same value",
        "{actual}, with a result that has another value",
    ),
    /// The solver died, or says that its own check failed.
    Crash: Row {
        word: "crash", gravity: 20, rests_on: Fault,
        title: "crash: {matter}",
        telling: ReportTexts { expected: "no crash", actual: "{actual}", shown_by: ShownBy::Crash },
        noted: Always, bisectable: true, reduced: true, check_option: None,
    },
    /// A report of the sanitizer that the solver was built with, with any answer.
    Sanitizer: Row {
        word: "sanitizer", gravity: 21, rests_on: Fault,
        title: "{matter}",
        telling: ReportTexts {
            expected: "no report of the sanitizer", actual: "{signature}", shown_by: ShownBy::SanitizerReport,
        },
        noted: Always, bisectable: false, reduced: true, check_option: None,
    },
    /// An unsat core that is satisfiable.
    InvalidCore: Row {
        word: "invalid-core", gravity: 22, rests_on: Core,
        title: "an unsat core that is satisfiable, {matter}",
        telling: ReportTexts {
            expected: "an unsat core that is unsatisfiable by itself",
            actual: "unsat, with a core that is satisfiable",
            shown_by: ShownBy::Core,
        },
        noted: Always, bisectable: false, reduced: true, check_option: Some("--check-unsat-cores"),
    },
    /// Sat and unsat for the same question: in two runs, with two random seeds, or alone and among others.
    Nondeterminism: Row {
        word: "nondeterminism", gravity: 23, rests_on: OwnAnswers,
        title: "sat and unsat for one script, {matter}",
        telling: ReportTexts {
            expected: "the same answer whatever the random seed",
            actual: "sat with one random seed, unsat with another",
            shown_by: ShownBy::OtherSeed,
        },
        noted: Always, bisectable: false, reduced: true, check_option: None,
    },
    /// In a process that saw other scripts, another answer than in a fresh one: `(reset)` does not reset.
    StateLeak: Row {
        word: "state-leak", gravity: 24, rests_on: History,
        title: "(reset) does not reset: {matter}",
        telling: ReportTexts {
            expected: "{expected}, as in a fresh process", actual: "{signature}", shown_by: ShownBy::Session,
        },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    },
    /// Another solver gives the contrary answer, and nothing shows which is wrong.
    Disagreement: Row {
        word: "disagreement", gravity: 25, rests_on: ContraryAnswer,
        title: "{actual} where others say the opposite, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: false, reduced: false, check_option: None,
    },
    /// An unsat core that is not minimal. An error only if minimal cores were promised.
    NonMinimalCore: Row {
        word: "non-minimal-core", gravity: 26, rests_on: CoreSize,
        title: "an unsat core that is not minimal, {matter}",
        telling: ReportTexts {
            expected: "a minimal unsat core",
            actual: "unsat, with a core that is not minimal",
            shown_by: ShownBy::Core,
        },
        noted: OnlyBugs, bisectable: false, reduced: false, check_option: None,
    },
    /// `unknown` where another solver decides, or the answer is known by construction.
    Incomplete: Row {
        word: "incomplete", gravity: 27, rests_on: Comparison,
        title: "unknown where the answer is known, {matter}", telling: BY_ANSWER,
        noted: Always, bisectable: false, reduced: false, check_option: None,
    },
    /// An answer with one random seed, and `unknown` with another.
    Unstable: Row {
        word: "unstable", gravity: 28, rests_on: Comparison,
        title: "unknown with one random seed and not with another, {matter}",
        telling: ReportTexts {
            expected: "the same answer whatever the random seed",
            actual: "an answer with one random seed, unknown with another",
            shown_by: ShownBy::OtherSeed,
        },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    },
    /// Much slower than another solver, or without an answer that is known by construction.
    Slow: Row {
        word: "slow", gravity: 29, rests_on: Comparison,
        title: "much slower than others, {matter}",
        telling: ReportTexts { expected: "{expected}", actual: "{actual} after {seconds} s", shown_by: ShownBy::Time },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    },
    /// Out of memory where another solver answers with little.
    Memory: Row {
        word: "memory", gravity: 30, rests_on: Comparison,
        title: "out of memory where others need little, {matter}",
        telling: ReportTexts { expected: "{expected}", actual: "{actual}", shown_by: ShownBy::Memory },
        noted: Always, bisectable: false, reduced: false, check_option: None,
    },
    /// A script that another solver takes, and that is well-sorted.
    RejectedInput: Row {
        word: "rejected-input", gravity: 31, rests_on: Comparison,
        title: "rejects a well-sorted script, {matter}", telling: BY_ANSWER,
        noted: Never, bisectable: false, reduced: false, check_option: None,
    },
    /// A value that a term does not have under the solver's own model.
    WrongValue: reply(
        "wrong-value", 10,
        "a value that contradicts the model, {matter}",
        "sat, with the value that the term has under the model",
        "sat, with a value that the term does not have under the model",
    ),
    /// Unsat assumptions that are satisfiable together with the assertions.
    WrongAssumptions: reply(
        "wrong-assumptions", 11,
        "unsat assumptions that are satisfiable, {matter}",
        "assumptions out of those given that contradict the assertions",
        "unsat, with assumptions that do not contradict the assertions",
    ),
    /// A further model that violates an assertion, or that was blocked.
    RepeatedModel: reply(
        "repeated-model", 19,
        "a further model that is wrong or blocked, {matter}",
        "a further model, which satisfies every assertion and was not blocked",
        "sat, with a model that violates an assertion or was blocked",
    ),
    /// The claim that there are no further models, although there is one.
    MissedModel: reply(
        "missed-model", 18,
        "a model is missed after others were blocked, {matter}",
        "a further model",
        "unsat, although a model remains that was not blocked",
    ),
}

/// The row of a claim beyond satisfiability that is wrong.
const fn reply(
    word: &'static str,
    gravity: u8,
    title: &'static str,
    expected: &'static str,
    actual: &'static str,
) -> Row {
    Row {
        word,
        gravity,
        title,
        telling: ReportTexts { expected, actual, shown_by: ShownBy::Reply },
        rests_on: Basis::Reply,
        noted: RecordPolicy::Always,
        bisectable: true,
        reduced: true,
        check_option: None,
    }
}

const BY_ANSWER: ReportTexts =
    ReportTexts { expected: "{expected}", actual: "{actual}", shown_by: ShownBy::Answer };

/// The texts for a solver whose answer changes from run to run. Such findings share one signature.
pub(crate) const UNSTEADY: ReportTexts = ReportTexts {
    expected: "the same answer in each run",
    actual: "sat in one run, unsat in another, with the same script and options",
    shown_by: ShownBy::Repetition,
};

/// The signature of such findings, whatever the script.
pub(crate) const UNSTEADY_SIGNATURE: &str = "the answer changes from run to run";

impl FindingKind {
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<FindingKind> {
        FindingKind::ALL.iter().copied().find(|kind| kind.word() == word)
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
