//! Questions beyond satisfiability: optimization, interpolants, further models and others. For each kind:
//! which solvers can be asked, and what makes the reply wrong.
//!
//! Each kind is a variant of [`Kind`] and a folder (or a file) of its own, where replies are read and judged
//! by functions of data, which run no solver. Each claim gives plain questions that are satisfiable only if
//! the claim is wrong ([`Kind::rebuttals`]). `consult` asks all solvers these questions, and the evaluator
//! checks every model that results. `judge` makes a finding of a [`Fault`]; everything later (confirming,
//! reducing, reporting) depends only on the row of the finding's kind.

pub mod dialogue;
mod exhibit;
pub mod formula;
pub mod horn;
pub mod models;
pub mod optimum;
mod plain;
mod tactic;

pub use exhibit::{Exhibit, Shown};

use gainsay_lang::answer::Answer;
use gainsay_lang::script::{Command, Question, Script};
use std::borrow::Cow;

/// A kind of question beyond satisfiability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Optimization: `maximize`, `minimize`, `assert-soft`.
    Optimum,
    /// An interpretation of the predicates in Horn clauses: logic `HORN`.
    Horn,
    /// A formula: `get-interpolant`, `get-abduct`, `get-qe`, `simplify`, `apply`.
    Formula(formula::Sought),
    /// Further models: `block-model`, `block-model-values`.
    Models,
    /// A tactic that the solver must use: `check-sat-using`. The only reply is the answer.
    Tactic,
    /// Commands about the answer: `get-value`, `get-assignment`, `get-unsat-assumptions`.
    Dialogue,
}

/// A fault in a reply. The row of its finding describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The claimed optimum is surpassed, or cannot be reached.
    NotBest,
    /// The solver's model has another value than the claimed optimum.
    NotReached,
    /// The interpretation violates a clause.
    ViolatedClause,
    /// An interpolant is not implied, does not refute the other part, or uses a symbol that it must not.
    Interpolant,
    /// An abduct contradicts the assertions, or does not imply the conjecture.
    Abduct,
    /// The result of quantifier elimination is not equivalent.
    Elimination,
    /// The simplified term has another value.
    Simplification,
    /// A term has another value under the solver's own model.
    OtherValue,
    /// The assumptions called contradictory are not.
    NotEnough,
    /// A further model violates an assertion, or was blocked.
    NotAnother,
    /// The solver says that there is no further model, but there is one.
    MissedModel,
}

/// The result of judging a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is correct; says why.
    Proved(String),
    /// It is neither refuted nor proved; says why not.
    Open(String),
    /// It is proved to be wrong.
    Wrong { fault: Fault, why: String, details: Vec<String> },
    /// Two reasons of this program contradict each other; says how.
    Contradiction(String),
}

impl Kind {
    /// The kind of question that a script asks, if it goes beyond satisfiability.
    pub fn of(script: &Script) -> Option<Kind> {
        let optimum = optimum::is_asked_by(script).then_some(Kind::Optimum);
        let formula = || formula::Sought::of(script).map(Kind::Formula);
        let horn = || horn::is_asked_by(script).then_some(Kind::Horn);
        let models = || models::is_asked_by(script).then_some(Kind::Models);
        let dialogue = || dialogue::is_asked_by(script).then_some(Kind::Dialogue);
        let tactic = || tactic::is_asked_by(script).then_some(Kind::Tactic);
        optimum.or_else(formula).or_else(horn).or_else(models).or_else(dialogue).or_else(tactic)
    }

