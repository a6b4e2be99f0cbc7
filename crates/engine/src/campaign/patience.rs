//! Time limits that are learned: how long a question may take, from how long questions of its kind took.
//!
//! With one fixed limit, half of a hunt's time would go to questions that run into it. So each question first
//! gets a quick limit, a multiple of what almost all answered questions of its kind took. One that runs into
//! the quick limit may be asked again with a longer one, as long as such repetitions take a small share of all
//! time; their results correct the quick limit. No solver is called slow because of a quick limit: such a
//! finding is about seconds, and is confirmed with the user's limit.
//!
//! Time means CPU time, so that other load on the machine hardly matters. The wall-clock limit is several times
//! as long, for processes that wait without using the CPU.

use gainsay_guests::solver::Limits;
use gainsay_lang::answer::Answer;
use gainsay_lang::hash::HashMap;
use std::time::Duration;

/// Questions of one kind are expected to take similar time: same solver, strategy, logic, form and rough
/// length.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// The place of the solver on the panel.
    pub solver: usize,
    pub strategy: String,
    pub logic: String,
    /// The binary logarithm of the length.
    pub size: u32,
    /// Whether several questions are asked, or scopes are opened: solvers use other code for these.
    pub dialogue: bool,
}

/// Estimates of the CPU time that each kind of question needs, from which time limits are chosen.
#[derive(Clone, Debug)]
pub struct Patience {
    /// The user's limit or the default: no limit is longer.
    full: Duration,
    /// If false, every question gets the full limit.
    learns: bool,
    kinds: HashMap<Kind, Needs>,
    /// Times by solver and strategy, used until enough is known about a kind.
    strategies: HashMap<(usize, String), Needs>,
    /// The total time of all questions, and the part of it for repeated ones.
    spent: Duration,
    spent_again: Duration,
}

/// The shortest limit: a process may still be busy with its last question for as long, and starting a new one
/// takes as long.
const LEAST: Duration = Duration::from_millis(30);
/// The wall-clock limit, as a multiple of the limit in CPU time.
const ON_THE_CLOCK: u32 = 4;
/// The quick limit, as a multiple of the `ALMOST_ALL` percentile of answered questions.
const GENEROSITY: u32 = 4;
/// The percentile for `GENEROSITY`.
const ALMOST_ALL: u64 = 95;
/// Upper bound of the quick limit, as a multiple of the `MOST` percentile, when longer limits yield no more
/// answers per second.
const GENEROSITY_TO_MOST: u32 = 2;
/// The percentile for `GENEROSITY_TO_MOST`.
const MOST: u64 = 75;
/// With fewer answered questions than this, the quick limit is the full one divided by `AT_FIRST`; half of that
/// for each `ENOUGH` questions that timed out.
const ENOUGH: u64 = 8;
const AT_FIRST: u32 = 16;
/// Repeated questions take at most this share of all time, in percent.
const AGAIN: u32 = 6;

/// This limit of CPU time, and a multiple of it on the clock.
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

    /// `quick` as a full set of limits.
    pub fn limits(&self, kind: &Kind, full: &Limits) -> Limits {
        at_most(self.quick(kind), full)
    }

    /// All time that solvers took for questions.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Records the result of a question that was asked with the quick limit.
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

    /// The limit for repeating a question that ran into the quick one: the rest of the share for repetitions,
    /// if that is much longer. Until the first repetition, a solver without any answer gets the full limit.
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

    /// `limit_for_another_try` as a full set of limits.
    pub fn limits_for_another_try(&self, kind: &Kind, quick: &Limits, full: &Limits) -> Option<Limits> {
        self.limit_for_another_try(kind, quick.cpu).map(|limit| at_most(limit, full))
    }

    /// Records the result of a repeated question. It stands for all of its kind that timed out and were not
    /// repeated.
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

    /// The times of this kind, and those of its solver and strategy.
    fn needs(&mut self, kind: &Kind) -> (&mut Needs, &mut Needs) {
        let of_strategy = self.strategies.entry((kind.solver, kind.strategy.clone())).or_default();
        (self.kinds.entry_ref(kind).or_default(), of_strategy)
    }
}

/// The time of an answer as limits count it.
pub fn time_of(answer: &Answer) -> Duration {
    answer.cpu.max(answer.wall / ON_THE_CLOCK)
}

/// The times of questions of one kind.
#[derive(Clone, Debug, Default)]
struct Needs {
    /// Answered questions, each counted once.
    seen: Times,
    /// Answered questions, where a repeated one is counted for all that were not repeated.
    meant: Times,
    /// How many questions timed out since the last repetition.
    too_slow: u64,
}

/// A histogram of times with two classes per doubling, in microseconds.
#[derive(Clone, Debug)]
struct Times {
    classes: [u64; CLASSES],
    count: u64,
}

/// The last class is for more than an hour.
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

    /// The class in which this percentile of the questions lies.
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
    /// Records an answered question that stands for `meant` questions.
    fn add(&mut self, took: Duration, meant: u64) {
        self.seen.add(took, 1);
        self.meant.add(took, meant);
    }

    /// Whether enough questions were seen to set a limit.
    fn is_telling(&self) -> bool {
        self.meant.count >= ENOUGH || self.too_slow >= ENOUGH
    }

    fn quick(&self, full: Duration) -> Duration {
        if self.meant.count < ENOUGH {
            let in_vain = (self.too_slow / ENOUGH).min(8) as u32;
            return full / AT_FIRST / (1 << in_vain);
        }
        let almost_all = end_of(self.meant.quantile(ALMOST_ALL)).saturating_mul(GENEROSITY);
        // One slow answer that stands for many may raise the limit only if that pays in answers per second.
        let most = end_of(self.seen.quantile(MOST)).saturating_mul(GENEROSITY_TO_MOST);
        almost_all.min(most.max(end_of(self.most_worth())))
    }

    /// The class whose upper end, taken as the limit, yields the most answers per second.
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

/// The upper end of a class.
fn end_of(class: usize) -> Duration {
    let micros = ((class + 1) as f64 / 2.0).exp2();
    Duration::from_micros(micros as u64)
}
