//! The folder of a defect, ready to be sent to the solver's authors.
//!
//! | file | what it is |
//! |---|---|
//! | `report.md` | what is slow, how slow, and how it grows |
//! | `defect.smt2` | the smallest script that shows it |
//! | `defect-for-N.smt2` | the same in older syntax, for solver N: targets from 0, then references |
//! | `original.smt2` | the script that showed it first |
//! | `scaling-N.svg` | the time over a size, one plot for each knob |
//! | `scaling.tsv` | the numbers of the plots |
//! | `repro.sh` | shows it with the solvers alone |

use super::defect::{Defect, Family};
use super::measure::{Ending, Runner, Timed};
use super::{Evolution, Point, defect_folder};
use crate::consult::Request;
use crate::files::WorkError;
use crate::report::plot::{Axis, Mark, Plot, Series};
use crate::report::{quote, words};
use gainsay_guests::solver::Solver;
use gainsay_lang::quote::{fenced, markdown, one_line};
use gainsay_lang::script::{Escapes, Names, Script};
use gainsay_lang::words::counted;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// Writes the folder of a defect; returns its path.
pub fn write(evolution: &Evolution<'_>, number: usize, defect: &Defect) -> Result<PathBuf, WorkError> {
    let path = defect_folder(evolution.folder, number);
    // It may hold a larger script for the same defect.
    let _ = std::fs::remove_dir_all(&path);
    let at = |name: &str| format!("defects/{number}/{name}");
    evolution.folder.write(&at("defect.smt2"), &defect.reduced)?;
    evolution.folder.write(&at("original.smt2"), &defect.original)?;
    for (number, text) in other_wordings(evolution, defect) {
        evolution.folder.write(&at(&file_for(number)), &text)?;
    }
    evolution.folder.write(&at("repro.sh"), &repro(evolution, defect))?;
    if !defect.families.is_empty() {
        evolution.folder.write(&at("scaling.tsv"), &table(&defect.families))?;
    }
    for (at_family, family) in defect.families.iter().enumerate() {
        let name = at(&format!("scaling-{}.svg", at_family + 1));
        evolution.folder.write(&name, &plot(evolution, family).svg())?;
    }
    evolution.folder.write(&at("report.md"), &report(evolution, defect))?;
    let script = path.join("repro.sh");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))
        .map_err(|source| WorkError::Write { path: script, source })?;
    Ok(path)
}

/// An ending with its time.
pub fn seconds(timed: &Timed) -> String {
    match timed.ending {
        Ending::NotDone => format!("not done in {:.2} s", timed.seconds),
        ending => format!("{} in {:.2} s", ending.word(), timed.seconds),
    }
}

fn report(evolution: &Evolution<'_>, defect: &Defect) -> String {
    let mut out = format!("# {}\n\n", markdown(&defect.summary()));
    let lines = defect.reduced.lines().count();
    // Writing to a string does not fail.
    let _ =
        writeln!(out, "`defect.smt2` ({}):\n\n{}", counted(lines, "line"), fenced("smt2", &defect.reduced));
    out.push_str(
        "## Times\n\nEach alone, in a process of its own; CPU time without what starting the solver takes",
    );
    let startup: Vec<String> = evolution
        .bench
        .runners()
        .map(|runner| format!("{:.2} s for {}", runner.startup, markdown(&runner.solver.label())))
        .collect();
    let _ = writeln!(
        out,
        " ({}).\n\n| solver | limit | answer | on the clock, with its start | steps |\n|---|---|---|---|---|",
        startup.join(", ")
    );
    for row in &defect.times {
        let work = row.timed.work.map_or("-".to_owned(), |work| work.to_string());
        let (solver, limit, answer) = (markdown(&row.solver), row.limit, seconds(&row.timed));
        let _ = writeln!(out, "| {solver} | {limit} s | {answer} | {:.2} s | {work} |", row.timed.clock);
    }
    out.push_str("\n## The same at other sizes\n\n");
    if defect.families.is_empty() {
        out.push_str("Nothing in the script can be made smaller so that the target is done.\n");
    }
    for (number, family) in (1..).zip(&defect.families) {
        let Family { what, here, growth, by_work, .. } = family;
        let (what, by) =
            (markdown(what), if *by_work { "the steps that the target counts" } else { "the target's time" });
        let _ = writeln!(
            out,
            "- in **{what}** ({here} where it was found), {by}: **{growth}**, `scaling-{number}.svg`"
        );
    }
    let (version, born, origin) = (&evolution.setup.version, defect.born, markdown(&defect.origin));
    let origin = format!("gainsay {version}, generation {born}, {origin}. `sh repro.sh` shows it.");
    let _ = writeln!(out, "\n## Where it came from\n\n{origin}");
    out
}

