//! What `prove` decides, and certificates on disk: written by `prove`, checked by `verify`.

use crate::support::{Folder, gainsay};
use std::fs;
use std::process::Command;

const UNSAT: &str = "(declare-const x (_ BitVec 6))(declare-const y (_ BitVec 6))
    (assert (distinct (bvmul x (bvadd y #b000001)) (bvadd x (bvmul x y))))(check-sat)";

/// What is printed, and the exit code.
fn run(folder: &Folder, arguments: &[&str]) -> (String, Option<i32>) {
    let output = gainsay().args(arguments).current_dir(&folder.0).output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn verified(folder: &Folder) -> (String, Option<i32>) {
    run(folder, &["prove", "unsat.smt2", "--verify", "proof"])
}

#[test]
fn a_certificate_holds_for_its_script_and_no_other() {
    let folder = Folder::new("prove");
    folder.write("unsat.smt2", UNSAT);
    folder.write("other.smt2", UNSAT.replace("#b000001", "#b000010"));
    let (said, code) = run(&folder, &["prove", "unsat.smt2", "--out", "proof"]);
    assert!(said.starts_with("unsat.smt2: unsat: it became "), "{said}");
    assert_eq!(code, Some(0));
    let (said, code) = verified(&folder);
    assert!(said.starts_with("refuted: it became "), "{said}");
    assert_eq!(code, Some(0));
    let other = run(&folder, &["prove", "other.smt2", "--verify", "proof"]);
    let expected = "not refuted: the clauses of proof.cnf are not those of the script\n";
    assert_eq!(other, (expected.to_owned(), Some(10)));

    let lrat = fs::read_to_string(folder.0.join("proof/proof.lrat")).unwrap();
    let cut: Vec<&str> = lrat.lines().take(lrat.lines().count() / 2).collect();
    folder.write("proof/proof.lrat", cut.join("\n"));
    let expected = "not refuted: proof.lrat: the proof does not end with the empty clause\n";
    assert_eq!(verified(&folder), (expected.to_owned(), Some(10)));
    folder.write("proof/proof.lrat", "no proof");
    let expected = "not refuted: proof.lrat, line 1: a step begins with its number\n";
    assert_eq!(verified(&folder), (expected.to_owned(), Some(10)));

    folder.write("proof/proof.lrat", lrat);
    let cnf = fs::read_to_string(folder.0.join("proof/proof.cnf")).unwrap();
    folder.write("proof/proof.cnf", format!("{cnf}0\n"));
    let expected = "the header says\n";
    let (said, code) = verified(&folder);
    assert!(said.ends_with(expected), "{said}");
    assert_eq!(code, Some(10));
}

#[test]
fn a_model_is_written() {
    let folder = Folder::new("prove-sat");
    folder.write(
        "sat.smt2",
        "(declare-const x (_ BitVec 6))(assert (= (bvadd x x) #b000010))(assert (bvult x #b000010))",
    );
    assert_eq!(run(&folder, &["prove", "sat.smt2", "--out", "model"]).1, Some(0));
    let model = fs::read_to_string(folder.0.join("model/model.smt2")).unwrap();
    assert_eq!(model, "(define-fun x () (_ BitVec 6) #b000001)\n");
}

#[test]
fn a_plain_certificate_is_written_and_verified() {
    let folder = Folder::new("prove-plain");
    folder.write("unsat.smt2", UNSAT);
    let (said, code) = run(&folder, &["prove", "--plain", "unsat.smt2", "--out", "proof"]);
    assert!(said.contains("\n  with nothing simplified, it became "), "{said}");
    assert_eq!(code, Some(0));
    let map = fs::read_to_string(folder.0.join("proof/map.json")).unwrap();
    assert!(map.starts_with("{\n\"encoding\": \"plain\",\n\"true\": 1,\n\"terms\": [\n"), "{map}");
    let (verified_as, code) = verified(&folder);
    let clauses = |text: &str| text.split("it became ").last().unwrap().trim_end().to_owned();
    assert_eq!((clauses(&verified_as), code), (clauses(&said), Some(0)));
    // The map belongs to the certificate, and says for which encoder it is.
    folder.write("proof/map.json", map.replace("bvadd", "bvsub"));
    let expected = "not refuted: map.json is not the map of the script\n";
    assert_eq!(verified(&folder), (expected.to_owned(), Some(10)));
    fs::remove_file(folder.0.join("proof/map.json")).unwrap();
    let expected = "not refuted: the clauses of proof.cnf are not those of the script\n";
    assert_eq!(verified(&folder), (expected.to_owned(), Some(10)));

    let (said, _) = run(&folder, &["prove", "--plain", "--json", "unsat.smt2"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert!(said["plain"]["clauses"].as_u64() > said["clauses"].as_u64(), "{said}");
}

#[test]
fn what_has_no_plain_certificate_gets_the_ordinary_one() {
    let folder = Folder::new("prove-not-plain");
    folder.write(
        "unsat.smt2",
        "(declare-fun f (Bool) (_ BitVec 4))(declare-const p Bool)(assert p)(assert (distinct (f p) (f true)))",
    );
    let (said, code) = run(&folder, &["prove", "--plain", "unsat.smt2", "--out", "proof"]);
    assert!(said.starts_with("unsat.smt2: unsat: it became "), "{said}");
    assert!(said.ends_with("\n  no plain proof: there is no circuit for the function `f`\n"), "{said}");
    assert_eq!(code, Some(0));
    assert_eq!(verified(&folder).1, Some(0));
}

/// The script that readers can check a plain certificate with, which has no code of ours.
#[test]
fn a_plain_certificate_is_accepted_by_the_script_for_readers() {
    let folder = Folder::new("prove-check-plain");
    folder.write("unsat.smt2", UNSAT);
    run(&folder, &["prove", "--plain", "unsat.smt2", "--out", "proof"]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/check-plain.py");
    let check = || {
        let output = Command::new("python3").arg(script).arg(folder.0.join("proof")).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let (said, code) = check();
    assert!(said.starts_with("accepted: "), "{said}");
    assert_eq!((said.lines().count(), code), (1, Some(0)));
    // A sum that is said to be a difference, and the other way round.
    let map = fs::read_to_string(folder.0.join("proof/map.json")).unwrap();
    folder.write("proof/map.json", map.replace("bvadd", "bvsub"));
    let (said, code) = check();
    assert!(said.starts_with("not accepted: term 3, bvsub: it is wrong for the values "), "{said}");
    assert_eq!(code, Some(10));
}

/// Scripts, and how their answers are proved.
const PROVED: [(&str, &str, &str); 12] = [
    ("bits", "(declare-const x (_ BitVec 40))(assert (bvult x (bvand x #x000000000f)))", "refuted"),
    ("few-bits", "(declare-const x (_ BitVec 2))(assert (bvult x #b00))", "refuted exhausted"),
    ("numbers", "(declare-const n Int)(assert (< n 3))(assert (< 3 n))", "refuted exhausted"),
    ("sat-numbers", "(declare-const n Int)(assert (< 3 n))", "witness"),
    (
        "horn-sat",
        "(set-logic HORN)(declare-fun inv (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (inv x))))
         (assert (forall ((x Int)) (=> (and (inv x) (> x 5)) false)))",
        "witness",
    ),
    (
        "horn-unsat",
        "(set-logic HORN)(declare-fun inv (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (inv x))))
         (assert (forall ((x Int)) (=> (and (inv x) (< x 3)) (inv (+ x 1)))))
         (assert (forall ((x Int)) (=> (and (inv x) (> x 2)) false)))",
        "refuted",
    ),
    (
        "sequences",
        "(declare-const b Bool)(assert (= (seq.len (ite b (seq.unit 1) (seq.unit 2))) 3))",
        "exhausted",
    ),
    (
        "sat-sequences",
        "(declare-const b Bool)(assert (= (seq.nth (ite b (seq.unit 1) (seq.unit 2)) 0) 2))",
        "witness",
    ),
    (
        "sets",
        "(declare-const p Bool)(assert (set.subset (ite p (set.singleton 1) (set.singleton 2)) (set.singleton 3)))",
        "exhausted",
    ),
    ("sat-sets", "(declare-const s (Set Bool))(assert (set.member true s))", "witness"),
    ("bags", "(declare-const p Bool)(assert (= (bag.count 1 (ite p (bag 1 2) (bag 2 1))) 1))", "exhausted"),
    ("sat-bags", "(declare-const p Bool)(assert (= (bag.count 1 (ite p (bag 1 2) (bag 2 1))) 2))", "witness"),
];

/// What a command says about the script of a name, as JSON.
fn told(folder: &Folder, arguments: &[&str]) -> serde_json::Value {
    let (said, _) = run(folder, arguments);
    serde_json::from_str(said.lines().next().unwrap_or_default())
        .unwrap_or_else(|_| panic!("{arguments:?}: {said}"))
}

#[test]
fn what_check_proves_prove_decides() {
    let folder = Folder::new("prove-as-check");
    for (name, script, evidence) in PROVED {
        let file = format!("{name}.smt2");
        folder.write(&file, format!("{script}(check-sat)"));
        let checked = told(&folder, &["check", &file, "--solver", "mute=sh -c 'echo unknown'", "--json"]);
        let proved = told(&folder, &["prove", &file, "--json"]);
        assert_eq!(proved["answer"], checked["truth"], "{name}: {proved}");
        for (command, said) in [("check", &checked), ("prove", &proved)] {
            let word = said["evidence"].as_str().unwrap_or_default();
            assert!(evidence.split(' ').any(|one| one == word), "{name}: {command} says {word}");
        }
    }
}

#[test]
fn that_there_is_no_certificate_is_said() {
    let folder = Folder::new("prove-no-certificate");
    for (name, script, _) in PROVED {
        let file = format!("{name}.smt2");
        folder.write(&file, format!("{script}(check-sat)"));
        let (said, code) = run(&folder, &["prove", &file, "--out", name]);
        assert_eq!(code, Some(0), "{said}");
        let has = |file: &str| folder.0.join(name).join(file).exists();
        let is_decided_without = ["horn-unsat", "sequences", "sets", "bags"].contains(&name);
        assert_eq!(said.contains("no proof is written"), is_decided_without, "{said}");
        assert_eq!(has("proof.lrat") || has("model.smt2"), !is_decided_without, "{name}");
        let proved = told(&folder, &["prove", &file, "--json"]);
        assert_eq!(proved["certificate"], has("proof.lrat"), "{proved}");
    }
    let (said, code) = run(&folder, &["prove", "--plain", "sets.smt2"]);
    assert!(said.contains("no plain proof: "), "{said}");
    assert_eq!(code, Some(0));
}
