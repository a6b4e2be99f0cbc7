//! How messages are worded: numbers of things, and the name that somebody may have meant.

use strsim::osa_distance;

/// `1 bug`, `2 bugs`, `3 tries`.
pub fn counted(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let plural = match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{stem}ies"),
        None if what.ends_with('s') => format!("{what}es"),
        None => format!("{what}s"),
    };
    format!("{count} {}", if count == 1 { what } else { &plural })
}

/// `once`, `2 times`.
pub fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// ` (did you mean floats?)`, where one of the names is so like the word that it is probably a slip; else nothing.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let word = word.to_lowercase();
    let distances = names.into_iter().map(|name| (osa_distance(&word, &name.to_lowercase()), name));
    let nearest = distances.min_by_key(|(distance, _)| *distance);
    // One slip in three letters.
    let is_slip = |distance: usize| distance <= word.chars().count().div_ceil(3);
    match nearest {
        Some((distance, name)) if is_slip(distance) => format!(" (did you mean {name}?)"),
        _ => String::new(),
    }
}
