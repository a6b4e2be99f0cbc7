//! Whether two findings are the same bug, and why: within a campaign, and across campaigns in a docket.
//!
//! The form of a question does not make another bug: dialogues are flattened, and names and values are ignored.
//! Two findings are never the same bug if some release has one and not the other.

use super::{Outline, symptom, theories};
use crate::report::BugRecord;
use crate::triage::{Cause, History};
use gainsay_judge::judge::{Basis, FindingKind};
use gainsay_lang::script::Script;
use std::collections::BTreeSet;

/// The features of a bug that are compared.
#[derive(Clone, Debug)]
pub struct Features {
    /// The solver's name as its authors use it.
    solver: String,
    kind: FindingKind,
    fault: Option<Fault>,
    theories: BTreeSet<String>,
    /// The operators of the cause, whatever the form of the question.
    operators: BTreeSet<String>,
    /// The outline of the formula; `None` if the bug lies in the dialogue rather than in the formula.
    outline: Option<Outline>,
    /// The outline as text.
    shape: Option<String>,
    mended_by: BTreeSet<Vec<String>>,
    /// The options without which it does not show.
    needs: Vec<String>,
    releases: Option<History>,
}

/// How a solver died.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fault {
    /// At a place that its output tells.
    Place(String),
    /// By a signal, after nothing but answers: that says nothing about the place.
    Death { signature: String, signal: String },
}

impl Features {
    pub fn of(record: &BugRecord) -> Features {
        let script = Script::read(&record.script);
        let question = script.question();
        let kind = record.finding.kind;
        let flat = Cause::of(kind, &question, None);
        // If the formula is trivial, the dialogue around it causes the bug.
        let is_dialogue = script.is_incremental() && flat.is_everyday();
        let cause = if is_dialogue { Cause::of(kind, &script, None) } else { flat };
        let outline = if is_dialogue { None } else { Outline::of(&question) };
        Features {
            solver: record.program.name.clone(),
            kind,
            fault: record.finding.signature.as_deref().map(Fault::of),
            theories: theories(&record.script),
            operators: cause.operators().map(str::to_owned).collect(),
            shape: outline.as_ref().and_then(Outline::text),
            outline,
            mended_by: record.correct_with.iter().cloned().collect(),
            needs: record.program.arguments.clone(),
            releases: record.releases.clone(),
        }
    }

    pub fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref()
    }

    pub fn shape(&self) -> Option<&str> {
        self.shape.as_deref()
    }

    /// The message with which it dies, if that tells the place.
    pub fn signature(&self) -> Option<&str> {
        match &self.fault {
            Some(Fault::Place(place)) => Some(place),
            _ => None,
        }
    }

    pub fn operators(&self) -> &BTreeSet<String> {
        &self.operators
    }

    /// Whether the solver wrongly answers unsat.
    fn denies(&self) -> bool {
        self.kind.row().rests_on == Basis::Satisfiable
    }
}

impl Fault {
    fn of(signature: &str) -> Fault {
        let signal = match signature.split_once(" after: ") {
            Some((signal, "sat" | "unsat" | "unknown")) => signal,
            _ => signature,
        };
        match signal.starts_with("SIG") && !signal.contains(' ') {
            true => Fault::Death { signature: signature.to_owned(), signal: signal.to_owned() },
            false => Fault::Place(signature.to_owned()),
        }
    }
}

/// Why two are the same bug; `None` if they are not.
pub fn same(one: &Features, other: &Features) -> Option<String> {
    if one.solver != other.solver || symptom(one.kind) != symptom(other.kind) || differ_by_release(one, other)
    {
        return None;
    }
    match (&one.fault, &other.fault) {
        (None, None) => {}
        (Some(left), Some(right)) if left == right => return Some("the same signature".to_owned()),
        // These signatures differ only in the answer that was printed before the crash.
        (Some(Fault::Death { signal: left, .. }), Some(Fault::Death { signal: right, .. }))
            if left == right => {}
        // Different places of faults are different bugs.
        _ => return None,
    }
    if one.shape.is_some() && one.shape == other.shape {
        return Some("the same script but for names and values".to_owned());
    }
    // A bug that needs options lies in what they switch on, whatever the question is about.
    if !one.needs.is_empty() && one.needs == other.needs {
        return Some(format!("both need {}", one.needs.join(" ")));
    }
    if one.operators.is_empty() || other.operators.is_empty() {
        return None;
    }
    if one.operators == other.operators && one.denies() == other.denies() {
        return Some(format!("the same operators: {}", listed(&one.operators)));
    }
    by_release(one, other).or_else(|| by_option(one, other)).or_else(|| by_reduction(one, other))
}

