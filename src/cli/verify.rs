//! `gainsay prove --verify`: checks that a certificate of `gainsay prove` refutes a script.
//!
//! The clauses are made anew from the script, and must be those of proof.cnf. The last clauses must follow from the
//! inequalities of their literals, as lemmas.json shows, and proof.lrat must refute the clauses. If map.json is that of
//! a plain certificate, the clauses and the map must be those of the plain encoder. Nothing else in the folder is
//! trusted.

use super::prove::read_script;
use super::{FOUND, read_text};
use crate::refute::{CLAUSES, CertificateText, LEMMAS, MAP, PROOF, verify};
use anyhow::Context;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// The old spelling of `gainsay prove --verify`
#[derive(clap::Args)]
pub struct Args {
    /// The folder with proof.cnf, proof.lrat, map.json and, about numbers, lemmas.json
    pub folder: PathBuf,
    /// The script (.smt2, .smt2.gz); `-` is standard input
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let read = |name: &str| read_text(&args.folder.join(name));
    let read_if_there = |name: &str| -> anyhow::Result<Option<String>> {
        let is_there =
            args.folder.join(name).try_exists().with_context(|| format!("cannot look for {name}"))?;
        is_there.then(|| read(name)).transpose()
    };
    let text = CertificateText {
        clauses: read(CLAUSES)?,
        proof: read(PROOF)?,
        lemmas: read_if_there(LEMMAS)?,
        map: read_if_there(MAP)?,
    };
    let script = match read_script(&args.file) {
        Ok(script) => script,
        Err(code) => return Ok(ExitCode::from(code)),
    };
    let checked = verify(&script.question(), &text);
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
