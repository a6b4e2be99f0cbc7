//! How long solvers are waited for: as long as questions of their kind have needed, which is learned.
//!
//! Half of a hunt's time would go to questions that run into the time limit. So each is asked with a quick limit first, several
//! times what almost all answered questions of its kind took. What runs into that may be asked again with the user's limit, as
//! long as such questions take a small share of all time; what comes of them corrects the quick limit. Nobody is called slow by
//! a quick limit: a finding is about what took seconds, and is confirmed with the user's limit.
//!
//! Time is CPU time, so that little is needed where others use the machine as well. Only who waits for something else is
//! measured by the clock, on which a limit is several times as long.

use crate::answer::Answer;
use crate::hash::HashMap;
use crate::solver::Limits;
use std::time::Duration;

/// What questions are alike in: by whom, how and in which logic they are made, and how long they are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// The number of the solver on the panel.
    pub solver: usize,
    pub strategy: String,
    pub logic: String,
    /// The logarithm of the length.
    pub size: u32,
    /// Whether several questions are asked, or scopes are opened: other code answers that.
    pub dialogue: bool,
}

/// What was learned about the time that questions need.
#[derive(Clone, Debug)]
pub struct Patience {
    /// The limit that the user set, or the default: nothing is waited for longer.
    full: Duration,
    /// Otherwise every question has the full limit.
    learns: bool,
    kinds: HashMap<Kind, Needs>,
    /// The same for all questions of a strategy to a solver, until enough is known about a kind.
    strategies: HashMap<(usize, String), Needs>,
    /// All time that solvers took, and the part of it for what was asked again.
    spent: Duration,
    spent_again: Duration,
}

/// No limit is shorter: a solver may be busy as long with what it was asked before, and to begin anew takes as long.
const LEAST: Duration = Duration::from_millis(30);
/// On the clock, a limit is so many times as long.
const ON_THE_CLOCK: u32 = 4;
/// So many times what almost all answered questions took.
const GENEROSITY: u32 = 4;
/// Almost all, in percent.
const ALMOST_ALL: u64 = 95;
/// No more than so many times what most of them took, if to wait longer does not bring more answers in all the time.
const GENEROSITY_TO_MOST: u32 = 2;
/// Most, in percent.
const MOST: u64 = 75;
/// As long as fewer questions were answered, this part of the full limit is given, and less if none ever is.
const ENOUGH: u64 = 8;
const AT_FIRST: u32 = 16;
/// At most this share of all time is for questions that are asked again, in percent.
const AGAIN: u32 = 6;

/// So much CPU time, and several times as long on the clock.
fn at_most(limit: Duration, full: &Limits) -> Limits {
    Limits { wall: limit.saturating_mul(ON_THE_CLOCK).min(full.wall), cpu: limit.min(full.cpu), ..*full }
}

impl Patience {
    pub fn new(full: Duration, learns: bool) -> Patience {
        let (kinds, strategies) = (HashMap::default(), HashMap::default());
        Patience { full, learns, kinds, strategies, spent: Duration::ZERO, spent_again: Duration::ZERO }
    }

    /// The limit with which a question of this kind is asked first.
    pub fn quick(&self, kind: &Kind) -> Duration {
        if !self.learns {
            return self.full;
        }
        let own = self.kinds.get(kind);
        let like_it = || self.strategies.get(&(kind.solver, kind.strategy.clone()));
        let needs = own.filter(|needs| needs.is_telling()).or_else(like_it).or(own);
        needs.map_or_else(|| self.full / AT_FIRST, |needs| needs.quick(self.full)).max(LEAST).min(self.full)
    }

    /// As `quick`, with what else is limited.
    pub fn limits(&self, kind: &Kind, full: &Limits) -> Limits {
        at_most(self.quick(kind), full)
    }

    /// All time that solvers took for questions.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Notes what became of a question that was asked with the quick limit.
    pub fn note(&mut self, kind: &Kind, took: Duration, in_time: bool) {
        self.spent += took;
        let (own, of_strategy) = self.needs(kind);
        for needs in [own, of_strategy] {
            match in_time {
                true => needs.add(took, 1),
                false => needs.too_slow += 1,
            }
        }
    }

    /// The limit with which a question of this kind may be asked again that ran into the quick one: what is left of the share of
    /// such questions, if that is much longer. As long as nobody was asked again, who has not answered yet has the full one.
    pub fn limit_for_another_try(&self, kind: &Kind, quick: Duration) -> Option<Duration> {
        const MUCH_LONGER: u32 = 4;
        let like_it = self.strategies.get(&(kind.solver, kind.strategy.clone()));
        let is_silent = like_it.is_none_or(|needs| needs.seen.count == 0);
        if quick < self.full && is_silent && self.spent_again.is_zero() {
            return Some(self.full);
        }
        let left = (self.spent * AGAIN / 100).saturating_sub(self.spent_again);
        let enough = quick.saturating_mul(MUCH_LONGER).min(self.full);
        (quick < self.full && left >= enough).then_some(left.min(self.full))
    }

