//! Functions as values: symbols of function sorts, lambdas that they equal, and functions that take functions.

use super::{LIMITS, asserted, declared, symbols, values, with_answer};
use crate::strategy::grammar::{Grammar, Kind, Unknown};
use crate::strategy::{Inputs, Skip, Steps, Strategy};
use gainsay_eval::eval::{Evaluator, Model};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{DeclId, Features, ReadOptions, Script};
use gainsay_prove::evidence::Test;

/// Makes such tests from nothing.
#[derive(Clone, Copy, Debug)]
pub struct Lambdas;

/// The logic in which every solver with higher-order support accepts functions as values.
const LOGIC: &str = "HO_ALL";

impl Strategy for Lambdas {
    fn name(&self) -> &'static str {
        "lambdas"
    }

    fn about(&self) -> &'static str {
        "functions as values: symbols of function spaces, lambdas, and functions that take functions"
    }

    fn needs_seeds(&self) -> bool {
        false
    }

    /// Few solvers support this, and those often give up.
    fn is_default(&self) -> bool {
        false
    }

    fn make(&self, inputs: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        if !inputs.scope.offers(Features::OTHER) {
            return Err(Skip::OutOfScope);
        }
        let (text, symbols, lambdas) = script(rng, inputs.size, steps);
        let mut script = Script::parse(&text).map_err(|_| Skip::NothingApplies)?;
        let mut model = values(&script, &symbols, rng)?;
        let decls: Vec<DeclId> = declared(&script).skip(symbols.len()).collect();
        for (lambda, decl) in lambdas.iter().zip(decls) {
            set_value(&mut script, &mut model, decl, lambda)?;
        }
        with_answer(self, script, model, rng, steps)
    }
}

/// A symbol of a function sort from scalars to a scalar, and the lambda that is its value.
struct Function {
    name: &'static str,
    parameters: Vec<Kind>,
    result: Kind,
    value: String,
}

impl Function {
    fn random(name: &'static str, rng: &mut Rng, kinds: &[Kind]) -> Function {
        let parameters: Vec<Kind> = (0..1 + rng.index(2)).map(|_| *rng.pick(kinds)).collect();
        let result = *rng.pick(kinds);
        let known: Vec<Unknown> = parameters
            .iter()
            .enumerate()
            .map(|(at, &kind)| Unknown { name: format!("n{at}"), kind, domain: Vec::new() })
            .collect();
        let body = Grammar { rng, unknowns: &known }.term(result, 3);
        let variables: Vec<String> =
            known.iter().map(|variable| format!("({} {})", variable.name, variable.kind.sort())).collect();
        Function { name, parameters, result, value: format!("(lambda ({}) {body})", variables.join(" ")) }
    }

    fn space(&self) -> String {
        let sorts: Vec<String> =
            self.parameters.iter().chain([&self.result]).map(|kind| kind.sort()).collect();
        format!("(-> {})", sorts.join(" "))
    }

    /// The sort and the value of a function that takes such a function and its arguments, and applies it.
    fn applied(&self) -> (String, String) {
        let sort = |kind: &Kind| format!(" {}", kind.sort());
        let sorts: String = self.parameters.iter().chain([&self.result]).map(sort).collect();
        let variable = |(at, kind): (usize, &Kind)| format!(" (n{at} {})", kind.sort());
        let variables: String = self.parameters.iter().enumerate().map(variable).collect();
        let arguments: String = (0..self.parameters.len()).map(|at| format!(" n{at}")).collect();
        let space = self.space();
        (format!("(-> {space}{sorts})"), format!("(lambda ((u {space}){variables}) (u{arguments}))"))
    }
}

/// A script, its scalar symbols, and the values of its functions, which are declared after the scalars.
fn script(rng: &mut Rng, size: u32, steps: &mut Steps) -> (String, Vec<Unknown>, Vec<String>) {
    let width = 1 + rng.below(8) as u32;
    let kinds = [Kind::Whole, Kind::Whole, Kind::Truth, Kind::Bits(width)];
    let (declared, symbols) = symbols(rng, width);
    let mut text = format!("(set-logic {LOGIC})\n{declared}");
    let functions: Vec<Function> =
        ["f", "g"][..1 + rng.index(2)].iter().map(|name| Function::random(name, rng, &kinds)).collect();
    for function in &functions {
        text += &format!("(declare-const {} {})\n", function.name, function.space());
    }
    let taker = rng.one_in(3).then(|| functions[0].applied());
    if let Some((space, _)) = &taker {
        text += &format!("(declare-const h {space})\n");
    }
    let mut calls = Vec::new();
    for _ in 0..1 + rng.index(3) {
        let function = rng.pick(&functions);
        let mut grammar = Grammar { rng, unknowns: &symbols };
        let arguments: Vec<String> = function.parameters.iter().map(|&kind| grammar.term(kind, 1)).collect();
        let arguments = arguments.join(" ");
        let name = match taker.is_some() && function.name == functions[0].name && grammar.rng.coin() {
            true => format!("(h {} {arguments})", function.name),
            false => format!("({} {arguments})", function.name),
        };
        calls.push(Unknown { name, kind: function.result, domain: Vec::new() });
    }
    text += &asserted(rng, &symbols, calls, size, steps);
    for function in functions.iter().filter(|_| rng.one_in(3)) {
        let equation = format!("(assert (= {} {}))\n", function.name, function.value);
        if steps.take("assertion", equation.as_str()) {
            text += &equation;
        }
    }
    let values = functions.into_iter().map(|function| function.value).chain(taker.map(|(_, value)| value));
    (text, symbols, values.collect())
}

/// Sets a symbol's value to the function of a lambda term.
fn set_value(script: &mut Script, model: &mut Model, decl: DeclId, value: &str) -> Result<(), Skip> {
    let term = script.read_terms(&[value], ReadOptions::default()).pop();
    let term = term.and_then(Result::ok).ok_or(Skip::NothingApplies)?;
    let function = Evaluator::new(&script.terms, &Model::default(), LIMITS).eval(term);
    let function = function.map_err(|_| Skip::WitnessUnknown)?;
    model.set(&script.terms, decl, function).map_err(|_| Skip::NothingApplies)
}
