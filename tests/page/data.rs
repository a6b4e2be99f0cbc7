//! What pages are made of.

use crate::support::Folder;
use crate::support::records::{campaign, record, record_with};
use gainsay::page::{Line, Site, difference, json_for_html, values};
use gainsay::solver::Profiles;
use serde_json::{Value, json};

#[test]
fn differences_are_told_line_by_line() {
    let line = |text: &str| text.to_owned();
    let found = difference("a\nb\nc\n", "a\nx\nc\nd\n").unwrap();
    assert_eq!(
        found,
        [
            Line::Both(line("a")),
            Line::Old(line("b")),
            Line::New(line("x")),
            Line::Both(line("c")),
            Line::New(line("d"))
        ]
    );
    assert_eq!(difference("", "").unwrap(), []);
    assert!(difference(&"x\n".repeat(5000), "x").is_none());
}

#[test]
fn values_stand_at_subterms_and_false_assertions_come_first() {
    let script =
        "(declare-const x Int)(declare-const y Int)(assert (> x 0))(assert (= (+ x y) (* 2 y)))(check-sat)";
    let found = values(script, "((define-fun x () Int 3)(define-fun y () Int 4))");
    assert_eq!((found[0].term.as_str(), found[0].value.as_str()), ("(= (+ x y) (* 2 y))", "false"));
    let sum = &found[0].arguments[0];
    assert_eq!((sum.term.as_str(), sum.value.as_str()), ("(+ x y)", "7"));
    assert_eq!(sum.arguments.iter().map(|one| one.value.as_str()).collect::<Vec<_>>(), ["3", "4"]);
    assert_eq!(found[1].value, "true");
    assert!(
        !values(
            "(declare-const x Int)(assert (forall ((y Int)) (> x y)))(check-sat)",
            "((define-fun x () Int 3))"
        )
        .is_empty()
    );
}

#[test]
fn data_cannot_end_the_element_that_it_stands_in() {
    let text = json_for_html(&json!("</script><!--&\u{2028}"));
    assert!(!text.contains(['<', '>', '&', '\u{2028}']), "{text}");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!("</script><!--&\u{2028}"));
}

/// Five hundred bugs: every file that a browser loads is small, and nothing is left out.
#[test]
fn pages_are_small_however_many_bugs_there_are() {
    let folder = Folder::new("page-many");
    let long = "a rather long title of a bug that many operators take part in, QF_ABVFP with ";
    let bugs: Vec<_> = (0..500)
        .map(|at| {
            let facts = json!({"fault": format!("{long}{at}"), "bucket": format!("bucket {at}")});
            record_with("wrong-sat", &format!("(assert (= {at} (+ 1 {at})))(check-sat)"), facts)
        })
        .collect();
    campaign(&folder, "many", 1, &bugs, 2);
    let site = Site::open(&[folder.0.join("many")], Profiles::shipped(), false, 0).unwrap();
    let mut rows = 0;
    for path in site.paths() {
        let content = site.content(&path).unwrap();
        assert!(content.bytes.len() < 200_000, "{path}: {} bytes", content.bytes.len());
        if path == "index.html" {
            let data: Value = serde_json::from_slice(&site.content("index.json").unwrap().bytes).unwrap();
            assert_eq!(data["bugs"]["total"], 500);
            rows += data["bugs"]["rows"].as_array().unwrap().len();
        }
        if path.starts_with("bugs-") {
            let text = String::from_utf8(content.bytes).unwrap();
            let data = text.trim_end().strip_prefix("gainsayMore(").unwrap().strip_suffix(");").unwrap();
            rows += serde_json::from_str::<Vec<Value>>(data).unwrap().len();
        }
    }
    assert_eq!(rows, 500);
}

#[test]
fn only_what_is_listed_can_be_had() {
    let folder = Folder::new("page-listed");
    folder.write("secret.txt", "secret");
    let names = ["../../../secret.txt", "bug.smt2", "/etc/passwd", "link"];
    let bug =
        record_with("crash", "(assert true)(check-sat)", json!({"files": names, "signature": "a.cpp:1"}));
    campaign(&folder, "one", 1, &[bug], 1);
    let home = folder.0.join("one/bugs/crash-z3-4.12.2-00000001");
    std::os::unix::fs::symlink("/etc/passwd", home.join("link")).unwrap();
    let site = Site::open(&[folder.0.join("one")], Profiles::shipped(), false, 0).unwrap();
    let paths = site.paths();
    assert!(paths.iter().any(|path| path.ends_with("/bug.smt2")), "{paths:?}");
    assert!(
        !paths
            .iter()
            .any(|path| path.contains("secret") || path.contains("passwd") || path.ends_with("link")),
        "{paths:?}"
    );
    for path in
        ["../secret.txt", "s1.crash-z3-4.12.2-00000001/../../../secret.txt", "/etc/passwd", "one/campaign.db"]
    {
        assert!(site.content(path).is_none(), "{path}");
    }
}

#[test]
fn other_folders_are_refused_by_name() {
    let folder = Folder::new("page-strange");
    let error =
        Site::open(std::slice::from_ref(&folder.0), Profiles::shipped(), false, 0).err().unwrap().to_string();
    assert!(error.contains("neither a campaign nor a docket"), "{error}");
    let bug = record("wrong-sat", "(assert false)(check-sat)");
    campaign(&folder, "one", 1, &[bug], 1);
    let ran = folder.gainsay(&["site", "one", "one"]);
    assert!(ran.code == Some(2) && ran.err.contains("did not write it"), "{ran:?}");
    assert_eq!(folder.gainsay(&["site", "out", "one"]).code, Some(0));
    assert_eq!(folder.gainsay(&["site", "out", "one"]).code, Some(0), "a second time");
}

#[test]
fn evolutions_and_sweeps_are_shown_too() {
    let folder = Folder::new("page-others");
    folder.write("evolution/report.md", "# Evolution against z3\n\n![front](front.svg)\n");
    folder.write("evolution/front.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    folder.write("evolution/defects/1/report.md", "# slow\n");
    folder.write("evolution/defects/1/scaling-1.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    folder.write("sweep/page.md", "# All small formulas\n");
    let sources = ["evolution", "sweep"].map(|name| folder.0.join(name));
    let site = Site::open(&sources, Profiles::shipped(), false, 0).unwrap();
    let data = |path: &str| serde_json::from_slice::<Value>(&site.content(path).unwrap().bytes).unwrap();
    let evolution = data("s1.json");
    assert_eq!(evolution["view"], "evolution");
    assert_eq!(evolution["data"]["images"], json!(["s1/defect-1-scaling-1.svg", "s1/front.svg"]));
    assert_eq!(evolution["data"]["defects"], json!(["# slow\n"]));
    assert_eq!(site.content("s1/front.svg").unwrap().kind, "image/svg+xml");
    assert_eq!(data("s2.json")["data"]["text"], "# All small formulas\n");
}
