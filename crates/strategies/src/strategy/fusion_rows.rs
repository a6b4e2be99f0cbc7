//! Invertible functions of two values: fusion rules of the rule book, and such rules nested.

use gainsay_eval::eval::{Evaluator, Limits, Model};
use gainsay_eval::generate::literal;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{DeclId, Literal, Term, Terms};
use gainsay_lang::theory::Nonlinear;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Value;
use gainsay_prove::rules::{Binding, Inference, Inversion, Rule, RuleBook, RuleKind, TermPattern, built_in};

/// A fusion rule with its operands and constants chosen.
#[derive(Clone, Debug)]
struct Row {
    rule: &'static Rule,
    binding: Binding,
}

/// The fusion functions to choose from.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub book: &'static RuleBook,
    /// Whether products of unknowns are as likely as other functions; otherwise they are rare.
    pub products: bool,
}

/// An invertible function of two terms, inside up to two further rules that each take its value and one more term.
#[derive(Clone, Debug)]
pub struct FusionFunction {
    core: Core,
    around: Vec<Row>,
    /// The function's value: the term f(x, y).
    pub fused: Term,
}

#[derive(Clone, Debug)]
enum Core {
    Row(Row),
    /// A pair of both operands, of a new datatype.
    Record {
        datatype: u32,
        selectors: Vec<DeclId>,
    },
}

/// How an operand is recovered from the function's value.
#[derive(Clone, Debug)]
pub struct Back {
    pub term: Term,
    /// Conditions under which the term equals the operand.
    pub given: Vec<Term>,
}

/// How many times constants are drawn until they satisfy the rule's condition.
const DRAWS: usize = 12;
/// The most steps of the rule's improvement. It is Newton's method, which doubles the number of right bits in each
/// step.
const IMPROVEMENTS: usize = 14;

impl FusionFunction {
    /// A random function of two terms. `more` are terms that it may mention in addition.
    pub fn draw(
        terms: &mut Terms,
        rng: &mut Rng,
        [x, y]: [Term; 2],
        more: &[Term],
        choice: Choice,
    ) -> Option<FusionFunction> {
        let rows = fitting(choice.book, terms, x, y);
        // A pair fits any two sorts, but introduces a datatype.
        let as_record = rng.one_in(if rows.is_empty() { 2 } else { 20 });
        let (core, fused) = match as_record {
            true => record(terms, x, y)?,
            false => {
                let (row, fused) = pick(terms, rng, rows, choice)?.with_constants(terms, rng)?;
                (Core::Row(row), fused)
            }
        };
        let mut fusing = FusionFunction { core, around: Vec::new(), fused };
        while fusing.around.len() < 2 && rng.one_in(3) {
            if !fusing.wrap(terms, rng, more, choice) {
                break;
            }
        }
        Some(fusing)
    }

    /// Wraps the function in a rule whose first operand can always be recovered.
    fn wrap(&mut self, terms: &mut Terms, rng: &mut Rng, more: &[Term], choice: Choice) -> bool {
        let rows = choice.book.fusions().filter_map(|rule| {
            let mut binding = Binding::of(rule);
            let fits = binding.bind(rule, terms, 0, self.fused);
            let (_, x, _) = parts(rule)?;
            (fits && x.given.is_none() && !is_parameter(&x.term, 0)).then_some(Row { rule, binding })
        });
        let rows: Vec<Row> = rows.collect();
        let Some(mut row) = pick(terms, rng, rows, choice) else { return false };
        let Some(sort) = row.binding.sort(row.rule, terms, 1) else { return false };
        let others: Vec<Term> = more.iter().copied().filter(|&term| terms.sort(term) == sort).collect();
        let other = match others.is_empty() || rng.coin() {
            true => literal(terms, rng, sort),
            false => Some(*rng.pick(&others)),
        };
        let Some(other) = other else { return false };
        if !row.binding.bind(row.rule, terms, 1, other) {
            return false;
        }
        let Some((row, fused)) = row.with_constants(terms, rng) else { return false };
        self.around.push(row);
        self.fused = fused;
        true
    }

