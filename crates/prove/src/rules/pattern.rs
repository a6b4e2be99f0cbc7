//! Term patterns: matching against terms of a script, and instantiation.

use super::{Class, Rule};
use gainsay_lang::script::{Function, Head, Literal, Term, Terms, View};
use gainsay_lang::theory::OpId;
use gainsay_lang::theory::signature::{Condition, Holes, Pattern as SortPattern, Size};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::{Bits, Int};
use smallvec::{SmallVec, smallvec};

/// A term over a rule's parameters.
#[derive(Clone, Debug)]
pub enum TermPattern {
    /// The parameter with this index.
    Parameter(u8),
    /// A literal, which matches itself.
    Literal(Literal),
    /// `(_ bv1 n)`.
    Bits { value: u32, width: Size },
    /// An application of the first of these operators that fits the arguments.
    Apply {
        ops: &'static [OpId],
        indices: Box<[Size]>,
        ascribed: Option<SortPattern>,
        args: Box<[TermPattern]>,
    },
}

/// The values of a rule's parameters, sort parameters and widths.
#[derive(Clone, Debug)]
pub struct Binding {
    pub terms: SmallVec<[Option<Term>; 4]>,
    pub holes: Holes,
}

impl Binding {
    pub fn of(rule: &Rule) -> Binding {
        Binding { terms: smallvec![None; rule.parameters.len()], holes: Holes::open(rule.sorts.len()) }
    }

    /// Binds a parameter to a term, if the sorts allow it.
    pub fn bind(&mut self, rule: &Rule, terms: &Terms, parameter: usize, term: Term) -> bool {
        match self.terms[parameter] {
            Some(bound) => bound == term,
            None => {
                let fits = self.fits(rule, terms, parameter, terms.sort(term));
                if fits {
                    self.terms[parameter] = Some(term);
                }
                fits
            }
        }
    }

    /// Whether a parameter can have a sort; if so, binds the sort parameters and widths in it.
    pub fn fits(&mut self, rule: &Rule, terms: &Terms, parameter: usize, sort: Sort) -> bool {
        let known = !terms.sorts.is_open(sort);
        known
            && self.holes.matches(&terms.sorts, &rule.parameters[parameter].sort, sort)
            && self.is_allowed(rule)
    }

    /// Whether the sorts and widths bound so far satisfy the rule's conditions.
    fn is_allowed(&self, rule: &Rule) -> bool {
        let has = |(class, sort): (&Class, &Option<Sort>)| sort.is_none_or(|sort| class.has(sort));
        rule.sorts.iter().zip(&self.holes.sorts).all(has)
            && rule.conditions.iter().all(|condition: &Condition| condition.holds(&self.holes.sizes))
    }

    /// The sort of a parameter, if the binding determines it.
    pub fn sort(&self, rule: &Rule, terms: &mut Terms, parameter: usize) -> Option<Sort> {
        self.holes.build(&mut terms.sorts, &rule.parameters[parameter].sort)
    }

    /// The parameters without a value.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        self.terms.iter().enumerate().filter(|(_, term)| term.is_none()).map(|(at, _)| at)
    }
}

impl TermPattern {
    /// Whether a term matches the pattern; extends the binding. If not, the binding must be discarded.
    pub fn matches(&self, rule: &Rule, terms: &Terms, term: Term, binding: &mut Binding) -> bool {
        match self {
            TermPattern::Parameter(parameter) => binding.bind(rule, terms, usize::from(*parameter), term),
            TermPattern::Literal(literal) => terms.view(term) == View::Literal(literal),
            TermPattern::Bits { value, width } => match terms.view(term) {
                View::Literal(Literal::Bits(bits)) => {
                    width.value(&binding.holes.sizes) == Some(i64::from(bits.width()))
                        && *bits == Bits::from_u64(bits.width(), u64::from(*value))
                }
                _ => false,
            },
            TermPattern::Apply { ops, indices, args, .. } => {
                let Head::Apply(function) = terms.head(term) else { return false };
                let Function::Op(op, actual) = terms.function(function) else { return false };
                let children = terms.children(term);
                ops.contains(op)
                    && children.len() == args.len()
                    && actual.len() == indices.len()
                    && indices
                        .iter()
                        .zip(actual)
                        .all(|(size, &index)| binding.holes.matches_size(size, index))
                    && args.iter().zip(children).all(|(arg, &child)| arg.matches(rule, terms, child, binding))
            }
        }
    }

    /// The pattern with all parameters replaced; `None` if one has no value, or the result is ill-sorted.
    pub fn instantiate(&self, terms: &mut Terms, binding: &Binding) -> Option<Term> {
        match self {
            TermPattern::Parameter(parameter) => binding.terms[usize::from(*parameter)],
            TermPattern::Literal(literal) => Some(terms.literal(literal.clone())),
            TermPattern::Bits { value, width } => {
                let width = u32::try_from(width.value(&binding.holes.sizes)?).ok()?;
                Some(terms.literal(Literal::Bits(Bits::from_u64(width, u64::from(*value)))))
            }
            TermPattern::Apply { ops, indices, ascribed, args } => {
                let indices: SmallVec<[u32; 2]> = indices
                    .iter()
                    .map(|size| u32::try_from(size.value(&binding.holes.sizes)?).ok())
                    .collect::<Option<_>>()?;
                let ascribed = match ascribed {
                    Some(sort) => Some(binding.holes.build(&mut terms.sorts, sort)?),
                    None => None,
                };
                let args: SmallVec<[Term; 4]> =
                    args.iter().map(|arg| arg.instantiate(terms, binding)).collect::<Option<_>>()?;
                terms.apply_ops(ops, &indices, ascribed, &args).ok()
            }
        }
    }

    /// The same, coerced to this sort: an integer literal may have to become a Real.
    pub fn instantiate_as(&self, terms: &mut Terms, binding: &Binding, sort: Sort) -> Option<Term> {
        let term = self.instantiate(terms, binding)?;
        terms.coerce(term, sort).ok()
    }

    /// The operators that a matching term can begin with; `None` if any term can match.
    pub fn heads(&self) -> Option<&'static [OpId]> {
        match self {
            TermPattern::Apply { ops, .. } => Some(ops),
            _ => None,
        }
    }

    /// Whether the predicate holds for each operator position; it gets all operators that the name can mean.
    pub fn all_operators(&self, wanted: &mut impl FnMut(&[OpId]) -> bool) -> bool {
        match self {
            TermPattern::Apply { ops, args, .. } => {
                wanted(ops) && args.iter().all(|arg| arg.all_operators(wanted))
            }
            _ => true,
        }
    }

    /// Whether a parameter occurs in the pattern.
    pub fn mentions(&self, parameter: usize) -> bool {
        match self {
            TermPattern::Parameter(at) => usize::from(*at) == parameter,
            TermPattern::Apply { args, .. } => args.iter().any(|arg| arg.mentions(parameter)),
            TermPattern::Literal(_) | TermPattern::Bits { .. } => false,
        }
    }
}

/// A numeral in a rule.
pub(super) fn numeral(text: &str) -> Option<Literal> {
    Int::parse(text).map(Literal::Int)
}
