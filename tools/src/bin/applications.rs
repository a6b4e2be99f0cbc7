//! Writes random applications of every operator with the values that they must have, one script a row, to be given to
//! solvers: `cargo run --release -p gainsay-tools --bin applications -- DIRECTORY TIMES SEED`. Every answer but `unsat` is a disagreement.

#[path = "../../../tests/eval/application.rs"]
mod application;

use application::application;
use gainsay::eval::{Evaluator, Limits, Model, value_text};
use gainsay::rng::Rng;
use gainsay::script::Script;
use gainsay::theory::table;
use std::fmt::Write as _;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().unwrap_or_else(|| "applications".into());
    let times: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20);
    let seed = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    std::fs::create_dir_all(&directory)?;
    for op in table().ops() {
        let mut rng = Rng::of_unit(seed, u64::from(op.id.number()));
        let mut script = Script::default();
        let mut out = String::from("(set-logic ALL)\n");
        let mut written = 0;
        for _ in 0..times {
            let Some(application) = application(&mut script.terms, op, &mut rng) else { break };
            let mut model = Model::default();
            let Some(term) = application.term(&mut script.terms, &mut model) else { break };
            let value = Evaluator::new(&script.terms, &model, Limits::default()).eval(term);
            let text = |value, sort| value_text(&script.terms, value, sort);
            let operands: Option<Vec<String>> =
                application.arguments.iter().map(|(value, sort)| text(value, *sort)).collect();
            let (Ok(value), Some(operands)) = (value, operands) else { continue };
            let Some(value) = text(&value, application.sort) else { continue };
            let mut head = op.name.to_owned();
            if !application.indices.is_empty() {
                let indices: Vec<String> = application.indices.iter().map(u32::to_string).collect();
                head = format!("(_ {head} {})", indices.join(" "));
            }
            if op.ascribed {
                head = format!(
                    "(as {head} {})",
                    script.terms.sorts.to_text(&script.terms.symbols, application.sort)
                );
            }
            let term = if operands.is_empty() { head } else { format!("({head} {})", operands.join(" ")) };
            let _ = writeln!(out, "(push 1)\n(assert (not (= {term} {value})))\n(check-sat)\n(pop 1)");
            written += 1;
        }
        if written > 0 {
            std::fs::write(format!("{directory}/{:03}.smt2", op.id.number()), out)?;
        }
    }
    Ok(())
}
