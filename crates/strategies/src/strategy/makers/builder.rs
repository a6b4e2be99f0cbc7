//! A test in the making: symbols with values, and terms over them.

use super::language::Language;
use crate::strategy::{Skip, Steps, witness};
use gainsay_eval::eval::{Evaluator, Limits, Model, Scratch, value_term};
use gainsay_eval::generate::{Generator, TermConfig, Values, Vocabulary};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Attribute, Command, Decl, DeclId, DeclKind, Script, Term, Terms, View};
use gainsay_lang::symbols::Symbol;
use gainsay_lang::theory::signature::{Pattern, Shape, Signature};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{OpId, connectives};
use gainsay_lang::value::Value;
use gainsay_prove::evidence::{Evidence, Lineage, Test};
use std::sync::LazyLock;

/// The kind of test to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct TestPlan {
    pub language: Language,
    pub size: u32,
    /// Whether domains are so small that all assignments can be tried.
    pub few: bool,
    /// Whether there are sorts of the script's own, and functions.
    pub own: bool,
    /// Whether there are quantifiers; they range over small domains only.
    pub quantifiers: bool,
    /// The most bits that a bit-vector has, at least 1.
    pub widest: u32,
    /// The width of all bit-vectors and the format of all floats among the symbols, if there is only one.
    pub sizes: Option<(u32, (u32, u32))>,
}

/// A test in the making.
pub(super) struct TestBuilder<'r> {
    pub plan: TestPlan,
    pub script: Script,
    /// The values of the symbols.
    pub model: Model,
    pub generator: Generator,
    pub rng: &'r mut Rng,
    /// The sorts of symbols.
    pub palette: Vec<Sort>,
    pub assertions: Vec<Term>,
    /// True formulas made so far, asserted or not.
    truths: Vec<Term>,
    scratch: Scratch,
    /// The leaf bits of the symbols in scope (see `Terms::leaves`).
    symbols: u64,
}

/// Enough for any small term. Quantifiers over large domains are not worth more.
const LIMITS: Limits = Limits { work: 100_000, depth: 1_000, instances: 1 << 10, candidates: 8 };

/// Tests with wider bit-vectors are unreadable.
pub(super) const WIDEST: u32 = 160;

/// How many times something is tried that may fail.
const ATTEMPTS: usize = 12;

/// A script that declares sorts, and the names of the sorts with the number of their parameters.
type OwnSorts = (Script, &'static [(&'static str, usize)]);

