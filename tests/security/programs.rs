//! Programs that a foreign folder names are not run before the user has said so.

use super::gainsay;
use crate::support::Folder;
use crate::support::records::{campaign, record_with, write_folder};
use rusqlite::Connection;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

const SCRIPT: &str = "(declare-const x Bool)(assert x)(check-sat)";

/// A folder with a script, a solver that leaves a trace, and a settings file that names it.
fn scene(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::set_permissions(&folder.0, Permissions::from_mode(0o755)).unwrap();
    folder.write("x.smt2", SCRIPT);
    folder.program("evil", "touch \"$(dirname \"$0\")/PWNED\"; echo sat");
    folder.write("gainsay.toml", "[solver.evil]\ncommand = ['./evil']\n");
    folder
}

fn check(folder: &Folder, more: &[&str]) -> (Option<i32>, bool, String) {
    let trace = folder.0.join("PWNED");
    let _ = std::fs::remove_file(&trace);
    let arguments = [&["check", "x.smt2", "--solver", "evil", "--no-cores"], more].concat();
    let ran = gainsay(folder, &arguments);
    (ran.code, trace.exists(), ran.err)
}

#[test]
fn a_settings_file_runs_nothing_before_it_is_trusted() {
    let folder = scene("settings");
    let (code, ran, told) = check(&folder, &[]);
    assert_eq!((code, ran), (Some(2), false), "{told}");
    assert!(told.contains("evil (./evil)") && told.contains("--trust"), "{told}");
    // Commands that run no solver go on without it.
    let listed = gainsay(&folder, &["solvers", "list"]);
    assert_eq!((listed.code, listed.err.contains("left out: gainsay.toml")), (Some(0), true), "{listed:?}");
    // By name it is the user's word, for once.
    let (code, ran, told) = check(&folder, &["--config", "gainsay.toml"]);
    assert_eq!((code, ran), (Some(0), true), "{told}");
    assert!(told.contains("using gainsay.toml, which names the programs evil (./evil)"), "{told}");
    assert_eq!(
        (check(&folder, &[]).1, check(&folder, &["--trust"]).1, check(&folder, &[]).1),
        (false, true, true)
    );
    folder.write("gainsay.toml", "[solver.evil]\ncommand = ['./evil', '--more']\n");
    assert!(!check(&folder, &[]).1, "it has changed");
    assert!(check(&folder, &["--trust"]).1);
    // What others may write to is asked about each time.
    std::fs::set_permissions(&folder.0, Permissions::from_mode(0o777)).unwrap();
    let (code, ran, told) = check(&folder, &[]);
    assert_eq!((code, ran, told.contains("others may write to")), (Some(2), false, true), "{told}");
}

#[test]
fn a_settings_file_without_programs_needs_no_trust() {
    let folder = scene("settings-plain");
    folder.write("gainsay.toml", "[hunt]\ntests = 2\nsolver = 'z3'\nstrategy = 'bits'\njobs = 1\n");
    let ran = gainsay(&folder, &["hunt", "--campaign", "c"]);
    assert_eq!((ran.code, ran.err.contains("using gainsay.toml\n")), (Some(0), true), "{ran:?}");
    folder.write("gainsay.toml", "[hunt]\ntests = 2\nsolver = 'mine=./evil'\nstrategy = 'bits'\n");
    let ran = gainsay(&folder, &["hunt", "--campaign", "d"]);
    assert_eq!((ran.code, ran.err.contains("mine=./evil")), (Some(2), true), "{ran:?}");
}

