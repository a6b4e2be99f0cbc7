//! Campaigns from the inside, with strategies that misbehave.

use crate::campaign::Folder;
use gainsay::campaign::{
    Campaign, Coverage, Event, LEARN, Plan, Refused, Schedule, Stop, Summary, Supply, Variants, Watcher, run,
};
use gainsay::evidence::{Evidence, Test};
use gainsay::rng::Rng;
use gainsay::rules::RuleBook;
use gainsay::script::Script;
use gainsay::seeds::Unusable;
use gainsay::solver::Limits;
use gainsay::store::{Setup, Store};
use gainsay::strategy::{Inputs, Seed, Skip, Steps, Strategy};
use gainsay::triage::Ignores;
use std::ops::Range;
use std::sync::Arc;

/// Gives the seed back, or does what a strategy must not do.
pub struct Identity {
    pub panics: bool,
    pub contradicts: bool,
}

impl Strategy for Identity {
    fn name(&self) -> &'static str {
        "identity"
    }

    fn about(&self) -> &'static str {
        "gives the seed back"
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, _: &mut Steps) -> Result<Test, Skip> {
        assert!(!self.panics || !rng.one_in(4), "a strategy that panics now and then");
        if self.contradicts && rng.one_in(4) {
            return Err(Skip::Contradiction("a rule that is wrong".to_owned()));
        }
        Ok(Test::given(seeds.main.script.clone(), seeds.main.evidence.clone()))
    }
}

/// Seeds that are all alike, in groups of ten.
pub struct Slots {
    pub seeds: Vec<Arc<Seed>>,
    pub unusable: fn(usize) -> bool,
}

impl Slots {
    pub fn of(count: usize) -> Slots {
        let script = Script::parse("(declare-const x Int)(assert (< x 3))").unwrap();
        let seed = |at: usize| Arc::new(Seed::new(at.to_string(), script.clone(), Evidence::None));
        Slots { seeds: (0..count).map(seed).collect(), unusable: |_| false }
    }
}

impl Supply for Slots {
    fn len(&self) -> usize {
        self.seeds.len()
    }

    fn siblings(&self, at: usize) -> Range<usize> {
        at / 10 * 10..(at / 10 * 10 + 10).min(self.seeds.len())
    }

    fn get(&self, at: usize) -> Result<Arc<Seed>, Refused> {
        let spoilt = || Refused { origin: at.to_string(), why: Unusable::Recursive };
        if (self.unusable)(at) { Err(spoilt()) } else { Ok(self.seeds[at].clone()) }
    }
}

struct Listener {
    alarms: Vec<(u64, String)>,
}

impl Watcher for Listener {
    fn notice(&mut self, event: Event<'_>, _: &Summary) {
        if let Event::Alarm { unit, text } = event {
            self.alarms.push((unit, text.to_owned()));
        }
    }
}

/// Runs 60 units with a strategy.
fn campaign(name: &str, strategy: &'static Identity) -> (Summary, Listener) {
    let folder = Folder::new(name);
    let slots = Slots::of(20);
    let solver = crate::support::real("yices");
    let setup = Setup {
        seed: 1,
        seeds: Vec::new(),
        seeds_digest: String::new(),
        strategies: Vec::new(),
        logics: Vec::new(),
        status: None,
        block: 10,
        guide: None,
        schedule: LEARN.to_owned(),
        only_logics: Vec::new(),
        only_status: None,
        max_width: None,
        rules: Vec::new(),
        version: String::new(),
        timeout: 20.0,
        memory: 0,
        solvers: Vec::new(),
        bugs: None,
        bugs_seal: None,
        options: None,
        units: None,
        part: None,
    };
    let (mut store, _) = Store::open(&folder.join("campaign"), &setup).unwrap();
    let plan = Plan {
        seed: 1,
        block: 10,
        strategies: vec![strategy],
        scope: Default::default(),
        book: RuleBook::shipped(),
    };
    let campaign = Campaign {
        schedule: Schedule::of(&setup, &plan, &store).unwrap(),
        plan,
        seeds: &slots,
        variants: Variants::none(vec![solver]),
        limits: Limits::seconds(20.0),
        fixed_limits: false,
        ignores: Ignores::default(),
        coverage: Coverage::default(),
        jobs: 2,
        first: 0,
        units: Some(60),
        time: None,
        bugs: folder.join("bugs"),
        name: "inside".to_owned(),
        stop: Stop::default(),
    };
    let mut listener = Listener { alarms: Vec::new() };
    let summary = run(&campaign, &mut store, &mut listener).unwrap();
    assert_eq!(store.done().ranges().collect::<Vec<_>>(), [(0, 59)]);
    assert_eq!(store.tally().unwrap(), summary.tally);
    (summary, listener)
}

#[test]
fn a_strategy_that_behaves_gives_a_test_a_unit() {
    static STRATEGY: Identity = Identity { panics: false, contradicts: false };
    let (summary, listener) = campaign("behaves", &STRATEGY);
    assert_eq!((summary.tally.units, summary.tally.tests, summary.tally.alarms), (60, 60, 0));
    assert!(listener.alarms.is_empty());
    assert_eq!(summary.tally.answers.values().sum::<u64>(), 60);
}

#[test]
fn a_panic_is_an_alarm_and_the_campaign_goes_on() {
    static STRATEGY: Identity = Identity { panics: true, contradicts: false };
    let (summary, listener) = campaign("panics", &STRATEGY);
    assert_eq!(summary.tally.units, 60);
    assert!(summary.tally.alarms > 0 && summary.tally.tests + summary.tally.alarms == 60);
    assert!(listener.alarms.iter().all(|(_, text)| text.contains("now and then")), "{:?}", listener.alarms);
}

#[test]
fn a_contradiction_is_an_alarm_with_its_text() {
    static STRATEGY: Identity = Identity { panics: false, contradicts: true };
    let (summary, listener) = campaign("contradicts", &STRATEGY);
    assert_eq!((summary.tally.units, summary.tally.tests), (60, 60));
    assert!(summary.tally.alarms > 0);
    assert_eq!(summary.tally.alarms, listener.alarms.len() as u64);
    assert!(listener.alarms.iter().all(|(_, text)| text.contains("a rule that is wrong")));
    let key = ("identity".to_owned(), "contradiction".to_owned());
    assert_eq!(summary.tally.skips.get(&key), Some(&summary.tally.alarms));
}