    /// The name by which a solver's profile lists it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Optimum => "optimum",
            Kind::Horn => "horn",
            Kind::Formula(sought) => sought.word(),
            Kind::Models => "models",
            Kind::Dialogue => "dialogue",
            Kind::Tactic => "tactic",
        }
    }

    /// The plain script without it, which every solver can be asked.
    pub fn without(self, script: &Script) -> Script {
        match self {
            Kind::Optimum => optimum::without_goals(script),
            Kind::Horn => horn::without_logic(script),
            Kind::Formula(_) => formula::without_requests(script),
            Kind::Models => models::without_blocks(script),
            Kind::Dialogue => dialogue::without_asides(script),
            Kind::Tactic => tactic::without_tactics(script),
        }
    }

    /// The commands after the check that ask for the reply.
    pub fn commands(self, script: &Script) -> Vec<Command> {
        match self {
            Kind::Optimum => vec![Command::Other("(get-objectives)".into())],
            // The interpretation is the model, which is requested in any case.
            Kind::Horn | Kind::Tactic => Vec::new(),
            Kind::Formula(_) => formula::request(script).into_iter().cloned().collect(),
            Kind::Models => models::commands(script),
            Kind::Dialogue => dialogue::asides(script).cloned().collect(),
        }
    }

    /// The options that must be enabled for these commands.
    pub fn options(self, script: &Script) -> Vec<&'static str> {
        match self {
            Kind::Optimum | Kind::Horn | Kind::Tactic => Vec::new(),
            Kind::Formula(sought) => sought.option().into_iter().collect(),
            Kind::Models => vec![models::OPTION],
            Kind::Dialogue => dialogue::asides(script).filter_map(dialogue::option).collect(),
        }
    }

    /// A command that makes a default explicit, so that the question does not depend on how a solver was
    /// started.
    pub fn settings(self, script: &Script) -> Option<Command> {
        match self {
            Kind::Optimum => optimum::unsaid_priority(script),
            Kind::Horn | Kind::Formula(_) | Kind::Models | Kind::Dialogue | Kind::Tactic => None,
        }
    }

    /// Whether the script is flattened to its last question, without earlier ones.
    pub fn is_asked_flat(self) -> bool {
        match self {
            Kind::Optimum | Kind::Horn | Kind::Formula(_) => true,
            Kind::Models | Kind::Dialogue | Kind::Tactic => false,
        }
    }

    /// Whether the model can be requested after the commands. Not for formulas: to find one, a solver may
    /// solve other questions internally, and the model may belong to those.
    pub fn leaves_the_model(self) -> bool {
        !matches!(self, Kind::Formula(_))
    }

    /// Whether an option is part of the question.
    pub fn is_asked_with(self, option: &str) -> bool {
        match self {
            Kind::Optimum => option == optimum::PRIORITY,
            Kind::Horn | Kind::Formula(_) | Kind::Models | Kind::Dialogue | Kind::Tactic => false,
        }
    }

    /// The text of an answer that makes the claim; `None` if there is none.
    pub fn claim(self, answer: &Answer) -> Option<Cow<'_, str>> {
        match self {
            Kind::Optimum => optimum::claim(answer).map(Cow::Borrowed),
            Kind::Horn => horn::claim(answer).map(Cow::Borrowed),
            Kind::Formula(sought) => sought.claim(answer).map(Cow::Borrowed),
            Kind::Models => models::claim(answer).map(Cow::Owned),
            Kind::Dialogue => dialogue::claim(answer).map(Cow::Owned),
            Kind::Tactic => None,
        }
    }

    /// Plain scripts, any model of which refutes the claim.
    pub fn rebuttals(self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        match self {
            Kind::Optimum => optimum::better(question, claim).into_iter().collect(),
            Kind::Horn => horn::rebuttals(question, claim),
            Kind::Formula(sought) => sought.rebuttals(question, claim),
            Kind::Models => models::rebuttals(question, claim),
            Kind::Dialogue => dialogue::rebuttals(question, claim),
            Kind::Tactic => Vec::new(),
        }
    }

    /// Judges a claim by the claimant's own model and by others. `None` if nothing in the claim is
    /// understood.
    pub fn examine(
        self,
        question: &Question<'_>,
        claim: &str,
        own: Option<Exhibit<'_>>,
        others: &[Exhibit<'_>],
    ) -> Option<Verdict> {
        match self {
            Kind::Optimum => optimum::examine(question, claim, own, others),
            Kind::Horn => horn::examine(question, claim, others),
            Kind::Formula(sought) => sought.examine(question, claim, own, others),
            Kind::Models => models::examine(question, claim, own, others),
            Kind::Dialogue => dialogue::examine(question, claim, own, others),
            Kind::Tactic => None,
        }
    }
}
