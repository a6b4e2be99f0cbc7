//! Random well-sorted terms of a wanted sort.

use super::fit::{Choices, Instance, can_be, solve, solve_around};
use super::literals::literal;
use super::vocabulary::Vocabulary;
use gainsay_lang::hash::HashMap;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Attribute, Binder, DeclId, DeclKind, Function, Head, Literal, Term, Terms};
use gainsay_lang::theory::signature::{Pattern, Signature};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Nonlinear, OpId};
use gainsay_lang::value::{Int, Rational};
use smallvec::SmallVec;

/// The size and the kinds of random terms.
#[derive(Clone, Debug)]
pub struct TermConfig {
    pub depth: u32,
    /// Approximate limit on the nodes of a term.
    pub size: u32,
    /// The largest width of bit-vectors and floats whose sorts are made up.
    pub widest: u32,
    /// Prefer the bit-vector widths of the vocabulary, and use no other float formats.
    pub own_widths: bool,
    /// More than two arguments for operators that accept them.
    pub n_ary: bool,
    /// Quantifiers. (`lambda` is used for function arguments in any case.)
    pub quantifiers: bool,
    /// Constructs that only some solvers support: choice, function spaces as values, mapped arrays, datatype
    /// updates.
    pub higher_order: bool,
    /// `(! body :pattern ..)` in quantifiers.
    pub patterns: bool,
    /// Other attributes on any term. Solvers differ in where they accept these.
    pub annotations: bool,
    /// Reuse earlier terms as parts of later ones.
    pub sharing: bool,
    /// Prefer symbols to literals.
    pub prefer_symbols: bool,
    /// Only linear arithmetic: products and quotients by literals.
    pub linear: bool,
}

impl Default for TermConfig {
    fn default() -> TermConfig {
        TermConfig {
            depth: 5,
            size: 60,
            widest: 128,
            own_widths: false,
            n_ary: true,
            quantifiers: true,
            higher_order: true,
            patterns: true,
            annotations: true,
            sharing: false,
            prefer_symbols: false,
            linear: false,
        }
    }
}

/// Makes terms over a vocabulary of one arena.
#[derive(Clone, Debug)]
pub struct Generator {
    pub vocabulary: Vocabulary,
    pub config: TermConfig,
    /// Functions that can give a sort.
    by_sort: HashMap<Sort, Callable>,
    /// Bound variables in scope.
    variables: Vec<Term>,
    /// Given terms that may be used as leaves.
    parts: Vec<Term>,
    /// Terms made so far that may be reused.
    reusable: Vec<Term>,
    /// Nodes left.
    fuel: u32,
    fresh: u32,
}

/// Functions and constants that can give a sort.
#[derive(Clone, Default, Debug)]
struct Callable {
    functions: Vec<DeclId>,
    constants: Vec<DeclId>,
}

/// If a sort has no leaf, terms may exceed the wanted depth by this much before the attempt fails.
const OVERTIME: i32 = -4;

impl Generator {
    pub fn new(vocabulary: Vocabulary, config: TermConfig) -> Generator {
        Generator {
            vocabulary,
            config,
            by_sort: HashMap::default(),
            variables: Vec::new(),
            parts: Vec::new(),
            reusable: Vec::new(),
            fuel: 0,
            fresh: 0,
        }
    }

    /// Clears what depends on the vocabulary. Must be called when the vocabulary changed or the arena was
    /// rolled back.
    pub fn vocabulary_changed(&mut self) {
        self.by_sort.clear();
    }

    /// Forgets the terms made so far. Must be called when some of them are not valid any more.
    pub fn forget_terms(&mut self) {
        self.reusable.clear();
    }

    /// A term of the sort; `None` if the vocabulary cannot make one.
    pub fn term(&mut self, terms: &mut Terms, rng: &mut Rng, sort: Sort) -> Option<Term> {
        self.term_over(terms, rng, sort, &[])
    }

    /// A term of the sort in which these variables may be free.
    pub fn term_over(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        sort: Sort,
        variables: &[Term],
    ) -> Option<Term> {
        self.term_with(terms, rng, sort, variables, &[])
    }

    /// Like `term_over`, where the given terms may be used as leaves.
    pub fn term_with(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        sort: Sort,
        variables: &[Term],
        parts: &[Term],
    ) -> Option<Term> {
        self.variables.clear();
        self.variables.extend_from_slice(variables);
        self.parts.clear();
        self.parts.extend_from_slice(parts);
        if !self.config.sharing {
            self.reusable.clear();
        }
        self.fuel = self.config.size;
        let depth = self.config.depth as i32;
        let made = Maker { generator: self, terms, rng }.make(sort, depth);
        if !variables.is_empty() {
            self.reusable.clear();
        }
        made
    }

