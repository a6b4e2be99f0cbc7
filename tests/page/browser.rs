//! The page in a real browser: it moves, filters and searches; what is hostile shows as text; keyboards and phones work.

use super::chromium::Browser;
use super::server::Served;
use crate::support::Folder;
use crate::support::records::{campaign, finding, record_with, releases, tally};
use gainsay::report::BugRecord;
use gainsay::store::{Batch, Store, Tally};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// A symbol that tries to be markup, code, and the end of whatever it stands in.
const HOSTILE: &str = "</script><script>document.title='pwned'</script><img src=x onerror=\"document.title='pwned'\">'\"`${document.title='pwned'}\u{202e}\u{1b}[2J";

fn bugs() -> Vec<BugRecord> {
    let all = [
        ("4.8.17", '_'),
        ("4.12.1", '_'),
        ("4.12.2", '!'),
        ("4.12.3", '!'),
        ("4.12.6", '.'),
        ("4.13.4", '.'),
        ("5.4.0", '.'),
    ];
    let nego = record_with(
        "invalid-model",
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 8))\n; overflow of a negation\n(assert (and (bvnego x) (bvult y (bvadd x #x01))))\n(check-sat)\n(get-model)\n",
        json!({
            "fault": "a model that makes an assertion false, QF_BV with bvnego, bvult", "logic": "QF_BV",
            "why": "its model makes an assertion false", "details": ["(bvnego x) is false: x = #xff"],
            "expected": "a model under which every assertion is true", "actual": "sat, with a model that makes an assertion false",
            "model": "((define-fun x () (_ BitVec 8) #xff)\n (define-fun y () (_ BitVec 8) #x02))",
            "evidence": {"kind": "witness", "answer": "sat", "model": "(define-fun x () (_ BitVec 8) #x80)\n(define-fun y () (_ BitVec 8) #x00)", "seeds": [], "rules": []},
            "others": [{"solver": "z3@5.4.0", "answer": "sat"}, {"solver": "cvc5@1.4.2", "answer": "sat"}, {"solver": "bitwuzla@0.9.1", "answer": "sat"}],
            "correct_with": [["rewriter.hi_div0=false"]],
            "releases": releases("invalid-model", &all), "bucket": "one",
            "files": ["bug.smt2", "report.md", "seed-1.smt2", "steps.smt2"],
            "origin": {"strategy": "fusion", "seeds": ["built-in QF_BV 12"], "all_steps": 4,
                "steps": [{"rule": "bvadd by one", "at": "(bvult y x)"}], "unit": {"campaign": "monday", "finding": 1, "unit": 77, "seed": 1}},
        }),
    );
    let array = record_with(
        "wrong-sat",
        "(assert (= ((as const (Array Bool Bool)) false) (store ((as const (Array Bool Bool)) true) true false)))\n(check-sat)\n",
        json!({"fault": "sat for an unsatisfiable script, QF_AX with const, store", "bucket": "two", "expected": "unsat", "actual": "sat",
            "releases": releases("wrong-sat", &[("4.12.1", '!'), ("4.12.2", '!'), ("4.12.3", '!'), ("5.4.0", '.')])}),
    );
    let crash = record_with(
        "crash",
        "(assert (bvuaddo #b0 #b0))\n(check-sat)\n",
        json!({"fault": "crash: bv_internalize.cpp Line: 235 UNEXPECTED CODE WAS REACHED", "signature": "bv_internalize.cpp:235", "bucket": "three", "certainty": "derived"}),
    );
    let hostile = record_with(
        "wrong-unsat",
        &format!("(declare-const |{HOSTILE}| Int)\n(assert (> |{HOSTILE}| 3))\n(check-sat)\n"),
        json!({"fault": format!("unsat, {HOSTILE}"), "why": format!("it {HOSTILE}"), "details": [HOSTILE], "output": HOSTILE, "bucket": HOSTILE,
            "others": [{"solver": HOSTILE, "answer": HOSTILE}], "origin": {"strategy": HOSTILE, "seeds": [HOSTILE], "all_steps": 1, "steps": [{"rule": HOSTILE, "at": HOSTILE}], "unit": null}}),
    );
    vec![nego, array, crash, hostile]
}

/// Ten minutes of hunting before the campaign's own: plots need something to show.
fn remember(store: &mut Store, folder: &Folder) {
    let blocks = (0..60).map(|at| {
        let tests = 150 + at * at % 70;
        let counts = tally(tests);
        let shares = [("bits", 2 + at % 5), ("floats", 1 + at / 8), ("fusion", 6 - at / 12), ("terms", 2)];
        let spent = shares.map(|(strategy, share)| (strategy.to_owned(), Duration::from_secs(share)));
        let time = counts.time - 600 + at * 10;
        (1000 + at, Tally { time, time_by_strategy: spent.into(), ..counts })
    });
    store.write(&Batch { blocks: blocks.collect(), ..Batch::default() }, |_, _| Ok(None)).unwrap();
    let database = rusqlite::Connection::open(folder.0.join("monday/campaign.db")).unwrap();
    database.execute("UPDATE blocks SET time = time - 500 + block * 50 WHERE block < 9", []).unwrap();
}

/// Writes a picture for the book, if asked to.
fn keep(browser: &Browser, name: &str) {
    if std::env::var_os("GAINSAY_SCREENSHOTS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/images").join(name);
        std::fs::write(path, browser.picture()).unwrap();
    }
}

/// One browser for all of it: starting one takes seconds.
#[test]
fn the_page_works_in_a_browser() {
    let folder = Folder::new("page-browser");
    let bugs = bugs();
    let mut store = campaign(&folder, "monday", 1, &bugs, 40);
    remember(&mut store, &folder);
    let nego = folder.0.join("monday/bugs/invalid-model-z3-4.12.2-00000001");
    std::fs::write(
        nego.join("seed-1.smt2"),
        "(declare-const x (_ BitVec 8))\n(assert (bvnego x))\n(check-sat)\n",
    )
    .unwrap();
    std::fs::write(nego.join("steps.smt2"), bugs[0].script.as_str()).unwrap();
    assert_eq!(folder.gainsay(&["docket", "add", "monday"]).code, Some(0));
    assert_eq!(
        folder.gainsay(&["docket", "set", "wrong-sat", "reported", "https://example.org/issues/7"]).code,
        Some(0)
    );
    assert_eq!(
        folder
            .gainsay(&["docket", "set", "wrong-unsat", "reported", "javascript:document.title='pwned'"])
            .code,
        Some(0)
    );
    assert_eq!(
        folder
            .gainsay(&[
                "docket",
                "--by",
                "Ada",
                "set",
                "crash",
                "fixed",
                "4.12.3",
                "--why",
                "bv_internalize knows bvuaddo"
            ])
            .code,
        Some(0)
    );
    let Some(browser) = Browser::start(&folder) else { return };
    let served = Served::start(&folder, &["monday", "docket", "--address", "127.0.0.1:0"]);
    let at = |page: &str| format!("http://{}/{page}", served.address);
    browser.resize(1180, 1400);

    // The list, its filters and its search.
    browser.open(&at("s2.html"));
    assert_eq!(browser.count("ol.bugs li"), 4);
    let choose = |id: &str, value: &str| {
        browser.value(&format!("(e => {{ e.value = '{value}'; e.dispatchEvent(new Event('change')); return 1; }})(document.getElementById('filter-{id}'))"))
    };
    choose("kind", "crash");
    assert_eq!(browser.count("ol.bugs li"), 1);
    assert!(browser.text("ol.bugs").contains("fixed in 4.12.3"));
    assert_eq!(browser.value("location.hash"), "#kind=crash");
    choose("kind", "");
    choose("state", "reported");
    assert_eq!(browser.count("ol.bugs li"), 2);
    choose("state", "");
    browser.press("/store");
    assert_eq!(browser.value("document.activeElement.id"), "search");
    assert_eq!(browser.count("ol.bugs li"), 1);
    assert!(browser.text("ol.bugs").contains("QF_AX with const, store"));
    // Escape leaves the field, j goes to the bug, Enter opens it.
    browser.press("\u{e00c}");
    browser.press("j");
    assert_eq!(browser.value("document.activeElement.tagName"), "A");
    browser.press("\u{e007}");
    browser
        .wait_for("location.pathname.includes('wrong-sat') && document.querySelector('article h1') !== null");
    assert!(browser.text("main").contains("https://example.org/issues/7"));
    assert_eq!(browser.text(".strip.large i"), "!\n!\n!\n✓");

    // Two releases side by side.
    browser.open(&at("s2.html#"));
    browser.value("document.getElementById('compare').open = true");
    let compared = browser.text("#compare");
    for words in ["4.12.2", "not tried with both", "bugs that it is known to have", "monday", "tests, "] {
        assert!(compared.contains(words), "{words}: {compared}");
    }

    // A bug in full: values at subterms, the difference to the seed, commands to copy, files.
    browser.open(&at("s1.invalid-model-z3-4.12.2-00000001.html"));
    let told = browser.text("main");
    for words in [
        "Under the model below, every assertion is true",
        "(bvnego x)",
        "#xff",
        "gainsay bugs monday replay 1",
        "cvc5@1.4.2",
        "bvadd by one",
        "1 of its 4 steps",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(browser.text("ul.tree b.false").contains("= false"));
    assert!(browser.text("pre .new").contains("(bvult y"), "{}", browser.text("pre .new"));
    assert!(browser.count(".command button") >= 5 && browser.count("pre .k") > 3);
    let files = browser.value("[...document.querySelectorAll('.files a')].map(a => a.getAttribute('href'))");
    let file =
        files.as_array().unwrap().iter().find(|file| file.as_str().unwrap().ends_with("bug.smt2")).unwrap();
    let host = format!("Host: {}\r\n", served.address);
    assert_eq!(served.get(&format!("/{}", file.as_str().unwrap()), &host).2, bugs[0].script);
    keep(&browser, "page-bug.png");
    browser.prefer("dark");
    assert_ne!(
        browser.value("getComputedStyle(document.documentElement).backgroundColor"),
        "rgb(251, 250, 247)"
    );
    browser.prefer("light");

    // What is hostile is text.
    for page in [
        "s1.wrong-unsat-z3-4.12.2-00000079.html",
        "s2.wrong-unsat-z3-4.12.2-00000079.html",
        "index.html",
        "s1.html",
    ] {
        browser.open(&at(page));
        assert!(browser.text("main").contains("onerror="), "{page}");
        assert!(!browser.text("main").contains(['\u{202e}', '\u{1b}']), "{page}");
        assert_eq!(browser.count("img, main script, iframe, [onerror], a[href^=javascript]"), 0, "{page}");
        assert_eq!(
            browser.value("document.title.includes('pwned') && document.title.length < 10"),
            false,
            "{page}"
        );
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());

    // A narrow screen: nothing is wider than it.
    browser.resize(500, 900);
    for page in [
        "index.html",
        "s1.html",
        "s2.html",
        "s1.invalid-model-z3-4.12.2-00000001.html",
        "s1.wrong-unsat-z3-4.12.2-00000079.html",
    ] {
        browser.open(&at(page));
        assert_eq!(
            browser.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
            true,
            "{page}"
        );
    }
    browser.resize(1180, 1400);

    // The campaign moves while it is looked at, and what is open stays open.
    browser.open(&at("s1.html"));
    browser.value("document.querySelector('main details').open = true");
    let before = browser.text(".fact");
    let new = record_with(
        "wrong-sat",
        "(assert (< 2 1))(check-sat)",
        json!({"fault": "found just now", "bucket": "new"}),
    );
    let units: Vec<u64> = (5000..5400).collect();
    let blocks = BTreeMap::from([(100, tally(400))]);
    let batch = Batch { units, blocks, findings: vec![finding(5000, &new)], ..Batch::default() };
    let home = folder.0.join("monday/bugs/wrong-sat-z3-4.12.2-new");
    store
        .write(&batch, |_, _| {
            crate::support::records::write_folder(&home, &new);
            Ok(Some(home.clone()))
        })
        .unwrap();
    browser.wait_for("document.querySelector('ol.bugs').textContent.includes('found just now')");
    assert!(browser.text("figure.wide").contains("What the scheduler gives time to"));
    assert_ne!(browser.text(".fact"), before);
    assert!(browser.text("h1").contains("running") && browser.text(".live") == "live");
    assert_eq!(browser.value("document.querySelector('main details').open"), true);
    keep(&browser, "page-campaign.png");
    browser.open(&at("index.html"));
    keep(&browser, "page-home.png");
    assert_eq!(browser.complaints(), Vec::<String>::new());

    // The same as files, without a server.
    let ran = folder.gainsay(&["site", "out", "monday", "docket"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    browser.open(&format!("file://{}", folder.0.join("out/index.html").display()));
    assert_eq!(browser.count("ol.bugs li"), 5, "{}", browser.text("ol.bugs"));
    browser.value("document.querySelector('ol.bugs a').click()");
    browser.wait_for("document.querySelector('article h1') !== null");
    assert_eq!(browser.value("getComputedStyle(document.querySelector('pre')).borderRadius"), "8px");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
