//! The vocabulary of random terms.

use super::ops_by_result::OpsByResult;
use gainsay_lang::script::{Command, DeclId, DeclKind, Features, Script, Term, Terms};
use gainsay_lang::theory::signature::Pattern;
use gainsay_lang::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay_lang::theory::{Nonlinear, Op, OpId, table};
use std::sync::Arc;

/// The operators, functions and sorts of random terms.
#[derive(Clone, Default, Debug)]
pub struct Vocabulary {
    pub ops: Arc<OpsByResult>,
    /// Constants, functions, constructors and selectors that are in scope.
    pub functions: Vec<DeclId>,
    /// Sorts to choose from if a signature leaves one open.
    pub sorts: Vec<Sort>,
    /// Sorts of bound variables; if empty, `sorts` is used.
    pub bound: Vec<Sort>,
    /// Names of operators that are preferred.
    pub favoured: Vec<&'static str>,
}

impl Vocabulary {
    /// A vocabulary of these operators, without functions.
    pub fn of_ops(ops: &[OpId]) -> Vocabulary {
        Vocabulary::of_rows(Arc::new(OpsByResult::new(ops.iter().copied())))
    }

    /// Like `of_ops`, for a shared index.
    pub fn of_rows(ops: Arc<OpsByResult>) -> Vocabulary {
        Vocabulary { ops, sorts: vec![Sort::BOOL], ..Vocabulary::default() }
    }

    /// Keeps only the wanted operators.
    pub fn retain_ops(&mut self, wanted: impl Fn(OpId) -> bool) {
        self.ops = Arc::new(OpsByResult::new(self.ops.all().iter().copied().filter(|&op| wanted(op))));
    }

    /// The sorts of bound variables.
    pub fn bound_sorts(&self) -> &[Sort] {
        if self.bound.is_empty() { &self.sorts } else { &self.bound }
    }

    /// The vocabulary of a script: its functions and sorts, and the first-order operators between its sorts.
    /// Operators of a dialect are included if the script uses the dialect, transcendental ones if the script
    /// uses them.
    pub fn of_script(script: &Script) -> Vocabulary {
        let usage = script.usage();
        let dialects: Vec<&str> = usage.operators.iter().filter_map(|(op, _)| op.op().dialect).collect();
        let is_used = |op: &Op| usage.operators.iter().any(|used| used.0 == op.id);
        let is_known = |op: &&Op| {
            let mut patterns = op.signature.args.iter().chain([&op.signature.result]);
            op.dialect.is_none_or(|dialect| dialects.contains(&dialect))
                && (op.nonlinear != Some(Nonlinear::Transcendental) || is_used(op))
                && patterns.all(|pattern| offers_pattern(script, usage.features, pattern))
        };
        let ops = OpsByResult::new(table().ops().iter().filter(is_known).map(|op| op.id));
        let mut vocabulary = Vocabulary::of_rows(Arc::new(ops));
        vocabulary.add_script(script);
        vocabulary.functions.retain(|&decl| is_first_order(&script.terms, decl));
        let roots: Vec<Term> = script.assertions().collect();
        for term in script.terms.postorder(&roots) {
            let sort = script.terms.sort(term);
            if !vocabulary.sorts.contains(&sort) {
                vocabulary.sorts.push(sort);
            }
        }
        // Solvers accept regular languages only in some positions.
        vocabulary
            .sorts
            .retain(|&sort| sort != Sort::REGLAN && offers(script.terms.sorts.kind(sort), usage.features));
        vocabulary
    }

    /// The functions and sorts that a script declares, and the operators over its sorts that `is_wanted`
    /// accepts, of any dialect.
    pub fn between_sorts_of(script: &Script, is_wanted: impl Fn(&Op) -> bool) -> Vocabulary {
        let features = script.usage().features;
        let is_offered = |op: &&Op| {
            let mut patterns = op.signature.args.iter().chain([&op.signature.result]);
            op.nonlinear != Some(Nonlinear::Transcendental)
                && is_wanted(op)
                && patterns.all(|pattern| offers_pattern(script, features, pattern))
        };
        let ops = OpsByResult::new(table().ops().iter().filter(is_offered).map(|op| op.id));
        let mut vocabulary = Vocabulary::of_rows(Arc::new(ops));
        vocabulary.add_script(script);
        vocabulary
    }

