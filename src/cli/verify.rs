//! `gainsay verify`: checks that a certificate of `gainsay prove` refutes a script.

use super::prove::read_script;
use super::{FOUND, read_text};
use crate::circuit::Clauses;
use crate::refute::{Bounds, CHECKING, Encoding, Proof, Refuted};
use crate::report::certificate::{CLAUSES, PROOF};
use crate::script::Script;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check that a proof of `gainsay prove --out` refutes a script
///
/// The script becomes clauses anew; they must be those of proof.cnf, and proof.lrat must refute them. Nothing else in the folder
/// is believed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay prove bug.smt2 --out proof
  gainsay verify proof bug.smt2
  gainsay verify . bug.smt2               in the folder of a bug that a hunt reported

Exit codes: 0 the script is refuted, 10 it is not, or not by this proof, 1 the script has errors,
2 wrong usage or a file that cannot be read.")]
pub struct Args {
    /// The folder with proof.cnf and proof.lrat
    folder: PathBuf,
    /// The script (.smt2, .smt2.gz); `-` is standard input
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let (clauses, proof) = (read_text(&args.folder.join(CLAUSES))?, read_text(&args.folder.join(PROOF))?);
    let script = match read_script(&args.file) {
        Ok(script) => script,
        Err(code) => return Ok(ExitCode::from(code)),
    };
    let checked = verify(&script, &clauses, &proof);
    let (holds, why) = match &checked {
        Ok(refuted) => (true, refuted.to_string()),
        Err(why) => (false, why.clone()),
    };
    match args.json {
        true => say!("{}", json!({ "file": args.file.to_string_lossy(), "refuted": holds, "why": why })),
        false => say!("{}: {why}", if holds { "refuted" } else { "not refuted" }),
    }
    Ok(ExitCode::from(if holds { 0 } else { FOUND }))
}

fn verify(script: &Script, clauses: &str, proof: &str) -> Result<Refuted, String> {
    let encoding = Encoding::of(&script.question(), Bounds::default().clauses)
        .map_err(|undecided| format!("the script cannot become clauses: {undecided}"))?;
    let clauses = Clauses::from_dimacs(clauses).map_err(|error| format!("{CLAUSES}, {error}"))?;
    if clauses != *encoding.clauses() {
        return Err(format!("the clauses of {CLAUSES} are not those of the script"));
    }
    let proof = Proof::from_lrat(proof, clauses.len()).map_err(|error| format!("{PROOF}, {error}"))?;
    Refuted::check(&encoding, &proof, CHECKING).map_err(|fault| format!("{PROOF}: {fault}"))
}
