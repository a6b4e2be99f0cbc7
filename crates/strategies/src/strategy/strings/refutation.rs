//! Unsatisfiable tests: an operation contradicts its meaning, disguised by replacements.
//!
//! For an equivalence between A (the operation) and B (its meaning), `not A` and `B` are asserted, with symbols
//! for what B claims to exist. In B, a symbol or a constant can be replaced by a new symbol that equals it by a
//! rule of the book; the rule's premises are asserted, too. If the replaced symbol occurs in B only, the premises
//! are noise: the contradiction does not need them.

use super::Category;
use gainsay_lang::answer::Status;
use gainsay_lang::script::occurrences::free_constants;
use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Attribute, Binder, Command, Script, Term, Terms, View};
use gainsay_lang::theory::sort::Sort;
use gainsay_prove::evidence::{Derivation, Evidence};
use gainsay_prove::rules::{
    Binding, Equivalence, Inference, Rule, RuleBook, RuleKind, TermPattern, quantifiers,
};

/// A replacement of a symbol or a constant by a rule.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub rule: &'static Rule,
    pub target: Target,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Target {
    /// A symbol of both A and B.
    Shared(Term),
    /// A constant in B.
    Constant(Term),
    /// A symbol of B only.
    Private(Term),
    /// A quantifier in B, and one of its variables.
    Bound(Term, Term),
}

impl Change {
    /// Whether both changes can be made: their targets differ, and only one may change a quantifier.
    pub fn goes_with(&self, other: &Change) -> bool {
        let both_bound = self.target.is_bound() && other.target.is_bound();
        self.target.term() != other.target.term() && !both_bound
    }
}

impl Target {
    pub fn category(self) -> Category {
        match self {
            Target::Shared(_) => Category::VariableReplacement,
            Target::Constant(_) => Category::ConstantReplacement,
            Target::Private(_) | Target::Bound(..) => Category::Noise,
        }
    }

    pub fn is_bound(self) -> bool {
        matches!(self, Target::Bound(..))
    }

    /// The term that is replaced.
    pub fn term(self) -> Term {
        match self {
            Target::Shared(term)
            | Target::Constant(term)
            | Target::Private(term)
            | Target::Bound(_, term) => term,
        }
    }
}

/// A test in the making.
#[derive(Clone, Debug)]
pub(super) struct Refutation {
    pub script: Script,
    operation: Term,
    meaning: Term,
    /// The assertions added, and whether each is noise.
    reasons: Vec<(Term, bool)>,
    steps: Vec<Inference>,
}

/// Rules whose condition can be met for every value of the variable by a choice of the other parameters: for every
/// string there is a string that it does not contain, and for every natural number a string of that length. (Bound
/// integers are natural numbers.)
const ALWAYS_POSSIBLE: [&str; 3] = ["str-nc5", "str-nc6", "str-nc8"];

/// Equivalence, rule and symbol for which the contradiction does not need the rule's condition: a prefix or
/// substring of a string's first character is one of the string, however long that is. z3 found no other case
/// among single changes.
const NEEDLESS: [(&str, &str, &str); 2] = [("E7", "str-nc1", "s"), ("E9", "str-nc1", "t")];

impl Refutation {
    pub fn new(equivalence: &Equivalence) -> Refutation {
        let Equivalence { script, operation, meaning, .. } = equivalence.clone();
        Refutation { script, operation, meaning, reasons: Vec::new(), steps: vec![equivalence.inference()] }
    }