    /// The rules used, innermost first.
    pub fn inference(&self) -> Inference {
        let core = match &self.core {
            Core::Row(row) => row.rule.inference(),
            Core::Record { .. } => built_in::DATATYPE_PAIR,
        };
        self.around.iter().fold(core, |all, row| all.and(&row.rule.inference()))
    }

    /// The datatype that must be declared for the function.
    pub fn datatype(&self) -> Option<u32> {
        match &self.core {
            Core::Row(_) => None,
            Core::Record { datatype, .. } => Some(*datatype),
        }
    }

    /// How each operand is recovered from the function's value.
    pub fn backs(&self, terms: &mut Terms, value: Term) -> [Option<Back>; 2] {
        let mut value = value;
        let mut given = Vec::new();
        for row in self.around.iter().rev() {
            let Some(back) = row.back(terms, 0, value) else { return [None, None] };
            given.extend(back.given);
            value = back.term;
        }
        [0, 1].map(|operand| {
            let mut back = match &self.core {
                Core::Row(row) => row.back(terms, operand, value)?,
                Core::Record { selectors, .. } => {
                    let term = terms.apply_decl(selectors[operand], None, &[value]).ok()?;
                    Back { term, given: Vec::new() }
                }
            };
            back.given.extend_from_slice(&given);
            Some(back)
        })
    }
}

/// The pair of two terms.
fn record(terms: &mut Terms, x: Term, y: Term) -> Option<(Core, Term)> {
    let names = ["Pair", "pair", "one", "other"].map(|name| {
        let name = terms.symbols.intern(name);
        terms.fresh_name(name)
    });
    let fields = [(names[2], terms.sort(x)), (names[3], terms.sort(y))];
    let (datatype, _, constructor) = terms.declare_record(names[0], names[1], &fields);
    let fused = terms.apply_decl(constructor.decl, None, &[x, y]).ok()?;
    Some((Core::Record { datatype, selectors: constructor.selectors }, fused))
}

impl Row {
    /// The rule with all widths and constants chosen, and the term of its function.
    fn with_constants(mut self, terms: &mut Terms, rng: &mut Rng) -> Option<(Row, Term)> {
        let rule = self.rule;
        let RuleKind::Fusion { fused, constants, improve, .. } = &rule.kind else { return None };
        self.choose_widths(rng)?;
        for _ in 0..DRAWS {
            for at in 3..rule.parameters.len() {
                let sort = self.binding.sort(rule, terms, at)?;
                self.binding.terms[at] = Some(literal(terms, rng, sort)?);
            }
            let Some(condition) = constants else { break };
            for _ in 0..IMPROVEMENTS {
                let term = condition.instantiate(terms, &self.binding)?;
                match (value_of(terms, term)? == Value::Bool(true), improve) {
                    (true, _) => {
                        let fused = fused.instantiate(terms, &self.binding)?;
                        return Some((self, fused));
                    }
                    (false, None) => break,
                    (false, Some((at, better))) => {
                        let better = better.instantiate(terms, &self.binding)?;
                        let Value::Bits(bits) = value_of(terms, better)? else { break };
                        self.binding.terms[*at] = Some(terms.literal(Literal::Bits(bits)));
                    }
                }
            }
        }
        if constants.is_some() {
            return None;
        }
        let fused = fused.instantiate(terms, &self.binding)?;
        Some((self, fused))
    }

    /// Chooses widths that the operands leave open, such as the amount of a rotation.
    fn choose_widths(&mut self, rng: &mut Rng) -> Option<()> {
        let rule = self.rule;
        let widest = self.binding.holes.sizes.iter().flatten().copied().max().unwrap_or(0);
        for slot in 0..rule.sizes {
            if self.binding.holes.sizes[slot].is_some() {
                continue;
            }
            let fitting = (0..DRAWS).find(|_| {
                self.binding.holes.sizes[slot] = Some(rng.below(widest.unsigned_abs() + 1) as i64);
                rule.conditions.iter().all(|condition| condition.holds(&self.binding.holes.sizes))
            });
            fitting?;
        }
        Some(())
    }

