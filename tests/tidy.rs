//! Invariants of ARCHITECTURE.md that the compiler cannot see, checked on the source text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its crate's folder, its module at the top level, its path, and its text without comments.
struct Source {
    home: &'static str,
    module: String,
    path: String,
    code: String,
}

/// The crates that the program is made of, in the order of their dependence, which rustc enforces.
const CRATES: [&str; 9] = [
    "crates/lang",
    "crates/eval",
    "crates/prove",
    "crates/judge",
    "crates/strategies",
    "crates/guests",
    "crates/engine",
    "crates/books",
    ".",
];

/// Crates that are functions of data alone: no files, clocks, threads or processes.
const PURE: [&str; 5] = ["crates/lang", "crates/eval", "crates/prove", "crates/judge", "crates/strategies"];

/// All folders with code.
const OURS: [&str; 9] = [
    "src",
    "crates",
    "tests",
    "examples",
    "tools/src",
    "benches/src",
    "benches/readers/src",
    "benches/peers/src",
    "benches/papers/src",
];

fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    CRATES.into_iter().flat_map(sources_of).collect()
}

fn sources_of(home: &'static str) -> Vec<Source> {
    let folder = Path::new(home).join("src");
    let files = rust_files(&folder.to_string_lossy());
    assert!(!files.is_empty(), "{home} has no code");
    files
        .into_iter()
        .map(|path| {
            let relative = path.strip_prefix(root().join(&folder)).unwrap().to_string_lossy().into_owned();
            let first = relative.split(['/', '\\']).next().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let code = text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>();
            let module = first.trim_end_matches(".rs").to_owned();
            Source { home, module, path: folder.join(relative).display().to_string(), code: code.join("\n") }
        })
        .collect()
}

/// The modules of a crate in the order of its `lib.rs`.
fn modules(home: &str) -> Vec<String> {
    let lib = fs::read_to_string(root().join(home).join("src/lib.rs")).unwrap();
    let names = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}

/// The modules of all crates in the order of their dependence.
fn layers() -> Vec<String> {
    CRATES.into_iter().flat_map(modules).collect()
}

fn assert_none(what: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let layers = layers();
    let rank = |name: &str| layers.iter().position(|layer| layer == name);
    let mut bad = Vec::new();
    for source in sources() {
        let Some(own) = rank(&source.module) else { continue };
        for used in source.code.split("crate::").skip(1) {
            let name: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if rank(&name).is_some_and(|other| other > own) {
                bad.push(format!("{} uses crate::{name}, which stands below it in lib.rs", source.path));
            }
        }
    }
    assert!(CRATES.iter().all(|home| !modules(home).is_empty()), "a lib.rs was not understood");
    assert_none("layers are mixed", bad);
}

/// Words that only the named modules may use, and why.
const RESERVED: &[(&str, &[&str], &str)] = &[
    (
        "Command::new(",
        &["solver", "cluster"],
        "only solver/ starts processes, and cluster/ the commands of Slurm",
    ),
    (
        "Instant::now(",
        &["solver", "campaign", "store", "sweep", "cli"],
        "results must not depend on the clock",
    ),
    ("SystemTime::", &["solver", "campaign", "store", "cli"], "results must not depend on the clock"),
    ("thread::spawn(", &["solver", "campaign", "cli"], "the pure parts own no threads"),
    (
        "Witness::check",
        &["eval", "refute", "rules", "horn"],
        "when a model is a witness, `evidence::witness` says, also of Horn clauses",
    ),
    ("crate::horn", &["evidence"], "nobody else needs to know how Horn clauses are decided"),
    ("gainsay_prove::horn", &["ask"], "nobody else needs to know how Horn clauses are decided"),
    ("println!(", &[], "only cli/ prints, with say! and remark!, which do not panic when nobody listens"),
    ("print!(", &[], "only cli/ prints, with print and print_aside, which do not panic when nobody listens"),
    ("clap::", &["cli"], "only cli/ knows the command line"),
    ("anyhow", &["cli"], "libraries have errors of their own"),
    ("unsafe ", &["solver"], "only solver/ talks to the system"),
    ("std::collections::HashMap", &[], "iteration order must be the same everywhere: use crate::hash"),
    ("std::collections::HashSet", &[], "iteration order must be the same everywhere: use crate::hash"),
    ("collections::{HashMap", &[], "iteration order must be the same everywhere: use crate::hash"),
];

#[test]
fn words_stay_in_their_modules() {
    let mut bad = Vec::new();
    for source in sources() {
        for (word, modules, why) in RESERVED {
            if source.code.contains(word) && !modules.contains(&source.module.as_str()) {
                bad.push(format!("{} has `{word}`: {why}", source.path));
            }
        }
    }
    assert_none("a word is out of place", bad);
}