/// Related bugs that the same release fixed. If releases are missing between the bad and the good one, many
/// bugs were fixed in between, so the operators of one must include those of the other.
fn by_release(one: &Features, other: &Features) -> Option<String> {
    let (left, right) = (one.releases.as_ref()?, other.releases.as_ref()?);
    let (end, other_end) = (left.end()?, right.end()?);
    let good = end.good?;
    if (end.bad, Some(good)) != (other_end.bad, other_end.good) {
        return None;
    }
    let is_exact = left.fixed_in().is_some() && right.fixed_in().is_some();
    let what = if is_exact && is_nested(&one.theories, &other.theories) {
        format!("of one theory ({})", listed(&common(&one.theories, &other.theories)))
    } else if is_nested(&one.operators, &other.operators) {
        format!("both have {}", listed(&common(&one.operators, &other.operators)))
    } else {
        return None;
    };
    Some(format!("{what}, and both went between {} and {good}", end.bad))
}

/// Related bugs that the same option avoids.
fn by_option(one: &Features, other: &Features) -> Option<String> {
    let options = one.mended_by.intersection(&other.mended_by).next()?;
    let shared = common(&one.operators, &other.operators);
    let what = if !shared.is_empty() {
        format!("both have {}", listed(&shared))
    } else if one.theories == other.theories && one.mended_by == other.mended_by {
        format!("of one theory ({})", listed(&one.theories))
    } else {
        return None;
    };
    Some(format!("{what}, and the same option avoids both: {}", options.join(" ")))
}

/// One is a smaller script of the other. If one is wrongly sat and the other wrongly unsat, only a single
/// operator can cause both: two different bugs may well involve the same few operators.
fn by_reduction(one: &Features, other: &Features) -> Option<String> {
    let shared = common(&one.operators, &other.operators);
    let is_alone = one.operators.len() == 1 || other.operators.len() == 1;
    let may_be = !shared.is_empty() && (is_alone || one.denies() == other.denies());
    let (left, right) = (one.outline.as_ref()?, other.outline.as_ref()?);
    let is_part = may_be && (left.is_part_of(right) || right.is_part_of(left));
    is_part.then(|| format!("one remains of the other when things are left out: {}", listed(&shared)))
}

/// Whether a release that was asked about both has only one of them.
fn differ_by_release(one: &Features, other: &Features) -> bool {
    let (Some(left), Some(right)) = (&one.releases, &other.releases) else { return false };
    left.trials.iter().any(|trial| {
        let same = right.trials.iter().find(|other| other.release == trial.release);
        same.is_some_and(|other| {
            left.is_bad(trial) && right.is_good(other) || left.is_good(trial) && right.is_bad(other)
        })
    })
}

fn common(one: &BTreeSet<String>, other: &BTreeSet<String>) -> BTreeSet<String> {
    one.intersection(other).cloned().collect()
}

fn is_nested(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    one.is_subset(other) || other.is_subset(one)
}

fn listed(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// For each bug, the index of the earliest one before it that is the same bug, and why.
pub fn repeats(bugs: &[Option<Features>]) -> Vec<Option<(usize, String)>> {
    let mut firsts: Vec<usize> = Vec::new();
    let mut found = Vec::with_capacity(bugs.len());
    for (at, own) in bugs.iter().enumerate() {
        let before = firsts.iter().find_map(|&first| {
            let why = same(bugs[first].as_ref()?, own.as_ref()?)?;
            Some((first, why))
        });
        if before.is_none() {
            firsts.push(at);
        }
        found.push(before);
    }
    found
}
