//! Decides where the printer needs `let`, so that the text of a shared term does not blow up.
//!
//! A term that would be printed more than once gets a name in the innermost scope that binds one of its variables, or
//! around the whole term if it has none. The arena's binders never hide an outer variable, so
//! the scope is well defined.

use super::terms::{Attribute, Function, Head, Literal, Term, Terms, View};
use super::variable_sets::{EMPTY, VariableSets};
use super::walk::{TermMap, Walker};

/// Terms with fewer nodes than this are cheaper to repeat than to name.
const WORTH_A_NAME: u64 = 4;

/// Terms with at most so many nodes, repeated ones counted each time, are printed as trees.
const SMALL: u64 = 64;

/// How much longer than its shared form a term may be when it is printed as a tree.
const STRETCH: u64 = 2;

/// The analysis of the term being printed.
#[derive(Default, Debug)]
pub(super) struct Sharing {
    walker: Walker,
    order: Vec<Term>,
    stack: Vec<Term>,
    tree_size: TermMap<u64>,
    references: TermMap<u32>,
    /// Free variables, as the number of a set.
    free: TermMap<u32>,
    sets: VariableSets,
    in_scope: TermMap<bool>,
    scoped: bool,
}

impl Sharing {
    /// Whether a term is so small that nothing in it needs a name. Most are, and can be printed without the
    /// analysis by [`Sharing::begin`].
    pub(super) fn begin_small(&mut self, terms: &Terms, root: Term) -> bool {
        self.scoped = false;
        self.stack.clear();
        self.stack.push(root);
        let mut nodes = 0;
        while let Some(term) = self.stack.pop() {
            nodes += weight(terms, term);
            if nodes > SMALL || (term != root && is_named(terms, term)) {
                return false;
            }
            self.stack.extend_from_slice(terms.children(term));
        }
        true
    }

    /// Analyses a term. Gives its closed subterms that need a name, by level, each using
    /// only those of earlier levels.
    pub(super) fn begin(&mut self, terms: &Terms, root: Term) -> Vec<Vec<Term>> {
        self.order.clear();
        self.order.extend_from_slice(self.walker.postorder(terms, &[root]));
        self.tree_size.clear();
        let mut named_shared = false;
        let mut shared_size = 0u64;
        self.references.clear();
        for &term in &self.order {
            let children = terms.children(term);
            let own = weight(terms, term);
            let size = children.iter().fold(own, |sum, &child| sum.saturating_add(self.tree_size.get(child)));
            shared_size = shared_size.saturating_add(own);
            self.tree_size.set(term, size);
            for &child in children {
                let count = self.references.get(child) + 1;
                self.references.set(child, count);
                named_shared |= count == 2 && is_named(terms, child);
            }
        }
        let enough_as_tree = STRETCH * shared_size + SMALL;
        self.scoped = named_shared || self.tree_size.get(root) > enough_as_tree;
        if !self.scoped {
            return Vec::new();
        }
        self.find_free_variables(terms);
        self.in_scope.clear();
        let wanted =
            |term: Term| term != root && self.free.get(term) == EMPTY && self.needs_name(terms, term);
        levels(terms, &self.order, wanted)
    }

    fn needs_name(&self, terms: &Terms, term: Term) -> bool {
        self.references.get(term) > 1
            && (self.tree_size.get(term) >= WORTH_A_NAME || is_named(terms, term))
            && !matches!(terms.head(term), Head::Bind(super::Binder::Case(_)))
    }

    fn find_free_variables(&mut self, terms: &Terms) {
        self.free.clear();
        self.sets.clear();
        for &term in &self.order {
            let set = self.sets.free_in(terms, term, |child| self.free.get(child));
            self.free.set(term, set);
        }
    }

    /// The terms that need a name inside a binder's body and cannot have it further out, by level.
    pub(super) fn enter(&mut self, terms: &Terms, variables: &[Term], body: Term) -> Vec<Vec<Term>> {
        if !self.scoped {
            return Vec::new();
        }
        for &variable in variables {
            self.in_scope.set(variable, true);
        }
        let (free, sets) = (&self.free, &self.sets);
        let mentions =
            |term: Term| sets.members(free.get(term)).iter().any(|member| variables.contains(member));
        let order = self.walker.postorder_where(terms, &[body], mentions).to_vec();
        for &term in &order {
            self.references.set(term, 0);
        }
        for &term in &order {
            for &child in terms.children(term) {
                let count = self.references.get(child);
                self.references.set(child, count + 1);
            }
        }
        let at_home =
            |term: Term| self.sets.members(self.free.get(term)).iter().all(|&v| self.in_scope.get(v));
        levels(terms, &order, |term| term != body && at_home(term) && self.needs_name(terms, term))
    }

    pub(super) fn leave(&mut self, variables: &[Term]) {
        for &variable in variables {
            self.in_scope.set(variable, false);
        }
    }

    /// Whether any `let` may be needed.
    pub(super) fn is_scoped(&self) -> bool {
        self.scoped
    }

    /// The terms under the root, children first.
    pub(super) fn order(&self) -> &[Term] {
        &self.order
    }
}

/// The wanted terms by level: a term is above all wanted terms inside it. `order` has children before parents.
fn levels(terms: &Terms, order: &[Term], wanted: impl Fn(Term) -> bool) -> Vec<Vec<Term>> {
    let mut levels: Vec<Vec<Term>> = Vec::new();
    // How many levels a term and what is below it need.
    let mut depths: TermMap<usize> = TermMap::new(0);
    for &term in order {
        let depth = terms.children(term).iter().map(|&child| depths.get(child)).max().unwrap_or(0);
        if !wanted(term) {
            depths.set(term, depth);
            continue;
        }
        if depth == levels.len() {
            levels.push(Vec::new());
        }
        levels[depth].push(term);
        depths.set(term, depth + 1);
    }
    levels
}

/// The weight of a term without its children, in nodes: one, and more for long literals and names.
fn weight(terms: &Terms, term: Term) -> u64 {
    const BITS: usize = 256;
    const CHARACTERS: usize = 64;
    let more = match terms.view(term) {
        View::Literal(Literal::Text(text)) => text.len() / CHARACTERS,
        View::Literal(Literal::Bits(bits)) => bits.width() as usize / BITS,
        View::Literal(Literal::Int(int)) => int.bits_len() / BITS,
        View::Literal(Literal::Real(real)) => {
            (real.numerator().bits_len() + real.denominator().bits_len()) / BITS
        }
        View::Apply(function, []) => match terms.function(function) {
            Function::Declared(decl) => terms.symbols.name(terms.decl(*decl).name).len() / CHARACTERS,
            _ => 0,
        },
        _ => 0,
    };
    1 + more as u64
}

/// Whether a term carries a name of its own, and so must not be printed twice.
fn is_named(terms: &Terms, term: Term) -> bool {
    match terms.view(term) {
        View::Annotated(_, attributes, _) => attributes.iter().any(|a| matches!(a, Attribute::Named(_))),
        _ => false,
    }
}
