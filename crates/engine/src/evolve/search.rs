//! The genetic search: from one generation to the next (paper 004, Algorithm 1).

use super::begin::Origins;
use super::individual::{Draft, Individual};
use super::known::{Rest, without};
use super::measure::{Bench, Ending, MeasureError};
use super::nsga::{Rank, crowding, ranks, survivors, tournament, unlikeness};
use super::objectives::{Variant, time_score};
use super::state::{Candidate, Moment, State, Suspicion};
use super::vary::{cross, vary};
use gainsay_guests::solver::is_interrupted;
use gainsay_lang::hash::HashSet;
use gainsay_lang::rng::Rng;

/// The parameters of an evolution.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub seed: u64,
    pub population: usize,
    /// In percent.
    pub crossover: u64,
    pub mutation: u64,
    pub variant: Variant,
}

/// The search with its population.
pub struct Search<'a> {
    pub settings: Settings,
    pub origins: &'a Origins,
    pub bench: &'a Bench,
    pub state: State,
    /// The texts that were asked about in this run.
    seen: HashSet<String>,
}

/// The most candidates that are kept; further ones would be similar.
const MOST_CANDIDATES: usize = 300;
/// The most suspicions that are kept.
const MOST_SUSPICIONS: usize = 50;

/// How often members of the first front are measured, so that none stays there by chance.
const RUNS_AT_THE_FRONT: u32 = 3;

