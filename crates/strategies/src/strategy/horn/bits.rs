//! Random programs over bit-vectors and Booleans, with few states.

use super::{NAMES, Program, atom, clause};
use crate::strategy::grammar::{Grammar, Kind, Unknown};
use gainsay_lang::rng::Rng;

pub fn make(rng: &mut Rng, size: u32) -> Program {
    let width = 1 + rng.below(4) as u32;
    let count = 1 + rng.index(2);
    let state: Vec<Unknown> =
        (0..count).map(|at| Unknown::random(rng, at, &[Kind::Bits(width), Kind::Truth])).collect();
    let predicates = 1 + rng.index(2);
    let names: Vec<String> = state.iter().map(|unknown| unknown.name.clone()).collect();
    let variable = |unknown: &Unknown| format!("({} {})", unknown.name, unknown.kind.sort());
    let variables = state.iter().map(variable).collect::<Vec<_>>().join(" ");
    let sorts = state.iter().map(|unknown| unknown.kind.sort()).collect::<Vec<_>>().join(" ");
    let declare = |name: &&str| format!("(declare-fun {name} ({sorts}) Bool)\n");
    let mut grammar = Grammar { rng, unknowns: &state };
    let mut clauses = Vec::new();
    let beginning = is_somewhere(&mut grammar);
    clauses.push(clause(grammar.rng, &variables, beginning, Some(atom(NAMES[0], &names))));
    for _ in 0..1 + grammar.rng.index(2 + size as usize / 4) {
        let mut body = vec![atom(NAMES[grammar.rng.index(predicates)], &names)];
        if grammar.rng.coin() {
            body.push(grammar.term(Kind::Truth, 2));
        }
        let next: Vec<String> = state.iter().map(|unknown| grammar.term(unknown.kind, 2)).collect();
        let to = NAMES[grammar.rng.index(predicates)];
        clauses.push(clause(grammar.rng, &variables, body, Some(atom(to, &next))));
    }
    let mut body = vec![atom(NAMES[grammar.rng.index(predicates)], &names)];
    body.extend(is_somewhere(&mut grammar));
    clauses.push(clause(grammar.rng, &variables, body, None));
    Program { predicates: NAMES[..predicates].iter().map(declare).collect(), clauses, invariant: None }
}

/// Atoms that say that a state is a particular one.
fn is_somewhere(grammar: &mut Grammar<'_>) -> Vec<String> {
    let unknowns = grammar.unknowns;
    unknowns
        .iter()
        .map(|unknown| format!("(= {} {})", unknown.name, grammar.constant(unknown.kind)))
        .collect()
}
