//! A campaign on a server, done by several workers: killed ones and a killed server change nothing.

use super::{Folder, HUNT, gainsay, hunt, output, summary};
use crate::support::postgres::Server;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const UNITS: &str = "600";
const PATIENCE: Duration = Duration::from_secs(300);

/// How many units of a campaign are done.
fn done(server: &Server, campaign: &str) -> i64 {
    let sql =
        format!("SELECT coalesce(sum(bit_count(done::bit(64))), 0)::bigint FROM gainsay_{campaign}.leases");
    server.client().query_one(&sql, &[]).map_or(0, |row| row.get(0))
}

fn wait_for(server: &Server, campaign: &str, units: i64) {
    let start = Instant::now();
    while done(server, campaign) < units {
        assert!(start.elapsed() < PATIENCE, "{} units are done", done(server, campaign));
        sleep(Duration::from_millis(50));
    }
}

/// Waits until so many have connected: a worker that finds no server when it begins does not wait for long.
fn wait_for_workers(server: &Server, campaign: &str, count: i64) {
    let start = Instant::now();
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'gainsay'";
    let mut client = server.client();
    let is_over = || done(server, campaign).to_string() == UNITS;
    while client.query_one(sql, &[]).unwrap().get::<_, i64>(0) < count && !is_over() {
        assert!(start.elapsed() < PATIENCE, "not all workers have connected");
        sleep(Duration::from_millis(20));
    }
}

fn worker(folder: &Folder, address: &str) -> Child {
    let more = ["-j", "1", "--schedule", "equal", "--tests", UNITS, "--campaign", address];
    gainsay(&folder.0, &[HUNT, &more].concat()).stdout(Stdio::null()).spawn().unwrap()
}

#[test]
fn killed_workers_and_a_killed_server_change_nothing() {
    let Some(server) = Server::start() else { return };
    let folder = Folder::new("shared");
    let address = server.campaign("kills");
    let mut workers: Vec<Child> = (0..3).map(|_| worker(&folder, &address)).collect();
    wait_for_workers(&server, "kills", 3);
    wait_for(&server, "kills", 60);
    workers[0].kill().unwrap();
    workers[0].wait().unwrap();
    wait_for(&server, "kills", 200);
    server.kill();
    sleep(Duration::from_millis(500));
    server.start_again();
    workers[0] = worker(&folder, &address);
    let alone = same_as_alone(&folder, workers, &address);
    // Copies either way are the same campaign.
    let (code, out, err) = output(&folder.0, &["merge", "copy", &address, "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, err) = output(&folder.0, &["merge", &server.campaign("back"), "copy", "alone", "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    let merged: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&merged["checksum"], &merged["units"]), (&alone["checksum"], &alone["units"]));
}

/// When these workers have ended, nothing is left to do, and what was done is what one machine does, whose summary is given.
fn same_as_alone(folder: &Folder, workers: Vec<Child>, address: &str) -> Value {
    for mut worker in workers {
        assert!(worker.wait().unwrap().success());
    }
    let campaign = |name| hunt(&folder.0, &["--schedule", "equal", "--tests", UNITS, "--campaign", name]);
    let (shared, alone) = (campaign(address), campaign("alone"));
    for key in ["units", "tests", "checksum", "strategies"] {
        assert_eq!(summary(&shared)[key], summary(&alone)[key], "{key}");
    }
    assert_eq!(summary(&shared)["this_run"]["tests"], 0);
    summary(&alone).clone()
}

/// A server that dies for good while another one has all that it has written.
#[test]
fn another_server_takes_over() {
    let Some(server) = Server::start() else { return };
    let standby = server.standby();
    let folder = Folder::new("failover");
    let one = server.campaign("over");
    let own = |port: u16| format!("127.0.0.1:{port}");
    let both = format!("{},{}", own(server.port()), own(standby.port()));
    let address = one.replace(&own(server.port()), &both) + "&target_session_attrs=read-write";
    let workers: Vec<Child> = (0..2).map(|_| worker(&folder, &address)).collect();
    wait_for_workers(&server, "over", 2);
    wait_for(&server, "over", 150);
    server.kill();
    standby.promote();
    same_as_alone(&folder, workers, &address);
    let twice = "SELECT count(*) FROM gainsay_over.blocks JOIN gainsay_over.leases USING (block)
        WHERE CAST(CAST(totals AS JSON) ->> 'units' AS INT) <> bit_count(done::bit(64))";
    assert_eq!(standby.client().query_one(twice, &[]).unwrap().get::<_, i64>(0), 0);
}

/// A solver that crashes on some scripts.
const CRASHES: &str =
    "case \"$(cat \"$1\")\" in *bvudiv*) echo 'Fatal: bvudiv' >&2; kill -ABRT $$;; *) echo unknown;; esac";

