//! Every circuit of the table against the meaning beside it: on all values of small sorts, and on random ones of large sorts.

use crate::eval::application::{Application, application, applied};
use gainsay::circuit::{Circuit, Clauses, Gates, Inputs, Plain, PlainCircuit, Wire, Word};
use gainsay::eval::{Model, SortDomains};
use gainsay::generate::Values;
use gainsay::rng::Rng;
use gainsay::script::Terms;
use gainsay::theory::signature::{Holes, Shape};
use gainsay::theory::sort::{Sort, SortKind};
use gainsay::theory::{Context, Evaluated, NoValue, Op, table};
use gainsay::value::fuel::Fuel;
use gainsay::value::{Bits, Float, Format, RoundingMode, Value};

/// So many kinds of applications of a row are tried: widths and indices.
const KINDS: usize = 40;
/// Arguments of so many bits in all are tried with all values.
const SMALL: usize = 8;
/// Of the formats below also these.
const SMALL_FORMATS: usize = 17;
/// So many random values are tried otherwise.
const SAMPLES: usize = 6;
/// So many values are tried with each wrong circuit.
const FEW: usize = 192;
/// Formats whose values are all tried, and large ones, by their numbers of bits.
const FORMATS: [[i64; 2]; 7] = [[2, 2], [2, 3], [3, 3], [3, 4], [5, 11], [8, 24], [11, 53]];
/// Circuits with more clauses are tried with constants only.
const MOST_CLAUSES: usize = 500_000;

pub fn bits_of(value: &Value) -> Vec<bool> {
    match value {
        Value::Bool(value) => vec![*value],
        Value::Bits(bits) => (0..bits.width()).map(|at| bits.bit(at)).collect(),
        Value::Float(float) => bits_of(&Value::Bits(float.to_bits())),
        Value::Mode(mode) => (0..3).map(|at| *mode as u32 >> at & 1 == 1).collect(),
        other => panic!("{other:?} is no word"),
    }
}

/// The value of the same kind with other bits, if they are one.
pub fn with_bits(like: &Value, bits: &[bool]) -> Option<Value> {
    let digits: String = bits.iter().rev().map(|bit| if *bit { '1' } else { '0' }).collect();
    let vector = Bits::from_binary(&digits)?;
    match like {
        Value::Bool(_) => Some(Value::Bool(bits[0])),
        Value::Float(float) => {
            let value = Value::float(Float::from_bits(float.format(), &vector));
            // There is one NaN.
            (bits_of(&value) == bits).then_some(value)
        }
        Value::Mode(_) => RoundingMode::ALL.get(vector.to_word()? as usize).copied().map(Value::Mode),
        _ => Some(Value::Bits(vector)),
    }
}

fn meaning(terms: &Terms, op: &Op, like: &Application, arguments: &[Value]) -> Evaluated {
    let (model, mut fuel) = (Model::default(), Fuel::new(1_000_000));
    let domains = SortDomains { terms, model: &model };
    let mut context = Context {
        indices: &like.indices,
        sort: like.sort,
        sorts: &terms.sorts,
        domains: &domains,
        fuel: &mut fuel,
    };
    op.meaning.apply(&mut context, &arguments.iter().collect::<Vec<_>>())
}

/// What 64 runs know about a bit: in which ones it is known, and in which of these it is true.
#[derive(Clone, Copy, Default)]
struct Lanes {
    known: u64,
    is: u64,
}

/// What the clauses force on a word, if the inputs are fixed: a gate stands behind what it is made of, so once through is enough.
fn forced(clauses: &Clauses, inputs: &[(Wire, u64)], word: &[Wire]) -> Vec<Lanes> {
    let mut values = vec![Lanes::default(); clauses.variables() as usize + 1];
    values[0] = Lanes { known: !0, is: !0 };
    for (wire, is) in inputs {
        values[wire.variable() as usize] = Lanes { known: !0, is: *is };
    }
    let value = |values: &[Lanes], wire: Wire| {
        let Lanes { known, is } = values[wire.variable() as usize];
        Lanes { known, is: if wire.is_negated() { known & !is } else { is } }
    };
    for clause in clauses.iter() {
        let (mut satisfied, mut open, mut two_open) = (0, 0, 0);
        for &wire in clause {
            let Lanes { known, is } = value(&values, wire);
            satisfied |= is;
            two_open |= open & !known;
            open |= !known;
        }
        assert_eq!(satisfied | open, !0, "a circuit allows no value for its inputs");
        let unit = open & !two_open & !satisfied;
        for &wire in clause {
            let lanes = &mut values[wire.variable() as usize];
            let now = unit & !lanes.known;
            lanes.known |= now;
            lanes.is |= if wire.is_negated() { 0 } else { now };
        }
    }
    word.iter().map(|&wire| value(&values, wire)).collect()
}

