//! A real Slurm with three nodes on this machine: an array of twelve parts, and a node that dies in the middle; and parts whose time
//! is up before they are done.

use crate::support::{Folder, gainsay, home, program, real};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const PROGRAMS: [&str; 6] = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"];

/// Asks for these tests, which take some minutes and a Slurm.
const WANTED: &str = "GAINSAY_SLURM";

/// Whether the test is wanted, and the programs of Slurm are installed and may be used: its daemons want to be root.
fn is_there() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]).collect();
    let found = |program: &&str| places.iter().any(|place| place.join(program).is_file());
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let missing: Vec<&str> = PROGRAMS.into_iter().filter(|program| !found(program)).collect();
    let is_wanted = std::env::var_os(WANTED).is_some();
    if is_wanted && missing.is_empty() && is_root {
        return true;
    }
    assert!(
        !is_wanted,
        "{WANTED} is set, but Slurm cannot be used: not installed: {missing:?}, root: {is_root}"
    );
    // Not with a macro: what they print is only shown when a test fails.
    let _ = writeln!(std::io::stderr(), "\nLEFT OUT: the test with a real Slurm, which {WANTED}=1 asks for");
    false
}

/// The daemons, which end with it.
struct Slurm {
    folder: PathBuf,
}

impl Slurm {
    fn start(folder: &Path, more: &str) -> Slurm {
        for name in ["munge", "state", "log"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let ports: Vec<u16> = free_ports();
        let nodes: Vec<String> = ports[1..].iter().enumerate().map(|(at, port)| {
            format!("NodeName=n{} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN\n", at + 1)
        }).collect();
        let d = folder.display();
        let config = CONFIG.replace("$D", &d.to_string()).replace("$PORT", &ports[0].to_string());
        fs::write(
            folder.join("slurm.conf"),
            config
                + more
                + &nodes.concat()
                + "PartitionName=p Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n",
        )
        .unwrap();
        let mut key = vec![0; 128];
        std::io::Read::read_exact(&mut fs::File::open("/dev/urandom").unwrap(), &mut key).unwrap();
        fs::write(folder.join("munge.key"), key).unwrap();
        set_mode(&folder.join("munge.key"), 0o400);
        set_mode(folder, 0o755);
        set_mode(&folder.join("munge"), 0o711);
        let slurm = Slurm { folder: folder.to_owned() };
        let munge = |option: &str, file: &str| format!("--{option}={d}/{file}");
        slurm.run(
            "munged",
            &[
                "--force",
                "--num-threads=1",
                &munge("key-file", "munge.key"),
                &munge("socket", "munge/munge.sock"),
                &munge("pid-file", "munge/munged.pid"),
                &munge("log-file", "munge/munged.log"),
                &munge("seed-file", "munge/seed"),
            ],
        );
        slurm.run("slurmctld", &[]);
        (1..=3).for_each(|node| drop(slurm.run("slurmd", &["-N", &format!("n{node}")])));
        // The controller listens some seconds after it was started.
        let idle = || slurm.command("sinfo").args(["-h", "-t", "idle", "-o", "%D"]).output().unwrap().stdout;
        wait_for("three nodes", || idle().trim_ascii() == b"3");
        slurm
    }

    /// `gainsay cluster ..` in the folder, which must succeed; gives what it printed.
    fn gainsay(&self, arguments: &[&str]) -> String {
        let ran = self
            .command(program().to_str().unwrap())
            .args(["--trust", "cluster"])
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    }

    fn wait_for_the_end(&self) {
        let queued =
            || self.print("squeue", &["-h", "-t", "pending,running,completing,configuring,requeued"]);
        wait_for("the end of all jobs", || queued().trim().is_empty());
    }

    /// How often each task of the array was begun again.
    fn restarts(&self) -> Vec<u64> {
        let jobs = self.print("scontrol", &["show", "job", "--oneliner"]);
        let tasks = jobs.lines().filter(|job| job.contains(" ArrayTaskId="));
        let word = |job: &str| job.split(" Restarts=").nth(1)?.split(' ').next()?.parse().ok();
        tasks.filter_map(word).collect()
    }

    fn command(&self, program: &str) -> Command {
        let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin";
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.join("slurm.conf")).env("PATH", path);
        command
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let output = self.command(program).args(arguments).output().unwrap();
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    fn print(&self, program: &str, arguments: &[&str]) -> String {
        String::from_utf8(self.run(program, arguments).stdout).unwrap()
    }

    /// A node dies in the middle of a part: its daemon, and all that runs there. Whoever would tell of the death of others goes
    /// first. Nothing happens, and it is not said that it did, while no part runs there.
    fn kill_node(&self, node: &str) -> bool {
        let marks = [format!("SLURMD_NODENAME={node}\0"), format!("SLURM_CONF={}", self.folder.display())];
        let is_there = |process: &&PathBuf| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            marks.iter().all(|mark| String::from_utf8_lossy(&environment).contains(mark))
        };
        let processes: Vec<PathBuf> =
            fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path()).collect();
        let running: Vec<&PathBuf> = processes.iter().filter(is_there).collect();
        let parents: Vec<String> = running.iter().filter_map(|process| parent_of(process)).collect();
        let is_step = |id: &&String| {
            fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.starts_with("slurmstepd"))
        };
        let steps: Vec<&String> = parents.iter().filter(is_step).collect();
        if steps.is_empty() {
            return false;
        }
        steps.into_iter().for_each(|id| kill(id));
        kill(fs::read_to_string(self.folder.join(format!("slurmd.{node}.pid"))).unwrap().trim());
        running.iter().for_each(|process| kill(&process.file_name().unwrap().to_string_lossy()));
        true
    }
}

