//! Terms made from terms: substitution, replacement of chosen occurrences, and bottom-up rewriting.
//!
//! A [`Rewriter`] keeps its memory, so that rewriting allocates nothing once it is warm. Terms that cannot contain a
//! target are skipped, by the bits of their leaves and by their ids: a term's parts have smaller ids than the term.

use super::Script;
use super::declarations::{DeclId, DeclKind};
use super::terms::{Binder, Function, Head, Term, Terms, View};
use super::walk::{TermMap, Walker};
use crate::hash::HashMap;
use crate::symbols::Symbol;
use smallvec::SmallVec;

/// Replaces terms by terms of the same sorts, all at once and everywhere; see [`Rewriter::substitute`].
pub fn substitute(terms: &mut Terms, root: Term, map: &[(Term, Term)]) -> Term {
    Rewriter::default().substitute(terms, root, map)
}

/// The body of a definition with an application's arguments in place of its parameters; `body` may be a rewritten
/// one. `None` unless the term applies a definition that is not recursive.
pub fn unfolded(terms: &mut Terms, application: Term, body: Term) -> Option<Term> {
    let arguments = terms.children(application);
    let map: Vec<(Term, Term)> = match &terms.decl(terms.declaration(application)?).kind {
        DeclKind::Defined { params, recursive: false, .. } if params.len() == arguments.len() => {
            params.iter().copied().zip(arguments.iter().copied()).collect()
        }
        DeclKind::Named(_) => Vec::new(),
        _ => return None,
    };
    Some(substitute(terms, body, &map))
}

/// The subterm at a path of child indices; `None` if there is none.
pub fn subterm(terms: &Terms, root: Term, path: &[u32]) -> Option<Term> {
    path.iter().try_fold(root, |term, &step| terms.children(term).get(step as usize).copied())
}

/// Rewrites terms. Its memory is reused from call to call.
#[derive(Clone, Debug)]
pub struct Rewriter {
    /// The result for each term, outside all scopes.
    done: TermMap<Term>,
    /// The result for each term in a scope.
    scoped: HashMap<(u32, Term), Term>,
    /// The targets of all open scopes; those of the current one begin at `first`.
    targets: Vec<Target>,
    first: usize,
    /// All leaves of the current targets, and the oldest of the targets.
    leaves: u64,
    oldest: Term,
    /// The number of the current scope; 0 is outside of all.
    scope: u32,
    scopes_made: u32,
    outer: Vec<Scope>,
    /// New variables of the open scopes' binders.
    variables: Vec<Term>,
    /// The names in the replacements, which must not be captured.
    avoid: Vec<Symbol>,
    stack: Vec<Step>,
    children: Vec<Term>,
    walker: Walker,
}

#[derive(Clone, Copy, Debug)]
struct Target {
    from: Term,
    to: Term,
    leaves: u64,
}

/// The state to restore after a binder whose body has other targets than the terms around it.
#[derive(Clone, Copy, Debug)]
struct Scope {
    number: u32,
    first: usize,
    variables: usize,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Open(Term),
    Close(Term),
    Leave(Term),
}

/// No term.
const NONE: Term = Term(u32::MAX);

/// With more targets than this, terms are only compared with the union of all targets' leaves.
const FEW: usize = 4;

impl Default for Rewriter {
    fn default() -> Self {
        Rewriter {
            done: TermMap::new(NONE),
            scoped: HashMap::default(),
            targets: Vec::new(),
            first: 0,
            leaves: 0,
            oldest: NONE,
            scope: 0,
            scopes_made: 0,
            outer: Vec::new(),
            variables: Vec::new(),
            avoid: Vec::new(),
            stack: Vec::new(),
            children: Vec::new(),
            walker: Walker::default(),
        }
    }
}

impl Rewriter {
    /// Replaces terms by terms of the same sorts, all at once: replacements are not rewritten again, and of nested
    /// targets the outermost is replaced. A target's free variables are free variables of the root: where a binder
    /// binds one of them, there is no occurrence. Nothing in a replacement is captured, neither a free variable nor a
    /// constant that is spelled like a bound variable: the binder's variable is renamed.
    pub fn substitute(&mut self, terms: &mut Terms, root: Term, map: &[(Term, Term)]) -> Term {
        let mut roots = [root];
        self.substitute_all(terms, &mut roots, map);
        roots[0]
    }

