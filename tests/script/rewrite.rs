use crate::script::formulas::*;
use gainsay::script::occurrences::{Occurrences, free_variables};
use gainsay::script::rewrite::*;
use gainsay::script::*;

/// Replaces the term of the second assertion by that of the third in the first one.
fn check(declarations: &str, formula: &str, from: &str, to: &str, expected: &str) {
    let text = format!(
        "(declare-fun f (Int) Int)(declare-fun p (Int Int) Bool){declarations}\
         (assert {formula})(assert (p {from} 0))(assert (p {to} 0))"
    );
    let mut script = Script::parse(&text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let argument = |at: usize| script.terms.children(roots[at])[0];
    let map = [(argument(1), argument(2))];
    let result = substitute(&mut script.terms, roots[0], &map);
    assert_eq!(Printer::default().term(&script.terms, result), expected);
}

#[test]
fn constants_and_subterms() {
    let constants = "(declare-const a Int)(declare-const b Int)";
    check(constants, "(p a (f a))", "a", "(f b)", "(p (f b) (f (f b)))");
    check(constants, "(p (f a) a)", "(f a)", "a", "(p a a)");
    check(constants, "(p (f (f a)) a)", "(f a)", "a", "(p (f a) a)");
    check(constants, "(p a b)", "7", "a", "(p a b)");
    check(constants, "(p 7 b)", "7", "a", "(p a b)");
}

#[test]
fn a_constant_is_not_captured_by_a_variable_of_its_name() {
    let text = "(declare-fun p (Int Int) Bool)(declare-const a Int)(assert (forall ((x Int)) (p x a)))\
                (declare-const x Int)(assert (p a x))";
    let mut script = Script::parse(text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let (a, x) = (script.terms.children(roots[1])[0], script.terms.children(roots[1])[1]);
    let result = substitute(&mut script.terms, roots[0], &[(a, x)]);
    assert_eq!(Printer::default().term(&script.terms, result), "(forall ((x!1 Int)) (p x!1 x))");
    // The place of `a` in the body.
    let result = replace_at(&mut script.terms, roots[0], &[1, 1], x);
    assert_eq!(Printer::default().term(&script.terms, result), "(forall ((x!2 Int)) (p x!2 x))");
}

#[test]
fn binders_of_one_name_do_not_nest() {
    let text = "(declare-fun p (Int) Bool)(declare-const b Bool)\
                (assert (forall ((x Int)) (or b (p x))))(assert (exists ((x Int)) (p x)))";
    let mut script = Script::parse(text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let b = subterm(&script.terms, roots[0], &[1, 0]).unwrap();
    let expected = "(forall ((x!1 Int)) (or (exists ((x Int)) (p x)) (p x!1)))";
    let mark = script.terms.mark();
    for _ in 0..2 {
        let result = substitute(&mut script.terms, roots[0], &[(b, roots[1])]);
        assert_eq!(Printer::default().term(&script.terms, result), expected);
        script.terms.rollback(mark);
        let result = replace_at(&mut script.terms, roots[0], &[1, 0], roots[1]);
        assert_eq!(Printer::default().term(&script.terms, result), expected);
        script.terms.rollback(mark);
    }
}

#[test]
fn matches_and_definitions() {
    let text = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)\
                (declare-const a Int)(declare-const h Int)\
                (define-fun g ((h Int)) Int (+ h a))\
                (assert (= a (match l ((nil a) ((cons x t) (+ x a))))))(assert (= a (+ h 1)))(assert (= a (g 1)))";
    let mut script = Script::parse(text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let (a, h) = (script.terms.children(roots[1])[0], script.terms.children(roots[1])[1]);
    let mut rewriter = Rewriter::default();
    script.map_terms(|terms, term| rewriter.substitute(terms, term, &[(a, h)]));
    let text = Printer::default().script(&script);
    assert!(
        text.contains("(assert (= (+ h 1) (match l ((nil (+ h 1)) ((cons x t) (+ x (+ h 1)))))))"),
        "{text}"
    );
    let reread = Script::parse(&text).unwrap();
    let defined = reread.terms.decls().find_map(|(_, decl)| match &decl.kind {
        DeclKind::Defined { params, body, .. } => Some((params[0], body.unwrap())),
        _ => None,
    });
    let (param, body) = defined.unwrap();
    let sum = &Printer::default().term(&reread.terms, body);
    let param = Printer::default().term(&reread.terms, param);
    assert_eq!(*sum, format!("(+ {param} (+ h 1))"));
    assert_ne!(param, "h");
}

#[test]
fn deep_terms() {
    const DEPTH: usize = 200_000;
    let mut text = String::from("(declare-const a Int)(assert (> ");
    text += &"(- ".repeat(DEPTH);
    text += "a";
    text += &")".repeat(DEPTH);
    text += " 0))(assert (> a 1))";
    let mut script = Script::parse(&text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let (a, one) = (script.terms.children(roots[1])[0], script.terms.children(roots[1])[1]);
    let result = substitute(&mut script.terms, roots[0], &[(a, one)]);
    let mut places = Occurrences::default();
    places.find(&script.terms, &[result], one);
    let (place, _) = places.nth(&script.terms, 0).unwrap();
    assert_eq!(place.path.len(), DEPTH + 1);
    assert_eq!(replace_at(&mut script.terms, result, &place.path, a), roots[0]);
}

/// What a formula means after a substitution is what it meant for the values of the new terms; and so does its text.
#[test]
fn substitution_means_evaluation() {
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let (mut script, constants) = arena();
        let terms = &mut script.terms;
        let root = formula(terms, &constants, 4 + seed as usize % 20, true, &mut random);
        let new: Vec<Term> =
            (0..2).map(|_| formula(terms, &constants, random.below(5), true, &mut random)).collect();
        let map = [(constants[0], new[0]), (constants[3], new[1])];
        let result = substitute(terms, root, &map);
        let expected: u32 = assignments(&constants)
            .enumerate()
            .map(|(at, values)| {
                let mut inner = values.clone();
                for (from, to) in map {
                    inner.insert(from, truth(&script.terms, to, &mut values.clone()));
                }
                u32::from(truth(&script.terms, root, &mut inner)) << at
            })
            .sum();
        assert_eq!(table(&script.terms, result, &constants), expected, "seed {seed}");
        assert_eq!(table_of_text(&script, result), expected, "seed {seed}");
        assert!(free_variables(&script.terms, result).is_empty());
    }
}

/// A free variable of the root is replaced where it is free, and nothing captures what is put in.
#[test]
fn free_variables_are_substituted() {
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let (mut script, constants) = arena();
        let terms = &mut script.terms;
        let name = terms.symbols.intern("x");
        let x = terms.variable(name, gainsay::theory::sort::Sort::BOOL);
        let name = terms.symbols.intern("y");
        let y = terms.variable(name, gainsay::theory::sort::Sort::BOOL);
        let mut leaves = constants.clone();
        leaves.extend([x, y]);
        // The outer quantifiers of `x` and `y` are taken off again.
        let mut root = formula(terms, &leaves, 4 + seed as usize % 20, true, &mut random);
        for _ in 0..2 {
            if let View::Bind(Binder::Exists, _, body) = terms.view(root) {
                root = body;
            }
        }
        let new = terms.apply("=>", &[y, constants[3]]).unwrap();
        let result = substitute(terms, root, &[(x, new)]);
        let mut open = leaves.clone();
        open.extend(free_variables(terms, root).iter().filter(|variable| !leaves.contains(variable)));
        for values in assignments(&open) {
            let mut inner = values.clone();
            inner.insert(x, truth(terms, new, &mut values.clone()));
            assert_eq!(
                truth(terms, root, &mut inner),
                truth(terms, result, &mut values.clone()),
                "seed {seed}"
            );
        }
    }
}

/// Deep nests of binders, twice the same names: the check for clashes must not look at the whole nest each time.
#[test]
fn deep_binders() {
    const DEPTH: usize = 50_000;
    let nest = |body: &str| {
        let heads: String = (0..DEPTH).map(|at| format!("(forall ((x{at} Bool)) ")).collect();
        format!("(assert {heads}{body}{})", ")".repeat(DEPTH))
    };
    let text = format!("(declare-const p Bool)(declare-const q Bool){}{}", nest("p"), nest("q"));
    let mut script = Script::parse(&text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let constants: Vec<Term> = script.free_constants().iter().map(|constant| constant.0).collect();
    let result = substitute(&mut script.terms, roots[0], &[(constants[0], constants[1])]);
    assert_eq!(result, roots[1]);
}