/// Words of what a pure crate may not do. `RESERVED` keeps clocks out, and `clippy.toml` of these crates what has other names.
const IMPURE: [&str; 6] = ["fs::", "std::io", "std::net", "std::process", "std::env", "thread::"];

#[test]
fn pure_crates_touch_nothing_outside() {
    let mut bad = Vec::new();
    for source in sources().iter().filter(|source| PURE.contains(&source.home)) {
        for word in IMPURE.iter().filter(|word| source.code.contains(**word)) {
            bad.push(format!("{} has `{word}`", source.path));
        }
    }
    assert_none("a pure crate does input or output, reads a clock or owns a thread", bad);
}

#[test]
fn only_guests_may_be_unsafe() {
    let may: Vec<&str> = CRATES
        .into_iter()
        .filter(|home| {
            let lib = fs::read_to_string(root().join(home).join("src/lib.rs")).unwrap();
            !lib.contains("#![forbid(unsafe_code)]")
        })
        .collect();
    assert_eq!(may, ["crates/guests"]);
}

/// A witness may rest on proofs of ours: whoever calls this vouches for them.
#[test]
fn only_provers_vouch_for_assertions() {
    let callers = sources().into_iter().filter(|source| source.code.contains("check_proving("));
    let homes: BTreeSet<&str> = callers.map(|source| source.home).collect();
    assert_eq!(homes, BTreeSet::from(["crates/eval", "crates/prove"]));
}

/// The first cells of a page's tables that begin with a name in backquotes.
fn rows_of(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    names.map(str::to_owned).collect()
}

/// Each README has a row for each module of its crate, and ARCHITECTURE.md one for each crate and each module of the program.
#[test]
fn every_module_is_on_the_map() {
    let [crates @ .., program] = CRATES;
    for home in crates {
        let page = format!("{home}/README.md");
        assert_eq!(rows_of(&page), modules(home), "{page} lists the modules of lib.rs, in their order");
    }
    let own = modules(program).into_iter().map(|module| format!("src/{module}"));
    let map: Vec<String> = crates.into_iter().map(str::to_owned).chain(own).collect();
    assert_eq!(rows_of("ARCHITECTURE.md"), map, "the map lists crates and modules in their order");
}

/// A map that does not fit on three screens is a book.
#[test]
fn the_map_is_a_map() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(map.lines().count() <= 160, "ARCHITECTURE.md has {} lines", map.lines().count());
    let wide = map.lines().filter(|line| line.chars().count() > 120).map(str::to_owned).collect();
    assert_none("ARCHITECTURE.md has lines of more than 120 columns", wide);
}

/// An operator is one row of the table: its name stands nowhere else (values print themselves as literals).
#[test]
fn operator_names_stand_in_the_table_only() {
    let names: Vec<String> = gainsay::theory::table()
        .names()
        .iter()
        // One-letter names are too common as text; one is a word in the models that yices prints, one a strategy.
        .filter(|name| name.len() > 1 && !["default", "concat"].contains(name))
        .map(|name| format!("\"{name}\""))
        .collect();
    let mut bad = Vec::new();
    for source in sources().iter().filter(|source| !["theory", "value"].contains(&source.module.as_str())) {
        for name in names.iter().filter(|name| source.code.contains(name.as_str())) {
            bad.push(format!("{} names the operator {name}", source.path));
        }
    }
    assert_none("an operator is named outside src/theory", bad);
}

