//! A solver without any other to compare with says sat to an unsatisfiable script, over vectors too wide for
//! exhaustive search, with a model that cannot be read. `check` proves it wrong, `reduce` makes the script
//! small, and a hunt finds the bug and exports the proof.

use crate::planted::bugs::check_repro;
use crate::planted::solvers::profile;
use crate::support::{Folder, Ran};
use gainsay::script::Script;
use serde_json::Value;

/// Unsatisfiable, whatever the value of the quotient.
fn wide(number: usize) -> String {
    format!(
        "(set-logic QF_BV)(declare-const x (_ BitVec 16))(declare-const y (_ BitVec 16))(declare-const z (_ BitVec 16))\n\
         (assert (bvult (bvudiv x (_ bv{number} 16)) y))\n(assert (bvult z (bvadd x y)))\n\
         (assert (bvult y (bvudiv x (_ bv{number} 16))))\n(check-sat)\n"
    )
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("gainsay.toml", profile("unreadable"));
    folder.write("wide.smt2", wide(3));
    folder
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn check_proves_it_wrong() {
    let folder = folder("alone-check");
    let ran = folder.gainsay(&["check", "wide.smt2", "--solver", "planted", "--json"]);
    assert_eq!(ran.code, Some(10), "{} {}", ran.out, ran.err);
    let [record] = &lines(&ran)[..] else { panic!("{}", ran.out) };
    assert_eq!((&record["truth"], &record["evidence"]), (&"unsat".into(), &"refuted".into()), "{record}");
    assert_eq!(record["answers"][0]["model"], "unknown", "the model cannot be read");
    let finding = &record["findings"][0];
    assert_eq!((&finding["kind"], &finding["certainty"]), (&"wrong-sat".into(), &"proved".into()));
    let text = folder.gainsay(&["check", "wide.smt2", "--solver", "planted"]).out;
    assert!(text.contains("the answer is unsat: it became"), "{text}");
    // With several questions, each is judged by itself.
    let several = wide(3).replace("(check-sat)", "(push 1)(assert (= x x))(check-sat)(pop 1)");
    let several = several.replacen("(assert (bvult y", "(check-sat)(assert (bvult y", 1);
    folder.write("several.smt2", several);
    let ran = folder.gainsay(&["check", "several.smt2", "--solver", "planted", "--json"]);
    let kinds: Vec<usize> =
        lines(&ran).iter().map(|record| record["findings"].as_array().unwrap().len()).collect();
    assert_eq!(kinds[0], 0, "the first question is satisfiable: {}", ran.out);
    assert!(kinds[1] > 0, "{}", ran.out);
}

#[test]
fn reduce_makes_it_small() {
    let folder = folder("alone-reduce");
    // The second solver is as wrong, and of the same family, so its opinion does not count.
    let solvers = ["--solver", "planted", "--solver", "planted --other"];
    let ran = folder.gainsay(&[&["reduce", "wide.smt2", "--json", "--for", "600s"], &solvers[..]].concat());
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    let [result] = &lines(&ran)[..] else { panic!("{}", ran.out) };
    let small = result["script"].as_str().unwrap();
    assert!(small.len() < wide(3).len() / 2 && small.contains("bvudiv"), "{small}");
    folder.write("small.smt2", small);
    let proved = folder.gainsay(&["prove", "small.smt2"]);
    assert!(proved.out.contains("small.smt2: unsat"), "{}", proved.out);
}

#[test]
fn a_hunt_finds_it_and_hands_out_the_proof() {
    let folder = folder("alone-hunt");
    (1..=3).for_each(|number| drop(folder.write(&format!("seeds/unsat/{number}.smt2"), wide(number + 2))));
    let ran = folder.gainsay(&[
        "hunt",
        "seeds",
        "--strategy",
        "fusion",
        "--solver",
        "planted",
        "--campaign",
        "campaign",
        "--tests",
        "3",
        "-j",
        "1",
        "-t",
        "60",
        "--json",
    ]);
    let events = lines(&ran);
    // The real solver behind it may be slow, which gives a note.
    let is_bug = |event: &&Value| event["event"] == "bucket" && event["bug"] == true;
    let buckets: Vec<&Value> = events.iter().filter(is_bug).collect();
    let [bucket] = buckets[..] else { panic!("{}\n{}", ran.out, ran.err) };
    assert_eq!((&bucket["kind"], &bucket["certainty"]), (&"wrong-sat".into(), &"proved".into()), "{bucket}");
    assert_eq!(events.last().unwrap()["alarms"], 0);
    let bug = folder.0.join(bucket["folder"].as_str().unwrap());
    check_repro(&bug);
    let read = |file: &str| std::fs::read_to_string(bug.join(file)).unwrap();
    let record: Value = serde_json::from_str(&read("bug.json")).unwrap();
    // Small scripts are decided by exhaustive search instead.
    assert!(["refuted", "exhausted"].contains(&record["evidence"]["kind"].as_str().unwrap()), "{record}");
    assert!(Script::parse(&read("bug.smt2")).unwrap().is_understood());
    for file in ["proof.cnf", "proof.lrat", "map.json"] {
        assert!(!read(file).is_empty() && read("report.md").contains(file), "{file}");
    }
    let place = bug.to_str().unwrap();
    let verified = folder.gainsay(&["verify", place, &format!("{place}/bug.smt2")]);
    assert_eq!(verified.code, Some(0), "{}", verified.out);
    // The proof is about this script, and about no other.
    assert_eq!(folder.gainsay(&["verify", place, "wide.smt2"]).code, Some(10));
    let again = folder.gainsay(&["replay", "campaign", &bucket["id"].to_string(), "--json"]);
    assert!(again.out.contains("\"happens\":true"), "{}", again.out);
}
