//! Reports: what is handed out about bugs.

mod filing;
mod outline;
mod plot;
mod repro;
mod same;