/// An application that a circuit is tried with, and values of its arguments.
pub type Trial = (Application, Vec<Vec<Value>>);

fn trials(op: &'static Op) -> (Terms, Vec<Trial>) {
    let mut terms = gainsay::script::Script::default().terms;
    let mut rng = Rng::of_unit(21, u64::from(op.id.number()));
    let mut trials = Vec::new();
    let kinds = if op.signature.args.is_empty() { 4 } else { KINDS };
    while trials.len() < kinds {
        let Some(like) = application(&mut terms, op, &mut rng) else { panic!("{}", op.declaration) };
        if op.signature.shape != Shape::Variadic && like.arguments.len() != op.signature.args.len() {
            continue;
        }
        let rows = values(&mut terms, &mut rng, &like, SMALL, SAMPLES);
        trials.push((like, rows));
    }
    for sizes in float_sizes(op) {
        // With some sizes there is no such application.
        if let Some(like) = sized(&mut terms, op, &mut rng, &sizes) {
            let rows = values(&mut terms, &mut rng, &like, SMALL_FORMATS, 100);
            trials.push((like, rows));
        }
    }
    (terms, trials)
}

/// An application of as many arguments as are declared, with these indices and widths, in the order of the declaration.
fn sized(terms: &mut Terms, op: &'static Op, rng: &mut Rng, sizes: &[i64]) -> Option<Application> {
    let mut holes = Holes::open(op.signature.params as usize);
    holes.sizes.iter_mut().zip(sizes).for_each(|(hole, &size)| *hole = Some(size));
    let indices = sizes.iter().take(op.signature.indices? as usize).map(|&size| size as u32).collect();
    applied(terms, op, rng, &holes, indices, op.signature.args.len())
}

/// The sizes of an operator on floats, for formats that are small and common: those of a format go in pairs, beside the width
/// of a vector.
fn float_sizes(op: &Op) -> Vec<Vec<i64>> {
    if op.theory != "FloatingPoint" {
        return Vec::new();
    }
    let mut all: Vec<Vec<i64>> = FORMATS.map(|format| format.to_vec()).to_vec();
    for format in FORMATS {
        for width in [1, 2, 3, 4, 8, 16] {
            all.extend([[&format[..], &[width]].concat(), [&[width], &format[..]].concat()]);
        }
        all.extend(FORMATS.map(|other| [format, other].concat()));
    }
    all
}

/// Values for the arguments of an application: all, if they have few bits, or random ones.
fn values(
    terms: &mut Terms,
    rng: &mut Rng,
    like: &Application,
    small: usize,
    samples: usize,
) -> Vec<Vec<Value>> {
    let widths: Vec<usize> = like.arguments.iter().map(|(value, _)| bits_of(value).len()).collect();
    let total: usize = widths.iter().sum();
    let count = if total <= small { 1 << total } else { samples };
    let mut rows = vec![like.arguments.iter().map(|(value, _)| value.clone()).collect()];
    for number in 0..count {
        let mut bit = 0;
        // Of large values mostly those with long runs of equal bits, and pairs of equal ones.
        let mut run = rng.chance(1, 2);
        let mut next = || {
            bit += 1;
            run ^= rng.chance(1, 3);
            if total <= small { number >> (bit - 1) & 1 == 1 } else { run }
        };
        let words: Vec<Vec<bool>> =
            widths.iter().map(|&width| (0..width).map(|_| next()).collect()).collect();
        let row: Option<Vec<Value>> =
            like.arguments.iter().zip(&words).map(|((value, _), bits)| with_bits(value, bits)).collect();
        rows.extend(row);
        if total > small {
            let model = Model::default();
            let mut values = Values { terms, model: &model, rng };
            let row: Option<Vec<Value>> =
                like.arguments.iter().map(|(_, sort)| values.value(*sort)).collect();
            rows.extend(row);
        }
    }
    rows
}

fn format_of(terms: &Terms, sort: Sort) -> Option<Format> {
    match *terms.sorts.kind(sort) {
        SortKind::Float(eb, sb) => Format::new(eb, sb),
        _ => None,
    }
}

/// A circuit of a row.
#[derive(Clone, Copy)]
pub enum Maker {
    Folding(Circuit),
    /// The same over gates that fold nothing.
    Unfolded(Circuit),
    Plain(PlainCircuit),
}

/// Gates of either kind.
enum Made {
    Gates(Gates),
    Plain(Plain),
}

impl Maker {
    fn begin(self, most_clauses: usize) -> Made {
        match self {
            Maker::Folding(_) => Made::Gates(Gates::new(most_clauses)),
            Maker::Unfolded(_) => Made::Gates(Gates::unfolded(most_clauses)),
            Maker::Plain(_) => Made::Plain(Plain::new(most_clauses)),
        }
    }
}

