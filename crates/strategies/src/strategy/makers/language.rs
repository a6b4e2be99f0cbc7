//! The languages of tests: sets of families of sorts, with the operators that are on these sorts only.

use super::builder::TestPlan;
use crate::strategy::Scope;
use gainsay_eval::generate::OpsByResult;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Features, Terms};
use gainsay_lang::theory::signature::Pattern;
use gainsay_lang::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay_lang::theory::{Op, array_operators, table};
use gainsay_lang::value::Collection;
use std::sync::{Arc, OnceLock};

/// A set of families of sorts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Language(u16);

impl Language {
    pub const INTS: Language = Language(1);
    pub const REALS: Language = Language(1 << 1);
    pub const BITS: Language = Language(1 << 2);
    pub const FLOATS: Language = Language(1 << 3);
    pub const STRINGS: Language = Language(1 << 4);
    pub const ARRAYS: Language = Language(1 << 5);
    /// What the newest version of the standard added.
    pub const NEW: Language = Language(1 << 6);
    /// Sequences and sets.
    pub const COLLECTIONS: Language = Language(1 << 7);
    /// Tuples, and sets of them.
    pub const RELATIONS: Language = Language(1 << 8);
    pub const NULLABLES: Language = Language(1 << 9);
    /// Finite fields.
    pub const FIELDS: Language = Language(1 << 10);
    /// Finite sets as in z3.
    pub const FINITE_SETS: Language = Language(1 << 11);
    const ALL: usize = 1 << 12;

    pub const NONE: Language = Language(0);
    /// The families of scalar sorts.
    pub const SCALARS: [Language; 5] =
        [Language::INTS, Language::REALS, Language::BITS, Language::FLOATS, Language::STRINGS];

    /// The families outside of the standard.
    pub const EXTENSIONS: [Language; 5] = [
        Language::COLLECTIONS,
        Language::RELATIONS,
        Language::NULLABLES,
        Language::FIELDS,
        Language::FINITE_SETS,
    ];

    pub fn has(self, other: Language) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn with(self, other: Language) -> Language {
        Language(self.0 | other.0)
    }

    pub fn without(self, other: Language) -> Language {
        Language(self.0 & !other.0)
    }

    /// The operators on sorts of the language: those of the standard, constant arrays (which every solver with
    /// arrays knows), and those that all solvers with sequences or sets have.
    pub fn rows(self) -> Arc<OpsByResult> {
        static ROWS: [OnceLock<Arc<OpsByResult>>; Language::ALL] = [const { OnceLock::new() }; Language::ALL];
        let rows = ROWS[usize::from(self.0)].get_or_init(|| {
            let ops = table().ops().iter().filter(|op| self.takes(op));
            Arc::new(OpsByResult::new(ops.map(|op| op.id)))
        });
        rows.clone()
    }

    fn takes(self, op: &Op) -> bool {
        let signature = &op.signature;
        (op.is_standard() || op.id == array_operators().constant || op.is_common_extension())
            && (!op.is_new() || self.has(Language::NEW))
            && signature.args.iter().chain([&signature.result]).all(|pattern| self.takes_pattern(pattern))
    }

