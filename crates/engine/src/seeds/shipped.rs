//! The built-in seeds: `seeds/LOGIC.smt2`, many scripts in one file.
//!
//! A line `; sat 3` or `; unsat 3` begins a script. A satisfiable script is followed by a line `; witness` and the
//! definitions of a model, as comments.

use super::{SeedRecord, SeedStatus};
use gainsay_lang::answer::Status;
use std::sync::OnceLock;

/// The logics, each with the text of its seeds.
pub const LOGICS: [(&str, &str); 19] = [
    ("QF_LIA", include_str!("../../../../seeds/QF_LIA.smt2")),
    ("QF_LRA", include_str!("../../../../seeds/QF_LRA.smt2")),
    ("QF_NIA", include_str!("../../../../seeds/QF_NIA.smt2")),
    ("QF_NRA", include_str!("../../../../seeds/QF_NRA.smt2")),
    ("LIA", include_str!("../../../../seeds/LIA.smt2")),
    ("LRA", include_str!("../../../../seeds/LRA.smt2")),
    ("NRA", include_str!("../../../../seeds/NRA.smt2")),
    ("QF_S", include_str!("../../../../seeds/QF_S.smt2")),
    ("QF_SLIA", include_str!("../../../../seeds/QF_SLIA.smt2")),
    ("QF_BV", include_str!("../../../../seeds/QF_BV.smt2")),
    ("QF_ABV", include_str!("../../../../seeds/QF_ABV.smt2")),
    ("QF_FP", include_str!("../../../../seeds/QF_FP.smt2")),
    ("QF_BVFP", include_str!("../../../../seeds/QF_BVFP.smt2")),
    ("QF_AX", include_str!("../../../../seeds/QF_AX.smt2")),
    ("QF_UF", include_str!("../../../../seeds/QF_UF.smt2")),
    ("QF_UFLIA", include_str!("../../../../seeds/QF_UFLIA.smt2")),
    ("QF_DT", include_str!("../../../../seeds/QF_DT.smt2")),
    ("BV", include_str!("../../../../seeds/BV.smt2")),
    ("UF", include_str!("../../../../seeds/UF.smt2")),
];

/// A built-in seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipped {
    pub logic: &'static str,
    pub answer: Status,
    /// Counted from 1 within its logic and status.
    pub number: usize,
    /// The script, and its witness as comments.
    pub text: &'static str,
}

/// All built-in seeds, in the order of the logics, satisfiable ones first.
pub fn shipped() -> &'static [Shipped] {
    static ALL: OnceLock<Vec<Shipped>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for (logic, file) in LOGICS {
            let mut seeds = split(logic, file);
            seeds.sort_by_key(|seed| (seed.answer != Status::Sat, seed.number));
            all.extend(seeds);
        }
        all
    })
}

impl Shipped {
    pub fn status(&self) -> &'static str {
        self.answer.word()
    }

    pub(super) fn folder(&self) -> String {
        format!("builtin:{}/{}", self.logic, self.status())
    }

    pub fn origin(&self) -> String {
        format!("{}/{:02}", self.folder(), self.number)
    }

    /// The definitions of its witness.
    pub fn witness(&self) -> Option<String> {
        let (_, comments) = self.text.split_once("\n; witness\n")?;
        let lines = comments.lines().filter_map(|line| line.strip_prefix("; "));
        Some(lines.map(|line| format!("{line}\n")).collect())
    }

    /// The record that is shipped with it.
    pub(super) fn record(&self, digest: u64) -> SeedRecord {
        SeedRecord {
            origin: self.origin(),
            digest,
            status: SeedStatus::Usable(self.answer),
            why: "shipped with gainsay, whose tests have two solvers confirm it".to_owned(),
            witness: self.witness(),
        }
    }
}

/// The seeds of a file.
fn split(logic: &'static str, file: &'static str) -> Vec<Shipped> {
    let mut seeds: Vec<Shipped> = Vec::new();
    let mut at = 0;
    let mut open: Option<(Status, usize, usize)> = None;
    let mut close = |open: Option<(Status, usize, usize)>, end: usize| {
        if let Some((answer, number, start)) = open {
            seeds.push(Shipped { logic, answer, number, text: file[start..end].trim_end_matches('\n') });
        }
    };
    for line in file.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if let Some((answer, number)) = heading(line.trim_end()) {
            close(open.replace((answer, number, at)), start);
        }
    }
    close(open, at);
    seeds
}

/// Parses a heading such as `; sat 3`.
fn heading(line: &str) -> Option<(Status, usize)> {
    let (status, number) = line.strip_prefix("; ")?.split_once(' ')?;
    Some((Status::from_word(status)?, number.parse().ok()?))
}
