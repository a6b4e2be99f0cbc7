//! Buckets: groups of findings that are probably one bug, as far as that can be told without the solver's source.

use gainsay_judge::ask::{self, optimum};
use gainsay_judge::judge::{Basis, FindingKind};
use gainsay_lang::script::{Binder, Command, DeclKind, Function, FunctionId, Script, Term, Terms, View};
use gainsay_lang::theory::{OpId, connectives};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The key of a group of findings that count as one bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bucket {
    pub kind: FindingKind,
    pub solver: String,
    pub cause: Cause,
}

/// The presumed cause of a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// For faults and leaks of state: the signature.
    Signature(String),
    /// For findings about formulas: the logic and, unless the finding is a matter of performance, the operators of
    /// the formula, which are few in a reduced one.
    Formula { logic: String, operators: Vec<String> },
}

impl Bucket {
    /// The bucket of a finding about a script.
    pub fn new(kind: FindingKind, solver: &str, script: &Script, signature: Option<&str>) -> Bucket {
        Bucket { kind, solver: solver.to_owned(), cause: Cause::of(kind, script, signature) }
    }

    /// A unique key, used by databases and `bugs --json`.
    pub fn key(&self) -> String {
        let Bucket { kind, solver, cause } = self;
        let kind = kind.word();
        match cause {
            Cause::Signature(_) => format!("{kind} {solver}: {}", cause.form()),
            Cause::Formula { logic, .. } => format!("{kind} {solver} {logic}: {}", cause.form()),
        }
    }
}

impl Cause {
    pub fn of(kind: FindingKind, script: &Script, signature: Option<&str>) -> Cause {
        if let Some(signature) = signature {
            return Cause::Signature(signature.to_owned());
        }
        let logic = script.needed_logic();
        if kind.row().rests_on == Basis::Comparison {
            return Cause::Formula { logic, operators: Vec::new() };
        }
        let mut operators = telling_heads(script);
        operators.extend(goals(script).into_iter().map(str::to_owned));
        if script.is_incremental() {
            operators.extend(form(script).into_iter().map(str::to_owned));
        }
        Cause::Formula { logic, operators }
    }

    /// The operators, if the cause is a formula.
    pub fn operators(&self) -> impl Iterator<Item = &str> {
        let operators = match self {
            Cause::Signature(_) => &[][..],
            Cause::Formula { operators, .. } => operators,
        };
        operators.iter().map(String::as_str)
    }

    /// Whether the cause is known only by connectives that occur in every formula, or by no operator at all.
    pub fn is_everyday(&self) -> bool {
        let is_everyday = |name: &str| everyday().iter().any(|operator| operator.op().name == name);
        matches!(self, Cause::Formula { .. }) && self.operators().all(is_everyday)
    }

    /// The signature, or the operators.
    pub fn form(&self) -> String {
        match self {
            Cause::Signature(signature) => signature.clone(),
            Cause::Formula { operators, .. } => operators.join(" "),
        }
    }

    /// A short title. Readers already know the logic that the script declares, if it does.
    pub fn title(&self, declared_logic: Option<&str>) -> String {
        match self {
            Cause::Signature(signature) => shorten(signature),
            Cause::Formula { logic, operators } => {
                let logic = declared_logic.unwrap_or(logic);
                match operators.as_slice() {
                    [] => logic.to_owned(),
                    some => format!("{logic} with {}", shorten(&some.join(", "))),
                }
            }
        }
    }
}

const LONGEST_TITLE: usize = 80;

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{} ..", &text[..end]),
        None => text.to_owned(),
    }
}

fn everyday() -> [OpId; 8] {
    let c = connectives();
    [c.not, c.and, c.or, c.xor, c.implies, c.equal, c.distinct, c.ite]
}

