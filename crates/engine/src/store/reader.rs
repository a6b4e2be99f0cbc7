//! Reading a campaign that cannot be written: another user's, on a read-only file system, or on a full disk.

use super::schema::{self, Failure};
use super::{DATABASE, StoreError};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A way to read a database.
#[derive(Debug)]
pub struct Reader {
    /// The database's own path, for messages.
    path: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// In place, even while another process writes.
    Shared,
    /// In place, as immutable: to read a database that may change, SQLite needs extra files beside it, and
    /// cannot create them.
    Frozen,
    /// A copy elsewhere: the database has a journal (WAL), which cannot be read without such files either.
    Copied(Copy),
}

impl Reader {
    /// The first way that works.
    pub fn find(path: &Path) -> Result<Reader, StoreError> {
        let by = |way| Reader { path: path.to_owned(), way };
        let shared = by(Way::Shared);
        let Err(failure) = shared.connect() else { return Ok(shared) };
        if !failure.is_about_access() {
            return Err(failure);
        }
        let has_more = fs::metadata(journal(path)).is_ok_and(|journal| journal.len() > 0);
        let other = if has_more { Copy::of(path).map(Way::Copied) } else { Some(Way::Frozen) };
        let other = other.map(by).filter(|reader| reader.connect().is_ok());
        other.ok_or(failure)
    }

    pub fn connect(&self) -> Result<Connection, StoreError> {
        let open = || -> Result<Connection, Failure> {
            let connection = match &self.way {
                // With write access, SQLite can remove its extra files at the end; without, it opens the file
                // as well.
                Way::Shared => {
                    let connection =
                        Connection::open_with_flags(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
                    connection.pragma_update(None, "query_only", true)?;
                    connection
                }
                Way::Frozen => {
                    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                    Connection::open_with_flags(uri(&self.path), flags)?
                }
                Way::Copied(copy) => Connection::open(copy.0.join(DATABASE))?,
            };
            schema::check(&connection)?;
            Ok(connection)
        };
        open().map_err(|failure| failure.at(&self.path))
    }
}

/// The write-ahead log: recent changes.
fn journal(path: &Path) -> PathBuf {
    path.with_file_name(format!("{DATABASE}-wal"))
}

/// A path as a URI, the form in which SQLite takes options.
fn uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri + "?immutable=1"
}

/// The header of a journal, which changes when the journal starts again.
fn generation(journal: &[u8]) -> Vec<u8> {
    const HEADER: usize = 32;
    journal[..journal.len().min(HEADER)].to_vec()
}

/// How often copying is tried while another process writes.
const TRIES: usize = 5;

/// A temporary folder with a copy, removed on drop.
#[derive(Debug)]
struct Copy(PathBuf);

impl Copy {
    fn of(path: &Path) -> Option<Copy> {
        // The usual folder for temporary files may be on the same full disk.
        let places = [std::env::temp_dir(), PathBuf::from("/dev/shm")];
        places.iter().find_map(|place| Copy::at(place, path).ok())
    }

    fn at(place: &Path, path: &Path) -> std::io::Result<Copy> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = place.join(format!("gainsay-reading-{}-{number}", std::process::id()));
        fs::create_dir(&folder)?;
        let copy = Copy(folder);
        let database = copy.0.join(DATABASE);
        for _ in 0..TRIES {
            let (begun, before) = (generation(&fs::read(journal(path))?), fs::read(path)?);
            let after = fs::read(journal(path))?;
            // Until it starts again, the journal holds everything that the database lacks.
            if generation(&after) == begun {
                fs::write(&database, before)?;
                fs::write(journal(&database), after)?;
                return Ok(copy);
            }
        }
        Err(std::io::Error::other("somebody is writing to it"))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
