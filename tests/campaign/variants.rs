//! Solvers under options from their own lists.

use crate::support::real;
use gainsay::campaign::{OptionBandit, OptionDraw, Variants, Which};
use gainsay::rng::Rng;
use gainsay::solver::Solver;

#[test]
fn solvers_are_asked_under_options_that_their_releases_take() {
    let solvers = ["z3@5.4.0", "yices"].map(real).to_vec();
    let labels = |variants: &Variants, draw| variants.get(draw).iter().map(Solver::label).collect::<Vec<_>>();
    let variants = Variants::of(solvers.clone(), Which::Safe, 7);
    let named = ["z3@5.4.0", "yices@2.6.5"];
    assert_eq!(labels(&variants, OptionDraw::NONE), named);
    let drawn: Vec<Vec<String>> = (0..12).map(|turn| labels(&variants, OptionDraw::of_turn(turn))).collect();
    for labels in &drawn {
        assert!(labels.iter().zip(named).all(|(label, name)| label.starts_with(name)), "{labels:?}");
        assert!(labels[0] != named[0], "{labels:?}");
    }
    // The same draws for the same seed, and others for another one.
    let again = Variants::of(solvers.clone(), Which::Safe, 7);
    let other = Variants::of(solvers.clone(), Which::Safe, 8);
    let all = |variants: &Variants| {
        (0..12).map(|turn| variants.drawn(0, OptionDraw::of_turn(turn))).collect::<Vec<_>>()
    };
    assert_eq!(all(&variants), all(&again));
    assert_ne!(all(&variants), all(&other));
    // Another option comes to those that were drawn.
    let (first, pair) = (OptionDraw::of_turn(3), OptionDraw::of_turn(3).with_another(5));
    let (few, more) = (variants.drawn(0, first), variants.drawn(0, pair));
    assert!(more.starts_with(&few), "{few:?} {more:?}");
    let none = Variants::of(solvers, Which::None, 7);
    assert!(!none.have_options() && variants.have_options());
    assert_eq!(labels(&none, first), named);
}

#[test]
fn draws_are_numbers_that_a_database_holds() {
    for draw in [
        OptionDraw::NONE,
        OptionDraw::of_turn(0),
        OptionDraw::of_turn(u64::MAX),
        OptionDraw::of_turn(9).with_another(u64::MAX),
    ] {
        assert!(i64::try_from(draw.number()).is_ok(), "{draw:?}");
        assert_eq!(OptionDraw::of_number(draw.number()), draw);
    }
    assert_eq!((OptionDraw::of_turn(4).first(), OptionDraw::of_turn(4).another()), (5, None));
    assert_eq!(
        (OptionDraw::of_turn(4).with_another(6).first(), OptionDraw::of_turn(4).with_another(6).another()),
        (5, Some(7))
    );
}

/// What brought something comes again, alone and with another option; what brought nothing does not.
#[test]
fn options_that_brought_something_are_drawn_again() {
    let mut worth = OptionBandit::default();
    let (good, better) = (OptionDraw::of_turn(3), OptionDraw::of_turn(4));
    worth.learn(OptionDraw::NONE, 10.0, 5.0);
    worth.learn(OptionDraw::of_turn(2), 10.0, 0.0);
    let mut rng = Rng::new(1);
    let mut choose =
        |worth: &OptionBandit| (100..300).map(|turn| worth.choose(turn, &mut rng)).collect::<Vec<_>>();
    assert_eq!(choose(&worth), (100..300).map(OptionDraw::of_turn).collect::<Vec<_>>());
    worth.learn(good, 10.0, 1.0);
    worth.learn(better, 10.0, 2.0);
    let chosen = choose(&worth);
    let times = |draw: OptionDraw| chosen.iter().filter(|other| **other == draw).count();
    assert!(times(better) > times(good) && times(good) > 0, "{chosen:?}");
    let pairs = chosen.iter().filter(|draw| draw.another().is_some()).count();
    assert!(pairs > 20 && times(good) + times(better) > 20, "{chosen:?}");
}
