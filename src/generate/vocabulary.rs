//! What random terms may be made of.

use crate::script::{Command, DeclId, DeclKind, Script, Terms};
use crate::theory::OpId;
use crate::theory::sort::Sort;

/// Operators, functions of the script, and sorts to choose from.
#[derive(Clone, Default, Debug)]
pub struct Vocabulary {
    pub ops: Vec<OpId>,
    /// Constants, functions, constructors and selectors that are in scope.
    pub functions: Vec<DeclId>,
    /// The sorts that are chosen from where a signature leaves one open, and for bound variables.
    pub sorts: Vec<Sort>,
}

impl Vocabulary {
    /// Rows of the table, without any function of a script.
    pub fn of_ops(ops: &[OpId]) -> Vocabulary {
        Vocabulary { ops: ops.to_vec(), functions: Vec::new(), sorts: vec![Sort::BOOL] }
    }

    /// Adds what a script declares at its end: functions in scope, and the sorts of its constants.
    pub fn add_script(&mut self, script: &Script) {
        let first = self.functions.len();
        let mut scopes = Vec::new();
        for command in &script.commands {
            match command {
                Command::Push(levels) => scopes.extend((0..*levels).map(|_| self.functions.len())),
                Command::Pop(levels) => {
                    let kept = scopes.len().saturating_sub(*levels as usize);
                    if let Some(&length) = scopes.get(kept) {
                        self.functions.truncate(length);
                    }
                    scopes.truncate(kept);
                }
                Command::Reset => {
                    self.functions.truncate(first);
                    scopes.clear();
                }
                _ => self.functions.extend(declared_by(&script.terms, command)),
            }
        }
        for &decl in &self.functions[first..] {
            let decl = script.terms.decl(decl);
            let sort = decl.result_sort();
            if decl.arity() == 0 && sort != Sort::UNKNOWN && !self.sorts.contains(&sort) {
                self.sorts.push(sort);
            }
        }
    }
}

/// The functions that a command brings into scope.
fn declared_by(terms: &Terms, command: &Command) -> Vec<DeclId> {
    match command {
        Command::Declare { decl, .. } | Command::Define(decl) => vec![*decl],
        Command::DefineRecursive(decls) => decls.to_vec(),
        Command::DeclareDatatypes { datatypes } => terms
            .decls()
            .filter(|(_, decl)| {
                let owner = match decl.kind {
                    DeclKind::Selector { constructor, .. } => &terms.decl(constructor).kind,
                    ref kind => kind,
                };
                matches!(owner, DeclKind::Constructor { datatype, .. } if datatypes.contains(datatype))
            })
            .map(|(id, _)| id)
            .collect(),
        _ => Vec::new(),
    }
}
