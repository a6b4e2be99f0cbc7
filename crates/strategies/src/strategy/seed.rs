//! Seeds, and the inputs of a strategy.

use super::{Scope, Skip};
use gainsay_eval::generate::Vocabulary;
use gainsay_lang::script::{Command, Features, Script};
use gainsay_prove::evidence::Evidence;
use gainsay_prove::rules::RuleBook;
use std::sync::{Arc, LazyLock};

/// A formula, and what is known about its answer.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Where it came from: a path, or the name of a built-in seed.
    pub origin: String,
    /// One question: `set-logic` if it has one, declarations, definitions and assertions, and nothing else.
    pub script: Script,
    pub evidence: Evidence,
    /// Why the answer is unknown, if it is.
    pub unknown: String,
    /// The smallest logic that has everything that the seed uses.
    pub logic: String,
    /// The features of that logic, if they are known.
    pub offered: Option<Features>,
    /// The features of all terms of the arena, including those in no assertion.
    pub features: Features,
    /// Its operators, functions and sorts, for strategies that make more of the same.
    pub vocabulary: Vocabulary,
}

/// The seeds of one unit of work.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The seed to change.
    pub main: Arc<Seed>,
    /// Seeds to combine it with.
    pub others: Vec<Arc<Seed>>,
    /// The size of tests made from nothing: from 1 to [`Inputs::LARGE`].
    pub size: u32,
    /// Names of operators that tests made from nothing should use more often.
    pub favoured: Vec<&'static str>,
    /// A number shared by some consecutive units: whatever depends on it alone can be cached between them.
    pub series: u64,
    /// The rules in use.
    pub book: &'static RuleBook,
    /// The name of the language of tiny tests; any language if `None`.
    pub language: Option<&'static str>,
    /// The limits of tests. A strategy that reads them saves work: tests outside are discarded.
    pub scope: Arc<Scope>,
}

impl Inputs {
    /// The largest size that a campaign uses.
    pub const LARGE: u32 = 20;

    pub fn new(main: Arc<Seed>, others: Vec<Arc<Seed>>) -> Inputs {
        let (size, scope, book) = (Inputs::LARGE, Arc::default(), RuleBook::shipped());
        Inputs { main, others, size, favoured: Vec::new(), series: 0, book, language: None, scope }
    }

    /// Inputs for strategies that need no seeds.
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
        let unknown = "the seed's answer is not known".to_owned();
        Seed { origin: origin.into(), script, evidence, unknown, logic, offered, features, vocabulary }
    }

    /// The error of a strategy that needs the answer of a seed whose answer is unknown.
    pub fn without_answer(&self) -> Skip {
        Skip::UnknownSeed(self.unknown.clone())
    }
}
