//! Random scripts over small domains, made of whatever the operator table has for them.

use gainsay::rng::Rng;
use gainsay::script::{Binder, Command, DeclId, DeclKind, Script, Term, Terms};
use gainsay::theory::signature::{Pattern, Shape};
use gainsay::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay::theory::{Op, table};

const DATATYPES: &str = "(declare-datatype Color ((red) (green) (blue)))\n\
    (declare-datatype Shape ((point) (line (long Bool) (hue Color))))\n";

/// Sorts of constants, each with what it makes many of.
const SORTS: &[&str] = &[
    "Bool",
    "Bool",
    "(_ BitVec 1)",
    "(_ BitVec 2)",
    "(_ BitVec 3)",
    "(_ FloatingPoint 2 3)",
    "RoundingMode",
    "Color",
    "Shape",
    "(Array (_ BitVec 1) (_ BitVec 2))",
    "(Array (_ BitVec 2) (_ BitVec 1))",
    "(Array (_ BitVec 2) (_ BitVec 2))",
    "(Array Color Bool)",
];

const FUNCTIONS: &[&str] =
    &["(Bool Color) Bool", "((_ BitVec 2)) Bool", "(Color) (_ BitVec 1)", "(Bool) (_ FloatingPoint 2 2)"];

/// What scripts are made of.
pub struct Language {
    pub has: fn(&Op) -> bool,
    /// Whether operators take more arguments than they declare, where their attributes say so.
    pub long: bool,
}

/// A script of two to four symbols and a few assertions.
pub fn script(rng: &mut Rng, language: &Language) -> Script {
    let mut text = format!("(set-logic ALL)\n{DATATYPES}");
    for number in 0..2 + rng.below(2) {
        text += &format!("(declare-const x{number} {})\n", rng.pick(SORTS));
    }
    if rng.one_in(3) {
        text += &format!("(declare-fun f {})\n", rng.pick(FUNCTIONS));
    }
    let mut script = Script::parse(&text).unwrap();
    let mut pool = leaves(&mut script.terms);
    let operators: Vec<&Op> = table().ops().iter().filter(|op| is_usable(op) && (language.has)(op)).collect();
    let functions: Vec<DeclId> = script.terms.decls().map(|(id, _)| id).collect();
    let size = 6 + rng.index(20);
    for _ in 0..size {
        let made = (0..40).find_map(|_| match rng.below(8) {
            0 => declared(&mut script.terms, &pool, &functions, rng),
            1 => quantified(&mut script.terms, &pool, rng),
            _ => application(
                &mut script.terms,
                &pool,
                operators[rng.index(operators.len())],
                language.long,
                rng,
            ),
        });
        // Terms made late are taken more often, so that they nest.
        pool.extend(made.into_iter().flat_map(|term| [term; 4]));
    }
    let formulas: Vec<Term> =
        pool.iter().copied().filter(|&term| script.terms.sort(term) == Sort::BOOL).collect();
    for _ in 0..1 + rng.below(4) {
        let mut term = formulas[formulas.len() / 2 + rng.index(formulas.len() - formulas.len() / 2)];
        if rng.one_in(2) {
            term = script.terms.not(term);
        }
        script.commands.push(Command::Assert(close(&mut script.terms, term)));
    }
    script.commands.push(Command::CheckSat);
    script
}

fn leaves(terms: &mut Terms) -> Vec<Term> {
    let symbols: Vec<DeclId> = terms
        .decls()
        .filter(|(_, decl)| decl.arity() == 0 && !matches!(decl.kind, DeclKind::Selector { .. }))
        .map(|(id, _)| id)
        .collect();
    let mut pool: Vec<Term> = symbols.into_iter().map(|symbol| terms.constant(symbol)).collect();
    // Variables that are bound later, or at the latest around the whole assertion.
    for (name, sort) in [("v", terms.sorts.bit_vec(2)), ("w", Sort::BOOL)] {
        let name = terms.symbols.intern(name);
        pool.push(terms.variable(name, sort));
    }
    for number in 0..4 {
        let bits = gainsay::value::Bits::from_u64(2, number);
        pool.push(terms.literal(gainsay::script::Literal::Bits(bits)));
    }
    pool
}

