//! The folder of findings: for each a report, scripts, and the data.

use super::examine::Finding;
use crate::files::replace;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// The output folder, which is created with the first finding.
pub struct Folder {
    path: PathBuf,
    count: usize,
}

impl Folder {
    pub fn new(path: PathBuf) -> Folder {
        Folder { path, count: 0 }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a finding; returns its folder.
    pub fn add(&mut self, finding: &Finding) -> io::Result<PathBuf> {
        self.count += 1;
        let solver: String = finding
            .solver
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' })
            .collect();
        let folder = self.path.join(format!("{:03}-{solver}", self.count));
        std::fs::create_dir_all(&folder)?;
        replace(&folder.join("simplify.smt2"), &finding.script)?;
        for (number, question) in finding.questions.iter().enumerate() {
            let status = format!("(set-info :status {})\n", question.expected);
            let script = match question.script.strip_prefix("(set-logic ALL)\n") {
                Some(rest) => format!("(set-logic ALL)\n{status}{rest}"),
                None => status + &question.script,
            };
            replace(&folder.join(format!("question-{}.smt2", number + 1)), script)?;
        }
        replace(&folder.join("report.md"), text(finding))?;
        let data = serde_json::to_string_pretty(finding).map_err(io::Error::other)?;
        replace(&folder.join("finding.json"), data + "\n")?;
        Ok(folder)
    }
}

/// The report for the solver's authors.
fn text(finding: &Finding) -> String {
    let Finding { solver, term, result, value, value_of_result, .. } = finding;
    let title = match &finding.tactic {
        Some(tactic) => format!("the tactic {tactic} makes a goal {value_of_result} that is {value}"),
        None => "simplify changes the value of a term".to_owned(),
    };
    let mut text = format!("# {solver}: {title}\n\n```smt2\n{}```\n\n", finding.script);
    let _ = writeln!(text, "prints\n\n```smt2\n{result}\n```\n");
    let assignment: Vec<String> =
        finding.assignment.iter().map(|(name, value)| format!("`{name}` = `{value}`")).collect();
    let under =
        if assignment.is_empty() { "Always".to_owned() } else { format!("Where {}", assignment.join(", ")) };
    let _ = writeln!(text, "{under}, `{term}` is `{value}`, and the result is `{value_of_result}`.\n");
    for question in &finding.questions {
        let verdict = if question.is_wrong() { "**wrong**" } else { "right or open" };
        let _ = writeln!(
            text,
            "The question\n\n```smt2\n{}```\n\nis {}; the solver says {} ({verdict}).\n",
            question.script, question.expected, question.answer
        );
    }
    text
}
