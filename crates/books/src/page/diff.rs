//! The difference between two texts, line by line.

use serde::Serialize;

/// A line, and in which of the texts it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "in", content = "line", rename_all = "lowercase")]
pub enum Line {
    Both(String),
    Old(String),
    New(String),
}

/// The most lines of texts that are compared.
const MOST_LINES: usize = 1500;

/// The difference between two texts by a longest common subsequence; `None` if they are too long.
pub fn difference(old: &str, new: &str) -> Option<Vec<Line>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    if old.len() > MOST_LINES || new.len() > MOST_LINES {
        return None;
    }
    // The length of the longest common subsequence of the rests of both texts.
    let width = new.len() + 1;
    let mut common = vec![0u16; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = match old[i] == new[j] {
                true => common[(i + 1) * width + j + 1] + 1,
                false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push(Line::Both(old[i].to_owned()));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[(i + 1) * width + j] >= common[i * width + j + 1]
        {
            lines.push(Line::Old(old[i].to_owned()));
            i += 1;
        } else {
            lines.push(Line::New(new[j].to_owned()));
            j += 1;
        }
    }
    Some(lines)
}
