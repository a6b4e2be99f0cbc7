//! Models as SMT-LIB text.

use super::Model;
use super::spelling::{element_text, value_text};
use gainsay_lang::script::{Binder, Printer, Term, Terms, View};
use gainsay_lang::sexp::quoted;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::{Kind, Value};

/// Largest universe whose elements are listed.
const MOST_ELEMENTS: u32 = 1 << 12;

/// The model as `define-fun` commands, one per line, in the order of declaration, after comments that list
/// the elements of declared sorts. Values that have no SMT-LIB text are left out.
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
        let mut names: Vec<String> = (0..arguments.len()).map(|at| format!("x!{at}")).collect();
        let body = if arguments.is_empty() {
            value_text(terms, value, result)
        } else if let Some((variables, body)) = lambda_of(terms, value) {
            let print = |term| Printer::default().term(terms, term);
            names = variables.iter().map(|&variable| print(variable)).collect();
            Some(print(body))
        } else {
            table_text(terms, value, &arguments, result)
        };
        let Some(body) = body else { continue };
        let parameters: Vec<String> = names
            .iter()
            .zip(&arguments)
            .map(|(name, &sort)| format!("({name} {})", terms.sorts.to_text(&terms.symbols, sort)))
            .collect();
        let sort = terms.sorts.to_text(&terms.symbols, result);
        out.push_str(&format!("(define-fun {name} ({}) {sort} {body})\n", parameters.join(" ")));
    }
    out
}

/// The parameters and the body of a function that is given by a lambda term without captured variables.
fn lambda_of<'a>(terms: &'a Terms, value: &Value) -> Option<(&'a [Term], Term)> {
    let Some(Kind::Closure { term }) = value.kind().filter(|_| value.parts().is_empty()) else { return None };
    match terms.view(Term::from_number(*term)) {
        View::Bind(Binder::Lambda, variables, body) => Some((variables, body)),
        _ => None,
    }
}

/// A function table as nested `ite`s.
fn table_text(terms: &Terms, value: &Value, arguments: &[Sort], result: Sort) -> Option<String> {
    let table = value.as_table()?;
    let connectives = gainsay_lang::theory::connectives();
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
