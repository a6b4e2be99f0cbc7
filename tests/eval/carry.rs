//! Models that are carried into the arena of another script.

use gainsay::eval::{Model, PartialFunction, Rejection, Witness, read_model};
use gainsay::script::import::Renaming;
use gainsay::script::{Printer, Script};
use gainsay::theory::sort::Sort;
use gainsay::value::{Size, Value};

/// Declares what the carried script declares too, in another order and with other meanings.
const TARGET: &str =
    "(declare-datatype Colour ((green (shade Int)) (red)))(declare-sort U 0)(declare-const x Int)
    (declare-const c Colour)(declare-fun f (Int) Int)(assert (= x 1))";

/// Whether the model of a script is a witness of the script's copy at the end of another one.
fn carried(text: &str, model: &str) -> Result<(), Rejection> {
    let mut source = Script::parse(text).unwrap();
    let read = read_model(&mut source, model).unwrap();
    assert!(read.misunderstood.is_empty(), "{:?}", read.misunderstood);
    Witness::check(&source.question(), read.model.clone()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut target = Script::parse(TARGET).unwrap();
    let mut own = read_model(&mut target, "((define-fun x () Int 1))").unwrap().model;
    let mut import = target.append(&source, Renaming::default(), |_| true);
    let model: Model = read.model.imported(&mut import, &source.terms, &mut target.terms).unwrap();
    own.absorb(model).unwrap();
    let again = Script::parse(&Printer::default().script(&target)).unwrap();
    assert_eq!(Printer::default().script(&again), Printer::default().script(&target));
    Witness::check(&target.question(), own).map(|_| ())
}

#[test]
fn values_mean_the_same_in_another_arena() {
    for (text, model) in [
        ("(declare-const x Int)(assert (= x (- 5)))", "((define-fun x () Int (- 5)))"),
        (
            "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-fun f (U) U)
             (assert (distinct a b))(assert (= (f a) b))(assert (= (f b) a))(assert (forall ((x U)) (or (= x a) (= x b))))",
            "(\n; cardinality of U is 2\n; rep: (as @0 U)\n; rep: (as @1 U)\n
              (define-fun a () U (as @1 U))(define-fun b () U (as @0 U))
              (define-fun f ((x U)) U (ite (= (as @0 U) x) (as @1 U) (as @0 U))))",
        ),
        (
            "(declare-datatype Colour ((red) (green (shade Int))))(declare-const c Colour)
             (declare-const m (Array Colour Int))(declare-const n (Array Colour Int))
             (assert (= (shade c) 3))(assert (= (select m red) 1))(assert (= (select m c) 2))(assert (= (select m (green 0)) 7))
             (assert (= n (store m c 7)))",
            "((define-fun c () Colour (green 3))
              (define-fun m () (Array Colour Int)
                (store (store ((as const (Array Colour Int)) 7) red 1) (green 3) 2))
              (define-fun n () (Array Colour Int) (store ((as const (Array Colour Int)) 7) red 1)))",
        ),
        (
            "(declare-fun f (Int) Int)(declare-fun g (Int Int) Int)(assert (= (f 3) 7))(assert (= (f 10) 21))
             (assert (= (g 2 5) (+ (f 2) 5)))",
            "((define-fun f ((k Int)) Int (+ (* 2 k) 1))(define-fun g ((k Int) (x Int)) Int (+ (f k) x)))",
        ),
        (
            "(declare-const s (Seq Int))(declare-const r Real)(assert (= (seq.len s) 2))(assert (= (div 7 0) 4))(assert (< r 0.0))",
            "((define-fun s () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2)))(define-fun r () Real (- 0.5))
              (define-fun div0 ((k Int) (l Int)) Int 4))",
        ),
    ] {
        if let Err(error) = carried(text, model) {
            panic!("{text}: {error}");
        }
    }
}

#[test]
fn what_selectors_are_elsewhere_is_carried_too() {
    let text = "(declare-datatype Colour ((red) (green (shade Int))))(assert (= (shade red) 9))";
    let source = Script::parse(text).unwrap();
    let terms = &source.terms;
    let (selector, declared) =
        terms.decls().find(|(_, decl)| terms.symbols.name(decl.name) == "shade").unwrap();
    let argument = declared.arg_sorts().unwrap()[0];
    let nine = Value::table(1, Size::Large, Value::int(9), Vec::new()).unwrap();
    let mut model = Model::default();
    model.set_partial(terms, PartialFunction::Selector { selector, argument }, Sort::INT, nine).unwrap();
    Witness::check(&source.question(), model.clone()).unwrap();
    let mut target = Script::parse(TARGET).unwrap();
    let mut own = read_model(&mut target, "((define-fun x () Int 1))").unwrap().model;
    let mut import = target.append(&source, Renaming::default(), |_| true);
    own.absorb(model.imported(&mut import, terms, &mut target.terms).unwrap()).unwrap();
    Witness::check(&target.question(), own).unwrap();
}

#[test]
fn models_that_disagree_about_what_is_open_do_not_go_together() {
    let mut script = Script::parse("(declare-const x Int)(assert (= (div x 0) 5))").unwrap();
    let mut read = |text: &str| read_model(&mut script, text).unwrap().model;
    let five = read("((define-fun x () Int 1)(define-fun div0 ((k Int) (l Int)) Int 5))");
    let six = read("((define-fun x () Int 1)(define-fun div0 ((k Int) (l Int)) Int 6))");
    assert!(five.clone().absorb(six).is_err());
    assert!(five.clone().absorb(five).is_ok());
}
