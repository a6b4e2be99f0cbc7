//! Issues of trackers, as exported JSON or as scripts in files. Bugs are compared with them, so that known ones
//! are not reported.

use super::Resemblance;
use gainsay_engine::files::{ReadError, read};
use gainsay_engine::report::filing::{Features, Outline};
use gainsay_lang::script::Script;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An issue, with the scripts in it.
#[derive(Clone, Debug)]
pub struct Issue {
    /// Its number, or the name of its file.
    pub name: String,
    pub title: String,
    pub link: Option<String>,
    /// The whole text: crashes are recognised by their message.
    text: String,
    scripts: Vec<Sketch>,
}

/// The features of a script that are compared.
#[derive(Clone, Debug)]
struct Sketch {
    outline: Option<Outline>,
    shape: Option<String>,
    operators: BTreeSet<String>,
}

/// An exported issue; other fields are ignored.
#[derive(Deserialize)]
struct Exported {
    #[serde(alias = "iid")]
    number: Option<u64>,
    #[serde(default)]
    title: String,
    #[serde(alias = "description")]
    body: Option<String>,
    #[serde(alias = "web_url", alias = "url")]
    html_url: Option<String>,
}

/// An export with one issue or many.
#[derive(Deserialize)]
#[serde(untagged)]
enum Export {
    Many(Vec<Exported>),
    One(Exported),
}

/// The issues in a folder, and the files that could not be parsed.
pub fn read_issues(folder: &Path) -> io::Result<(Vec<Issue>, Vec<PathBuf>)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    let (mut issues, mut strange) = (Vec::new(), Vec::new());
    for path in paths {
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match ending.as_str() {
            "smt2" => {
                let Some(text) = text_of(&path, &mut strange)? else { continue };
                let scripts = vec![Sketch::of(&text)];
                issues.push(Issue { title: name.clone(), name, link: None, scripts, text });
            }
            "json" => {
                let Some(text) = text_of(&path, &mut strange)? else { continue };
                match serde_json::from_str::<Export>(&text) {
                    Ok(Export::Many(many)) => {
                        issues.extend(many.into_iter().map(|one| Issue::of(one, &name)));
                    }
                    Ok(Export::One(one)) => issues.push(Issue::of(one, &name)),
                    Err(_) => strange.push(path),
                }
            }
            _ => {}
        }
    }
    Ok((issues, strange))
}

/// The text of a file. A path that is not a text file, such as a named pipe, is added to `strange` instead.
fn text_of(path: &Path, strange: &mut Vec<PathBuf>) -> io::Result<Option<String>> {
    match read(path) {
        Ok(source) => Ok(Some(source.text)),
        Err(ReadError::Failed(error)) => Err(error),
        Err(_) => {
            strange.push(path.to_owned());
            Ok(None)
        }
    }
}

impl Issue {
    fn of(exported: Exported, file: &str) -> Issue {
        let text = exported.body.unwrap_or_default();
        Issue {
            name: exported.number.map_or(file.to_owned(), |number| format!("#{number}")),
            title: exported.title,
            link: exported.html_url,
            scripts: blocks(&text).iter().map(|block| Sketch::of(block)).collect(),
            text,
        }
    }
}

/// The code blocks with a script in them. Without any, the whole text if it is a script.
fn blocks(text: &str) -> Vec<String> {
    let fenced = text.split("```").skip(1).step_by(2);
    // The first line of a block names its language.
    let bodies = fenced.map(|block| block.split_once('\n').map_or(block, |(_, body)| body).to_owned());
    let is_script = |body: &String| body.contains("(assert");
    let scripts: Vec<String> = bodies.filter(is_script).collect();
    match scripts.is_empty() && text.trim_start().starts_with('(') && is_script(&text.to_owned()) {
        true => vec![text.to_owned()],
        false => scripts,
    }
}

impl Sketch {
    fn of(text: &str) -> Sketch {
        let script = Script::read(text);
        let question = script.question();
        let outline = Outline::of(&question);
        let used = question.usage().operators;
        Sketch {
            shape: outline.as_ref().and_then(Outline::text),
            outline,
            operators: used.iter().map(|(operator, _)| operator.op().name.to_owned()).collect(),
        }
    }
}

/// The most issues that are named with a bug.
const MOST: usize = 3;

/// The issues that may be the same as a bug, the most similar first.
pub fn resembling(bug: &Features, issues: &[Issue]) -> Vec<Resemblance> {
    let mut found: Vec<(u8, Resemblance)> = Vec::new();
    for issue in issues {
        let best = issue.scripts.iter().filter_map(|sketch| alike(bug, sketch)).min();
        let by_text = bug.signature().filter(|signature| issue.text.contains(signature));
        let reason = match by_text {
            Some(signature) => Some((0, format!("it has the signature {signature}"))),
            None => best,
        };
        if let Some((rank, why)) = reason {
            let Issue { name, title, link, .. } = issue;
            let other = Resemblance { issue: name.clone(), title: title.clone(), link: link.clone(), why };
            found.push((rank, other));
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().take(MOST).map(|(_, other)| other).collect()
}

/// How similar a script of an issue is (smaller is more similar), and why.
fn alike(bug: &Features, sketch: &Sketch) -> Option<(u8, String)> {
    if bug.shape().is_some() && bug.shape() == sketch.shape.as_deref() {
        return Some((1, "its script is the same but for names and values".to_owned()));
    }
    let own = bug.operators();
    if own.is_empty() || !own.is_subset(&sketch.operators) {
        return None;
    }
    let is_part = bug.outline()?.is_part_of(sketch.outline.as_ref()?);
    let operators = own.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    is_part.then(|| (2, format!("this remains of its script when things are left out: {operators}")))
}