fn parent_of(process: &Path) -> Option<String> {
    let status = fs::read_to_string(process.join("status")).ok()?;
    Some(status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().to_owned())
}

impl Drop for Slurm {
    fn drop(&mut self) {
        let files = ["slurmd.n1.pid", "slurmd.n2.pid", "slurmd.n3.pid", "slurmctld.pid", "munge/munged.pid"];
        let _ = self.command("scancel").args(["--user=root"]).output();
        for pid in files.iter().filter_map(|file| fs::read_to_string(self.folder.join(file)).ok()) {
            let _ = Command::new("kill").arg(pid.trim()).output();
        }
    }
}

fn kill(pid: &str) {
    let _ = Command::new("kill").args(["-9", pid]).output();
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
}

/// One for the controller, and one for each node.
fn free_ports() -> Vec<u16> {
    let listeners: Vec<TcpListener> = (0..4).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().port()).collect()
}

/// `$D` is the folder. A node that does not answer for 5 s is taken for dead.
const CONFIG: &str = "\
ClusterName=t
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$PORT
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$D/munge/munge.sock,cred_expire=5
CredType=cred/munge
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool.%n
SlurmctldPidFile=$D/slurmctld.pid
SlurmdPidFile=$D/slurmd.%n.pid
SlurmctldLogFile=$D/log/slurmctld.log
SlurmdLogFile=$D/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
KillWait=5
MinJobAge=3600
";

const PARTS: u64 = 12;
/// So many that a part lasts for seconds, and its node can die in the middle.
const TESTS: &str = "7200";

/// Waits for something that happens sooner or later.
fn wait_for(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < Duration::from_secs(600), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// The campaign that one machine does, and its summary.
fn alone(folder: &Folder, solver: &str) -> Value {
    let hunt = ["hunt", "--config", "monday/campaign.toml", "-j", "1", "--json", "--campaign", "alone"];
    let alone = gainsay().args(hunt).args(["--solver", solver]).current_dir(&folder.0).output().unwrap();
    let alone = String::from_utf8(alone.stdout).unwrap();
    serde_json::from_str(alone.lines().last().unwrap()).unwrap()
}

/// What was merged must be whole.
fn merged(campaign: &Path) -> Value {
    let merged =
        gainsay().args(["merge", "merged", "merged", "--json"]).current_dir(campaign).output().unwrap();
    assert_eq!(merged.status.code(), Some(0), "{}", String::from_utf8_lossy(&merged.stderr));
    serde_json::from_slice(&merged.stdout).unwrap()
}

/// Folders of parts that nobody has removed.
fn leftover(folder: &Folder) -> usize {
    let names = fs::read_dir(&folder.0).unwrap().flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().starts_with("gainsay-")).count()
}

