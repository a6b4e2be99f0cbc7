//! Values as SMT-LIB terms: text, or terms of an arena.

use super::has_sort::fields_of;
use super::{Model, SortDomains};
use gainsay_lang::script::{DeclId, Literal, Term, Terms};
use gainsay_lang::sexp::quoted;
use gainsay_lang::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay_lang::theory::{
    OpId, arithmetic, array_operators, float_operators, table, tuple_operators, value_forms,
};
use gainsay_lang::value::{Compound, Float, Int, Kind, Rational, RoundingMode, Value};
use smallvec::SmallVec;
use std::fmt::Write;

/// Limit on the parts of a value that is printed as text.
const MOST_TEXT: u64 = 1 << 20;
/// Limit on the parts of a value that becomes a term.
const MOST_TERMS: u64 = 200;

/// A piece of a term, read from left to right.
enum Piece<'a> {
    Literal(Literal),
    /// A function, and the sort to be ascribed to it (`as`). Its arguments are the pieces up to the matching
    /// `Close`.
    Open(Head, Option<Sort>),
    Close,
    /// A value that is not expanded yet.
    Value(&'a Value, Sort),
}

#[derive(Clone)]
enum Head {
    Op(OpId, SmallVec<[u32; 2]>),
    Constructor(DeclId),
}

/// The value as text that any solver reads as a term of the sort. `None` for functions, open values and other
/// values that no term denotes, and for very large values. Elements of declared sorts are written as z3 does.
pub fn value_text(terms: &Terms, value: &Value, sort: Sort) -> Option<String> {
    if value.size() > MOST_TEXT {
        return None;
    }
    let mut out = String::new();
    let mut pieces = vec![Piece::Value(value, sort)];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Value(Value::Regex(regex), _) => {
                separate(&mut out);
                regex.write(&mut out, &value_forms().regex, MOST_TEXT as usize)?;
            }
            Piece::Value(Value::Element { number, .. }, sort) => {
                separate(&mut out);
                out.push_str(&element_text(terms, sort, *number));
            }
            Piece::Value(value, sort) => spell(terms, value, sort, &mut pieces)?,
            Piece::Literal(literal) => {
                separate(&mut out);
                write_literal(&mut out, &literal);
            }
            Piece::Open(head, ascribed) => {
                separate(&mut out);
                // A constant stands without parentheses.
                if matches!(pieces.last(), Some(Piece::Close)) {
                    pieces.pop();
                } else {
                    out.push('(');
                }
                write_head(&mut out, terms, &head, ascribed);
            }
            Piece::Close => out.push(')'),
        }
    }
    Some(out)
}

/// The value as a term of the arena. `None` for functions, elements of declared sorts, open values and
/// regular languages, and for large values.
pub fn value_term(terms: &mut Terms, value: &Value, sort: Sort) -> Option<Term> {
    if value.size() > MOST_TERMS {
        return None;
    }
    let mut pieces = vec![Piece::Value(value, sort)];
    let mut done: Vec<Term> = Vec::new();
    let mut open: Vec<(Head, Option<Sort>, usize)> = Vec::new();
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Value(value, sort) => spell(terms, value, sort, &mut pieces)?,
            Piece::Literal(literal) => done.push(terms.literal(literal)),
            Piece::Open(head, ascribed) => open.push((head, ascribed, done.len())),
            Piece::Close => {
                let (head, ascribed, first) = open.pop()?;
                let args = done.split_off(first);
                let term = match head {
                    Head::Op(op, indices) => terms.apply_ops(&[op], &indices, ascribed, &args),
                    Head::Constructor(decl) => terms.apply_decl(decl, ascribed, &args),
                };
                done.push(term.ok()?);
            }
        }
    }
    done.pop()
}

