//! The reducer: what each pass does, and that it reaches planted bugs and nothing else.

mod engine;
mod passes;
mod planted;
