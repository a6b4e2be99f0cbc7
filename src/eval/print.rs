//! Values as SMT-LIB terms.

use super::sorted::fields_of;
use super::{Model, SortDomains};
use crate::script::{DeclId, Terms};
use crate::sexp::quoted;
use crate::theory::sort::{Sort, SortKind};
use crate::theory::value_forms;
use crate::value::{Int, Kind, Rational, Value};

/// Values that would be written with more parts than this are not written.
const MAX_PARTS: u64 = 1 << 20;

/// Elements of larger universes are not listed.
const MOST_ELEMENTS: u32 = 1 << 12;

/// The value as a term of the sort that any solver reads; `None` for what no term is: functions and open values;
/// and for very large values. Elements of declared sorts are written as z3 does.
pub fn value_text(terms: &Terms, value: &Value, sort: Sort) -> Option<String> {
    enum Step<'a> {
        Value(&'a Value, Sort),
        Text(&'static str),
        Sort(Sort),
    }
    if value.size() > MAX_PARTS {
        return None;
    }
    let forms = value_forms();
    let model = Model::default();
    let domains = SortDomains { terms, model: &model };
    let mut out = String::new();
    let mut stack = vec![Step::Value(value, sort)];
    while let Some(step) = stack.pop() {
        let (value, sort) = match step {
            Step::Text(text) => {
                out.push_str(text);
                continue;
            }
            Step::Sort(sort) => {
                terms.sorts.write(&mut out, &terms.symbols, sort);
                continue;
            }
            Step::Value(value, sort) => (value, sort),
        };
        match value {
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Int(value) => write_int(&mut out, value),
            Value::Real(value) => write_real(&mut out, value),
            Value::Bits(value) => out.push_str(&value.to_string()),
            Value::Float(value) => out.push_str(&value.to_string()),
            Value::Mode(value) => out.push_str(&value.to_string()),
            Value::Text(value) => {
                out.push('"');
                out.push_str(&value.to_literal());
                out.push('"');
            }
            Value::Regex(regex) => regex.write(&mut out, &forms.regex, MAX_PARTS as usize)?,
            Value::Algebraic(_) => return None,
            Value::Element { number, .. } => {
                out.push_str(&element_text(terms, sort, *number));
            }
            Value::Compound(compound) => {
                let parts = compound.parts();
                match (compound.kind(), terms.sorts.kind(sort)) {
                    (Kind::Seq, SortKind::Seq(element)) | (Kind::Set, SortKind::Set(element)) => {
                        let is_seq = *compound.kind() == Kind::Seq;
                        let (empty, unit, join) = if is_seq {
                            (forms.seq_empty, forms.seq_unit, forms.seq_join)
                        } else {
                            (forms.set_empty, forms.set_unit, forms.set_join)
                        };
                        if parts.is_empty() {
                            stack.extend([Step::Text(")"), Step::Sort(sort), Step::Text(" ")]);
                            stack.extend([Step::Text(empty), Step::Text("(as ")]);
                            continue;
                        }
                        if parts.len() > 1 {
                            stack.push(Step::Text(")"));
                        }
                        for (at, part) in parts.iter().enumerate().rev() {
                            stack.extend([Step::Text(")"), Step::Value(part, *element), Step::Text(" ")]);
                            stack.extend([Step::Text(unit), Step::Text("(")]);
                            if parts.len() > 1 || at > 0 {
                                stack.push(Step::Text(" "));
                            }
                        }
                        if parts.len() > 1 {
                            stack.extend([Step::Text(join), Step::Text("(")]);
                        }
                    }
                    (Kind::Array(_), SortKind::Array(index, element)) => {
                        let (default, entries) = parts.split_first()?;
                        for entry in entries.chunks_exact(2).rev() {
                            stack.extend([
                                Step::Text(")"),
                                Step::Value(&entry[1], *element),
                                Step::Text(" "),
                            ]);
                            stack.extend([Step::Value(&entry[0], *index), Step::Text(" ")]);
                        }
                        stack.extend([Step::Text(")"), Step::Value(default, *element), Step::Text(") ")]);
                        stack.extend([Step::Sort(sort), Step::Text(" "), Step::Text(forms.array_const)]);
                        stack.push(Step::Text("((as "));
                        for _ in entries.chunks_exact(2) {
                            stack.extend([Step::Text(" "), Step::Text(forms.array_store), Step::Text("(")]);
                        }
                    }
                    (Kind::Data(constructor), SortKind::Named(_, arguments)) => {
                        let decl = DeclId(*constructor);
                        let name = quoted(terms.symbols.name(terms.decl(decl).name)).to_string();
                        let fields = fields_of(domains, decl, sort)?;
                        if !parts.is_empty() {
                            out.push('(');
                            stack.push(Step::Text(")"));
                        }
                        for (part, field) in parts.iter().zip(fields).rev() {
                            stack.extend([Step::Value(part, field), Step::Text(" ")]);
                        }
                        if parts.is_empty() && !arguments.is_empty() {
                            out.push_str("(as ");
                            out.push_str(&name);
                            stack.extend([Step::Text(")"), Step::Sort(sort), Step::Text(" ")]);
                        } else {
                            out.push_str(&name);
                        }
                    }
                    _ => return None,
                }
            }
        }
    }
    Some(out)
}

/// The name of an element of a declared sort.
fn element_text(terms: &Terms, sort: Sort, number: u32) -> String {
    quoted(&format!("{}!val!{number}", terms.sorts.to_text(&terms.symbols, sort))).to_string()
}

fn write_int(out: &mut String, value: &Int) {
    if value.is_negative() {
        out.push_str(&format!("(- {})", value.abs()));
    } else {
        out.push_str(&value.to_string());
    }
}

fn write_real(out: &mut String, value: &Rational) {
    let magnitude = value.abs();
    let text = if magnitude.is_integer() {
        format!("{}.0", magnitude.numerator())
    } else {
        format!("(/ {}.0 {}.0)", magnitude.numerator(), magnitude.denominator())
    };
    if value.is_negative() {
        out.push_str(&format!("(- {text})"));
    } else {
        out.push_str(&text);
    }
}

/// The model as `define-fun` commands, one a line, in the order of declaration, after comments that list the elements of
/// declared sorts. What cannot be written is left out.
pub fn model_text(terms: &Terms, model: &Model) -> String {
    let mut out = String::new();
    for (sort, size) in model.universes().filter(|(_, size)| *size <= MOST_ELEMENTS) {
        let names: Vec<String> = (0..size).map(|number| element_text(terms, sort, number)).collect();
        let sort = terms.sorts.to_text(&terms.symbols, sort);
        out.push_str(&format!(";; universe for {sort}:\n;;   {}\n", names.join(" ")));
    }
    for (decl, value) in model.iter() {
        let declared = terms.decl(decl);
        let name = quoted(terms.symbols.name(declared.name));
        let result = declared.result_sort();
        let Some(arguments) = declared.arg_sorts() else { continue };
        let body = if arguments.is_empty() {
            value_text(terms, value, result)
        } else {
            table_text(terms, value, &arguments, result)
        };
        let Some(body) = body else { continue };
        let parameters: Vec<String> = arguments
            .iter()
            .enumerate()
            .map(|(at, &sort)| format!("(x!{at} {})", terms.sorts.to_text(&terms.symbols, sort)))
            .collect();
        let sort = terms.sorts.to_text(&terms.symbols, result);
        out.push_str(&format!("(define-fun {name} ({}) {sort} {body})\n", parameters.join(" ")));
    }
    out
}

/// A function as nested choices.
fn table_text(terms: &Terms, value: &Value, arguments: &[Sort], result: Sort) -> Option<String> {
    let table = value.as_table()?;
    let connectives = crate::theory::connectives();
    let (ite, and, equal) =
        (connectives.ite.op().name, connectives.and.op().name, connectives.equal.op().name);
    let mut out = String::new();
    for (at, value) in table.entries() {
        let tests: Option<Vec<String>> = at
            .iter()
            .zip(arguments)
            .enumerate()
            .map(|(place, (value, &sort))| {
                Some(format!("({equal} x!{place} {})", value_text(terms, value, sort)?))
            })
            .collect();
        let tests = tests?;
        let test = if tests.len() == 1 { tests.concat() } else { format!("({and} {})", tests.join(" ")) };
        out.push_str(&format!("({ite} {test} {} ", value_text(terms, value, result)?));
    }
    out.push_str(&value_text(terms, table.default, result)?);
    out.extend(std::iter::repeat_n(')', table.len()));
    Some(out)
}
