//! Chooses the arm of the next turn: discounted Thompson sampling on the reward per second, with floors.
//!
//! Rewards are taken for events of a Poisson process, so the posterior of an arm's rate is a Gamma
//! distribution: its shape is the reward so far, its rate the units so far (Thompson 1933; Chapelle and Li
//! 2011). A rate is drawn for each arm, and the arm that would bring most per second has the turn. Arms of
//! which little is known are tried because their draws vary widely, and cheap arms first, since at the start
//! all tests are equally promising. Bugs run out, so records decay with time (discounted Thompson sampling: Raj
//! and Kalyani 2017). Floors hold for ever: every arm has a minimal share of the time, and so have tiny and
//! small tests.

use gainsay_lang::rng::Rng;

/// The records of all arms.
#[derive(Clone, Debug)]
pub struct Bandit {
    arms: Vec<Record>,
}

/// Cost and reward of one arm, discounted.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    kind: ArmKind,
    /// Whether it ever had a turn.
    begun: bool,
    units: f64,
    seconds: f64,
    reward: f64,
}

/// The kind of an arm, on which its floors depend.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ArmKind {
    #[default]
    FromSeeds,
    Tiny,
    Small,
    Larger,
}

/// This share of the time is divided equally among all arms, whatever they bring.
const FLOOR: f64 = 0.3;
/// Minimal share of tiny tests in the time. They are so cheap that they outnumber all others even then, and
/// most bugs show in them.
const TINY: f64 = 1.0 / 3.0;
/// Minimal share of small tests in the time of generated tests other than tiny ones.
const SMALL: f64 = 1.0 / 3.0;
/// The half-life of records, in seconds of work.
const HALF_LIFE: f64 = 1800.0;
/// Prior reward of an arm, in `PRIOR_UNITS` units.
const PRIOR_REWARD: f64 = 0.5;
/// Prior units of an arm.
const PRIOR_UNITS: f64 = 300.0;
/// Prior seconds of an arm when its speed is estimated.
const PRIOR_SECONDS: f64 = 0.1;
/// A speed above this many units per second counts as this.
const FASTEST: f64 = 200.0;
/// Minimal cost of a unit. One that makes no test costs nearly nothing, and would be chosen again and again.
const LEAST_SECONDS: f64 = 0.001;

impl Bandit {
    pub fn new(kinds: impl IntoIterator<Item = ArmKind>) -> Bandit {
        Bandit { arms: kinds.into_iter().map(|kind| Record { kind, ..Record::default() }).collect() }
    }

    /// Records the cost and reward of units of an arm.
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

    /// Chooses the arm of the next turn: first the arms without any turn in their order, then one below its
    /// floor, else the best draw.
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

    /// The arm that is furthest below a floor, if one is.
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

/// A draw from the Gamma distribution with this shape (above 0) and rate 1 (Marsaglia and Tsang 2000).
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

/// A uniform draw above 0 and at most 1.
fn uniform(rng: &mut Rng) -> f64 {
    const BITS: u32 = 53;
    ((rng.next_u64() >> (64 - BITS)) + 1) as f64 / (1u64 << BITS) as f64
}
