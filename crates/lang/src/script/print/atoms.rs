//! How symbols, identifiers and numbers are written.

use crate::script::terms::Terms;
use crate::sexp::is_simple_symbol;
use crate::symbols::Symbol;
use crate::theory::sort::Sort;
use crate::value::{Int, Rational};
use std::fmt::Write;

pub(super) fn push_separated<T>(out: &mut String, items: &[T], mut push: impl FnMut(&mut String, &T)) {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        push(out, item);
    }
}

pub(super) fn push_symbol(out: &mut String, name: &str) {
    if is_simple_symbol(name) {
        out.push_str(name);
    } else {
        out.push('|');
        out.push_str(name);
        out.push('|');
    }
}

pub(super) fn push_indexed_by(out: &mut String, name: &str, of: &str) {
    out.push_str("(_ ");
    out.push_str(name);
    out.push(' ');
    push_symbol(out, of);
    out.push(')');
}

/// A name of the script.
#[inline]
pub(super) fn push_name(out: &mut String, terms: &Terms, name: Symbol) {
    if terms.symbols.is_simple(name) {
        out.push_str(terms.symbols.name(name));
    } else {
        push_symbol(out, terms.symbols.name(name));
    }
}

/// An operator with its indices and its sort, as far as it has them. The names of the table need no quotes.
pub(super) fn push_operator(
    out: &mut String,
    terms: &Terms,
    name: &str,
    indices: &[u32],
    ascribed: Option<Sort>,
) {
    if ascribed.is_some() {
        out.push_str("(as ");
    }
    if indices.is_empty() {
        out.push_str(name);
    } else {
        out.push_str("(_ ");
        out.push_str(name);
        for &index in indices {
            out.push(' ');
            push_number(out, u64::from(index));
        }
        out.push(')');
    }
    push_ascription(out, terms, ascribed);
}

/// The sort behind an identifier that began with `(as `.
pub(super) fn push_ascription(out: &mut String, terms: &Terms, ascribed: Option<Sort>) {
    if let Some(sort) = ascribed {
        out.push(' ');
        terms.sorts.write(out, &terms.symbols, sort);
        out.push(')');
    }
}

pub(super) fn push_int(out: &mut String, value: &Int, suffix: &str) {
    let _ = match value.to_u64() {
        Some(small) => {
            push_number(out, small);
            out.push_str(suffix);
            Ok(())
        }
        None if value.is_negative() => write!(out, "(- {}{suffix})", value.abs()),
        None => write!(out, "{value}{suffix}"),
    };
}

/// A number in decimal; the formatter of the standard library would take several times as long.
pub(super) fn push_number(out: &mut String, mut number: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[first..]).unwrap_or_default());
}

/// A decimal where there is one, else a quotient.
pub(super) fn push_real(out: &mut String, value: &Rational) {
    if value.is_integer() {
        return push_int(out, value.numerator(), ".0");
    }
    if value.is_negative() {
        out.push_str("(- ");
    }
    match value.decimal_digits() {
        Some((digits, places)) => {
            let (whole, fraction) = digits.split_at(digits.len() - places);
            out.extend([whole, ".", fraction]);
        }
        None => {
            let _ = write!(out, "(/ {}.0 {}.0)", value.numerator().abs(), value.denominator());
        }
    }
    if value.is_negative() {
        out.push(')');
    }
}

impl Terms {
    /// All names that the script declares, binds, or uses undeclared.
    pub(super) fn names_in_use(&self) -> impl Iterator<Item = &str> {
        let declared = self.decls().map(|(_, decl)| decl.name);
        let names = declared.chain(self.variable_names()).chain(self.opaque_names());
        names.map(|symbol| self.symbols.name(symbol))
    }
}
