//! Horn clauses, and the question which values violate one under an interpretation.

use crate::refute::Universal;
use gainsay_eval::eval::{Evaluator, Limits, Model, SortDomains, value_term};
use gainsay_lang::script::rewrite::{Rewriter, substitute, unfolded};
use gainsay_lang::script::{
    Binder, Command, Decl, DeclId, DeclKind, Function, Head, Question, Script, Term, Terms, View,
};
use gainsay_lang::theory::connectives;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::{Kind, Value};

/// The clauses of a question.
#[derive(Clone, Debug)]
pub struct Clauses {
    script: Script,
    clauses: Vec<Universal>,
}

/// A quantifier-free question without predicates whose models are the values that violate a clause under an
/// interpretation.
#[derive(Clone, Debug)]
pub struct Rebuttal {
    pub script: Script,
    /// Constants in place of the clause's variables.
    constants: Vec<DeclId>,
}

impl Clauses {
    /// `None` if the question is not understood.
    pub fn of(question: &Question<'_>) -> Option<Clauses> {
        let mut script = question.is_understood().then(|| question.clone().into_script())?;
        let assertions: Vec<Term> = script.assertions().collect();
        let clauses = assertions.into_iter().map(|each| Universal::of(&mut script.terms, each)).collect();
        Some(Clauses { script, clauses })
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Universal> {
        self.clauses.iter()
    }

    pub fn terms(&self) -> &Terms {
        &self.script.terms
    }

    /// The question which values violate a clause. `None` if it cannot be asked without quantifiers, or if
    /// the interpretation lacks a symbol.
    pub fn rebuttal(&self, at: usize, interpretation: &Model) -> Option<Rebuttal> {
        let clause = &self.clauses[at];
        let mut terms = self.script.terms.clone();
        let matrix = interpreted(&mut terms, clause.matrix, interpretation)?;
        let (mut map, mut constants) = (Vec::new(), Vec::new());
        for &variable in &clause.variables {
            let Head::Variable(name) = terms.head(variable) else { return None };
            let name = terms.fresh_name(name);
            let decl = terms.declare(Decl::constant(name, terms.sort(variable)));
            map.push((variable, terms.constant(decl)));
            constants.push(decl);
        }
        let matrix = substitute(&mut terms, matrix, &map);
        let violated = terms.not(matrix);
        let is_sort = |command: &&Command| {
            command.is_declaration()
                && !matches!(
                    command,
                    Command::Declare { .. } | Command::Define(_) | Command::DefineRecursive(_)
                )
        };
        let mut commands: Vec<Command> = self.script.commands.iter().filter(is_sort).cloned().collect();
        commands.extend(constants.iter().map(|&decl| Command::Declare { decl, constant: true }));
        commands.extend([Command::Assert(violated), Command::CheckSat]);
        let mut script = Script { commands, terms, problems: Vec::new() };
        let logic = script.needed_logic();
        let logic = script.terms.symbols.intern(&logic);
        script.commands.insert(0, Command::SetLogic(logic));
        Some(Rebuttal { script, constants })
    }

    /// Whether the evaluator finds the clause false for these values under an interpretation.
    pub fn is_violated(&self, at: usize, interpretation: &Model, values: &[Value]) -> bool {
        let mut terms = self.script.terms.clone();
        let Some(instance) = self.clauses[at].instance(&mut terms, values) else { return false };
        Evaluator::new(&terms, interpretation, LIMITS).eval_bool(instance) == Ok(false)
    }
}

impl Rebuttal {
    /// The values of the clause's variables in a model of the script, over these terms. Variables that the
    /// model does not give get any value.
    pub fn values(&self, terms: &Terms, model: &Model) -> Option<Vec<Value>> {
        let value = |&decl: &DeclId| {
            let default = || SortDomains { terms, model }.default(terms.decl(decl).result_sort());
            model.get(decl).cloned().or_else(default)
        };
        self.constants.iter().map(value).collect()
    }
}

/// Replaces symbols by their interpretations and unfolds definitions. `None` if a symbol or a quantifier is
/// left.
fn interpreted(terms: &mut Terms, root: Term, interpretation: &Model) -> Option<Term> {
    let mut term = root;
    for _ in 0..MOST_LEVELS {
        if terms.has_binder(term) {
            return None;
        }
        let before = term;
        term = Rewriter::default()
            .bottom_up(terms, term, |terms, _, now| meaning(terms, now, interpretation).unwrap_or(now));
        let parts = terms.postorder(&[term]);
        if parts.len() > MOST_TERMS {
            return None;
        }
        if term == before {
            return (!parts.iter().any(|part| is_open(terms, *part))).then_some(term);
        }
    }
    None
}

/// Whether a term applies a symbol that an interpretation or a definition gives meaning to.
fn is_open(terms: &Terms, term: Term) -> bool {
    let View::Apply(function, _) = terms.view(term) else { return false };
    let (Function::Declared(decl) | Function::AsArray(decl)) = terms.function(function) else { return false };
    let decl = terms.decl(*decl);
    decl.is_free() || matches!(decl.kind, DeclKind::Defined { .. } | DeclKind::Named(_))
}

/// The interpretation or definition of an applied symbol, for its arguments.
fn meaning(terms: &mut Terms, term: Term, interpretation: &Model) -> Option<Term> {
    let decl = terms.declaration(term)?;
    if !terms.decl(decl).is_free() {
        let body = terms.definition(decl)?;
        return unfolded(terms, term, body);
    }
    let value = interpretation.get(decl)?;
    let arguments = terms.children(term).to_vec();
    if arguments.is_empty() {
        return value_term(terms, value, terms.sort(term));
    }
    if let Some(Kind::Closure { term: lambda }) = value.kind().filter(|_| value.parts().is_empty()) {
        let View::Bind(Binder::Lambda, parameters, body) = terms.view(Term::from_number(*lambda)) else {
            return None;
        };
        let map: Vec<(Term, Term)> = parameters.iter().copied().zip(arguments).collect();
        return Some(substitute(terms, body, &map));
    }
    table_at(terms, value, &arguments, terms.sort(term))
}

/// The truth of a predicate given by a table, at these arguments.
fn table_at(terms: &mut Terms, value: &Value, arguments: &[Term], sort: Sort) -> Option<Term> {
    let table = value.as_table()?;
    let mut result = value_term(terms, table.default, sort)?;
    for (at, value) in table.entries() {
        let mut tests = Vec::new();
        for (&argument, value) in arguments.iter().zip(at) {
            let value = value_term(terms, value, terms.sort(argument))?;
            tests.push(terms.equal(argument, value));
        }
        let test = terms.and(&tests);
        let value = value_term(terms, value, sort)?;
        result = terms.apply_ops(&[connectives().ite], &[], None, &[test, value, result]).ok()?;
    }
    Some(result)
}

/// Limit on the rounds of unfolding.
const MOST_LEVELS: usize = 16;
/// Limit on the size of an unfolded term.
const MOST_TERMS: usize = 20_000;
const LIMITS: Limits = Limits { work: 1_000_000, depth: 100_000, instances: 1 << 12, candidates: 64 };
