//! Random applications of each row, compared with every solver that knows the row.

use super::applications::{Made, Term};
use super::check::{Judge, NAMES, Reply, Verdict, deviates, evaluate, is_asked_about};
use gainsay::rng::Rng;
use gainsay::solver::Profiles;
use gainsay::theory::sort::Sort;
use gainsay::theory::{Op, table};
use std::collections::BTreeMap;

/// Applications of each row for each solver.
const APPLICATIONS: usize = 40;
/// Terms in one question.
const BATCH: usize = 400;

/// Rows that no solver is asked about, and why.
const NOT_COMPARED: &[(&str, &str)] = &[
    ("int.ispow2", "cvc5 has it inside, but not in its language"),
    ("bvultbv", "cvc5 has it inside, but not in its language"),
    ("bvsltbv", "cvc5 has it inside, but not in its language"),
    ("(** Real", "no release in use takes it"),
    ("(re.^ RegLan Int", "no release in use takes it"),
    ("((_ to_fp eb sb) Real", "only old releases of z3 take it"),
    (
        "set.universe",
        "not computed: by cvc5's manual it is any set that all sets of the formula are subsets of",
    ),
    ("set.complement", "not computed: it is taken from the universe"),
    ("ff.add", FIELDS),
    ("ff.mul", FIELDS),
    ("ff.neg", FIELDS),
    ("ff.bitsum", FIELDS),
    ("exp", TRANSCENDENTAL),
    ("sin", TRANSCENDENTAL),
    ("cos", TRANSCENDENTAL),
    ("tan", TRANSCENDENTAL),
    ("csc", TRANSCENDENTAL),
    ("sec", TRANSCENDENTAL),
    ("cot", TRANSCENDENTAL),
    ("arcsin", TRANSCENDENTAL),
    ("arccos", TRANSCENDENTAL),
    ("arctan", TRANSCENDENTAL),
    ("arccsc", TRANSCENDENTAL),
    ("arcsec", TRANSCENDENTAL),
    ("arccot", TRANSCENDENTAL),
    ("sinh", TRANSCENDENTAL),
    ("cosh", TRANSCENDENTAL),
    ("tanh", TRANSCENDENTAL),
    ("asinh", TRANSCENDENTAL),
    ("acosh", TRANSCENDENTAL),
    ("atanh", TRANSCENDENTAL),
    ("real.pi", TRANSCENDENTAL),
    ("euler", TRANSCENDENTAL),
];
const FIELDS: &str = "only cvc5-gpl decides fields: `finite_fields_are_never_contradicted` asks it";
const TRANSCENDENTAL: &str = "not computed: transcendental";

fn is_compared(op: &Op) -> bool {
    !NOT_COMPARED.iter().any(|(entry, _)| *entry == op.name || op.declaration.starts_with(entry))
}

#[test]
fn every_row_is_known_to_a_solver_or_excused() {
    let profiles = Profiles::shipped();
    let known = |op: &Op| NAMES.iter().any(|name| is_asked_about(profiles.get(name).unwrap(), op));
    let missing: Vec<&str> =
        table().ops().iter().filter(|op| !known(op) && is_compared(op)).map(|op| op.declaration).collect();
    assert!(missing.is_empty(), "no solver is asked about {missing:#?}");
}

#[test]
fn z3_agrees_on_every_row() {
    agrees("z3");
}

#[test]
fn cvc5_agrees_on_every_row() {
    agrees("cvc5");
}

#[test]
fn bitwuzla_agrees_on_every_row() {
    agrees("bitwuzla");
}

#[test]
fn yices_agrees_on_every_row() {
    agrees("yices");
}

/// The comparison itself: one wrong value among right ones is found, by every solver.
#[test]
fn a_wrong_value_is_noticed() {
    let term = |text: &str| Term { text: text.to_owned(), sort: Sort::BOOL, made: Made::Other, depth: 1 };
    let right = term("(= (bvadd #b01 #b11) #b00)");
    let wrong = term("(bvult #b10 #b01)");
    for name in NAMES {
        let claims = [(&right, "true"), (&right, "true"), (&wrong, "true"), (&right, "true")];
        let expected = [Reply::Agrees, Reply::Agrees, Reply::Differs, Reply::Agrees];
        assert_eq!(Judge::new(name).compare(&claims), expected, "{name}");
    }
}

/// Compares with one solver; every row that it knows must be agreed on at least once.
fn agrees(solver: &str) {
    let mut judge = Judge::new(solver);
    let mut generator = judge.generator(Rng::new(3));
    let rows: Vec<&'static Op> =
        generator.language.rows.iter().copied().filter(|op| is_compared(op)).collect();
    let mut terms: Vec<(&'static Op, Term)> = Vec::new();
    for op in &rows {
        let applications = (0..APPLICATIONS * 8).filter_map(|_| generator.row(op)).take(APPLICATIONS);
        terms.extend(applications.map(|term| (*op, term)));
    }
    let mut agreed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for batch in terms.chunks(BATCH) {
        let (ops, batch): (Vec<&Op>, Vec<Term>) = batch.iter().cloned().unzip();
        let verdicts = evaluate(&batch);
        let mut claims: Vec<(&Op, &Term, &str)> = Vec::new();
        for ((op, term), verdict) in ops.iter().zip(&batch).zip(&verdicts) {
            match verdict {
                Verdict::Value(value) => claims.push((op, term, value)),
                // Arrays over a small domain can have several forms, and are open where that could matter.
                Verdict::Open if !op.partial && !term.text.contains("Array") => {
                    wrong.push(format!("{} is open, but not partial", term.text));
                }
                _ => {}
            }
        }
        let pairs: Vec<(&Term, &str)> = claims.iter().map(|(_, term, value)| (*term, *value)).collect();
        for ((op, term, value), reply) in claims.iter().zip(judge.compare(&pairs)) {
            match reply {
                Reply::Agrees => *agreed.entry(op.declaration).or_default() += 1,
                Reply::Differs if deviates(judge.profile(), term) => {}
                Reply::Differs => wrong.push(format!("{} is {value} to us, but not to {solver}", term.text)),
                Reply::Rejects(why) => wrong.push(format!("{solver} does not take {}: {why}", term.text)),
                // It may give up on a term, but not on all of a row.
                Reply::Silent(_) => {}
            }
        }
    }
    let never = rows.iter().filter(|op| !agreed.contains_key(op.declaration));
    wrong.extend(never.map(|op| format!("{solver} never agreed on {}", op.declaration)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let total: usize = agreed.values().sum();
    println!("{solver}: {} rows, {total} applications, {} questions", rows.len(), judge.questions);
}
