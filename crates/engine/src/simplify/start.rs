//! The start of a hunt: which fields, options and tactics the solver supports.

use super::all::AllTerms;
use super::compare::{Results, Tally};
use super::field::Field;
use super::hunt::{Config, Plot, Worker};
use super::refusals::Refusals;
use super::source::{RandomTerms, Source};
use super::tactics;
use crate::consult::{lacks_operator, unsupported};
use gainsay_guests::solver::{AskError, Limits, Rewriter, Rewritten, Solver};
use gainsay_lang::script::ReadOptions;
use gainsay_lang::theory::Op;

impl<'a> Worker<'a> {
    /// `None` if the solver has no rewriter to call, or supports none of the fields.
    pub(super) fn new(
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
        // Profiles are incomplete: whether the solver accepts the declarations is tried.
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
            let mark = field.script.terms.mark();
            plots.push(Plot { field, source, all, results: Results::default(), first_sort, mark });
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
            refusals: Refusals::default(),
            rounds: [0, 0],
            deaths: 0,
        }))
    }

    /// Keeps the options and tactics that the solver accepts: releases differ.
    pub(super) fn choose_options(&mut self) -> Result<(), AskError> {
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
}

/// The rewriter of a solver for terms of these fields, if it can be called.
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
