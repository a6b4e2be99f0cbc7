//! Every row of the table, applied to random values.

use super::application::application;
use gainsay::eval::{Evaluator, Limits, Model, SortDomains, has_sort};
use gainsay::rng::Rng;
use gainsay::script::Script;
use gainsay::theory::{Meaning, table};
use gainsay::value::Reason;

const TIMES: usize = 60;

#[test]
fn every_row_gives_values_of_the_sort_that_it_promises() {
    let mut missing = Vec::new();
    for op in table().ops() {
        let mut rng = Rng::of_unit(1, u64::from(op.id.number()));
        let mut script = Script::default();
        let (mut known, mut open) = (0, 0);
        for _ in 0..TIMES {
            let Some(application) = application(&mut script.terms, op, &mut rng) else {
                missing.push(op.declaration);
                break;
            };
            let mut model = Model::default();
            let term = application.term(&mut script.terms, &mut model);
            let Some(term) = term else { panic!("{}: {application:?}", op.declaration) };
            let sort = script.terms.sort(term);
            assert_eq!(sort, application.sort, "{}", op.declaration);
            let mut evaluator = Evaluator::new(&script.terms, &model, Limits::default());
            match evaluator.eval(term) {
                Ok(value) => {
                    known += 1;
                    let domains = SortDomains { terms: &script.terms, model: &model };
                    assert!(
                        has_sort(domains, &value, sort),
                        "{}: {application:?} gives {value:?}",
                        op.declaration
                    );
                }
                Err(unknown) if unknown.reason == Reason::Open => {
                    open += 1;
                    // A result may be open because it is a part of the arguments that is.
                    assert!(op.partial, "{} is open for {application:?}", op.declaration);
                }
                Err(unknown) => {
                    let allowed = matches!(op.meaning, Meaning::Unknown(_))
                        || matches!(unknown.reason, Reason::NotComputed(_) | Reason::TooLarge);
                    assert!(allowed, "{}: {application:?}: {unknown}", op.declaration);
                }
            }
        }
        let unknown = matches!(op.meaning, Meaning::Unknown(_));
        assert!(
            known > 0 || unknown || missing.contains(&op.declaration),
            "{} gives no value",
            op.declaration
        );
        if std::env::var_os("SHOW").is_some() {
            println!("{known:3} known {open:3} open  {}", op.declaration);
        }
    }
    assert_eq!(missing, Vec::<&str>::new(), "rows that no arguments were found for");
}
