//! The free symbols of formulas.

use gainsay_lang::script::{DeclId, DeclKind, Function, Term, Terms, View};
use std::collections::BTreeSet;

/// The free symbols in some terms and in the definitions that these use.
pub fn symbols(terms: &Terms, roots: &[Term]) -> BTreeSet<DeclId> {
    let (mut free, mut defined) = (BTreeSet::new(), BTreeSet::new());
    let mut roots = roots.to_vec();
    while !roots.is_empty() {
        let mut bodies = Vec::new();
        for term in terms.postorder(&roots) {
            let View::Apply(function, _) = terms.view(term) else { continue };
            let Function::Declared(decl) = *terms.function(function) else { continue };
            match &terms.decl(decl).kind {
                DeclKind::Free => {
                    free.insert(decl);
                }
                DeclKind::Defined { body: Some(body), .. } | DeclKind::Named(body) => {
                    bodies.extend(defined.insert(decl).then_some(*body));
                }
                _ => {}
            }
        }
        roots = bodies;
    }
    free
}

/// A symbol of a formula that does not occur in both parts.
pub fn not_shared(terms: &Terms, formula: Term, parts: [&[Term]; 2]) -> Option<String> {
    let [one, other] = parts.map(|part| symbols(terms, part));
    let used = symbols(terms, &[formula]);
    let stranger = used.iter().find(|symbol| !one.contains(symbol) || !other.contains(symbol))?;
    Some(terms.symbols.name(terms.decl(*stranger).name).to_owned())
}
