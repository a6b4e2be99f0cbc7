//! How cost grows with size.

use gainsay::evolve::{Growth, fit};

fn curve(cost: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0].iter().map(|&size| (size, cost(size))).collect()
}

#[test]
fn curves_are_told_apart() {
    let noise = |size: f64| 1.0 + 0.05 * (size * 7.0).sin();
    let Growth::Exponential { factor } = fit(&curve(|n| 0.01 * 2f64.powf(n) * noise(n)), Some(24)) else {
        panic!("not exponential")
    };
    assert!((factor - 2.0).abs() < 0.05, "{factor}");
    for wanted in [1.0, 2.0, 3.0] {
        let found = fit(&curve(|n| 0.01 * n.powf(wanted) * noise(n)), None);
        let Growth::Polynomial { degree } = found else { panic!("{wanted}: {found}") };
        assert!((degree - wanted).abs() < 0.1, "{degree}");
    }
    assert_eq!(fit(&curve(|n| 3.0 * noise(n)), None), Growth::Flat);
    assert_eq!(fit(&curve(|n| 3.0 * noise(n)), Some(24)), Growth::Sudden { from: 24 });
    assert_eq!(fit(&[(1.0, 1.0)], Some(2)), Growth::Unclear);
}

/// Steps that a solver took for a word equation, by the length of its constant: the largest sizes alone look like
/// anything.
#[test]
fn a_rough_curve_is_seen_as_a_whole() {
    let sizes = [1, 2, 3, 4, 6, 8, 12, 15, 16, 22, 24, 29, 32, 36, 43, 48].map(f64::from);
    let steps = [
        1087, 2128, 23029, 22122, 29874, 47795, 199867, 150855, 211573, 272539, 1561728, 1130297, 1217413,
        2332504, 914486, 4146960,
    ];
    let points: Vec<(f64, f64)> = sizes.into_iter().zip(steps.map(f64::from)).collect();
    let found = fit(&points, None);
    assert!(matches!(found, Growth::Polynomial { degree } if (1.8..2.7).contains(&degree)), "{found}");
}

#[test]
fn growth_has_a_name() {
    let text = |degree: f64| Growth::Polynomial { degree }.to_string();
    assert_eq!((text(1.1), text(2.0), text(3.1)), ("linear".into(), "quadratic".into(), "cubic".into()));
    assert_eq!(text(4.5), "polynomial, of degree 4.5");
    assert!(Growth::Exponential { factor: 2.0 }.severity() > Growth::Sudden { from: 3 }.severity());
}
