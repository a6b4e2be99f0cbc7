//! The page Trust: the tests that it names exist, and its figures are those of the source.

use super::{beginnings, root};
use std::fs;
use std::path::{Path, PathBuf};

fn page() -> String {
    fs::read_to_string(root().join("docs/src/trust.md")).unwrap()
}

/// The cells of the rows of a chapter's table, without its head.
fn rows<'a>(page: &'a str, chapter: &str) -> Vec<Vec<&'a str>> {
    let text = page.split(&format!("\n## {chapter}\n")).nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// The words in backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether this is a test, or a module of tests: `solver::answer::outcomes`.
fn exists(name: &str) -> bool {
    let file_of = |modules: &str| -> Option<PathBuf> {
        let path = root().join("tests").join(modules.replace("::", "/"));
        [path.with_extension("rs"), path.join("mod.rs")].into_iter().find(|path| path.is_file())
    };
    let (modules, test) = name.rsplit_once("::").unwrap();
    let is_test = |path: PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.contains(&format!("#[test]\nfn {test}() {{"))
    };
    file_of(name).is_some() || file_of(modules).is_some_and(is_test)
}

#[test]
fn every_test_that_is_named_exists() {
    let page = page();
    let named: Vec<&str> = quoted(&page).filter(|word| word.contains("::")).collect();
    assert!(named.len() > 30, "only {named:?}");
    let missing: Vec<&&str> = named.iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(!exists("solver::answer::no_such_test") && !exists("no::such"));
}

#[test]
fn every_false_accusation_has_a_test_or_says_that_it_has_none() {
    let page = page();
    let rows = rows(&page, "Every false accusation so far");
    assert!(rows.len() > 30, "{}", rows.len());
    for row in &rows {
        let [_, _, _, test] = row[..] else { panic!("{row:?}") };
        assert!(quoted(test).any(|word| word.contains("::")) || test.starts_with("no test"), "{row:?}");
    }
    assert!(rows.is_sorted_by_key(|row| row[0]), "the rows are in the order of their dates");
}

/// Where a module is, which is a file or a folder.
fn source_of(module: &str) -> PathBuf {
    let places = beginnings().into_iter().map(|beginning| beginning.join(module));
    let found = { places }.find(|path| path.is_dir() || path.with_extension("rs").is_file());
    found.unwrap_or_else(|| panic!("no module {module}"))
}

/// The lines of a module.
fn lines(path: &Path) -> usize {
    if path.is_dir() {
        return fs::read_dir(path).unwrap().map(|entry| lines(&entry.unwrap().path())).sum();
    }
    let path = path.with_extension("rs");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).lines().count()
}

/// A figure of the page is right if it is not off by more than a tenth: it is for readers.
fn is_about(figure: &str, actual: usize) -> bool {
    let figure: usize = figure.split(' ').next().unwrap().replace(',', "").parse().unwrap();
    figure.abs_diff(actual) * 10 <= actual
}

#[test]
fn the_lines_that_are_trusted_are_counted() {
    let page = page();
    let rows = rows(&page, "What it rests on");
    assert!(rows.len() > 8, "{rows:?}");
    for row in rows {
        let actual = quoted(row[0]).map(|module| lines(&source_of(module))).sum();
        assert!(is_about(row[1], actual), "{}: {actual} lines, not {}", row[0], row[1]);
    }
}

#[test]
fn the_tests_are_counted() {
    fn count(path: &Path) -> usize {
        if path.is_dir() {
            return fs::read_dir(path).unwrap().map(|entry| count(&entry.unwrap().path())).sum();
        }
        fs::read_to_string(path).unwrap_or_default().lines().filter(|line| line.trim() == "#[test]").count()
    }
    let page = page();
    let rows = rows(&page, "How it is tested");
    let told = rows.iter().find(|row| row[0] == "tests").unwrap()[2];
    let actual = count(&root().join("tests"));
    assert!(is_about(told, actual), "{actual} tests, not {told}");
}
