//! What may be run although somebody else may have written it down: command lines in a campaign, programs in a settings file,
//! the script of a bug.
//!
//! What this user's own gainsay writes down gets a seal, which nobody can make without the key in gainsay's folder. So a
//! campaign that was made here goes on without questions, also after it was moved; one that comes from elsewhere, or was changed
//! by somebody, does not run anything of its own before the user says so. What the user allowed once is remembered by its text.

use super::digest_of_bytes;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Gainsay's own folder, where the key is, and what was allowed.
static HOME: OnceLock<PathBuf> = OnceLock::new();
/// Whether the user trusts all that is named in this run, and whether that is remembered.
static ALL: AtomicBool = AtomicBool::new(false);
static REMEMBERED: AtomicBool = AtomicBool::new(false);
/// What says so for all runs of a machine that is used for nothing else, such as one of a CI service.
const VARIABLE: &str = "GAINSAY_TRUST";

const KEY: &str = "seal.key";
const ALLOWED: &str = "trusted";

/// Says where gainsay's own folder is, and whether the user has said `--trust`. Without this, nothing is sealed.
pub fn set_trust(home: &Path, all: bool) {
    let _ = HOME.set(home.to_owned());
    let is_set = std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty() && value != "0");
    ALL.store(all || is_set, Ordering::Relaxed);
    REMEMBERED.store(all, Ordering::Relaxed);
}

/// Whether the user trusts all that is named in this run.
pub fn trusts_all() -> bool {
    ALL.load(Ordering::Relaxed)
}

/// The seal of a text that says what is run, and of which kind it is. `None` where no key can be kept.
pub fn seal(kind: &str, text: &str) -> Option<String> {
    let key = key(HOME.get()?).ok()?;
    let message = [key.as_bytes(), kind.as_bytes(), b"\0", text.as_bytes()].concat();
    // The outer hash keeps others from sealing a longer text.
    Some(digest_of_bytes((key + &digest_of_bytes(&message)).as_bytes()))
}

/// Whether a text may be used: its seal is ours, or the user has allowed it, now or before. What is allowed now is remembered.
pub fn is_trusted(kind: &str, text: &str, sealed: Option<&str>) -> bool {
    if sealed.is_some() && sealed == seal(kind, text).as_deref() || was_allowed(kind, text) {
        return true;
    }
    if REMEMBERED.load(Ordering::Relaxed) {
        // Where it cannot be remembered, the user is asked again.
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
    // A link fails where somebody else was first: the key never changes.
    let _ = fs::hard_link(&draft, &path);
    fs::remove_file(&draft)?;
    fs::read_to_string(&path)
}

/// Why others may write to a file, if they may: its owner, its permissions, or those of its folder.
pub fn others_may_write(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    [path, folder].into_iter().find_map(|place| {
        let data = fs::metadata(place).ok()?;
        let name =
            if place == Path::new(".") { "its folder".to_owned() } else { place.display().to_string() };
        let user = fs::metadata("/proc/self").ok()?.uid();
        // A group of the same number as the user has nobody else in it, as systems set users up.
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
