//! `gainsay docket advisories`: the known bugs of each release.

use super::print_data;
use crate::docket::{Advisory, Docket, advisories};
use crate::quote::markdown;
use crate::solver::release_key;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;

#[derive(clap::Args)]
pub struct Args {
    /// Only this solver
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
}

pub fn run(docket: &Docket, args: &Args, json: bool) -> anyhow::Result<()> {
    let mut all = advisories(docket);
    all.retain(|advisory| args.solver.as_ref().is_none_or(|solver| *solver == advisory.solver));
    let solvers: BTreeSet<String> = all.iter().map(|advisory| advisory.solver.clone()).collect();
    let mut page = String::new();
    let mut tables = Vec::new();
    for solver in &solvers {
        let own: Vec<&Advisory> = all.iter().filter(|advisory| advisory.solver == *solver).collect();
        let releases = releases(&own);
        let rows: Vec<_> = releases
            .iter()
            .map(|release| {
                let wrong: Vec<&str> =
                    own.iter().filter(|one| one.concerns(release)).map(|one| one.bug.as_str()).collect();
                json!({"release": release, "bugs": wrong})
            })
            .collect();
        tables.push(json!({"solver": solver, "releases": rows, "advisories": own}));
        write_page(&mut page, solver, &own, &releases);
    }
    if json {
        say!("{}", json!(tables));
        return Ok(());
    }
    print_data(&page)
}

/// All releases that are known to be right or wrong about something, the oldest first.
fn releases(advisories: &[&Advisory]) -> Vec<String> {
    let all: BTreeSet<&String> = advisories.iter().flat_map(|one| one.bad.iter().chain(&one.good)).collect();
    let mut all: Vec<String> = all.into_iter().cloned().collect();
    all.sort_by_key(|release| release_key(release));
    all
}

fn write_page(page: &mut String, solver: &str, own: &[&Advisory], releases: &[String]) {
    // Writing to a string does not fail.
    let _ = writeln!(page, "# {}: what its releases get wrong\n", markdown(solver));
    let _ = writeln!(page, "| release | known bugs |\n|---|---|");
    for release in releases {
        let wrong: Vec<String> =
            own.iter().filter(|one| one.concerns(release)).map(|one| format!("`{}`", one.bug)).collect();
        let wrong = if wrong.is_empty() { "none of these".to_owned() } else { wrong.join(", ") };
        let _ = writeln!(page, "| {} | {wrong} |", markdown(release));
    }
    let _ =
        writeln!(page, "\n| bug | bad from | to | fixed in | operators | what |\n|---|---|---|---|---|---|");
    for one in own {
        let fixed = one.fixed_in.as_deref().unwrap_or("not known");
        let operators = one.operators.join(" ");
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {} | {} |",
            one.bug,
            markdown(&one.oldest_bad),
            markdown(&one.newest_bad),
            markdown(fixed),
            markdown(&operators),
            markdown(&one.title)
        );
    }
    page.push('\n');
}
