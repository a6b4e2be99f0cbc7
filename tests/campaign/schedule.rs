//! What turns are spent on.

use crate::campaign::{Folder, gainsay, hunt, output, summary};
use crate::support::real;
use gainsay::campaign::{Arm, ArmKind, Bandit, Plan, Schedule, Stop, supply};
use gainsay::consult::Request;
use gainsay::rng::{Rng, digest_with};
use gainsay::rules::RuleBook;
use gainsay::script::Names;
use gainsay::store::{Batch, Store};
use gainsay::strategy::{Size, choose};
use gainsay::sweep::languages_known_to;
use std::collections::BTreeSet;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

/// Five arms from seeds, then two of each size, and one of tiny tests.
fn kinds() -> Vec<ArmKind> {
    let from_nothing = [ArmKind::Small, ArmKind::Larger, ArmKind::Larger].repeat(2);
    [vec![ArmKind::FromSeeds; 5], from_nothing, vec![ArmKind::Tiny]].concat()
}

/// How much time each arm gets within so many seconds, if a turn of each takes so long and brings so much.
fn shares(seconds: f64, cost: impl Fn(usize) -> f64, reward: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut bandit = Bandit::new(kinds());
    let mut times = vec![0.0; kinds().len()];
    let mut turn = 0;
    while times.iter().sum::<f64>() < seconds {
        let arm = bandit.choose(&mut Rng::of_unit(1, turn));
        bandit.learn(arm, 1.0, cost(arm), reward(arm));
        times[arm] += cost(arm);
        turn += 1;
    }
    let total: f64 = times.iter().sum();
    times.into_iter().map(|time| time / total).collect()
}

#[test]
fn what_finds_more_gets_more_time() {
    let planted = shares(2000.0, |_| 1.0, |arm| if arm == 3 { 0.05 } else { 0.0 });
    assert!(planted[3] > 0.35, "{planted:?}");
    let elsewhere = shares(2000.0, |_| 1.0, |arm| if arm == 1 { 0.05 } else { 0.0 });
    assert!(elsewhere[1] > 0.35 && elsewhere[3] < 0.15, "{elsewhere:?}");
    // What costs ten times as much for the same is worth a tenth.
    let dear = |arm| if arm == 3 { 10.0 } else { 1.0 };
    let both = shares(5000.0, dear, |arm| if arm == 3 || arm == 1 { 0.05 } else { 0.0 });
    assert!(both[1] > 2.0 * both[3], "{both:?}");
}

#[test]
fn everything_keeps_its_share_of_the_time() {
    // Only the large ones find anything, for many half-lives.
    let shares =
        shares(50_000.0, |arm| if arm == 5 { 0.01 } else { 2.0 }, |arm| if arm == 7 { 1.0 } else { 0.0 });
    let floor = 0.3 / shares.len() as f64;
    assert!(shares.iter().all(|&share| share > 0.9 * floor), "{shares:?}");
    assert!(shares[11] > 0.3, "{shares:?}");
    let small = shares[5] + shares[8];
    let from_nothing: f64 = shares[5..11].iter().sum();
    assert!(small > 0.3 * from_nothing, "{shares:?}");
    assert!(shares[7] > 0.2, "{shares:?}");
}

#[test]
fn an_arm_that_costs_nothing_does_not_keep_the_others_waiting() {
    let shares = shares(100.0, |arm| if arm == 0 { 0.0 } else { 0.01 }, |_| 0.0);
    assert!(shares[1..].iter().all(|&share| share > 0.0), "{shares:?}");
}

#[test]
fn all_strategies_have_their_turn_in_the_first_units() {
    let folder = Folder::new("first-turns");
    for how in ["learn", "equal"] {
        let events = hunt(&folder.0, &["--tests", "50", "-j", "2", "--schedule", how]);
        let strategies = summary(&events)["strategies"].as_object().unwrap();
        // This hunt's solver answers yes or no.
        for strategy in choose(&[]).unwrap().iter().filter(|strategy| strategy.asks().is_none()) {
            assert!(strategies.contains_key(strategy.name()), "{how}: {strategies:?}");
        }
    }
}

