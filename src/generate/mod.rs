//! Random values and terms, made from the operator table.

pub mod values;