/// Declarations of sorts; a test uses one of these groups at most.
static OWN_SORTS: LazyLock<Vec<OwnSorts>> = LazyLock::new(|| {
    let read = |(text, names): &(&str, &'static [_])| (Script::read(text), *names);
    OWN_SORT_TEXTS.iter().map(read).collect()
});

type OwnSortText = (&'static str, &'static [(&'static str, usize)]);

const OWN_SORT_TEXTS: &[OwnSortText] = &[
    ("(declare-sort U 0)", &[("U", 0)]),
    ("(declare-datatypes ((Colour 0)) (((red) (green) (blue))))", &[("Colour", 0)]),
    (
        "(declare-sort U 0)(declare-datatypes ((Shape 0)) (((point) (line (long Bool) (far U)))))",
        &[("U", 0), ("Shape", 0)],
    ),
    // `List`, `head` and others are predefined in z3 if no logic is set.
    (
        "(declare-datatypes ((Chain 1)) ((par (T) ((end) (link (first T) (rest (Chain T)))))))",
        &[("Chain", 1)],
    ),
    ("(declare-datatypes ((Pair 2)) ((par (X Y) ((pair (left X) (right Y))))))", &[("Pair", 2)]),
    ("(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (mark Bool) (right Tree)))))", &[("Tree", 0)]),
];

impl<'r> TestBuilder<'r> {
    /// A builder with the plan's sorts and without symbols.
    pub fn new(plan: TestPlan, rng: &'r mut Rng) -> TestBuilder<'r> {
        let own = if plan.own && !plan.few && rng.coin() { Some(rng.pick(&OWN_SORTS)) } else { None };
        let script = own.map_or_else(Script::default, |own| own.0.clone());
        let n_ary = rng.one_in(6) && !plan.language.has(Language::BITS);
        let mut vocabulary = Vocabulary::of_rows(plan.language.rows());
        if n_ary && plan.language.has(Language::STRINGS) {
            vocabulary.retain_ops(|op| !compares_strings(op));
        }
        if own.is_some() {
            vocabulary.add_script(&script);
        }
        let depth = 1 + plan.size / 7 + rng.below(2) as u32;
        let config = TermConfig {
            depth,
            size: 4 + 2 * plan.size,
            widest: plan.widest.min(if plan.few { 8 } else { WIDEST }),
            own_widths: !rng.one_in(3),
            // Solvers differ in which bit-vector operators accept three arguments, and in what they mean then.
            n_ary,
            quantifiers: plan.quantifiers,
            higher_order: false,
            patterns: false,
            annotations: false,
            sharing: true,
            prefer_symbols: true,
            linear: false,
        };
        let mut builder = TestBuilder {
            plan,
            script,
            model: Model::default(),
            generator: Generator::new(vocabulary, config),
            rng,
            palette: Vec::new(),
            assertions: Vec::new(),
            truths: Vec::new(),
            scratch: Scratch::default(),
            symbols: 0,
        };
        builder.choose_sorts(own.map_or(&[], |own| own.1));
        builder
    }

    fn choose_sorts(&mut self, own: &[(&str, usize)]) {
        let TestPlan { language, size, few, .. } = self.plan;
        for _ in 0..1 + self.rng.index(2 + size as usize / 8) {
            let sort = language.scalar(&mut self.script.terms, self.rng, &self.plan);
            self.palette.push(sort);
        }
        for &(name, parameters) in own {
            let arguments: Vec<Sort> = (0..parameters).map(|_| *self.rng.pick(&self.palette)).collect();
            let name = self.script.terms.symbols.intern(name);
            let sort = self.script.terms.sorts.named(name, &arguments);
            if self.script.terms.datatype(sort).is_none() {
                self.model.set_universe(sort, 1 + self.rng.below(3) as u32);
            }
            self.palette.push(sort);
        }
        if language.has(Language::ARRAYS) && !few {
            let (index, element) = (*self.rng.pick(&self.palette), *self.rng.pick(&self.palette));
            self.palette.push(self.script.terms.sorts.array(index, element));
        }
        if language.has(Language::ARRAYS) && few && language.has(Language::BITS) {
            let index = self.script.terms.sorts.bit_vec(1 + self.rng.below(2) as u32);
            let element = self.script.terms.sorts.bit_vec(1 + self.rng.below(2) as u32);
            self.palette.push(self.script.terms.sorts.array(index, element));
        }
        let extensions = language.extensions(&mut self.script.terms, self.rng, &self.palette);
        self.palette.extend(extensions);
        self.palette.dedup();
        let vocabulary = &mut self.generator.vocabulary;
        vocabulary.sorts.extend(self.palette.iter().filter(|sort| **sort != Sort::BOOL));
        if self.plan.quantifiers {
            self.choose_bound_sorts();
        }
    }

    /// Chooses the sorts of bound variables: with few values, so that all of them can be tried.
    fn choose_bound_sorts(&mut self) {
        let mut bound = vec![Sort::BOOL];
        if self.plan.language.has(Language::BITS) {
            let width = 1 + self.rng.below(3) as u32;
            bound.push(self.script.terms.sorts.bit_vec(width));
        }
        if self.plan.language.has(Language::FLOATS) {
            bound.push(Sort::ROUNDING_MODE);
            bound.push(self.script.terms.sorts.float(2, 3));
        }
        let own = |sort: &&Sort| self.model.universe(**sort).is_some();
        bound.extend(self.palette.iter().filter(own));
        self.generator.vocabulary.bound = bound;
    }

    /// The number of symbols to make.
    pub fn symbol_count(&mut self) -> usize {
        let count = 1 + self.plan.size as usize / 5 + self.rng.index(2);
        if self.plan.few { count.min(3) } else { count }
    }

    /// The number of assertions to make.
    pub fn assertion_count(&mut self) -> usize {
        1 + self.rng.index(1 + self.plan.size as usize / 3)
    }

    /// Declares symbols with random values.
    pub fn declare_symbols(&mut self) -> Option<()> {
        for _ in 0..self.symbol_count() {
            let sort = *self.rng.pick(&self.palette);
            let decl = self.declare(&[], sort);
            self.give_value(decl)?;
            self.bring_into_scope(decl);
        }
        if self.plan.own && self.rng.one_in(3) {
            let arguments: Vec<Sort> =
                (0..1 + self.rng.index(2)).map(|_| *self.rng.pick(&self.palette)).collect();
            let result = *self.rng.pick(&self.palette);
            let decl = self.declare(&arguments, result);
            self.give_value(decl)?;
            self.bring_into_scope(decl);
        }
        Some(())
    }

    /// Declares a symbol, but does not bring it into scope.
    pub fn declare(&mut self, arguments: &[Sort], result: Sort) -> DeclId {
        let prefix = if arguments.is_empty() { "x" } else { "f" };
        let name = self.fresh_symbol(prefix);
        let decl = Decl::function(name, arguments, result);
        let decl = self.script.terms.declare(decl);
        self.script.commands.push(Command::Declare { decl, constant: arguments.is_empty() });
        decl
    }

    fn fresh_symbol(&mut self, prefix: &str) -> Symbol {
        let name = self.generator.fresh_name(&self.script.terms, prefix);
        self.script.terms.symbols.intern(&name)
    }

    /// Lets terms use a symbol.
    pub fn bring_into_scope(&mut self, decl: DeclId) {
        if self.script.terms.decl(decl).arity() == 0 {
            let symbol = self.script.terms.constant(decl);
            self.symbols |= self.script.terms.leaves(symbol);
        }
        self.generator.vocabulary.functions.push(decl);
        self.generator.vocabulary_changed();
    }

    /// Whether a formula contains no symbol. Some formulas without symbols are not recognized.
    fn is_ground(&self, formula: Term) -> bool {
        self.script.terms.leaves(formula) & self.symbols == 0
    }

    /// Gives a symbol a random value.
    pub fn give_value(&mut self, decl: DeclId) -> Option<()> {
        let declared = self.script.terms.decl(decl);
        let (arguments, result) = (declared.arg_sorts()?, declared.result_sort());
        let sort =
            if arguments.is_empty() { result } else { self.script.terms.sorts.map(&arguments, result) };
        let value = Values { terms: &self.script.terms, model: &self.model, rng: self.rng }.value(sort)?;
        self.model.set(&self.script.terms, decl, value).ok()
    }

    /// A random value of a sort, as a term.
    pub fn random_value(&mut self, sort: Sort) -> Option<Term> {
        let value = Values { terms: &self.script.terms, model: &self.model, rng: self.rng }.value(sort)?;
        value_term(&mut self.script.terms, &value, sort)
    }

    pub fn any_sort(&mut self) -> Sort {
        *self.rng.pick(&self.palette)
    }

    /// A random term over the symbols in scope.
    pub fn term(&mut self, sort: Sort) -> Option<Term> {
        self.generator.term(&mut self.script.terms, self.rng, sort)
    }

    /// The value of a term, if it is known.
    pub fn value(&mut self, term: Term) -> Option<Value> {
        let scratch = std::mem::take(&mut self.scratch);
        let mut evaluator = Evaluator::with(scratch, &self.script.terms, &self.model, LIMITS);
        let value = evaluator.eval(term).ok();
        self.scratch = evaluator.into_scratch();
        value
    }

    pub fn holds(&mut self, formula: Term) -> Option<bool> {
        self.value(formula)?.as_bool()
    }

    /// A formula that may be true or false.
    pub fn claim(&mut self) -> Option<Term> {
        let claim = match self.rng.below(8) {
            0..=2 => self.term(Sort::BOOL)?,
            3 | 4 => {
                let sort = self.any_sort();
                let (left, right) = (self.term(sort)?, self.term(sort)?);
                if left == right || self.script.terms.sort(left) == Sort::REGLAN {
                    return None;
                }
                self.script.terms.equal(left, right)
            }
            _ => {
                let sort = self.any_sort();
                let term = self.term(sort)?;
                self.generator.around(&mut self.script.terms, self.rng, term, Sort::BOOL)?
            }
        };
        // Formulas without symbols are merely evaluated, and solvers do that well.
        let is_dull = self.symbols != 0 && self.is_ground(claim) && !self.rng.one_in(16);
        if is_dull || matches!(self.script.terms.view(claim), View::Literal(_)) {
            return None;
        }
        Some(if self.rng.one_in(3) { self.script.terms.not(claim) } else { claim })
    }

    /// A formula that is true under the model.
    pub fn truth(&mut self) -> Option<Term> {
        (0..ATTEMPTS).find_map(|_| {
            if self.rng.one_in(3) {
                return self.equation();
            }
            let claim = self.claim()?;
            let holds = self.holds(claim)?;
            Some(if holds { claim } else { self.script.terms.not(claim) })
        })
    }

    /// A true formula that was neither asserted nor returned before.
    pub fn new_truth(&mut self) -> Option<Term> {
        let truth = self.truth()?;
        if self.assertions.contains(&truth) || self.truths.contains(&truth) {
            return None;
        }
        self.truths.push(truth);
        Some(truth)
    }

    /// The equation between a term and its value.
    fn equation(&mut self) -> Option<Term> {
        let sort = self.any_sort();
        let term = self.term(sort)?;
        if self.symbols != 0 && self.is_ground(term) && !self.rng.one_in(16) {
            return None;
        }
        let value = self.value(term)?;
        let value = value_term(&mut self.script.terms, &value, sort)?;
        (term != value).then(|| self.script.terms.equal(term, value))
    }

    /// Names a term by `define-fun`.
    pub fn define_term(&mut self) -> Option<()> {
        let sort = self.any_sort();
        let body = self.term(sort)?;
        let name = self.fresh_symbol("d");
        let decl = self.script.terms.declare(Decl::constant(name, sort));
        self.script.terms.define(decl, Box::default(), body, false);
        self.script.commands.push(Command::Define(decl));
        self.bring_into_scope(decl);
        Some(())
    }

    /// Defines a function by `define-fun`.
    pub fn define_function(&mut self) -> Option<()> {
        let arguments: Vec<Sort> = (0..1 + self.rng.index(2)).map(|_| self.any_sort()).collect();
        let result = self.any_sort();
        let terms = &mut self.script.terms;
        let parameters: Box<[Term]> =
            arguments.iter().map(|&sort| self.generator.fresh_variable(terms, sort)).collect();
        let body = self.generator.term_over(terms, self.rng, result, &parameters)?;
        let name = self.fresh_symbol("g");
        let decl = self.script.terms.declare(Decl::function(name, &arguments, result));
        self.script.terms.define(decl, parameters, body, false);
        self.script.commands.push(Command::Define(decl));
        self.bring_into_scope(decl);
        Some(())
    }

    /// Names an assertion.
    pub fn named(&mut self, term: Term) -> Term {
        let name = self.fresh_symbol("a");
        let terms = &mut self.script.terms;
        let signature = Signature::plain(&[], Sort::BOOL);
        terms.declare(Decl { name, signature, kind: DeclKind::Named(term) });
        terms.annotate(term, [Attribute::Named(name)].into(), &[])
    }

    pub fn distinct(&mut self, left: Term, right: Term) -> Option<Term> {
        self.script.terms.apply_ops(&[connectives().distinct], &[], None, &[left, right]).ok()
    }

    /// Completes the script with the assertions, and leaves out declarations that they do not use. `None` without
    /// assertions.
    pub fn close(&mut self) -> Option<()> {
        if self.assertions.is_empty() {
            return None;
        }
        self.leave_out_unused();
        self.script.commands.extend(self.assertions.iter().map(|&term| Command::Assert(term)));
        let logic = match self.rng.below(8) {
            0 => return Some(()),
            1 | 2 => "ALL",
            _ => self.script.usage().logic(),
        };
        let logic = self.script.terms.symbols.intern(logic);
        self.script.commands.insert(0, Command::SetLogic(logic));
        Some(())
    }

    fn leave_out_unused(&mut self) {
        let terms = &self.script.terms;
        let mut walker = Walker::default();
        let mut used = vec![false; terms.decls().count()];
        let mut own_sorts = false;
        let mut note = |roots: &[Term], used: &mut Vec<bool>| {
            for &term in walker.postorder(terms, roots) {
                own_sorts |= has_own_sort(terms, terms.sort(term));
                if let Some(decl) = terms.declaration(term) {
                    used[decl.number() as usize] = true;
                }
            }
        };
        note(&self.assertions, &mut used);
        // Definitions come before what uses them.
        let mut kept = Vec::new();
        for command in self.script.commands.drain(..).rev() {
            let keep = match &command {
                Command::Declare { decl, .. } => used[decl.number() as usize],
                Command::Define(decl) => {
                    let is_used = used[decl.number() as usize];
                    if let (true, Some(body)) = (is_used, terms.definition(*decl)) {
                        note(&[body], &mut used);
                    }
                    is_used
                }
                _ => true,
            };
            if keep {
                kept.push(command);
            }
        }
        kept.reverse();
        if !own_sorts {
            kept.retain(|command| {
                !matches!(command, Command::DeclareSort { .. } | Command::DeclareDatatypes { .. })
            });
        }
        self.script.commands = kept;
    }

    /// The model as a witness for the script.
    pub fn witness(&mut self) -> Result<Evidence, Skip> {
        let model = std::mem::take(&mut self.model);
        witness(&self.script, model, Limits::default().work)
    }

    /// The finished test.
    pub fn test(self, strategy: &str, evidence: Evidence, steps: &Steps) -> Test {
        let lineage =
            Lineage { strategy: strategy.to_owned(), seeds: Vec::new(), steps: steps.taken().to_vec() };
        Test::new(self.script, evidence, lineage)
    }
}

/// Whether an operator compares strings in a chain (the standard's `str.<` and `str.<=`): no solver accepts more
/// than two arguments for it.
fn compares_strings(op: OpId) -> bool {
    let signature = &op.op().signature;
    signature.shape == Shape::Chainable && signature.args.first() == Some(&Pattern::Sort(Sort::STRING))
}

/// Whether a sort is one of the script's own, or contains one.
fn has_own_sort(terms: &Terms, sort: Sort) -> bool {
    let kind = terms.sorts.kind(sort);
    kind.is_named() || kind.parts().iter().any(|&part| has_own_sort(terms, part))
}