#[test]
fn a_turn_has_one_arm_and_lies_in_one_block() {
    let plan = Plan {
        seed: 1,
        block: 50,
        strategies: choose(&[]).unwrap(),
        scope: Default::default(),
        book: RuleBook::shipped(),
    };
    let mut last = plan.turn_of(0);
    for unit in 1..1000 {
        let turn = plan.turn_of(unit);
        assert!(turn.first <= unit && plan.block_of(turn.first) == plan.block_of(unit));
        let expected = if turn.first == unit { last.number + 1 } else { last.number };
        assert_eq!(turn.number, expected, "unit {unit}");
        last = turn;
    }
    let arms = Arm::all(&plan.strategies);
    let names: BTreeSet<String> = arms.iter().map(Arm::to_string).collect();
    assert_eq!(names.len(), arms.len());
    let from_nothing = plan.strategies.iter().filter(|strategy| !strategy.needs_seeds()).count();
    let smallest = |arm: &&Arm| matches!(arm.size, Some(Size::Tiny | Size::Small));
    assert_eq!(arms.iter().filter(smallest).count(), from_nothing);
}

/// A change of language takes solvers longer than several tiny tests.
#[test]
fn tiny_tests_go_on_to_the_end_of_their_block() {
    let folder = Folder::new("tiny-runs");
    hunt(&folder.0, &["--tests", "1", "--campaign", "campaign", "--strategy", "bits"]);
    let setup = Store::setup_in(&folder.join("campaign")).unwrap().unwrap();
    let strategies = choose(&["swarm".to_owned(), "bits".to_owned()]).unwrap();
    let plan = Plan { strategies, ..Plan::of(&setup).unwrap() };
    let (store, _) = Store::open(&folder.join("campaign"), &setup).unwrap();
    let schedule = Schedule::of(&setup, &plan, &store).unwrap();
    let is_tiny = |unit: u64| schedule.arm(unit).size == Some(Size::Tiny);
    let mut runs = 0;
    // Turns of the first four blocks are short, so that everything has its turn soon.
    for block in 4..40 {
        let units: Vec<bool> = (block * plan.block..(block + 1) * plan.block).map(is_tiny).collect();
        let first = units.iter().position(|&tiny| tiny);
        assert!(units[first.unwrap_or(units.len())..].iter().all(|&tiny| tiny), "{units:?}");
        runs += u64::from(first.is_some());
    }
    assert!(runs > 0);
}

#[test]
fn suspicious_operators_are_favoured_in_some_turns_and_written_down() {
    let folder = Folder::new("suspicious");
    hunt(&folder.0, &["--tests", "1", "--campaign", "campaign", "--strategy", "bits"]);
    let setup = Store::setup_in(&folder.join("campaign")).unwrap().unwrap();
    let plan = Plan::of(&setup).unwrap();
    let (mut store, _) = Store::open(&folder.join("campaign"), &setup).unwrap();
    let schedule = Schedule::of(&setup, &plan, &store).unwrap();
    schedule.favour(["bvnego", "no operator"]);
    let units: Vec<u64> = (0..2000).filter(|&unit| plan.turn_of(unit).first == unit).collect();
    let arms: Vec<Arm> = units.iter().map(|&unit| schedule.arm(unit)).collect();
    let is_favoured = |arm: &&Arm| arm.favoured.contains(&Some("bvnego"));
    let favoured = arms.iter().filter(is_favoured).count();
    assert!(favoured * 6 > arms.len() && favoured * 2 < arms.len(), "{favoured} of {}", arms.len());
    let turns = units.iter().filter_map(|&unit| schedule.learn(unit, Duration::from_nanos(1), 0.0)).collect();
    store.write(&Batch { units: units.clone(), turns, ..Batch::default() }, |_, _| Ok(None)).unwrap();
    let again = Schedule::of(&setup, &plan, &store).unwrap();
    for (&unit, arm) in units.iter().zip(&arms) {
        assert_eq!(again.written(unit).favoured, arm.favoured);
        assert_eq!(again.written(unit).to_string(), arm.to_string());
    }
    // Tests that may have the operator have it often.
    let with_it = |arm: Arm| {
        let test = |unit: u64| plan.make(unit, arm, None).test;
        let has_it = |unit: &u64| {
            test(*unit).is_some_and(|test| {
                test.script().usage().operators.iter().any(|(op, _)| op.op().name == "bvnego")
            })
        };
        (0..300).filter(has_it).count()
    };
    let plain = Arm::new(plan.strategies[0], Some(Size::Medium));
    let favouring = Arm { favoured: [Some("bvnego"), None], ..plain };
    let (plain, favouring) = (with_it(plain), with_it(favouring));
    assert!(favouring > 2 * plain.max(5), "{favouring}, otherwise {plain}");
}

