//! Decides whether to run what other people may have written: command lines in a campaign, programs in a settings
//! file, the script of a bug.
//!
//! Texts that the user's own gainsay writes are sealed with a key that only exists in gainsay's folder. So a
//! campaign made here continues without questions, even if it was moved; one that comes from elsewhere or was
//! changed by others runs no program of its own until the user allows it. What the user allowed once is remembered
//! by its text.

use super::digest_of_bytes;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Gainsay's own folder, with the key and the allowed texts.
static HOME: OnceLock<PathBuf> = OnceLock::new();
/// Whether the user trusts everything named in this run, and whether that is remembered.
static ALL: AtomicBool = AtomicBool::new(false);
static REMEMBERED: AtomicBool = AtomicBool::new(false);
/// The environment variable that trusts everything in all runs, for machines without other use, such as those of a
/// CI service.
const VARIABLE: &str = "GAINSAY_TRUST";

const KEY: &str = "seal.key";
const ALLOWED: &str = "trusted";

/// Sets gainsay's own folder, and whether the user gave `--trust`. Without this call, nothing is sealed.
pub fn set_trust(home: &Path, all: bool) {
    let _ = HOME.set(home.to_owned());
    let is_set = std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty() && value != "0");
    ALL.store(all || is_set, Ordering::Relaxed);
    REMEMBERED.store(all, Ordering::Relaxed);
}

/// Whether the user trusts everything named in this run.
pub fn trusts_all() -> bool {
    ALL.load(Ordering::Relaxed)
}

/// The seal of a text of a certain kind that says what is run. `None` if no key can be stored.
pub fn seal(kind: &str, text: &str) -> Option<String> {
    let key = key(HOME.get()?).ok()?;
    let message = [key.as_bytes(), kind.as_bytes(), b"\0", text.as_bytes()].concat();
    // The outer hash prevents others from sealing a longer text.
    Some(digest_of_bytes((key + &digest_of_bytes(&message)).as_bytes()))
}

/// Whether a text has our seal.
pub fn is_sealed(kind: &str, text: &str, sealed: Option<&str>) -> bool {
    sealed.is_some() && sealed == seal(kind, text).as_deref()
}

/// Whether a text may be used: it has our seal, or the user has allowed it, now or before. What is allowed now is
/// remembered.
pub fn is_trusted(kind: &str, text: &str, sealed: Option<&str>) -> bool {
    if is_sealed(kind, text, sealed) || was_allowed(kind, text) {
        return true;
    }
    if REMEMBERED.load(Ordering::Relaxed) {
        // If it cannot be remembered, the user is asked again.
        let _ = allow(kind, text);
    }
    trusts_all()
}

/// Whether the user has allowed a text before.
fn was_allowed(kind: &str, text: &str) -> bool {
    HOME.get().is_some_and(|home| home.join(ALLOWED).join(mark(kind, text)).exists())
}

fn allow(kind: &str, text: &str) -> io::Result<()> {
    let home = HOME.get().ok_or(io::ErrorKind::NotFound)?;
    fs::create_dir_all(home.join(ALLOWED))?;
    fs::write(home.join(ALLOWED).join(mark(kind, text)), format!("{kind}\n{text}\n"))
}

fn mark(kind: &str, text: &str) -> String {
    digest_of_bytes([kind.as_bytes(), b"\0", text.as_bytes()].concat().as_slice())
}

/// The key of this user, made when it is first needed.
fn key(home: &Path) -> io::Result<String> {
    let path = home.join(KEY);
    match fs::read_to_string(&path) {
        Ok(key) => return Ok(key),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) => {}
    }
    let mut bytes = [0u8; 32];
    fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    fs::create_dir_all(home)?;
    let draft = home.join(format!("{KEY}.{}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    file.write_all(digest_of_bytes(&bytes).as_bytes())?;
    // The link fails if another process was first: the key never changes.
    let _ = fs::hard_link(&draft, &path);
    fs::remove_file(&draft)?;
    fs::read_to_string(&path)
}

/// Why other users may write to a file, if they may: its owner, its permissions, or those of its folder.
pub fn others_may_write(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    [path, folder].into_iter().find_map(|place| {
        let data = fs::metadata(place).ok()?;
        let name =
            if place == Path::new(".") { "its folder".to_owned() } else { place.display().to_string() };
        let user = fs::metadata("/proc/self").ok()?.uid();
        // A group with the same number as the user is the user's private group.
        let writers = if data.gid() == data.uid() { 0o002 } else { 0o022 };
        match () {
            () if data.uid() != user && data.uid() != 0 => Some(format!("{name} belongs to another user")),
            () if data.mode() & writers != 0 && data.mode() & 0o1000 == 0 => {
                Some(format!("others may write to {name}"))
            }
            () => None,
        }
    })
}