impl Made {
    fn gates(&mut self) -> &mut Gates {
        match self {
            Made::Gates(gates) => gates,
            Made::Plain(plain) => plain.gates(),
        }
    }
}

/// A row's circuit for an application.
struct Applied<'a> {
    maker: Maker,
    like: &'a Application,
    formats: Vec<Option<Format>>,
    result: Option<Format>,
}

impl Applied<'_> {
    fn word(&self, made: &mut Made, words: &[Word], open: &[Wire]) -> Word {
        let words: Vec<&[Wire]> = words.iter().map(Vec::as_slice).collect();
        let (indices, formats) = (&self.like.indices[..], &self.formats[..]);
        let inputs = Inputs { indices, words: &words, formats, result: self.result, open };
        match (self.maker, made) {
            (Maker::Folding(circuit) | Maker::Unfolded(circuit), made) => circuit(made.gates(), inputs),
            (Maker::Plain(circuit), Made::Plain(plain)) => circuit(plain, inputs),
            (Maker::Plain(_), Made::Gates(_)) => panic!("plain circuits have gates of their own"),
        }
    }
}

fn constants(bits: &[bool]) -> Word {
    bits.iter().map(|&bit| Wire::constant(bit)).collect()
}

/// What an application may be if the open word has some bits: what it means, or what is open, or one of its arguments.
fn is_right(expected: &Evaluated, arguments: &[Value], open: &[bool], made: &[Option<bool>]) -> bool {
    let Some(made) = made.iter().copied().collect::<Option<Vec<bool>>>() else { return false };
    match expected {
        Ok(value) => bits_of(value) == made,
        Err(NoValue::Open) => made == open || arguments.iter().any(|value| bits_of(value) == made),
        Err(why) => panic!("{why:?}"),
    }
}

/// A case in which a circuit does not give what a row means.
pub fn disagreement(op: &Op, maker: Maker, (terms, trials): &(Terms, Vec<Trial>)) -> Option<String> {
    for (like, rows) in trials {
        let formats = like.arguments.iter().map(|(_, sort)| format_of(terms, *sort)).collect();
        let applied = Applied { maker, like, formats, result: format_of(terms, like.sort) };
        let width = match (applied.result, terms.sorts.width(like.sort)) {
            _ if !op.partial => 0,
            (Some(format), _) => format.width() as usize,
            (None, width) => width.unwrap() as usize,
        };
        let mut made = maker.begin(MOST_CLAUSES);
        let widths = like.arguments.iter().map(|(value, _)| bits_of(value).len());
        let inputs: Vec<Word> = widths.map(|width| made.gates().fresh_word(width)).collect();
        let open = made.gates().fresh_word(width);
        let output = applied.word(&mut made, &inputs, &open);
        let gates = made.gates();
        let output: Word = output.iter().map(|&wire| gates.literal(wire)).collect();
        for (batch, rows) in rows.chunks(64).enumerate() {
            // The open word is all ones in one half of the runs.
            let is_open = |lane: usize| lane % 2 == 1;
            let lanes =
                |of: &dyn Fn(usize) -> bool| (0..64).fold(0, |lanes, at| lanes | u64::from(of(at)) << at);
            let mut fixed: Vec<(Wire, u64)> = Vec::new();
            let row_bits: Vec<Vec<bool>> =
                rows.iter().map(|row| row.iter().flat_map(bits_of).collect()).collect();
            for (at, &wire) in inputs.concat().iter().enumerate() {
                fixed.push((wire, lanes(&|lane| row_bits.get(lane).is_some_and(|bits| bits[at]))));
            }
            fixed.extend(open.iter().map(|&wire| (wire, lanes(&is_open))));
            let outputs = if gates.is_full() { None } else { Some(forced(gates.clauses(), &fixed, &output)) };
            for (lane, row) in rows.iter().enumerate() {
                let expected = meaning(terms, op, like, row);
                let open_bits = vec![is_open(lane); width];
                let told = |made: &[Option<bool>]| {
                    Some(format!("{} {:?} {row:?}: {made:?}, not {expected:?}", op.declaration, like.indices))
                };
                if let Some(outputs) = &outputs {
                    let made: Vec<Option<bool>> = outputs
                        .iter()
                        .map(|lanes| (lanes.known >> lane & 1 == 1).then_some(lanes.is >> lane & 1 == 1))
                        .collect();
                    if !is_right(&expected, row, &open_bits, &made) {
                        return told(&made);
                    }
                }
                // Constants are folded, and must come to the same.
                if let (0, Maker::Folding(_)) = (batch, maker) {
                    let words: Vec<Word> = row.iter().map(|value| constants(&bits_of(value))).collect();
                    let folded = applied.word(&mut maker.begin(usize::MAX), &words, &constants(&open_bits));
                    let folded: Vec<Option<bool>> = folded.iter().map(|wire| wire.known()).collect();
                    if !is_right(&expected, row, &open_bits, &folded) {
                        return told(&folded);
                    }
                }
            }
        }
    }
    None
}

