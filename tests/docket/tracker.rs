//! Issues of trackers that may be about a bug.

use crate::support::Folder;
use crate::support::records::{record, record_with};
use gainsay::docket::{Resemblance, read_issues, resembling};
use gainsay::report::filing::Features;
use serde_json::json;

#[test]
fn issues_are_known_by_shape_part_and_signature() {
    let folder = Folder::new("docket-tracker");
    let body = "It says sat.\n```smt2\n(declare-const y (_ BitVec 8))\n(assert (and (bvnego (bvadd y y)) (= y y)))\n(check-sat)\n```\n";
    let export = json!([
        {"number": 7, "title": "bvnego is wrong", "body": body, "html_url": "https://example.org/7"},
        {"number": 8, "title": "crash", "body": "ASSERTION VIOLATION File: a.cpp Line: 3", "html_url": null},
        {"number": 9, "title": "no script", "body": null},
    ]);
    folder.write("export.json", export.to_string());
    folder.write("10.smt2", "(declare-const z (_ BitVec 2))(assert (bvnego z))(check-sat)");
    folder.write("broken.json", "{");
    let (issues, strange) = read_issues(&folder.0).unwrap();
    assert_eq!((issues.len(), strange.len()), (4, 1));
    let bug =
        Features::of(&record("wrong-sat", "(declare-const x (_ BitVec 2))(assert (bvnego x))(check-sat)"));
    let found: Vec<String> = resembling(&bug, &issues).iter().map(Resemblance::line).collect();
    assert_eq!(
        found,
        [
            "maybe the same as 10.smt2: 10.smt2: its script is the same but for names and values",
            "maybe the same as #7: bvnego is wrong (https://example.org/7): this remains of its script when things are left out: bvnego",
        ]
    );
    let crash = record_with("crash", "(assert true)(check-sat)", json!({"signature": "File: a.cpp Line: 3"}));
    assert_eq!(resembling(&Features::of(&crash), &issues)[0].issue, "#8");
    let other = record("wrong-sat", "(assert (bvssubo #b11 #b01))(check-sat)");
    assert!(resembling(&Features::of(&other), &issues).is_empty());
}
