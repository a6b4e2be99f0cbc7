//! Instantiates signatures backwards: finds indices and argument sorts for a wanted result sort.

use super::tuples::invert;
use gainsay_lang::rng::Rng;
use gainsay_lang::theory::derived::Derived;
use gainsay_lang::theory::signature::{
    Condition, Holes, MAX_SIZES, Pattern, Relation, Shape, Signature, Size,
};
use gainsay_lang::theory::sort::{Sort, SortKind, Sorts};
use smallvec::SmallVec;

/// The sorts and limits for what a signature leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    pub sorts: &'a [Sort],
    pub widest: u32,
    /// Whether chainable and associative operators may get more than two arguments.
    pub n_ary: bool,
    /// Whether widths are taken from `sorts`: always for floats, preferably for bit-vectors.
    pub own_widths: bool,
}

/// An instance of a signature with the wanted result.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    pub indices: SmallVec<[u32; 2]>,
    /// One for each argument.
    pub args: SmallVec<[Sort; 4]>,
}

/// Limit on the random attempts per signature.
const ATTEMPTS: usize = 24;

/// A random instance of a signature for a wanted result.
pub fn solve(
    signature: &Signature,
    sorts: &mut Sorts,
    wanted: Sort,
    rng: &mut Rng,
    choices: Choices<'_>,
) -> Option<Instance> {
    solve_around(signature, sorts, wanted, None, rng, choices)
}

/// Like `solve`, where the sort of one argument is given, with its position.
pub(super) fn solve_around(
    signature: &Signature,
    sorts: &mut Sorts,
    wanted: Sort,
    given: Option<(usize, Sort)>,
    rng: &mut Rng,
    choices: Choices<'_>,
) -> Option<Instance> {
    let mut known = Unknowns::new(signature);
    if !known.unify(sorts, &signature.result, wanted) {
        return None;
    }
    if let Some((at, sort)) = given
        && !known.unify(sorts, signature.args.get(at)?, sort)
    {
        return None;
    }
    (0..ATTEMPTS).find_map(|attempt| {
        let mut unknowns = known.clone();
        if choices.own_widths && attempt < ATTEMPTS / 2 {
            unknowns.take_widths(signature, sorts, rng, choices);
        }
        for (derived, sort) in &known.derived {
            invert(derived, *sort, &mut unknowns.holes, sorts, rng, choices)?;
        }
        unknowns.settle(signature, rng, choices)?;
        unknowns.instance(signature, sorts, rng, choices)
    })
}

/// Random indices for an operator with these argument sorts and the wanted result, if its number of indices
/// is fixed.
pub fn indices_for(
    signature: &Signature,
    sorts: &Sorts,
    args: &[Sort],
    wanted: Sort,
    rng: &mut Rng,
) -> Option<SmallVec<[u32; 2]>> {
    let count = signature.indices? as usize;
    let mut known = Unknowns::new(signature);
    let mut pairs = args.iter().enumerate().map(|(at, &sort)| (signature.argument(at, args.len()), sort));
    if args.len() != signature.args.len()
        || !known.unify(sorts, &signature.result, wanted)
        || !pairs.all(|(pattern, sort)| known.unify(sorts, pattern, sort))
    {
        return None;
    }
    let choices = Choices { sorts: &[], widest: 0, n_ary: false, own_widths: false };
    (0..ATTEMPTS).find_map(|_| {
        let mut unknowns = known.clone();
        unknowns.settle(signature, rng, choices)?;
        unknowns.holes.sizes[..count].iter().map(|size| u32::try_from((*size)?).ok()).collect()
    })
}

/// Whether a pattern matches a sort, ignoring widths.
pub(super) fn can_be(pattern: &Pattern, sorts: &Sorts, wanted: Sort, params: u8) -> bool {
    let holes = Holes::open(params as usize);
    Unknowns { holes, conditions: Vec::new(), derived: Vec::new(), target: 0 }.unify(sorts, pattern, wanted)
}

