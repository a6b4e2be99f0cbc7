//! The solvers of a campaign on this machine, which may not be the one where it was begun; and warnings about
//! things from elsewhere.

use super::{Colour, paint};
use crate::quote::one_line;
use crate::solver::{Catalogue, Solver, SolverSpec};
use crate::store::{SolverRow, Store, is_shared};
use anyhow::{Context, bail};
use std::path::Path;

/// The solvers of a campaign, ready to be run here. Those of a campaign in a folder are where they were; for
/// one on a server, releases are installed here, and programs of the user's own are fetched from the server.
///
/// A campaign may come from anyone, and a command line is a program. Only what this user's gainsay has written
/// down or the user trusts is run; otherwise only known solvers that are installed here and have the same hash.
pub fn solvers_here(
    campaign: &Path,
    solvers: &[SolverRow],
    catalogue: &Catalogue,
) -> anyhow::Result<Vec<Solver>> {
    solvers.iter().map(|row| solver_here(campaign, row, catalogue)).collect()
}

fn solver_here(campaign: &Path, row: &SolverRow, catalogue: &Catalogue) -> anyhow::Result<Solver> {
    let is_trusted = row.is_trusted();
    if !is_shared(campaign) {
        return match is_trusted {
            true => Ok(row.clone().solver(&catalogue.profiles)),
            false => known_here(row, catalogue).map_or_else(|| refuse(campaign, row), Ok),
        };
    }
    let is_known = !row.is_own && row.arguments.is_empty() && catalogue.profiles.get(&row.profile).is_some();
    if !is_trusted && !is_known {
        return refuse(campaign, row);
    }
    if row.is_own {
        let folder = catalogue.cache.root().join("shipped");
        let fetched = Store::look_into(campaign)?.fetch_programs(row.clone(), &folder)?;
        return Ok(fetched.solver(&catalogue.profiles));
    }
    let version = Some(row.version.clone()).filter(|version| !version.is_empty());
    let name = Some(row.name.clone()).filter(|name| *name != row.profile);
    let (program, arguments) = (row.profile.clone(), row.arguments.clone());
    let spec = SolverSpec { name, program, version, arguments };
    let solver = catalogue.resolve(&spec);
    solver.with_context(|| format!("the campaign uses {}, which cannot be had here", row.label))
}

/// A known solver that is installed here or on PATH, and is the same program that the campaign used.
fn known_here(row: &SolverRow, catalogue: &Catalogue) -> Option<Solver> {
    let is_it = |solver: &Solver| {
        solver.profile.name == row.profile && solver.version == row.version && solver.digest() == row.digest
    };
    row.digest.as_ref()?;
    // Arguments can make a solver write any file.
    if !row.arguments.is_empty() {
        return None;
    }
    let found = catalogue.found().into_iter().map(|found| found.solver).find(is_it)?;
    Some(Solver { name: row.name.clone(), ..found })
}

fn refuse(campaign: &Path, row: &SolverRow) -> anyhow::Result<Solver> {
    if row.has_changed() {
        bail!(
            "{} is another program now than the one that {} was run with: `{}`. If you trust it, repeat the command with --trust, \
             which is remembered; or name solvers with --solver",
            one_line(&row.label),
            campaign.display(),
            one_line(&row.argv.join(" "))
        )
    }
    bail!(
        "{} was not made by your gainsay on this machine, and names a program that is no known solver installed here: {} runs `{}`. \
         If you trust it, repeat the command with --trust, which is remembered; or name solvers with --solver",
        campaign.display(),
        one_line(&row.label),
        one_line(&row.argv.join(" "))
    )
}

/// Warns of programs that differ from those of the campaign, before they are run.
pub fn warn_of_other_programs(rows: &[SolverRow], solvers: &[Solver]) {
    for (row, solver) in rows.iter().zip(solvers) {
        if let (Some(before), Some(now)) = (&row.digest, solver.digest())
            && *before != now
        {
            let label = one_line(&row.label);
            warn(&format!(
                "{label} is another program now: sha256 {now:.12}, and the campaign ran {before:.12}"
            ));
        }
    }
}

/// Warns of what was not read or copied because it may come from anyone.
pub fn warn_of_refused(refused: &[String]) {
    refused.iter().for_each(|why| warn(why));
}

fn warn(text: &str) {
    remark!("{}: {}", paint("warning", Colour::Yellow), one_line(text));
}
