//! The folder of a bug contains what its readers need.

use crate::planted::solvers::{HONEST, asking, confirmed, examined, planted, suspects, test, with_honest};
use crate::support::cpu_seconds;
use gainsay::answer::Outcome;
use gainsay::eval::{Bounds, read_model};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{Certainty, FindingKind};
use gainsay::report::{self, BugRecord, EvidenceKind};
use gainsay::script::Script;
use gainsay::triage::{Bug, Cause, Confirmed, Unit, mending_options};
use std::fs;
use std::path::{Path, PathBuf};

fn found(bug: &str, operator: &str, satisfiable: bool, number: usize) -> Confirmed {
    let solvers = with_honest(&planted(bug));
    let test = test(operator, satisfiable, number);
    let [suspect] = <[_; 1]>::try_from(suspects(&test, &solvers, &asking(cpu_seconds(10.0)))).unwrap();
    confirmed(examined(suspect, &solvers, &cpu_seconds(10.0)))
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted-folders").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_wrong_unsat_comes_with_its_witness() {
    let original = found("wrong-unsat", "bvmul", true, 1);
    let asked = original.text.clone();
    let unit = Some(Unit { campaign: "runs/1".to_owned(), finding: 42, unit: 7, seed: 3 });
    let folder = report::write(
        &empty_folder("witness"),
        &Bug { original, reduced: None, mended_by: Vec::new(), unit, made_from: None },
    )
    .unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("wrong-unsat-planted-1.0-"), "{name}");
    let all = [
        "bug.json",
        "bug.smt2",
        "original.smt2",
        "output.txt",
        "regress.smt2",
        "report.md",
        "repro.sh",
        "witness.smt2",
    ];
    assert_eq!(files(&folder), all);
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!(read("original.smt2"), asked);
    assert!(read("output.txt").starts_with("unsat\n"));
    assert!(
        read("regress.smt2").starts_with("; EXPECT: sat\n(set-logic QF_BV)\n"),
        "{}",
        read("regress.smt2")
    );
    assert_eq!(Script::parse(&read("bug.smt2")).unwrap().info(":status"), Some("sat"));
    let witness = read("witness.smt2");
    assert!(!witness.contains("declare-const"), "{witness}");
    // The witness file can also be read as a model, without any complaint.
    let model = read_model(&mut Script::parse(&read("bug.smt2")).unwrap(), &witness).unwrap();
    assert!(model.misunderstood.is_empty(), "{:?}", model.misunderstood);
    for solver in HONEST.iter() {
        let answer = solver.ask_fresh(&witness, &cpu_seconds(10.0)).unwrap();
        assert_eq!(answer.outcome, Outcome::Sat, "{}: {witness}", solver.label());
    }
    let record: BugRecord = serde_json::from_str(&read("bug.json")).unwrap();
    let facts = (record.finding.kind, record.finding.certainty, record.evidence.kind);
    assert_eq!(facts, (FindingKind::WrongUnsat, Certainty::Proved, EvidenceKind::Witness));
    assert_eq!((record.expected.as_str(), record.actual.as_str()), ("sat", "unsat"));
    assert_eq!((record.script, record.output), (read("bug.smt2"), read("output.txt")));
    let operators = ["bvmul", "bvule"].map(str::to_owned).to_vec();
    assert_eq!(record.cause, Cause::Formula { logic: "QF_BV".to_owned(), operators });
    assert_eq!(record.origin.unit.unwrap().unit, 7);
    assert_eq!([&["bug.json".to_owned()], record.files.as_slice()].concat(), all);
    let json: serde_json::Value = serde_json::from_str(&read("bug.json")).unwrap();
    assert_eq!((&json["kind"], &json["bug"]), (&"wrong-unsat".into(), &true.into()));
    let report = read("report.md");
    for fact in [
        "# planted 1.0: unsat for a satisfiable script, QF_BV with bvmul, bvule",
        "- shows with default options: yes",
        "| expected | sat |",
        "| actual | unsat |",
        "- certainty: proved",
        "(define-fun x1 () (_ BitVec 4)",
        "- z3@5.4.0: sat, with a model that our evaluator accepts",
        "`gainsay bugs runs/1 replay 42`",
    ] {
        assert!(report.contains(fact), "{fact} is missing:\n{report}");
    }
}

