//! Questions that ask more than yes or no: what a script asks besides, which solvers can be asked, and what makes the reply
//! wrong.
//!
//! Each kind is a variant of [`Kind`] and a folder (or a file) of its own, in which the reply is read and judged: functions of data, which
//! ask nobody. Whatever is claimed is held against plain questions, each of which would be satisfiable only if the claim were
//! wrong ([`Kind::rebuttals`]): `consult` puts them to everybody, and our evaluator looks at every model that comes of it.
//! `judge` makes a finding of a [`Fault`], and everything behind that (confirming, reducing, reporting) goes by the rows of
//! the findings.

pub mod dialogue;
mod exhibit;
pub mod formula;
pub mod horn;
pub mod models;
pub mod optimum;
mod plain;
mod tactic;

pub use exhibit::{Exhibit, Shown};

use crate::answer::Answer;
use crate::script::{Command, Question, Script};
use std::borrow::Cow;

/// A kind of question beyond whether a script is satisfiable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What is the best value: `maximize`, `minimize`, `assert-soft`.
    Optimum,
    /// Which interpretation of its predicates satisfies Horn clauses: logic `HORN`.
    Horn,
    /// Which formula: `get-interpolant`, `get-abduct`, `get-qe`, `simplify`, `apply`.
    Formula(formula::Sought),
    /// Which other models: `block-model`, `block-model-values`.
    Models,
    /// By which tactic the answer is to be found: `check-sat-using`. There is no reply to it but the answer.
    Tactic,
    /// What is asked about the answer: `get-value`, `get-assignment`, `get-unsat-assumptions`.
    Dialogue,
}

/// What is wrong with a reply. The row of its finding says it in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// What is called the best is surpassed, or nothing is as good.
    NotBest,
    /// The model that comes with what is called the best has another value.
    NotReached,
    /// The interpretation that is given violates a clause.
    ViolatedClause,
    /// An interpolant does not follow, or does not refute, or uses what it must not.
    Interpolant,
    /// An abduct is not possible, or not enough.
    Abduct,
    /// What is left without quantifiers says something else.
    Elimination,
    /// What is called simpler has another value.
    Simplification,
    /// A term has another value under the model that was given.
    OtherValue,
    /// The assumptions that are said to be enough for a contradiction are not.
    NotEnough,
    /// A further model violates an assertion, or is one that was blocked.
    NotAnother,
    /// There is said to be no other model, and there is one.
    MissedModel,
}

/// What a claim comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is right: why.
    Proved(String),
    /// Nothing speaks against it, and nothing proves it: why not.
    Open(String),
    /// It is wrong, and that is proved.
    Wrong { fault: Fault, why: String, details: Vec<String> },
    /// Two of our own reasons contradict each other: how.
    Contradiction(String),
}

impl Kind {
    /// What a script asks beyond yes or no.
    pub fn of(script: &Script) -> Option<Kind> {
        let optimum = optimum::is_asked_by(script).then_some(Kind::Optimum);
        let formula = || formula::Sought::of(script).map(Kind::Formula);
        let horn = || horn::is_asked_by(script).then_some(Kind::Horn);
        let models = || models::is_asked_by(script).then_some(Kind::Models);
        let dialogue = || dialogue::is_asked_by(script).then_some(Kind::Dialogue);
        let tactic = || tactic::is_asked_by(script).then_some(Kind::Tactic);
        optimum.or_else(formula).or_else(horn).or_else(models).or_else(dialogue).or_else(tactic)
    }

    /// Its name in the profile of a solver that can be asked so.
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

    /// The script without it: what everybody can be asked.
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

    /// The commands behind the question that ask for the reply.
    pub fn commands(self, script: &Script) -> Vec<Command> {
        match self {
            Kind::Optimum => vec![Command::Other("(get-objectives)".into())],
            // The interpretation is the model, which is asked for anyway.
            Kind::Horn | Kind::Tactic => Vec::new(),
            Kind::Formula(_) => formula::request(script).into_iter().cloned().collect(),
            Kind::Models => models::commands(script),
            Kind::Dialogue => dialogue::asides(script).cloned().collect(),
        }
    }

    /// The options that must be on for that.
    pub fn options(self, script: &Script) -> Vec<&'static str> {
        match self {
            Kind::Optimum | Kind::Horn | Kind::Tactic => Vec::new(),
            Kind::Formula(sought) => sought.option().into_iter().collect(),
            Kind::Models => vec![models::OPTION],
            Kind::Dialogue => dialogue::asides(script).filter_map(dialogue::option).collect(),
        }
    }

    /// What must be said besides, so that the question is the same whatever a solver was started with.
    pub fn settings(self, script: &Script) -> Option<Command> {
        match self {
            Kind::Optimum => optimum::unsaid_priority(script),
            Kind::Horn | Kind::Formula(_) | Kind::Models | Kind::Dialogue | Kind::Tactic => None,
        }
    }

    /// Whether what was asked before is no part of the question.
    pub fn is_asked_flat(self) -> bool {
        match self {
            Kind::Optimum | Kind::Horn | Kind::Formula(_) => true,
            Kind::Models | Kind::Dialogue | Kind::Tactic => false,
        }
    }

    /// Whether the model of the answer can be asked for behind the commands. To find a formula, a solver may ask itself other
    /// questions, and nobody says whose model it has then.
    pub fn leaves_the_model(self) -> bool {
        !matches!(self, Kind::Formula(_))
    }

    /// Whether an option is a part of the question.
    pub fn is_asked_with(self, option: &str) -> bool {
        match self {
            Kind::Optimum => option == optimum::PRIORITY,
            Kind::Horn | Kind::Formula(_) | Kind::Models | Kind::Dialogue | Kind::Tactic => false,
        }
    }

    /// What an answer claims, if it claims anything.
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

    /// Plain questions, a model of any of which refutes what is claimed.
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

    /// Judges a claim, with the model of who claims it and those of others. `None` if nothing is claimed that is understood.
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