    fn back(&self, terms: &mut Terms, operand: usize, value: Term) -> Option<Back> {
        let (_, x, y) = parts(self.rule)?;
        let inversion = if operand == 0 { x } else { y };
        if is_parameter(&inversion.term, operand) {
            return None;
        }
        let mut binding = self.binding.clone();
        binding.terms[2] = Some(value);
        let sort = terms.sort(binding.terms[operand]?);
        let given = match &inversion.given {
            Some(given) => vec![given.instantiate_as(terms, &binding, Sort::BOOL)?],
            None => Vec::new(),
        };
        Some(Back { term: inversion.term.instantiate_as(terms, &binding, sort)?, given })
    }
}

/// The fusion rules that accept these operands.
fn fitting(book: &'static RuleBook, terms: &Terms, x: Term, y: Term) -> Vec<Row> {
    let fit = |rule: &'static Rule| {
        // A width may be determined by only one of the two, so both orders are tried.
        [[(0, x), (1, y)], [(1, y), (0, x)]].into_iter().find_map(|order| {
            let mut binding = Binding::of(rule);
            let fits = order.iter().all(|&(at, term)| binding.bind(rule, terms, at, term));
            fits.then_some(Row { rule, binding })
        })
    };
    book.fusions().filter_map(fit).collect()
}

/// A random rule, mostly one that stays in the theories of its operands.
fn pick(terms: &mut Terms, rng: &mut Rng, mut rows: Vec<Row>, choice: Choice) -> Option<Row> {
    let anything = rng.one_in(8);
    let draw = rng.next_u64();
    if !anything && rows.iter().any(|row| stays(terms, row, choice.products)) {
        rows.retain(|row| stays(terms, row, choice.products));
    }
    let at = draw.checked_rem(rows.len() as u64)?;
    Some(rows.swap_remove(at as usize))
}

/// Whether a rule introduces no new theory, and no products of unknowns unless those are allowed.
fn stays(terms: &mut Terms, row: &Row, products: bool) -> bool {
    let Some((fused, x, y)) = parts(row.rule) else { return false };
    if !products && [fused, &x.term, &y.term].into_iter().any(is_nonlinear) {
        return false;
    }
    let sort_of = |at: usize, terms: &mut Terms| row.binding.sort(row.rule, terms, at);
    let (Some(x), z) = (sort_of(0, terms), sort_of(2, terms)) else { return false };
    let y = sort_of(1, terms).unwrap_or(x);
    // A sort that is still unknown depends on a width, so it is a bit-vector sort.
    z.is_none_or(|z| {
        let kind = |sort: Sort| terms.sorts.kind(sort);
        z == Sort::BOOL || kind(z).is_like(kind(x)) || kind(z).is_like(kind(y))
    })
}

fn is_nonlinear(pattern: &TermPattern) -> bool {
    let TermPattern::Apply { ops, args, .. } = pattern else { return false };
    let open = |args: &[TermPattern]| args.iter().filter(|arg| (0..3).any(|at| arg.mentions(at))).count();
    let here = match ops.first().and_then(|op| op.op().nonlinear) {
        None => false,
        Some(Nonlinear::Product) => open(args) > 1,
        Some(Nonlinear::Quotient) => open(args.get(1..).unwrap_or_default()) > 0,
        Some(Nonlinear::Always | Nonlinear::Transcendental) => true,
    };
    here || args.iter().any(is_nonlinear)
}

fn parts(rule: &Rule) -> Option<(&TermPattern, &Inversion, &Inversion)> {
    match &rule.kind {
        RuleKind::Fusion { fused, x, y, .. } => Some((fused, x, y)),
        _ => None,
    }
}

fn is_parameter(pattern: &TermPattern, parameter: usize) -> bool {
    matches!(pattern, TermPattern::Parameter(at) if usize::from(*at) == parameter)
}

/// The value of a term without unknowns.
fn value_of(terms: &Terms, term: Term) -> Option<Value> {
    Evaluator::new(terms, &Model::default(), Limits::default()).eval(term).ok()
}
