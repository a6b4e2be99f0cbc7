//! All formulas of small languages: none is forgotten, and what is said about each is true.

use gainsay::answer::Status;
use gainsay::enumerate::{Formulas, Fragment, Language, Valued};
use gainsay::eval::{Bounds, Decision, decide};
use gainsay::script::Script;
use gainsay::theory::Op;
use std::collections::BTreeSet;

fn fragment(declarations: &str, sorts: &[&str], admits: &dyn Fn(&Op) -> bool) -> Fragment {
    let sorts: Vec<String> = sorts.iter().map(|&sort| sort.to_owned()).collect();
    Fragment::new(Language { declarations, sorts: &sorts, admits, constants: 2 }).unwrap()
}

fn standard(op: &Op) -> bool {
    op.dialect.is_none()
}

/// The formulas of a size, with their truth.
fn all(formulas: &mut Formulas, size: usize) -> Vec<(String, Status)> {
    let mut room = Valued::default();
    (0..formulas.count(size))
        .filter_map(|number| {
            let formula = formulas.formula(size, number, &mut room)?;
            Some((formula.text.to_owned(), formula.truth))
        })
        .collect()
}

/// What trying everything says about a formula.
fn decided(declarations: &str, text: &str) -> Status {
    let script = Script::parse(&format!("{declarations}(assert {text})")).unwrap();
    assert!(script.is_understood(), "{text}");
    match decide(&script.question(), Bounds::default()) {
        Decision::Sat { .. } => Status::Sat,
        Decision::Unsat(_) => Status::Unsat,
        _ => Status::Unknown,
    }
}

#[test]
fn the_truth_of_each_is_what_trying_everything_says() {
    let languages: [(&str, &[&str], usize); 9] = [
        (
            "(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))",
            &["(_ BitVec 1)", "(_ BitVec 3)"],
            4,
        ),
        ("(declare-const x Bool)(declare-const y (_ BitVec 1))", &[], 5),
        ("(declare-const x (_ FloatingPoint 2 3))", &["RoundingMode"], 4),
        ("(declare-const x (_ FloatingPoint 3 3))(declare-const m RoundingMode)", &["(_ BitVec 2)"], 4),
        ("(declare-const a (Array Bool (_ BitVec 1)))(declare-const b (Array Bool (_ BitVec 1)))", &[], 5),
        ("(declare-fun f (Bool) (_ BitVec 1))(declare-const p Bool)", &[], 5),
        ("(declare-datatypes ((C 0)) (((r) (g (of Bool)))))(declare-const c C)(declare-const d C)", &[], 4),
        ("(declare-const x Int)(declare-const y Int)", &[], 4),
        ("(declare-const s String)", &["Int", "RegLan"], 4),
    ];
    let mut all_checked = 0;
    for (declarations, sorts, size) in languages {
        let mut formulas = Formulas::new(fragment(declarations, sorts, &standard), size, false);
        let (mut checked, mut known, mut open) = (0, 0, 0);
        for size in 1..=size {
            let found = all(&mut formulas, size);
            // Some of the many, evenly.
            let step = (found.len() / 400).max(1);
            for (text, truth) in found.iter().step_by(step) {
                let decided = decided(declarations, text);
                if *truth != Status::Unknown {
                    known += 1;
                    assert!(
                        decided == *truth || decided == Status::Unknown,
                        "{text}: {truth:?}, {decided:?}"
                    );
                } else if formulas.is_complete() {
                    assert_eq!(decided, Status::Unknown, "{text}");
                    open += 1;
                }
                checked += 1;
            }
        }
        // Only selectors of another constructor's fields are left open.
        assert!(open == 0 || declarations.contains("(of "), "{declarations}: {open}");
        all_checked += checked;
        assert!(checked > 3 && known * 3 > checked, "{declarations}: {known} of {checked}");
    }
    assert!(all_checked > 1000);
}

/// All terms of a size as the grammar makes them, without any order: leaves, and one commutative and one other operator.
fn naive(size: usize) -> Vec<String> {
    if size == 1 {
        return ["x", "y", "#b0", "#b1"].map(str::to_owned).to_vec();
    }
    let mut all: Vec<String> = naive(size - 1).iter().map(|term| format!("(bvneg {term})")).collect();
    for first in 1..size - 1 {
        for left in naive(first) {
            for right in naive(size - 1 - first) {
                all.push(format!("(bvadd {left} {right})"));
                all.push(format!("(bvshl {left} {right})"));
            }
        }
    }
    all
}

/// The least form of a formula under new names and exchanged arguments.
fn least(text: &str) -> String {
    let swapped: String = text
        .chars()
        .map(|c| {
            if c == 'x' {
                'y'
            } else if c == 'y' {
                'x'
            } else {
                c
            }
        })
        .collect();
    sorted(text).min(sorted(&swapped))
}

/// The formula with the arguments of commutative operators in the order of their texts.
fn sorted(text: &str) -> String {
    let Some(inside) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text.to_owned();
    };
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in inside.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == ' ' && depth == 0 { parts.push(String::new()) } else { parts.last_mut().unwrap().push(c) }
    }
    let mut parts: Vec<String> = parts.iter().map(|part| sorted(part)).collect();
    if parts[0] == "bvadd" || parts[0] == "=" {
        parts[1..].sort();
    }
    format!("({})", parts.join(" "))
}

#[test]
fn every_formula_is_there_up_to_names_and_order() {
    let declarations = "(declare-const x (_ BitVec 1))(declare-const y (_ BitVec 1))";
    let admits = |op: &Op| ["bvadd", "bvshl", "bvneg", "="].contains(&op.name);
    let mut formulas = Formulas::new(fragment(declarations, &[], &admits), 6, false);
    for size in 3..=6 {
        let found: Vec<String> = all(&mut formulas, size).into_iter().map(|(text, _)| text).collect();
        let texts: BTreeSet<&String> = found.iter().collect();
        assert_eq!(texts.len(), found.len(), "one formula twice at size {size}");
        let classes: BTreeSet<String> = found.iter().map(|text| least(text)).collect();
        let mut wanted = BTreeSet::new();
        for first in 1..size - 1 {
            for left in naive(first) {
                for right in naive(size - 1 - first) {
                    let text = format!("(= {left} {right})");
                    if text.contains('x') && text.contains('y') {
                        wanted.insert(least(&text));
                    }
                }
            }
        }
        let equations: BTreeSet<String> =
            classes.into_iter().filter(|text| !text["(= ".len()..].contains('=')).collect();
        assert!(wanted.is_subset(&equations), "size {size}: {:?}", wanted.difference(&equations).next());
        // Few come under two forms.
        assert!(
            found.len() < 2 * equations.len() + 200,
            "size {size}: {} of {}",
            found.len(),
            equations.len()
        );
    }
}

#[test]
fn a_language_that_is_none_is_refused() {
    let sorts: [String; 0] = [];
    let language = |declarations| Language { declarations, sorts: &sorts, admits: &standard, constants: 2 };
    for declarations in
        ["(assert true)", "(declare-fun f (Int Int) Int)", "(declare-const x", "(declare-const x Foo)"]
    {
        assert!(Fragment::new(language(declarations)).is_err(), "{declarations}");
    }
}
