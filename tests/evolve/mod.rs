//! Evolution: its parts by hand, and a search for a planted defect.

mod growth;
mod individual;
mod known;
mod measure;
mod nsga;
mod objectives;
mod planted;
mod results;
mod scale;
mod series;
mod vary;
mod wording;
