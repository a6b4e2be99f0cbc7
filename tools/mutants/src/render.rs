//! Writes a file with all of its mutants as switches.

use crate::points::{Change, Point};
use std::ops::Range;

/// A point with the number by which it is switched on.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub number: u32,
    pub point: Point,
}

/// A stretch of the written text that belongs to some mutants.
#[derive(Debug)]
pub struct Stretch {
    pub bytes: Range<usize>,
    pub kind: Kind,
    /// The numbers of the mutants.
    pub of: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The text that is used when this mutant is on.
    Changed,
    /// Everything that was written for the mutants of one place.
    Place,
    /// The function that contains these mutants.
    Function,
}

#[derive(Default)]
pub struct Rendered {
    pub text: String,
    pub stretches: Vec<Stretch>,
}

/// Writes a file with these mutants, which must be sorted by place.
pub fn render(text: &str, mutants: &[Mutant]) -> Rendered {
    let mut rendered = Rendered::default();
    write(&mut rendered, text, 0..text.len(), mutants);
    let mut functions: Vec<(Range<usize>, Vec<u32>)> = Vec::new();
    for mutant in mutants {
        match functions.iter_mut().find(|(within, _)| *within == mutant.point.within) {
            Some((_, of)) => of.push(mutant.number),
            None => functions.push((mutant.point.within.clone(), vec![mutant.number])),
        }
    }
    for (_, of) in functions {
        let places =
            rendered.stretches.iter().filter(|stretch| stretch.of.iter().any(|number| of.contains(number)));
        let (starts, ends) =
            places.map(|stretch| (stretch.bytes.start, stretch.bytes.end)).unzip::<_, _, Vec<_>, Vec<_>>();
        if let (Some(&start), Some(&end)) = (starts.iter().min(), ends.iter().max()) {
            rendered.stretches.push(Stretch { bytes: start..end, kind: Kind::Function, of });
        }
    }
    rendered
}

/// Writes a part of the file with the mutants in it.
fn write(out: &mut Rendered, text: &str, part: Range<usize>, mutants: &[Mutant]) {
    let (mut at, mut rest) = (part.start, mutants);
    while let Some(first) = rest.first() {
        let range = first.point.range.clone();
        out.text += &text[at..range.start];
        let here = rest.iter().take_while(|mutant| mutant.point.range == range).count();
        let inside = rest.iter().skip(here).take_while(|mutant| mutant.point.range.start < range.end).count();
        let (group, after) = rest.split_at(here);
        let (inner, after) = after.split_at(inside);
        write_place(out, text, range.clone(), group, inner);
        (at, rest) = (range.end, after);
    }
    out.text += &text[at..part.end];
}

/// Writes one place with all of its alternatives.
fn write_place(out: &mut Rendered, text: &str, range: Range<usize>, group: &[Mutant], inner: &[Mutant]) {
    let start = out.text.len();
    let is_expression = group.iter().any(|mutant| matches!(mutant.point.change, Change::Expression(_)));
    out.text += if is_expression { "(" } else { "" };
    let mut open = false;
    for Mutant { number, point } in group {
        let from = out.text.len();
        let on = format!("crate::mutant::on({number})");
        match &point.change {
            Change::Expression(new) => out.text += &format!("if {on} {{ {new} }} else "),
            Change::Omission => out.text += &format!("if {on} {{}} else "),
            Change::Return(value) => out.text += &format!(" if {on} {{ return {value}; }} "),
            Change::Arm => out.text += &format!(" if !{on}"),
        }
        open |= matches!(point.change, Change::Expression(_) | Change::Omission);
        let bytes = from..out.text.len();
        out.stretches.push(Stretch { bytes, kind: Kind::Changed, of: vec![*number] });
    }
    out.text += if open { "{ " } else { "" };
    write(out, text, range, inner);
    out.text += if open { " }" } else { "" };
    out.text += if is_expression { ")" } else { "" };
    let of = group.iter().map(|mutant| mutant.number).collect();
    out.stretches.push(Stretch { bytes: start..out.text.len(), kind: Kind::Place, of });
}

/// The mutants that may cause a compiler error at these bytes.
pub fn blamed(rendered: &Rendered, error: Range<usize>) -> Vec<u32> {
    let around = |kind: Kind| {
        let covers = |stretch: &&Stretch| {
            stretch.kind == kind && stretch.bytes.start <= error.start && error.end <= stretch.bytes.end
        };
        rendered
            .stretches
            .iter()
            .filter(covers)
            .min_by_key(|stretch| stretch.bytes.len())
            .map(|stretch| stretch.of.clone())
    };
    if let Some(one) = around(Kind::Changed) {
        return one;
    }
    let inside = |stretch: &&Stretch| {
        stretch.kind == Kind::Place && error.start <= stretch.bytes.start && stretch.bytes.end <= error.end
    };
    let within: Vec<u32> =
        rendered.stretches.iter().filter(inside).flat_map(|stretch| stretch.of.clone()).collect();
    if !within.is_empty() {
        return within;
    }
    around(Kind::Place).or_else(|| around(Kind::Function)).unwrap_or_default()
}
