//! The solvers of a campaign on this machine, which may not be the one where it was begun.

use crate::solver::{Catalogue, Solver, SolverSpec};
use crate::store::{SolverRow, Store, is_shared};
use anyhow::Context;
use std::path::Path;

/// The solvers of a campaign as they can be run here. Those of a campaign in a folder are where they were; of one on a server,
/// releases are installed here, too, and programs of the user's own come from the server.
pub fn solvers_here(
    campaign: &Path,
    solvers: &[SolverRow],
    catalogue: &Catalogue,
) -> anyhow::Result<Vec<Solver>> {
    let here = |row: &SolverRow| -> anyhow::Result<Solver> {
        if !is_shared(campaign) {
            return Ok(row.clone().solver(&catalogue.profiles));
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
    };
    solvers.iter().map(here).collect()
}
