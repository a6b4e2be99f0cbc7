//! A campaign on a server: blocks are lent, what is lost is not written, and it can be copied either way.

use super::full::setup;
use super::snapshot::sample;
use crate::support::postgres::Server;
use gainsay::store::{Batch, Claim, Leases, Setup, Snapshot, Store, StoreError, Taken, Tally, Written};
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

fn open(address: &str) -> Store {
    Store::open(Path::new(address), &setup()).unwrap().0
}

/// The address of a campaign in which nobody loses a block because the machine has much to do.
fn lasting(server: &Server, name: &str) -> String {
    server.campaign(name).replace("lease=4", "lease=600")
}

fn take(leases: &Leases, most: u64, end: u64) -> Vec<u64> {
    match leases.take(most, Some(end)).unwrap() {
        Taken::Units(units) => units,
        other => panic!("{other:?}"),
    }
}

/// These units of a block, each with a test.
fn batch(units: &[u64]) -> Batch {
    let count = units.len() as u64;
    let tally = Tally { units: count, tests: count, checksum: units.iter().sum(), ..Tally::default() };
    Batch { units: units.to_vec(), blocks: [(units[0] / 50, tally)].into(), ..Batch::default() }
}

fn write(store: &mut Store, units: &[u64]) -> Written {
    store.write(&batch(units), |_, _| Ok(None)).unwrap()
}

#[test]
fn a_block_is_done_by_who_has_it_and_counted_once() {
    let Some(server) = Server::start() else { return };
    let address = lasting(&server, "leases");
    let (mut one, mut other) = (open(&address), open(&address));
    let (of_one, of_other) = (one.leases().unwrap(), other.leases().unwrap());
    // Two whole blocks and a part of a third one.
    assert_eq!(take(&of_one, 2, 120), (0..100).collect::<Vec<_>>());
    assert_eq!(take(&of_other, 9, 120), (100..120).collect::<Vec<_>>());
    assert!(matches!(of_other.take(1, Some(120)).unwrap(), Taken::Busy));
    assert_eq!(write(&mut other, &(100..120).collect::<Vec<_>>()), Written::Filed(Vec::new()));
    assert_eq!(write(&mut one, &(0..50).collect::<Vec<_>>()), Written::Filed(Vec::new()));
    assert_eq!(write(&mut one, &[50, 51, 99]), Written::Filed(Vec::new()));
    // Written again, because an answer of the server was lost: nothing is counted twice.
    assert_eq!(write(&mut one, &[50, 51, 99]), Written::Filed(Vec::new()));
    // Nobody hears of the first worker any more.
    let expire = "UPDATE gainsay_leases.leases SET expires = now() - interval '1 second' WHERE NOT complete";
    server.client().batch_execute(expire).unwrap();
    let rest = take(&of_other, 1, 120);
    assert_eq!((rest.len(), rest[0], *rest.last().unwrap()), (47, 52, 98));
    assert_eq!(write(&mut one, &[52, 53]), Written::Lost);
    assert_eq!(write(&mut other, &rest), Written::Filed(Vec::new()));
    assert!(matches!(of_one.take(1, Some(120)).unwrap(), Taken::Over));
    // What is beyond the end is there for who wants more.
    assert_eq!(take(&of_one, 1, 150), (120..150).collect::<Vec<_>>());
    of_one.give_back().unwrap();
    assert_eq!(take(&of_other, 1, 150), (120..150).collect::<Vec<_>>());
    let mut read = Store::look_into(Path::new(&address)).unwrap();
    assert_eq!(read.done().ranges().collect::<Vec<_>>(), [(0, 119)]);
    let tally = read.tally().unwrap();
    assert_eq!((tally.units, tally.tests, tally.checksum), (120, 120, (0..120).sum()));
}

#[test]
fn one_worker_at_a_time_makes_a_test_small() {
    let Some(server) = Server::start() else { return };
    let address = lasting(&server, "claims");
    let (mut one, other) = (open(&address), open(&address));
    let (of_one, of_other): (Arc<Leases>, _) = (one.leases().unwrap(), other.leases().unwrap());
    let units = take(&of_one, 1, 50);
    assert_eq!(of_one.claim("crash", &|| false).unwrap(), Claim::Ours);
    assert_eq!(of_other.claim("other", &|| false).unwrap(), Claim::Ours);
    assert_eq!(of_other.claim("crash", &|| true).unwrap(), Claim::Others);
    let (asked, was_asked) = std::sync::mpsc::channel();
    let waits = move || asked.send(()).is_err();
    let waiting = std::thread::spawn(move || of_other.claim("crash", &waits).unwrap());
    // It has asked once in vain.
    was_asked.recv().unwrap();
    let done = Batch { claims: vec!["crash".to_owned()], ..batch(&units) };
    one.write(&done, |_, _| Ok(None)).unwrap();
    assert_eq!(waiting.join().unwrap(), Claim::Others);
    assert_eq!(
        [of_one.count_suspicion(7).unwrap(), other.leases().unwrap().count_suspicion(7).unwrap()],
        [1, 2]
    );
}

