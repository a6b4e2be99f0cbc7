//! The result of a question as text.

use super::record::{Change, Claim, Grade, Record, Said};
use crate::judge::{Basis, Finding, RecordPolicy};
use crate::quote::one_line;
use crate::words::{joined, shortened};

/// The most characters of a reason in a table.
const LONGEST_REASON: usize = 100;

impl Record {
    pub fn as_text(&self) -> String {
        let mut out = format!("{}\n", one_line(&self.place.to_string()));
        if !self.place.understood {
            out += "  not understood (see `gainsay info`): answers are compared, models are not checked\n";
        }
        out += &self.table();
        out += &format!("  {}\n", self.conclusion());
        for said in &self.answers {
            if let Some(Claim { about, claimed, verdict, why }) = &said.claim {
                let told = format!("{about} of {}, {verdict}: {claimed}", said.solver);
                out += &format!("  {}\n       {}\n", one_line(&told), one_line(why));
            }
        }
        if let Some(change) = self.change_of_speed() {
            out += &format!("  {change}\n");
        }
        if let Some(claimed) = self.wrong_status() {
            let proved = matches!(self.grade(), Grade::Proved(..));
            let but = if proved { "which is wrong" } else { "which contradicts the solvers" };
            out += &format!("  the script's :status is {claimed}, {but}\n");
        }
        for remark in &self.remarks {
            out += &format!("  note: {}\n", one_line(remark));
        }
        for found in self.findings.iter().filter(|found| !is_told_elsewhere(found)) {
            let word = if found.is_bug() { "BUG" } else { "note" };
            let Finding { kind, solver, certainty, why, .. } = found;
            let (kind, certainty) = (kind.word(), certainty.word());
            out += &format!("  {word}: {solver} {kind} ({certainty}): {}\n", one_line(why));
            found.lines().for_each(|line| out += &format!("       {}\n", one_line(line)));
        }
        for alarm in &self.alarms {
            out += &format!("  ALARM: gainsay contradicts itself, please report it: {}\n", one_line(alarm));
        }
        out
    }

    /// A row for each solver with its answer.
    fn table(&self) -> String {
        let width = |text: fn(&Said) -> &str| {
            self.answers.iter().map(|said| text(said).chars().count()).max().unwrap_or_default()
        };
        let (solvers, words) = (width(|said| &said.solver), width(|said| &said.answer));
        let row = |said: &Said| {
            let Said { solver, answer, seconds, .. } = said;
            let row = format!("  {solver:solvers$}  {answer:words$}  {seconds:7.3} s  {}", remark_on(said));
            format!("{}\n", row.trim_end())
        };
        self.answers.iter().map(row).collect()
    }

    /// The answer, and how certain it is.
    fn conclusion(&self) -> String {
        match self.grade() {
            Grade::Proved(answer, why) => format!("the answer is {answer}: {why}"),
            Grade::Agreed(answer, by) => match by[..] {
                [only] => format!("{answer} according to {}; {}", only.solver, self.not_proved()),
                _ => {
                    let names = joined(by.iter().map(|said| said.solver.as_str()));
                    format!("{answer}: {names} ({}) agree; {}", families(&by), self.not_proved())
                }
            },
            Grade::Disputed => format!("{}; {}", self.dispute(), self.not_proved()),
            Grade::Open => "no solver decides it".to_owned(),
        }
    }

    /// That nothing was proved, and why.
    fn not_proved(&self) -> String {
        let why = self.undecided.as_ref().map(|why| format!(" ({})", one_line(why)));
        format!("not proved by gainsay{}", why.unwrap_or_default())
    }

    /// Both sides of a dispute: `disputed: mine says sat (no model), z3 and cvc5 say unsat`.
    pub fn dispute(&self) -> String {
        let side = |answer: &str| {
            let sayers = self.saying(answer);
            let names = joined(sayers.iter().map(|said| said.solver.as_str()));
            let verb = if sayers.len() == 1 { "says" } else { "say" };
            let mut remarks: Vec<&str> = sayers.iter().filter_map(|said| remark_on_model(said)).collect();
            remarks.dedup();
            let remark = if remarks.is_empty() { String::new() } else { format!(" ({})", joined(remarks)) };
            format!("{names} {verb} {answer}{remark}")
        };
        format!("disputed: {}, {}", side("sat"), side("unsat"))
    }

    fn change_of_speed(&self) -> Option<String> {
        let [first, second] = &self.answers[..] else { return None };
        let times = |slow: &Said, fast: &Said| slow.cpu_seconds / fast.cpu_seconds.max(0.001);
        let (factor, word) = match self.change()? {
            Change::Slower => (times(second, first), "slower"),
            Change::Faster => (times(first, second), "faster"),
            _ => return None,
        };
        Some(format!(
            "{} is {factor:.1} times {word} than {} ({:.2} s and {:.2} s of CPU time)",
            second.solver, first.solver, second.cpu_seconds, first.cpu_seconds
        ))
    }
}

/// Why a solver's `sat` is no proof.
fn remark_on_model(said: &Said) -> Option<&'static str> {
    match (&*said.answer, said.model.as_deref()) {
        ("sat", None) => Some("no model"),
        ("sat", Some("invalid")) => Some("invalid model"),
        ("sat", Some(_)) => Some("a model that cannot be checked"),
        _ => None,
    }
}

/// Whether the table or the conclusion already shows a finding.
fn is_told_elsewhere(found: &Finding) -> bool {
    let row = found.kind.row();
    row.rests_on == Basis::ContraryAnswer || row.noted == RecordPolicy::Never
}

fn remark_on(said: &Said) -> String {
    let model = said.model.as_deref().map(|model| match model {
        "valid" => "model valid",
        "invalid" => "model INVALID",
        _ => "model not decided",
    });
    let reason = said.reason.as_ref().map(|reason| shortened(&one_line(reason), LONGEST_REASON));
    let parts: Vec<String> = model.map(str::to_owned).into_iter().chain(reason).collect();
    parts.join("; ")
}

fn families(by: &[&Said]) -> String {
    let mut names: Vec<&str> = by.iter().map(|said| said.family.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    match names.len() {
        1 => "one family".to_owned(),
        2 => "two families".to_owned(),
        count => format!("{count} families"),
    }
}
