//! Reads models that solvers print, for the evaluator.
//!
//! A symbol whose definition is not understood gets no value, so that terms that depend on it are unknown,
//! never guessed.

mod table;

use super::machine::{Evaluator, Scratch};
use super::{Limits, Model, PartialFunction, SortDomains};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{
    Binder, DeclId, DeclKind, Definition, Definitions, Function, Misunderstood, ReadOptions, Script, Term,
    Terms, View,
};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::theory::{OpId, table};
use gainsay_lang::value::Value;
use smallvec::SmallVec;

/// A model as a solver printed it.
#[derive(Clone, Debug, Default)]
pub struct ReadModel {
    /// What was understood of it.
    pub model: Model,
    /// What was not understood, and why.
    pub misunderstood: Vec<Misunderstood>,
}

/// Why a text cannot be read as a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    #[error("no model: {0}")]
    NoModel(Misunderstood),
}

/// Reads a solver's reply to `(get-model)`, in the form of any solver, as a model of the script at its first
/// `check-sat`. The script's arena gets the terms of the definitions.
pub fn read_model(script: &mut Script, text: &str) -> Result<ReadModel, ModelError> {
    read_model_with(script, text, ReadOptions::default())
}

pub fn read_model_with(
    script: &mut Script,
    text: &str,
    options: ReadOptions,
) -> Result<ReadModel, ModelError> {
    let known = script.terms.decls().count();
    let definitions = script.read_definitions(text, options);
    if definitions.definitions.is_empty()
        && definitions.universes.is_empty()
        && let Some(first) = definitions.misunderstood.first()
    {
        return Err(ModelError::NoModel(first.clone()));
    }
    let mut builder =
        Builder { terms: &mut script.terms, known, read: ReadModel::default(), scratch: Scratch::default() };
    builder.build(definitions);
    Ok(builder.read)
}

/// Assigns the values of a printed model to the script's symbols.
struct Builder<'a> {
    terms: &'a mut Terms,
    /// The number of symbols in the script before.
    known: usize,
    read: ReadModel,
    scratch: Scratch,
}

/// Limit on the levels into which definitions are sorted by their dependencies.
const MOST_LEVELS: usize = 64;

impl Builder<'_> {
    fn build(&mut self, found: Definitions) {
        self.read.misunderstood = found.misunderstood;
        for (sort, size) in found.universes {
            self.read.model.set_universe(sort, size);
        }
        for (decl, value) in found.values {
            self.set(decl, value);
        }
        for level in levels(self.terms, found.definitions) {
            let values = self.evaluate(&level);
            for (definition, value) in level.iter().zip(values) {
                self.define(definition, value);
            }
        }
    }

    /// Evaluates definitions that depend only on symbols with a value.
    fn evaluate(&mut self, definitions: &[Definition]) -> Vec<Result<Value, String>> {
        let scratch = std::mem::take(&mut self.scratch);
        let mut evaluator = Evaluator::with(scratch, self.terms, &self.read.model, Limits::default());
        let values = definitions.iter().map(|definition| value_of(&mut evaluator, definition)).collect();
        self.scratch = evaluator.into_scratch();
        values
    }

    fn define(&mut self, definition: &Definition, value: Result<Value, String>) {
        let decl = definition.decl;
        let value = match value {
            Ok(value) => value,
            // A function may also be kept as a term.
            Err(_) if !definition.parameters.is_empty() => {
                if let Some(name) = unknown_name(self.terms, definition.body) {
                    return self.misunderstood(decl, format!("`{name}` is not known"));
                }
                let lambda = self.terms.bind(Binder::Lambda, &definition.parameters, definition.body);
                Value::closure(lambda.number(), Vec::new())
            }
            Err(why) => return self.misunderstood(decl, why),
        };
        if decl.number() as usize >= self.known {
            self.define_open(definition, &value);
        }
        self.set(decl, value);
    }

    fn misunderstood(&mut self, decl: DeclId, why: String) {
        let what = self.terms.symbols.name(self.terms.decl(decl).name).to_owned();
        self.read.misunderstood.push(Misunderstood { what, why });
    }

    fn set(&mut self, decl: DeclId, value: Value) {
        let result = match self.terms.decl(decl).kind {
            DeclKind::Selector { .. } => {
                let declared = self.terms.decl(decl);
                let argument = declared.arg_sorts().and_then(|sorts| sorts.first().copied());
                let function =
                    PartialFunction::Selector { selector: decl, argument: argument.unwrap_or(Sort::UNKNOWN) };
                self.read.model.set_partial(self.terms, function, declared.result_sort(), value)
            }
            _ => self.read.model.set(self.terms, decl, value),
        };
        if let Err(error) = result {
            self.misunderstood(decl, error.to_string());
        }
    }

    /// Interprets a function by which z3 prints a partial operator, such as `div0`.
    fn define_open(&mut self, definition: &Definition, value: &Value) {
        let declared = self.terms.decl(definition.decl);
        let ops = table().open_values(self.terms.symbols.name(declared.name));
        let (Some(arguments), result) = (declared.arg_sorts(), declared.result_sort()) else { return };
        for op in ops {
            if let Some(function) = open_function(self.terms, op, &arguments, result) {
                // The function stays a symbol of the model if this fails.
                let _ = self.read.model.set_partial(self.terms, function, result, value.clone());
            }
        }
    }
}

