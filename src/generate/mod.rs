//! Random values and terms, from the operator table and from nothing else.

mod applications;
mod values;

pub use applications::{Application, application};
pub use values::Values;