impl<'a> Search<'a> {
    pub fn new(
        settings: Settings,
        origins: &'a Origins,
        bench: &'a Bench,
        state: State,
    ) -> Result<Search<'a>, MeasureError> {
        let seen = state.members.iter().map(|member| member.text.clone()).collect();
        let mut search = Search { settings, origins, bench, state, seen };
        search.trace_again()?;
        Ok(search)
    }

    /// Whether there is a first population.
    pub fn has_begun(&self) -> bool {
        !self.state.members.is_empty()
    }

    /// Makes the traces of an earlier run again: they are not stored.
    fn trace_again(&mut self) -> Result<(), MeasureError> {
        if self.bench.unit.is_none() {
            for member in &mut self.state.members {
                member.trace = super::individual::operators(&member.text).into();
            }
            return Ok(());
        }
        let texts: Vec<&str> = self.state.members.iter().map(|member| member.text.as_str()).collect();
        let traces = self.bench.traces(&texts)?;
        for (member, trace) in self.state.members.iter_mut().zip(traces) {
            member.trace = trace.unwrap_or_default();
        }
        Ok(())
    }

    /// Makes the first population or the next generation. Individuals in progress at an interruption are left
    /// out.
    pub fn step(&mut self) -> Result<(), MeasureError> {
        let drafts = if self.has_begun() { self.offspring() } else { self.first() };
        let born = self.state.generation + u64::from(self.has_begun());
        let new = self.measured(drafts, born)?;
        let mut merged = std::mem::take(&mut self.state.members);
        merged.extend(self.without_known(new, born)?);
        for member in &mut merged {
            if member.reward.is_some() {
                member.reward = Some(self.state.reached.reward(&member.trace));
                self.state.reached.add(&member.trace);
            }
        }
        self.look_again(&mut merged)?;
        let order = survivors(&self.ranks(&merged), self.settings.population);
        self.state.members = order.into_iter().map(|at| merged[at].clone()).collect();
        self.state.generation = born;
        Ok(())
    }

    /// Measures drafts; leaves out those that the target rejects.
    fn measured(&mut self, drafts: Vec<Draft>, born: u64) -> Result<Vec<Individual>, MeasureError> {
        let measured = self.bench.measure(&drafts)?;
        let pairs = drafts.into_iter().zip(measured);
        let new = pairs.filter_map(|(draft, measured)| Some(Individual::new(draft, measured?, born)));
        let (refused, taken): (Vec<_>, Vec<_>) =
            new.partition(|individual| individual.measure.target.ending == Ending::Refused);
        self.state.refused += refused.len() as u64;
        self.state.tests += (refused.len() + taken.len()) as u64;
        self.state.timeouts += taken.iter().filter(|new| new.measure.is_timeout()).count() as u64;
        Ok(taken)
    }

    /// Removes known patterns from slow individuals: those that consist of nothing else are dropped, others are
    /// replaced by the rest. What is still slow becomes a candidate.
    fn without_known(
        &mut self,
        members: Vec<Individual>,
        born: u64,
    ) -> Result<Vec<Individual>, MeasureError> {
        let patterns = self.state.patterns();
        let (mut kept, mut relieved) = (Vec::new(), Vec::new());
        for member in members {
            let rest = match member.measure.target.ending {
                Ending::NotDone => without(&member.text, &member.origin, &patterns),
                _ => Rest::All,
            };
            match rest {
                Rest::All => kept.push(member),
                Rest::Some(draft) if self.seen.insert(draft.text.clone()) => relieved.push(draft),
                Rest::Some(_) | Rest::Nothing => {}
            }
        }
        kept.extend(self.measured(relieved, born)?);
        kept.iter().for_each(|member| self.note(member));
        Ok(kept)
    }

    /// Removes the patterns that were found since the last time.
    pub fn leave_known(&mut self) -> Result<(), MeasureError> {
        let members = std::mem::take(&mut self.state.members);
        let generation = self.state.generation;
        self.state.members = self.without_known(members, generation)?;
        if self.state.members.is_empty() {
            // All had the same pattern: start again with other random numbers.
            self.settings.seed = self.settings.seed.wrapping_add(1);
        }
        Ok(())
    }

    /// Drafts for the first population.
    fn first(&mut self) -> Vec<Draft> {
        let mut drafts = Vec::new();
        // A bound, in case that no draft can be made.
        let most = 50 * self.settings.population as u64;
        for number in 0..most {
            if drafts.len() >= self.settings.population {
                break;
            }
            let draft = self.origins.draft(self.settings.seed, number);
            drafts.extend(draft.filter(|draft| self.seen.insert(draft.text.clone())));
        }
        drafts
    }

    /// As many drafts as there are members, from parents selected by tournament.
    fn offspring(&mut self) -> Vec<Draft> {
        let count = self.settings.population;
        let generation = self.state.generation;
        let rng = &mut Rng::of_unit(self.settings.seed.wrapping_add(1), generation);
        let ranks = self.ranks(&self.state.members);
        // The first generation is selected without crowding.
        let compare = |a: usize, b: usize| match generation {
            0 => ranks[a].front.cmp(&ranks[b].front),
            _ => ranks[a].compare(&ranks[b]),
        };
        let parents = tournament(rng, ranks.len(), count.next_multiple_of(2), compare);
        let mut drafts = Vec::new();
        for pair in parents.chunks_exact(2) {
            let pair = [&self.state.members[pair[0]].text, &self.state.members[pair[1]].text];
            let children = if rng.chance(self.settings.crossover, 100) {
                cross(pair[0], pair[1], rng)
            } else {
                [None, None]
            };
            for (child, parent) in children.into_iter().zip(pair) {
                drafts.extend(self.child(child, parent, rng));
            }
        }
        for draft in &drafts {
            self.seen.insert(draft.text.clone());
        }
        drafts.truncate(count);
        drafts
    }

    /// A child, mutated at random, and again until it is new.
    fn child(&self, crossed: Option<Draft>, parent: &str, rng: &mut Rng) -> Option<Draft> {
        const ATTEMPTS: usize = 5;
        let language = &self.origins.language;
        let mut child = crossed;
        if rng.chance(self.settings.mutation, 100) {
            let text = child.as_ref().map_or(parent, |child| &child.text).to_owned();
            child = vary(&text, language, rng).or(child);
        }
        for _ in 0..ATTEMPTS {
            match child {
                Some(child) if !self.seen.contains(&child.text) => return Some(child),
                other => {
                    let text = other.map_or(parent.to_owned(), |child| child.text);
                    child = vary(&text, language, rng);
                }
            }
        }
        None
    }

    /// Records candidates for defects, and suspicions.
    fn note(&mut self, new: &Individual) {
        let (state, measure) = (&mut self.state, &new.measure);
        if let Some(why) = measure.suspicion()
            && state.suspicions.len() < MOST_SUSPICIONS
            && !state.suspicions.iter().any(|suspicion| suspicion.text == new.text)
        {
            let (why, text) = (why.to_owned(), new.text.clone());
            state.suspicions.push(Suspicion { why, text, measure: measure.clone() });
        }
        let is_known = |candidate: &Candidate| candidate.text == new.text;
        if measure.is_defect()
            && state.candidates.len() < MOST_CANDIDATES
            && !state.candidates.iter().any(is_known)
        {
            state.candidates.push(Candidate {
                text: new.text.clone(),
                origin: new.origin.clone(),
                complexity: new.complexity,
                born: new.born,
                measure: measure.clone(),
                fate: None,
            });
        }
    }

    /// Measures members of the first front again, whose time may be noise, until all of them have enough runs.
    fn look_again(&self, merged: &mut [Individual]) -> Result<(), MeasureError> {
        for _ in 1..RUNS_AT_THE_FRONT {
            let ranks = self.ranks(merged);
            let is_doubtful = |member: &Individual, rank: &Rank| {
                let target = &member.measure.target;
                rank.front == 0 && target.runs < RUNS_AT_THE_FRONT && target.ending.is_answer()
            };
            let doubtful = merged.iter_mut().zip(&ranks).filter(|(member, rank)| is_doubtful(member, rank));
            let mut doubtful: Vec<(&str, &mut _)> =
                doubtful.map(|(member, _)| (member.text.as_str(), &mut member.measure)).collect();
            if doubtful.is_empty() || is_interrupted() {
                break;
            }
            self.bench.repeat(&mut doubtful)?;
        }
        Ok(())
    }

    /// The ranks of individuals by the variant's objectives and crowding.
    fn ranks(&self, members: &[Individual]) -> Vec<Rank> {
        let variant = &self.settings.variant;
        let point = |member: &Individual| variant.point(&member.measure, member.complexity, member.reward);
        let points: Vec<Vec<f64>> = members.iter().map(point).collect();
        let alike = |a: usize, b: usize| members[a].trace.similarity(&members[b].trace);
        ranks(&points, |front| match variant.by_trace {
            true => unlikeness(front, alike),
            false => crowding(&points, front),
        })
    }

    /// The members of the first front.
    pub fn front(&self) -> Vec<usize> {
        let ranks = self.ranks(&self.state.members);
        (0..ranks.len()).filter(|&at| ranks[at].front == 0).collect()
    }

    /// Adds the generation to the history.
    pub fn remember(&mut self, seconds: f64) {
        let front = self.front();
        let state = &mut self.state;
        state.seconds = seconds;
        let members = &state.members;
        let mean = |value: &dyn Fn(&Individual) -> f64| average(members.iter().map(value));
        state.history.push(Moment {
            generation: state.generation,
            seconds,
            tests: state.tests,
            timeouts: state.timeouts,
            front: front.len(),
            slow: members.iter().filter(|member| member.measure.is_timeout()).count(),
            best_ratio: members.iter().map(|member| member.measure.ratio()).fold(0.0, f64::max),
            mean_score: mean(&|member| {
                time_score(member.measure.target.seconds, member.measure.reference_seconds())
            }),
            mean_complexity: mean(&|member| member.complexity as f64),
            front_complexity: average(front.iter().map(|&at| members[at].complexity as f64)),
            places: self.bench.unit.map(|_| state.reached.places()),
            mean_places: self.bench.unit.map(|_| mean(&|member| member.trace.places() as f64)),
            candidates: state.candidates.len(),
        });
    }
}

fn average(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}
