//! Reports: what is handed out about bugs.

mod filing;
mod plot;
mod repro;