pub fn with_circuits() -> impl Iterator<Item = (&'static Op, Circuit)> {
    table().ops().iter().filter_map(|op| Some((op, op.circuit?)))
}

#[test]
fn every_circuit_gives_what_its_row_means() {
    assert!(with_circuits().count() > 50);
    let wrong: Vec<String> = with_circuits()
        .filter_map(|(op, circuit)| disagreement(op, Maker::Folding(circuit), &trials(op)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The circuits of plain certificates.
fn plain_makers() -> impl Iterator<Item = (&'static Op, Maker)> {
    with_circuits().map(|(op, circuit)| (op, op.plain.map_or(Maker::Unfolded(circuit), Maker::Plain)))
}

#[test]
fn every_plain_circuit_gives_what_its_row_means() {
    let wrong: Vec<String> =
        plain_makers().filter_map(|(op, maker)| disagreement(op, maker, &trials(op))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Operators on vectors that need gates have a plain circuit of their own; the others only give bits other names.
#[test]
fn vectors_share_no_gates_with_the_plain_circuits() {
    for (op, circuit) in with_circuits().filter(|(op, _)| op.theory != "FloatingPoint") {
        let (terms, trials) = trials(op);
        for (like, _) in trials.iter().filter(|_| op.plain.is_none()) {
            let maker = Maker::Unfolded(circuit);
            let formats = like.arguments.iter().map(|(_, sort)| format_of(&terms, *sort)).collect();
            let applied = Applied { maker, like, formats, result: None };
            let mut made = maker.begin(MOST_CLAUSES);
            let widths = like.arguments.iter().map(|(value, _)| bits_of(value).len());
            let inputs: Vec<Word> = widths.map(|width| made.gates().fresh_word(width)).collect();
            let before = made.gates().clauses().len();
            applied.word(&mut made, &inputs, &[]);
            assert_eq!(made.gates().clauses().len(), before, "{} needs a plain circuit", op.declaration);
        }
    }
}

/// The circuit of another row is a wrong one, unless the rows mean the same.
#[test]
fn a_wrong_circuit_is_found_out() {
    let mut tried = 0;
    for (op, _) in with_circuits() {
        let is_like = |other: &&Op| {
            let (a, b) = (&op.signature, &other.signature);
            (&a.args, &a.result, a.indices, a.shape == Shape::Variadic)
                == (&b.args, &b.result, b.indices, b.shape == Shape::Variadic)
        };
        let mut tried_with = trials(op);
        // The first of many values show a wrong circuit as well.
        tried_with.1.iter_mut().for_each(|(_, rows)| rows.truncate(FEW));
        for (other, circuit) in with_circuits().filter(|(other, _)| is_like(other)) {
            let (terms, trials) = &tried_with;
            let differ = trials.iter().any(|(like, rows)| {
                rows.iter().any(|row| meaning(terms, op, like, row) != meaning(terms, other, like, row))
            });
            let found = disagreement(op, Maker::Folding(circuit), &tried_with);
            assert_eq!(found.is_some(), differ, "{} by the circuit of {}: {found:?}", op.name, other.name);
            tried += usize::from(differ);
        }
    }
    assert!(tried > 400, "only {tried} wrong circuits");
}

#[test]
fn clauses_are_read_as_they_are_written() {
    let mut gates = Gates::new(usize::MAX);
    let (a, b) = (gates.fresh_word(5), gates.fresh_word(5));
    let product = gates.multiply(&a, &b);
    gates.require(&product);
    let clauses = gates.into_clauses();
    assert_eq!(Clauses::from_dimacs(&clauses.to_dimacs()), Ok(clauses));
    for wrong in ["", "p cnf 1 1\n2 0\n", "p cnf 1 2\n1 0\n", "p cnf 1 1\n1\n", "p cnf 1 1\nx 0\n", "1 0\n"] {
        assert!(Clauses::from_dimacs(wrong).is_err(), "{wrong:?} was read");
    }
}

#[test]
fn gates_that_are_full_are_full() {
    let mut gates = Gates::new(1000);
    let (a, b) = (gates.fresh_word(512), gates.fresh_word(512));
    gates.multiply(&a, &b);
    assert!(gates.is_full());
    assert!(gates.clauses().len() < 1100);
}
