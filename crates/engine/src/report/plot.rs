//! Plots as SVG: lines and points over two axes, with a legend. Written by hand: that is all that is needed.

use gainsay_lang::quote::xml;
use std::fmt::Write;

/// A plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
}

/// One axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    pub label: String,
    /// Whether it is logarithmic; then only positive values are shown.
    pub logarithmic: bool,
}

/// Points with one name and colour.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    pub name: String,
    pub mark: Mark,
    /// Points that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// A third dimension: the size of each dot, from 0 to 1. Empty: all dots have the same size.
    pub sizes: Vec<f64>,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A line from each point to the next.
    Line,
    /// A line that keeps its height until the next point, for counts.
    Steps,
    Dots,
}

impl Axis {
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), logarithmic: false }
    }

    pub fn logarithmic(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), logarithmic: true }
    }
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 80.0;
/// Room for the legend.
const RIGHT: f64 = 180.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;

/// Colours that colour-blind people can tell apart (Okabe and Ito).
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933"];
/// Replacements of these colours, of the paper and of the text for readers who prefer dark pages.
const DARK: [(&str, &str); 7] = [
    ("white", "#1f1e1b"),
    ("black", "#ece9e2"),
    ("#ddd", "#3a3732"),
    ("#000000", "#ece9e2"),
    ("#0072b2", "#5aa9e0"),
    ("#d55e00", "#f08a4a"),
    ("#009e73", "#3cc79c"),
];

impl Plot {
    /// The plot as an SVG file.
    pub fn svg(&self) -> String {
        let all = || self.series.iter().flat_map(|series| series.points.iter());
        let x = Scale::new(&self.x, all().map(|point| point.0), LEFT, WIDTH - RIGHT);
        let y = Scale::new(&self.y, all().map(|point| point.1), HEIGHT - BOTTOM, TOP);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"black\">\n{}\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            dark_style()
        );
        text(&mut out, (LEFT, TOP - 16.0), "start", "font-size=\"15\"", &self.title);
        self.axes(&mut out, &x, &y);
        for (at, series) in self.series.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            series.draw(&mut out, &x, &y, colour);
            let down = TOP + 8.0 + 18.0 * at as f64;
            let (from, to) = (WIDTH - RIGHT + 16.0, WIDTH - RIGHT + 40.0);
            // Writing to a string does not fail.
            let _ = writeln!(
                out,
                "<line x1=\"{from}\" y1=\"{down}\" x2=\"{to}\" y2=\"{down}\" stroke=\"{colour}\" stroke-width=\"3\"/>"
            );
            text(&mut out, (to + 6.0, down + 4.0), "start", "", &series.name);
        }
        out.push_str("</svg>\n");
        out
    }

    fn axes(&self, out: &mut String, x: &Scale, y: &Scale) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in x.ticks() {
            let at = x.place(tick).unwrap_or(LEFT);
            let _ = writeln!(out, "<path d=\"M{at:.1} {bottom}V{TOP}\" stroke=\"#ddd\"/>");
            text(out, (at, bottom + 18.0), "middle", "", &label(tick));
        }
        for tick in y.ticks() {
            let at = y.place(tick).unwrap_or(bottom);
            let _ = writeln!(out, "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>");
            text(out, (LEFT - 8.0, at + 4.0), "end", "", &label(tick));
        }
        let _ = writeln!(out, "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" stroke=\"black\" fill=\"none\"/>");
        text(out, ((LEFT + right) / 2.0, HEIGHT - 16.0), "middle", "", &self.x.label);
        let middle = (TOP + bottom) / 2.0;
        let turned = format!("transform=\"rotate(-90 18 {middle})\"");
        text(out, (18.0, middle), "middle", &turned, &self.y.label);
    }
}

/// A style sheet that replaces the light colours in the attributes by dark ones.
fn dark_style() -> String {
    let rule = |(light, dark): &(&str, &str)| {
        format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
    };
    let rules: String = DARK.iter().map(rule).collect();
    format!("<style>@media (prefers-color-scheme: dark){{{rules}}}</style>\n")
}

impl Series {
    pub fn new(name: impl Into<String>, mark: Mark, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), mark, points, sizes: Vec::new() }
    }

    fn draw(&self, out: &mut String, x: &Scale, y: &Scale, colour: &str) {
        let place = |point: &(f64, f64)| Some((x.place(point.0)?, y.place(point.1)?));
        if self.mark == Mark::Dots {
            let dots = self.points.iter().enumerate();
            for (at, (across, down)) in dots.filter_map(|(at, point)| Some((at, place(point)?))) {
                let radius = self.sizes.get(at).map_or(3.5, |size| 2.0 + 6.0 * size);
                let _ = writeln!(
                    out,
                    "<circle cx=\"{across:.1}\" cy=\"{down:.1}\" r=\"{radius:.1}\" fill=\"{colour}\" fill-opacity=\"0.7\"/>"
                );
            }
            return;
        }
        let mut path = String::new();
        for (across, down) in self.points.iter().filter_map(place) {
            let _ = match self.mark {
                _ if path.is_empty() => write!(path, "M{across:.1} {down:.1}"),
                Mark::Steps => write!(path, "H{across:.1}V{down:.1}"),
                Mark::Line | Mark::Dots => write!(path, "L{across:.1} {down:.1}"),
            };
        }
        if !path.is_empty() {
            let _ =
                writeln!(out, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"/>");
        }
    }
}

/// Maps values to positions on the paper.
struct Scale {
    logarithmic: bool,
    /// The values at both ends; for a logarithmic axis, their exponents.
    low: f64,
    high: f64,
    /// The positions of both ends.
    from: f64,
    to: f64,
    /// The distance between ticks.
    step: f64,
}

/// The approximate number of ticks on an axis.
const TICKS: f64 = 6.0;

impl Scale {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let logarithmic = axis.logarithmic;
        let values = values.filter_map(|value| position(value, logarithmic));
        let (mut low, mut high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // An axis begins at zero, unless all values are far from it.
        if !logarithmic && low > 0.0 && low < high / 2.0 {
            low = 0.0;
        }
        if high - low < f64::EPSILON * high.abs().max(1.0) {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let step = if logarithmic {
            ((high - low) / TICKS).ceil().max(1.0)
        } else {
            round_step((high - low) / TICKS)
        };
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Scale { logarithmic, low, high, from, to, step }
    }

    fn place(&self, value: f64) -> Option<f64> {
        let share = (position(value, self.logarithmic)? - self.low) / (self.high - self.low);
        Some(self.from + share * (self.to - self.from))
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(|at| {
            let value = self.low + at as f64 * self.step;
            if self.logarithmic { 10f64.powf(value) } else { value }
        })
    }
}

/// The position of a value on its axis; `None` if it cannot be shown.
fn position(value: f64, logarithmic: bool) -> Option<f64> {
    let position = if logarithmic { value.log10() } else { value };
    position.is_finite().then_some(position)
}

/// The smallest 1, 2 or 5 times a power of ten that is at least `least`.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// A short text for a number.
fn label(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn text(out: &mut String, at: (f64, f64), anchor: &str, more: &str, words: &str) {
    let words = xml(words);
    let (x, y) = at;
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {more}>{words}</text>");
}
