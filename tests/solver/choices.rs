//! The options that releases offer by their own account.

use crate::support::real;
use gainsay::solver::{Choice, ListForm, OfferKind, read_offers};

fn find<'a>(choices: &'a [Choice], name: &str) -> Option<&'a Choice> {
    choices.iter().find(|choice| choice.name == name)
}

/// The arguments of an option that is offered and safe.
fn safe<'a>(choices: &'a [Choice], name: &str) -> &'a [String] {
    let choice = find(choices, name).unwrap_or_else(|| panic!("{name} is not offered"));
    assert!(choice.is_safe, "{choice:?}");
    &choice.arguments
}

fn offers_none(choices: &[Choice], names: &[&str]) {
    for name in names {
        assert_eq!(find(choices, name), None);
    }
}

#[test]
fn z3_offers_its_parameters_and_tactics() {
    let choices = real("z3@5.4.0").choices();
    assert_eq!(safe(&choices, "rewriter.flat"), ["rewriter.flat=false"]);
    assert!(safe(&choices, "sat.restart").contains(&"sat.restart=luby".to_owned()));
    let solvers = safe(&choices, "smt.arith.solver");
    assert!(solvers.contains(&"smt.arith.solver=2".to_owned()), "{solvers:?}");
    assert!(!solvers.contains(&"smt.arith.solver=0".to_owned()), "{solvers:?}");
    let tactics = safe(&choices, "tactic.default_tactic");
    assert!(tactics.contains(&"tactic.default_tactic=(then solve-eqs smt)".to_owned()), "{tactics:?}");
    assert!(!tactics.iter().any(|tactic| tactic.contains("add-bounds")), "it only approximates");
    // Neither the seed nor the number of threads changes what is right.
    assert!(safe(&choices, "smt.random_seed").contains(&"smt.random_seed=1".to_owned()));
    assert_eq!(safe(&choices, "parallel.enable"), ["parallel.enable=true"]);
    // It says itself that this one is not ready.
    assert!(!find(&choices, "sat.euf").unwrap().is_safe);
    let meaning = [
        "rewriter.hi_div0",
        "rewriter.hi_fp_unspecified",
        "smt.arith.ignore_int",
        "algebraic.zero_accuracy",
        "opt.priority",
        "encoding",
    ];
    offers_none(&choices, &meaning);
    offers_none(
        &choices,
        &[
            "timeout",
            "rlimit",
            "parallel.threads.max",
            "model",
            "proof",
            "pp.decimal",
            "smt.max_conflicts",
            "memory_max_size",
        ],
    );
    // An older release has other ones.
    let before = real("z3@4.8.7").choices();
    assert!(find(&choices, "lp.dio").is_some() && find(&before, "lp.dio").is_none());
    assert_eq!(safe(&before, "rewriter.flat"), ["rewriter.flat=false"]);
}

#[test]
fn modules_of_python_offer_their_options() {
    let cvc5 = real("cvc5").choices();
    assert_eq!(safe(&cvc5, "--bv-solver"), ["--bv-solver=bitblast-internal"]);
    assert_eq!(safe(&cvc5, "--nl-cov"), ["--nl-cov=false"]);
    assert!(safe(&cvc5, "--seed").contains(&"--seed=1".to_owned()));
    // For experts.
    assert!(!find(&cvc5, "--fmf-fun").unwrap().is_safe);
    offers_none(
        &cvc5,
        &["--tlimit", "--rlimit", "--produce-models", "--force-logic", "--sygus", "--solve-real-as-int"],
    );
    // Fewer characters, data that contain themselves, answers of cubes, functions that are taken on trust.
    offers_none(
        &cvc5,
        &["--strings-alpha-card", "--dt-cyclic", "--compute-partitions", "--quant-fun-wd", "--use-portfolio"],
    );
    let trusted = "--fmf-mbqi=trust".to_owned();
    assert!(find(&cvc5, "--fmf-mbqi").is_some_and(|choice| !choice.arguments.contains(&trusted)));
    let bitwuzla = real("bitwuzla").choices();
    assert!(safe(&bitwuzla, "--rewrite-level").contains(&"--rewrite-level=0".to_owned()));
    assert_eq!(safe(&bitwuzla, "--preprocess"), ["--preprocess=false"]);
    offers_none(&bitwuzla, &["--write-cnf", "--time-limit-per", "--produce-models"]);
}

#[test]
fn a_page_of_help_is_a_list() {
    let yices = real("yices").choices();
    assert_eq!(safe(&yices, "--mcsat"), ["--mcsat"]);
    assert_eq!(safe(&yices, "--ematch-term-mode"), ["--ematch-term-mode=random", "--ematch-term-mode=all"]);
    offers_none(&yices, &["--help", "--dimacs", "--timeout", "--nthreads", "--incremental"]);
}

#[test]
fn lists_are_read_line_by_line() {
    let text = "Global parameters\n    auto (bool) choose (default: true)\n[module] sat, description: a solver\n    \
                restart (symbol) strategy: static, luby or ema (default: ema)\n    seed (unsigned int) random seed (default: 0)\n    \
                level (unsigned int) 0 - none, 1- some, 2 for all (default: 1)\n    name (string) a name\n    garbage\n";
    let offers = read_offers(ListForm::Parameters, text);
    let kinds: Vec<(&str, OfferKind)> =
        offers.iter().map(|offer| (offer.name.as_str(), offer.kind)).collect();
    let expected = [
        ("auto", OfferKind::Switch),
        ("sat.restart", OfferKind::Mode),
        ("sat.seed", OfferKind::Whole),
        ("sat.level", OfferKind::Mode),
        ("sat.name", OfferKind::Other),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(offers[1].values, ["static", "luby", "ema"]);
    assert_eq!(offers[3].values, ["0", "1", "2"]);
    assert!(read_offers(ListForm::Rows, "nonsense\n{\"name\": 3}\n").is_empty());
    assert_eq!(
        read_offers(ListForm::Help, "  --\n\n--x=<y>\n")
            .iter()
            .filter(|offer| !offer.name.is_empty())
            .count(),
        1
    );
}