/// Pushes the pieces of a value, in reverse order.
fn spell<'a>(terms: &Terms, value: &'a Value, sort: Sort, pieces: &mut Vec<Piece<'a>>) -> Option<()> {
    let first = pieces.len();
    match value {
        Value::Bool(value) => pieces.push(Piece::Literal(Literal::Bool(*value))),
        Value::Int(value) => spell_int(value, pieces),
        Value::Real(value) => spell_real(value, pieces),
        Value::Bits(value) => pieces.push(Piece::Literal(Literal::Bits(value.clone()))),
        Value::Float(value) => spell_float(value, pieces),
        Value::Mode(mode) => {
            let at = RoundingMode::ALL.iter().position(|other| other == mode)?;
            pieces.extend([apply(float_operators().modes[at]), Piece::Close]);
        }
        Value::Field(value) => pieces.push(Piece::Literal(Literal::Field(*value))),
        Value::Text(value) => pieces.push(Piece::Literal(Literal::Text(value.clone()))),
        Value::Compound(compound) => spell_compound(terms, compound, sort, pieces)?,
        Value::Regex(_) | Value::Algebraic(_) | Value::Element { .. } => return None,
    }
    pieces[first..].reverse();
    Some(())
}

fn apply<'a>(op: OpId) -> Piece<'a> {
    Piece::Open(Head::Op(op, SmallVec::new()), None)
}

/// Integers: there are no negative literals.
fn spell_int(value: &Int, pieces: &mut Vec<Piece<'_>>) {
    let literal = Piece::Literal(Literal::Int(value.abs()));
    if value.is_negative() {
        pieces.extend([apply(arithmetic().negate_int), literal, Piece::Close]);
    } else {
        pieces.push(literal);
    }
}

/// Reals: there are no negative literals and no fractions.
fn spell_real(value: &Rational, pieces: &mut Vec<Piece<'_>>) {
    let whole = |value: Int| Piece::Literal(Literal::Real(Rational::from(value)));
    if value.is_negative() {
        pieces.push(apply(arithmetic().negate_real));
    }
    let numerator = whole(value.numerator().abs());
    if value.is_integer() {
        pieces.push(numerator);
    } else {
        let denominator = whole(value.denominator().clone());
        pieces.extend([apply(arithmetic().divide), numerator, denominator, Piece::Close]);
    }
    if value.is_negative() {
        pieces.push(Piece::Close);
    }
}

fn spell_float(value: &Float, pieces: &mut Vec<Piece<'_>>) {
    let ops = float_operators();
    let (eb, sb) = (value.format().eb(), value.format().sb());
    let sign = usize::from(value.is_negative());
    let special = if value.is_nan() {
        Some(ops.not_a_number)
    } else if value.is_infinite() {
        Some(ops.infinities[sign])
    } else if value.is_zero() {
        Some(ops.zeros[sign])
    } else {
        None
    };
    if let Some(op) = special {
        let head = Head::Op(op, SmallVec::from_slice(&[eb, sb]));
        return pieces.extend([Piece::Open(head, None), Piece::Close]);
    }
    let bits = value.to_bits();
    let fields = [(eb + sb - 1, eb + sb - 1), (eb + sb - 2, sb - 1), (sb - 2, 0)];
    pieces.push(apply(ops.fields));
    pieces.extend(fields.map(|(high, low)| Piece::Literal(Literal::Bits(bits.extract(high, low)))));
    pieces.push(Piece::Close);
}

