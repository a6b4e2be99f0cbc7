//! Values that are looked up are those that the evaluator gives.

use gainsay::eval::{Limits, eval};
use gainsay::rng::Rng;
use gainsay::simplify::{AllTerms, FIELDS, Field, RandomTerms, Source, UNKNOWN};

fn compare(field: &mut Field, source: &mut dyn Source, count: usize) -> usize {
    let mut rng = Rng::new(1);
    let terms: Vec<_> = (0..count).filter_map(|_| Some(source.next(field, &mut rng)?.term)).collect();
    let columns = field.columns(&terms);
    let mut known = 0;
    for (&term, column) in terms.iter().zip(&columns) {
        for (model, &number) in field.assignments.iter().zip(column) {
            let value = eval(&field.script.terms, term, model, Limits::default()).ok();
            if number != UNKNOWN {
                assert_eq!(field.numbers.value(number), value.as_ref(), "{}: {term:?}", field.row.name);
                known += 1;
            }
        }
    }
    known
}

#[test]
fn columns_hold_what_the_evaluator_says() {
    for row in FIELDS {
        let mut field = Field::new(row);
        assert!(!field.assignments.is_empty(), "{}", row.name);
        let mut random = RandomTerms::new(&field, |_| true);
        assert!(compare(&mut field, &mut random, 60) > 0, "{}", row.name);
        if let Some(mut all) = AllTerms::new(&field, |_| true) {
            assert!(compare(&mut field, &mut all, 60) > 0, "{}", row.name);
        }
    }
}