#[test]
fn other_machines_get_the_users_own_solver_and_the_bugs() {
    let Some(server) = Server::start() else { return };
    let (here, there) =
        (crate::support::Folder::new("shared-here"), crate::support::Folder::new("shared-there"));
    let address = server.campaign("own");
    here.program("mine", CRASHES);
    let how = ["--strategy", "bits", "--seed", "3", "--schedule", "equal", "-j", "1", "--campaign", &address];
    let ran = here.gainsay(&[&["hunt", "--solver", "mine=./mine", "--tests", "100"], &how[..]].concat());
    assert_eq!(ran.code, Some(10), "{ran:?}");
    std::fs::remove_file(here.0.join("mine")).unwrap();
    // Who goes on needs to know nothing but where the campaign is.
    let ran = there.gainsay(&["hunt", "--campaign", &address, "--tests", "200", "-j", "1"]);
    assert_eq!(ran.code, Some(10), "{ran:?}");
    let listed = there.gainsay(&["bugs", &address, "--json"]);
    let bugs: Vec<Value> = serde_json::from_str(&listed.out).unwrap();
    assert!(!bugs.is_empty(), "{listed:?}");
    let report = there.0.join("campaigns/postgres-own/bugs");
    let folder = std::fs::read_dir(&report).unwrap().next().unwrap().unwrap().path();
    assert!(std::fs::metadata(folder.join("repro.sh")).unwrap().permissions().mode() & 0o100 != 0);
    let id = bugs[0]["id"].to_string();
    let replayed = there.gainsay(&["replay", &address, &id]);
    assert_eq!(replayed.code, Some(10), "{replayed:?}");
    // Another program of the same name is another solver.
    here.program("mine", "echo unsat");
    let ran = here.gainsay(&[&["hunt", "--solver", "mine=./mine", "--tests", "300"], &how[..]].concat());
    assert!(ran.code == Some(2) && ran.err.contains("other programs of these solvers"), "{ran:?}");
    let ran = there.gainsay(&["merge", "copy", &address]);
    assert!(there.0.join("copy/bugs").join(folder.file_name().unwrap()).is_dir(), "{ran:?}");
}

#[test]
fn no_solver_is_told_the_password() {
    let folder = crate::support::Folder::new("shared-environment");
    folder.program("mine", "env > \"$(dirname \"$0\")/told\"; echo unknown");
    let mut hunt = crate::support::gainsay();
    hunt.args(["hunt", "--solver", "mine=./mine", "--strategy", "bits", "--tests", "1", "--campaign", "c"]);
    let ran =
        hunt.current_dir(&folder.0).env("PGPASSWORD", "wonderful").env("PGUSER", "me").output().unwrap();
    let told = std::fs::read_to_string(folder.0.join("told")).unwrap_or_else(|_| panic!("{ran:?}"));
    assert!(told.contains("PGUSER=me") && !told.contains("wonderful"), "{told}");
}

#[test]
fn passwords_and_certificates_are_as_for_other_programs() {
    let Some(server) = Server::start() else { return };
    let folder = crate::support::Folder::new("shared-secret");
    let (data, certificate) = (server.data(), folder.0.join("server.crt"));
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]);
    openssl.args([
        "-addext",
        "subjectAltName=DNS:localhost",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
    ]);
    let made = openssl.arg("-keyout").arg(data.join("server.key")).arg("-out").arg(&certificate).output();
    let made = made.expect("openssl comes with PostgreSQL");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    std::fs::copy(&certificate, data.join("server.crt")).unwrap();
    for file in ["server.key", "server.crt"] {
        let owner = std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(&data).unwrap());
        std::os::unix::fs::chown(data.join(file), Some(owner), None).unwrap();
        std::fs::set_permissions(data.join(file), std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let rules = std::fs::read_to_string(data.join("pg_hba.conf")).unwrap();
    let rules = format!("hostssl all me all scram-sha-256\nhost all me all reject\n{rules}");
    std::fs::write(data.join("pg_hba.conf"), rules).unwrap();
    let mut client = server.client();
    client.batch_execute("CREATE ROLE me SUPERUSER LOGIN PASSWORD 'wonder:ful'").unwrap();
    client.batch_execute("ALTER SYSTEM SET ssl = on").unwrap();
    client.batch_execute("SELECT pg_reload_conf()").unwrap();
    folder.program("mine", "echo unknown");
    let file =
        folder.write("passwords", format!("localhost:{}:*:me:wonder\\:ful\n*:*:*:me:wrong\n", server.port()));
    let run = |mode: u32, host: &str, options: &str| {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let address = format!("postgres://me@{host}:{}/postgres?campaign=secret&{options}", server.port());
        let mut hunt = crate::support::gainsay();
        hunt.args([
            "hunt",
            "--solver",
            "mine=./mine",
            "--strategy",
            "bits",
            "--tests",
            "1",
            "--campaign",
            &address,
        ]);
        hunt.current_dir(&folder.0).env("PGPASSFILE", &file).env_remove("PGPASSWORD");
        let output = hunt.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(!text.contains("wonder"), "{text}");
        (output.status.code().unwrap(), text.into_owned())
    };
    let trusted = format!("sslrootcert={}", certificate.display());
    // The server may need a moment to read its new settings.
    let start = Instant::now();
    while run(0o600, "localhost", "sslmode=require").0 == 2 && start.elapsed() < PATIENCE {
        sleep(Duration::from_millis(200));
    }
    for options in [
        "sslmode=require",
        &format!("sslmode=verify-full&{trusted}"),
        &format!("sslmode=verify-ca&{trusted}"),
    ] {
        let (code, text) = run(0o600, "localhost", options);
        assert_ne!(code, 2, "{options}: {text}");
    }
    let refused = |(code, text): (i32, String), why: &str| assert!(code == 2 && text.contains(why), "{text}");
    refused(run(0o600, "localhost", "sslmode=disable"), "reject");
    refused(run(0o644, "localhost", "sslmode=require"), "chmod 600");
    refused(run(0o600, "127.0.0.1", "sslmode=require"), "password authentication failed");
    refused(run(0o600, "127.0.0.1", &format!("sslmode=verify-full&{trusted}")), "certificate");
}