#[test]
fn a_campaign_is_copied_to_a_server_and_back() {
    let Some(server) = Server::start() else { return };
    let address = server.campaign("copy");
    let mut sample = sample();
    // On a server, the folders of bugs have names, and no places.
    sample.buckets[0].folder = Some("crash".to_owned());
    for before in [None, Some(&sample)] {
        Store::restore(Path::new(&address), &sample, before).unwrap();
        assert_eq!(Store::look_into(Path::new(&address)).unwrap().snapshot().unwrap(), sample);
    }
    let other = Snapshot { findings: Vec::new(), ..sample.clone() };
    let error = Store::restore(Path::new(&address), &other, None).unwrap_err();
    assert!(matches!(error, StoreError::Changed(_)), "{error}");
    // It goes on where it was.
    let (mut store, _) = Store::open(Path::new(&address), &sample.setup).unwrap();
    let leases = store.leases().unwrap();
    assert_eq!(take(&leases, 1, 1000), (0..50).collect::<Vec<_>>());
    assert_eq!(take(&leases, 1, 1000)[0], 53);
    assert_eq!(store.tally().unwrap().units, 3);
    // Two campaigns of one database do not meet.
    assert!(matches!(
        Store::look_into(Path::new(&server.campaign("nobody"))),
        Err(StoreError::NoSharedCampaign(_))
    ));
}

#[test]
fn workers_that_do_not_work_alike_are_refused() {
    let Some(server) = Server::start() else { return };
    let address = server.campaign("alike");
    drop(open(&address));
    let refused = |change: fn(&mut Setup)| {
        let mut other = setup();
        change(&mut other);
        Store::open(Path::new(&address), &other).unwrap_err().to_string()
    };
    assert!(
        refused(|setup| setup.version = "2".to_owned()).contains("another version of gainsay: 1 (now: 2)")
    );
    assert!(refused(|setup| setup.timeout = 3.0).contains("another timeout"));
    assert!(refused(|setup| setup.seed = 2).contains("--seed: 1, not 2"));
    drop(open(&address));
}

#[test]
fn a_server_that_was_killed_has_all_that_was_written() {
    let Some(server) = Server::start() else { return };
    let address = server.campaign("killed");
    let mut store = open(&address);
    let leases = store.leases().unwrap();
    let units = take(&leases, 2, 100);
    assert_eq!(write(&mut store, &units[..50]), Written::Filed(Vec::new()));
    server.kill();
    // Who writes meanwhile waits.
    let writer = std::thread::spawn(move || write(&mut store, &units[50..]));
    sleep(Duration::from_millis(300));
    server.start_again();
    assert_eq!(writer.join().unwrap(), Written::Filed(Vec::new()));
    let mut read = Store::look_into(Path::new(&address)).unwrap();
    assert_eq!((read.done().count(), read.tally().unwrap().units), (100, 100));
    server.kill();
    let gone = Store::look_into(Path::new(&address.replace("patience=120", "patience=1")));
    let error = gone.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
}

#[test]
fn addresses_are_understood_or_refused() {
    let refused = |address: &str| Store::look_into(Path::new(address)).unwrap_err().to_string();
    for address in [
        "postgres://me:secret@localhost/db",
        "postgres://me:of/secret@localhost/db",
        "postgres://me:of?secret@localhost/db",
        "postgresql://localhost/db?password=secret",
    ] {
        let error = refused(address);
        assert!(error.contains("PGPASSFILE") && !error.contains("secret"), "{error}");
    }
    assert!(refused("postgres://localhost/db?sslmode=maybe").contains("verify-full"));
    assert!(refused("postgres://localhost/db?campaign=Bad%20Name").contains("campaign=Bad"));
    assert!(refused("postgres://localhost/db?lease=soon").contains("seconds"));
    assert!(
        refused("postgres://localhost/db?sslmode=verify-full&sslrootcert=nowhere.crt")
            .contains("nowhere.crt")
    );
}
