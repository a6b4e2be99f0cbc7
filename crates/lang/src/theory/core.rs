//! Core: the Boolean connectives, equality and choice.

use super::meaning::{Connective, Context, Evaluated, Meaning, bool, values};
use super::{Row, op};
use crate::circuit::{Gates, Inputs, Plain, Wire, Word, constant};
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    op("(not Bool Bool)", Meaning::Connective(Connective::Not)),
    op("(=> Bool Bool Bool :right-assoc :also implies)", Meaning::Connective(Connective::Implies)),
    op("(and Bool Bool Bool :left-assoc :commutative)", Meaning::Connective(Connective::And)),
    op("(or Bool Bool Bool :left-assoc :commutative)", Meaning::Connective(Connective::Or)),
    op("(xor Bool Bool Bool :left-assoc :commutative)", Meaning::Connective(Connective::Xor)),
    op("(par (A) (= A A Bool :chainable :commutative :also iff))", Meaning::Connective(Connective::Equal)),
    op("(par (A) (distinct A A Bool :pairwise :commutative))", Meaning::Connective(Connective::Distinct)),
    op("(par (A) (ite Bool A A A :also if))", Meaning::Connective(Connective::Ite)),
    // z3's counting constraints: how many of the arguments are true.
    op(
        "((_ at-most k) Bool Bool :variadic :dialect z3)",
        values(|c, v| Ok((count(v)? <= u64::from(c.index(0))).into())),
    )
    .circuit(|g, x| counted(g, x, Gates::at_most))
    .plain(|p, x| plainly_weighed(p, x, &vec![1; x.words.len()], |p, sum, bound| !p.less(bound, sum))),
    op(
        "((_ at-least k) Bool Bool :variadic :dialect z3)",
        values(|c, v| Ok((count(v)? >= u64::from(c.index(0))).into())),
    )
    .circuit(|g, x| counted(g, x, |g, sum, bound| g.at_most(bound, sum)))
    .plain(|p, x| plainly_weighed(p, x, &vec![1; x.words.len()], |p, sum, bound| !p.less(sum, bound))),
    // The weights are indices: bound first, then one weight for each argument.
    op(
        "((_ pble *) Bool Bool :variadic :dialect z3)",
        values(|c, v| compare(c, v, |sum, bound| sum <= bound)),
    )
    .circuit(|g, x| weighed(g, x, Gates::at_most))
    .plain(|p, x| plainly_weighed(p, x, weights(&x), |p, sum, bound| !p.less(bound, sum))),
    op(
        "((_ pbge *) Bool Bool :variadic :dialect z3)",
        values(|c, v| compare(c, v, |sum, bound| sum >= bound)),
    )
    .circuit(|g, x| weighed(g, x, |g, sum, bound| g.at_most(bound, sum)))
    .plain(|p, x| plainly_weighed(p, x, weights(&x), |p, sum, bound| !p.less(sum, bound))),
    op(
        "((_ pbeq *) Bool Bool :variadic :dialect z3)",
        values(|c, v| compare(c, v, |sum, bound| sum == bound)),
    )
    .circuit(|g, x| weighed(g, x, Gates::equal))
    .plain(|p, x| plainly_weighed(p, x, weights(&x), Plain::equal)),
];

fn count(arguments: &[&Value]) -> Result<u64, super::NoValue> {
    arguments.iter().try_fold(0, |sum, argument| Ok(sum + u64::from(bool(argument)?)))
}

fn compare(context: &mut Context<'_>, arguments: &[&Value], holds: fn(u64, u64) -> bool) -> Evaluated {
    let Some((&bound, weights)) = context.indices.split_first() else {
        return Err(super::NoValue::Unknown(crate::value::Reason::IllSorted));
    };
    super::meaning::same(weights.len(), arguments.len())?;
    let mut sum = 0;
    for (argument, &weight) in arguments.iter().zip(weights) {
        sum += u64::from(bool(argument)?) * u64::from(weight);
    }
    Ok(holds(sum, u64::from(bound)).into())
}

/// How a circuit compares a sum with a bound.
type Comparison = fn(&mut Gates, &[Wire], &[Wire]) -> Wire;

fn counted(gates: &mut Gates, inputs: Inputs<'_>, compare: Comparison) -> Word {
    compared(gates, inputs, &vec![1; inputs.words.len()], compare)
}

/// As [`compared`], with the weights among the indices. If there is not one for each argument, the result is the
/// empty word, which has no sort's width, so that the encoder refuses it.
fn weighed(gates: &mut Gates, inputs: Inputs<'_>, compare: Comparison) -> Word {
    match inputs.indices {
        [_, weights @ ..] if weights.len() == inputs.words.len() => compared(gates, inputs, weights, compare),
        _ => Word::new(),
    }
}

/// The circuit that compares the sum of the true arguments' weights with the bound.
fn compared(gates: &mut Gates, inputs: Inputs<'_>, weights: &[u32], compare: Comparison) -> Word {
    let mut sum = constant(64, 0);
    for (word, &weight) in inputs.words.iter().zip(weights) {
        let weight: Word =
            constant(64, u64::from(weight)).iter().map(|&bit| gates.and(bit, word[0])).collect();
        sum = gates.add(&sum, &weight);
    }
    vec![compare(gates, &sum, &constant(64, inputs.index(0) as u64))]
}

/// The weights of the arguments: all indices but the first, which is the bound.
fn weights<'a>(inputs: &Inputs<'a>) -> &'a [u32] {
    inputs.indices.get(1..).unwrap_or_default()
}

/// As [`compared`], with plain gates.
fn plainly_weighed(
    plain: &mut Plain,
    inputs: Inputs<'_>,
    weights: &[u32],
    compare: fn(&mut Plain, &[Wire], &[Wire]) -> Wire,
) -> Word {
    if weights.len() != inputs.words.len() {
        return Word::new();
    }
    let number = |number: u64| -> Word { (0..64).map(|at| Wire::constant(number >> at & 1 == 1)).collect() };
    let mut sum = number(0);
    for (word, &weight) in inputs.words.iter().zip(weights) {
        let added = plain.word_choice(word[0], &number(u64::from(weight)), &number(0));
        sum = plain.add(&sum, &added);
    }
    vec![compare(plain, &sum, &number(inputs.index(0) as u64))]
}