    /// An application of some operator with this result sort and with this term as an argument; `None` if
    /// none is found in a few attempts.
    pub fn around(&mut self, terms: &mut Terms, rng: &mut Rng, term: Term, sort: Sort) -> Option<Term> {
        let mut maker = Maker { generator: self, terms, rng };
        (0..8).find_map(|_| {
            let op = maker.pick_operator(sort)?;
            maker.around_with(op, term, sort)
        })
    }

    fn callable(&mut self, terms: &Terms, sort: Sort) -> &Callable {
        let vocabulary = &self.vocabulary;
        self.by_sort.entry(sort).or_insert_with(|| {
            let gives =
                |signature: &Signature| can_be(&signature.result, &terms.sorts, sort, signature.params);
            let functions =
                vocabulary.functions.iter().copied().filter(|&id| gives(&terms.decl(id).signature));
            let (constants, functions) = functions.partition(|&id| terms.decl(id).arity() == 0);
            Callable { functions, constants }
        })
    }

    /// The operators with arguments whose result may be of this sort; its parts and widths are not checked.
    fn rows(&self, terms: &Terms, sort: Sort) -> &[OpId] {
        self.vocabulary.ops.giving(&terms.sorts, sort, true)
    }

    fn choices(&self) -> Choices<'_> {
        let TermConfig { widest, n_ary, own_widths, .. } = self.config;
        Choices { sorts: &self.vocabulary.sorts, widest, n_ary, own_widths }
    }

    /// A variable with a fresh name, so that it shadows nothing.
    pub fn fresh_variable(&mut self, terms: &mut Terms, sort: Sort) -> Term {
        let name = self.fresh_name(terms, "x");
        let name = terms.symbols.intern(&name);
        terms.variable(name, sort)
    }

    /// A fresh name for the arena.
    pub fn fresh_name(&mut self, terms: &Terms, prefix: &str) -> String {
        loop {
            self.fresh += 1;
            let name = format!("{prefix}{}", self.fresh);
            if terms.symbols.find(&name).is_none() {
                return name;
            }
        }
    }
}

/// A generator at work on one arena, with its random stream.
struct Maker<'a> {
    generator: &'a mut Generator,
    terms: &'a mut Terms,
    rng: &'a mut Rng,
}