/// The operators and binders in the assertions, each once. Everyday connectives are left out if there are others,
/// since every formula has them.
fn telling_heads(script: &Script) -> Vec<String> {
    let (terms, everyday) = (&script.terms, everyday());
    let (mut telling, mut plain) = (BTreeSet::new(), BTreeSet::new());
    let is_asked = |command: &&Command| {
        matches!(command, Command::Optimise { .. } | Command::AssertSoft { .. })
            || matches!(
                command,
                Command::GetFormula { .. } | Command::GetValue(_) | Command::BlockModelValues(_)
            )
    };
    let asked = script.commands.iter().filter(is_asked).flat_map(|command| command.terms().iter().copied());
    let roots: Vec<Term> = script.assertions().chain(asked).collect();
    for term in terms.postorder(&roots) {
        let head = match terms.view(term) {
            View::Apply(function, [_, ..]) => function_shape(terms, function),
            View::Bind(Binder::Case(_), ..) => continue,
            View::Bind(binder, ..) => binder_word(binder).to_owned(),
            View::Match(..) => "match".to_owned(),
            View::Apply(..) | View::Literal(_) | View::Variable(_) | View::Annotated(..) => continue,
        };
        let is_everyday = terms.op(term).is_some_and(|operator| everyday.contains(&operator));
        if is_everyday { &mut plain } else { &mut telling }.insert(head);
    }
    let kept = if telling.is_empty() { plain } else { telling };
    kept.into_iter().collect()
}

/// The incremental features of a script, each once.
fn form(script: &Script) -> BTreeSet<&'static str> {
    let questions = script.commands.iter().filter(|command| command.is_question()).count();
    let word = |command: &Command| match command {
        Command::Push(_) | Command::Pop(_) => Some("push"),
        Command::Reset => Some("reset"),
        Command::ResetAssertions => Some("reset-assertions"),
        Command::CheckSatAssuming(_) => Some("check-sat-assuming"),
        Command::CheckSatUsing(_) => Some("check-sat-using"),
        Command::CheckSat if questions > 1 => Some("check-sat"),
        Command::GetValue(_) => Some("get-value"),
        Command::GetAssignment => Some("get-assignment"),
        Command::GetUnsatAssumptions => Some("get-unsat-assumptions"),
        Command::BlockModel(_) | Command::BlockModelValues(_) => Some("block-model"),
        _ => None,
    };
    script.commands.iter().filter_map(word).collect()
}

/// The requests of a script beyond the answer, each once.
fn goals(script: &Script) -> BTreeSet<&str> {
    fn word(command: &Command) -> Option<&str> {
        match command {
            Command::Optimise { command, .. } => Some(command),
            Command::AssertSoft { .. } => Some("assert-soft"),
            Command::GetFormula { command, .. } => Some(command),
            Command::SetOption { keyword, value } if &**keyword == optimum::PRIORITY => Some(value),
            _ => None,
        }
    }
    match ask::Kind::of(script).is_some() {
        true => script.commands.iter().filter_map(word).collect(),
        false => BTreeSet::new(),
    }
}

/// The name of a function's kind: names of the script and indices are ignored.
fn function_shape(terms: &Terms, function: FunctionId) -> String {
    match terms.function(function) {
        Function::Op(operator, _) => operator.op().name.to_owned(),
        Function::Declared(decl) => match terms.decl(*decl).kind {
            DeclKind::Free => "function",
            DeclKind::Defined { .. } | DeclKind::Named(_) => "defined",
            DeclKind::Constructor { .. } => "constructor",
            DeclKind::Selector { .. } => "selector",
        }
        .to_owned(),
        Function::Tester(_) => "tester".to_owned(),
        Function::Updater(_) => "updater".to_owned(),
        Function::Apply => "apply".to_owned(),
        Function::Mapped(inner) => format!("mapped-{}", function_shape(terms, *inner)),
        Function::AsArray(_) => "as-array".to_owned(),
        Function::Opaque(symbol) => terms.symbols.name(*symbol).to_owned(),
    }
}

fn binder_word(binder: Binder) -> &'static str {
    match binder {
        Binder::Forall => "forall",
        Binder::Exists => "exists",
        Binder::Lambda => "lambda",
        Binder::Choice => "choice",
        Binder::Case(_) => "case",
    }
}
