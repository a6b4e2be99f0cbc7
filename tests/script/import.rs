use gainsay::script::import::*;
use gainsay::script::*;

fn renaming(prefix: &str) -> Renaming {
    Renaming { prefix: prefix.into(), suffix: String::new() }
}

const EVERYTHING: &str = "(set-logic ALL)
(declare-sort U 0)
(declare-datatypes ((T 1) (E 0)) ((par (X) ((nil) (cons (head X) (tail (T X))))) ((e (u U)))))
(declare-fun f (Int U) U)
(declare-const l (T Int))
(declare-const c U)
(define-fun g ((x Int) (y U)) U (f x (f 0 y)))
(define-fun-rec h ((n Int)) Int (ite (< n 0) 0 (h (- n 1))))
(assert (! (= (g 1 c) (u (e c))) :named name))
(assert (=> name (forall ((x Int)) (! (= c (f x c)) :pattern ((f x c))))))
(assert (match l ((nil true) ((cons k t) (and ((_ is cons) t) (= k (h (head t))))))))
(assert (= (select ((as const (Array Int (T Int))) (as nil (T Int))) 3) l))
(check-sat-assuming (name))
";

#[test]
fn a_script_under_other_names() {
    let script = Script::parse(EVERYTHING).unwrap();
    let before = Printer::default().script(&script);
    let copy = script.renamed(Renaming::default());
    assert_eq!(Printer::default().script(&copy), before);
    let renamed = script.renamed(renaming("a_"));
    let text = Printer::default().script(&renamed);
    for name in ["a_U", "a_T", "a_nil", "a_cons", "a_head", "a_f", "a_l", "a_g", "a_h", "a_name"] {
        assert!(text.contains(name), "{name} in {text}");
    }
    assert_eq!(text.replace("a_", ""), before);
    assert!(Script::parse(&text).is_ok(), "{text}");
}

#[test]
fn two_scripts_become_one() {
    let mut script = Script::parse(EVERYTHING).unwrap();
    let other = Script::parse(EVERYTHING).unwrap();
    script.append(&other, Renaming::default(), |command| !matches!(command, Command::SetLogic(_)));
    let text = Printer::default().script(&script);
    let again = Script::parse(&text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    assert_eq!(Printer::default().script(&again), text);
    assert_eq!(again.assertions().count(), 8);
    // Nothing is shared: every name is there twice.
    assert!(text.contains("(declare-fun f!"), "{text}");
}

#[test]
fn a_new_name_means_nothing_else_in_the_source() {
    let mut script = Script::parse("(declare-const x Int)").unwrap();
    let other = Script::parse(
        "(declare-const x Int)(declare-fun p (Int Int) Bool)(assert (forall ((x!1 Int)) (p x x!1)))",
    )
    .unwrap();
    script.append(&other, Renaming::default(), |_| true);
    let text = Printer::default().script(&script);
    assert!(text.ends_with("(assert (forall ((x!1 Int)) (p x!2 x!1)))\n"), "{text}");
}

#[test]
fn only_what_is_used_comes_over() {
    let other = Script::parse(EVERYTHING).unwrap();
    let root = other.assertions().nth(1).unwrap();
    let mut script = Script::parse("(declare-const c Int)").unwrap();
    let mut import = Import::new(&script, Renaming::default());
    let commands = import.declarations_of(&other, &mut script.terms, &[root]);
    script.commands.extend(commands);
    let term = import.term(&other.terms, &mut script.terms, root);
    script.commands.push(Command::Assert(term));
    let text = Printer::default().script(&script);
    assert!(!text.contains("define-fun-rec"), "{text}");
    assert!(text.contains("(define-fun name () Bool (= (g 1 c!"), "{text}");
    let again = Script::parse(&text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    assert_eq!(Printer::default().script(&again), text);
}

#[test]
fn terms_can_be_identified() {
    let other = Script::parse("(declare-const x Int)(declare-const y Int)(assert (< x y))").unwrap();
    let root = other.assertions().next().unwrap();
    let mut script = Script::parse("(declare-const z Int)(assert (= z 1))").unwrap();
    let z = script.terms.children(script.assertions().next().unwrap())[0];
    let mut import = Import::new(&script, Renaming::default());
    import.identify(other.terms.children(root)[0], z);
    let term = import.term(&other.terms, &mut script.terms, root);
    assert_eq!(Printer::default().term(&script.terms, term), "(< z y)");
}

#[test]
fn a_function_named_like_an_operator_in_use_is_renamed() {
    let other = Script::parse("(declare-const pi Real)(assert (> pi 3.0))").unwrap();
    let mut plain = Script::parse("(declare-const x Real)").unwrap();
    plain.append(&other, Renaming::default(), |_| true);
    assert!(Printer::default().script(&plain).ends_with("(assert (> pi 3.0))\n"));
    let mut uses = Script::parse("(declare-const x Real)(assert (< x real.pi))").unwrap();
    uses.append(&other, Renaming::default(), |_| true);
    assert!(Printer::default().script(&uses).ends_with("(assert (> pi!1 3.0))\n"));
}

#[test]
fn bound_variables_hide_nothing_of_the_target() {
    let mut target = Script::parse("(declare-const k Int)(assert (> k 0))").unwrap();
    let source =
        Script::parse("(define-fun g ((k Int)) Int (+ k 1))(assert (forall ((k Int)) (> (g k) k)))").unwrap();
    target.append(&source, Renaming::default(), |_| true);
    let printed = Printer::default().script(&target);
    assert_eq!(Printer::default().script(&Script::parse(&printed).unwrap()), printed);
}