#[test]
fn twelve_parts_on_three_nodes_one_of_which_dies_are_what_one_machine_does() {
    if !is_there() {
        return;
    }
    let folder = Folder::new("slurm");
    let slurm = Slurm::start(&folder.0, "RequeueExit=75\n");
    let campaign = folder.0.join("monday");
    folder.write(
        "monday/campaign.toml",
        format!(
            "[hunt]\nsolver = \"z3@4.12.2\"\ntests = {TESTS}\nstrategy = \"swarm,bv_few_sat,bv_few_unsat\"\nschedule = \"equal\"
             timeout = \"3s\"\n
             [cluster]\nparts = {PARTS}\nprogram = \"{}\"\nscratch = \"{}\"\n",
            program().display(),
            folder.0.display()
        ),
    );
    // The cache of all tests is the shared one here, so that nothing is installed twice.
    std::os::unix::fs::symlink(home(), campaign.join("solvers")).unwrap();
    let alone = alone(&folder, "z3@4.12.2");
    slurm.gainsay(&["slurm", "monday", "--submit"]);
    wait_for("a part on the second node", || slurm.kill_node("n2"));
    slurm.wait_for_the_end();
    let status: Value = serde_json::from_str(&slurm.gainsay(&["status", "monday", "--json"])).unwrap();
    assert_eq!((&status["done"], &status["units"]), (&PARTS.into(), &alone["units"]), "{status}");
    assert!(slurm.restarts().iter().any(|times| *times > 0), "the part of the dead node was begun again");
    let merged = merged(&campaign);
    for what in ["units", "tests", "checksum", "bugs"] {
        assert_eq!(merged[what], alone[what], "{what}");
    }
    assert!(leftover(&folder) <= 1, "only the node that died leaves its scratch behind");
}

/// Parts last for more than a minute and jobs for less: Slurm warns, the part is saved, and goes on in another turn. `before` is what the
/// jobs do first.
fn time_is_up(name: &str, config: &str, before: &str) {
    if !is_there() {
        return;
    }
    let folder = Folder::new(name);
    let slurm = Slurm::start(&folder.0, config);
    let campaign = folder.0.join("monday");
    let solver = real("z3");
    // However fast the machine is.
    folder.program("slow", &format!("sleep 0.1\nexec '{}' \"$@\"", solver.argv[0]));
    folder.write(
        "monday/campaign.toml",
        format!(
            "[hunt]\nsolver = \"mine={0}/slow\"\ntests = 1200\nstrategy = \"bv_few_sat\"\nschedule = \"equal\"\n
             [cluster]\nparts = 2\nprogram = \"{1}\"\nscratch = \"{0}\"\nminutes = 1\nslurm = [\"--signal=B:USR1@15\"]
             before = [{before:?}]\n",
            folder.0.display(),
            program().display()
        ),
    );
    std::os::unix::fs::symlink(home(), campaign.join("solvers")).unwrap();
    slurm.gainsay(&["slurm", "monday", "--submit"]);
    let alone = alone(&folder, &format!("mine={}", solver.argv[0]));
    slurm.wait_for_the_end();
    let restarts = slurm.restarts();
    assert!(restarts.len() == 2 && restarts.iter().all(|times| *times > 0), "{restarts:?}");
    let merged = merged(&campaign);
    for what in ["units", "tests", "checksum", "bugs"] {
        assert_eq!(merged[what], alone[what], "{what}");
    }
    assert_eq!(leftover(&folder), 0);
}

#[test]
fn a_part_whose_time_is_up_asks_for_another_turn() {
    time_is_up("slurm-requeue", "", "true");
}

#[test]
fn where_users_may_not_requeue_the_exit_code_does() {
    time_is_up("slurm-exit", "RequeueExit=75\n", "scontrol() { return 1; }");
}
