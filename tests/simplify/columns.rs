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
        for (model, &number) in field.assignments.iter().zip(column.iter()) {
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

/// The texts of so many terms, forgetting what waits after each so many.
fn texts(forget_after: usize, count: usize) -> Vec<String> {
    let row = FIELDS.iter().find(|row| row.name == "bits-1").unwrap();
    let mut field = Field::new(row);
    let mark = field.script.terms.mark();
    let mut all = AllTerms::new(&field, |_| true).unwrap();
    let mut rng = Rng::new(1);
    let mut texts = Vec::new();
    while texts.len() < count {
        texts.push(all.next(&mut field, &mut rng).unwrap().text.unwrap());
        if texts.len().is_multiple_of(forget_after) {
            field.roll_back(mark);
            all.forget();
        }
    }
    texts
}

#[test]
fn each_term_comes_once() {
    let all = texts(usize::MAX, 8000);
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(different.len(), all.len());
    assert_eq!(texts(700, 8000), all, "what is forgotten is made again");
}

#[test]
fn values_survive_that_terms_are_forgotten() {
    let row = FIELDS.iter().find(|row| row.name == "bits-2").unwrap();
    let mut field = Field::new(row);
    let mark = field.script.terms.mark();
    // The same number of a function means another one after a rollback.
    for round in 0..6 {
        let mut random = RandomTerms::new(&field, |op| round % 2 == 0 || op.name.contains("extend"));
        assert!(compare(&mut field, &mut random, 300) > 0);
        field.roll_back(mark);
    }
}
