//! The index: what is found, in which order, and what is said about each seed before it is read.

use crate::seeds::{folder, words, write};
use crate::support::gzip;
use gainsay::answer::Status;
use gainsay::seeds::{Library, SeedsError, Unusable};

const SCRIPT: &str = "(declare-const x Int)(assert (> x 0))(check-sat)";

#[test]
fn files_folders_and_patterns_are_found_once_and_in_order() {
    let root = folder("found");
    write(
        &root,
        &[
            ("b.smt2", SCRIPT),
            ("a/z.smt2", SCRIPT),
            ("a/sat/1.smt2", SCRIPT),
            ("a/sat/2.smt2", SCRIPT),
            ("a/unsat/deep/3.smt2", SCRIPT),
            ("a/notes.txt", "no script"),
            ("other.smt", SCRIPT),
        ],
    );
    let base = root.to_str().unwrap();
    let library = Library::open(&[
        format!("{base}/*.smt"),
        format!("{base}/a/../a/sat/1.smt2"),
        format!("{base}/./a//sat"),
        base.to_owned(),
        format!("{base}/**/[12].smt2"),
    ])
    .unwrap();
    let found: Vec<String> =
        (0..library.len()).map(|seed| library.origin(seed)[base.len() + 1..].to_owned()).collect();
    let wanted = [
        "b.smt2",
        "other.smt",
        "a/z.smt2",
        "a/../a/sat/1.smt2",
        "a/sat/1.smt2",
        "a/sat/2.smt2",
        "a/unsat/deep/3.smt2",
    ];
    assert_eq!(found, wanted);
    assert_eq!((library.siblings(0), library.siblings(5), library.siblings(6)), (0..2, 4..6, 6..7));
    assert_eq!([0, 2].map(|seed| library.claim(seed)), [Status::Unknown; 2]);
    assert_eq!((library.claim(4), library.claim(6)), (Status::Sat, Status::Unsat));
}

#[test]
fn what_is_not_there_is_said_with_a_remedy() {
    let root = folder("missing");
    write(&root, &[("empty/notes.txt", "")]);
    let error = |word: &str| match Library::open(&words(&[&root.join(word)])) {
        Err(error @ SeedsError::Files(_)) => error.to_string(),
        other => panic!("{word}: {other:?}"),
    };
    assert!(error("nothing*.smt2").contains("no file matches it"));
    assert!(error("empty").contains("no file ends in .smt2"));
    assert!(error("[").contains("not a valid pattern"));
}

#[test]
fn compressed_seeds_and_byte_order_marks_are_read() {
    let root = folder("compressed");
    write(&root, &[("plain.smt2", SCRIPT), ("mark.smt2", &format!("\u{feff}{SCRIPT}"))]);
    std::fs::write(root.join("gz.smt2.gz"), gzip(SCRIPT)).unwrap();
    let library = Library::open(&words(&[&root])).unwrap();
    let digests: Vec<u64> = (0..3).map(|seed| library.load(seed).unwrap().digest).collect();
    assert_eq!(digests, [digests[0]; 3]);
}

#[test]
fn what_cannot_be_used_says_why() {
    let root = folder("unusable");
    let large = format!("{SCRIPT}{}", "; padding\n".repeat(30_000));
    write(
        &root,
        &[
            ("fine.smt2", SCRIPT),
            ("large.smt2", &large),
            ("logic.smt2", "(set-logic QF_LRA)(declare-const x Real)(assert (> x 0))(check-sat)"),
            ("needs.smt2", "(declare-const x (_ BitVec 4))(assert (bvult #x0 x))(check-sat)"),
            ("nothing.smt2", "(check-sat)"),
            ("opaque.smt2", "(declare-const x Int)(assert (mystery x))(check-sat)"),
            ("query.smt2", "(declare-const x Int)(assert (> x 0))"),
            ("recursive.smt2", "(define-fun-rec f ((x Int)) Int (f x))(assert (= (f 1) 2))(check-sat)"),
            ("sorts.smt2", "(declare-const x Int)(assert (and x 1))(check-sat)"),
            ("syntax.smt2", "(assert (> 1 "),
        ],
    );
    let library = Library::open(&words(&[&root])).unwrap().with_logics(&["QF_LIA".to_owned()]).unwrap();
    std::fs::write(root.join("gone.smt2"), SCRIPT).unwrap();
    let reasons: Vec<&str> = (0..library.len())
        .map(|seed| library.load(seed).map_or_else(|bad| bad.reason(), |_| "fine"))
        .collect();
    let wanted = [
        "fine",
        "too large",
        "another logic",
        "another logic",
        "no assertion",
        "unknown operators",
        "no (check-sat)",
        "recursive definitions",
        "not understood",
        "not understood",
    ];
    assert_eq!(reasons, wanted);
    std::fs::remove_file(root.join("fine.smt2")).unwrap();
    assert!(matches!(library.load(0), Err(Unusable::Unreadable(_))));
}

