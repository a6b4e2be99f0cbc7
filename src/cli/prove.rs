//! `gainsay prove`: decides scripts with evidence of our own, a checked model or a checked proof.

use super::asked::{Asked, Asker};
use super::check::INTERRUPTED;
use super::inputs::{Inputs, complain};
use super::process::listen_to_signals;
use super::values::seconds;
use super::{BAD_INPUT, FAILED, FOUND, diagnostics, print_aside, read_text, verify, with_causes};
use crate::answer::Status;
use crate::eval::model_text;
use crate::evidence::{Certified, Evidence, NoProof, Search};
use crate::files::replace;
use crate::proofs::ProofFormat;
use crate::quote::one_line;
use crate::refute::{Bounds, Effort, PlainCertificate, PlainFailure, Refuted, refute_plainly};
use crate::script::{Problem, ProblemKind, STATUS, Script};
use anyhow::{Context, bail};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Decide scripts with evidence: a checked model or a checked proof
///
/// No SMT solver is asked, unless --ask names one. The script is bit-blasted to clauses, and gainsay's SAT
/// solver looks for values or for a proof. Values are evaluated as a model of the script; a proof is checked
/// by a program that shares no code with the solver. Linear arithmetic is decided by simplex, with a checked
/// lemma for each conflict; scripts about strings are refuted by lengths and languages. Horn clauses are
/// decided by the facts that follow from them. Otherwise all values of the symbols are tried, if they are
/// few: that is how scripts about sequences, sets and bags are decided. Recursive datatypes and quantifiers
/// over many values are mostly not decided. If a script asks several questions, the last one counts.
///
/// What `check` proves, `prove` decides. A proof for others to check exists only where the script became
/// clauses as a whole; with --out, the output says if there is none.
///
/// With --plain, what is unsat is refuted a second time, by clauses in which nothing is simplified: each
/// operator application has gates of its own, and map.json says which. Such a proof can be checked against the
/// script term by term, without trusting our encoder. It is longer, and there is none about arrays, numbers,
/// strings, datatypes, quantifiers, functions with arguments and declared sorts; the proof by the ordinary
/// clauses is written then, and the output says why.
///
/// With --ask, a solver is asked for its proof of undecided scripts. Its steps are counted, trusted steps are
/// named, and each step that can be evaluated is tried on values. A wrong step is a bug of the solver; if no
/// step is wrong, that proves nothing.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay prove bug.smt2                  sat, unsat or not decided, and why
  gainsay prove bug.smt2 --out proof      proof.cnf, proof.lrat and map.json, or model.smt2
  gainsay prove bug.smt2 --verify proof   check that such a proof refutes the script
  gainsay prove bug.smt2 --verify .       in the folder of a bug that a hunt reported
  gainsay prove --plain bug.smt2 --out proof
                                          the same with clauses that can be checked term by term
  gainsay prove --json --timeout 2s benchmarks/
  gainsay prove --ask cvc5 bug.smt2       if that decides nothing, try the steps of cvc5's proof
  gainsay prove --ask cvc5 --proof-format alethe bug.smt2

With --out, proof.cnf has the clauses (DIMACS), and proof.lrat the proof (LRAT, for any checker).
lemmas.json has the inequalities of literals, and the derivations of the last clauses from them.
map.json has the literals of symbols and assertions (with --plain, of all terms, and their gates).

Exit codes: 0 all is decided, 10 a script has a wrong :status, a step of a solver's proof is wrong,
or a proof does not refute the script (or gainsay contradicts itself, which is a bug of gainsay), 11
something is not decided, 1 a script has errors, 2 wrong usage, or a file that cannot be read or
written, 130 interrupted.")]
pub struct Args {
    /// Scripts (.smt2, .smt2.gz), folders with all scripts below them, or patterns; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the proof or the model into this folder; for one script only
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Refute by clauses in which nothing is simplified, too
    #[arg(long)]
    plain: bool,
    /// Check that the proof in this folder, written with --out, refutes the script; of the folder, nothing but
    /// proof.cnf, proof.lrat, lemmas.json and map.json is used, and none of it is trusted
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "plain", "ask"])]
    verify: Option<PathBuf>,
    /// Time for each script: seconds, or as in 500ms or 2m
    #[arg(short, long, default_value_t = 10.0, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    timeout: f64,
    /// A solver to ask for its proof of undecided scripts: cvc5
    #[arg(long, value_name = "SOLVER")]
    ask: Option<String>,
    /// The format of that proof: cpc or alethe
    #[arg(long, default_value = "cpc", value_parser = proof_format, value_name = "FORMAT", requires = "ask")]
    proof_format: ProofFormat,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print JSON lines, one object per script
    #[arg(long)]
    json: bool,
}

