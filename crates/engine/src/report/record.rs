//! The facts of a bug as data: the contents of `bug.json`, from which `report.md` is written.

use super::presented::Presented;
use super::repro;
use crate::files::ForeignFolder;
use crate::triage::{Bug, Cause, Confirmed, History, Unit};
use gainsay_eval::eval::model_text;
use gainsay_guests::solver::{is_trusted, machine, seal};
use gainsay_judge::judge::Finding;
use gainsay_lang::answer::{Outcome, Status};
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Evidence, Lineage, Step};
use serde::{Deserialize, Serialize};

/// The facts of a bug.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BugRecord {
    /// The release of gainsay that wrote it.
    pub gainsay: String,
    /// The fault in one line.
    pub fault: String,
    #[serde(flatten)]
    pub finding: Finding,
    /// The behaviour that would be right.
    pub expected: String,
    /// The solver's actual behaviour.
    pub actual: String,
    pub program: Program,
    pub logic: Option<String>,
    /// The smallest logic that contains the script.
    pub needed_logic: String,
    /// The smallest script that shows it: `bug.smt2`.
    pub script: String,
    /// What the solver prints for it: `output.txt`.
    pub output: String,
    pub model: Option<String>,
    /// Its complaint about the `:status` of the script, which is not part of the bug.
    pub status_remark: Option<String>,
    pub evidence: EvidenceRecord,
    /// The answers of other solvers.
    pub others: Vec<Said>,
    /// Sets of options with which the solver is right.
    pub correct_with: Vec<Vec<String>>,
    /// The key of its bucket.
    pub bucket: String,
    /// The common cause of the bucket's findings.
    pub cause: Cause,
    pub origin: Origin,
    /// The names of the files beside this one.
    pub files: Vec<String>,
    /// What other releases do, if they were asked.
    pub releases: Option<History>,
    /// The seal on `repro.sh` and the solver's arguments: proves that the user's gainsay wrote them. Without it, `docket retest`
    /// uses neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

/// The file name of the script that shows a bug with the solver alone.
pub const REPRO: &str = "repro.sh";

/// The solver that has the bug.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Its name as its authors use it.
    pub name: String,
    /// Its name as the user of gainsay called it.
    pub called: String,
    pub version: String,
    /// Its own description of its build.
    pub build: Option<String>,
    /// The machine on which the bug was seen: processor and system.
    pub platform: String,
    /// The SHA-256 of the program, which identifies it on other machines.
    #[serde(default)]
    pub sha256: Option<String>,
    pub command: String,
    /// Options from the user that the bug needs.
    pub arguments: Vec<String>,
}

/// How the right answer is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EvidenceRecord {
    pub kind: EvidenceKind,
    /// `sat` or `unsat`.
    pub answer: Option<String>,
    /// A model under which every assertion is true, as text.
    pub model: Option<String>,
    /// The seeds from which the answer was derived; `rules` names the rules used.
    pub seeds: Vec<String>,
    pub rules: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    Witness,
    Exhausted,
    Refuted,
    Derived,
    None,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Said {
    pub solver: String,
    pub answer: String,
}

/// How the test was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The strategy that made it; empty if the user gave it.
    pub strategy: String,
    pub seeds: Vec<String>,
    /// The fewest steps from the seeds that are known to show the bug.
    pub steps: Vec<Step>,
    /// The number of steps that lead to `original.smt2`.
    pub all_steps: usize,
    /// The unit that makes the test again.
    pub unit: Option<Unit>,
}

impl BugRecord {
    pub fn new(bug: &Bug, presented: &Presented) -> BugRecord {
        let best = bug.best();
        let (bucket, logic) = (bug.bucket(), Script::read(&best.text).logic().map(str::to_owned));
        let matter = bucket.cause.title(logic.as_deref());
        let telling = best.finding.telling();
        let others = best.others.iter().cloned();
        let said = |(solver, answer)| Said { solver, answer };
        BugRecord {
            gainsay: env!("CARGO_PKG_VERSION").to_owned(),
            fault: fill(best.finding.kind.row().title, best, &matter),
            finding: best.finding.clone(),
            expected: fill(telling.expected, best, &matter),
            actual: fill(telling.actual, best, &matter),
            program: Program::of(best, presented),
            logic,
            needed_logic: best.test.script().needed_logic(),
            script: presented.script.clone(),
            output: presented.output(),
            model: presented.answer.model.clone(),
            status_remark: repro::status_remark(best).map(str::to_owned),
            evidence: EvidenceRecord::of(best),
            others: others.map(said).collect(),
            correct_with: bug.mended_by.clone(),
            bucket: bucket.key(),
            cause: bucket.cause,
            origin: Origin::of(bug),
            files: Vec::new(),
            releases: None,
            seal: None,
        }
    }