    /// All possible changes in a fixed order: those that enlarge the core before noise.
    pub fn changes(&mut self) -> Vec<Change> {
        let mut targets = Vec::new();
        let terms = &self.script.terms;
        let of_operation: Vec<Term> =
            free_constants(terms, &[self.operation]).into_iter().map(|(term, _)| term).collect();
        for (symbol, _) in free_constants(terms, &[self.meaning]) {
            let is_shared = of_operation.contains(&symbol);
            targets.push(if is_shared { Target::Shared(symbol) } else { Target::Private(symbol) });
        }
        for quantifier in quantifiers(terms, self.meaning) {
            if let View::Bind(_, variables, _) = terms.view(quantifier) {
                targets.extend(variables.iter().map(|&variable| Target::Bound(quantifier, variable)));
            }
        }
        let mut changes = Vec::new();
        for rule in RuleBook::shipped().rules() {
            let RuleKind::Equality { given, right, .. } = &rule.kind else { continue };
            if let TermPattern::Parameter(parameter) = right {
                let fits = |target: &&Target| {
                    let possible = given.is_none() || ALWAYS_POSSIBLE.contains(&rule.name.as_str());
                    let terms = &self.script.terms;
                    Binding::of(rule).bind(rule, terms, usize::from(*parameter), target.term())
                        && (!target.is_bound() || possible)
                };
                changes.extend(targets.iter().filter(fits).map(|&target| Change { rule, target }));
            } else if let Some(constant) = right.instantiate(&mut self.script.terms, &Binding::of(rule))
                && (constant == self.script.terms.bool(true)
                    || occurs(&self.script.terms, self.meaning, constant))
            {
                changes.push(Change { rule, target: Target::Constant(constant) });
            }
        }
        changes.sort_by_key(|change| change.target.category());
        changes
    }

    /// Makes a change; `None` if the rule does not apply.
    pub fn change(&mut self, change: &Change) -> Option<()> {
        match change.target {
            Target::Bound(quantifier, variable) => self.change_bound(change.rule, quantifier, variable)?,
            target => {
                self.mention(target);
                let noise = target.category() == Category::Noise;
                let needless = noise || self.is_needless(change);
                let fresh = self.fresh_symbol(target.term());
                let terms = &self.script.terms;
                let mut binding = bound_to(change.rule, terms, target.term());
                for parameter in binding.open().collect::<Vec<_>>() {
                    let sort = binding.sort(change.rule, &mut self.script.terms, parameter)?;
                    let symbol = self.declare(&change.rule.parameters[parameter].name, sort);
                    binding.terms[parameter] = Some(symbol);
                }
                let (equal, given) = reasons(&mut self.script.terms, change.rule, &binding, fresh)?;
                self.meaning = substitute(&mut self.script.terms, self.meaning, &[(target.term(), fresh)]);
                self.reasons.push((equal, noise));
                self.reasons.extend(given.map(|given| (given, needless)));
            }
        }
        self.steps.push(change.rule.inference());
        Some(())
    }

    /// Turns the meaning into `(= meaning true)` if `true` is to be replaced and does not occur in it.
    fn mention(&mut self, target: Target) {
        let truth = self.script.terms.bool(true);
        if matches!(target, Target::Constant(constant) if constant == truth)
            && !occurs(&self.script.terms, self.meaning, truth)
        {
            self.meaning = self.script.terms.equal(self.meaning, truth);
        }
    }

    /// Whether the contradiction does not need the rule's condition.
    fn is_needless(&self, change: &Change) -> bool {
        let terms = &self.script.terms;
        let Some(decl) = terms.declaration(change.target.term()) else { return false };
        let symbol = terms.symbols.name(terms.decl(decl).name);
        NEEDLESS.contains(&(self.steps[0].name(), change.rule.name.as_str(), symbol))
    }

    /// Replaces a variable of a quantifier by a new one, under the premise that the rule makes the new one equal
    /// to it.
    fn change_bound(&mut self, rule: &Rule, quantifier: Term, variable: Term) -> Option<()> {
        let terms = &mut self.script.terms;
        let View::Bind(Binder::Forall, variables, body) = terms.view(quantifier) else { return None };
        let (mut variables, body) = (variables.to_vec(), body);
        let fresh = terms.fresh_variable(variable);
        variables.push(fresh);
        let mut binding = bound_to(rule, terms, variable);
        for parameter in binding.open().collect::<Vec<_>>() {
            let sort = binding.sort(rule, terms, parameter)?;
            let base = terms.symbols.intern(&rule.parameters[parameter].name);
            let name = terms.fresh_name(base);
            let other = terms.variable(name, sort);
            variables.push(other);
            binding.terms[parameter] = Some(other);
        }
        let (equal, given) = reasons(terms, rule, &binding, fresh)?;
        let inner = terms.bare(body);
        let inner = substitute(terms, inner, &[(variable, fresh)]);
        let premises: Vec<Term> = [equal].into_iter().chain(given).collect();
        let premise = terms.and(&premises);
        let mut new_body = terms.implies(premise, inner);
        if let View::Annotated(_, attributes, patterns) = terms.view(body) {
            let mut attributes = attributes.to_vec();
            let mut patterns = patterns.to_vec();
            if let Some(Attribute::Pattern(_, count)) = attributes.last_mut() {
                *count += 1;
            }
            for pattern in &mut patterns {
                *pattern = substitute(terms, *pattern, &[(variable, fresh)]);
            }
            patterns.push(terms.children(equal)[0]);
            new_body = terms.annotate(new_body, attributes.into(), &patterns);
        }
        let changed = terms.bind(Binder::Forall, &variables, new_body);
        self.meaning = substitute(terms, self.meaning, &[(quantifier, changed)]);
        Some(())
    }

