//! From a suspicious application of a tactic to a finding.

use super::examine::{AskedQuestion, Examiner, Finding};
use super::shrink::smaller;
use super::tactics::{self, Teller};
use gainsay_guests::solver::AskError;
use gainsay_lang::answer::Status;
use gainsay_lang::script::Term;
use gainsay_lang::theory::sort::Sort;

impl Examiner<'_> {
    /// `None` if the tactic's mistake does not show in a fresh process, or cannot be proved.
    pub fn examine_goal(
        &mut self,
        formula: &str,
        tactic: &str,
        unit: u64,
    ) -> Result<Option<Finding>, AskError> {
        let read = self.field.script.read_terms(&[formula], self.reading).pop();
        let Some(Ok(formula)) = read else { return Ok(None) };
        if !self.is_wrong_goal(formula, tactic)? {
            return Ok(None);
        }
        let small = self.shrink_goal(formula, tactic)?;
        for formula in [small, formula] {
            if let Some(finding) = self.goal_shown_by_script(formula, tactic, unit)? {
                return Ok(Some(finding));
            }
        }
        Ok(None)
    }

    /// The smallest formula on which the tactic is wrong that is found step by step.
    fn shrink_goal(&mut self, mut formula: Term, tactic: &str) -> Result<Term, AskError> {
        'smaller: loop {
            for candidate in smaller(&mut self.field.script.terms, formula, &self.field.variables) {
                if (self.is_stopped)() {
                    return Ok(formula);
                }
                if self.field.script.terms.sort(candidate) == Sort::BOOL
                    && self.is_wrong_goal(candidate, tactic)?
                {
                    formula = candidate;
                    continue 'smaller;
                }
            }
            return Ok(formula);
        }
    }

    /// The finding, if a fresh process that is given only the script shows it, and the status of the goal and
    /// of its subgoals is proved.
    fn goal_shown_by_script(
        &mut self,
        formula: Term,
        tactic: &str,
        unit: u64,
    ) -> Result<Option<Finding>, AskError> {
        let Some(term) = self.as_asked(formula) else { return Ok(None) };
        let goal = format!("{}(assert {term})\n", self.declarations(&[formula]));
        for script in self.with_and_without_setup(&format!("{goal}(apply {tactic})\n")) {
            let reply = self.solver.run_on(&script, &self.limits)?.stdout;
            let Some((status, contrary)) = self.contradiction(formula, &reply, tactics::proved) else {
                continue;
            };
            let question = format!("{goal}(check-sat-using {tactic})\n");
            let answer = self.solver.ask_fresh(&question, &self.limits)?.outcome.word().to_owned();
            let asked = AskedQuestion { script: question, expected: status.word().to_owned(), answer };
            return Ok(Some(Finding {
                tactic: Some(tactic.to_owned()),
                solver: self.solver.label(),
                field: self.field.row.name,
                unit,
                script,
                term,
                result: reply.trim().to_owned(),
                options: String::new(),
                assignment: Vec::new(),
                value: status.word().to_owned(),
                value_of_result: contrary.word().to_owned(),
                operators: self.operators(formula),
                questions: vec![asked],
                similar: 0,
            }));
        }
        Ok(None)
    }

    /// Whether the tactic, in a fresh process, seems to change whether the goal is satisfiable.
    fn is_wrong_goal(&mut self, formula: Term, tactic: &str) -> Result<bool, AskError> {
        let Some(text) = self.as_asked(formula) else { return Ok(false) };
        let commands = tactics::commands(&text, tactic);
        let Some(reply) = self.rewriter.reply(&commands, true, &self.limits)? else { return Ok(false) };
        Ok(self.contradiction(formula, &reply, tactics::seems).is_some())
    }

    /// The status of the goal and of its subgoals, if they are contrary.
    fn contradiction(&mut self, formula: Term, reply: &str, teller: Teller) -> Option<(Status, Status)> {
        let before = teller(self.field, &[formula]);
        let after = tactics::status_of_reply(self.field, reply, self.reading, teller);
        let is_contradiction =
            matches!((before, after), (Status::Sat, Status::Unsat) | (Status::Unsat, Status::Sat));
        is_contradiction.then_some((before, after))
    }
}
