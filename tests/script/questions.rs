//! The questions of a script, each by itself.

use gainsay::script::{Command, Printer, Script, question_lines};

fn check(script: &str, expected: &[&str]) {
    let questions = Script::read(script).questions();
    let texts: Vec<String> =
        questions.iter().map(|question| Printer::default().script(question).replace('\n', "")).collect();
    assert_eq!(texts, expected);
    let first = Script::read(script).first_question().map(|question| Printer::default().script(&question));
    assert_eq!(first.map(|text| text.replace('\n', "")).as_deref(), expected.first().copied());
    let last = Printer::default().script(&Script::read(script).question()).replace('\n', "");
    assert_eq!(Some(last.as_str()), expected.last().copied());
}

#[test]
fn each_question_has_what_is_in_force() {
    check(
        "(set-logic QF_LIA)(declare-const x Int)(push 1)(assert (> x 0))(check-sat)(pop 1)(assert (< x 0))
         (check-sat-assuming ((= x 1)))(get-model)",
        &[
            "(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))(check-sat)",
            "(set-logic QF_LIA)(declare-const x Int)(assert (< x 0))(assert (= x 1))(check-sat)(get-model)",
        ],
    );
}

#[test]
fn global_declarations_outlive_a_pop() {
    check(
        "(set-option :global-declarations true)(push 1)(declare-const x Int)(assert (> x 0))(pop 1)
         (assert (< x 0))(check-sat)",
        &["(set-option :global-declarations true)(declare-const x Int)(assert (< x 0))(check-sat)"],
    );
}

#[test]
fn nothing_is_asked_after_an_exit() {
    check(
        "(declare-const x Int)(check-sat)(exit)(assert (> x 0))(check-sat)",
        &["(declare-const x Int)(check-sat)"],
    );
}

#[test]
fn what_is_asserted_behind_the_question_is_not_asked() {
    for text in [
        "(declare-const p Bool)(assert p)(check-sat)(assert false)",
        "(declare-const p Bool)(assert p)(exit)(assert false)(check-sat)",
    ] {
        let script = Script::read(text);
        let flat = Printer::default().script(&script.question()).replace('\n', "");
        assert_eq!(flat, "(declare-const p Bool)(assert p)(check-sat)", "{text}");
    }
}

#[test]
fn what_asks_nothing_is_asked_at_its_end() {
    let text = "(declare-const p Bool)(push 1)(assert p)(pop 1)(assert (not p))";
    let last = Printer::default().script(&Script::read(text).question()).replace('\n', "");
    assert_eq!(last, "(declare-const p Bool)(assert (not p))(check-sat)");
}

#[test]
fn a_reset_forgets_everything() {
    check("(declare-const x Int)(assert (> x 0))(reset)(check-sat)", &["(check-sat)"]);
}

/// Nobody knows what they assert, forget or ask.
#[test]
fn commands_that_are_not_understood_are_part_of_every_question() {
    let before = "(declare-const x Int)(push 1)(assert (= x 2))(check-sat)(pop 1)(assert (= x 1))";
    for strange in ["(check-sat-using)", "(block-model :some)", "(declare-heap (Int Int))"] {
        for script in [format!("{before}{strange}(get-model)"), format!("{strange}{before}(check-sat)")] {
            let script = Script::read(&script);
            let questions =
                [script.questions(), vec![script.question(), script.first_question().unwrap()]].concat();
            assert!(questions.len() > 2);
            assert!(questions.iter().all(|question| !question.is_understood()), "{strange}");
        }
    }
}

#[test]
fn a_tactic_makes_no_other_question() {
    let text = "(declare-const p Bool)(assert p)(check-sat-using (then simplify smt))";
    check(text, &["(declare-const p Bool)(assert p)(check-sat)"]);
    assert_eq!(Printer::default().script(&Script::parse(text).unwrap()).replace('\n', ""), text);
    assert_eq!(question_lines(text), [1]);
    let commented = text.replace("smt))", "; first\nsmt) ; last\n)");
    let printed = Printer::default().script(&Script::parse(&commented).unwrap());
    assert!(printed.ends_with("(check-sat-using (then simplify ; first\nsmt))\n"), "{printed}");
}

#[test]
fn questions_have_numbers_and_lines() {
    let text = "; (check-sat)\n(declare-const |(check-sat)| Bool)\n(check-sat)\n(push 1) (check-sat-assuming (\n|(check-sat)|))\n\
        (echo \"(check-sat)\")(pop 1)\n  ( check-sat )\n(exit)\n(check-sat)\n";
    assert_eq!(question_lines(text), [3, 4, 7]);
    let script = Script::read(text);
    assert_eq!(script.count_questions(), 3);
    let first = script.up_to_question(1).unwrap();
    assert_eq!((first.count_questions(), first.commands.last()), (1, Some(&Command::CheckSat)));
    assert!(script.up_to_question(0).is_none() && script.up_to_question(4).is_none());
    assert_eq!(question_lines("(check-sat"), [1]);
    assert!(question_lines("").is_empty() && question_lines(")))(").is_empty());
}
