//! What SMT-LIB terms mean: evaluation under a model, models as solvers print them, trying all assignments.
//!
//! [`read_model`] reads what a solver prints for `(get-model)`, in any solver's form. An [`Evaluator`] tells what terms mean
//! under a [`Model`]: a value, or [`Unknown`] with a reason. A [`Witness`] can only be made by evaluating every assertion to
//! true. [`decide`] tries everything, where that is possible.

#![forbid(unsafe_code)]

pub use eval::{
    Bounds, Decision, Evaluator, Exhausted, Explanation, Limits, Model, ModelError, ReadModel, Rejection,
    Unknown, Witness, decide, explain, model_text, read_model, value_text,
};

pub mod eval;
pub mod generate;
pub mod enumerate;
