//! The commands on which faults are tried: small ones that together use files, processes and databases in every
//! way.

use super::kit::{Ended, Kit};
use rusqlite::{Connection, OpenFlags};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A command, and what must hold whatever fails.
pub struct Scenario {
    pub name: &'static str,
    /// The template of the folder in which it starts.
    pub template: &'static str,
    pub arguments: &'static [&'static str],
    /// The exit code for success.
    pub done: i32,
    /// The allowed exit codes for failure.
    pub others: &'static [i32],
    /// The relevant result, as text.
    pub result: fn(&Kit, &Ended) -> Result<String, String>,
    /// An error if something that was there before is lost.
    pub intact: fn(&Kit) -> Result<(), String>,
}

/// A hunt with the given solver; `--campaign NAME --tests N` or `--units` follow.
macro_rules! hunt {
    ($solver:literal, $($more:literal),*) => {
        &["hunt", "seeds", "--config", "gainsay.toml", "--solver", $solver, "-t", "60", "--fixed-limits", "-j", "1", "--seed", "1",
          "--schedule", "equal", "--logic", "QF_BV,QF_UF", "--max-width", "4", "--json", $($more),*]
    };
}

/// Templates of folders: the name, the template on which it is based, and the commands that make it.
pub const TEMPLATES: &[(&str, &str, &[&[&str]])] = &[
    ("begun", "base", &[hunt!("imp", "--campaign", "campaign", "--tests", "30")]),
    (
        "parts",
        "base",
        &[
            hunt!("liar", "--campaign", "one", "--tests", "100", "--units", "0..50"),
            hunt!("liar", "--campaign", "two", "--tests", "100", "--units", "50..100"),
        ],
    ),
    ("bugs", "parts", &[&["merge", "--json", "whole", "one", "two"]]),
];

const PROVED: &str = "seeds/2.smt2";

/// All scenarios.
pub const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "hunt",
        template: "base",
        arguments: hunt!("imp", "--campaign", "campaign", "--tests", "40"),
        done: 0,
        others: &[2],
        result: hunted,
        intact: |kit| campaign_is_sound(kit, 0),
    },
    Scenario {
        name: "resume",
        template: "begun",
        arguments: hunt!("imp", "--campaign", "campaign", "--tests", "50"),
        done: 0,
        others: &[2],
        result: hunted,
        intact: |kit| campaign_is_sound(kit, 30),
    },
    Scenario {
        name: "bugs",
        template: "base",
        arguments: hunt!("liar", "--campaign", "campaign", "--tests", "6"),
        done: 10,
        others: &[2],
        result: found,
        intact: |kit| campaign_is_sound(kit, 0),
    },
    Scenario {
        name: "merge",
        template: "parts",
        arguments: &["merge", "whole", "one", "two"],
        done: 0,
        others: &[2],
        result: |kit, _| Ok(content(&kit.work().join("whole"))? + &files(&kit.work().join("whole/bugs"))),
        intact: |kit| ["one", "two"].into_iter().try_for_each(|part| is_whole(&kit.work().join(part))),
    },
    Scenario {
        name: "docket",
        template: "bugs",
        arguments: &["docket", "add", "--config", "gainsay.toml", "--docket", "docket", "whole"],
        done: 0,
        others: &[2],
        result: |kit, _| Ok(files(&kit.work().join("docket"))),
        intact: |kit| is_whole(&kit.work().join("whole")),
    },
    Scenario {
        name: "reduce",
        template: "base",
        arguments: &[
            "reduce",
            "seeds/0.smt2",
            "--config",
            "gainsay.toml",
            "--solver",
            "liar",
            "-t",
            "60",
            "-o",
            "small.smt2",
            "--force",
        ],
        done: 0,
        others: &[2],
        result: |kit, _| text(&kit.work().join("small.smt2")),
        intact: |_| Ok(()),
    },
    Scenario {
        name: "prove",
        template: "base",
        arguments: &["prove", PROVED, "--out", "proof"],
        done: 0,
        others: &[2],
        result: |kit, _| Ok(files(&kit.work().join("proof"))),
        intact: |_| Ok(()),
    },
    Scenario {
        name: "check",
        template: "base",
        arguments: &["check", "seeds", "--config", "gainsay.toml", "--solver", "imp", "-t", "60", "-j", "1"],
        done: 0,
        others: &[2],
        result: |_, ended| Ok(without_numbers(&ended.out)),
        intact: |_| Ok(()),
    },
    Scenario {
        name: "export",
        template: "bugs",
        arguments: &["bugs", "whole", "export", "--config", "gainsay.toml", "--out", "exported"],
        done: 0,
        others: &[2],
        result: |kit, _| Ok(files(&kit.work().join("exported"))),
        intact: |kit| is_whole(&kit.work().join("whole")),
    },
    Scenario {
        name: "site",
        template: "bugs",
        arguments: &["site", "--config", "gainsay.toml", "public", "whole"],
        done: 0,
        others: &[2],
        result: |kit, _| Ok(files(&kit.work().join("public"))),
        intact: |kit| is_whole(&kit.work().join("whole")),
    },
];