/// Operators over small domains only.
fn is_usable(op: &Op) -> bool {
    let small = |pattern: &Pattern| match pattern {
        Pattern::Sort(sort) => [Sort::BOOL, Sort::ROUNDING_MODE].contains(sort),
        Pattern::Param(_) | Pattern::BitVec(_) | Pattern::Float(..) => true,
        Pattern::Composite(constructor, _) => *constructor == SortConstructor::Array,
        Pattern::Field(_) | Pattern::Derived(_) => false,
    };
    op.signature.args.iter().all(small) && small(&op.signature.result) && !op.ascribed
}

fn application(terms: &mut Terms, pool: &[Term], op: &Op, long: bool, rng: &mut Rng) -> Option<Term> {
    let signature = &op.signature;
    let more = long
        && matches!(signature.shape, Shape::LeftAssoc | Shape::Chainable | Shape::Pairwise)
        && rng.one_in(4);
    let mut args = Vec::new();
    for pattern in signature.args.iter().chain(signature.args.last().filter(|_| more)) {
        let fitting: Vec<Term> = pool.iter().copied().filter(|&term| fits(terms, term, pattern)).collect();
        if fitting.is_empty() {
            return None;
        }
        args.push(*rng.pick(&fitting));
    }
    let indices: Vec<u32> = (0..signature.indices?).map(|_| rng.below(4) as u32).collect();
    let term = terms.apply_ops(&[op.id], &indices, None, &args).ok()?;
    is_small(terms, terms.sort(term)).then_some(term)
}

fn fits(terms: &Terms, term: Term, pattern: &Pattern) -> bool {
    match (pattern, terms.sorts.kind(terms.sort(term))) {
        (Pattern::Sort(sort), _) => terms.sort(term) == *sort,
        (Pattern::Param(_), _)
        | (Pattern::BitVec(_), SortKind::BitVec(_))
        | (Pattern::Float(..), SortKind::Float(..))
        | (Pattern::Composite(SortConstructor::Array, _), SortKind::Composite(SortConstructor::Array, _)) => {
            true
        }
        _ => false,
    }
}

fn is_small(terms: &Terms, sort: Sort) -> bool {
    match terms.sorts.kind(sort) {
        SortKind::BitVec(width) => *width <= 6,
        SortKind::Float(eb, sb) => *eb >= 2 && *sb >= 2 && eb + sb <= 6,
        SortKind::Unknown => false,
        _ => true,
    }
}

fn declared(terms: &mut Terms, pool: &[Term], functions: &[DeclId], rng: &mut Rng) -> Option<Term> {
    let function = *rng.pick(functions);
    let arity = terms.decl(function).arity();
    if let DeclKind::Constructor { .. } = terms.decl(function).kind
        && rng.one_in(2)
    {
        return terms.test(function, *rng.pick(pool)).ok();
    }
    let args: Vec<Term> = (0..arity).map(|_| *rng.pick(pool)).collect();
    let term = terms.apply_decl(function, None, &args).ok()?;
    (arity > 0 && is_small(terms, terms.sort(term))).then_some(term)
}

fn quantified(terms: &mut Terms, pool: &[Term], rng: &mut Rng) -> Option<Term> {
    let body = *rng.pick(pool);
    let binder = if rng.one_in(2) { Binder::Forall } else { Binder::Exists };
    if terms.sort(body) != Sort::BOOL {
        return None;
    }
    let variables: Vec<Term> = variables(terms).into_iter().filter(|_| rng.one_in(2)).collect();
    Some(terms.bind(binder, &variables, body))
}

fn close(terms: &mut Terms, term: Term) -> Term {
    let variables = variables(terms);
    terms.bind(Binder::Exists, &variables, term)
}

fn variables(terms: &mut Terms) -> Vec<Term> {
    let (v, w) = (terms.symbols.intern("v"), terms.symbols.intern("w"));
    let bits = terms.sorts.bit_vec(2);
    vec![terms.variable(v, bits), terms.variable(w, Sort::BOOL)]
}