#[test]
fn nothing_is_left_undone_or_switched_off() {
    let mut bad = Vec::new();
    for path in OURS.into_iter().flat_map(rust_files) {
        if path.ends_with("tests/tidy.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for word in ["todo!(", "unimplemented!(", "#[ignore", "#[should_panic", "dbg!("] {
            if text.contains(word) {
                bad.push(format!("{} has `{word}`", path.display()));
            }
        }
    }
    assert_none("something is left undone", bad);
}

/// A test in src/ would never run: Cargo.toml says that there are none, because the library would be compiled a second time
/// for them.
#[test]
fn tests_stand_in_their_folder() {
    let mut bad = Vec::new();
    for source in sources() {
        for word in ["#[cfg(test)]", "#[test]", "cfg_attr(test"] {
            if source.code.contains(word) {
                bad.push(format!("{} has `{word}`: it belongs into tests/", source.path));
            }
        }
    }
    assert_none("a test that never runs", bad);
}

/// What `lib.rs` gives to users of the library: the module where it is defined, and its name.
fn public_names() -> Vec<(String, String)> {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let visible = lib.split("\n\n").filter(|paragraph| !paragraph.contains("#[doc(hidden)]"));
    let reexports = visible.flat_map(|paragraph| paragraph.split("pub use ").skip(1));
    reexports
        .filter_map(|reexport| {
            let mut path = reexport.split(';').next().unwrap().splitn(3, "::");
            let (_, module, names) = (path.next()?, path.next()?, path.next()?);
            let names = names.split(['{', '}', ',']).map(str::trim).filter(|name| !name.is_empty());
            Some(names.map(|name| (module.to_owned(), name.to_owned())).collect::<Vec<_>>())
        })
        .flatten()
        .collect()
}

/// What `cargo doc` shows: the public names, with their fields, variants and functions. The compiler's lint does not look into
/// hidden modules, where they are defined.
#[test]
fn what_users_of_the_library_see_has_a_sentence() {
    let public = public_names();
    let mut seen = BTreeSet::new();
    let mut bad = Vec::new();
    for Source { module, path, .. } in sources() {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let named = |word: &&&str| public.iter().any(|(home, name)| *home == module && name == **word);
        // The kind of the public item that we are in, and whether a comment stands before the line.
        let (mut inside, mut explained) = (None, false);
        for (at, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let begins = match words[..] {
                ["pub", kind @ ("struct" | "enum" | "trait" | "fn"), ref rest @ ..] => {
                    seen.extend(rest.first().filter(named).map(|name| (*name).to_owned()));
                    rest.first().filter(named).map(|_| kind)
                }
                ["impl", ..] if !line.contains(" for ") => words.iter().find(named).map(|_| "impl"),
                _ => None,
            };
            let is_member = line.strip_prefix("    ").is_some_and(|member| match inside {
                Some("struct" | "impl") => member.starts_with("pub "),
                Some("trait") => member.starts_with("fn "),
                Some("enum") => member.starts_with(char::is_uppercase),
                _ => false,
            });
            if !explained && (is_member || begins.is_some_and(|kind| kind != "impl")) {
                bad.push(format!("{path}:{}: {}", at + 1, line.trim()));
            }
            inside = if line == "}" { None } else { begins.or(inside) };
            let line = line.trim_start();
            let is_attribute = line.starts_with("#[");
            explained = line.starts_with("///") || line.starts_with("#[error") || (explained && is_attribute);
        }
    }
    assert_eq!(seen.len(), public.len(), "some of these were not found: {public:?}");
    assert_none("something public without a sentence", bad);
}

/// What stands in tests/ beside the modules of src/: checks of the book and of the source text, whole hunts for planted bugs,
/// system calls that fail, the targets of the fuzzer, what comes from elsewhere, and what tests share.
const NO_MODULES: [&str; 8] = ["docs", "faults", "fuzz", "main", "planted", "security", "support", "tidy"];

#[test]
fn tests_mirror_the_modules() {
    let modules = layers();
    let stray = fs::read_dir(root().join("tests"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| !modules.contains(name) && !NO_MODULES.contains(&name.as_str()))
        .collect();
    assert_none("tests of no module of src/", stray);
}

/// Words that stand in tests/support only: who asks the machine for a solver gets what happens to be there.
const SURROUNDINGS: [&str; 4] =
    ["CARGO_BIN_EXE_gainsay", "Catalogue::load(", "Cache::of_user(", "option_env!("];

/// `theory/check.rs` also belongs to a program in tools/, which has the user's solvers; its releases are pinned.
#[test]
fn tests_ask_the_solvers_of_the_tests() {
    let here = ["tests/support/", "tests/tidy.rs", "tests/theory/check.rs"];
    let mut bad = Vec::new();
    for path in rust_files("tests") {
        let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        if here.iter().any(|place| name.starts_with(place)) {
            continue;
        }
        let found = SURROUNDINGS.iter().filter(|word| text.contains(**word));
        bad.extend(found.map(|word| format!("{name} has `{word}`: use crate::support")));
    }
    assert_none("a test takes what is on the machine", bad);
}

#[test]
fn files_fit_in_a_head() {
    const LONGEST: usize = 600;
    let long = OURS
        .into_iter()
        .flat_map(rust_files)
        .map(|path| (fs::read_to_string(&path).unwrap().lines().count(), path))
        .filter(|(lines, _)| *lines > LONGEST)
        .map(|(lines, path)| format!("{} has {lines} lines", path.display()))
        .collect();
    assert_none("a file holds more than one idea", long);
}

#[test]
fn every_module_says_what_it_is() {
    let bad = sources()
        .into_iter()
        .map(|source| source.path)
        .filter(|path| !fs::read_to_string(root().join(path)).unwrap().starts_with("//! "))
        .collect();
    assert_none("a file without a first sentence", bad);
}
