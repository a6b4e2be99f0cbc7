//! The seeds that come with the program: what they say about themselves is true.

use crate::support::{cpu_seconds, real};
use gainsay::answer::{Outcome, Status};
use gainsay::evidence::Evidence;
use gainsay::script::{Command, Features, Printer, Script};
use gainsay::seeds::{InMemory, LOGICS, Library, SeedCache, Shipped, shipped};
use gainsay::solver::{Ask, Session, SessionConfig};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const LOGICS_WANTED: [&str; 19] = [
    "QF_LIA", "QF_LRA", "QF_NIA", "QF_NRA", "LIA", "LRA", "NRA", "QF_S", "QF_SLIA", "QF_BV", "QF_ABV",
    "QF_FP", "QF_BVFP", "QF_AX", "QF_UF", "QF_UFLIA", "QF_DT", "BV", "UF",
];

#[test]
fn every_logic_has_ten_of_each_status() {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for seed in shipped() {
        *counts.entry((seed.logic, seed.status())).or_default() += 1;
    }
    for logic in LOGICS_WANTED {
        for status in ["sat", "unsat"] {
            let count = counts.get(&(logic, status)).copied().unwrap_or(0);
            assert!(count >= 10, "{logic} has {count} {status} seeds");
        }
    }
    assert_eq!(counts.len(), 2 * LOGICS_WANTED.len());
}

#[test]
fn nothing_of_the_files_is_lost() {
    for (logic, file) in LOGICS {
        let mut rest = file.to_owned();
        for seed in shipped().iter().filter(|seed| seed.logic == logic) {
            let whole = format!("\n; {} {}\n{}\n", seed.status(), seed.number, seed.text);
            assert!(rest.contains(&whole), "{}", seed.origin());
            rest = rest.replacen(&whole, "", 1);
        }
        assert_eq!(rest.lines().count(), 1, "{logic}: {rest}");
    }
}

#[test]
fn each_is_well_formed_and_like_no_other() {
    let mut texts = BTreeSet::new();
    for seed in shipped() {
        let script =
            Script::parse(seed.text).unwrap_or_else(|problem| panic!("{}: {problem}", seed.origin()));
        assert!(script.is_fully_sorted() && script.is_understood(), "{}", seed.origin());
        assert_eq!(script.logic(), Some(seed.logic), "{}", seed.origin());
        assert_eq!(script.info(":status"), Some(seed.status()), "{}", seed.origin());
        assert_eq!(script.questions().len(), 1, "{}", seed.origin());
        let (offered, used) = (Features::of_logic(seed.logic).unwrap(), script.usage().features);
        assert!(offered.contains(used), "{} needs {}", seed.origin(), script.needed_logic());
        assert!(!script.free_constants().is_empty(), "{}", seed.origin());
        let mut bare = script.clone();
        bare.commands.retain(|command| !matches!(command, Command::Comment(_) | Command::SetInfo { .. }));
        bare.commands.remove(0);
        assert!(texts.insert(Printer::default().script(&bare)), "{} is there twice", seed.origin());
    }
}

#[test]
fn nobody_need_be_asked_about_them() {
    let library = Library::builtin();
    assert_eq!(library.len(), shipped().len());
    let cache = SeedCache::new(library, Vec::new(), cpu_seconds(10.0), Arc::new(InMemory::default()));
    for (number, seed) in shipped().iter().enumerate() {
        let origin = cache.library().origin(number);
        assert_eq!(origin, seed.origin());
        let siblings = cache.library().siblings(number);
        assert!(siblings.contains(&number) && siblings.len() >= 10, "{origin}: {siblings:?}");
        let prepared = cache.get(number).unwrap_or_else(|unusable| panic!("{origin}: {unusable}"));
        assert_eq!(prepared.evidence.answer(), seed.answer, "{origin}");
        assert_eq!(matches!(prepared.evidence, Evidence::Witness(_)), seed.answer == Status::Sat, "{origin}");
    }
    let counts = cache.counts();
    assert_eq!(
        (counts.sat + counts.unsat, counts.unknown.len(), counts.unusable.len()),
        (shipped().len(), 0, 0)
    );
}

#[test]
fn a_logic_can_be_chosen() {
    let chosen = |logics: &[&str]| {
        Library::builtin().with_logics(&logics.iter().map(|&logic| logic.to_owned()).collect::<Vec<_>>())
    };
    let two = chosen(&["QF_S", "BV"]).unwrap();
    let wanted = shipped().iter().filter(|seed| ["QF_S", "BV"].contains(&seed.logic)).count();
    assert_eq!(two.len(), wanted);
    assert!((0..two.len()).all(|number| two.load(number).is_ok()));
    assert!(chosen(&["QF_XYZ"]).unwrap_err().to_string().contains("there are seeds for QF_LIA"));
}

/// Two of four solvers, each in one process for all of them.
#[test]
fn two_solvers_confirm_every_status() {
    let mut open: Vec<(&Shipped, usize)> = shipped().iter().map(|seed| (seed, 0)).collect();
    for name in ["z3@5.4.0", "cvc5@1.4.2", "bitwuzla", "yices"] {
        let mut session = Session::new(real(name), SessionConfig::default());
        for (seed, confirmed) in open.iter_mut().filter(|(_, confirmed)| *confirmed < 2) {
            let answer = session.ask(seed.text, &cpu_seconds(2.0)).unwrap();
            match (&answer.outcome, seed.answer) {
                (Outcome::Sat, Status::Sat) | (Outcome::Unsat, Status::Unsat) => *confirmed += 1,
                (Outcome::Sat | Outcome::Unsat, _) => {
                    panic!("{name}: {} for {}", answer.outcome.word(), seed.origin())
                }
                _ => {}
            }
        }
    }
    let unconfirmed: Vec<String> =
        open.iter().filter(|(_, confirmed)| *confirmed < 2).map(|(seed, _)| seed.origin()).collect();
    assert!(unconfirmed.is_empty(), "{unconfirmed:?}");
}
