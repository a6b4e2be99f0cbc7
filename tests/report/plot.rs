//! Plots: what is on the paper, and where.

use gainsay::report::plot::{Axis, Mark, Plot, Series};

/// The label of both axes, as it is written.
const AXIS: &str = "a &lt; b";

fn plot(logarithmic: bool, points: &[(f64, f64)]) -> String {
    let axis = || Axis { label: "a < b".to_owned(), logarithmic };
    let series =
        [Mark::Line, Mark::Steps, Mark::Dots].map(|mark| Series::new("one & two", mark, points.to_vec()));
    Plot { title: "t".to_owned(), x: axis(), y: axis(), series: series.to_vec() }.svg()
}

#[test]
fn whatever_is_plotted_stays_on_the_paper() {
    let odd = [(f64::NAN, 1.0), (f64::INFINITY, -1.0), (1.0, f64::NEG_INFINITY)];
    let cases: [&[(f64, f64)]; 7] = [
        &[],
        &[(0.0, 0.0)],
        &[(1.0, 1e300), (2.0, -1e300)],
        &[(5.0, 5.0), (5.0, 5.0)],
        &[(1e-9, 3.0), (2e-9, 4.0)],
        &odd,
        &[(-3.0, 0.0), (10.0, 1e6), (11.0, 1e6)],
    ];
    for points in cases {
        for logarithmic in [false, true] {
            let svg = plot(logarithmic, points);
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.contains(AXIS) && svg.contains("one &amp; two"));
        }
    }
}

/// The places and labels of the ticks below a plot: the only texts that are centred and not turned, but for the axis's label.
fn ticks(svg: &str) -> Vec<(f64, &str)> {
    let texts = svg.lines().filter_map(|line| line.strip_prefix("<text x=\"")?.strip_suffix("</text>"));
    let centred = texts.filter_map(|text| text.split_once("text-anchor=\"middle\" >"));
    let place = |place: &str| place.split('"').next().unwrap().parse().unwrap();
    centred.filter(|(_, label)| *label != AXIS).map(|(rest, label)| (place(rest), label)).collect()
}

#[test]
fn ticks_are_round_numbers() {
    let labels = |logarithmic, values: [f64; 2]| {
        let svg = plot(logarithmic, &values.map(|value| (value, value)));
        ticks(&svg).into_iter().map(|tick| tick.1).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(labels(false, [3.0, 100.0]), "0 20 40 60 80 100");
    assert_eq!(labels(false, [0.0, 0.3]), "0 0.05 0.1 0.15 0.2 0.25 0.3");
    assert_eq!(labels(true, [0.02, 900.0]), "0.01 0.1 1 10 100 1000");
    let svg = plot(false, &[(0.0, 0.0), (25.0, 1.0), (50.0, 2.0)]);
    let dots: Vec<f64> = svg
        .lines()
        .filter_map(|line| line.strip_prefix("<circle cx=\"")?.split('"').next()?.parse().ok())
        .collect();
    let (first, last) = (*ticks(&svg).first().unwrap(), *ticks(&svg).last().unwrap());
    assert_eq!((first.1, last.1), ("0", "50"));
    assert_eq!(dots, [first.0, (first.0 + last.0) / 2.0, last.0]);
}
