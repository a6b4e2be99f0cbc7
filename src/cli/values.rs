//! Values of options: times, sizes and numbers, parsed alike on every command line and in `gainsay.toml`.

use crate::solver::Limits;
use std::time::Duration;

/// The least limit of memory in megabytes: with less, some solvers do not even start, which is not a bug.
pub const LEAST_MEMORY: u64 = 64;

/// What a solver may use for a question.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// Time for each question and solver: seconds, or as in 500ms or 2m
    #[arg(short, long, default_value_t = 10.0, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    timeout: f64,
    /// Memory for each solver: megabytes, or a size such as 512M or 4G
    #[arg(long, default_value_t = 4096, value_name = "SIZE", value_parser = megabytes)]
    memory: u64,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory << 20, ..Limits::seconds(self.timeout) }
    }
}

/// A time limit in seconds: `5`, `0.5`, `5s`, `500ms`, `2m`, `1h`.
pub fn seconds(text: &str) -> Result<f64, String> {
    let wrong =
        || "expected a number of seconds, such as 5 or 0.5, or a time such as 500ms, 5s or 2m".to_owned();
    let (number, unit) = with_unit(text).ok_or_else(wrong)?;
    let scale = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    match number * scale {
        seconds if seconds <= 0.0 => Err("must be longer than 0 s".to_owned()),
        seconds if seconds < 0.001 => Err("must be at least 1ms".to_owned()),
        seconds if seconds < 1e6 => Ok(seconds),
        _ => Err("must be less than 1000000 s".to_owned()),
    }
}

/// Megabytes of memory: `4096`, `512M`, `4G`, `4GiB`.
pub fn megabytes(text: &str) -> Result<u64, String> {
    let wrong = || "expected megabytes, such as 4096, or a size such as 512M or 4G".to_owned();
    let (number, unit) = with_unit(text).ok_or_else(wrong)?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "" | "m" | "mb" | "mib" => 1.0,
        "g" | "gb" | "gib" => 1024.0,
        "t" | "tb" | "tib" => 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let megabytes = number * scale;
    if megabytes < LEAST_MEMORY as f64 {
        return Err(format!("must be at least {LEAST_MEMORY} MB; some solvers do not even start with less"));
    }
    // A limit of 2^40 MB is as good as none, and still fits when converted to bytes.
    Ok((megabytes as u64).min(1 << 40))
}

/// A number and the unit behind it, as in `500ms` or `4 G`.
fn with_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    Some((number.parse().ok()?, unit.trim_start()))
}

/// The number of a finding.
pub fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "expected a number".to_owned())
}

/// A parser for whole numbers that are at least `least`.
pub fn at_least(least: u64) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(format!("expected a whole number, at least {least}")),
    }
}

/// A time such as `60s`, `2h`, `1h30m`, or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time, such as 60s, 90m, 2h or 1h30m".to_owned();
    let (mut total, mut rest) = (0u64, text);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..end].parse().map_err(|_| wrong())?;
        let mut after = rest[end..].chars();
        let unit = match after.next() {
            Some('s') | None => 1,
            Some('m') => 60,
            Some('h') => 3600,
            Some('d') => 86_400,
            Some(_) => return Err(wrong()),
        };
        total = number.checked_mul(unit).and_then(|more| total.checked_add(more)).ok_or_else(wrong)?;
        rest = after.as_str();
    }
    match total {
        0 if text.contains('0') => Err("must be longer than 0 s".to_owned()),
        0 => Err(wrong()),
        total => Ok(Duration::from_secs(total)),
    }
}