    /// The vocabulary of logics with these features, without functions: the standard's operators, without
    /// nonlinear ones unless the features include nonlinear arithmetic.
    pub fn of_features(mut features: Features) -> Vocabulary {
        // Lengths and positions of strings are integers.
        if features.contains(Features::STRINGS) {
            features = features | Features::INTS;
        }
        let no_script = Script::default();
        let is_offered = |op: &&Op| {
            let mut patterns = op.signature.args.iter().chain([&op.signature.result]);
            op.is_standard()
                && !op.is_new()
                && (op.nonlinear.is_none() || features.contains(Features::NONLINEAR))
                && op.nonlinear != Some(Nonlinear::Transcendental)
                && patterns.all(|pattern| offers_pattern(&no_script, features, pattern))
        };
        let ops = OpsByResult::new(table().ops().iter().filter(is_offered).map(|op| op.id));
        let mut vocabulary = Vocabulary::of_rows(Arc::new(ops));
        let plain = [Sort::INT, Sort::REAL, Sort::STRING, Sort::ROUNDING_MODE];
        let sorts = plain.iter().filter(|&&sort| offers(no_script.terms.sorts.kind(sort), features));
        vocabulary.sorts.extend(sorts);
        vocabulary
    }

    /// Adds all conversions between integers, reals and strings, with these sorts. `None` if the vocabulary
    /// has none of the three sorts.
    pub fn wider(&self) -> Option<Vocabulary> {
        const CONVERTIBLE: [Sort; 3] = [Sort::INT, Sort::REAL, Sort::STRING];
        let is_between = |pattern: &Pattern| match pattern {
            Pattern::Sort(sort) => CONVERTIBLE.contains(sort) || matches!(*sort, Sort::BOOL | Sort::REGLAN),
            _ => false,
        };
        let is_wanted = |op: &&Op| {
            let mut patterns = op.signature.args.iter().chain([&op.signature.result]);
            op.is_standard() && !op.is_new() && patterns.all(is_between)
        };
        CONVERTIBLE.iter().find(|sort| self.sorts.contains(sort))?;
        let wanted = table().ops().iter().filter(is_wanted).map(|op| op.id);
        let mut ops: Vec<OpId> = self.ops.all().iter().copied().chain(wanted).collect();
        ops.sort_unstable();
        ops.dedup();
        let more = CONVERTIBLE.iter().copied().filter(|sort| !self.sorts.contains(sort));
        Some(Vocabulary {
            ops: Arc::new(OpsByResult::new(ops)),
            functions: self.functions.clone(),
            sorts: self.sorts.iter().copied().chain(more).collect(),
            bound: self.bound_sorts().to_vec(),
            favoured: self.favoured.clone(),
        })
    }

    /// Adds the functions in scope at the end of a script, and the sorts of its constants.
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

/// Whether scripts with these features have sorts of this kind.
fn offers(kind: &SortKind, features: Features) -> bool {
    match kind {
        SortKind::Bool => true,
        SortKind::Int => features.contains(Features::INTS),
        SortKind::Real => features.contains(Features::REALS),
        SortKind::String | SortKind::RegLan => features.contains(Features::STRINGS),
        SortKind::RoundingMode | SortKind::Float(..) => features.contains(Features::FLOATS),
        SortKind::BitVec(_) => features.contains(Features::BIT_VECTORS),
        SortKind::Composite(SortConstructor::Array, _) => features.contains(Features::ARRAYS),
        SortKind::Field(_) => features.contains(Features::OTHER),
        SortKind::Composite(constructor, _) => *constructor != SortConstructor::Map,
        SortKind::Unknown | SortKind::Opaque(_) => false,
    }
}

/// Whether a script has sorts that match a pattern. Recursive on the pattern, which is small since it stands
/// in the operator table.
fn offers_pattern(script: &Script, features: Features, pattern: &Pattern) -> bool {
    let sorts = &script.terms.sorts;
    let has = |is_wanted: &dyn Fn(&SortKind) -> bool| {
        (0..sorts.count() as u32).any(|at| is_wanted(sorts.kind(Sort::from_number(at))))
    };
    let has_constructor = |constructor: SortConstructor| {
        has(&|kind| matches!(kind, SortKind::Composite(other, _) if *other == constructor))
    };
    match pattern {
        Pattern::Sort(sort) => offers(sorts.kind(*sort), features),
        Pattern::Param(_) => true,
        Pattern::Field(_) => has(&|kind| matches!(kind, SortKind::Field(_))),
        Pattern::Derived(_) => has_constructor(SortConstructor::Tuple),
        Pattern::BitVec(_) => features.contains(Features::BIT_VECTORS),
        Pattern::Float(..) => features.contains(Features::FLOATS),
        Pattern::Composite(constructor, parts) => {
            let is_offered = match constructor {
                SortConstructor::Array => features.contains(Features::ARRAYS),
                SortConstructor::Map | SortConstructor::Named(_) => false,
                _ => has_constructor(*constructor),
            };
            is_offered && parts.iter().all(|part| offers_pattern(script, features, part))
        }
    }
}

/// Whether neither the arguments nor the result of a function are functions or unknown.
fn is_first_order(terms: &Terms, decl: DeclId) -> bool {
    let signature = &terms.decl(decl).signature;
    signature.args.iter().chain([&signature.result]).all(|pattern| match pattern {
        Pattern::Sort(sort) => {
            let kind = terms.sorts.kind(*sort);
            !kind.is_map() && !kind.is_open()
        }
        _ => true,
    })
}

/// The functions that a command declares.
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