fn table(families: &[Family]) -> String {
    let mut out = "what\tsize\ttarget\ttarget s\ttarget steps\treference\treference s\n".to_owned();
    for family in families {
        for point in &family.points {
            let Point { size, target, reference } = point;
            let work = target.work.map_or(String::new(), |work| work.to_string());
            let timed = |timed: &Timed| format!("{}\t{:.3}", timed.ending.word(), timed.seconds);
            let (what, target, reference) = (one_line(&family.what), timed(target), timed(reference));
            let _ = writeln!(out, "{what}\t{size}\t{target}\t{work}\t{reference}");
        }
    }
    out
}

fn plot(evolution: &Evolution<'_>, family: &Family) -> Plot {
    // A logarithmic axis has no zero.
    const LEAST: f64 = 0.001;
    let series = |name: String, timed: fn(&Point) -> &Timed, done: bool| {
        let points = family.points.iter().filter(|point| (timed(point).ending != Ending::NotDone) == done);
        let points = points.map(|point| (point.size as f64, timed(point).seconds.max(LEAST)));
        Series::new(name, if done { Mark::Line } else { Mark::Dots }, points.collect())
    };
    let target = &evolution.setup.target;
    Plot {
        title: family.growth.to_string(),
        x: Axis::linear(family.what.clone()),
        y: Axis::logarithmic("seconds of CPU time"),
        series: vec![
            series(target.clone(), |point| &point.target, true),
            series(format!("{target}, not done"), |point| &point.target, false),
            series("the best reference".to_owned(), |point| &point.reference, true),
        ],
    }
}

/// The reduced script for each solver that needs other syntax, with the solver's number.
fn other_wordings(evolution: &Evolution<'_>, defect: &Defect) -> Vec<(usize, String)> {
    let script = Script::read(&defect.reduced);
    let plain = Request::bare(&script, Escapes::default()).text(Names::default()).to_owned();
    let texts = evolution.bench.runners().map(|runner| runner.wording.text(&script)).enumerate();
    texts.filter(|(_, text)| *text != plain).collect()
}

fn file_for(number: usize) -> String {
    format!("defect-for-{number}.smt2")
}

/// A POSIX shell script: exit code 0 if a reference answers and the target does not, 1 if not.
fn repro(evolution: &Evolution<'_>, defect: &Defect) -> String {
    let limit =
        defect.target().map_or(1.0, |row| if row.is_used_up() { row.limit } else { row.timed.seconds / 2.0 });
    let seconds = (limit as u64).max(1);
    let bench = evolution.bench;
    let others = other_wordings(evolution, defect);
    let file = |number: usize| match others.iter().any(|other| other.0 == number) {
        true => file_for(number),
        false => "defect.smt2".to_owned(),
    };
    let who = match bench.target.runners().count() {
        1 => "the first solver is".to_owned(),
        several => format!("the first {several} solvers are"),
    };
    let mut out = format!(
        "#!/bin/sh\n\
         # Exit code 0 if {who} not done in {seconds} s while another one is, 1 if not.\n\
         # Another build or version:  SOLVER='./build/solver --option' sh repro.sh\n\
         cd \"$(dirname \"$0\")\" || exit 2\n\
         answered() {{ grep -qE '^(sat|unsat)$'; }}\n"
    );
    let mut numbers = 0..;
    let mut ask = |runners: &mut dyn Iterator<Item = &Runner>, variable: &str, told: &str| {
        for (runner, number) in runners.zip(&mut numbers) {
            let (setting, call) = command(&runner.solver, variable, &file(number));
            let unset = if number == 0 { String::new() } else { format!("{variable}=\n") };
            let _ =
                writeln!(out, "{unset}{setting}\nif timeout {seconds} {call} | answered; then {told}; fi");
        }
    };
    ask(&mut bench.target.runners(), "SOLVER", "echo 'The defect does not show.'; exit 1");
    let shows = format!("echo 'The defect shows: not done in {seconds} s.'; exit 0");
    ask(&mut bench.references.iter(), "REFERENCE", &shows);
    out.push_str("echo 'No other solver is done, either.'\nexit 1\n");
    out
}

/// The line that sets a variable to a solver's command unless the user has set it, and the command that calls
/// it.
fn command(solver: &Solver, variable: &str, file: &str) -> (String, String) {
    let environment: Vec<String> =
        solver.environment.iter().map(|(name, value)| format!("{name}={}", quote(value))).collect();
    let environment =
        if environment.is_empty() { String::new() } else { format!("env {} ", environment.join(" ")) };
    let setting = format!("[ -n \"${variable}\" ] || {variable}={}", quote(&words(&solver.full_argv())));
    let call = match &solver.profile.stdin {
        Some(arguments) => {
            format!("sh -c \"{environment}${variable} \"{} < {file}", quote(&words(arguments)))
        }
        None => format!("sh -c \"{environment}${variable} {file}\""),
    };
    (setting, call)
}
