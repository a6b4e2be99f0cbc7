//! Checks what a solver says: does its model satisfy the script, and if not, what is false?
//!
//! ```text
//! cargo run --release --example check_model
//! cargo run --release --example check_model -- SCRIPT.smt2 MODEL.txt
//! ```

use gainsay::{Evaluator, Limits, Rejection, Script, Witness, explain, read_model};
use std::error::Error;

/// Eight bits, whose negation overflows for the least number only.
const SCRIPT: &str = include_str!("wrong-answer.smt2");
/// What z3 4.12.2 printed for `(get-model)`.
const MODEL: &str = "((define-fun x () (_ BitVec 8) #xff))";

fn main() -> Result<(), Box<dyn Error>> {
    let (script, model) = match &std::env::args().collect::<Vec<_>>()[1..] {
        [script, model] => (std::fs::read_to_string(script)?, std::fs::read_to_string(model)?),
        _ => (SCRIPT.to_owned(), MODEL.to_owned()),
    };
    let mut script = Script::parse(&script)?;
    // The definitions of the model become terms of the script's arena.
    let model = read_model(&mut script, &model)?.model;

    // A witness can only be made by evaluating every assertion to true.
    match Witness::check(&script.question(), model.clone()) {
        Ok(_) => println!("the model satisfies the script"),
        Err(Rejection::False(assertion) | Rejection::Unknown(assertion, _)) => {
            println!("the model is not known to satisfy the script:");
            let mut evaluator = Evaluator::new(&script.terms, &model, Limits::default());
            for cause in explain(&mut evaluator, assertion, 3) {
                println!("  {}", cause.to_text(&script.terms));
            }
        }
        Err(other) => println!("nothing can be said: {other}"),
    }
    Ok(())
}
