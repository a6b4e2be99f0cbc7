//! A row's circuit gives what the row means: the first bytes choose the row and an application, the others the values.

use super::bytes::Bytes;
use crate::circuit::{Maker, bits_of, disagreement, with_bits, with_circuits};
use crate::eval::application::application;
use gainsay::rng::Rng;
use gainsay::script::Script;
use gainsay::theory::signature::Shape;
use gainsay::value::Value;

pub fn check(bytes: &[u8]) -> Result<(), String> {
    let mut bytes = Bytes(bytes);
    let rows: Vec<_> = with_circuits().collect();
    let (op, circuit) = *bytes.pick(&rows);
    let mut rng = Rng::of_unit(31, bytes.below(1 << 16) as u64);
    let mut terms = Script::default().terms;
    let Some(like) = application(&mut terms, op, &mut rng) else { return Ok(()) };
    // A circuit is for as many arguments as are declared.
    if op.signature.shape != Shape::Variadic && like.arguments.len() != op.signature.args.len() {
        return Ok(());
    }
    let widths: Vec<usize> = like.arguments.iter().map(|(value, _)| bits_of(value).len()).collect();
    let mut tried: Vec<Vec<Value>> = vec![like.arguments.iter().map(|(value, _)| value.clone()).collect()];
    while !bytes.is_empty() && tried.len() < 64 {
        let words = widths.iter().map(|&width| word(&mut bytes, width)).collect::<Vec<_>>();
        let values = like.arguments.iter().zip(&words).map(|((value, _), bits)| with_bits(value, bits));
        tried.extend(values.collect::<Option<Vec<Value>>>());
    }
    match disagreement(op, Maker::Folding(circuit), &(terms, vec![(like, tried)])) {
        None => Ok(()),
        Some(disagreement) => Err(disagreement),
    }
}

/// So many bits, the same ones over and over for a word that is long.
fn word(bytes: &mut Bytes<'_>, width: usize) -> Vec<bool> {
    let chosen: Vec<u8> = (0..width.div_ceil(8).clamp(1, 8)).map(|_| bytes.byte()).collect();
    (0..width).map(|at| chosen[at / 8 % chosen.len()] >> (at % 8) & 1 == 1).collect()
}
