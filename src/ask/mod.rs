//! Questions that ask more than yes or no: what a script asks besides, which solvers can be asked, and what makes the reply
//! wrong.
//!
//! Each kind is a variant of [`Kind`] and a folder of its own, in which the reply is read and judged: functions of data, which
//! ask nobody. `consult` puts the question and whatever helps to judge the reply, `judge` makes findings of what comes of it,
//! and everything behind that (confirming, reducing, reporting) goes by the rows of the findings.

pub mod optimum;

use crate::script::Script;

/// A kind of question beyond whether a script is satisfiable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What is the best value: `maximize`, `minimize`, `assert-soft`.
    Optimum,
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
}