/// The checksum of units that are made again from what was written down.
fn checksum(store: &mut Store) -> u64 {
    let setup = store.setup().unwrap();
    let plan = Plan::of(&setup).unwrap();
    let schedule = Schedule::of(&setup, &plan, store).unwrap();
    let seeds = supply(&setup, setup.library().unwrap(), Vec::new(), store, &Stop::default()).unwrap();
    let units = store.done().ranges().flat_map(|(first, last)| first..=last);
    let digest = |unit: u64| {
        let seeds = plan.seeds_of_block(plan.block_of(unit), &*seeds);
        let made = plan.make(unit, schedule.written(unit), Some(&seeds));
        made.test
            .map_or(0, |test| digest_with(unit, Request::new(test.script(), true).text(Names::AsWritten)))
    };
    units.map(digest).fold(0, u64::wrapping_add)
}

#[test]
fn what_a_campaign_that_learns_has_made_is_made_again_also_after_a_kill() {
    let folder = Folder::new("learns");
    let campaign = folder.join("campaign");
    // This test reads the seeds from another folder than the hunt.
    let seeds = folder.join("seeds").display().to_string();
    let arguments = ["hunt", &seeds, "--json", "--solver", "yices", "-j", "2", "--campaign", "campaign"];
    let mut child = gainsay(&folder.0, &arguments).stdout(Stdio::null()).spawn().unwrap();
    let done = || Store::look_into(&campaign).map_or(0, |store| store.done().count());
    while done() < 300 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = Store::look_into(&campaign).unwrap().turns().unwrap().last(u64::MAX >> 1).unwrap();
    let end = (done() + 200).to_string();
    let (code, _, stderr) =
        output(&folder.0, &["hunt", "--campaign", "campaign", "-j", "2", "--tests", &end]);
    assert_eq!(code, 0, "{stderr}");
    let mut store = Store::look_into(&campaign).unwrap();
    let after = store.turns().unwrap().last(u64::MAX >> 1).unwrap();
    assert!(before.len() > 20 && after.len() > before.len(), "{} {}", before.len(), after.len());
    // What was decided stays so, and all has its cost.
    for before in &before {
        let after = after.iter().find(|after| after.first == before.first).unwrap();
        assert_eq!((&before.strategy, &before.size), (&after.strategy, &after.size));
    }
    assert!(after.iter().all(|turn| turn.cost > 0));
    let tally = store.tally().unwrap();
    assert_eq!(checksum(&mut store), tally.checksum);
}

#[test]
fn tiny_tests_are_of_languages_that_a_solver_knows() {
    let folder = Folder::new("languages");
    hunt(&folder.0, &["--strategy", "swarm", "--tests", "400", "-j", "1", "--campaign", "campaign"]);
    let known: Vec<&str> = languages_known_to(&[real("yices")]).iter().map(|row| row.name).collect();
    assert!(known.contains(&"QF_BV") && !known.contains(&"QF_FP"), "{known:?}");
    let turns = Store::look_into(&folder.join("campaign")).unwrap().turns().unwrap().last(1000).unwrap();
    let languages: BTreeSet<String> = turns.into_iter().filter_map(|turn| turn.language).collect();
    // What is written down is what tests are made of.
    assert!(languages.iter().all(|name| known.contains(&name.as_str())), "{languages:?}");
    assert_eq!(languages.len(), known.len());
}