#[derive(Clone, Debug)]
struct Unknowns {
    holes: Holes,
    /// Conditions on the widths: those of the signature, and an equation for each width that is known.
    conditions: Vec<Condition>,
    /// Derived sorts (of tuples) that must equal the given sorts.
    derived: Vec<(Derived, Sort)>,
    /// The largest known width; random ones are chosen near it.
    target: u32,
}

impl Unknowns {
    fn new(signature: &Signature) -> Unknowns {
        Unknowns {
            holes: Holes::open(signature.params as usize),
            conditions: signature.conditions.to_vec(),
            derived: Vec::new(),
            target: 0,
        }
    }

    /// Recursive on the pattern, which is small since it stands in the operator table.
    fn unify(&mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort) -> bool {
        match (pattern, sorts.kind(sort)) {
            (Pattern::Sort(own), _) => *own == sort,
            (Pattern::Param(param), _) => *self.holes.sorts[*param as usize].get_or_insert(sort) == sort,
            (Pattern::BitVec(size), SortKind::BitVec(width)) => self.equate(size, *width),
            (Pattern::Float(eb, sb), SortKind::Float(e, s)) => self.equate(eb, *e) && self.equate(sb, *s),
            (Pattern::Field(order), SortKind::Field(elements)) => self.holes.matches_size(order, *elements),
            (Pattern::Derived(derived), _) => {
                self.derived.push((derived.clone(), sort));
                true
            }
            (Pattern::Composite(own, patterns), SortKind::Composite(constructor, parts)) => {
                own == constructor
                    && patterns.len() == parts.len()
                    && patterns.iter().zip(parts).all(|(pattern, &part)| self.unify(sorts, pattern, part))
            }
            _ => false,
        }
    }

    fn equate(&mut self, size: &Size, width: u32) -> bool {
        self.target = self.target.max(width);
        let right = Size::Constant(i64::from(width));
        self.conditions.push(Condition { relation: Relation::Equal, left: size.clone(), right });
        true
    }

    /// Takes the widths of the arguments from the sorts to choose from. The result may be unsolvable.
    fn take_widths(&mut self, signature: &Signature, sorts: &Sorts, rng: &mut Rng, choices: Choices<'_>) {
        for pattern in &signature.args {
            let fits = |sort: &Sort| {
                matches!(
                    (pattern, sorts.kind(*sort)),
                    (Pattern::BitVec(_), SortKind::BitVec(_)) | (Pattern::Float(..), SortKind::Float(..))
                )
            };
            let fitting: SmallVec<[Sort; 8]> = choices.sorts.iter().copied().filter(fits).collect();
            if !fitting.is_empty() {
                self.unify(sorts, pattern, *rng.pick(&fitting));
            }
        }
    }

    /// Assigns all unknowns, at random if they are free.
    fn settle(&mut self, signature: &Signature, rng: &mut Rng, choices: Choices<'_>) -> Option<()> {
        let equations: Vec<Condition> = self
            .conditions
            .iter()
            .filter(|condition| condition.relation == Relation::Equal)
            .cloned()
            .collect();
        let open = |unknowns: &Unknowns, equation: &Condition| {
            let mut slots = SmallVec::<[u8; MAX_SIZES]>::new();
            unknowns.open_slots(&equation.left, &mut slots);
            unknowns.open_slots(&equation.right, &mut slots);
            slots
        };
        // Equations with the fewest unknowns go first, so that no random choice contradicts them.
        while let Some((equation, slots)) = equations
            .iter()
            .map(|equation| (equation, open(self, equation)))
            .filter(|(_, slots)| !slots.is_empty())
            .min_by_key(|(_, slots)| slots.len())
        {
            let slot = *rng.pick(&slots);
            let value =
                if slots.len() == 1 { self.solve_for(slot, equation)? } else { self.random_size(rng) };
            self.holes.sizes[slot as usize] = Some(value);
        }
        for slot in 0..MAX_SIZES {
            if self.holes.sizes[slot].is_none() {
                self.holes.sizes[slot] = Some(self.random_size(rng));
            }
        }
        for param in 0..signature.params as usize {
            if self.holes.sorts[param].is_none() {
                self.holes.sorts[param] = Some(*choices.sorts.get(rng.index(choices.sorts.len().max(1)))?);
            }
        }
        self.conditions.iter().all(|condition| condition.holds(&self.holes.sizes)).then_some(())
    }

