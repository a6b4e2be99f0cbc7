//! Dockets and pages: views of the bugs that gainsay found.

#![forbid(unsafe_code)]

pub mod docket;
pub mod page;