    /// Seals what says how its solver is run.
    pub fn seal(&mut self, repro: &str) {
        self.seal = seal(REPRO, &self.how_it_runs(repro));
    }

    /// Whether this user's gainsay wrote `repro.sh` and the solver's arguments, or the user trusts both.
    pub fn trusts(&self, repro: &str) -> bool {
        is_trusted(REPRO, &self.how_it_runs(repro), self.seal.as_deref())
    }

    /// Whether its solver may be run with the arguments that it names: by some, a solver writes any file.
    pub fn trusts_arguments(&self, folder: &ForeignFolder) -> bool {
        self.program.arguments.is_empty() || self.trusts(&folder.text(REPRO).unwrap_or_default())
    }

    fn how_it_runs(&self, repro: &str) -> String {
        match self.program.arguments.as_slice() {
            [] => repro.to_owned(),
            arguments => format!("{repro}\0{}", serde_json::json!(arguments)),
        }
    }

    /// The solver and its version.
    pub fn solver_name(&self) -> String {
        [self.program.name.as_str(), &self.program.version].join(" ").trim_end().to_owned()
    }

    /// The text of `bug.json`.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    pub fn title(&self) -> String {
        format!("{}: {}", self.solver_name(), self.fault)
    }
}

/// A template from the table of kinds, with facts in place of the names in braces.
fn fill(template: &str, confirmed: &Confirmed, matter: &str) -> String {
    let Confirmed { finding, answer, expected, .. } = confirmed;
    let fact = |name: &str| match (name, &answer.outcome) {
        ("matter", _) => matter.to_owned(),
        ("expected", _) if *expected == Status::Unknown => "an answer".to_owned(),
        ("expected", _) => expected.word().to_owned(),
        ("signature", _) => finding.signature.clone().unwrap_or_default(),
        ("seconds", _) => format!("{:.1}", answer.wall.as_secs_f64()),
        ("actual", Outcome::Crash(signature)) => format!("crash: {signature}"),
        ("actual", outcome) => outcome.word().to_owned(),
        (other, _) => format!("{{{other}}}"),
    };
    let mut parts = template.split(['{', '}']);
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let (Some(name), Some(text)) = (parts.next(), parts.next()) {
        out.push_str(&fact(name));
        out.push_str(text);
    }
    out
}

impl Program {
    fn of(confirmed: &Confirmed, presented: &Presented) -> Program {
        let solver = &confirmed.solver;
        let is_known = !solver.profile.command.is_empty();
        // The command that the solver's authors would type; for an unknown solver, the user's.
        let command = match is_known {
            true => [solver.profile.command.as_slice(), &solver.arguments].concat(),
            false => solver.argv.clone(),
        };
        let (piped, sign) = match &solver.profile.stdin {
            Some(arguments) if !is_known => (arguments.as_slice(), "< "),
            _ => (&[][..], ""),
        };
        let needed = solver.arguments_for(&presented.script);
        let words = repro::words(&[command.as_slice(), needed, piped].concat());
        Program {
            name: super::family(solver).to_owned(),
            called: solver.name.clone(),
            version: solver.version.clone(),
            build: presented.build.clone(),
            platform: machine().to_owned(),
            sha256: solver.digest(),
            command: format!("{words} {sign}bug.smt2"),
            arguments: solver.arguments.clone(),
        }
    }
}

impl EvidenceRecord {
    fn of(best: &Confirmed) -> EvidenceRecord {
        let evidence = &best.test.evidence();
        let answer = Some(evidence.answer()).filter(|answer| *answer != Status::Unknown);
        let mut record = EvidenceRecord {
            kind: EvidenceKind::None,
            answer: answer.map(|answer| answer.word().to_owned()),
            model: None,
            seeds: Vec::new(),
            rules: Vec::new(),
        };
        match evidence {
            Evidence::Witness(witness) => {
                record.kind = EvidenceKind::Witness;
                record.model = Some(model_text(&best.test.script().terms, &best.test.model_of(witness)));
            }
            Evidence::Exhausted(_) => record.kind = EvidenceKind::Exhausted,
            Evidence::Refuted(_) => record.kind = EvidenceKind::Refuted,
            Evidence::Derived(derivation) => {
                record.kind = EvidenceKind::Derived;
                record.seeds = derivation.seeds().to_vec();
                record.rules = derivation.steps().into_iter().map(str::to_owned).collect();
            }
            Evidence::None => {}
        }
        record
    }
}

impl Origin {
    fn of(bug: &Bug) -> Origin {
        let Lineage { strategy, seeds, steps } = &bug.original.test.lineage();
        Origin {
            strategy: strategy.clone(),
            seeds: seeds.clone(),
            steps: bug.best().test.lineage().steps.clone(),
            all_steps: steps.len(),
            unit: bug.unit.clone(),
        }
    }
}
