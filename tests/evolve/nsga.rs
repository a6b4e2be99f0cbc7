//! Fronts, crowding, survivors and duels, by hand.

use gainsay::evolve::nsga::{crowding, dominates, fronts, ranks, survivors, tournament, unlikeness};
use gainsay::rng::Rng;

fn points(list: &[[f64; 2]]) -> Vec<Vec<f64>> {
    list.iter().map(|point| point.to_vec()).collect()
}

#[test]
fn dominance_needs_no_loss_and_some_gain() {
    assert!(dominates(&[2.0, 1.0], &[1.0, 1.0]));
    assert!(!dominates(&[1.0, 1.0], &[1.0, 1.0]));
    assert!(!dominates(&[2.0, 0.0], &[1.0, 1.0]));
    assert!(!dominates(&[1.0, 1.0], &[2.0, 0.0]));
}

#[test]
fn fronts_are_peeled_off() {
    let points = points(&[[1.0, 5.0], [2.0, 3.0], [4.0, 1.0], [1.0, 3.0], [0.0, 0.0], [2.0, 3.0]]);
    assert_eq!(fronts(&points), [vec![0, 1, 2, 5], vec![3], vec![4]]);
    assert!(fronts(&[]).is_empty());
}

/// By hand: the range of the first objective is 4, of the second 8.
#[test]
fn crowding_is_the_way_around_a_point() {
    let points = points(&[[0.0, 8.0], [1.0, 6.0], [3.0, 1.0], [4.0, 0.0]]);
    let distance = crowding(&points, &[0, 1, 2, 3]);
    assert_eq!(distance, [f64::INFINITY, 3.0 / 4.0 + 7.0 / 8.0, 3.0 / 4.0 + 6.0 / 8.0, f64::INFINITY]);
    assert_eq!(crowding(&points, &[2]), [f64::INFINITY]);
    assert!(crowding(&points, &[]).is_empty());
}

/// By hand: 0 and 1 are alike by 0.8, the others by 0.2 and 0.4.
#[test]
fn unlikeness_is_the_mean_of_what_is_not_shared() {
    let similarity = |a: usize, b: usize| match (a, b) {
        (0, 1) => 0.8,
        (0, 2) => 0.2,
        (1, 2) => 0.4,
        _ => 1.0,
    };
    let found = unlikeness(&[0, 1, 2], similarity);
    for (found, wanted) in found.iter().zip([0.5, 0.4, 0.7]) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }
    assert_eq!(unlikeness(&[7], similarity), [1.0]);
}

#[test]
fn the_better_front_survives_then_the_lonelier_point() {
    let points = points(&[[0.0, 8.0], [1.0, 6.0], [3.0, 1.0], [4.0, 0.0], [5.0, 9.0]]);
    let ranks = ranks(&points, |front| crowding(&points, front));
    assert_eq!(ranks[4].front, 0);
    assert_eq!(survivors(&ranks, 4), [4, 0, 3, 1]);
}

#[test]
fn the_better_one_wins_its_duels() {
    let mut rng = Rng::new(1);
    let winners = tournament(&mut rng, 10, 1000, |a, b| a.cmp(&b));
    let wins = |one| winners.iter().filter(|&&winner| winner == one).count();
    // The best wins unless it is not drawn: 19 of 100 times. The worst only against itself.
    assert!(wins(0) > 130 && wins(0) < 250, "{}", wins(0));
    assert!(wins(9) < 40, "{}", wins(9));
    assert!(tournament(&mut rng, 0, 3, |a, b| a.cmp(&b)).is_empty());
}