fn proof_format(name: &str) -> Result<ProofFormat, &'static str> {
    match name {
        "cpc" => Ok(ProofFormat::Cpc),
        "alethe" => Ok(ProofFormat::Alethe),
        _ => Err("proofs are read in the formats `cpc` and `alethe`"),
    }
}

/// Exit code: something is not decided.
const UNDECIDED: u8 = 11;

/// The file name of a model.
const MODEL: &str = "model.smt2";

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if let Some(folder) = args.verify {
        let [file] = args.files.as_slice() else {
            bail!("--verify takes the script of the proof, and no other")
        };
        return verify::run(verify::Args { folder, file: file.clone(), json: args.json });
    }
    let inputs = Inputs::find(&args.files);
    if args.out.is_some() && inputs.paths.len() > 1 {
        bail!("--out takes the proof of one script, and these are {}", inputs.paths.len());
    }
    let mut asker = args
        .ask
        .map(|solver| Asker::new(solver, args.proof_format, args.config, args.timeout))
        .transpose()?;
    let stop = listen_to_signals()?;
    let mut code = if inputs.missing.is_empty() { 0 } else { FAILED };
    for path in &inputs.paths {
        let script = match read_script(path) {
            Ok(script) => script,
            Err(failure) => {
                code = code.max(failure);
                continue;
            }
        };
        let begun = Instant::now();
        let is_over = || stop.0.load(Ordering::Relaxed) || begun.elapsed().as_secs_f64() > args.timeout;
        let effort = Effort { work: u64::MAX, stop: &is_over };
        let refuting = Bounds { effort, ..Bounds::default() };
        let proved = Evidence::certified(&script.question(), Search { refuting, ..Search::THOROUGH });
        let is_unsat = proved.as_ref().is_ok_and(|proved| proved.evidence.answer() == Status::Unsat);
        let plain = (args.plain && is_unsat).then(|| refute_plainly(&script.question(), refuting));
        if stop.0.load(Ordering::Relaxed) {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let plainly = plain.as_ref().and_then(|plain| plain.as_ref().ok());
        let has_certificate = plainly.is_some() || proved.as_ref().is_ok_and(|one| one.certificate.is_some());
        let mut told = Told { has_certificate, ..Told::of(&script, &proved) };
        if let Some(folder) = &args.out {
            write(folder, &script, &proved, plainly)
                .with_context(|| format!("cannot write into {}", folder.display()))?;
            told.is_not_written = is_unsat && !has_certificate;
        }
        told.plain = plain.map(|plain| plain.map(|certificate| certificate.refuted));
        if let (Some(asker), Err(NoProof::Undecided(_))) = (&mut asker, &proved) {
            told.asked = Some(asker.ask(&script, &|| stop.0.load(Ordering::Relaxed))?);
        }
        match args.json {
            true => say!("{}", told.as_json(path, &proved, begun.elapsed().as_secs_f64())),
            false => say!("{}: {}", one_line(&path.display().to_string()), told.as_text()),
        }
        code = match (code, told.code()) {
            (FAILED, _) | (_, 0) => code,
            (FOUND, other) if other != FAILED => FOUND,
            (_, other) => other,
        };
    }
    Ok(ExitCode::from(code))
}

/// A script without errors. Otherwise prints them and returns the exit code.
pub fn read_script(path: &Path) -> Result<Script, u8> {
    let text = read_text(path).map_err(|error| {
        complain(&with_causes(&error));
        FAILED
    })?;
    let script = Script::read(&text);
    let errors: Vec<&Problem> =
        script.problems.iter().filter(|problem| problem.kind != ProblemKind::Opaque).collect();
    if errors.is_empty() {
        return Ok(script);
    }
    print_aside(&diagnostics::render_all(path, &text, &errors));
    Err(BAD_INPUT)
}

/// The output about a verdict.
struct Told {
    answer: Status,
    why: String,
    /// The script's `:status`, if it contradicts the answer.
    contradicts: Option<String>,
    is_alarm: bool,
    /// What the answer rests on, in a word.
    evidence: Option<&'static str>,
    /// Whether there is a proof that can be handed over.
    has_certificate: bool,
    /// Whether there is none, and somebody wants it.
    is_not_written: bool,
    /// What came of the plain clauses, if they were wanted.
    plain: Option<Result<Refuted, PlainFailure>>,
    /// The trial of a solver's proof.
    asked: Option<Asked>,
}

