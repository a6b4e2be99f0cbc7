//! What pages are made of.

use crate::support::Folder;
use crate::support::records::{campaign, record, record_with};
use gainsay::docket::Docket;
use gainsay::page::{Line, Site, difference, json_for_html, values};
use gainsay::solver::Profiles;
use gainsay::sweep::{State, Statement};
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
        let content = site.content(&path).unwrap().unwrap();
        assert!(content.bytes.len() < 200_000, "{path}: {} bytes", content.bytes.len());
        if path == "index.html" {
            let data: Value =
                serde_json::from_slice(&site.content("index.json").unwrap().unwrap().bytes).unwrap();
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
        assert!(site.content(path).unwrap().is_none(), "{path}");
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
    let ran = folder.gainsay(&["page", "--out", "one", "one"]);
    assert!(ran.code == Some(2) && ran.err.contains("did not write it"), "{ran:?}");
    assert_eq!(folder.gainsay(&["page", "--out", "out", "one"]).code, Some(0));
    assert_eq!(folder.gainsay(&["page", "--out", "out", "one"]).code, Some(0), "a second time");
}

#[test]
fn what_is_known_of_releases_comes_from_campaigns_and_retests() {
    let folder = Folder::new("page-known");
    campaign(&folder, "monday", 1, &[record("wrong-sat", "(assert false)(check-sat)")], 8);
    assert_eq!(folder.gainsay(&["docket", "add", "monday"]).code, Some(0));
    let mut docket = Docket::open(&folder.0.join("docket")).unwrap();
    let retest = json!({"when": "2026-01-01", "fate": "fixed", "said": "unsat"});
    let retests = [("z3@4.12.3", &retest), ("./build/z3@4.12.4", &retest)];
    docket.cases[0].life.retests =
        retests.map(|(label, told)| (label.to_owned(), serde_json::from_value(told.clone()).unwrap())).into();
    docket.cases[0].save().unwrap();
    let sources = ["monday", "docket"].map(|name| folder.0.join(name));
    let site = Site::open(&sources, Profiles::shipped(), false, 0).unwrap();
    let data =
        |path: &str| serde_json::from_slice::<Value>(&site.content(path).unwrap().unwrap().bytes).unwrap();
    let known = &data("index.json")["known"]["z3"];
    let [old, new] = known.as_array().unwrap().as_slice() else { panic!("{known}") };
    assert_eq!((&old["release"], &old["campaigns"][0][2]["answers"]), (&"4.12.2".into(), &json!({"sat": 8})));
    assert_eq!((&new["release"], &new["retests"]), (&"4.12.3".into(), &json!({"fixed": 1})));
    // What time was spent on, in parts of the campaign.
    let weights = &data("s1.json")["data"]["weights"];
    assert_eq!(weights["strategies"], json!(["bits"]));
    assert_eq!(weights["parts"][0][1], json!([1.0]));
}

#[test]
fn evolutions_and_sweeps_are_shown_too() {
    let folder = Folder::new("page-others");
    folder.write("evolution/report.md", "# Evolution against z3\n\n![front](front.svg)\n");
    folder.write("evolution/front.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    folder.write("evolution/defects/1/report.md", "# slow\n");
    folder.write("evolution/defects/1/scaling-1.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let statement = "z3@4.12.2: all 12 QF_BV formulas up to size 2 with at most 1 symbol: no wrong answer";
    let page = "# All small formulas\n\n- z3@1: whatever the page says, it is not read back.\n".to_owned();
    folder.write("sweep/page.md", &page);
    let said = Statement { solver: "z3@4.12.2 smt.arith.solver=2".to_owned(), text: statement.to_owned() };
    let state = State { statements: vec![said], ..State::default() };
    folder.write("sweep/state.json", serde_json::to_string(&state).unwrap());
    let sources = ["evolution", "sweep"].map(|name| folder.0.join(name));
    let site = Site::open(&sources, Profiles::shipped(), false, 0).unwrap();
    let data =
        |path: &str| serde_json::from_slice::<Value>(&site.content(path).unwrap().unwrap().bytes).unwrap();
    let evolution = data("s1.json");
    assert_eq!(evolution["view"], "evolution");
    assert_eq!(evolution["data"]["images"], json!(["s1/defect-1-scaling-1.svg", "s1/front.svg"]));
    assert_eq!(evolution["data"]["defects"], json!(["# slow\n"]));
    assert_eq!(site.content("s1/front.svg").unwrap().unwrap().kind, "image/svg+xml");
    assert_eq!(data("s2.json")["data"]["text"], page);
    let known = json!([{"release": "4.12.2", "campaigns": [], "retests": {}, "sweeps": [["sweep", "s2.html", statement]]}]);
    assert_eq!(data("index.json")["known"], json!({"z3": known}));
}
