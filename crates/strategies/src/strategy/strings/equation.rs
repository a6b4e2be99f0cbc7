//! Equations that hold: terms over constants, some of which become symbols with the constants' values as witness.

use crate::strategy::{Skip, witness};
use gainsay_eval::eval::{Evaluator, Limits, Model, value_term};
use gainsay_lang::script::{Command, Script, Term, Terms};
use gainsay_lang::theory::OpId;
use gainsay_lang::theory::signature::Pattern;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Value;
use gainsay_prove::evidence::Evidence;
use smallvec::SmallVec;
use std::fmt::Write;

/// A term outside of any arena.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    /// A string, a number or a truth value. With a number it is the symbol of that number, with this value.
    Constant(Value, Option<u32>),
    Apply(OpId, SmallVec<[u32; 2]>, Vec<Expr>),
}

/// An equation whose sides have the same value.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Equation {
    /// The operation that the test is for.
    pub operation: OpId,
    pub left: Expr,
    pub right: Expr,
}

/// The sort of a constant.
pub(super) fn sort_of(value: &Value) -> Sort {
    match value {
        Value::Text(_) => Sort::STRING,
        Value::Int(_) => Sort::INT,
        _ => Sort::BOOL,
    }
}

impl Expr {
    pub fn constant(value: Value) -> Expr {
        Expr::Constant(value, None)
    }

    pub fn size(&self) -> usize {
        match self {
            Expr::Constant(..) => 1,
            Expr::Apply(_, _, args) => 1 + args.iter().map(Expr::size).sum::<usize>(),
        }
    }

    /// Visits all constants that may become symbols. Those inside regular expressions may not: solvers expect
    /// regular expressions without symbols.
    pub fn visit_constants(&mut self, visit: &mut impl FnMut(&Value, &mut Option<u32>)) {
        match self {
            Expr::Constant(value, symbol) => visit(value, symbol),
            Expr::Apply(op, _, _) if op.op().signature.result == Pattern::Sort(Sort::REGLAN) => {}
            Expr::Apply(_, _, args) => args.iter_mut().for_each(|arg| arg.visit_constants(visit)),
        }
    }

    /// Builds the term in an arena; `symbols` maps numbered constants to symbols.
    fn build(
        &self,
        terms: &mut Terms,
        symbols: &mut dyn FnMut(&mut Terms, u32, &Value) -> Option<Term>,
    ) -> Option<Term> {
        match self {
            Expr::Constant(value, Some(symbol)) => symbols(terms, *symbol, value),
            Expr::Constant(value, None) => value_term(terms, value, sort_of(value)),
            Expr::Apply(op, indices, args) => {
                let args: SmallVec<[Term; 4]> =
                    args.iter().map(|arg| arg.build(terms, symbols)).collect::<Option<_>>()?;
                terms.apply_ops(&[*op], indices, None, &args).ok()
            }
        }
    }

    /// Writes a key that ignores the values of symbols.
    fn write_shape(&self, shape: &mut String) {
        let _ = match self {
            Expr::Constant(value, Some(symbol)) => write!(shape, "{}:{symbol} ", sort_of(value).number()),
            Expr::Constant(value, None) => write!(shape, "{value:?} "),
            Expr::Apply(op, indices, args) => {
                let _ = write!(shape, "({} {indices:?} ", op.number());
                args.iter().for_each(|arg| arg.write_shape(shape));
                write!(shape, ")")
            }
        };
    }
}

/// The values of terms; `None` where the evaluator does not know it.
pub(super) fn values(exprs: &[Expr]) -> Vec<Option<Value>> {
    let mut terms = Terms::default();
    let mut no_symbols = |terms: &mut Terms, _: u32, value: &Value| value_term(terms, value, sort_of(value));
    let built: Vec<Option<Term>> = exprs.iter().map(|expr| expr.build(&mut terms, &mut no_symbols)).collect();
    let model = Model::default();
    let mut evaluator = Evaluator::new(&terms, &model, Limits::default());
    built.into_iter().map(|term| evaluator.eval(term?).ok()).collect()
}

impl Equation {
    pub fn size(&self) -> usize {
        self.left.size() + self.right.size()
    }

    /// A key that is equal for two equations with the same script.
    pub fn shape(&self) -> String {
        let mut shape = String::new();
        self.left.write_shape(&mut shape);
        self.right.write_shape(&mut shape);
        shape
    }

    /// Turns wanted constants into symbols; equal constants become the same symbol.
    pub fn free_constants(&mut self, mut wanted: impl FnMut(&Value) -> bool) {
        let mut known: Vec<Value> = Vec::new();
        let mut visit = |value: &Value, symbol: &mut Option<u32>| {
            *symbol = wanted(value).then(|| match known.iter().position(|other| other == value) {
                Some(at) => at as u32,
                None => {
                    known.push(value.clone());
                    known.len() as u32 - 1
                }
            });
        };
        self.left.visit_constants(&mut visit);
        self.right.visit_constants(&mut visit);
    }

    /// The script that asserts the equation, with the symbols' values as witness.
    pub fn script(&self) -> Result<(Script, Evidence), Skip> {
        let mut script = Script::default();
        let logic = script.terms.symbols.intern("QF_SLIA");
        script.commands.push(Command::SetLogic(logic));
        let (mut model, mut symbols) = (Model::default(), Vec::new());
        let mut symbol = |terms: &mut Terms, number: u32, value: &Value| {
            if let Some(&(_, term)) = symbols.iter().find(|(known, _)| *known == number) {
                return Some(term);
            }
            let stem = match value {
                Value::Text(_) => 's',
                Value::Int(_) => 'i',
                _ => 'b',
            };
            let term = terms.declare_constant(&format!("{stem}{number}"), sort_of(value));
            model.set(terms, terms.declaration(term)?, value.clone()).ok()?;
            symbols.push((number, term));
            Some(term)
        };
        let left = self.left.build(&mut script.terms, &mut symbol).ok_or(Skip::NothingApplies)?;
        let right = self.right.build(&mut script.terms, &mut symbol).ok_or(Skip::NothingApplies)?;
        for (_, term) in symbols {
            let decl = script.terms.declaration(term).ok_or(Skip::NothingApplies)?;
            script.commands.push(Command::Declare { decl, constant: true });
        }
        let equation = script.terms.equal(left, right);
        script.commands.push(Command::Assert(equation));
        let evidence = witness(&script, model, Limits::default().work)?;
        Ok((script, evidence))
    }
}
