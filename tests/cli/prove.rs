//! Certificates on disk: written by `prove`, checked by `verify`.

use crate::support::{Folder, gainsay};
use std::fs;

const UNSAT: &str = "(declare-const x (_ BitVec 6))(declare-const y (_ BitVec 6))
    (assert (distinct (bvmul x (bvadd y #b000001)) (bvadd x (bvmul x y))))(check-sat)";

/// What is printed, and the exit code.
fn run(folder: &Folder, arguments: &[&str]) -> (String, Option<i32>) {
    let output = gainsay().args(arguments).current_dir(&folder.0).output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn verified(folder: &Folder) -> (String, Option<i32>) {
    run(folder, &["verify", "proof", "unsat.smt2"])
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
    let other = run(&folder, &["verify", "proof", "other.smt2"]);
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
