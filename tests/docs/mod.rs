//! The book and the README: pages that are made from the code are up to date, links lead somewhere, and the command lines in
//! them are command lines of this program.

mod examples;
mod reference;
mod readmes;
mod schema;
mod trust;

use gainsay::cli::command;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folders that using the program makes, so that a page can speak of what is in them.
fn is_made(folder: &str) -> bool {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    ignored.lines().any(|line| line.trim_matches('/') == folder)
}

/// Where paths in backquotes may begin: at the root, or at the sources of a crate.
fn beginnings() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    crates.chain([root().to_owned(), root().join("src")]).collect()
}

/// Paths in backquotes, from the root or from a crate's `src/`, are of files and folders that exist.
#[test]
fn paths_lead_somewhere() {
    let mut bad = Vec::new();
    let mut seen = 0;
    for page in pages().into_iter().chain(pages_of_the_code()) {
        for path in fs::read_to_string(&page).unwrap().split('`').skip(1).step_by(2) {
            let is_path =
                path.contains('/') && path.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c));
            let (first, _) = path.split_once('/').unwrap_or_default();
            if !is_path
                || is_made(first)
                || !beginnings().iter().any(|beginning| beginning.join(first).is_dir())
            {
                continue;
            }
            seen += 1;
            if !beginnings().iter().any(|beginning| beginning.join(path).exists()) {
                bad.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(seen > 30, "only {seen} paths were seen");
    assert!(bad.is_empty(), "{bad:#?}");
}

/// What explains the code: the map, how to contribute, the design notes, and the READMEs of the crates.
fn pages_of_the_code() -> Vec<PathBuf> {
    let files = |folder: &str| fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let notes = files("docs/design").collect::<Vec<_>>();
    assert!(
        notes.iter().all(|note| note.extension().is_some_and(|extension| extension == "md")),
        "{notes:?}"
    );
    let readmes = files("crates").filter(|home| home.is_dir()).map(|home| home.join("README.md"));
    let mut pages = vec![root().join("ARCHITECTURE.md"), root().join("CONTRIBUTING.md")];
    pages.extend(notes.into_iter().chain(readmes));
    pages.sort();
    pages
}

/// Every design note is in the index of its folder, and none is longer than a screen.
#[test]
fn design_notes_are_short_and_in_the_index() {
    let index = fs::read_to_string(root().join("docs/design/README.md")).unwrap();
    let notes = pages_of_the_code().into_iter().filter(|page| page.starts_with(root().join("docs/design")));
    for note in notes.filter(|note| !note.ends_with("README.md")) {
        let name = note.file_name().unwrap().to_string_lossy().into_owned();
        assert!(index.contains(&format!("({name})")), "{name} is not in docs/design/README.md");
        let lines = fs::read_to_string(&note).unwrap().lines().count();
        assert!(lines <= 60, "{name} has {lines} lines");
    }
}

/// All pages of the book, and the README.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

#[test]
fn pages_made_from_the_code_are_up_to_date() {
    for (path, text) in reference::pages() {
        let written = fs::read_to_string(root().join("docs/src").join(path)).unwrap_or_default();
        assert!(written == text, "{path} is old: run `cargo run --release -p gainsay-tools --bin reference`");
    }
}

#[test]
fn the_summary_names_every_page() {
    let summary = fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    for page in pages() {
        let Ok(name) = page.strip_prefix(root().join("docs/src")) else { continue };
        let name = name.to_str().unwrap();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is in no chapter");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for page in pages().into_iter().chain(pages_of_the_code()) {
        let text = fs::read_to_string(&page).unwrap();
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split([')', ' ']).next().unwrap();
            if target.contains("://") || target.starts_with('#') {
                continue;
            }
            let path = page.parent().unwrap().join(target.split('#').next().unwrap());
            assert!(path.exists(), "{}: nothing at {target}", page.display());
            links += 1;
        }
    }
    assert!(links > 30, "only {links} links");
}

#[test]
fn command_lines_are_understood() {
    let (mut lines, mut wrong) = (0, String::new());
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        // Help texts and settings tell examples in their own way; only what a reader would paste is tried.
        let mut in_shell = false;
        for line in text.lines() {
            if let Some(kind) = line.strip_prefix("```") {
                in_shell = !in_shell && matches!(kind, "" | "sh");
                continue;
            }
            let line = line.strip_prefix("$ ").unwrap_or(line);
            let line = line
                .strip_prefix("cargo run --release -- ")
                .map_or(line.to_owned(), |rest| format!("gainsay {rest}"));
            if !in_shell || !line.starts_with("gainsay ") {
                continue;
            }
            let read = command().try_get_matches_from(words(&line));
            if let Err(error) = read {
                wrong += &format!("{}: {line}\n{error}", page.display());
            }
            lines += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(lines > 20, "only {lines} command lines");
}

/// The words of a shell's command line up to a comment, a pipe or a redirection.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, ' ') => words.push(String::new()),
            (None, '#' | '|' | '>') if words.last().is_some_and(String::is_empty) => break,
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    // A number that the shell computes is some number.
    words.iter().map(|word| if word.starts_with("$(") { "7".to_owned() } else { word.clone() }).collect()
}

/// The page on rules shows some that are shipped, and says so.
#[test]
fn the_rules_that_are_shown_are_shipped() {
    let page = fs::read_to_string(root().join("docs/src/extending/rule.md")).unwrap();
    let shown = page.split("```").nth(1).unwrap().strip_prefix("smt2\n").unwrap();
    let shipped: String = fs::read_dir(root().join("rules"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert!(shown.lines().count() > 3, "{shown}");
    for rule in shown.lines() {
        assert!(shipped.contains(rule), "{rule}");
    }
}