/// The partial operator for these argument sorts, if its result has the given sort.
fn open_function(terms: &mut Terms, op: OpId, arguments: &[Sort], result: Sort) -> Option<PartialFunction> {
    let indices: SmallVec<[u32; 2]> = match terms.sorts.kind(result) {
        SortKind::BitVec(width) if op.op().signature.indices == Some(1) => SmallVec::from_slice(&[*width]),
        _ => SmallVec::new(),
    };
    let applied = op.op().signature.apply(&mut terms.sorts, &indices, arguments, None, false).ok()?;
    (applied.sort == result).then(|| PartialFunction::Op { op, indices, arguments: arguments.into() })
}

fn value_of(evaluator: &mut Evaluator<'_>, definition: &Definition) -> Result<Value, String> {
    let terms = evaluator.terms;
    if !definition.parameters.is_empty() {
        let table = table::of_function(evaluator, &definition.parameters, definition.body);
        return table.ok_or_else(|| "no table".to_owned());
    }
    if terms.sorts.array_parts(terms.decl(definition.decl).result_sort()).is_some()
        && let Some(array) = table::of_stores(evaluator, definition.body)
    {
        return Ok(array);
    }
    evaluator.eval(definition.body).map_err(|unknown| unknown.to_string())
}

/// The name of an unknown symbol in a term.
fn unknown_name(terms: &Terms, term: Term) -> Option<String> {
    terms.postorder(&[term]).iter().find_map(|&part| match terms.view(part) {
        View::Apply(function, _) => match terms.function(function) {
            Function::Opaque(name) => Some(terms.symbols.name(*name).to_owned()),
            _ => None,
        },
        _ => None,
    })
}

/// The definitions in levels such that each depends only on earlier levels, except for cycles.
fn levels(terms: &Terms, definitions: Vec<Definition>) -> Vec<Vec<Definition>> {
    let places: HashMap<DeclId, usize> =
        definitions.iter().enumerate().map(|(at, definition)| (definition.decl, at)).collect();
    let needs: Vec<Vec<usize>> = definitions
        .iter()
        .map(|definition| {
            let parts = terms.postorder(&[definition.body]);
            parts.iter().filter_map(|&part| places.get(&mentioned(terms, part)?).copied()).collect()
        })
        .collect();
    let mut level = vec![0; definitions.len()];
    for _ in 0..MOST_LEVELS {
        let mut changed = false;
        for at in 0..definitions.len() {
            let wanted = needs[at].iter().map(|&need| level[need] + 1).max().unwrap_or(0).min(MOST_LEVELS);
            changed |= wanted > level[at];
            level[at] = level[at].max(wanted);
        }
        if !changed {
            break;
        }
    }
    let mut all = vec![Vec::new(); level.iter().max().map_or(0, |&most| most + 1)];
    for (definition, level) in definitions.into_iter().zip(level) {
        all[level].push(definition);
    }
    all
}

/// The symbol that a term applies or converts to an array (`as-array`).
fn mentioned(terms: &Terms, term: Term) -> Option<DeclId> {
    match terms.view(term) {
        View::Apply(function, _) => match terms.function(function) {
            Function::Declared(decl) | Function::AsArray(decl) => Some(*decl),
            _ => None,
        },
        _ => None,
    }
}

/// The number of tuples of values for these variables, under the model being read.
fn domain(evaluator: &Evaluator<'_>, variables: &[Term]) -> gainsay_lang::value::Size {
    let sorts: Vec<Sort> = variables.iter().map(|&variable| evaluator.terms.sort(variable)).collect();
    SortDomains { terms: evaluator.terms, model: evaluator.model }.size_of_all(&sorts)
}