    /// As [`Rewriter::substitute`], in several terms.
    pub fn substitute_all(&mut self, terms: &mut Terms, roots: &mut [Term], map: &[(Term, Term)]) {
        self.done.clear();
        self.scoped.clear();
        self.targets.clear();
        self.avoid.clear();
        self.first = 0;
        (self.scope, self.scopes_made) = (0, 0);
        for &(from, to) in map {
            debug_assert_eq!(terms.sort(from), terms.sort(to), "a term is replaced by one of another sort");
            self.targets.push(Target { from, to, leaves: terms.leaves(from) });
            self.done.set(from, to);
        }
        self.aim();
        if roots.iter().any(|&root| terms.has_binder(root)) {
            for &(_, new) in map {
                self.avoid_names_of(terms, new);
            }
            self.avoid.sort_unstable();
            self.avoid.dedup();
        }
        for root in roots {
            *root = self.run(terms, *root);
        }
    }

    fn aim(&mut self) {
        self.leaves = 0;
        self.oldest = NONE;
        for target in &self.targets[self.first..] {
            self.leaves |= target.leaves;
            self.oldest = self.oldest.min(target.from);
        }
    }

    /// Adds the names in a replacement to those that no binder around it may bind.
    fn avoid_names_of(&mut self, terms: &Terms, term: Term) {
        let parts = self.walker.postorder(terms, &[term]);
        self.avoid.extend(parts.iter().filter_map(|&part| name_of(terms, part)));
    }

    #[inline]
    fn result(&self, term: Term) -> Term {
        if self.scope == 0 {
            self.done.get(term)
        } else {
            self.scoped.get(&(self.scope, term)).copied().unwrap_or(NONE)
        }
    }

    #[inline]
    fn set_result(&mut self, term: Term, result: Term) {
        if self.scope == 0 {
            self.done.set(term, result);
        } else {
            self.scoped.insert((self.scope, term), result);
        }
    }

    /// Whether a current target may be at or below a term. If it is false, there certainly is none.
    #[inline]
    fn may_contain(&self, terms: &Terms, term: Term) -> bool {
        let leaves = terms.leaves(term);
        if leaves & self.leaves == 0 || term < self.oldest {
            return false;
        }
        let targets = &self.targets[self.first..];
        targets.len() > FEW
            || targets.iter().any(|target| target.leaves & !leaves == 0 && target.from <= term)
    }

    fn run(&mut self, terms: &mut Terms, root: Term) -> Term {
        self.stack.clear();
        self.stack.push(Step::Open(root));
        while let Some(step) = self.stack.pop() {
            match step {
                Step::Open(term) => self.open(terms, term),
                Step::Close(term) => self.close(terms, term),
                Step::Leave(binder) => self.leave(terms, binder),
            }
        }
        let result = self.result(root);
        if result == NONE { root } else { result }
    }

    fn open(&mut self, terms: &mut Terms, term: Term) {
        if self.result(term) != NONE || !self.may_contain(terms, term) {
            return;
        }
        if matches!(terms.head(term), Head::Bind(_)) && self.enter(terms, term) {
            return;
        }
        let children = terms.children(term);
        if children.is_empty() {
            return;
        }
        self.stack.push(Step::Close(term));
        for &child in children.iter().rev() {
            if terms.leaves(child) & self.leaves != 0 && child >= self.oldest {
                self.stack.push(Step::Open(child));
            }
        }
    }

    fn close(&mut self, terms: &mut Terms, term: Term) {
        let mut new = std::mem::take(&mut self.children);
        new.clear();
        let mut changed = false;
        for &child in terms.children(term) {
            let result = self.result(child);
            changed |= result != NONE && result != child;
            new.push(if result == NONE { child } else { result });
        }
        let result = if changed { terms.rebuild(term, &new) } else { term };
        self.set_result(term, result);
        self.children = new;
    }