    fn open_slots(&self, size: &Size, slots: &mut SmallVec<[u8; MAX_SIZES]>) {
        match size {
            Size::Constant(_) => {}
            Size::Variable(slot) => {
                if self.holes.sizes[*slot as usize].is_none() && !slots.contains(slot) {
                    slots.push(*slot);
                }
            }
            Size::Sum(pair) | Size::Difference(pair) | Size::Product(pair) => {
                pair.iter().for_each(|part| self.open_slots(part, slots));
            }
        }
    }

    /// The value of the only unknown of an equation that is linear in it.
    fn solve_for(&self, slot: u8, equation: &Condition) -> Option<i64> {
        let difference = |value| {
            let mut sizes = self.holes.sizes;
            sizes[slot as usize] = Some(value);
            equation.left.value(&sizes)?.checked_sub(equation.right.value(&sizes)?)
        };
        let (at_zero, at_one) = (difference(0)?, difference(1)?);
        let slope = at_one - at_zero;
        let value = -at_zero.checked_div_euclid(slope)?;
        (value >= 0 && difference(value) == Some(0)).then_some(value)
    }

    fn random_size(&self, rng: &mut Rng) -> i64 {
        let small = rng.below(6) as i64;
        if rng.coin() { small } else { i64::from(self.target) + small }
    }

    fn instance(
        &self,
        signature: &Signature,
        sorts: &mut Sorts,
        rng: &mut Rng,
        choices: Choices<'_>,
    ) -> Option<Instance> {
        if let Some((Derived::Arguments, tuple)) = self.derived.first() {
            // The tuple without parts has no application form, but is a constant.
            let args = sorts.tuple_parts(*tuple).filter(|parts| !parts.is_empty())?;
            return Some(Instance { indices: SmallVec::new(), args: args.into() });
        }
        let count = self.argument_count(signature, rng, choices.n_ary)?;
        let mut args: SmallVec<[Sort; 4]> = SmallVec::new();
        for at in 0..count {
            let sort = self.holes.build(sorts, signature.argument(at, count))?;
            if !is_within(sorts, sort, choices) {
                return None;
            }
            args.push(sort);
        }
        // Sometimes replaces the first argument by two or more, as in `(concat a b c)`.
        if signature.is_fold()
            && choices.n_ary
            && rng.one_in(4)
            && let Some(inner) = solve(signature, sorts, args[0], rng, choices)
        {
            args.remove(0);
            args.insert_many(0, inner.args);
        }
        let indices = match signature.indices {
            Some(count) => self.holes.sizes[..count as usize]
                .iter()
                .map(|size| u32::try_from((*size)?).ok())
                .collect::<Option<_>>()?,
            None if !self.holes.indices.is_empty() => self.holes.indices.iter().copied().collect(),
            // An index for each argument, and one for the whole.
            None => (0..=count).map(|_| rng.below(5) as u32).collect(),
        };
        Some(Instance { indices, args })
    }

    fn argument_count(&self, signature: &Signature, rng: &mut Rng, n_ary: bool) -> Option<usize> {
        if let Some(width) = signature.counted_width() {
            return usize::try_from(width.value(&self.holes.sizes)?).ok();
        }
        let declared = signature.args.len();
        Some(match signature.shape {
            Shape::Fixed => declared,
            Shape::Variadic => declared + rng.index(3),
            _ if signature.is_fold() || !n_ary => declared,
            _ if rng.one_in(4) => declared + 1 + rng.index(3),
            _ => declared,
        })
    }
}

/// Whether widths are small enough for readable terms, and floats have valid formats.
fn is_within(sorts: &Sorts, sort: Sort, choices: Choices<'_>) -> bool {
    match *sorts.kind(sort) {
        SortKind::BitVec(width) => width <= choices.widest,
        SortKind::Float(..) if choices.own_widths => choices.sorts.contains(&sort),
        SortKind::Float(eb, sb) => eb >= 2 && sb >= 2 && eb + sb <= choices.widest,
        _ => true,
    }
}
