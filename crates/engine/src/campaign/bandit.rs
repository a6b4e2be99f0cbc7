//! Which arm is worth the next turn: Thompson sampling on the reward per unit, times units per second, with discount and with
//! floors.
//!
//! Rewards are taken for events of a Poisson process, so what is known about an arm's rate is a Gamma distribution: its shape
//! is the reward so far, its rate the units so far (Thompson 1933; Chapelle and Li 2011). A rate is drawn for each arm, and
//! the arm that would bring most in a second has the turn: arms of which little is known are tried because their draws differ
//! much, and cheap ones first, as before anything is known one test is as good as another. Bugs run
//! out, so what was seen is forgotten with time (discounted Thompson sampling: Raj and Kalyani 2017). Floors hold for ever:
//! each arm has a share of the time, and so have tiny and small tests.

use crate::rng::Rng;

/// What is known about arms.
#[derive(Clone, Debug)]
pub struct Bandit {
    arms: Vec<Record>,
}

/// What one arm has cost and brought, less what is forgotten.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    kind: ArmKind,
    /// Whether it ever had a turn.
    begun: bool,
    units: f64,
    seconds: f64,
    reward: f64,
}

/// What the floors depend on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ArmKind {
    #[default]
    FromSeeds,
    Tiny,
    Small,
    Larger,
}

/// All arms together have at least this share of the time in equal parts, whatever they bring.
const FLOOR: f64 = 0.3;
/// Tiny tests have at least this share of the time: they are so cheap that in a third of it there are more of them than of
/// all others, and what can go wrong at all mostly goes wrong with them.
const TINY: f64 = 1.0 / 3.0;
/// Small tests have at least this share of the time that is spent on tests from nothing, but for tiny ones.
const SMALL: f64 = 1.0 / 3.0;
/// Half of what was seen is forgotten after so many seconds of work.
const HALF_LIFE: f64 = 1800.0;
/// What is thought of an arm before anything is known: so much reward ..
const PRIOR_REWARD: f64 = 0.5;
/// .. in so many units.
const PRIOR_UNITS: f64 = 300.0;
/// What an arm's speed is divided by before anything is known, and the most units a second that make a difference.
const PRIOR_SECONDS: f64 = 0.1;
const FASTEST: f64 = 200.0;
/// A unit that makes no test costs nearly nothing; counted as nothing, it would be chosen again and again.
const LEAST_SECONDS: f64 = 0.001;

impl Bandit {
    pub fn new(kinds: impl IntoIterator<Item = ArmKind>) -> Bandit {
        Bandit { arms: kinds.into_iter().map(|kind| Record { kind, ..Record::default() }).collect() }
    }

    /// Notes what units of an arm have cost and brought.
    pub fn learn(&mut self, arm: usize, units: f64, seconds: f64, reward: f64) {
        let seconds = seconds.max(LEAST_SECONDS);
        let kept = 0.5_f64.powf(seconds / HALF_LIFE);
        for record in &mut self.arms {
            record.units *= kept;
            record.seconds *= kept;
            record.reward *= kept;
        }
        if let Some(record) = self.arms.get_mut(arm) {
            record.begun = true;
            record.units += units;
            record.seconds += seconds;
            record.reward += reward;
        }
    }

    /// Chooses the arm of the next turn: those that had none yet in their order, then those below a floor, then the best draw.
    pub fn choose(&mut self, rng: &mut Rng) -> usize {
        let arm = self.first_without_turn().or_else(|| self.below_floor()).unwrap_or_else(|| self.draw(rng));
        if let Some(record) = self.arms.get_mut(arm) {
            record.begun = true;
        }
        arm
    }

    fn first_without_turn(&self) -> Option<usize> {
        self.arms.iter().position(|record| !record.begun)
    }

    /// The arm that is furthest below its floor, if one is.
    fn below_floor(&self) -> Option<usize> {
        let least = |of: &dyn Fn(&Record) -> bool| {
            let candidates = self.arms.iter().enumerate().filter(|(_, record)| of(record));
            candidates.min_by(|(_, one), (_, other)| one.seconds.total_cmp(&other.seconds))
        };
        let share = FLOOR / self.arms.len().max(1) as f64;
        let (arm, record) = least(&|_| true)?;
        if record.seconds < share * self.seconds(&|_| true) {
            return Some(arm);
        }
        if self.seconds(&|kind| kind == ArmKind::Tiny) < TINY * self.seconds(&|_| true)
            && let Some((arm, _)) = least(&|record| record.kind == ArmKind::Tiny)
        {
            return Some(arm);
        }
        let from_nothing = self.seconds(&|kind| matches!(kind, ArmKind::Small | ArmKind::Larger));
        if self.seconds(&|kind| kind == ArmKind::Small) < SMALL * from_nothing {
            return least(&|record| record.kind == ArmKind::Small).map(|(arm, _)| arm);
        }
        None
    }

    fn seconds(&self, of: &dyn Fn(ArmKind) -> bool) -> f64 {
        self.arms.iter().filter(|record| of(record.kind)).map(|record| record.seconds).sum()
    }

    fn draw(&self, rng: &mut Rng) -> usize {
        let rate = |record: &Record| {
            let per_unit = gamma(PRIOR_REWARD + record.reward, rng) / (PRIOR_UNITS + record.units);
            let per_second = (1.0 + record.units) / (PRIOR_SECONDS + record.seconds);
            per_unit * per_second.min(FASTEST)
        };
        let rates: Vec<f64> = self.arms.iter().map(rate).collect();
        let best = rates.iter().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or(0, |(arm, _)| arm)
    }
}

/// A draw from the Gamma distribution of a shape, which is above 0, and rate 1 (Marsaglia and Tsang 2000).
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * uniform(rng).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform(rng).ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
            return d * v;
        }
    }
}

/// A draw from the standard normal distribution (Box and Muller 1958).
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * uniform(rng).ln()).sqrt() * (std::f64::consts::TAU * uniform(rng)).cos()
}

/// Above 0 and at most 1.
fn uniform(rng: &mut Rng) -> f64 {
    const BITS: u32 = 53;
    ((rng.next_u64() >> (64 - BITS)) + 1) as f64 / (1u64 << BITS) as f64
}
