//! What strategies start from.

use super::{Scope, Skip};
use crate::evidence::Evidence;
use crate::generate::Vocabulary;
use crate::rules::RuleBook;
use crate::script::{Command, Features, Script};
use std::sync::{Arc, LazyLock};

/// A formula, and what is known about its answer.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Where it came from: a path, or the name of a built-in seed.
    pub origin: String,
    /// One question: `set-logic` if it has one, declarations, definitions and assertions, and nothing else.
    pub script: Script,
    pub evidence: Evidence,
    /// Why its answer is not known, where it is not.
    pub unknown: String,
    /// The smallest logic that has all that it uses.
    pub logic: String,
    /// What that logic offers, if it is known.
    pub offered: Option<Features>,
    /// What all terms of its arena use, also those that are in no assertion.
    pub features: Features,
    /// What it is made of, for strategies that make more of the same.
    pub vocabulary: Vocabulary,
}

/// The seeds of one unit of work.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The seed whose turn it is.
    pub main: Arc<Seed>,
    /// Seeds to combine it with.
    pub others: Vec<Arc<Seed>>,
    /// How large a test may be that is made from nothing: from 1 to [`Inputs::LARGE`].
    pub size: u32,
    /// The names of operators that tests from nothing are to have more often.
    pub favoured: Vec<&'static str>,
    /// A number that is the same for some units in a row: what follows from it can be kept from one to the next.
    pub series: u64,
    /// The rules in use.
    pub book: &'static RuleBook,
    /// The language of tiny tests, by its name; any without it.
    pub language: Option<&'static str>,
    /// What tests are limited to. A strategy that looks at it saves work: tests outside of it are thrown away.
    pub scope: Arc<Scope>,
}

impl Inputs {
    /// The largest size that a campaign uses.
    pub const LARGE: u32 = 20;

    pub fn new(main: Arc<Seed>, others: Vec<Arc<Seed>>) -> Inputs {
        let (size, scope, book) = (Inputs::LARGE, Arc::default(), RuleBook::shipped());
        Inputs { main, others, size, favoured: Vec::new(), series: 0, book, language: None, scope }
    }

    /// For strategies that need no seeds.
    pub fn of_size(size: u32) -> Inputs {
        static NOTHING: LazyLock<Arc<Seed>> =
            LazyLock::new(|| Arc::new(Seed::new("", Script::default(), Evidence::None)));
        let main = NOTHING.clone();
        Inputs { size, ..Inputs::new(main, Vec::new()) }
    }
}

impl Seed {
    /// The seed of a script with one question.
    pub fn new(origin: impl Into<String>, mut script: Script, evidence: Evidence) -> Seed {
        script.commands.retain(|command| {
            command.is_declaration() || matches!(command, Command::SetLogic(_) | Command::Assert(_))
        });
        let logic = script.needed_logic();
        let offered = Features::of_logic(&logic);
        let features = script.features_of_arena();
        let vocabulary = Vocabulary::of_script(&script);
        let unknown = "nobody knows the seed's answer".to_owned();
        Seed { origin: origin.into(), script, evidence, unknown, logic, offered, features, vocabulary }
    }

    /// What a strategy says that needs its answer, where that is not known.
    pub fn without_answer(&self) -> Skip {
        Skip::UnknownSeed(self.unknown.clone())
    }
}
