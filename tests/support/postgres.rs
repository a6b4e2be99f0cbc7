//! A PostgreSQL server for one test, on a free local port, removed with the test.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub struct Server {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    /// A shell that kills the server when its input ends, also if this process dies.
    guard: Mutex<Child>,
}

/// How long a server may take to start or stop on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
const USER: &str = "postgres";

impl Server {
    /// Starts a server. `None`, with a message, if PostgreSQL is not installed.
    pub fn start() -> Option<Server> {
        let Some(programs) = programs() else {
            eprintln!("left out: PostgreSQL is not installed (initdb and postgres are not found)");
            return None;
        };
        let folder = own_folder();
        run(as_user(&programs.join("initdb"))
            .args(["-A", "trust", "-U", USER, "--no-sync", "-D"])
            .arg(folder.join("data")));
        Some(Server::begin(programs, folder))
    }

    /// Starts a server on existing data.
    fn begin(programs: PathBuf, folder: PathBuf) -> Server {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let guard = Mutex::new(guarded(&programs, &folder, port));
        let server = Server { folder, programs, port, guard };
        server.wait();
        server
    }

    /// Starts a synchronous standby: from now on nothing is committed here before it is there.
    pub fn standby(&self) -> Server {
        let folder = own_folder();
        let port = self.port.to_string();
        run(as_user(&self.programs.join("pg_basebackup"))
            .args(["-h", "127.0.0.1", "-p", &port, "-U", USER, "--no-sync", "-c", "fast", "-R", "-D"])
            .arg(folder.join("data")));
        let standby = Server::begin(self.programs.clone(), folder);
        // Only now, since the standby's copy has no standby of its own to wait for.
        let mut client = self.client();
        client.batch_execute("ALTER SYSTEM SET synchronous_standby_names = '*'").unwrap();
        client.batch_execute("SELECT pg_reload_conf()").unwrap();
        let follows = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
        let start = Instant::now();
        while client.query(follows, &[]).unwrap().is_empty() {
            assert!(start.elapsed() < PATIENCE, "the second server does not follow the first one");
            sleep(Duration::from_millis(50));
        }
        standby
    }

    /// Promotes a standby to an independent server.
    pub fn promote(&self) {
        let promoted = self.client().query_one("SELECT pg_promote(true, 120)", &[]).unwrap();
        assert!(promoted.get::<_, bool>(0));
    }

    /// The address of a campaign, with a lease short enough for tests.
    pub fn campaign(&self, name: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/postgres?campaign={name}&lease=4&patience=120", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// A connection for checks and setup.
    pub fn client(&self) -> postgres::Client {
        let address = format!("postgres://{USER}@127.0.0.1:{}/postgres", self.port);
        postgres::Client::connect(&address, postgres::NoTls).unwrap()
    }

    /// The folder of the server's data.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Kills the server with SIGKILL, and waits until all of it is gone.
    pub fn kill(&self) {
        let mut guard = self.guard.lock().unwrap();
        drop(guard.stdin.take());
        guard.wait().unwrap();
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
            assert!(start.elapsed() < PATIENCE, "the server does not die");
            sleep(Duration::from_millis(20));
        }
    }

    /// Starts it again after it was killed.
    pub fn start_again(&self) {
        *self.guard.lock().unwrap() = guarded(&self.programs, &self.folder, self.port);
        self.wait();
    }

    fn wait(&self) {
        let start = Instant::now();
        let address = format!("postgres://{USER}@127.0.0.1:{}/postgres", self.port);
        while postgres::Client::connect(&address, postgres::NoTls).is_err() {
            if let Ok(Some(_)) = self.guard.lock().unwrap().try_wait() {
                // Remains of the killed server were still there.
                sleep(Duration::from_millis(200));
                *self.guard.lock().unwrap() = guarded(&self.programs, &self.folder, self.port);
            }
            assert!(start.elapsed() < PATIENCE, "{}", fs::read_to_string(self.folder.join("log")).unwrap());
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A new folder that belongs to the server's user.
fn own_folder() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("gainsay-postgres-{}-{number}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    if is_root() {
        let id = Command::new("id").args(["-u", USER]).output().unwrap();
        let id = String::from_utf8(id.stdout).unwrap().trim().parse().unwrap();
        chown(&folder, Some(id), None).unwrap();
    }
    folder
}

fn run(command: &mut Command) {
    let ran = command.output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Starts a server that is killed when the input of its guard ends.
fn guarded(programs: &Path, folder: &Path, port: u16) -> Child {
    const GUARD: &str = r#"exec 3<&0; log=$1; shift; "$@" </dev/null >>"$log" 2>&1 & pid=$!
        { read -r _ <&3; kill -9 $pid; } 2>/dev/null & wait $pid 2>/dev/null; kill $! 2>/dev/null; true"#;
    let server = as_user(&programs.join("postgres"));
    let mut guard = Command::new("sh");
    guard
        .args(["-c", GUARD, "guard"])
        .arg(folder.join("log"))
        .arg(server.get_program())
        .args(server.get_args());
    guard
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k"])
        .arg(folder);
    guard.stdin(Stdio::piped()).spawn().unwrap()
}

/// PostgreSQL does not run as root.
fn as_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", USER, "--regid", USER, "--clear-groups"]).arg(program).current_dir("/");
    command
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// The folder of PostgreSQL's programs, which is not on PATH on Debian.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    places.extend(versions.map(|version| version.path().join("bin")));
    let place =
        places.into_iter().find(|place| place.join("initdb").is_file() && place.join("postgres").is_file());
    // PATH may have links to some of them; all programs are where these links lead.
    Some(fs::canonicalize(place?.join("postgres")).ok()?.parent()?.to_owned())
}
