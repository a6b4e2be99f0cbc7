//! Every circuit of the table against the meaning beside it: on all values of small sorts, and on random ones of large sorts.

use crate::eval::application::{Application, application};
use gainsay::circuit::{Circuit, Clauses, Gates, Inputs, Wire, Word};
use gainsay::eval::{Model, SortDomains};
use gainsay::rng::Rng;
use gainsay::script::Terms;
use gainsay::theory::signature::Shape;
use gainsay::theory::{Context, Evaluated, Op, table};
use gainsay::value::fuel::Fuel;
use gainsay::value::{Bits, Value};

/// So many kinds of applications of a row are tried: widths and indices.
const KINDS: usize = 40;
/// Arguments of so many bits in all are tried with all values.
const SMALL: usize = 8;
/// So many random values are tried otherwise.
const SAMPLES: usize = 6;

fn bits_of(value: &Value) -> Vec<bool> {
    match value {
        Value::Bool(value) => vec![*value],
        Value::Bits(bits) => (0..bits.width()).map(|at| bits.bit(at)).collect(),
        other => panic!("{other:?} is no word"),
    }
}

/// The value of the same kind with other bits.
fn with_bits(like: &Value, bits: &[bool]) -> Value {
    match like {
        Value::Bool(_) => Value::Bool(bits[0]),
        _ => {
            let digits: String = bits.iter().rev().map(|bit| if *bit { '1' } else { '0' }).collect();
            Value::Bits(Bits::from_binary(&digits).unwrap())
        }
    }
}

fn meaning(terms: &Terms, op: &Op, like: &Application, arguments: &[Value]) -> Evaluated {
    let (model, mut fuel) = (Model::default(), Fuel::new(1_000_000));
    let domains = SortDomains { terms, model: &model };
    let mut context = Context {
        indices: &like.indices,
        sort: like.sort,
        sorts: &terms.sorts,
        domains: &domains,
        fuel: &mut fuel,
    };
    op.meaning.apply(&mut context, &arguments.iter().collect::<Vec<_>>())
}

/// What the clauses force on a word, if the inputs are fixed: a gate stands behind what it is made of, so once through is enough.
fn forced(clauses: &Clauses, inputs: &[(Wire, bool)], word: &[Wire]) -> Vec<Option<bool>> {
    let mut values = vec![None; clauses.variables() as usize + 1];
    values[0] = Some(true);
    for (wire, value) in inputs {
        values[wire.variable() as usize] = Some(*value);
    }
    let value = |values: &[Option<bool>], wire: Wire| {
        values[wire.variable() as usize].map(|value| value != wire.is_negated())
    };
    for clause in clauses.iter() {
        if clause.iter().any(|&wire| value(&values, wire) == Some(true)) {
            continue;
        }
        let mut open = clause.iter().filter(|&&wire| value(&values, wire).is_none());
        match (open.next(), open.next()) {
            (Some(&unit), None) => values[unit.variable() as usize] = Some(!unit.is_negated()),
            (None, _) => panic!("a circuit allows no value for its inputs"),
            _ => {}
        }
    }
    word.iter().map(|&wire| value(&values, wire)).collect()
}

/// An application that a circuit is tried with, and values of its arguments.
type Trial = (Application, Vec<Vec<Value>>);

fn trials(op: &'static Op) -> (Terms, Vec<Trial>) {
    let mut terms = gainsay::script::Script::default().terms;
    let mut rng = Rng::of_unit(21, u64::from(op.id.number()));
    let mut trials = Vec::new();
    while trials.len() < KINDS {
        let Some(like) = application(&mut terms, op, &mut rng) else { panic!("{}", op.declaration) };
        if op.signature.shape != Shape::Variadic && like.arguments.len() != op.signature.args.len() {
            continue;
        }
        let widths: Vec<usize> = like.arguments.iter().map(|(value, _)| bits_of(value).len()).collect();
        let total: usize = widths.iter().sum();
        let count = if total <= SMALL { 1 << total } else { SAMPLES };
        let mut rows = vec![like.arguments.iter().map(|(value, _)| value.clone()).collect()];
        for number in 0..count {
            let mut bit = 0;
            // Of large values mostly those with long runs of equal bits, and pairs of equal ones.
            let mut run = rng.chance(1, 2);
            let mut next = || {
                bit += 1;
                run ^= rng.chance(1, 3);
                if total <= SMALL { number >> (bit - 1) & 1 == 1 } else { run }
            };
            let words: Vec<Vec<bool>> =
                widths.iter().map(|&width| (0..width).map(|_| next()).collect()).collect();
            let values = like.arguments.iter().zip(&words).map(|((value, _), bits)| with_bits(value, bits));
            rows.push(values.collect());
        }
        trials.push((like, rows));
    }
    (terms, trials)
}

