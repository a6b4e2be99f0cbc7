//! Smaller variants of a term, one of which may show the same mistake.

use gainsay_eval::eval::{Limits, Model, SortDomains, eval, value_term};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::occurrences::free_variables;
use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::{DeclId, Printer, Term, Terms};

/// The size of a term: nodes, then symbols, then characters.
pub type Measure = (u64, usize, usize);

pub fn measure(terms: &Terms, root: Term) -> Measure {
    let order = terms.postorder(&[root]);
    let mut nodes: HashMap<Term, u64> = HashMap::default();
    for &term in &order {
        let below = terms.children(term).iter().map(|child| nodes.get(child).copied().unwrap_or(1));
        let count = below.fold(1u64, u64::saturating_add);
        nodes.insert(term, count);
    }
    let symbols = order.iter().filter(|&&term| terms.declaration(term).is_some()).count();
    (nodes.get(&root).copied().unwrap_or(1), symbols, Printer::default().term(terms, root).len())
}

/// Smaller terms, the smallest first: subterms, and the term with a part replaced by something smaller.
pub fn smaller(terms: &mut Terms, root: Term, symbols: &[DeclId]) -> Vec<Term> {
    let whole = measure(terms, root);
    let parts = terms.postorder(&[root]);
    let mut found: Vec<Term> = parts.iter().copied().filter(|&part| part != root).collect();
    for &part in &parts {
        for replacement in replacements(terms, part, symbols) {
            if part == root {
                found.push(replacement);
            } else {
                found.push(substitute(terms, root, &[(part, replacement)]));
            }
        }
    }
    let mut measured: Vec<(Measure, Term)> =
        found.into_iter().map(|term| (measure(terms, term), term)).collect();
    measured.sort_unstable();
    measured.dedup();
    let is_better = |(size, term): &(Measure, Term)| {
        *size < whole && !terms.children(*term).is_empty() && free_variables(terms, *term).is_empty()
    };
    measured.retain(is_better);
    measured.into_iter().map(|(_, term)| term).collect()
}

/// Replacements of a part: its own subterms of the same sort, symbols, and simple values.
fn replacements(terms: &mut Terms, part: Term, symbols: &[DeclId]) -> Vec<Term> {
    let sort = terms.sort(part);
    let below = terms.postorder(&[part]);
    let mut found: Vec<Term> =
        below.into_iter().filter(|&term| term != part && terms.sort(term) == sort).collect();
    for &symbol in symbols {
        if terms.decl(symbol).result_sort() == sort {
            found.push(terms.constant(symbol));
        }
    }
    // A part that evaluates under the empty model can be replaced by its value.
    let value = eval(terms, part, &Model::default(), Limits::default()).ok();
    if !terms.children(part).is_empty() {
        found.extend(value.and_then(|value| value_term(terms, &value, sort)));
    }
    let default = SortDomains { terms, model: &Model::default() }.default(sort);
    found.extend(default.and_then(|value| value_term(terms, &value, sort)));
    found
}