#[test]
fn a_better_folder_stays_and_a_worse_one_goes() {
    let (long, short) = (found("wrong-sat", "bvudiv", false, 123), found("wrong-sat", "bvudiv", false, 1));
    let folder = empty_folder("better");
    let write = |original: &Confirmed| {
        report::write(
            &folder,
            &Bug {
                original: original.clone(),
                reduced: None,
                mended_by: Vec::new(),
                unit: None,
                made_from: None,
            },
        )
        .unwrap()
    };
    let is_long = |bug: &Path| fs::read_to_string(bug.join("bug.smt2")).unwrap().contains("x123");
    let first = write(&long);
    assert!(is_long(&first));
    assert_eq!(write(&short), first);
    assert!(!is_long(&first));
    write(&long);
    assert!(!is_long(&first));
    assert_eq!(files(&folder).len(), 1, "drafts are left");
}

#[test]
fn the_reduced_script_is_shown_and_the_original_kept() {
    let original = found("wrong-unsat", "bvmul", true, 1);
    let mut smaller = original.test.script().clone();
    smaller.commands.remove(4);
    let smaller = Test::given(smaller.clone(), Evidence::by_trying(&smaller.question(), Bounds::default()));
    let solvers = with_honest(&original.solver);
    let reduced = confirmed(examined(original.suspect(smaller), &solvers, &cpu_seconds(10.0)));
    assert_ne!(reduced.bucket(), original.bucket());
    let asked = original.text.clone();
    let bug = Bug {
        original,
        reduced: Some(reduced),
        mended_by: vec![vec!["--mend".to_owned()]],
        unit: None,
        made_from: None,
    };
    let folder = report::write(&empty_folder("reduced"), &bug).unwrap();
    let text = fs::read_to_string(folder.join("bug.smt2")).unwrap();
    assert_eq!(text.matches("(assert").count(), 1, "{text}");
    assert_eq!(fs::read_to_string(folder.join("original.smt2")).unwrap(), asked);
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.contains("| correct with | `--mend` |"), "{report}");
}

#[test]
fn a_crash_has_no_expected_answer() {
    let bug = Bug {
        original: found("segfault", "bvor", true, 1),
        reduced: None,
        mended_by: Vec::new(),
        unit: None,
        made_from: None,
    };
    let folder = report::write(&empty_folder("crash"), &bug).unwrap();
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    let report = read("report.md");
    assert!(report.contains("| expected | no crash |"), "{report}");
    assert!(!report.contains("satisfiable") && !report.contains("every assertion"), "{report}");
    assert!(!read("bug.smt2").contains(":status"), "{}", read("bug.smt2"));
}

#[test]
fn the_wrong_model_is_shown() {
    let original = found("bad-model", "bvadd", true, 1);
    let bug = Bug { original, reduced: None, mended_by: Vec::new(), unit: None, made_from: None };
    let folder = report::write(&empty_folder("model"), &bug).unwrap();
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    let report = read("report.md");
    let (_, shown) = report.split_once("\n## The wrong model\n\n```smt2\n").unwrap();
    let model = shown.split_once("\n```").unwrap().0;
    assert!(model.contains("define-fun") && read("output.txt").contains(model), "{report}");
    assert!(read("bug.smt2").contains("(get-model)"));
}

/// The output in a folder is that of exactly the script in it, which asks for nothing unnecessary.
#[test]
fn the_output_is_that_of_the_script() {
    let original = found("wrong-unsat", "bvmul", true, 1);
    assert!(original.text.contains("(get-model)"));
    let solver = original.solver.clone();
    let bug = Bug { original, reduced: None, mended_by: Vec::new(), unit: None, made_from: None };
    let folder = report::write(&empty_folder("output"), &bug).unwrap();
    let script = fs::read_to_string(folder.join("bug.smt2")).unwrap();
    assert!(!script.contains("get-model") && !script.contains("produce-models"), "{script}");
    let answer = solver.ask_fresh(&script, &cpu_seconds(10.0)).unwrap();
    let output = fs::read_to_string(folder.join("output.txt")).unwrap();
    assert_eq!(output.trim_end(), [answer.stdout, answer.stderr].concat().trim_end());
}

/// With `--mend` the planted bug does not show; other options beside it are not needed.
#[test]
fn options_that_mend_the_answer_are_found() {
    let mut original = found("wrong-unsat", "bvmul", true, 1);
    let options = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    original.solver.profile.mending = vec![options(&["--other"]), options(&["--other", "--mend", "--more"])];
    assert_eq!(mending_options(&original).unwrap(), [options(&["--mend"])]);
}
