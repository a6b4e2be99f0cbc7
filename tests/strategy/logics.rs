//! Tests stay within the logic that they declare. Ours is one opinion of what a logic has; these are those of solvers that mind.

use crate::strategy::makers::{MAKERS, tests};
use crate::strategy::seeds::seeds;
use crate::support::{cpu_seconds, real};
use gainsay::answer::Outcome;
use gainsay::consult::{Request, unsupported};
use gainsay::rng::Rng;
use gainsay::script::{Command, EVERYTHING, Names, Printer, Script};
use gainsay::seeds::{InMemory, Library, SeedCache};
use gainsay::solver::{Session, SessionConfig, Solver};
use gainsay::strategy::{Form, Inputs, Seed, Steps, strategies};
use std::sync::Arc;

/// Whether they take a script shows before they work on it, so they are kept from that.
const STRICT: [&str; 4] = [
    "cvc5@1.4.2 --rlimit-per=1000 --strings-exp --fp-exp --arrays-exp",
    "yices@2.6.5",
    "z3@5.4.0 rlimit=10000",
    "bitwuzla@0.9.1 --time-limit-per=20",
];

/// What is not about a logic, although the logic without limits makes a difference: a piece of the message, and why.
const OTHER_REASONS: [(&str, &str); 3] = [
    ("expected a value", "constant arrays, which no logic has, are those of values to cvc5 in most logics"),
    ("resource limit", "z3 may come to its limit where it reads, and in one logic sooner than in another"),
    ("quantifier nesting", "yices decides problems of one alternation only, and finds out in some logics"),
];

/// What a solver says about logics.
struct Strict {
    solver: Solver,
    session: Session,
    names: Names,
    taken: usize,
}

impl Strict {
    fn new(name: &str) -> Strict {
        let solver = real(name);
        let session = Session::new(solver.clone(), SessionConfig::default());
        Strict { solver, session, names: Names::default(), taken: 0 }
    }

    fn all() -> [Strict; STRICT.len()] {
        STRICT.map(Strict::new)
    }

    /// Why it does not take a script, if it does not.
    fn rejection(&mut self, script: &Script) -> Option<String> {
        let (question, limits) = (Request::new(script, false), cpu_seconds(0.5));
        let asked = question.ask_through(&self.solver, &mut self.session, &mut self.names, &limits);
        match asked.unwrap().outcome {
            Outcome::Rejected(why) => Some(why),
            _ => None,
        }
    }

    /// Why it does not take a script for one of its logic, if it does not: it says so, or takes it for one without limits.
    fn objection(&mut self, script: &Script) -> Option<String> {
        let Some(why) = self.rejection(script) else {
            self.taken += 1;
            return None;
        };
        let mut free = script.clone();
        let everything = free.terms.symbols.intern(EVERYTHING);
        let logics = free.commands.iter_mut().filter(|command| matches!(command, Command::SetLogic(_)));
        logics.for_each(|command| *command = Command::SetLogic(everything));
        let says_so = why.contains("logic") || why.contains("linear");
        let is_about_logic = says_so || self.rejection(&free).is_none();
        let is_other = OTHER_REASONS.iter().any(|(piece, _)| why.contains(piece));
        (is_about_logic && !is_other).then_some(why)
    }
}

/// Puts scripts with a logic to all that know it.
fn assert_no_objection(origin: &str, script: &Script, strict: &mut [Strict]) {
    if script.logic().is_none() {
        return;
    }
    let usage = script.usage();
    for judge in strict {
        // What its profile says about formats and constant arrays goes for it without the options above.
        let is_foreign = unsupported(&judge.solver, script.logic(), &usage).is_some();
        if is_foreign && judge.solver.name != "cvc5" {
            continue;
        }
        if let Some(why) = judge.objection(script) {
            let text = Printer::default().script(script);
            panic!("{} about a test of {origin}: {why}\n{text}", judge.solver.label());
        }
    }
}

#[test]
fn tests_from_nothing_are_of_their_logic() {
    let mut strict = Strict::all();
    for (name, maker) in MAKERS {
        for form in Form::ALL {
            for test in tests(maker, form, 20) {
                assert_no_objection(name, test.script(), &mut strict);
            }
        }
    }
    let taken: Vec<usize> = strict.iter().map(|judge| judge.taken).collect();
    assert!(taken.iter().all(|&taken| taken >= 20) && taken[0] >= 200, "{taken:?}");
}

