//! Wording of messages: counts, times, lists, and suggestions for misspelt names.

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

/// `12,345,678`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `once`, `2 times`.
pub fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// The suffix ` (did you mean floats?)` if one of the names is close to the word, else the empty text.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let word = word.to_lowercase();
    let distances = names.into_iter().map(|name| (osa_distance(&word, &name.to_lowercase()), name));
    let nearest = distances.min_by_key(|(distance, _)| *distance);
    // At most one edit for each three letters, rounded up.
    let is_slip = |distance: usize| distance <= word.chars().count().div_ceil(3);
    match nearest {
        Some((distance, name)) if is_slip(distance) => format!(" (did you mean {name}?)"),
        _ => String::new(),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn joined<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The text on one line, cut to `longest` characters and ` ...` if it is longer.
pub fn shortened(text: &str, longest: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(longest) {
        Some((end, _)) => format!("{} ...", line[..end].trim_end()),
        None => line,
    }
}

/// A time that people can read at a glance: `0.4 s`, `45 s`, `3 min 20 s`, `2 h 5 min`.
pub fn time(seconds: f64) -> String {
    let whole = seconds as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole / 60 % 60),
    }
}
