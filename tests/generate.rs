//! Signatures solved backwards.

use gainsay::generate::fit::{Choices, Instance, solve};
use gainsay::rng::Rng;
use gainsay::theory::sort::{Sort, SortConstructor, SortKind, Sorts};
use gainsay::theory::table;
use gainsay::value::Collection;

/// Every row can give every sort that its result can be, and what is found fits forwards too.
#[test]
fn what_is_found_fits_the_signature() {
    let mut sorts = Sorts::default();
    let (narrow, wide) = (sorts.bit_vec(6), sorts.bit_vec(64));
    let (float, array) = (sorts.float(3, 5), sorts.array(Sort::INT, Sort::BOOL));
    let kinds = [
        (SortConstructor::Collection(Collection::Seq), Sort::INT),
        (SortConstructor::Collection(Collection::Set), wide),
        (SortConstructor::Collection(Collection::Bag), Sort::BOOL),
        (SortConstructor::Collection(Collection::FiniteSet), Sort::INT),
        (SortConstructor::Collection(Collection::Nullable), Sort::INT),
    ]
    .map(|(constructor, element)| sorts.composite(constructor, &[element]));
    let tuples = [&[][..], &[Sort::INT], &[Sort::INT, Sort::INT], &[Sort::INT, Sort::BOOL]]
        .map(|parts| sorts.composite(SortConstructor::Tuple, parts));
    let relations =
        tuples.map(|tuple| sorts.composite(SortConstructor::Collection(Collection::Set), &[tuple]));
    let field = sorts.intern(SortKind::Field(7));
    let plain = [Sort::BOOL, Sort::INT, Sort::REAL, Sort::STRING, Sort::REGLAN, Sort::ROUNDING_MODE];
    let bit = sorts.bit_vec(1);
    let others = [bit, narrow, wide, float, array, field];
    let all: Vec<Sort> =
        plain.into_iter().chain(others).chain(kinds).chain(tuples).chain(relations).collect();
    let choices = Choices { sorts: &all, widest: 200, n_ary: true, own_widths: false };
    let mut rng = Rng::new(1);
    for op in table().ops() {
        let mut found = 0;
        for &wanted in all.iter().cycle().take(20 * all.len()) {
            let Some(instance) = solve(&op.signature, &mut sorts, wanted, &mut rng, choices) else {
                continue;
            };
            let ascribed = op.ascribed.then_some(wanted);
            let Instance { indices, args } = &instance;
            let applied = op.signature.apply(&mut sorts, indices, args, ascribed, false);
            assert_eq!(applied.map(|applied| applied.sort), Ok(wanted), "{} {instance:?}", op.declaration);
            found += 1;
        }
        assert!(found >= 10, "{} found {found} times", op.declaration);
    }
}