    /// Opens a scope for a binder that binds a variable of a target, or a name that must not be captured. False if it
    /// does neither.
    fn enter(&mut self, terms: &mut Terms, binder: Term) -> bool {
        let View::Bind(_, variables, body) = terms.view(binder) else { return false };
        let hides = |target: &Target| {
            variables.iter().any(|&variable| {
                terms.leaves(variable) & target.leaves != 0 && occurs_free(terms, variable, target.from)
            })
        };
        let hidden = self.targets[self.first..].iter().any(hides);
        let captures = |variable: &Term| matches!(terms.head(*variable), Head::Variable(name) if self.avoid.binary_search(&name).is_ok());
        let captured = variables.iter().any(captures);
        if !hidden && !captured {
            return false;
        }
        let remaining: SmallVec<[Target; 4]> =
            self.targets[self.first..].iter().copied().filter(|target| !hides(target)).collect();
        let inside = self.walker.postorder_where(terms, &[body], |term| {
            remaining.iter().any(|target| target.leaves & !terms.leaves(term) == 0 && target.from <= term)
        });
        if !inside.iter().any(|&term| remaining.iter().any(|target| target.from == term)) {
            self.set_result(binder, binder);
            return true;
        }
        let variables: SmallVec<[Term; 4]> = variables.into();
        let captured: SmallVec<[bool; 4]> = variables.iter().map(captures).collect();
        self.outer.push(Scope { number: self.scope, first: self.first, variables: self.variables.len() });
        self.scopes_made += 1;
        self.scope = self.scopes_made;
        self.first = self.targets.len();
        self.targets.extend_from_slice(&remaining);
        for (&variable, captured) in variables.iter().zip(captured) {
            if !captured {
                self.variables.push(variable);
                continue;
            }
            let new = terms.fresh_variable(variable);
            self.variables.push(new);
            self.targets.push(Target { from: variable, to: new, leaves: terms.leaves(variable) });
        }
        for at in self.first..self.targets.len() {
            let Target { from, to, .. } = self.targets[at];
            self.scoped.insert((self.scope, from), to);
        }
        self.aim();
        self.stack.push(Step::Leave(binder));
        self.stack.push(Step::Open(body));
        true
    }

    fn leave(&mut self, terms: &mut Terms, binder: Term) {
        let Some(outer) = self.outer.pop() else { return };
        let Some(&body) = terms.children(binder).last() else { return };
        let result = self.result(body);
        self.variables.push(if result == NONE { body } else { result });
        let new = terms.rebuild(binder, &self.variables[outer.variables..]);
        self.variables.truncate(outer.variables);
        self.targets.truncate(self.first);
        self.first = outer.first;
        self.scope = outer.number;
        self.aim();
        self.set_result(binder, new);
    }

    /// Rewrites all terms below the root, and the root, children first: `make` gets a term as it was, and as it is
    /// now that its children are rewritten.
    pub fn bottom_up(
        &mut self,
        terms: &mut Terms,
        root: Term,
        mut make: impl FnMut(&mut Terms, Term, Term) -> Term,
    ) -> Term {
        self.done.clear();
        let mut walker = std::mem::take(&mut self.walker);
        for &term in walker.postorder(terms, &[root]) {
            self.children.clear();
            self.children.extend(terms.children(term).iter().map(|&child| self.done.get(child)));
            let rebuilt = if self.children == terms.children(term) {
                term
            } else {
                terms.rebuild(term, &self.children)
            };
            let new = make(terms, term, rebuilt);
            self.done.set(term, new);
        }
        self.walker = walker;
        self.done.get(root)
    }
}

