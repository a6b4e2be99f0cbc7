//! A short run of the cross-check (`tools/src/bin/cross_check`): operators inside each other, quantifiers, `let` and `match`.

use super::applications::Term;
use super::check::{Judge, NAMES, Reply, Verdict, culprit, deviates, evaluate};
use gainsay::rng::Rng;

const TERMS: usize = 500;
const BATCH: usize = 250;

#[test]
fn solvers_agree_on_nested_terms() {
    let mut wrong = Vec::new();
    for name in NAMES {
        let mut judge = Judge::new(name);
        let mut generator = judge.generator(Rng::new(17));
        for _ in 0..TERMS / BATCH {
            let mut terms: Vec<Term> = Vec::new();
            while terms.len() < BATCH {
                let op = *generator.rng.pick(&generator.language.rows.clone());
                let quantified = generator.rng.one_in(8);
                let term = if quantified { generator.quantified(op) } else { generator.nested(op, 4) };
                terms.extend(term);
            }
            let verdicts = evaluate(&terms);
            let mut claims: Vec<(&Term, &str)> = Vec::new();
            for (term, verdict) in terms.iter().zip(&verdicts) {
                if let Verdict::Value(value) = verdict {
                    generator.keep(term);
                    claims.push((term, value));
                }
            }
            for ((term, _), reply) in claims.iter().zip(judge.compare(&claims)) {
                if reply == Reply::Differs {
                    let (small, value) = culprit(&mut judge, term);
                    if !deviates(judge.profile(), &small) {
                        wrong.push(format!("{} is {value} to us, but not to {name}", small.text));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