#[test]
fn claims_come_from_the_script_its_folder_or_the_user() {
    let root = folder("claims");
    let twice =
        "(set-info :status sat)(declare-const x Int)(push 1)(assert (> x 0))(check-sat)(pop 1)(check-sat)";
    write(
        &root,
        &[
            ("plain/none.smt2", SCRIPT),
            ("plain/own.smt2", "(set-info :status sat)(declare-const x Int)(assert (> x 0))(check-sat)"),
            ("sat/twice.smt2", &twice.replace(":status sat", ":status unsat")),
            ("unsat/folder.smt2", SCRIPT),
            ("unsat/own.smt2", "(set-info :status sat)(declare-const x Int)(assert (> x 0))(check-sat)"),
            (
                "unsat/unknown.smt2",
                "(set-info :status unknown)(declare-const x Int)(assert (> x 0))(check-sat)",
            ),
        ],
    );
    let mut library = Library::open(&words(&[&root])).unwrap();
    let claims = |library: &Library| -> Vec<Status> {
        (0..library.len()).map(|seed| library.load(seed).unwrap().claim.answer).collect()
    };
    use Status::{Sat, Unknown, Unsat};
    assert_eq!(claims(&library), [Unknown, Sat, Sat, Unsat, Sat, Unsat]);
    let digest = library.load(0).unwrap().digest;
    library.claimed = Unsat;
    assert_eq!(claims(&library), [Unsat, Sat, Sat, Unsat, Sat, Unsat]);
    assert_ne!(library.load(0).unwrap().digest, digest, "what was found out depends on the claim");
    let first = library.load(2).unwrap().script;
    assert_eq!(first.assertions().count(), 1);
}

/// Names cost what they are long, and a sibling costs nothing.
#[test]
fn a_large_library_is_an_index_of_names() {
    let root = folder("many");
    for number in 0..200 {
        std::fs::create_dir_all(root.join(format!("f{number:03}"))).unwrap();
        for file in 0..10 {
            std::fs::write(root.join(format!("f{number:03}/{file}.smt2")), "").unwrap();
        }
    }
    let everything = words(&[&root]).remove(0);
    // The same words fifty times over are the same files.
    let library = Library::open(&vec![everything; 50]).unwrap();
    assert_eq!(library.len(), 2000);
    assert_eq!(library.siblings(1234), 1230..1240);
    assert!(library.origin(1234).ends_with("f123/4.smt2"));
    assert!(matches!(library.load(1234), Err(Unusable::NoQuestion)));
}

#[test]
fn what_is_about_no_symbol_is_no_seed() {
    let root = folder("trivial");
    write(
        &root,
        &[
            ("1.smt2", "(assert (= (+ 1 2) 3))(check-sat)"),
            ("2.smt2", "(declare-const x Int)(assert true)(check-sat)"),
            ("3.smt2", "(assert (forall ((x Int)) (= x x)))(check-sat)"),
            ("4.smt2", "(declare-fun f (Int) Int)(assert (= (f 1) 2))(check-sat)"),
        ],
    );
    let library = Library::open(&words(&[&root])).unwrap();
    let is_trivial = |seed: usize| matches!(library.load(seed), Err(Unusable::Trivial));
    assert_eq!([0, 1, 2, 3].map(is_trivial), [true, true, false, false]);
}

#[test]
fn commands_of_optimisation_are_refused_by_name() {
    let root = folder("optimisation");
    let asked = |command: &str| format!("(declare-const x Int)(assert (> x 0)){command}(check-sat)");
    write(
        &root,
        &[
            ("1.smt2", &asked("(assert-soft (< x 9) :weight 2)")),
            ("2.smt2", &asked("(minimize x)")),
            ("3.smt2", &asked("(maximize x)")),
            // This does not ask for anything else.
            ("4.smt2", &(asked("(echo \"a\")") + "(minimize x)(check-sat)")),
        ],
    );
    let library = Library::open(&words(&[&root])).unwrap();
    let named = |seed: usize| match library.load(seed) {
        Err(Unusable::Optimises(command)) => Some(command),
        _ => None,
    };
    let names = ["assert-soft", "minimize", "maximize"];
    assert_eq!([0, 1, 2].map(named), names.map(|name| Some(name.to_owned())));
    assert!(library.load(3).is_ok());

    let mut look = crate::support::gainsay();
    let output = look.arg("seeds").arg(&root).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("1.smt2: not used: it has `assert-soft`"), "{told}");
    assert!(told.contains("4.smt2: QF_LIA, unknown, 1 assertion\n"), "{told}");
    assert!(told.ends_with("3 of 4 files cannot be used\n"), "{told}");
    assert_eq!(output.status.code(), Some(1));
}