fn spell_compound<'a>(
    terms: &Terms,
    compound: &'a Compound,
    sort: Sort,
    pieces: &mut Vec<Piece<'a>>,
) -> Option<()> {
    let SortKind::Composite(constructor, sorts) = terms.sorts.kind(sort) else { return None };
    let parts = compound.parts();
    match compound.kind() {
        Kind::Collection(collection) => {
            let members = collection.member_sorts(sorts[0]);
            spell_collection(*constructor, parts, sort, &members, pieces)?;
        }
        Kind::Array(_) => {
            let (index, element) = terms.sorts.array_parts(sort)?;
            let (default, entries) = parts.split_first()?;
            let ops = array_operators();
            pieces.extend((0..entries.len() / 2).map(|_| apply(ops.store)));
            let constant = Piece::Open(Head::Op(ops.constant, SmallVec::new()), Some(sort));
            pieces.extend([constant, Piece::Value(default, element), Piece::Close]);
            for entry in entries.chunks_exact(2) {
                let (at, value) = (Piece::Value(&entry[0], index), Piece::Value(&entry[1], element));
                pieces.extend([at, value, Piece::Close]);
            }
        }
        Kind::Tuple => {
            let ops = tuple_operators();
            pieces.push(apply(if parts.is_empty() { ops.unit } else { ops.make }));
            pieces.extend(parts.iter().zip(sorts).map(|(part, &sort)| Piece::Value(part, sort)));
            pieces.push(Piece::Close);
        }
        Kind::Data(constructor) => {
            let decl = DeclId::from_number(*constructor);
            let fields = fields_of(SortDomains { terms, model: &Model::default() }, decl, sort)?;
            let ascribed = terms.decl(decl).signature.needs_ascription().then_some(sort);
            pieces.push(Piece::Open(Head::Constructor(decl), ascribed));
            pieces.extend(parts.iter().zip(fields).map(|(part, field)| Piece::Value(part, field)));
            pieces.push(Piece::Close);
        }
        Kind::Table { .. }
        | Kind::Closure { .. }
        | Kind::Partial { .. }
        | Kind::Updated
        | Kind::Open { .. } => return None,
    }
    Some(())
}

/// The union or concatenation of a collection for each member.
fn spell_collection<'a>(
    constructor: SortConstructor,
    parts: &'a [Value],
    sort: Sort,
    members: &[Sort],
    pieces: &mut Vec<Piece<'a>>,
) -> Option<()> {
    let forms = constructor.forms()?;
    let op = |name: &str| table().meanings(name).iter().copied().find(|&op| constructor.is_made_by(op));
    if parts.is_empty() {
        let empty = Head::Op(op(forms.empty)?, SmallVec::new());
        pieces.extend([Piece::Open(empty, Some(sort)), Piece::Close]);
        return Some(());
    }
    let is_joined = parts.len() > members.len();
    if is_joined {
        pieces.push(apply(op(forms.join)?));
    }
    for member in parts.chunks_exact(members.len()) {
        pieces.push(apply(op(forms.unit)?));
        pieces.extend(member.iter().zip(members).map(|(part, &sort)| Piece::Value(part, sort)));
        pieces.push(Piece::Close);
    }
    if is_joined {
        pieces.push(Piece::Close);
    }
    Some(())
}

/// Writes a space unless a list just begins.
fn separate(out: &mut String) {
    if !out.is_empty() && !out.ends_with('(') {
        out.push(' ');
    }
}

fn write_head(out: &mut String, terms: &Terms, head: &Head, ascribed: Option<Sort>) {
    if ascribed.is_some() {
        out.push_str("(as ");
    }
    // Writing to a `String` cannot fail.
    let _ = match head {
        Head::Constructor(decl) => write!(out, "{}", quoted(terms.symbols.name(terms.decl(*decl).name))),
        Head::Op(op, indices) if indices.is_empty() => write!(out, "{}", op.op().name),
        Head::Op(op, indices) => {
            let _ = write!(out, "(_ {}", op.op().name);
            indices.iter().try_for_each(|index| write!(out, " {index}")).and_then(|()| out.write_char(')'))
        }
    };
    if let Some(sort) = ascribed {
        out.push(' ');
        terms.sorts.write(out, &terms.symbols, sort);
        out.push(')');
    }
}

/// Writes a literal; numbers are never negative or fractions here.
fn write_literal(out: &mut String, literal: &Literal) {
    let _ = match literal {
        Literal::Bool(value) => write!(out, "{value}"),
        Literal::Int(value) => write!(out, "{value}"),
        Literal::Real(value) => write!(out, "{}.0", value.numerator()),
        Literal::Bits(value) => write!(out, "{value}"),
        Literal::Field(value) => write!(out, "{value}"),
        Literal::Text(value) => write!(out, "\"{}\"", value.to_literal()),
    };
}

/// The name of an element of a declared sort.
pub(super) fn element_text(terms: &Terms, sort: Sort, number: u32) -> String {
    quoted(&format!("{}!val!{number}", terms.sorts.to_text(&terms.symbols, sort))).to_string()
}
