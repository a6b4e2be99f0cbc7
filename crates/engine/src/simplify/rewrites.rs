//! Units of work on rewriters.

use super::compare::{Pair, Suspect};
use super::hunt::{Event, Plot, Work, Worker, printer};
use super::source::{Sample, Source};
use gainsay_guests::solver::{AskError, Request, Rewritten};
use gainsay_lang::hash::HashSet;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Term;

/// The number of terms in a unit.
const UNIT: usize = 2000;

/// A term with the text that is asked.
struct Asked {
    term: Term,
    text: String,
}

impl Worker<'_> {
    /// Asks the rewriter about many terms of a field.
    pub(super) fn rewrites(
        &mut self,
        unit: u64,
        work: Work,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), AskError> {
        let mut rng = Rng::of_unit(self.config.seed, unit);
        let in_order = work == Work::AllTerms;
        let round = &mut self.rounds[usize::from(!in_order)];
        let at = (*round % self.plots.len() as u64) as usize;
        *round += 1;
        let options = self.some_options(&mut rng);
        self.plots[at].make_room();
        let asked = self.gather(at, in_order, &mut rng);
        let plot = &self.plots[at];
        let number = |term: Term| {
            let sort = plot.field.script.terms.sort(term);
            plot.first_sort + plot.field.sorts.iter().position(|&other| other == sort).unwrap_or(0)
        };
        let requests: Vec<Request<'_>> =
            asked.iter().map(|asked| Request { term: &asked.text, sort: number(asked.term) }).collect();
        let results = self.rewriter.rewrite(&requests, &options, &self.config.limits, self.is_stopped)?;
        self.tally.asked += asked.len() as u64;
        for suspect in self.judge(at, &asked, &results, &options) {
            if (self.is_stopped)() {
                break;
            }
            self.look_into(at, unit, &suspect, tell)?;
        }
        self.look_at_deaths(&asked, &results, &options, tell)?;
        self.learn_from_refusals(at, &asked, results);
        Ok(())
    }

    /// Different terms of a field, for one unit.
    fn gather(&mut self, at: usize, in_order: bool, rng: &mut Rng) -> Vec<Asked> {
        let left = self.config.count.map_or(u64::MAX, |count| count.saturating_sub(self.tally.asked));
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(UNIT);
        let mut printer = printer(self.reading);
        let mut asked = Vec::with_capacity(most);
        let mut seen: HashSet<Term> = HashSet::default();
        let plot = &mut self.plots[at];
        // With few operators the same terms are made again and again.
        for _ in 0..4 * most {
            if asked.len() >= most {
                break;
            }
            let Some(sample) = plot.next(in_order, rng) else { break };
            let terms = &plot.field.script.terms;
            if !seen.insert(sample.term) || self.refusals.is_too_long(terms, sample.term) {
                continue;
            }
            // Old releases read escapes in their own way.
            let text = match sample.text {
                Some(text) if !self.reading.old_strings => text,
                _ => printer.term(terms, sample.term),
            };
            if !(self.reading.old_strings && text.contains('\\')) {
                asked.push(Asked { term: sample.term, text });
            }
        }
        asked
    }

    /// No options half of the time, otherwise up to three.
    fn some_options(&self, rng: &mut Rng) -> String {
        if self.options.is_empty() || rng.coin() {
            return String::new();
        }
        let mut chosen: Vec<&String> = (0..1 + rng.index(3)).map(|_| rng.pick(&self.options)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen.into_iter().map(String::as_str).collect()
    }

    /// Compares all results with their terms.
    fn judge(&mut self, at: usize, asked: &[Asked], results: &[Rewritten], options: &str) -> Vec<Suspect> {
        let is_stopped = (self.is_stopped)();
        let (plot, tally) = (&mut self.plots[at], &mut self.tally);
        let mut changed: Vec<(&Asked, &str)> = Vec::new();
        for (asked, result) in asked.iter().zip(results) {
            match result {
                Rewritten::Term(result) if *result == asked.text => tally.unchanged += 1,
                Rewritten::Term(result) => changed.push((asked, result)),
                Rewritten::Refused(_) => tally.refused += 1,
                // A term that was interrupted at the end of the hunt does not count as asked.
                Rewritten::Late if is_stopped => tally.asked -= 1,
                Rewritten::Late => tally.late += 1,
                Rewritten::Died => tally.died += 1,
            }
        }
        let terms: Vec<Term> = changed.iter().map(|(asked, _)| asked.term).collect();
        let columns = plot.field.columns(&terms);
        let pairs: Vec<Pair<'_>> = changed
            .iter()
            .zip(&columns)
            .map(|((asked, result), values)| Pair {
                sort: plot.field.script.terms.sort(asked.term),
                values,
                text: &asked.text,
                result,
            })
            .collect();
        let found = plot.results.differences(&mut plot.field, &pairs, self.reading, tally);
        let suspects = pairs.iter().zip(found).filter(|(_, difference)| difference.is_some());
        suspects
            .map(|(pair, _)| Suspect {
                term: pair.text.to_owned(),
                result: pair.result.to_owned(),
                options: options.to_owned(),
            })
            .collect()
    }

    fn look_into(
        &mut self,
        at: usize,
        unit: u64,
        suspect: &Suspect,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), AskError> {
        if !self.is_worth_a_look(at, &suspect.term, |known| {
            known.tactic.is_none() && suspect.options.contains(&known.options)
        }) {
            return Ok(());
        }
        match self.examiner(at).examine(suspect, unit)? {
            Some(finding) => self.note(finding, tell),
            None if (self.is_stopped)() => {}
            None => tell(Event::NotShownAgain(suspect)),
        }
        Ok(())
    }

    fn look_at_deaths(
        &mut self,
        asked: &[Asked],
        results: &[Rewritten],
        options: &str,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), AskError> {
        /// After this many, further crashes are not reported.
        const MOST_DEATHS: u64 = 20;
        for (Asked { text, .. }, result) in asked.iter().zip(results) {
            if *result != Rewritten::Died || self.deaths >= MOST_DEATHS || (self.is_stopped)() {
                continue;
            }
            if self.rewriter.alone(text, options, &self.config.limits)? == Rewritten::Died {
                self.deaths += 1;
                tell(Event::Died { script: format!("(simplify {text}{options})") });
            }
        }
        Ok(())
    }

    fn learn_from_refusals(&mut self, at: usize, asked: &[Asked], results: Vec<Rewritten>) {
        let Plot { field, source, all, .. } = &mut self.plots[at];
        let mut sources: Vec<&mut dyn Source> = vec![source.as_mut()];
        sources.extend(all.iter_mut().map(|all| all.as_mut() as &mut dyn Source));
        let results: Vec<(Term, Rewritten)> = asked.iter().map(|asked| asked.term).zip(results).collect();
        self.refusals.learn(&field.script.terms, &results, &mut sources);
    }
}

impl Plot {
    /// The next term in order if there is one, otherwise a random one.
    fn next(&mut self, in_order: bool, rng: &mut Rng) -> Option<Sample> {
        if let Some(all) = self.all.as_mut().filter(|_| in_order) {
            if let Some(sample) = all.next(&mut self.field, rng) {
                return Some(sample);
            }
            self.all = None;
        }
        self.source.next(&mut self.field, rng)
    }
}
