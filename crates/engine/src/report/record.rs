//! All facts of a bug as data: what `bug.json` holds, and what `report.md` tells in words.

use super::presented::Presented;
use super::repro;
use crate::answer::{Outcome, Status};
use crate::eval::model_text;
use crate::evidence::{Evidence, Lineage, Step};
use crate::judge::Finding;
use crate::script::Script;
use crate::solver::{is_trusted, machine};
use crate::triage::{Bug, Cause, Confirmed, History, Unit};
use serde::{Deserialize, Serialize};

/// A bug as its folder describes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BugRecord {
    /// The release of gainsay that wrote it.
    pub gainsay: String,
    /// What is wrong, in a line.
    pub fault: String,
    #[serde(flatten)]
    pub finding: Finding,
    /// What the solver should do, and what it does.
    pub expected: String,
    pub actual: String,
    pub program: Program,
    pub logic: Option<String>,
    /// The smallest logic that has all of the script.
    pub needed_logic: String,
    /// The smallest script that shows it: `bug.smt2`.
    pub script: String,
    /// What the solver prints for it: `output.txt`.
    pub output: String,
    pub model: Option<String>,
    /// What it says about the `:status` of the script, which is no part of the bug.
    pub status_remark: Option<String>,
    pub evidence: EvidenceRecord,
    /// What other solvers say.
    pub others: Vec<Said>,
    /// The sets of options with which it is right.
    pub correct_with: Vec<Vec<String>>,
    /// The key of its bucket, and what its findings have in common.
    pub bucket: String,
    pub cause: Cause,
    pub origin: Origin,
    /// The names of the files beside this one.
    pub files: Vec<String>,
    /// What other releases do, once they were asked.
    pub releases: Option<History>,
    /// The seal of the user's gainsay that wrote `repro.sh`, without which `docket retest` does not run it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

/// The script that shows a bug with the solver alone.
pub const REPRO: &str = "repro.sh";

/// The program that was asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// As its authors call it.
    pub name: String,
    /// As the user of gainsay does.
    pub called: String,
    pub version: String,
    /// What it says of its build.
    pub build: Option<String>,
    /// The machine that it was seen on: its processor and its system, as in the database.
    pub platform: String,
    /// The SHA-256 of the program, by which it is the same one on another machine.
    #[serde(default)]
    pub sha256: Option<String>,
    pub command: String,
    /// The options of the user that it needs.
    pub arguments: Vec<String>,
}

/// Why the right answer is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EvidenceRecord {
    pub kind: EvidenceKind,
    /// `sat` or `unsat`.
    pub answer: Option<String>,
    /// Under which every assertion is true.
    pub model: Option<String>,
    /// From what and by which rules the answer was derived.
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

/// How gainsay came to the test.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The strategy that made it; empty if it was given.
    pub strategy: String,
    pub seeds: Vec<String>,
    /// The smallest difference to the seeds that is known to show it.
    pub steps: Vec<Step>,
    /// How many steps lead to `original.smt2`.
    pub all_steps: usize,
    /// From what the test can be made again.
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

    /// Whether a text is the `repro.sh` that this user's gainsay wrote, or one that the user trusts.
    pub fn trusts(&self, repro: &str) -> bool {
        is_trusted(REPRO, repro, self.seal.as_deref())
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

/// A text of the table of kinds, with facts in place of their names in braces.
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
        // As the solver's own people would type it; as the user does, where nothing else is known.
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