/// The name that a variable or a script's function is printed with.
fn name_of(terms: &Terms, term: Term) -> Option<Symbol> {
    match terms.head(term) {
        Head::Variable(name) => Some(name),
        Head::Apply(function) => match terms.function(function) {
            Function::Declared(decl) | Function::AsArray(decl) => Some(terms.decl(*decl).name),
            Function::Opaque(text) => Some(*text),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a variable occurs in a term outside of all binders of it.
pub fn occurs_free(terms: &Terms, variable: Term, term: Term) -> bool {
    if variable == term {
        return true;
    }
    let Head::Variable(name) = terms.head(variable) else { return false };
    let leaf = terms.leaves(variable);
    let mut walker = Walker::default();
    let inside = walker.postorder_where(terms, &[term], |part| {
        terms.leaves(part) & leaf != 0 && part >= variable && !terms.binds(part, name)
    });
    inside.contains(&variable)
}

/// Replaces the subterm at a path; see [`replace_each`].
pub fn replace_at(terms: &mut Terms, root: Term, path: &[u32], new: Term) -> Term {
    replace_each(terms, root, &[(path, new)])
}

/// Replaces the subterms at some paths, and rebuilds only the terms along them. A path inside another one is ignored.
/// Variables in the new terms are those that are in scope at the place; a constant that is spelled like
/// one of them is not captured.
///
/// # Panics
/// If a path leads nowhere.
pub fn replace_each<P: AsRef<[u32]>>(terms: &mut Terms, root: Term, places: &[(P, Term)]) -> Term {
    let mut order: SmallVec<[(&[u32], Term); 8]> =
        places.iter().map(|(path, new)| (path.as_ref(), *new)).collect();
    order.sort_by_key(|place| place.0);
    let mut zipper = Zipper { open: Vec::new(), children: Vec::new() };
    let mut current: &[u32] = &[];
    let mut placed = false;
    for (path, new) in order {
        if placed && path.starts_with(current) {
            continue;
        }
        let Some((&last, above)) = path.split_last() else { return new };
        let common = current.iter().zip(above).take_while(|(a, b)| a == b).count();
        zipper.close(terms, current, if placed { common + 1 } else { 0 });
        for depth in zipper.open.len()..path.len() {
            let term = match depth {
                0 => root,
                _ => zipper.child(path[depth - 1]),
            };
            zipper.open.push((term, zipper.children.len()));
            zipper.children.extend_from_slice(terms.children(term));
        }
        zipper.set_child(last, new);
        current = path;
        placed = true;
    }
    if placed { zipper.close(terms, current, 0) } else { root }
}

/// The terms from the root down to a place, with copies of their children.
struct Zipper {
    open: Vec<(Term, usize)>,
    children: Vec<Term>,
}

impl Zipper {
    fn child(&self, step: u32) -> Term {
        self.children[self.open.last().map_or(0, |last| last.1) + step as usize]
    }

    fn set_child(&mut self, step: u32, new: Term) {
        let at = self.open.last().map_or(0, |last| last.1) + step as usize;
        self.children[at] = new;
    }

    /// Rebuilds the open terms until `depth` of them are left; gives the last one built, if any.
    fn close(&mut self, terms: &mut Terms, path: &[u32], depth: usize) -> Term {
        let mut built = NONE;
        while self.open.len() > depth {
            let Some((term, start)) = self.open.pop() else { break };
            built = terms.rebuild(term, &self.children[start..]);
            self.children.truncate(start);
            if let Some(above) = self.open.len().checked_sub(1) {
                self.set_child(path[above], built);
            }
        }
        built
    }
}

impl Script {
    /// Rewrites every term of the script: in commands, in the bodies of definitions, and terms named by `:named`. The
    /// new terms must have the sorts of the old ones. [`Terms::rollback`] does not undo this.
    pub fn map_terms(&mut self, mut make: impl FnMut(&mut Terms, Term) -> Term) {
        let Script { commands, terms, .. } = self;
        for at in 0..terms.decls.len() {
            map_definition(terms, DeclId(at as u32), &mut make);
        }
        for command in commands {
            command.terms_mut().iter_mut().for_each(|term| *term = make(terms, *term));
        }
    }
}

fn map_definition(terms: &mut Terms, decl: DeclId, make: &mut impl FnMut(&mut Terms, Term) -> Term) {
    let kind = match &terms.decl(decl).kind {
        DeclKind::Named(term) => {
            let term = *term;
            DeclKind::Named(make(terms, term))
        }
        DeclKind::Defined { params, body: Some(body), recursive } => {
            let (params, body, recursive) = (params.clone(), *body, *recursive);
            // The parameters are bound in the body, so they may have to be renamed like the variables of any binder.
            let function = terms.bind(Binder::Lambda, &params, body);
            let function = make(terms, function);
            match terms.view(function) {
                View::Bind(_, variables, body) if !params.is_empty() => {
                    DeclKind::Defined { params: variables.into(), body: Some(body), recursive }
                }
                _ => DeclKind::Defined { params, body: Some(function), recursive },
            }
        }
        _ => return,
    };
    terms.decls[decl.0 as usize].kind = kind;
}