impl Maker<'_> {
    /// A random operator with arguments and this result sort.
    fn pick_operator(&mut self, sort: Sort) -> Option<OpId> {
        let rows = self.generator.rows(self.terms, sort);
        let favoured = &self.generator.vocabulary.favoured;
        if !favoured.is_empty() && self.rng.coin() {
            let is_favoured = |op: &OpId| favoured.contains(&op.op().name);
            let fitting: SmallVec<[OpId; 4]> = rows.iter().copied().filter(is_favoured).collect();
            if let Some(op) = pick(self.rng, &fitting) {
                return Some(op);
            }
        }
        pick(self.rng, rows)
    }

    fn finish(&mut self, op: OpId, indices: &[u32], args: &[Term], sort: Sort) -> Option<Term> {
        let ascribed = op.op().ascribed.then_some(sort);
        self.terms
            .apply_ops(&[op], indices, ascribed, args)
            .ok()
            .filter(|&term| self.terms.sort(term) == sort)
    }

    fn solve(&mut self, signature: &Signature, sort: Sort) -> Option<Instance> {
        solve(signature, &mut self.terms.sorts, sort, self.rng, self.generator.choices())
    }

    /// An application of this operator with this term as an argument; `None` if it does not accept the term.
    fn around_with(&mut self, op: OpId, term: Term, sort: Sort) -> Option<Term> {
        self.generator.variables.clear();
        self.generator.parts.clear();
        self.generator.fuel = self.generator.config.size;
        let signature = &op.op().signature;
        let at = self.rng.index(signature.args.len().max(1));
        let given = Some((at, self.terms.sort(term)));
        let choices = self.generator.choices();
        let instance = solve_around(signature, &mut self.terms.sorts, sort, given, self.rng, choices)?;
        let depth = self.generator.config.depth as i32 - 1;
        let args: SmallVec<[Term; 8]> = instance
            .args
            .iter()
            .enumerate()
            .map(|(place, &sort)| if place == at { Some(term) } else { self.make(sort, depth) })
            .collect::<Option<_>>()?;
        self.finish(op, &instance.indices, &args, sort)
    }

    /// Recursive on the depth, which is limited.
    fn make(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        self.generator.fuel = self.generator.fuel.saturating_sub(1);
        let depth = if self.generator.fuel == 0 { depth.min(0) } else { depth };
        // Rounding modes are mostly leaves: little but `ite` can compute one.
        if (depth <= 0 || self.rng.one_in(8) || sort == Sort::ROUNDING_MODE && self.rng.chance(3, 4))
            && let Some(leaf) = self.leaf(sort)
        {
            return Some(leaf);
        }
        if depth <= OVERTIME {
            return None;
        }
        if depth <= 0 {
            return self.smallest(sort, depth - 1);
        }
        let depth = depth - 1;
        for _ in 0..6 {
            let made = match self.rng.below(16) {
                0 => self.reuse(sort),
                1 => self.binder(sort, depth),
                2 => self.match_on(sort, depth),
                3 => self.datatype_operation(sort, depth),
                4 => self.higher_order(sort, depth),
                5..=7 => self.function(sort, depth),
                _ => self.operator(sort, depth),
            };
            if let Some(term) = made {
                let term = self.annotated(term);
                self.generator.reusable.push(term);
                return Some(term);
            }
        }
        self.leaf(sort)
    }

    /// A term with few parts, for a sort without leaves.
    fn smallest(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        if self.terms.sorts.kind(sort).is_map() {
            return self.binder(sort, depth);
        }
        let mut ops = self.generator.rows(self.terms, sort).to_vec();
        ops.sort_by_key(|op| op.op().signature.args.len());
        let smaller = ops.into_iter().take(3).find_map(|op| self.apply_op(op, sort, depth));
        smaller.or_else(|| self.function(sort, depth))
    }

    /// A leaf: a variable, a symbol, a literal, or a constant of the theory. With `prefer_symbols`, a Boolean
    /// leaf may also be an atom.
    fn leaf(&mut self, sort: Sort) -> Option<Term> {
        for (given, of) in [(&self.generator.variables, 2), (&self.generator.parts, 4)] {
            let fitting: SmallVec<[Term; 8]> =
                given.iter().copied().filter(|&term| self.terms.sort(term) == sort).collect();
            if !fitting.is_empty() && !self.rng.one_in(of) {
                return Some(*self.rng.pick(&fitting));
            }
        }
        if self.generator.config.prefer_symbols
            && sort == Sort::BOOL
            && self.rng.chance(3, 4)
            && let Some(atom) = self.atom()
        {
            return Some(atom);
        }
        let first =
            if self.generator.config.prefer_symbols && self.rng.chance(2, 3) { 0 } else { self.rng.index(3) };
        (first..first + 3).find_map(|kind| match kind % 3 {
            0 => {
                let constant = pick(self.rng, &self.generator.callable(self.terms, sort).constants)?;
                self.terms
                    .apply_decl(constant, Some(sort), &[])
                    .ok()
                    .filter(|&term| self.terms.sort(term) == sort)
            }
            1 => literal(self.terms, self.rng, sort),
            _ => {
                let op =
                    pick(self.rng, self.generator.vocabulary.ops.giving(&self.terms.sorts, sort, false))?;
                self.apply_op(op, sort, 0)
            }
        })
    }

    /// A predicate over leaves, instead of a Boolean constant.
    fn atom(&mut self) -> Option<Term> {
        let is_atom = |op: &OpId| op.op().signature.args[0] != Pattern::Sort(Sort::BOOL);
        let op = (0..4)
            .find_map(|_| pick(self.rng, self.generator.rows(self.terms, Sort::BOOL)).filter(is_atom))?;
        self.generator.fuel = self.generator.fuel.checked_sub(1)?;
        self.apply_op(op, Sort::BOOL, 0)
    }

    fn reuse(&mut self, sort: Sort) -> Option<Term> {
        let fitting: Vec<Term> =
            self.generator.reusable.iter().copied().filter(|&term| self.terms.sort(term) == sort).collect();
        pick(self.rng, &fitting)
    }

    fn operator(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        let op = self.pick_operator(sort)?;
        self.apply_op(op, sort, depth)
    }

    fn apply_op(&mut self, op: OpId, sort: Sort, depth: i32) -> Option<Term> {
        let instance = self.solve(&op.op().signature, sort)?;
        let args = match op.op().nonlinear.filter(|_| self.generator.config.linear) {
            None => self.make_all(&instance.args, depth)?,
            Some(how) => self.linear_arguments(how, &instance.args, depth)?,
        };
        self.finish(op, &instance.indices, &args, sort)
    }

    /// Arguments for a linear term: all but one are literals. The free one is any factor of a product, or the
    /// dividend of a quotient.
    fn linear_arguments(
        &mut self,
        how: Nonlinear,
        sorts: &[Sort],
        depth: i32,
    ) -> Option<SmallVec<[Term; 8]>> {
        let free = match how {
            Nonlinear::Product => self.rng.index(sorts.len()),
            Nonlinear::Quotient => 0,
            Nonlinear::Always | Nonlinear::Transcendental => return None,
        };
        let mut arguments = SmallVec::new();
        for (at, &sort) in sorts.iter().enumerate() {
            let argument = if at == free { self.make(sort, depth) } else { self.nonzero_literal(sort) };
            arguments.push(argument?);
        }
        Some(arguments)
    }

    fn nonzero_literal(&mut self, sort: Sort) -> Option<Term> {
        const DRAWS: usize = 8;
        let zero = self.terms.literal(match sort {
            Sort::INT => Literal::Int(Int::from(0)),
            Sort::REAL => Literal::Real(Rational::from(Int::from(0))),
            _ => return None,
        });
        (0..DRAWS).find_map(|_| literal(self.terms, self.rng, sort).filter(|&drawn| drawn != zero))
    }

    fn function(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        let decl = pick(self.rng, &self.generator.callable(self.terms, sort).functions)?;
        let signature = self.terms.decl(decl).signature.clone();
        let instance = self.solve(&signature, sort)?;
        let args = self.make_all(&instance.args, depth)?;
        let ascribed = signature.needs_ascription().then_some(sort);
        self.terms.apply_decl(decl, ascribed, &args).ok().filter(|&term| self.terms.sort(term) == sort)
    }

    fn make_all(&mut self, sorts: &[Sort], depth: i32) -> Option<SmallVec<[Term; 8]>> {
        sorts.iter().map(|&sort| self.make(sort, depth)).collect()
    }

    /// A quantifier, a `choice`, or a `lambda`.
    fn binder(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        if let Some((args, result)) = self.terms.sorts.map_parts(sort) {
            let args: SmallVec<[Sort; 4]> = args.into();
            return self.bind(Binder::Lambda, &args, result, depth);
        }
        let count = 1 + self.rng.index(3);
        let bound = self.generator.vocabulary.bound_sorts();
        let sorts: SmallVec<[Sort; 4]> = (0..count).map(|_| *self.rng.pick(bound)).collect();
        if sort == Sort::BOOL && self.generator.config.quantifiers {
            let binder = if self.rng.coin() { Binder::Forall } else { Binder::Exists };
            return self.bind(binder, &sorts, Sort::BOOL, depth);
        }
        if self.generator.config.higher_order && self.rng.one_in(4) {
            return self.bind(Binder::Choice, &[sort], Sort::BOOL, depth);
        }
        None
    }

    fn bind(&mut self, binder: Binder, sorts: &[Sort], body: Sort, depth: i32) -> Option<Term> {
        let (outer, reusable) = (self.generator.variables.len(), self.generator.reusable.len());
        for &sort in sorts {
            let variable = self.generator.fresh_variable(self.terms, sort);
            self.generator.variables.push(variable);
        }
        let body = self.make(body, depth).and_then(|body| {
            if matches!(binder, Binder::Case(_)) { Some(body) } else { self.with_patterns(body, depth) }
        });
        let variables = self.generator.variables.split_off(outer);
        self.generator.reusable.truncate(reusable);
        Some(self.terms.bind(binder, &variables, body?))
    }

    /// A binder's body, sometimes with a `:pattern`.
    fn with_patterns(&mut self, body: Term, depth: i32) -> Option<Term> {
        if !self.generator.config.patterns || !self.rng.one_in(4) {
            return Some(body);
        }
        let keyword = self.terms.symbols.intern(":pattern");
        let count = 1 + self.rng.index(2);
        let sorts: SmallVec<[Sort; 4]> =
            (0..count).map(|_| *self.rng.pick(&self.generator.vocabulary.sorts)).collect();
        let patterns = self.make_all(&sorts, depth.min(2))?;
        Some(self.terms.annotate(body, [Attribute::Pattern(keyword, count as u32)].into(), &patterns))
    }

    fn annotated(&mut self, term: Term) -> Term {
        if !self.generator.config.annotations || !self.rng.one_in(64) {
            return term;
        }
        let (keyword, value) =
            *self.rng.pick(&[(":weight", Some("7")), (":qid", Some("|a name|")), (":skip", None)]);
        let value = value.map(|value| self.terms.symbols.intern(value));
        let attribute = Attribute::Other(self.terms.symbols.intern(keyword), value);
        self.terms.annotate(term, [attribute].into(), &[])
    }

    /// `(match term cases)` over a datatype of the vocabulary.
    fn match_on(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        let datatypes: Vec<Sort> = self
            .generator
            .vocabulary
            .sorts
            .iter()
            .copied()
            .filter(|&sort| self.terms.datatype(sort).is_some())
            .collect();
        let over = pick(self.rng, &datatypes)?;
        let constructors: Vec<DeclId> =
            self.terms.datatype(over)?.constructors.iter().map(|constructor| constructor.decl).collect();
        let looked_at = self.make(over, depth)?;
        // The last constructors may be covered by a variable pattern.
        let kept = if self.rng.one_in(4) { self.rng.index(constructors.len()) } else { constructors.len() };
        let mut cases: Vec<Term> = Vec::new();
        for &constructor in &constructors[..kept] {
            let fields = self.terms.field_sorts(constructor, over)?;
            cases.push(self.bind(Binder::Case(Some(constructor)), &fields, sort, depth)?);
        }
        if kept < constructors.len() {
            cases.push(self.bind(Binder::Case(None), &[over], sort, depth)?);
        }
        self.terms.match_on(looked_at, &cases).ok()
    }

    /// Datatype operations: testers and updaters.
    fn datatype_operation(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        let decl = pick(self.rng, &self.generator.vocabulary.functions)?;
        match self.terms.decl(decl).kind {
            DeclKind::Constructor { .. } if sort == Sort::BOOL => {
                let over = *self.rng.pick(&self.generator.vocabulary.sorts);
                self.terms.field_sorts(decl, over)?;
                let term = self.make(over, depth)?;
                self.terms.test(decl, term).ok()
            }
            DeclKind::Selector { constructor, field } if self.generator.config.higher_order => {
                let fields = self.terms.field_sorts(constructor, sort)?;
                let term = self.make(sort, depth)?;
                let value = self.make(*fields.get(field as usize)?, depth)?;
                self.terms.update(decl, term, value).ok()
            }
            _ => None,
        }
    }

    /// Higher-order operations: applying a function value, `as-array`, and `map` of functions on arrays.
    fn higher_order(&mut self, sort: Sort, depth: i32) -> Option<Term> {
        if !self.generator.config.higher_order {
            return None;
        }
        match self.terms.sorts.array_parts(sort) {
            _ if self.terms.sorts.kind(sort).is_map() => None,
            Some((index, element)) if self.rng.coin() => {
                if self.rng.coin() {
                    self.mapped(index, element, depth)
                } else {
                    self.as_array(sort, index, element)
                }
            }
            _ => {
                let count = 1 + self.rng.index(2);
                let args: SmallVec<[Sort; 4]> =
                    (0..count).map(|_| *self.rng.pick(&self.generator.vocabulary.sorts)).collect();
                let space = self.terms.sorts.map(&args, sort);
                let function = self.make(space, depth)?;
                let args = self.make_all(&args, depth)?;
                self.terms.apply_value(function, &args).ok()
            }
        }
    }

    fn mapped(&mut self, index: Sort, element: Sort, depth: i32) -> Option<Term> {
        let op = self.pick_operator(element)?;
        let signature = &op.op().signature;
        if signature.indices != Some(0) || op.op().ascribed {
            return None;
        }
        let instance = self.solve(signature, element)?;
        let arrays: SmallVec<[Sort; 4]> =
            instance.args.iter().map(|&arg| self.terms.sorts.array(index, arg)).collect();
        let args = self.make_all(&arrays, depth)?;
        self.terms.apply_mapped(|terms, elements| terms.apply_ops(&[op], &[], None, elements), &args).ok()
    }

    fn as_array(&mut self, sort: Sort, index: Sort, element: Sort) -> Option<Term> {
        let decl = pick(self.rng, &self.generator.callable(self.terms, element).functions)?;
        if self.terms.decl(decl).arg_sorts()?[..] != [index] || self.terms.decl(decl).result_sort() != element
        {
            return None;
        }
        let function = self.terms.function_id(Function::AsArray(decl));
        Some(self.terms.intern(Head::Apply(function), sort, &[]))
    }
}

fn pick<T: Copy>(rng: &mut Rng, items: &[T]) -> Option<T> {
    if items.is_empty() { None } else { Some(*rng.pick(items)) }
}
