//! The pages about JSON and about the database say what there is: what commands really print, and the tables of a real campaign.

use rusqlite::Connection;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rows of the tables of a page, by the headings above them: a name, and a type.
fn tables(page: &str) -> BTreeMap<String, Vec<(String, String)>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/reference").join(page);
    let mut tables: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut heading = String::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        if let Some(title) = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
        {
            title.clone_into(&mut heading);
        } else if let Some((name, rest)) = line.strip_prefix("| `").and_then(|row| row.split_once("` | ")) {
            let kind = rest.split(' ').next().unwrap().to_owned();
            tables.entry(heading.clone()).or_default().push((name.to_owned(), kind));
        }
    }
    tables
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gainsay-schema-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }

    /// What a command prints.
    fn gainsay(&self, arguments: &[&str]) -> Vec<Value> {
        let mut command = crate::support::gainsay();
        let output = command.args(arguments).current_dir(&self.0).env("NO_COLOR", "1").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let values = serde_json::Deserializer::from_str(&text).into_iter();
        let values: Vec<Value> = values.collect::<Result<_, _>>().unwrap();
        assert!(!values.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        values
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The types that were seen at each path.
type Seen = BTreeMap<String, BTreeSet<&'static str>>;

/// Notes all paths of a value. Where the page has `*`, every key is one.
fn walk(path: &str, value: &Value, page: &BTreeSet<&str>, seen: &mut Seen) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !path.is_empty() {
        seen.entry(path.to_owned()).or_default().insert(kind);
    }
    match value {
        Value::Array(elements) => {
            elements.iter().for_each(|element| walk(&format!("{path}[]"), element, page, seen));
        }
        Value::Object(object) => {
            let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            let any = inside("*");
            for (key, value) in object {
                let inside = if page.contains(any.as_str()) { any.clone() } else { inside(key) };
                walk(&inside, value, page, seen);
            }
        }
        _ => {}
    }
}

/// What is on the page and not in the values, or the other way round.
fn compare(section: &str, rows: &[(String, String)], values: &[Value]) -> Vec<String> {
    let page: BTreeSet<&str> = rows.iter().map(|(path, _)| path.as_str()).collect();
    let mut seen = Seen::new();
    values.iter().for_each(|value| walk("", value, &page, &mut seen));
    let mut wrong = Vec::new();
    for (path, kinds) in &seen {
        let kinds = kinds.iter().copied().collect::<Vec<_>>().join(" or ");
        match rows.iter().find(|(row, _)| row == path) {
            None => wrong.push(format!("## {section}: this row is missing:  | `{path}` | {kinds} | |")),
            Some((_, documented)) => {
                let (name, may_be_null) = match documented.strip_suffix('?') {
                    Some(name) => (name, true),
                    None => (documented.as_str(), false),
                };
                let fits = |kind: &str| kind == name || kind == "null" && may_be_null;
                if !seen[path].iter().all(|kind| fits(kind)) {
                    wrong.push(format!("## {section}: `{path}` is {kinds}, and not {documented}"));
                }
            }
        }
    }
    for (path, _) in rows {
        let parent = path.rsplit_once('.').map_or("", |(parent, _)| parent);
        let is_there = parent.is_empty() || seen.get(parent).is_some_and(|kinds| kinds.contains("object"));
        // An array or a map may be empty.
        let may_be_absent = path.ends_with("[]") || path.ends_with('*');
        if is_there && !may_be_absent && !seen.contains_key(path) {
            wrong.push(format!("## {section}: `{path}` is on the page, and never printed"));
        }
    }
    wrong
}

/// A campaign with bugs of a real solver.
fn hunt(folder: &Folder) -> Vec<Value> {
    fs::create_dir(folder.0.join("seeds")).unwrap();
    for (at, more) in ["(not (= x #x80))", "(bvult x #x80)", "(bvugt x #x80)"].iter().enumerate() {
        let script = "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvnego x))";
        folder.write(&format!("seeds/{at}.smt2"), &format!("{script}(assert {more})(check-sat)"));
    }
    let solvers = ["--solver", "z3@4.12.2;z3@5.4.0", "--bisect=4.12.2,5.4.0", "--campaign", "found"];
    let how = ["hunt", "seeds", "--strategy", "concat", "--tests", "6", "-j", "1", "--json"];
    folder.gainsay(&[&how[..], &solvers].concat())
}

#[test]
fn the_page_about_json_says_what_is_printed() {
    let page = tables("json.md");
    let folder = Folder::new("json");
    let events = hunt(&folder);
    let wrong_answer = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/wrong-answer.smt2");
    folder.write(
        "q.smt2",
        "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x #x02))
         (assert (= (bvadd x #x01) #x00))(assert (foo x))(check-sat)",
    );
    fs::create_dir(folder.0.join("monday")).unwrap();
    folder.write("monday/campaign.toml", "[hunt]\ntests = 100\n");
    folder.write("m.smt2", "(define-fun x () (_ BitVec 8) #x01)");
    folder.write(
        "rules.smt2",
        "(define-weakening lt-le ((x Int) (y Int)) (< x y) (<= x y))
         (define-weakening wrong ((x Int) (y Int)) (<= x y) (< x y))",
    );
    folder.write(
        "p.smt2",
        "(set-info :status sat)(declare-const x (_ BitVec 8))(assert (bvult x (bvand x #x0f)))(check-sat)",
    );
    folder.write("n.smt2", "(declare-const n Int)(assert (< n 3))(assert (< 3 (+ n 0)))(check-sat)");
    folder.gainsay(&["prove", "p.smt2", "--out", "proof", "--json"]);
    let both = "z3@4.12.2;z3@5.4.0";
    let commands: &[(&str, &[&str])] = &[
        ("check", &["check", wrong_answer, "--solver", both, "--json"]),
        ("suite", &["suite", wrong_answer, "--solver", both, "--json"]),
        ("bugs", &["bugs", "found", "--json"]),
        ("merge", &["merge", "whole", "found", "--json"]),
        ("cluster status", &["cluster", "status", "monday", "--json"]),
        ("bisect", &["bisect", wrong_answer, "--solver", "z3", "--versions", "4.12.2,5.4.0", "--json"]),
        ("bugs replay", &["bugs", "found", "replay", "1", "--json"]),
        ("bugs recheck", &["bugs", "found", "recheck", "--solver", "z3@5.4.0", "--json"]),
        ("docket add", &["docket", "add", "found", "--json"]),
        ("docket retest", &["docket", "retest", "--solver", "z3@4.12.2", "--json"]),
        ("docket", &["docket", "--json"]),
        ("docket advisories", &["docket", "advisories", "--json"]),
        (
            "docket audit",
            &["docket", "audit", wrong_answer, "--solver", "z3@4.12.2", "--second", "z3@5.4.0", "--json"],
        ),
        ("eval", &["eval", "q.smt2", "--model", "m.smt2", "--json"]),
        ("info", &["info", "q.smt2", "--json"]),
        ("make", &["make", "bits", "--count", "3", "--json"]),
        ("prove", &["prove", "p.smt2", "q.smt2", "n.smt2", "--plain", "--ask", "cvc5", "--json"]),
        ("prove --verify", &["prove", "p.smt2", "--verify", "proof", "--json"]),
        ("reduce", &["reduce", wrong_answer, "--solver", "z3@4.12.2", "-o", "small.smt2", "--json"]),
        ("rules check", &["rules", "check", "rules.smt2", "--solver", "z3@5.4.0", "--json"]),
        ("list ops", &["list", "ops", "--json"]),
        ("solvers", &["solvers", "--json"]),
        ("solvers doctor", &["solvers", "--json", "doctor", "z3@5.4.0"]),
    ];
    let mut wrong = Vec::new();
    let mut compared = BTreeSet::new();
    let mut check = |section: String, values: &[Value]| {
        assert!(!values.is_empty(), "nothing was printed for {section}");
        match page.get(&section) {
            Some(rows) => wrong.extend(compare(&section, rows, values)),
            None => wrong.push(format!("## {section}: this section is missing")),
        }
        compared.insert(section);
    };
    let kinds: BTreeSet<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    for kind in kinds {
        let events: Vec<Value> = events.iter().filter(|event| event["event"] == kind).cloned().collect();
        check(format!("hunt: {kind}").replace("progress", "summary"), &events);
    }
    for (section, arguments) in commands {
        check((*section).to_owned(), &folder.gainsay(arguments));
    }
    let bugs = fs::read_dir(folder.0.join("found/bugs")).unwrap();
    let bugs = bugs.map(|bug| fs::read_to_string(bug.unwrap().path().join("bug.json")).unwrap());
    let bugs: Vec<Value> = bugs.map(|text| serde_json::from_str(&text).unwrap()).collect();
    check("bug.json".to_owned(), &bugs);
    let unseen: Vec<&String> = page.keys().filter(|section| !compared.contains(*section)).collect();
    assert!(unseen.is_empty(), "no command was run for {unseen:?}");
    assert!(
        wrong.is_empty(),
        "docs/src/reference/json.md differs from what is printed:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_page_about_the_database_has_its_tables() {
    let folder = Folder::new("database");
    let arguments =
        ["hunt", "--strategy", "bits", "--solver", "yices", "--tests", "1", "--campaign", "c", "--json"];
    folder.gainsay(&arguments);
    let database = Connection::open(folder.0.join("c/campaign.db")).unwrap();
    let sql = "SELECT m.name, c.name, c.type FROM sqlite_schema m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' ORDER BY m.rowid, c.cid";
    let mut real: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut statement = database.prepare(sql).unwrap();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let (table, column, kind): (String, String, String) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        real.entry(table).or_default().push((column, kind));
    }
    assert!(real.len() > 10);
    let page = tables("database.md");
    for table in real.keys().chain(page.keys()) {
        assert_eq!(
            page.get(table),
            real.get(table),
            "docs/src/reference/database.md, `{table}`: page, real table"
        );
    }
}
