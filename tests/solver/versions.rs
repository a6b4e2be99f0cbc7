//! Versions: how solvers tell them, and how they are ordered and named.

use gainsay::solver::{Manifest, release_key, release_name, version_in, version_key};

#[test]
fn versions_are_ordered_and_known_by_all_their_names() {
    assert!(version_key("4.8.9") < version_key("4.8.10"));
    let manifest = |version: &str, package_version: &str| Manifest {
        version: version.into(),
        package_version: package_version.into(),
        ..Manifest::default()
    };
    let old = manifest("4.8.0", "4.8.0.0.post1");
    assert!(["4.8.0", "4.8", "4.8.0.0.post1", "4.8.0.post1"].iter().all(|name| old.has_version(name)));
    assert!(!["4.8.1", "4.8.0.post2", "4.8.10"].iter().any(|name| old.has_version(name)));
    assert!(manifest("4.8.10", "4.8.10.0").has_version("4.8.10"));
    assert_eq!(release_key("4.8.10.0.post1"), release_key("4.8.10"));
    let names = ["4.8.10.0", "4.8.0.0.post1", "1.3.0", "0.9"].map(release_name);
    assert_eq!(names, ["4.8.10", "4.8.0.post1", "1.3.0", "0.9"]);
}

#[test]
fn versions_are_found_in_what_solvers_say() {
    let cases = [
        ("Z3 version 4.8.10 - 64 bit", "4.8.10"),
        ("This is cvc5 version 1.0.3\ncompiled with GCC version 12.2.0", "1.0.3"),
        ("Yices 2.6.5\nCopyright SRI International.", "2.6.5"),
        ("MathSAT5 version 5.6.11 (abc) (Jun 1 2024)", "5.6.11"),
        ("0.9.1-dev\n", "0.9.1-dev"),
    ];
    for (text, version) in cases {
        assert_eq!(version_in(text).as_deref(), Some(version), "{text}");
    }
    assert_eq!(version_in("usage: foo [options]"), None);
}