#[test]
fn tests_from_seeds_are_of_their_logic() {
    let library = Library::builtin();
    let count = library.len();
    let cache = SeedCache::new(library, Vec::new(), cpu_seconds(10.0), Arc::new(InMemory::default()));
    let pool: Vec<Arc<Seed>> = seeds().into_iter().chain((0..count).flat_map(|at| cache.get(at))).collect();
    let mut strict = Strict::all();
    let (mut made, mut moved) = (0, 0);
    for strategy in strategies().iter().filter(|strategy| strategy.needs_seeds()) {
        for unit in 0..40 {
            let mut rng = Rng::of_unit(21, unit);
            let main = rng.pick(&pool).clone();
            let others = (0..3).map(|_| rng.pick(&pool).clone()).collect();
            let inputs = Inputs::new(main.clone(), others);
            let Ok(test) = strategy.make(&inputs, &mut rng, &mut Steps::default()) else { continue };
            made += 1;
            moved += usize::from(test.script().logic() != main.script.logic());
            assert_no_objection(strategy.name(), test.script(), &mut strict);
        }
    }
    let taken: Vec<usize> = strict.iter().map(|judge| judge.taken).collect();
    assert!(made >= 120 && moved >= 20, "{made} made, {moved} of them with another logic than their seed");
    assert!(taken.iter().all(|&taken| taken >= 20) && taken[0] >= 100, "{taken:?}");
}

/// What is easily taken for less than it needs.
const CORNERS: [&str; 34] = [
    "(= (mod x 0) 1)",
    "(= (div x 2 0) 1)",
    "(= (mod x (- 3)) 1)",
    "(= (div x 2 3) (abs x))",
    "(= (* 2 3 x) 1)",
    "(= (* (- 2) x) 1)",
    "(= (* (+ 1 1) x) 1)",
    "(= (* (* 2 3) x) 1)",
    "(= (* x 0 x) 1)",
    "((_ divisible 3) x)",
    "(= (/ r 0.0) 1.0)",
    "(= (/ r 2 3) 1.0)",
    "(= (/ 1.0 0.0) r)",
    "(= (* (- (/ 1 3)) r) 1.0)",
    "(= (* (/ 1.0 (- 3.0)) r) 1.0)",
    "(is_int r)",
    "(= (to_int r) 1)",
    "(= (to_real x) 1.0)",
    "(= (to_real 2) r)",
    "(fp.lt f ((_ to_fp 8 24) RNE 0.5))",
    "(fp.lt f ((_ to_fp 8 24) RNE (/ 1 3)))",
    "(fp.lt f ((_ to_fp 8 24) RNE (- 0.5)))",
    "(fp.lt f ((_ to_fp 8 24) RNE (/ 1.0 0.0)))",
    "(fp.lt f ((_ to_fp 8 24) #x3f800000))",
    "(fp.lt f ((_ to_fp 8 24) RNE b))",
    "(= (fp.to_real f) r)",
    "(= s (str.at s 0))",
    "(= s (str.at s (- 1)))",
    "(= (str.len s) 1)",
    "(str.in_re s ((_ re.loop 1 2) (str.to_re \"a\")))",
    "(> (ubv_to_int b) 3)",
    "(= (select a 1) (select a x))",
    "(exists ((y Int)) (= (mod y 2) x))",
    "(forall ((c (_ BitVec 3))) (bvule c ((_ extract 2 0) b)))",
];

/// Declares what a term uses.
fn script_of(term: &str) -> Script {
    let sorts = [
        ("x", "Int"),
        ("r", "Real"),
        ("f", "Float32"),
        ("b", "(_ BitVec 8)"),
        ("s", "String"),
        ("a", "(Array Int Int)"),
    ];
    let words: Vec<&str> = term.split(['(', ')', ' ']).collect();
    let used = sorts.iter().filter(|(name, _)| words.contains(name));
    let declared: String = used.map(|(name, sort)| format!("(declare-const {name} {sort})")).collect();
    let logic = Script::parse(&format!("{declared}(assert {term})")).unwrap().needed_logic();
    Script::parse(&format!("(set-logic {logic}){declared}(assert {term})")).unwrap()
}

#[test]
fn corners_are_of_the_logic_that_we_say_they_need() {
    let mut strict = Strict::all();
    for term in CORNERS {
        assert_no_objection("ours", &script_of(term), &mut strict);
    }
}

/// Otherwise nothing above says anything.
#[test]
fn strict_solvers_mind() {
    let [mut cvc5, mut yices, mut z3, mut bitwuzla] = Strict::all();
    let outside = |logic: &str, term: &str| {
        let mut script = script_of(term);
        let logic = script.terms.symbols.intern(logic);
        script.commands[0] = Command::SetLogic(logic);
        script
    };
    assert!(cvc5.objection(&outside("QF_LIA", "(= (mod x 0) 1)")).is_some());
    assert!(cvc5.objection(&outside("QF_LRA", "(is_int r)")).is_some());
    assert!(cvc5.objection(&outside("QF_FP", "(fp.lt f ((_ to_fp 8 24) RNE (/ 1 3)))")).is_some());
    assert!(cvc5.objection(&outside("QF_BV", "(forall ((x Bool)) x)")).is_some());
    assert!(yices.objection(&outside("QF_LIA", "(= (mod x 0) 1)")).is_some());
    assert!(yices.objection(&outside("QF_LIA", "(= (* x x) 2)")).is_some());
    assert!(z3.objection(&outside("QF_LIA", "(= (* x x) 2)")).is_some());
    assert!(bitwuzla.objection(&outside("QF_BV", "(fp.isNaN f)")).is_some());
}
