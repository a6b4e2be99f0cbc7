//! Passes that narrow bit-vectors and floats in the whole script at once.

use super::Edit;
use crate::reduce::Candidate;
use crate::reduce::measure::terms_of;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{Command, Decl, DeclId, Function, Head, Literal, Term, Terms, View};
use gainsay_lang::theory::OpId;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Bits, Format, RoundingMode, Value};

/// Divides all widths by a number, then narrows single widths.
pub fn narrow_bit_vectors(candidate: &mut Candidate) -> Vec<Edit> {
    let mut widths: Vec<u32> = sorts_in(candidate, |kind| match kind {
        SortKind::BitVec(width) => Some(*width),
        _ => None,
    });
    widths.retain(|&width| width > 1);
    let Some(&widest) = widths.iter().max() else { return Vec::new() };
    let mut edits: Vec<Edit> = Vec::new();
    let mut divisor = widest;
    while divisor > 1 {
        edits.extend(narrowings(move |kind| match kind {
            SortKind::BitVec(width) => Some(SortKind::BitVec(width.div_ceil(divisor))),
            _ => None,
        }));
        divisor = divisor.div_ceil(2);
    }
    for width in widths {
        for narrow in [1, 2, 3, 4, 8, width / 2, width - 1] {
            if 0 < narrow && narrow < width {
                edits.extend(narrowings(move |kind| match kind {
                    SortKind::BitVec(other) if *other == width => Some(SortKind::BitVec(narrow)),
                    _ => None,
                }));
            }
        }
    }
    edits
}

/// Float formats in ascending order.
const FORMATS: [(u32, u32); 5] = [(2, 3), (3, 5), (5, 11), (8, 24), (11, 53)];

/// Replaces every format by smaller ones, together with bit-vectors of the same total width.
pub fn narrow_floats(candidate: &mut Candidate) -> Vec<Edit> {
    let formats = sorts_in(candidate, |kind| match kind {
        SortKind::Float(exponent, significand) => Some((*exponent, *significand)),
        _ => None,
    });
    let mut edits: Vec<Edit> = Vec::new();
    for (exponent, significand) in formats {
        for (e, s) in FORMATS {
            if e + s < exponent + significand {
                edits.extend(narrowings(move |kind| match kind {
                    SortKind::Float(a, b) if (*a, *b) == (exponent, significand) => {
                        Some(SortKind::Float(e, s))
                    }
                    SortKind::BitVec(width) if *width == exponent + significand => {
                        Some(SortKind::BitVec(e + s))
                    }
                    _ => None,
                }));
            }
        }
    }
    edits
}

/// The distinct results of `wanted` for the sorts in a script.
fn sorts_in<T: PartialEq>(candidate: &Candidate, wanted: impl Fn(&SortKind) -> Option<T>) -> Vec<T> {
    let sorts = &candidate.script.terms.sorts;
    let mut found = Vec::new();
    for term in candidate.parts() {
        let mut stack = vec![candidate.script.terms.sort(term)];
        while let Some(sort) = stack.pop() {
            stack.extend(sorts.parts(sort));
            if let Some(answer) = wanted(sorts.kind(sort)).filter(|answer| !found.contains(answer)) {
                found.push(answer);
            }
        }
    }
    found
}

/// Which bits of a value are kept.
#[derive(Clone, Copy)]
enum Keep {
    Low,
    High,
}

/// Edits that narrow the whole script: one keeps the low bits of all values, one the high bits.
fn narrowings(map: impl Fn(&SortKind) -> Option<SortKind> + Copy + 'static) -> [Edit; 2] {
    let edit = |keep: Keep| -> Edit {
        Box::new(move |candidate| {
            let (terms, decls) = (HashMap::default(), HashMap::default());
            Narrower { map: &map, keep, candidate, terms, decls }.run().is_some()
        })
    };
    [Keep::Low, Keep::High].map(edit)
}

/// Translates the whole script to other sorts.
struct Narrower<'a> {
    map: &'a dyn Fn(&SortKind) -> Option<SortKind>,
    keep: Keep,
    candidate: &'a mut Candidate,
    terms: HashMap<Term, Term>,
    decls: HashMap<DeclId, DeclId>,
}

