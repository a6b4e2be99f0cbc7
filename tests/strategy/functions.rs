//! Functions that are recursive or values: tests with them are right, and real solvers agree.

use crate::support::{cpu_seconds, real};
use gainsay::consult::{Consultation, consult};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::judge;
use gainsay::rng::Rng;
use gainsay::script::{Printer, Script};
use gainsay::solver::Solver;
use gainsay::strategy::{Inputs, Steps, strategy};

fn made(name: &str, count: u64) -> Vec<Test> {
    let make = |unit: u64| {
        let inputs = Inputs::of_size(1 + (unit % 10) as u32);
        strategy(name).unwrap().make(&inputs, &mut Rng::of_unit(5, unit), &mut Steps::default()).ok()
    };
    (0..count).filter_map(make).collect()
}

#[test]
fn they_are_well_made_and_mostly_with_an_answer() {
    for (name, wanted) in
        [("recursion", ["(define-fun-rec ", "(define-funs-rec "]), ("lambdas", ["(lambda (", "(h "])]
    {
        let tests = made(name, 200);
        assert!(tests.len() > 120, "{name}: {}", tests.len());
        let (mut witnessed, mut tried) = (0, 0);
        let mut seen = [0; 2];
        for test in &tests {
            let text = Printer::default().script(test.script());
            let again = Script::parse(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
            assert!(again.is_fully_sorted() && again.is_understood(), "{text}");
            assert_eq!(Printer::default().script(&again), text);
            witnessed += usize::from(matches!(test.evidence(), Evidence::Witness(_)));
            tried += usize::from(matches!(test.evidence(), Evidence::Exhausted(_)));
            seen.iter_mut().zip(wanted).for_each(|(count, word)| *count += usize::from(text.contains(word)));
        }
        assert!(
            witnessed * 2 > tests.len() && seen.iter().all(|&count| count > 5),
            "{name}: {witnessed} {seen:?}"
        );
        // Without a call that is known by itself, values are too many to be tried.
        assert!(tried > 0, "{name}");
    }
}

#[test]
fn solvers_that_are_right_are_not_accused() {
    let solvers: [Solver; 2] = ["z3@5.4.0", "cvc5@1.4.2"].map(real);
    let limits = cpu_seconds(1.0);
    let how = Consultation { limits, cores: false, other_seed: None, keep_options: true };
    for name in ["recursion", "lambdas"] {
        let mut answered = 0;
        for test in made(name, 24) {
            let testimonies = consult(test.script(), &solvers, &how).unwrap();
            let verdict = judge(&test, &testimonies);
            let text = Printer::default().script(test.script());
            assert!(verdict.alarms.is_empty(), "{:?}\n{text}", verdict.alarms);
            let accused = verdict.findings.iter().find(|finding| finding.kind.row().rests_on.is_meaning());
            assert!(accused.is_none(), "{accused:?}\n{text}");
            answered += testimonies.iter().filter(|said| said.answer.outcome.is_decided()).count();
        }
        assert!(answered > 16, "{name}: {answered}");
    }
}