    fn takes_pattern(self, pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Param(_) => true,
            Pattern::Sort(sort) => self.takes_plain(*sort),
            Pattern::BitVec(_) => self.has(Language::BITS),
            Pattern::Float(..) => self.has(Language::FLOATS),
            Pattern::Field(_) => self.has(Language::FIELDS),
            Pattern::Derived(_) => self.has(Language::RELATIONS),
            Pattern::Composite(SortConstructor::Array, parts) => {
                self.has(Language::ARRAYS) && parts.iter().all(|part| self.takes_pattern(part))
            }
            Pattern::Composite(SortConstructor::Collection(collection), parts) => {
                let is_made = match collection {
                    Collection::Seq => self.has(Language::COLLECTIONS),
                    Collection::Set => self.has(Language::COLLECTIONS) || self.has(Language::RELATIONS),
                    Collection::FiniteSet => self.has(Language::FINITE_SETS),
                    Collection::Nullable => self.has(Language::NULLABLES),
                    Collection::Bag => false,
                };
                is_made && parts.iter().all(|part| self.takes_pattern(part))
            }
            Pattern::Composite(SortConstructor::Tuple, parts) => {
                self.has(Language::RELATIONS) && parts.iter().all(|part| self.takes_pattern(part))
            }
            Pattern::Composite(..) => false,
        }
    }

    fn takes_plain(self, sort: Sort) -> bool {
        match sort {
            Sort::BOOL => true,
            Sort::INT => self.has(Language::INTS),
            Sort::REAL => self.has(Language::REALS),
            Sort::ROUNDING_MODE => self.has(Language::FLOATS),
            Sort::STRING | Sort::REGLAN => self.has(Language::STRINGS),
            _ => false,
        }
    }

    /// The families that tests in a scope may use.
    pub fn of_scope(scope: &Scope) -> Language {
        let families = [
            (Language::INTS, Features::INTS),
            (Language::REALS, Features::REALS),
            (Language::BITS, Features::BIT_VECTORS),
            (Language::FLOATS, Features::FLOATS),
            (Language::STRINGS, Features::STRINGS),
            (Language::ARRAYS, Features::ARRAYS),
            (Language::NEW, Features::NONE),
            (Language::COLLECTIONS, Features::OTHER),
            (Language::RELATIONS, Features::OTHER),
            (Language::NULLABLES, Features::OTHER),
            (Language::FIELDS, Features::OTHER),
            (Language::FINITE_SETS, Features::OTHER),
        ];
        let offered = families.into_iter().filter(|(_, feature)| scope.offers(*feature));
        offered.fold(Language::NONE, |language, (family, _)| language.with(family))
    }

    pub fn and(self, other: Language) -> Language {
        Language(self.0 & other.0)
    }

    /// A scalar sort of the language. With `few` it has few values; otherwise its width grows with the size, up to
    /// the widest.
    pub fn scalar(self, terms: &mut Terms, rng: &mut Rng, plan: &TestPlan) -> Sort {
        let TestPlan { size, few, widest, sizes, .. } = *plan;
        if self.has(Language::FIELDS) && rng.coin() {
            let order = *rng.pick(if few { &ORDERS[..3] } else { &ORDERS });
            return terms.sorts.intern(SortKind::Field(order));
        }
        let mut families = Language::SCALARS.iter().filter(|&&family| self.has(family));
        let count = families.clone().count();
        let family = if count == 0 || rng.one_in(10) { None } else { families.nth(rng.index(count)) };
        match family {
            Some(&Language::INTS) => Sort::INT,
            Some(&Language::REALS) => Sort::REAL,
            Some(&Language::STRINGS) => Sort::STRING,
            Some(&Language::BITS) => {
                let width = match sizes {
                    Some((width, _)) => width,
                    None if few => 1 + rng.below(3) as u32,
                    None => *begin(rng, &WIDTHS, size),
                };
                terms.sorts.bit_vec(if width <= widest {
                    width
                } else {
                    1 + rng.below(u64::from(widest)) as u32
                })
            }
            Some(&Language::FLOATS) if rng.one_in(8) => Sort::ROUNDING_MODE,
            Some(&Language::FLOATS) => {
                let (eb, sb) = match sizes {
                    Some((_, format)) => format,
                    None if few => *rng.pick(&TINY),
                    None => *begin(rng, &FORMATS, size),
                };
                terms.sorts.float(eb, sb)
            }
            _ => Sort::BOOL,
        }
    }

    /// Extension sorts over sorts of the palette.
    pub fn extensions(self, terms: &mut Terms, rng: &mut Rng, palette: &[Sort]) -> Vec<Sort> {
        let mut made = Vec::new();
        let sorts = &mut terms.sorts;
        if self.has(Language::COLLECTIONS) {
            let element = *rng.pick(palette);
            let constructor = SortConstructor::Collection(*rng.pick(&COLLECTIONS));
            made.push(sorts.composite(constructor, &[element]));
        }
        if self.has(Language::FINITE_SETS) {
            let constructor = SortConstructor::Collection(Collection::FiniteSet);
            made.push(sorts.composite(constructor, &[*rng.pick(palette)]));
        }
        if self.has(Language::NULLABLES) {
            let constructor = SortConstructor::Collection(Collection::Nullable);
            made.push(sorts.composite(constructor, &[*rng.pick(palette)]));
        }
        if self.has(Language::RELATIONS) {
            let (from, to) = (*rng.pick(palette), *rng.pick(palette));
            for parts in [&[from, to][..], &[from, from], &[to, from, to]].iter().take(1 + rng.index(3)) {
                let tuple = sorts.composite(SortConstructor::Tuple, parts);
                made.push(tuple);
                made.push(sorts.composite(SortConstructor::Collection(Collection::Set), &[tuple]));
            }
        }
        made
    }
}

/// The orders of finite fields, in ascending order.
const ORDERS: [u32; 8] = [2, 3, 5, 7, 11, 13, 101, 65537];

/// The collections that tests use.
const COLLECTIONS: [Collection; 2] = [Collection::Seq, Collection::Set];

/// Narrow widths and formats come first: the size of a test determines how much of the list is used.
const WIDTHS: [u32; 20] = [1, 4, 8, 2, 3, 5, 7, 16, 32, 6, 9, 12, 31, 33, 64, 63, 65, 24, 128, 100];
const FORMATS: [(u32, u32); 12] =
    [(3, 5), (5, 11), (8, 24), (2, 3), (3, 3), (4, 4), (11, 53), (2, 10), (7, 3), (8, 8), (5, 24), (15, 113)];
/// Formats with so few values that all of them can be tried.
const TINY: [(u32, u32); 3] = [(2, 3), (3, 3), (2, 4)];

fn begin<'a, T>(rng: &mut Rng, items: &'a [T], size: u32) -> &'a T {
    let reach = (3 + size as usize).min(items.len());
    &items[rng.index(reach)]
}
