//! The loop: units of work, each some terms of one field.

use super::all::AllTerms;
use super::columns::Column;
use super::compare::{Pair, Results, Suspect, Tally};
use super::examine::{Examiner, Finding};
use super::field::{Field, FieldRow};
use super::source::{RandomTerms, Sample, Source};
use super::tactics;
use crate::consult::{lacks_operator, unsupported};
use crate::hash::HashMap;
use crate::rng::Rng;
use crate::script::{Escapes, Function, Mark, Printer, ReadOptions, Term, Terms, View};
use crate::solver::{AskError, Limits, Request, Rewriter, Rewritten, Solver};
use crate::theory::{Op, OpId};

/// What to do.
pub struct Config {
    pub seed: u64,
    pub fields: Vec<&'static FieldRow>,
    pub limits: Limits,
    /// As many terms at most.
    pub count: Option<u64>,
}

/// What happens meanwhile.
pub enum Event<'a> {
    /// A unit of work is done; all that was done so far.
    Unit(&'a Tally),
    /// A mistake that was not met before.
    Found(&'a Finding),
    /// A term that the solver's process did not survive, alone in a fresh one.
    Died { script: String },
    /// A suspect that did nothing wrong in a fresh process.
    NotShownAgain(&'a Suspect),
}

/// So many terms are asked about at once.
const UNIT: usize = 1000;
/// An operator that is refused so often, and never taken, is not known.
const REFUSALS: u32 = 2;
/// Every so many units are about tactics.
const EACH_GOALS: u64 = 4;
/// Of suspects that have all operators of a known finding, only so many are looked into for each finding: most are the same.
pub(super) const LOOKS: u64 = 8;

/// Rewrites terms until it is told to stop, or there were enough.
pub fn hunt(
    solver: &Solver,
    config: &Config,
    is_stopped: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<(Tally, Vec<Finding>), AskError> {
    let Some(mut worker) = Worker::new(solver, config, is_stopped)? else { return Ok(Default::default()) };
    worker.choose_options()?;
    for unit in 0.. {
        if is_stopped() || config.count.is_some_and(|count| worker.tally.asked >= count) {
            break;
        }
        // Tactics take longer than rewriters, and find less.
        if !worker.tactics.is_empty() && unit % EACH_GOALS == EACH_GOALS - 1 {
            worker.goals(unit, tell)?;
        } else {
            worker.unit(unit, tell)?;
        }
        tell(Event::Unit(&worker.tally));
    }
    Ok((worker.tally, worker.findings))
}

/// A field with all that belongs to it.
pub(super) struct Plot {
    pub(super) field: Field,
    /// Random terms, and all terms in their order until there are no more.
    pub(super) source: Box<dyn Source>,
    pub(super) all: Option<Box<dyn Source>>,
    pub(super) results: Results,
    /// The number of its first sort among those of all fields.
    pub(super) first_sort: usize,
}

impl Plot {
    pub(super) fn roll_back(&mut self, mark: Mark) {
        self.field.script.terms.rollback(mark);
        self.source.forget();
        if let Some(all) = &mut self.all {
            all.forget();
        }
    }
}

pub(super) struct Worker<'a> {
    pub(super) solver: &'a Solver,
    pub(super) config: &'a Config,
    pub(super) is_stopped: &'a dyn Fn() -> bool,
    pub(super) rewriter: Rewriter,
    pub(super) plots: Vec<Plot>,
    /// The options and the tactics that the solver knows.
    pub(super) options: Vec<String>,
    pub(super) tactics: Vec<String>,
    pub(super) reading: ReadOptions,
    pub(super) tally: Tally,
    pub(super) findings: Vec<Finding>,
    /// How often each operator, of more arguments than it declares or not, was refused and taken, in units in which
    /// something was refused.
    pub(super) refusals: HashMap<(OpId, bool), (u32, u32)>,
    /// Operators that are refused where they have more arguments than they declare.
    pub(super) not_long: Vec<OpId>,
    pub(super) deaths: u64,
}

impl<'a> Worker<'a> {
    /// None if the solver hands out no rewriter, or knows none of the fields.
    fn new(
        solver: &'a Solver,
        config: &'a Config,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Result<Option<Worker<'a>>, AskError> {
        let deviating = |op: &Op| {
            let mut all = solver.profile.deviations.iter().flat_map(|deviation| &deviation.operators);
            all.any(|name| name == op.name)
        };
        let is_wanted = |op: &Op| !lacks_operator(solver, op) && !deviating(op);
        let mut fields: Vec<Field> = config.fields.iter().map(|row| Field::new(row)).collect();
        fields.retain(|field| {
            let usage = field.script.usage();
            unsupported(solver, Some(usage.logic()), &usage).is_none()
        });
        let mut rewriter = rewriter(solver, &fields);
        // Profiles do not say all: whether a solver takes the declarations is tried.
        if !takes_declarations(&mut rewriter, &config.limits)? {
            let mut taken = Vec::new();
            for field in fields {
                let mut alone = self::rewriter(solver, std::slice::from_ref(&field));
                if takes_declarations(&mut alone, &config.limits)? {
                    taken.push(field);
                }
            }
            fields = taken;
            rewriter = self::rewriter(solver, &fields);
        }
        let (mut plots, mut first_sort) = (Vec::new(), 0);
        for field in fields {
            let sorts = field.sorts.len();
            let source = Box::new(RandomTerms::new(&field, is_wanted));
            let all = AllTerms::new(&field, is_wanted).map(|all| Box::new(all) as Box<dyn Source>);
            plots.push(Plot { field, source, all, results: Results::default(), first_sort });
            first_sort += sorts;
        }
        let rewriter = rewriter.filter(|_| !plots.is_empty());
        Ok(rewriter.map(|rewriter| Worker {
            solver,
            config,
            is_stopped,
            rewriter,
            plots,
            options: Vec::new(),
            tactics: Vec::new(),
            reading: ReadOptions { old_strings: solver.writes_old_strings() },
            tally: Tally::default(),
            findings: Vec::new(),
            refusals: HashMap::default(),
            not_long: Vec::new(),
            deaths: 0,
        }))
    }

    /// Keeps the options that the solver knows: releases differ.
    fn choose_options(&mut self) -> Result<(), AskError> {
        let Some(rewriting) = &self.solver.profile.rewriter else { return Ok(()) };
        for option in &rewriting.options {
            let option = format!(" {option}");
            let taken = self.rewriter.rewrite_one("true", &option, &self.config.limits)?;
            if taken == Rewritten::Term("true".to_owned()) {
                self.options.push(option);
            }
        }
        for tactic in &rewriting.tactics {
            let commands = tactics::commands("true", tactic);
            let reply = self.rewriter.reply(&commands, false, &self.config.limits)?;
            if reply.is_some_and(|reply| reply.trim_start().starts_with("(goals")) {
                self.tactics.push(tactic.clone());
            }
        }
        Ok(())
    }

    fn unit(&mut self, unit: u64, tell: &mut dyn FnMut(Event<'_>)) -> Result<(), AskError> {
        let mut rng = Rng::of_unit(self.config.seed, unit);
        // Units about tactics are not counted, so that no field is left out.
        let round = if self.tactics.is_empty() { unit } else { unit - unit / EACH_GOALS };
        let plots = self.plots.len() as u64;
        let at = (round % plots) as usize;
        let options = self.some_options(&mut rng);
        let plot = &mut self.plots[at];
        let mark = plot.field.script.terms.mark();
        let mut printer = printer(self.reading);
        let mut samples = Vec::with_capacity(UNIT);
        let mut texts = Vec::with_capacity(UNIT);
        // Every other round through the fields is for all terms in their order.
        let in_order = (round / plots).is_multiple_of(2);
        let mut source = match plot.all.as_mut().filter(|_| in_order) {
            Some(all) => all,
            None => &mut plot.source,
        };
        while samples.len() < UNIT {
            let Some(sample) = source.next(&mut plot.field, &mut rng) else {
                if samples.is_empty() && in_order && plot.all.is_some() {
                    plot.all = None;
                    source = &mut plot.source;
                    continue;
                }
                break;
            };
            let terms = &plot.field.script.terms;
            let is_long = |(op, is_long): (OpId, bool)| is_long && self.not_long.contains(&op);
            if !self.not_long.is_empty() && applications(terms, sample.term).any(is_long) {
                continue;
            }
            let text = printer.term(terms, sample.term);
            // Old releases read escapes in ways of their own.
            if !(self.reading.old_strings && text.contains('\\')) {
                samples.push(sample);
                texts.push(text);
            }
        }
        let terms = &plot.field.script.terms;
        let number = |sample: &Sample| {
            let sort = terms.sort(sample.term);
            plot.first_sort + plot.field.sorts.iter().position(|&other| other == sort).unwrap_or(0)
        };
        let requests: Vec<Request<'_>> = samples
            .iter()
            .zip(&texts)
            .map(|(sample, text)| Request { term: text, sort: number(sample) })
            .collect();
        let results = self.rewriter.rewrite(&requests, &options, &self.config.limits, self.is_stopped)?;
        self.tally.asked += samples.len() as u64;
        let suspects = self.judge(at, &samples, &texts, &results, &options);
        for suspect in suspects {
            if (self.is_stopped)() {
                break;
            }
            self.examine(at, unit, &suspect, tell)?;
        }
        self.look_at_deaths(&texts, &results, &options, tell)?;
        self.plots[at].roll_back(mark);
        Ok(())
    }

    /// None half of the time, else a few.
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
    fn judge(
        &mut self,
        at: usize,
        samples: &[Sample],
        texts: &[String],
        results: &[Rewritten],
        options: &str,
    ) -> Vec<Suspect> {
        let plot = &mut self.plots[at];
        let changed: Vec<(usize, &str)> = results
            .iter()
            .enumerate()
            .filter_map(|(number, result)| match result {
                Rewritten::Term(result) => Some((number, result.as_str())),
                Rewritten::Refused(_) => {
                    self.tally.refused += 1;
                    None
                }
                Rewritten::Late => {
                    self.tally.late += 1;
                    None
                }
                Rewritten::Died => {
                    self.tally.died += 1;
                    None
                }
            })
            .collect();
        let wanted: Vec<(usize, &str)> =
            changed.into_iter().filter(|&(number, result)| texts[number] != result).collect();
        self.tally.unchanged += (texts.len() - wanted.len()) as u64
            - results.iter().filter(|result| !matches!(result, Rewritten::Term(_))).count() as u64;
        let columns = columns(&mut plot.field, samples, &wanted);
        let pairs: Vec<Pair<'_>> = wanted
            .iter()
            .zip(&columns)
            .map(|(&(number, result), values)| Pair {
                sort: plot.field.script.terms.sort(samples[number].term),
                values,
                text: &texts[number],
                result,
            })
            .collect();
        let found = plot.results.differences(&mut plot.field, &pairs, self.reading, &mut self.tally);
        let suspects = pairs.iter().zip(found).filter_map(|(pair, assignment)| {
            assignment?;
            Some(Suspect {
                term: pair.text.to_owned(),
                result: pair.result.to_owned(),
                options: options.to_owned(),
            })
        });
        let suspects = suspects.collect();
        self.learn_from_refusals(at, samples, results);
        suspects
    }

    /// Leaves out operators that the solver does not know.
    fn learn_from_refusals(&mut self, at: usize, samples: &[Sample], results: &[Rewritten]) {
        let plot = &mut self.plots[at];
        if !results.iter().any(|result| matches!(result, Rewritten::Refused(_))) {
            return;
        }
        let terms = &plot.field.script.terms;
        for (sample, result) in samples.iter().zip(results) {
            let (refused, taken) = match result {
                Rewritten::Refused(_) => (1, 0),
                Rewritten::Term(_) => (0, 1),
                _ => continue,
            };
            for applied in applications(terms, sample.term) {
                let counts = self.refusals.entry(applied).or_default();
                *counts = (counts.0 + refused, counts.1 + taken);
            }
        }
        let is_unknown = |counts: &(u32, u32)| counts.0 >= REFUSALS && counts.1 == 0;
        let unknown = || self.refusals.iter().filter(|(_, counts)| is_unknown(counts)).map(|(key, _)| *key);
        self.not_long = unknown().filter(|key| key.1).map(|key| key.0).collect();
        let short: Vec<OpId> = unknown().filter(|key| !key.1).map(|key| key.0).collect();
        plot.source.leave_out(&short);
        if let Some(all) = &mut plot.all {
            all.leave_out(&short);
        }
    }

    fn examine(
        &mut self,
        at: usize,
        unit: u64,
        suspect: &Suspect,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), AskError> {
        let field = &mut self.plots[at].field;
        let Some(Ok(term)) = field.script.read_terms(&[&suspect.term], self.reading).pop() else {
            return Ok(());
        };
        let own = operators(&field.script.terms, term);
        let known = self.findings.iter_mut().find(|finding| {
            finding.tactic.is_none() && finding.covers(&own) && suspect.options.contains(&finding.options)
        });
        if let Some(known) = known {
            known.similar += 1;
            if known.similar > LOOKS {
                return Ok(());
            }
        }
        let mut examiner = Examiner {
            solver: self.solver,
            rewriter: &mut self.rewriter,
            field,
            reading: self.reading,
            limits: self.config.limits,
            is_stopped: self.is_stopped,
        };
        let Some(finding) = examiner.examine(suspect, unit)? else {
            if !(self.is_stopped)() {
                tell(Event::NotShownAgain(suspect));
            }
            return Ok(());
        };
        if !self.findings.iter().any(|known| known.is_like(&finding)) {
            tell(Event::Found(&finding));
            self.findings.push(finding);
        }
        Ok(())
    }

    fn look_at_deaths(
        &mut self,
        texts: &[String],
        results: &[Rewritten],
        options: &str,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), AskError> {
        /// More deaths than this are one solver's habit.
        const MOST_DEATHS: u64 = 20;
        for (text, result) in texts.iter().zip(results) {
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
}

/// The rewriter of a solver for terms of these fields, if it hands one out.
fn rewriter(solver: &Solver, fields: &[Field]) -> Option<Rewriter> {
    let declarations: String = fields.iter().map(|field| format!("{}\n", field.row.declarations)).collect();
    let sorts: Vec<String> = fields.iter().flat_map(Field::sort_texts).collect();
    Rewriter::new(solver, &declarations, &sorts)
}

fn takes_declarations(rewriter: &mut Option<Rewriter>, limits: &Limits) -> Result<bool, AskError> {
    match rewriter {
        Some(rewriter) => Ok(rewriter.reply("", false, limits)?.is_some()),
        None => Ok(false),
    }
}

/// The values of the terms that were changed.
fn columns(field: &mut Field, samples: &[Sample], wanted: &[(usize, &str)]) -> Vec<Column> {
    let unknown: Vec<Term> = wanted
        .iter()
        .map(|&(number, _)| &samples[number])
        .filter(|sample| sample.values.is_none())
        .map(|sample| sample.term)
        .collect();
    let mut computed = field.columns(&unknown).into_iter();
    let known = |&(number, _): &(usize, &str)| match &samples[number].values {
        Some(values) => values.clone(),
        None => computed.next().unwrap_or_default(),
    };
    wanted.iter().map(known).collect()
}

/// The operators of a term, and whether each has more arguments than it declares.
fn applications(terms: &Terms, root: Term) -> impl Iterator<Item = (OpId, bool)> {
    terms.postorder(&[root]).into_iter().filter_map(|term| {
        let op = terms.op(term)?;
        Some((op, terms.children(term).len() > op.op().signature.args.len()))
    })
}

/// A printer for a solver that reads strings so.
pub(super) fn printer(reading: ReadOptions) -> Printer {
    let mut printer = Printer::default();
    printer.escapes = if reading.old_strings { Escapes::Old } else { Escapes::Unicode };
    printer
}

/// The names of the operators and functions that a term applies.
pub(super) fn operators(terms: &Terms, root: Term) -> Vec<String> {
    let name = |term: Term| {
        let View::Apply(function, arguments) = terms.view(term) else { return None };
        if arguments.is_empty() {
            return None;
        }
        Some(match terms.function(function) {
            Function::Op(op, _) => op.op().name.to_owned(),
            Function::Declared(decl) => terms.symbols.name(terms.decl(*decl).name).to_owned(),
            Function::Tester(_) => "is".to_owned(),
            Function::Updater(_) => "update".to_owned(),
            other => format!("{other:?}"),
        })
    };
    terms.postorder(&[root]).into_iter().filter_map(name).collect()
}
