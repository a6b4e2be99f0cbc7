//! Questions that ask more than yes or no: what a script asks besides, which solvers can be asked, and what makes the reply
//! wrong.
//!
//! Each kind is a variant of [`Kind`] and a folder of its own, in which the reply is read and judged: functions of data, which
//! ask nobody. Whatever is claimed is held against plain questions, each of which would be satisfiable only if the claim were
//! wrong ([`Kind::rebuttals`]): `consult` puts them to everybody, and our evaluator looks at every model that comes of it.
//! `judge` makes a finding of a [`Fault`], and everything behind that (confirming, reducing, reporting) goes by the rows of
//! the findings.

mod exhibit;
pub mod optimum;
mod settle;

pub use exhibit::{Exhibit, Shown};

use crate::answer::Answer;
use crate::script::{Command, Question, Script};

/// A kind of question beyond whether a script is satisfiable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What is the best value: `maximize`, `minimize`, `assert-soft`.
    Optimum,
}

/// What is wrong with a reply. The row of its finding says it in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// What is called the best is surpassed, or nothing is as good.
    NotBest,
    /// The model that comes with what is called the best has another value.
    NotReached,
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
        optimum::is_asked_by(script).then_some(Kind::Optimum)
    }

    /// Its name in the profile of a solver that can be asked so.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Optimum => "optimum",
        }
    }

    /// The script without it: what everybody can be asked.
    pub fn without(self, script: &Script) -> Script {
        match self {
            Kind::Optimum => optimum::without_goals(script),
        }
    }

    /// The commands behind the question that ask for the reply.
    pub fn commands(self, _script: &Script) -> Vec<Command> {
        match self {
            Kind::Optimum => vec![Command::Other("(get-objectives)".into())],
        }
    }

    /// Whether an option is a part of the question.
    pub fn is_asked_with(self, option: &str) -> bool {
        match self {
            Kind::Optimum => option == optimum::PRIORITY,
        }
    }

    /// What an answer claims, if it claims anything.
    pub fn claim(self, answer: &Answer) -> Option<&str> {
        match self {
            Kind::Optimum => optimum::claim(answer),
        }
    }

    /// Plain questions, a model of any of which refutes what is claimed.
    pub fn rebuttals(self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        match self {
            Kind::Optimum => optimum::better(question, claim).into_iter().collect(),
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
        }
    }
}