    /// A new symbol that replaces a symbol or a constant.
    fn fresh_symbol(&mut self, target: Term) -> Term {
        let terms = &self.script.terms;
        let base = terms.declaration(target).map_or("z", |decl| terms.symbols.name(terms.decl(decl).name));
        let (base, sort) = (base.to_owned(), terms.sort(target));
        self.declare(&base, sort)
    }

    fn declare(&mut self, base: &str, sort: Sort) -> Term {
        let terms = &mut self.script.terms;
        let base = terms.symbols.intern(base);
        let name = terms.fresh_name(base);
        let name = terms.symbols.name(name).to_owned();
        let symbol = terms.declare_constant(&name, sort);
        if let Some(decl) = terms.declaration(symbol) {
            self.script.commands.push(Command::Declare { decl, constant: true });
        }
        symbol
    }

    /// The script with named assertions (`a..` in the core, `n..` noise), and the derivation of its
    /// unsatisfiability.
    pub fn finish(mut self) -> (Script, Evidence) {
        let terms = &mut self.script.terms;
        let logic = if terms.has_binder(self.meaning) { "ALL" } else { "QF_SLIA" };
        let logic = terms.symbols.intern(logic);
        self.script.commands.insert(0, Command::SetLogic(logic));
        let contrary = terms.not(self.operation);
        let own = [(contrary, false), (self.meaning, false)];
        let (mut core, mut noise) = (Vec::new(), 0);
        for (term, is_noise) in own.into_iter().chain(self.reasons) {
            let name = if is_noise { format!("n{noise}") } else { format!("a{}", core.len()) };
            let symbol = terms.symbols.intern(&name);
            if is_noise {
                noise += 1;
            } else {
                core.push(name);
            }
            let named = terms.annotate(term, [Attribute::Named(symbol)].into(), &[]);
            self.script.commands.push(Command::Assert(named));
        }
        let seeds = vec!["the contrary of an equivalence".to_owned()];
        let derivation = Derivation::new(Status::Unsat, seeds, self.steps).with_core(core);
        (self.script, Evidence::Derived(derivation))
    }
}

/// Binds the rule's right side to a term, if it is a parameter.
fn bound_to(rule: &Rule, terms: &Terms, term: Term) -> Binding {
    let mut binding = Binding::of(rule);
    if let RuleKind::Equality { right: TermPattern::Parameter(parameter), .. } = &rule.kind {
        binding.bind(rule, terms, usize::from(*parameter), term);
    }
    binding
}

/// The rule's left side equals the fresh symbol, and the rule's condition: together they imply that the right side
/// equals it.
fn reasons(terms: &mut Terms, rule: &Rule, binding: &Binding, fresh: Term) -> Option<(Term, Option<Term>)> {
    let RuleKind::Equality { given, left, .. } = &rule.kind else { return None };
    let left = left.instantiate(terms, binding)?;
    let given = match given {
        Some(given) => Some(given.instantiate(terms, binding)?),
        None => None,
    };
    Some((terms.equal(left, fresh), given))
}

fn occurs(terms: &Terms, root: Term, wanted: Term) -> bool {
    Walker::default().postorder(terms, &[root]).contains(&wanted)
}