impl Told {
    fn of(script: &Script, proved: &Result<Certified, NoProof>) -> Told {
        let (answer, why) = match proved {
            Ok(Certified { evidence, .. }) => (evidence.answer(), evidence.reason()),
            Err(NoProof::Undecided(why)) => (Status::Unknown, why.to_string()),
            Err(NoProof::Alarm(how)) => (Status::Unknown, how.clone()),
        };
        let says = script.info(STATUS).filter(|_| script.count_questions() == 1);
        let is_other = |says: &&str| match Status::from_word(says) {
            Some(says) => ![says, answer].contains(&Status::Unknown) && says != answer,
            None => false,
        };
        let contradicts = says.filter(is_other).map(str::to_owned);
        Told {
            answer,
            why,
            contradicts,
            is_alarm: matches!(proved, Err(NoProof::Alarm(_))),
            evidence: proved.as_ref().ok().and_then(|proved| proved.evidence.word()),
            has_certificate: false,
            is_not_written: false,
            plain: None,
            asked: None,
        }
    }

    /// Whether gainsay contradicts itself.
    fn is_alarm(&self) -> bool {
        self.is_alarm || matches!(self.plain, Some(Err(PlainFailure::Satisfied | PlainFailure::Refused(_))))
    }

    /// A line about the proof that somebody wants and that there is not.
    fn not_written_text(&self) -> &'static str {
        match self.is_not_written {
            true => "\n  no proof is written: this reason leaves none that others could check",
            false => "",
        }
    }

    /// A line about the plain clauses.
    fn plain_text(&self) -> String {
        match &self.plain {
            Some(Ok(refuted)) => format!("\n  with nothing simplified, {refuted}"),
            Some(Err(why)) => format!("\n  no plain proof: {why}"),
            None => String::new(),
        }
    }

    fn plain_json(&self) -> Option<serde_json::Value> {
        self.plain.as_ref().map(|plain| match plain {
            Ok(refuted) => json!({ "clauses": refuted.clauses(), "steps": refuted.steps() }),
            Err(why) => json!({ "why": why.to_string() }),
        })
    }

    fn code(&self) -> u8 {
        match self.answer {
            _ if self.is_alarm() || self.contradicts.is_some() => FOUND,
            _ if self.asked.as_ref().is_some_and(Asked::is_wrong) => FOUND,
            Status::Unknown => UNDECIDED,
            _ => 0,
        }
    }

    fn as_text(&self) -> String {
        let word = match self.answer {
            _ if self.is_alarm() => "alarm, this is a bug of gainsay",
            Status::Unknown => "not decided",
            answer => answer.word(),
        };
        let contradicts = self.contradicts.as_ref();
        let contradicts = contradicts.map(|says| format!(" (the script says :status {says})"));
        let asked = self.asked.as_ref().map(|asked| format!("\n  {}", asked.as_text()));
        let (contradicts, plain) = (contradicts.unwrap_or_default(), self.plain_text());
        let not_written = self.not_written_text();
        format!("{word}: {}{contradicts}{not_written}{plain}{}", self.why, asked.unwrap_or_default())
    }

    fn as_json(&self, path: &Path, proved: &Result<Certified, NoProof>, seconds: f64) -> serde_json::Value {
        let refuted = match proved {
            Ok(Certified { evidence: Evidence::Refuted(refuted), .. }) => Some(refuted),
            _ => None,
        };
        json!({
            "file": path.to_string_lossy(),
            "answer": self.answer.word(),
            "why": self.why,
            "evidence": self.evidence,
            "certificate": self.has_certificate,
            "alarm": self.is_alarm(),
            "contradicts_status": self.contradicts,
            "clauses": refuted.map(Refuted::clauses),
            "lemmas": refuted.map(Refuted::lemmas),
            "steps": refuted.map(Refuted::steps),
            "plain": self.plain_json(),
            "asked": self.asked.as_ref().map(Asked::as_json),
            "seconds": seconds,
        })
    }
}

/// Writes what others need to check an answer: the model, or the proof, if there is one; the plain one rather than the other.
fn write(
    folder: &Path,
    script: &Script,
    proved: &Result<Certified, NoProof>,
    plain: Option<&PlainCertificate>,
) -> std::io::Result<()> {
    let Ok(Certified { evidence, certificate }) = proved else { return Ok(()) };
    if let Evidence::Witness(witness) = evidence {
        let question = script.question();
        return replace(&folder.join(MODEL), model_text(&question.terms, witness.model()));
    }
    let ordinary = || certificate.as_ref().map(|certificate| certificate.to_text());
    let Some(text) = plain.map(PlainCertificate::to_text).or_else(ordinary) else { return Ok(()) };
    text.files().iter().try_for_each(|(name, text)| replace(&folder.join(name), text))
}