/// The counts of a campaign whose solver is honest; an error if any solver is accused.
fn hunted(kit: &Kit, ended: &Ended) -> Result<String, String> {
    let summary = summary(ended)?;
    let numbers =
        ["checksum", "units", "tests", "bugs", "alarms"].map(|key| format!("{key} {}", summary[key]));
    if summary["bugs"] != 0 || summary["alarms"] != 0 {
        return Err(format!("somebody is accused: {}", numbers.join(", ")));
    }
    Ok(numbers.join("\n") + &content(&kit.work().join("campaign"))?)
}

/// What a campaign finds in a solver with wrong models. The reduced tests, and so the number of different bugs,
/// may change with each question that could not be asked.
fn found(kit: &Kit, ended: &Ended) -> Result<String, String> {
    let summary = summary(ended)?;
    let database = open(&kit.work().join("campaign"))?;
    let kinds = rows(&database, "SELECT DISTINCT kind, solver FROM buckets WHERE bug = 1")?;
    Ok(["checksum", "units", "tests", "alarms"].map(|key| format!("{key} {}", summary[key])).join("\n")
        + &kinds)
}

fn summary(ended: &Ended) -> Result<serde_json::Value, String> {
    let last = ended.out.lines().last().ok_or("there is no summary")?;
    let summary: serde_json::Value = serde_json::from_str(last).map_err(|error| error.to_string())?;
    if summary["event"] == "summary" { Ok(summary) } else { Err(format!("no summary, but {last}")) }
}

fn open(folder: &Path) -> Result<Connection, String> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    Connection::open_with_flags(folder.join("campaign.db"), flags).map_err(|error| error.to_string())
}

fn rows(database: &Connection, query: &str) -> Result<String, String> {
    let error = |error: rusqlite::Error| format!("{query}: {error}");
    let mut statement = database.prepare(query).map_err(error)?;
    let columns = statement.column_count();
    let mut rows = statement.query([]).map_err(error)?;
    let mut text = String::new();
    while let Some(row) = rows.next().map_err(error)? {
        for at in 0..columns {
            let value: rusqlite::types::Value = row.get(at).map_err(error)?;
            write!(text, " {value:?}").map_err(|error| error.to_string())?;
        }
        text.push('\n');
    }
    Ok(text)
}

/// The contents of a campaign's database, without what depends on the clock, such as notes, and without seeds:
/// a status that cannot be stored is determined again.
fn content(folder: &Path) -> Result<String, String> {
    let database = open(folder)?;
    let queries = [
        "SELECT first, last FROM done ORDER BY first",
        "SELECT block, checksum, answers, skips FROM blocks ORDER BY block",
        "SELECT unit, kind, solver, certainty, bug, why FROM findings WHERE bug = 1 ORDER BY unit, kind",
        "SELECT key, kind, count, folder FROM buckets WHERE bug = 1 ORDER BY key",
        "SELECT unit, text FROM alarms",
    ];
    queries.iter().try_fold(String::new(), |all, query| Ok(all + "\n" + &rows(&database, query)?))
}

/// Whether the database is sound and has at least this many units, with consistent tables.
fn campaign_is_sound(kit: &Kit, units: i64) -> Result<(), String> {
    let folder = kit.work().join("campaign");
    if units == 0 && !folder.join("campaign.db").exists() {
        return Ok(());
    }
    let database = open(&folder)?;
    let check = rows(&database, "PRAGMA integrity_check")?;
    if !check.contains("\"ok\"") {
        return Err(check);
    }
    let is_empty = rows(&database, "SELECT name FROM sqlite_master WHERE name = 'done'")?.is_empty();
    if units == 0 && is_empty {
        return Ok(());
    }
    let number = |query: &str| {
        database.query_row(query, [], |row| row.get::<_, i64>(0)).map_err(|error| format!("{query}: {error}"))
    };
    let done = number("SELECT ifnull(sum(last - first + 1), 0) FROM done")?;
    let counted = number("SELECT ifnull(sum(value), 0) FROM totals WHERE name = 'units'")?;
    if done < units || done != counted {
        return Err(format!("{done} units are done of at least {units}, and {counted} are counted"));
    }
    Ok(())
}

/// Whether a campaign that was only read is complete.
fn is_whole(folder: &Path) -> Result<(), String> {
    let database = open(folder)?;
    let check = rows(&database, "PRAGMA integrity_check")?;
    let has_bugs = fs::read_dir(folder.join("bugs")).is_ok_and(|mut bugs| bugs.next().is_some());
    if check.contains("\"ok\"") && has_bugs { Ok(()) } else { Err(format!("{}: {check}", folder.display())) }
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// All files below a folder, with their text.
fn files(folder: &Path) -> String {
    let mut paths: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let text = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    let one = |path: &PathBuf| match path.is_dir() {
        true => files(path),
        false => format!("{}\n{}\n", path.display(), without_times(&text(path))),
    };
    paths.iter().map(one).collect()
}

/// The text without times, which a docket records.
fn without_times(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("\"when\"")).collect::<Vec<_>>().join("\n")
}

/// The text without numbers, some of which are times.
fn without_numbers(text: &str) -> String {
    let words = |line: &str| {
        line.split_whitespace().filter(|word| word.parse::<f64>().is_err()).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(words).collect::<Vec<_>>().join("\n")
}
