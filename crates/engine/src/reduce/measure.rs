//! The size of a script. Every step of a reduction decreases it, so every reduction ends.

use gainsay_lang::hash::HashSet;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Command, Script, Term};

/// The size of a script, compared lexicographically in the order of the fields. No two texts have the same size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size {
    /// The complexity for a reader: applications count most, shared terms once.
    pub weight: u64,
    pub bytes: usize,
    pub text: String,
}

/// Weights. An application costs so much more than a constant that replacing it by a declared constant pays off.
const APPLICATION: u64 = 4;
const DECLARATION: u64 = 2;

impl Size {
    pub fn new(script: &Script, text: String) -> Size {
        Size { weight: weight(script), bytes: text.len(), text }
    }
}

/// The weight of a script.
pub fn weight(script: &Script) -> u64 {
    let mut roots: Vec<Term> = Vec::new();
    let mut total = 0;
    for command in &script.commands {
        total += match command {
            Command::Declare { decl, .. } => DECLARATION + script.terms.decl(*decl).arity() as u64,
            Command::Define(_) | Command::DefineRecursive(_) | Command::DeclareDatatypes { .. } => {
                APPLICATION + DECLARATION
            }
            _ => 1,
        };
        roots.extend(terms_of(script, command));
    }
    let terms = &script.terms;
    let mut walker = Walker::default();
    for &term in walker.postorder(terms, &roots) {
        total += match terms.children(term).len() {
            0 => 1,
            count => APPLICATION + count as u64,
        };
    }
    total
}

/// The terms in a command, including those that it defines.
pub fn terms_of(script: &Script, command: &Command) -> Vec<Term> {
    match command {
        Command::Define(decl) => script.terms.definition(*decl).into_iter().collect(),
        Command::DefineRecursive(decls) => {
            decls.iter().filter_map(|&decl| script.terms.definition(decl)).collect()
        }
        other => other.terms().to_vec(),
    }
}

/// Digests of the texts that were tried.
#[derive(Default)]
pub struct Tried(HashSet<u64>);

impl Tried {
    /// Adds a text; returns whether it is new.
    pub fn insert(&mut self, digest: u64) -> bool {
        self.0.insert(digest)
    }

    pub fn forget(&mut self, digest: u64) {
        self.0.remove(&digest);
    }
}
