//! Units of work on tactics.

use super::hunt::{Event, Worker, printer};
use super::tactics;
use gainsay_guests::solver::{AskError, Limits};
use gainsay_lang::answer::Status;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Term;
use gainsay_lang::theory::sort::Sort;
use std::time::Duration;

/// How many terms are made in a unit; those of sort Bool become goals.
const GOALS: usize = 100;
/// The most time for one tactic.
const LONGEST_GOAL: Duration = Duration::from_secs(1);

impl Worker<'_> {
    /// Applies tactics to formulas of a field.
    pub(super) fn goals(&mut self, unit: u64, tell: &mut dyn FnMut(Event<'_>)) -> Result<(), AskError> {
        let mut rng = Rng::of_unit(self.config.seed, unit);
        let at = rng.index(self.plots.len());
        let plot = &mut self.plots[at];
        plot.make_room();
        let mut printer = printer(self.reading);
        let mut formulas: Vec<(Term, String, &String)> = Vec::new();
        for _ in 0..GOALS {
            let Some(sample) = plot.source.next(&mut plot.field, &mut rng) else { break };
            let terms = &plot.field.script.terms;
            if terms.sort(sample.term) == Sort::BOOL {
                let text = printer.term(terms, sample.term);
                formulas.push((sample.term, text, rng.pick(&self.tactics)));
            }
        }
        let questions: Vec<String> =
            formulas.iter().map(|(_, text, tactic)| tactics::commands(text, tactic)).collect();
        let wall = self.config.limits.wall.min(LONGEST_GOAL);
        let limits = Limits { wall, ..self.config.limits };
        let replies = self.rewriter.replies(&questions, false, &limits)?;
        let mut suspects = Vec::new();
        for (reply, (formula, text, tactic)) in replies.iter().zip(&formulas) {
            self.tally.goals += 1;
            let before = tactics::seems(&mut plot.field, &[*formula]);
            let after = tactics::status_of_reply(&mut plot.field, reply, self.reading, tactics::seems);
            let is_judged = before != Status::Unknown && after != Status::Unknown;
            self.tally.goals_judged += u64::from(is_judged);
            if is_judged && before != after {
                suspects.push((text.clone(), (*tactic).clone()));
            }
        }
        for (formula, tactic) in suspects {
            if (self.is_stopped)() {
                break;
            }
            if self.is_worth_a_look(at, &formula, |_| true)
                && let Some(finding) = self.examiner(at).examine_goal(&formula, &tactic, unit)?
            {
                self.note(finding, tell);
            }
        }
        Ok(())
    }
}