/// What a hunt writes stays in the folder: no path, no link and no server leads elsewhere.
#[test]
fn a_settings_file_writes_nothing_elsewhere_before_it_is_trusted() {
    let folder = scene("settings-writes");
    let elsewhere = Folder::new("settings-writes-elsewhere");
    std::os::unix::fs::symlink(&elsewhere.0, folder.0.join("linked")).unwrap();
    std::os::unix::fs::symlink(elsewhere.0.join("later"), folder.0.join("leads-nowhere")).unwrap();
    let usual = "tests = 1\nsolver = 'z3'\nstrategy = 'bits'\njobs = 1\n";
    for (what, name, told) in [
        ("campaign", "postgres://me@127.0.0.1:1/x?sslmode=disable", "the server postgres://me@127.0.0.1:1/x"),
        ("campaign", "linked", "the folder linked"),
        ("campaign", "linked/below", "the folder linked/below"),
        ("bugs", "leads-nowhere", "the folder leads-nowhere"),
        ("bugs", "../bugs", "the folder ../bugs"),
    ] {
        folder.write("gainsay.toml", format!("[hunt]\n{usual}{what} = '{name}'\n"));
        let ran = gainsay(&folder, &["hunt"]);
        assert_eq!((ran.code, ran.err.contains(told)), (Some(2), true), "{name}: {ran:?}");
        assert_eq!(std::fs::read_dir(&elsewhere.0).unwrap().count(), 0, "{name}");
    }
    folder.write("gainsay.toml", format!("[hunt]\n{usual}campaign = 'c/of-mine'\nbugs = 'b'\n"));
    let ran = gainsay(&folder, &["hunt"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// A description of a campaign on many machines is found in its folder, which may come from somebody else.
#[test]
fn a_campaign_on_many_machines_runs_nothing_before_it_is_trusted() {
    let folder = scene("cluster-foreign");
    for text in [
        "[hunt]\nsolver = ['evil=./evil']\ntests = 100\n[cluster]\nparts = 2\n",
        "[hunt]\nsolver = ['evil']\ntests = 100\n[cluster]\nparts = 2\n[solver.evil]\ncommand = ['./evil']\n",
    ] {
        folder.write("campaign.toml", text);
        for command in [&["cluster", "prepare"][..], &["cluster", "slurm", ".", "--submit"]] {
            let ran = gainsay(&folder, command);
            assert_eq!((ran.code, ran.err.contains("--trust")), (Some(2), true), "{ran:?}");
            assert!(!folder.0.join("PWNED").exists() && !folder.0.join("pins.toml").exists(), "{ran:?}");
        }
    }
    folder.write("campaign.toml", "[hunt]\nsolver = 'z3'\ntests = 100\n[cluster]\nbefore = ['./evil']\n");
    let ran = gainsay(&folder, &["cluster", "slurm", "--submit"]);
    assert_eq!((ran.code, ran.err.contains("the jobs' `./evil`")), (Some(2), true), "{ran:?}");
    folder.write("campaign.toml", "[hunt]\nsolver = ['evil=./evil']\ntests = 100\n");
    let ran = gainsay(&folder, &["--trust", "cluster", "prepare"]);
    assert!(folder.0.join("PWNED").exists(), "{ran:?}");
}

/// What a hunt reads becomes part of its tests and reports: files elsewhere need trust as programs do, however they are named.
#[test]
fn a_settings_file_reads_nothing_elsewhere_before_it_is_trusted() {
    let folder = scene("settings-reads");
    let elsewhere = Folder::new("settings-reads-elsewhere");
    let secret = elsewhere.write("secret.smt2", SCRIPT);
    std::fs::create_dir(folder.0.join("bench")).unwrap();
    std::os::unix::fs::symlink(&secret, folder.0.join("bench/inner.smt2")).unwrap();
    std::os::unix::fs::symlink(&elsewhere.0, folder.0.join("linked")).unwrap();
    let hunt = |line: &str, more: &[&str]| {
        let usual = "tests = 1\nsolver = 'z3'\nstrategy = 'bits'\njobs = 1\n";
        folder.write("gainsay.toml", format!("[hunt]\n{usual}{line}\n"));
        let _ = std::fs::remove_dir_all(folder.0.join("c"));
        gainsay(&folder, &[&["hunt", "--campaign", "c"], more].concat())
    };
    let whole = secret.display().to_string();
    for (what, name) in [
        ("seeds", whole.as_str()),
        ("seeds", "../*/secret.smt2"),
        ("seeds", "bench"),
        ("seeds", "be*/*.smt2"),
        ("seeds", "linked"),
        ("rules", &whole),
        ("rules", "linked/secret.smt2"),
    ] {
        let ran = hunt(&format!("{what} = ['{name}']"), &[]);
        assert_eq!(ran.code, Some(2), "{name}: {ran:?}");
        assert!(
            ran.err.contains(&format!("the {what} {name}")) && ran.err.contains("--trust"),
            "{}",
            ran.err
        );
    }
    let ran = hunt("seeds = ['bench']", &["--config", "gainsay.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    std::fs::remove_file(folder.0.join("bench/inner.smt2")).unwrap();
    folder.write("bench/own.smt2", SCRIPT);
    let ran = hunt("seeds = ['bench', './be*/*.smt2']", &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// A campaign of one's own solver, which is always wrong about what is satisfiable.
fn hunted(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.program("liar", "echo unsat");
    let how = ["--strategy", "bits", "--status", "sat", "--tests", "3", "-j", "1", "--campaign", "c", "-q"];
    let ran = gainsay(&folder, &[&["hunt", "--solver", "liar=./liar"], &how[..]].concat());
    assert_eq!(ran.code, Some(10), "{ran:?}");
    folder
}

#[test]
fn ones_own_campaign_goes_on_without_questions_also_elsewhere() {
    let folder = hunted("own-campaign");
    assert_eq!(gainsay(&folder, &["replay", "c", "1"]).code, Some(10));
    std::fs::rename(folder.0.join("c"), folder.0.join("moved")).unwrap();
    let ran = gainsay(&folder, &["hunt", "--campaign", "moved", "--tests", "4", "-q"]);
    assert_eq!(ran.code, Some(10), "{ran:?}");
}

/// Copies the campaign of a folder beside another program of the same name, which leaves a trace.
fn sent_back(from: &Folder, name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir(folder.0.join("c")).unwrap();
    std::fs::copy(from.0.join("c/campaign.db"), folder.0.join("c/campaign.db")).unwrap();
    std::fs::rename(from.0.join("home"), folder.0.join("home")).unwrap();
    folder.program("liar", "touch \"$(dirname \"$0\")/PWNED\"; echo unsat");
    folder
}

/// Changes the rows of all solvers in the database of the campaign `c`.
fn change_rows(folder: &Folder, change: &str) {
    let database = Connection::open(folder.0.join("c/campaign.db")).unwrap();
    let setup = format!(
        "UPDATE campaign SET value = {} WHERE key = 'setup'",
        change.replace("{row}", "value, '$.solvers[0]")
    );
    let solvers = format!("UPDATE solvers SET how = {}", change.replace("{row}", "how, '$"));
    assert!(database.execute(&setup, []).unwrap() + database.execute(&solvers, []).unwrap() > 1);
}

/// A seal is about one program, and not about whatever has its name in another folder.
#[test]
fn a_seal_does_not_hold_for_another_program() {
    let own = hunted("seal-own");
    let folder = sent_back(&own, "seal-sent-back");
    let ran = gainsay(&folder, &["replay", "c", "1"]);
    assert_eq!((ran.code, folder.0.join("PWNED").exists()), (Some(10), false), "its own is run: {ran:?}");
    // As it was written before paths were absolute.
    change_rows(&folder, "json_set({row}.argv[0]', './liar')");
    for command in [&["replay", "c", "1"][..], &["replay", "c", "--all"], &["hunt", "--campaign", "c"]] {
        let ran = gainsay(&folder, command);
        assert_eq!((ran.code, folder.0.join("PWNED").exists()), (Some(2), false), "{ran:?}");
    }
    let full = format!("json_set({{row}}.argv[0]', '{}')", own.0.join("liar").display());
    change_rows(&folder, &full);
    assert_eq!(gainsay(&folder, &["replay", "c", "1"]).code, Some(10));
    own.program("liar", "echo sat");
    let ran = gainsay(&folder, &["replay", "c", "1"]);
    assert_eq!((ran.code, ran.err.contains("is another program now")), (Some(2), true), "{ran:?}");
    assert_eq!(gainsay(&folder, &["replay", "c", "1", "--trust"]).code, Some(0));
}

/// Trust is in the program that was there, also without a seal.
#[test]
fn trust_in_a_program_is_not_trust_in_its_name() {
    let own = hunted("trust-own");
    let first = sent_back(&own, "trust-first");
    change_rows(
        &first,
        "json_remove(json_set({row}.argv[0]', './liar'), '$.seal', '$.digest', '$.solvers[0].seal', '$.solvers[0].digest')",
    );
    assert_eq!(gainsay(&first, &["replay", "c", "1"]).code, Some(2));
    assert_eq!(gainsay(&first, &["replay", "c", "1", "--trust"]).code, Some(10));
    assert_eq!(gainsay(&first, &["replay", "c", "1"]).code, Some(10));
    let second = sent_back(&first, "trust-second");
    let ran = gainsay(&second, &["replay", "c", "1"]);
    assert_eq!((ran.code, second.0.join("PWNED").exists()), (Some(2), false), "{ran:?}");
}

/// The advice of the refusal works: other solvers are asked, without the options that somebody else names.
#[test]
fn other_solvers_can_be_asked_about_a_foreign_campaign() {
    let own = hunted("foreign-replay");
    let folder = sent_back(&own, "foreign-replay-there");
    change_rows(
        &folder,
        "json_remove(json_set({row}.arguments', json('[\"--evil\"]')), '$.seal', '$.solvers[0].seal')",
    );
    let trace = folder.0.join("PWNED");
    let leaves_a_trace = format!("case \"$*\" in *--evil*) touch '{}';; esac; echo unsat", trace.display());
    folder.program("there/liar", &leaves_a_trace);
    let ran = gainsay(&folder, &["replay", "c", "1"]);
    assert_eq!((ran.code, ran.err.contains("or name solvers with --solver")), (Some(2), true), "{ran:?}");
    for what in ["1", "--all"] {
        let ran = gainsay(&folder, &["replay", "c", what, "--solver", "liar=./there/liar"]);
        assert_eq!((ran.code, folder.0.join("PWNED").exists()), (Some(10), false), "{ran:?}");
        assert!(ran.err.contains("asked without `--evil`"), "{ran:?}");
    }
}

#[test]
fn a_campaign_of_somebody_else_runs_no_program_of_its_own() {
    let folder = hunted("foreign-campaign");
    folder.program("evil", "touch \"$(dirname \"$0\")/PWNED\"; echo unsat");
    let database = Connection::open(folder.0.join("c/campaign.db")).unwrap();
    for (table, column) in [("campaign", "value"), ("solvers", "how")] {
        let sql = format!("UPDATE {table} SET {column} = replace({column}, '/liar', '/evil')");
        assert!(database.execute(&sql, []).unwrap() > 0);
    }
    drop(database);
    let trace = folder.0.join("PWNED");
    let commands: [&[&str]; 3] =
        [&["replay", "c", "1"], &["replay", "c", "--all"], &["hunt", "--campaign", "c", "--tests", "5"]];
    for command in commands {
        let ran = gainsay(&folder, command);
        assert_eq!((ran.code, trace.exists()), (Some(2), false), "{command:?}: {ran:?}");
        assert!(ran.err.contains("was not made by your gainsay") && ran.err.contains("evil"), "{}", ran.err);
    }
    // Who trusts it once is not asked again.
    let ran = gainsay(&folder, &["replay", "c", "1", "--trust"]);
    assert_eq!((ran.code, trace.exists()), (Some(10), true), "{ran:?}");
    // It is not the program that was hunted with, which is told before it is run.
    assert!(ran.err.contains("is another program now"), "{}", ran.err);
    assert_eq!(gainsay(&folder, &["replay", "c", "1"]).code, Some(10));
}

/// A folder of bugs may say with which options a solver has its bug: by some of them it writes files.
#[test]
fn options_in_a_folder_of_bugs_need_trust() {
    let folder = Folder::new("bugs-with-options");
    let program = serde_json::json!({
        "name": "z3", "called": "z3", "version": "4.12.2", "build": null, "platform": "linux x86_64",
        "command": "z3 bug.smt2", "arguments": ["trace-to=PWNED"],
    });
    let bug = record_with("wrong-sat", SCRIPT, serde_json::json!({ "program": program }));
    write_folder(&folder.0.join("found/bugs/one"), &bug);
    let ran = gainsay(&folder, &["bugs", "found", "bisect"]);
    assert!(ran.out.contains("its releases cannot be tried"), "{ran:?}");
    assert!(ran.err.contains("names options (trace-to=PWNED); --trust allows them"), "{ran:?}");
}

/// The same in a campaign and in a docket.
#[test]
fn options_in_a_campaign_or_a_docket_need_trust() {
    let folder = Folder::new("options-elsewhere");
    let target = folder.0.join("PWNED");
    let option = format!("solver.proof.log={}", target.display());
    let program = serde_json::json!({
        "name": "z3", "called": "z3", "version": "4.12.2", "build": null, "platform": "linux x86_64",
        "command": "z3 bug.smt2", "arguments": [option],
    });
    let bug = record_with("wrong-sat", SCRIPT, serde_json::json!({ "program": program }));
    campaign(&folder, "c", 1, &[bug], 1);
    assert_eq!(gainsay(&folder, &["docket", "-d", "docket", "add", "c"]).code, Some(0));
    change_rows(&folder, &format!("json_set({{row}}.arguments', json('[\"{option}\"]'))"));
    let commands: [&[&str]; 3] = [
        &["docket", "-d", "docket", "retest", "-s", "z3@5.4.0"],
        &["bugs", "c", "bisect", "1", "--versions", "5.4.0"],
        &["bugs", "c", "export", "--format", "md", "--recheck"],
    ];
    for command in commands {
        let ran = gainsay(&folder, command);
        let told = ran.out.clone() + &ran.err;
        assert!(told.contains("--trust allows them") && !target.exists(), "{command:?}: {ran:?}");
    }
}
