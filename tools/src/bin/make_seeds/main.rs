//! Writes `seeds/*.smt2`: keeps the seeds that are there, adds drafts, and fills up with random ones, each confirmed.
//!
//! ```text
//! cargo run --release -p gainsay-tools --bin make_seeds -- [--drafts FOLDER] [LOGIC..]
//! ```
//!
//! `FOLDER/LOGIC.smt2` holds declarations and assertions, with an empty line after each script; what the answer is, and the
//! witness, is found out here. The first two solvers that answer must agree, and our evaluator must accept
//! the witness.

#![allow(clippy::unwrap_used)] // A tool for developers fails loudly.

mod languages;
mod random;

use gainsay::answer::Outcome;
use gainsay::consult::{Consultation, consult};
use gainsay::script::{Command, Features, Printer, Script};
use gainsay::seeds::{Claim, Draft, LOGICS, SeedStatus, investigate, shipped};
use gainsay::solver::{Catalogue, Limits, Solver};
use gainsay::theory::OpId;
use random::Candidates;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// So many of each status are wanted.
const WANTED: usize = 12;
/// So many random scripts are tried.
const MOST_ATTEMPTS: usize = 4000;
/// Longer ones are no pleasure to read.
const MOST_LINES: usize = 30;

fn main() {
    let mut drafts = None;
    let mut logics = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--drafts" => drafts = arguments.next().map(PathBuf::from),
            logic => logics.push(logic.to_owned()),
        }
    }
    let catalogue = Catalogue::load(None).unwrap();
    let solvers = ["z3", "cvc5", "bitwuzla", "yices"].map(|name| catalogue.solver(name).unwrap());
    for (logic, _) in LOGICS {
        if logics.is_empty() || logics.iter().any(|wanted| wanted == logic) {
            write_logic(logic, drafts.as_deref(), &solvers);
        }
    }
}

fn write_logic(logic: &'static str, drafts: Option<&Path>, solvers: &[Solver]) {
    let mut collection = Collection::new(logic, solvers);
    for seed in shipped().iter().filter(|seed| seed.logic == logic) {
        collection.add(&seed.origin(), seed.text);
    }
    if let Some(folder) = drafts {
        let text = std::fs::read_to_string(folder.join(format!("{logic}.smt2"))).unwrap_or_default();
        for (number, draft) in text.split("\n\n").enumerate() {
            collection.add(&format!("draft {}", number + 1), draft);
        }
    }
    let mut candidates = Candidates::new(logic, solvers[0].clone());
    for attempt in 0..MOST_ATTEMPTS {
        let missing = |status: &str| collection.texts[status].len() < WANTED;
        if !missing("sat") && !missing("unsat") {
            break;
        }
        let Some((sat, script)) = candidates.next() else { continue };
        let usage = script.usage();
        let is_new = |op: &OpId| collection.covered.get(op).copied().unwrap_or(0) < 2;
        let is_varied = attempt > 200 || usage.operators.iter().any(|(op, _)| is_new(op));
        if missing(if sat { "sat" } else { "unsat" }) && is_varied {
            collection.add_script(&format!("random {attempt}"), script);
        }
    }
    collection.write();
}

/// The seeds of a logic.
struct Collection<'a> {
    logic: &'static str,
    solvers: &'a [Solver],
    /// By status.
    texts: BTreeMap<&'static str, Vec<String>>,
    /// How many seeds use each operator.
    covered: BTreeMap<OpId, usize>,
}

impl<'a> Collection<'a> {
    fn new(logic: &'static str, solvers: &'a [Solver]) -> Collection<'a> {
        let texts = [("sat", Vec::new()), ("unsat", Vec::new())].into();
        Collection { logic, solvers, texts, covered: BTreeMap::new() }
    }

    fn add(&mut self, name: &str, text: &str) {
        let script = Script::read(text);
        if let Some(problem) = script.problems.first() {
            println!("{} {name}: {problem}", self.logic);
            return;
        }
        self.add_script(name, script);
    }

    fn add_script(&mut self, name: &str, mut script: Script) {
        script.commands.retain(|command| command.is_declaration() || matches!(command, Command::Assert(_)));
        let usage = script.usage();
        if !Features::of_logic(self.logic).is_some_and(|logic| logic.contains(usage.features)) {
            println!("{} {name}: needs {}", self.logic, usage.logic());
            return;
        }
        let logic = script.terms.symbols.intern(self.logic);
        script.commands.insert(0, Command::SetLogic(logic));
        match self.confirmed(&script) {
            Ok((status, witness)) => {
                let info = Command::SetInfo { keyword: ":status".into(), value: status.into() };
                script.commands.insert(1, info);
                script.commands.push(Command::CheckSat);
                let text = Printer::pretty().script(&script);
                let known = self.texts.values().flatten().any(|known| known.starts_with(&text));
                if known || text.lines().count() > MOST_LINES {
                    println!("{} {name}: too long, or there already", self.logic);
                    return;
                }
                for (op, _) in usage.operators {
                    *self.covered.entry(op).or_default() += 1;
                }
                let comments = witness.lines().map(|line| format!("; {line}\n")).collect::<String>();
                let witness = if status == "sat" { format!("; witness\n{comments}") } else { String::new() };
                self.texts.get_mut(status).unwrap().push(text + &witness);
            }
            Err(why) => println!("{} {name}: {why}", self.logic),
        }
    }

    /// The answer that two solvers agree on, and the witness.
    fn confirmed(&self, script: &Script) -> Result<(&'static str, String), String> {
        let limits = Limits::seconds(1.0);
        let how = Consultation { limits, cores: false, other_seed: None, keep_options: false };
        let (mut sat, mut unsat, mut words) = (0, 0, Vec::new());
        for solver in self.solvers {
            let answers = consult(script, std::slice::from_ref(solver), &how).unwrap();
            let outcome = &answers[0].answer.outcome;
            sat += usize::from(*outcome == Outcome::Sat);
            unsat += usize::from(*outcome == Outcome::Unsat);
            words.push(outcome.word());
            if sat + unsat == 2 {
                break;
            }
        }
        if sat.max(unsat) < 2 {
            return Err(format!("not confirmed: {}", words.join(", ")));
        }
        if unsat > 0 {
            return Ok(("unsat", String::new()));
        }
        let draft = Draft {
            origin: String::new(),
            script: script.clone(),
            claim: Claim::NONE,
            digest: 0,
            known: None,
        };
        let record = investigate(&draft, self.solvers, &limits).unwrap();
        if record.status != SeedStatus::SAT {
            return Err(format!("no witness: {}", record.why));
        }
        Ok(("sat", record.witness.unwrap_or_default()))
    }

    fn write(&self) {
        let mut file = format!(
            "; Built-in seeds of {}; crates/engine/src/seeds/shipped.rs tells the form of this file.\n",
            self.logic
        );
        for (status, texts) in &self.texts {
            for (number, text) in texts.iter().enumerate() {
                file += &format!("\n; {status} {}\n{text}", number + 1);
            }
        }
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds").join(format!("{}.smt2", self.logic));
        std::fs::write(path, file).unwrap();
        let (sat, unsat) = (self.texts["sat"].len(), self.texts["unsat"].len());
        println!("{}: {sat} sat, {unsat} unsat, {} operators", self.logic, self.covered.len());
    }
}