impl Narrower<'_> {
    fn run(&mut self) -> Option<()> {
        let mut commands = self.candidate.script.commands.clone();
        for command in &mut commands {
            match command {
                Command::Declare { decl, .. } => *decl = self.declaration(*decl)?,
                // Most definitions are inlined by then. Recursive ones and datatypes are not supported.
                Command::Define(_) | Command::DefineRecursive(_) | Command::DeclareDatatypes { .. } => {
                    return None;
                }
                _ => {}
            }
            for term in self.candidate.script.terms.postorder(&terms_of(&self.candidate.script, command)) {
                if !self.terms.contains_key(&term) {
                    let new = self.term(term)?;
                    self.terms.insert(term, new);
                }
            }
            for term in command.terms_mut() {
                *term = *self.terms.get(term)?;
            }
        }
        self.candidate.script.commands = commands;
        Some(())
    }

    fn arena(&mut self) -> &mut Terms {
        &mut self.candidate.script.terms
    }

    fn sort(&mut self, sort: Sort) -> Sort {
        // The arena may not have the new sorts yet, so they are made first.
        let map = self.map;
        let sorts = &mut self.candidate.script.terms.sorts;
        let mut pairs: Vec<(Sort, Sort)> = Vec::new();
        let mut stack = vec![sort];
        while let Some(part) = stack.pop() {
            stack.extend(sorts.parts(part));
            if let Some(kind) = map(sorts.kind(part)) {
                pairs.push((part, sorts.intern(kind)));
            }
        }
        sorts.replace(sort, &|part| pairs.iter().find(|pair| pair.0 == part).map(|pair| pair.1))
    }

    fn declaration(&mut self, decl: DeclId) -> Option<DeclId> {
        let old = self.arena().decl(decl);
        let (arguments, result, name) = (old.arg_sorts()?, old.result_sort(), old.name);
        let new_arguments: Vec<Sort> = arguments.iter().map(|&sort| self.sort(sort)).collect();
        let new_result = self.sort(result);
        if new_arguments == arguments && new_result == result {
            return Some(decl);
        }
        let new = self.arena().declare(Decl::function(name, &new_arguments, new_result));
        self.decls.insert(decl, new);
        let Candidate { script, model } = &mut *self.candidate;
        if let Some(model) = model
            && let Some(value) = model.remove(decl)
            && let Some(value) = narrow(&value, script.terms.sorts.kind(new_result), self.keep)
        {
            // A function's table does not fit any more and is left out; the caller checks the model anyway.
            let _ = model.set(&script.terms, new, value);
        }
        Some(new)
    }

    fn term(&mut self, term: Term) -> Option<Term> {
        let old_sort = self.arena().sort(term);
        let sort = self.sort(old_sort);
        let children: Vec<Term> = self.arena().children(term).to_vec();
        if sort != old_sort && self.is_literal_float(term) {
            return self.float(term, sort);
        }
        let children =
            children.iter().map(|child| self.terms.get(child).copied()).collect::<Option<Vec<_>>>()?;
        let decls = &self.decls;
        let terms = &mut self.candidate.script.terms;
        match terms.view(term) {
            View::Literal(Literal::Bits(bits)) => {
                let width = terms.sorts.width(sort)?;
                let bits = narrow_bits(bits, width, self.keep);
                Some(terms.literal(Literal::Bits(bits)))
            }
            View::Literal(_) => Some(term),
            View::Variable(name) => Some(terms.variable(name, sort)),
            View::Bind(binder, ..) => {
                let (body, variables) = children.split_last()?;
                Some(terms.bind(binder, variables, *body))
            }
            View::Annotated(_, attributes, _) => {
                let attributes = attributes.into();
                let (inner, patterns) = children.split_first()?;
                Some(terms.annotate(*inner, attributes, patterns))
            }
            View::Match(..) => None,
            View::Apply(function, _) => match terms.function(function).clone() {
                Function::Op(op, indices) => apply(terms, op, &indices, sort, &children),
                Function::Declared(decl) if terms.decl(decl).is_free() => {
                    let decl = decls.get(&decl).copied().unwrap_or(decl);
                    terms.apply_decl(decl, None, &children).ok().filter(|&new| terms.sort(new) == sort)
                }
                _ => None,
            },
        }
    }

    /// Whether a term is a float literal, whose bits are not bit-vectors of the script.
    fn is_literal_float(&mut self, term: Term) -> bool {
        let terms = self.arena();
        let is_float = matches!(terms.sorts.kind(terms.sort(term)), SortKind::Float(..));
        is_float
            && terms.postorder(&[term]).iter().all(|&part| match terms.head(part) {
                Head::Literal(_) => true,
                Head::Apply(_) => terms.op(part).is_some(),
                _ => false,
            })
    }

    fn float(&mut self, term: Term, sort: Sort) -> Option<Term> {
        let script = &self.candidate.script;
        let model = gainsay_eval::eval::Model::default();
        let value =
            gainsay_eval::eval::eval(&script.terms, term, &model, gainsay_eval::eval::Limits::default())
                .ok()?;
        let value = narrow(&value, script.terms.sorts.kind(sort), self.keep)?;
        self.candidate.term_of_value(&value, sort)
    }
}

/// A value for a narrower sort.
fn narrow(value: &Value, kind: &SortKind, keep: Keep) -> Option<Value> {
    match (value, kind) {
        (Value::Bits(bits), SortKind::BitVec(width)) => Some(Value::Bits(narrow_bits(bits, *width, keep))),
        (Value::Float(float), SortKind::Float(exponent, significand)) => {
            let format = Format::new(*exponent, *significand)?;
            Some(Value::float(float.to_format(format, RoundingMode::Rne)))
        }
        _ => Some(value.clone()),
    }
}

fn narrow_bits(bits: &Bits, width: u32, keep: Keep) -> Bits {
    let dropped = match keep {
        Keep::Low => 0,
        Keep::High => bits.width().saturating_sub(width),
    };
    Bits::from_int(width, &bits.to_uint().shr(dropped as usize))
}

/// The largest index that is tried.
const LARGEST_INDEX: u32 = 80;

/// The application of an operator, with indices that give the wanted sort and are nearest to the old ones.
fn apply(terms: &mut Terms, op: OpId, indices: &[u32], sort: Sort, children: &[Term]) -> Option<Term> {
    let mut try_with = |indices: &[u32]| {
        let made = terms.apply_ops(&[op], indices, Some(sort), children).ok()?;
        (terms.sort(made) == sort && terms.children(made) == children).then_some(made)
    };
    if let Some(made) = try_with(indices) {
        return Some(made);
    }
    let mut choices: Vec<Vec<u32>> = match indices {
        [_] => (0..=LARGEST_INDEX).map(|index| vec![index]).collect(),
        [_, _] => (0..=LARGEST_INDEX).flat_map(|a| (0..=LARGEST_INDEX).map(move |b| vec![a, b])).collect(),
        _ => return None,
    };
    choices.sort_by_key(|choice| choice.iter().zip(indices).map(|(a, b)| a.abs_diff(*b)).sum::<u32>());
    choices.iter().find_map(|choice| try_with(choice))
}
