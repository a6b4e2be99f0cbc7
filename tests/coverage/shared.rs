//! A campaign on a server that is guided by coverage: workers share what they keep and what they reached.

use crate::coverage::hunt::{GUIDED, coverage_of, folder, gainsay, made_again, toy_solver};
use crate::coverage::toy::Build;
use crate::support::postgres::Server;
use gainsay::store::Store;
use std::path::Path;
use std::process::Stdio;

/// Which worker has done each block, in the order of the blocks.
fn workers(server: &Server) -> Vec<String> {
    let sql = "SELECT split_part(lease, '/', 1) FROM gainsay_guided.leases WHERE complete ORDER BY block";
    server.client().query(sql, &[]).unwrap().iter().map(|row| row.get(0)).collect()
}

#[test]
fn workers_share_what_they_keep_and_what_they_reached() {
    let Some(server) = Server::start() else { return };
    let (here, there) = (folder("shared-here", Build::Edges), folder("shared-there", Build::Edges));
    let address = server.campaign("guided");
    let solver = toy_solver(&here);
    let begin = |folder: &Path, tests: &str| {
        let how = ["hunt", "--campaign", &address, "--solver", &solver, "--guide", "coverage", "-j", "1"];
        let mut hunt = crate::support::gainsay();
        hunt.args(how).args(GUIDED).args(["--tests", tests]).current_dir(folder);
        hunt.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    // Two at a time, and one that comes later and from elsewhere.
    for mut worker in [begin(&here, "800"), begin(&there, "800")] {
        // The toy never answers, which who had little to do has not noticed.
        assert!(matches!(worker.wait().unwrap().code(), Some(0 | 3)));
    }
    let before = workers(&server);
    assert_eq!(before.len(), 16);
    assert!(matches!(begin(&there, "1000").wait().unwrap().code(), Some(0 | 3)));
    let after = workers(&server);
    assert!(after[..16] == before && after[16..].iter().all(|worker| !before.contains(worker)), "{after:?}");
    // Its blocks begin with tests that others have kept.
    let store = Store::look_into(Path::new(&address)).unwrap();
    let choices = store.kept().unwrap().choices().unwrap();
    let of_others = (16..20).filter_map(|block| *choices.get(&block)?).filter(|unit| *unit < 800);
    assert!(of_others.count() > 0, "{choices:?}");

    // All of it can be made again, there and in copies either way, and has reached the same.
    let setup = made_again(Path::new(&address), 1000);
    let reached = coverage_of(&here, &address);
    assert!(reached["kept"].as_u64().unwrap() > 0 && reached["solvers"][0]["places"].as_u64().unwrap() > 20);
    let back = server.campaign("back");
    for (copy, of) in [("copy", &address), (back.as_str(), &"copy".to_owned())] {
        let (code, out, err) = gainsay(&here, &["merge", copy, of]);
        assert_eq!(code, 0, "{out}{err}");
        let path = if copy == "copy" { here.join(copy) } else { copy.into() };
        assert_eq!(made_again(&path, 1000).guide, setup.guide);
        let copied = coverage_of(&here, copy);
        assert_eq!((&copied["kept"], &copied["solvers"]), (&reached["kept"], &reached["solvers"]));
    }
}