/// A case in which a circuit does not give what a row means.
fn disagreement(op: &'static Op, circuit: Circuit) -> Option<String> {
    let (terms, trials) = trials(op);
    for (like, rows) in &trials {
        let mut gates = Gates::new(usize::MAX);
        let inputs: Vec<Word> =
            like.arguments.iter().map(|(value, _)| gates.fresh_word(bits_of(value).len())).collect();
        let words: Vec<&[Wire]> = inputs.iter().map(Vec::as_slice).collect();
        let output = circuit(&mut gates, Inputs { indices: &like.indices, words: &words });
        for row in rows {
            let expected = bits_of(&meaning(&terms, op, like, row).unwrap());
            let bits: Vec<bool> = row.iter().flat_map(bits_of).collect();
            let fixed: Vec<(Wire, bool)> = inputs.concat().into_iter().zip(bits).collect();
            let made = forced(gates.clauses(), &fixed, &output);
            // Constants are folded, and must come to the same.
            let constants: Vec<Word> =
                row.iter().map(|value| bits_of(value).into_iter().map(Wire::constant).collect()).collect();
            let words: Vec<&[Wire]> = constants.iter().map(Vec::as_slice).collect();
            let mut folding = Gates::new(usize::MAX);
            let folded = circuit(&mut folding, Inputs { indices: &like.indices, words: &words });
            let folded: Vec<Option<bool>> = folded.iter().map(|wire| wire.known()).collect();
            let expected: Vec<Option<bool>> = expected.into_iter().map(Some).collect();
            if made != expected || folded != expected {
                return Some(format!("{} {:?} {row:?}: {made:?}, {folded:?}", op.declaration, like.indices));
            }
        }
    }
    None
}

fn with_circuits() -> impl Iterator<Item = (&'static Op, Circuit)> {
    table().ops().iter().filter_map(|op| Some((op, op.circuit?)))
}

#[test]
fn every_circuit_gives_what_its_row_means() {
    assert!(with_circuits().count() > 50);
    let wrong: Vec<String> = with_circuits().filter_map(|(op, circuit)| disagreement(op, circuit)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The circuit of another row is a wrong one, unless the rows mean the same.
#[test]
fn a_wrong_circuit_is_found_out() {
    let mut tried = 0;
    for (op, _) in with_circuits() {
        let is_like = |other: &&Op| {
            let (a, b) = (&op.signature, &other.signature);
            (&a.args, &a.result, a.indices, a.shape == Shape::Variadic)
                == (&b.args, &b.result, b.indices, b.shape == Shape::Variadic)
        };
        for (other, circuit) in with_circuits().filter(|(other, _)| is_like(other)) {
            let (terms, trials) = trials(op);
            let differ = trials.iter().any(|(like, rows)| {
                rows.iter().any(|row| meaning(&terms, op, like, row) != meaning(&terms, other, like, row))
            });
            let found = disagreement(op, circuit);
            assert_eq!(found.is_some(), differ, "{} by the circuit of {}: {found:?}", op.name, other.name);
            tried += usize::from(differ);
        }
    }
    assert!(tried > 400, "only {tried} wrong circuits");
}

#[test]
fn clauses_are_read_as_they_are_written() {
    let mut gates = Gates::new(usize::MAX);
    let (a, b) = (gates.fresh_word(5), gates.fresh_word(5));
    let product = gates.multiply(&a, &b);
    gates.require(&product);
    let clauses = gates.into_clauses();
    assert_eq!(Clauses::from_dimacs(&clauses.to_dimacs()), Ok(clauses));
    for wrong in ["", "p cnf 1 1\n2 0\n", "p cnf 1 2\n1 0\n", "p cnf 1 1\n1\n", "p cnf 1 1\nx 0\n", "1 0\n"] {
        assert!(Clauses::from_dimacs(wrong).is_err(), "{wrong:?} was read");
    }
}

#[test]
fn gates_that_are_full_are_full() {
    let mut gates = Gates::new(1000);
    let (a, b) = (gates.fresh_word(512), gates.fresh_word(512));
    gates.multiply(&a, &b);
    assert!(gates.is_full());
    assert!(gates.clauses().len() < 1100);
}
