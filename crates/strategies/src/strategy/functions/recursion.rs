//! Recursive functions and assertions about their values. Each definition has exactly one meaning, since a
//! parameter decreases with every call.

use super::{asserted, symbols, values, with_answer};
use crate::strategy::grammar::{Grammar, Kind, Unknown};
use crate::strategy::{Inputs, Skip, Steps, Strategy};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Features, Script};
use gainsay_prove::evidence::Test;

/// Makes such tests from nothing.
#[derive(Clone, Copy, Debug)]
pub struct Recursion;

/// The bound of the numbers that functions are called with.
const DEEPEST: u64 = 6;

impl Strategy for Recursion {
    fn name(&self) -> &'static str {
        "recursion"
    }

    fn about(&self) -> &'static str {
        "recursive functions that terminate, and assertions about their values"
    }

    fn needs_seeds(&self) -> bool {
        false
    }

    /// Few solvers support this, and those often give up.
    fn is_default(&self) -> bool {
        false
    }

    fn make(&self, inputs: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        if !inputs.scope.offers(Features::QUANTIFIERS | Features::FUNCTIONS | Features::INTS) {
            return Err(Skip::OutOfScope);
        }
        let (text, symbols) = script(rng, inputs.size, steps);
        let script = Script::parse(&text).map_err(|_| Skip::NothingApplies)?;
        let model = values(&script, &symbols, rng)?;
        with_answer(self, script, model, rng, steps)
    }
}

/// A function to be defined: its name, and its parameter besides the decreasing number.
struct Function {
    name: &'static str,
    also: Option<Kind>,
    result: Kind,
}

/// Definitions, declarations and assertions, and the symbols with their domains.
fn script(rng: &mut Rng, size: u32, steps: &mut Steps) -> (String, Vec<Unknown>) {
    let width = 1 + rng.below(8) as u32;
    let kinds = [Kind::Whole, Kind::Whole, Kind::Truth, Kind::Bits(width)];
    let functions: Vec<Function> = ["f", "g"][..1 + rng.index(2)]
        .iter()
        .map(|name| Function { name, also: rng.coin().then(|| *rng.pick(&kinds)), result: *rng.pick(&kinds) })
        .collect();
    let mut text = definitions(rng, &functions);
    let (declared, symbols) = symbols(rng, width);
    text += &declared;
    // Calls are used in assertions like symbols.
    let mut unknowns: Vec<Unknown> = Vec::new();
    for _ in 0..1 + rng.index(3) {
        let function = rng.pick(&functions);
        let name = call(rng, function, &symbols);
        unknowns.push(Unknown { name, kind: function.result, domain: Vec::new() });
    }
    text += &asserted(rng, &symbols, unknowns, size, steps);
    (text, symbols)
}

/// A call with a small number: a literal or a bounded symbol.
fn call(rng: &mut Rng, function: &Function, symbols: &[Unknown]) -> String {
    let mut grammar = Grammar { rng, unknowns: symbols };
    let numbers: Vec<&Unknown> = symbols.iter().filter(|symbol| symbol.kind == Kind::Whole).collect();
    let number = match numbers.is_empty() || grammar.rng.one_in(3) {
        true => grammar.rng.below(DEEPEST).to_string(),
        false => grammar.rng.pick(&numbers).name.clone(),
    };
    let also = function.also.map(|kind| format!(" {}", grammar.term(kind, 1))).unwrap_or_default();
    format!("({} {number}{also})", function.name)
}

fn definitions(rng: &mut Rng, functions: &[Function]) -> String {
    let head = |function: &Function| {
        let also = function.also.map(|kind| format!(" (a {})", kind.sort())).unwrap_or_default();
        format!("{} ((n Int){also}) {}", function.name, function.result.sort())
    };
    let bodies: Vec<String> = functions.iter().map(|function| body(rng, function, functions)).collect();
    let all = || functions.iter().zip(&bodies);
    if functions.len() == 1 {
        return all()
            .map(|(function, body)| format!("(define-fun-rec {} {body})\n", head(function)))
            .collect();
    }
    let heads: Vec<String> = functions.iter().map(|function| format!("({})", head(function))).collect();
    format!("(define-funs-rec ({}) ({}))\n", heads.join(" "), bodies.join("\n  "))
}

/// A term over the parameters if the number is small, else a term that also uses calls with smaller numbers.
fn body(rng: &mut Rng, function: &Function, functions: &[Function]) -> String {
    let unknown = |name: &str, kind: Kind| Unknown { name: name.to_owned(), kind, domain: Vec::new() };
    let mut known = vec![unknown("n", Kind::Whole)];
    known.extend(function.also.map(|kind| unknown("a", kind)));
    let end = Grammar { rng, unknowns: &known }.term(function.result, 2);
    let mut calls = Vec::new();
    for name in &["r", "s"][..1 + rng.index(2)] {
        let called = rng.pick(functions);
        let mut grammar = Grammar { rng, unknowns: &known };
        let also = called.also.map(|kind| format!(" {}", grammar.term(kind, 1))).unwrap_or_default();
        let by = 1 + grammar.rng.below(2);
        let less = if grammar.rng.one_in(4) { format!("(+ n (- {by}))") } else { format!("(- n {by})") };
        calls.push((*name, called.result, format!("({name} ({} {less}{also}))", called.name)));
    }
    known.extend(calls.iter().map(|(name, kind, _)| unknown(name, *kind)));
    let bindings: Vec<&str> = calls.iter().map(|(.., binding)| binding.as_str()).collect();
    let step = Grammar { rng, unknowns: &known }.term(function.result, 3);
    let step = format!("(let ({}) {step})", bindings.join(" "));
    let least = rng.below(3) as i64 - 1;
    let least = if least < 0 { format!("(- {})", -least) } else { least.to_string() };
    match rng.below(4) {
        0 => format!("(ite (<= n {least}) {end} {step})"),
        1 => format!("(ite (< n {least}) {end} {step})"),
        2 => format!("(ite (> n {least}) {step} {end})"),
        _ => format!("(ite (<= {least} n) {step} {end})"),
    }
}
