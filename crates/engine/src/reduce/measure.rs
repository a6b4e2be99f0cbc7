//! How large a script is. Every step of a reduction makes it smaller, so that each reduction comes to an end.

use crate::hash::HashSet;
use crate::script::walk::Walker;
use crate::script::{Command, Script, Term};

/// The size of a script, to be compared in this order. No two texts have the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size {
    /// What there is to understand: applications count most, shared ones once.
    pub weight: u64,
    pub bytes: usize,
    pub text: String,
}

/// An application costs so much more than a constant, so that a constant with its declaration is cheaper.
const APPLICATION: u64 = 4;
const DECLARATION: u64 = 2;

impl Size {
    pub fn new(script: &Script, text: String) -> Size {
        Size { weight: weight(script), bytes: text.len(), text }
    }
}

/// How much there is to understand in a script.
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

/// The terms in a command, those that it defines included.
pub fn terms_of(script: &Script, command: &Command) -> Vec<Term> {
    match command {
        Command::Define(decl) => script.terms.definition(*decl).into_iter().collect(),
        Command::DefineRecursive(decls) => {
            decls.iter().filter_map(|&decl| script.terms.definition(decl)).collect()
        }
        other => other.terms().to_vec(),
    }
}

/// The texts that were tried, as numbers.
#[derive(Default)]
pub struct Tried(HashSet<u64>);

impl Tried {
    /// Whether the text is new.
    pub fn insert(&mut self, digest: u64) -> bool {
        self.0.insert(digest)
    }

    pub fn forget(&mut self, digest: u64) {
        self.0.remove(&digest);
    }
}
