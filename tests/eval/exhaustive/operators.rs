//! Operators on words against the evaluator, for all arguments of a few bits.

use gainsay::eval::{Bounds, Decision, Limits, Model, decide, eval};
use gainsay::script::{Command, Literal, Script, Term};
use gainsay::theory::signature::Pattern;
use gainsay::theory::{Op, table};
use gainsay::value::{Bits, Value};

#[test]
fn operators_on_words_are_those_on_vectors() {
    let mut compared = 0;
    for op in table().ops() {
        for width in [1, 2, 3, 5] {
            let count = op.signature.args.len();
            let all = 1u64 << width;
            for number in 0..all.pow(count.min(2) as u32) {
                let words = [number % all, number / all];
                let Some(word) = op.meaning.apply_to_words(width, &words[..count.min(2)]) else { break };
                let vectors = words.map(|word| Value::Bits(Bits::from_u64(width, word)));
                let expected = match applied(op, &vectors[..count]) {
                    Value::Bool(value) => u64::from(value),
                    Value::Bits(bits) => bits.to_uint().to_u64().unwrap(),
                    other => panic!("{}: {other:?}", op.name),
                };
                assert_eq!(word, expected, "{} {width} {words:?}", op.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

fn applied(op: &Op, arguments: &[Value]) -> Value {
    let mut script = Script::default();
    let arguments: Vec<Term> = arguments
        .iter()
        .map(|value| match value {
            Value::Bits(bits) => script.terms.literal(Literal::Bits(bits.clone())),
            other => panic!("{other:?}"),
        })
        .collect();
    let term = script.terms.apply_ops(&[op.id], &[], None, &arguments).unwrap();
    eval(&script.terms, term, &Model::default(), Limits::default()).unwrap()
}

/// Every operator over vectors and Booleans, in a script that says that it is what it is: the decider must find no
/// assignment under which its own value of the operator differs from the evaluator's.
#[test]
fn the_program_computes_what_the_evaluator_does() {
    let vectors = |op: &&Op| {
        let vector = |pattern: &Pattern| matches!(pattern, Pattern::BitVec(_));
        op.signature.indices == Some(0)
            && !op.signature.args.is_empty()
            && op.signature.args.iter().all(vector)
    };
    let mut decided = 0;
    for op in table().ops().iter().filter(vectors) {
        let mut script = Script::parse(
            "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))(declare-const z (_ BitVec 3))",
        )
        .unwrap();
        let symbols: Vec<_> = script.terms.decls().map(|(id, _)| id).collect();
        let constants: Vec<Term> = symbols.iter().map(|&symbol| script.terms.constant(symbol)).collect();
        let arguments = &constants[..op.signature.args.len().min(3)];
        let Ok(term) = script.terms.apply_ops(&[op.id], &[], None, arguments) else { continue };
        for number in 0..8u64.pow(arguments.len() as u32) {
            let mut model = Model::default();
            let mut script = script.clone();
            for (at, &argument) in arguments.iter().enumerate() {
                let bits = Bits::from_u64(3, number >> (3 * at));
                model.set(&script.terms, symbols[at], Value::Bits(bits.clone())).unwrap();
                let literal = script.terms.literal(Literal::Bits(bits));
                let equation = script.terms.equal(argument, literal);
                script.commands.push(Command::Assert(equation));
            }
            let value = match eval(&script.terms, term, &model, Limits::default()) {
                Ok(Value::Bool(value)) => Literal::Bool(value),
                Ok(Value::Bits(bits)) => Literal::Bits(bits),
                _ => break,
            };
            let value = script.terms.literal(value);
            let equation = script.terms.equal(term, value);
            let wrong = script.terms.not(equation);
            script.commands.push(Command::Assert(wrong));
            let decision = decide(&script.question(), Bounds::default());
            assert!(matches!(decision, Decision::Unsat(_)), "{}: {decision:?}", op.name);
            decided += 1;
        }
    }
    assert!(decided > 1000, "{decided}");
}