    /// As that, with what else is limited.
    pub fn limits_for_another_try(&self, kind: &Kind, quick: &Limits, full: &Limits) -> Option<Limits> {
        self.limit_for_another_try(kind, quick.cpu).map(|limit| at_most(limit, full))
    }

    /// Notes what became of a question that was asked again. It stands for all of its kind that were not.
    pub fn note_again(&mut self, kind: &Kind, took: Duration, in_time: bool) {
        self.spent += took;
        self.spent_again += took;
        let (own, of_strategy) = self.needs(kind);
        for needs in [own, of_strategy] {
            let meant = std::mem::take(&mut needs.too_slow).max(1);
            if in_time {
                needs.add(took, meant);
            }
        }
    }

    /// What is known about a kind, and about all of its strategy.
    fn needs(&mut self, kind: &Kind) -> (&mut Needs, &mut Needs) {
        let of_strategy = self.strategies.entry((kind.solver, kind.strategy.clone())).or_default();
        (self.kinds.entry_ref(kind).or_default(), of_strategy)
    }
}

/// What an answer took, as far as limits count it.
pub fn time_of(answer: &Answer) -> Duration {
    answer.cpu.max(answer.wall / ON_THE_CLOCK)
}

/// What questions of one kind took.
#[derive(Clone, Debug, Default)]
struct Needs {
    /// Those that were answered, each once.
    seen: Times,
    /// The same, where one that was asked again stands for all that were not.
    meant: Times,
    /// How many ran into the quick limit since one was asked again.
    too_slow: u64,
}

/// How many questions took so long: two classes for each doubling of the time, in microseconds.
#[derive(Clone, Debug)]
struct Times {
    classes: [u64; CLASSES],
    count: u64,
}

/// The last one is for more than an hour.
const CLASSES: usize = 64;

impl Default for Times {
    fn default() -> Times {
        Times { classes: [0; CLASSES], count: 0 }
    }
}

impl Times {
    fn add(&mut self, took: Duration, count: u64) {
        let micros = (took.as_micros() as f64).max(1.0);
        let class = (micros.log2() * 2.0) as usize;
        self.classes[class.min(CLASSES - 1)] += count;
        self.count += count;
    }

    /// The class below the end of which this share of the questions is, in percent.
    fn quantile(&self, percent: u64) -> usize {
        let mut rest = (self.count * percent).div_ceil(100);
        let class = self.classes.iter().position(|count| {
            let reached = rest <= *count;
            rest = rest.saturating_sub(*count);
            reached
        });
        class.unwrap_or(CLASSES - 1)
    }
}

impl Needs {
    /// Notes an answered question that stands for so many.
    fn add(&mut self, took: Duration, meant: u64) {
        self.seen.add(took, 1);
        self.meant.add(took, meant);
    }

    /// Whether enough is known.
    fn is_telling(&self) -> bool {
        self.meant.count >= ENOUGH || self.too_slow >= ENOUGH
    }

    fn quick(&self, full: Duration) -> Duration {
        if self.meant.count < ENOUGH {
            let in_vain = (self.too_slow / ENOUGH).min(8) as u32;
            return full / AT_FIRST / (1 << in_vain);
        }
        let almost_all = end_of(self.meant.quantile(ALMOST_ALL)).saturating_mul(GENEROSITY);
        // A single one that stands for many does not make them slow: what they bring in all the time is to say so.
        let most = end_of(self.seen.quantile(MOST)).saturating_mul(GENEROSITY_TO_MOST);
        almost_all.min(most.max(end_of(self.most_worth())))
    }

    /// The class at the end of which to give up brings most answers in all the time.
    fn most_worth(&self) -> usize {
        let asked = self.meant.count + self.too_slow;
        let (mut answers, mut time, mut best) = (0, 0.0, (0, 0.0));
        for (class, &count) in self.meant.classes.iter().enumerate() {
            answers += count;
            time += count as f64 * end_of(class).as_secs_f64();
            let in_vain = (asked - answers) as f64 * end_of(class).as_secs_f64();
            let rate = answers as f64 / (time + in_vain).max(f64::MIN_POSITIVE);
            if rate > best.1 {
                best = (class, rate);
            }
        }
        best.0
    }
}

/// The longest time of a class.
fn end_of(class: usize) -> Duration {
    let micros = ((class + 1) as f64 / 2.0).exp2();
    Duration::from_micros(micros as u64)
}
