//! Campaigns: the same number gives the same tests, nothing that was written is lost, and findings can be made again.

mod config;
mod find;
mod inside;
mod patience;
mod permutation;
mod plan;
mod resume;
mod schedule;
mod scope;
#[cfg(feature = "postgres")]
mod shared;
mod silence;
mod variants;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Seeds: the logic, the answer, and the script.
const SEEDS: &[(&str, &str, &str)] = &[
    (
        "QF_LIA",
        "sat",
        "(declare-const x Int)(declare-const y Int)(assert (< (+ x (* 2 y)) 7))(assert (> x (- y 3)))",
    ),
    (
        "QF_LIA",
        "sat",
        "(declare-const a Int)(declare-const b Int)(assert (or (= a (+ b 1)) (<= (* 3 a) (- b))))",
    ),
    (
        "QF_LIA",
        "sat",
        "(declare-const p Bool)(declare-const n Int)(assert (=> p (> n 5)))(assert (ite p (< n 9) (= n 0)))",
    ),
    ("QF_LIA", "unsat", "(declare-const x Int)(declare-const y Int)(assert (< x y))(assert (< y x))"),
    ("QF_LIA", "unsat", "(declare-const x Int)(assert (= (* 2 x) 7))(assert (or (> x 0) (<= x 0)))"),
    (
        "QF_LRA",
        "sat",
        "(declare-const r Real)(declare-const s Real)(assert (< (+ r s) 1.5))(assert (>= (- r s) 0.5))",
    ),
    (
        "QF_LRA",
        "sat",
        "(declare-const r Real)(declare-const b Bool)(assert (xor b (< r 2.0)))(assert (> (* 2.0 r) 1.0))",
    ),
    ("QF_LRA", "unsat", "(declare-const r Real)(assert (< r 1.0))(assert (not (< r 2.0)))"),
    (
        "QF_BV",
        "sat",
        "(declare-const v (_ BitVec 8))(assert (bvult (bvadd v #x03) (bvmul v #x05)))(assert (not (= v #x00)))",
    ),
    (
        "QF_BV",
        "sat",
        "(declare-const v (_ BitVec 6))(declare-const w (_ BitVec 6))(assert (= (bvand v w) (bvor v w)))",
    ),
    ("QF_BV", "unsat", "(declare-const v (_ BitVec 4))(assert (bvult v #x3))(assert (bvugt v #xc))"),
];

/// A folder of its own for a test, with seeds in it, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gainsay-campaign-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        for (at, (logic, status, text)) in SEEDS.iter().enumerate() {
            let folder = path.join("seeds").join(logic).join(status);
            std::fs::create_dir_all(&folder).unwrap();
            let script = format!("(set-logic {logic})\n{text}\n(check-sat)\n");
            std::fs::write(folder.join(format!("{at}.smt2")), script).unwrap();
        }
        Folder(path)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `gainsay`, run in a folder.
fn gainsay(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = crate::support::gainsay();
    command.args(arguments).current_dir(folder);
    command
}

fn output(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = gainsay(folder, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// Runs `gainsay hunt --json`, and gives its events.
fn hunt(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let (code, stdout, stderr) = output(folder, &[HUNT, arguments].concat());
    assert!(code == 0 || code == 10, "{stderr}");
    events(&stdout)
}

const HUNT: &[&str] = &["hunt", "--json", "seeds", "--solver", "yices", "-t", "20"];

fn events(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn summary(events: &[Value]) -> &Value {
    let last = events.last().unwrap();
    assert_eq!(last["event"], "summary");
    last
}
