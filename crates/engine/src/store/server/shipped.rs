//! Files on the server: the folders of bugs, and programs of the user's own solvers.

use super::super::database::Connection;
use super::super::schema::Failure;
use super::super::values::bind;
use super::super::{SolverRow, Store, StoreError};
use super::schema::lock;
use crate::files::{LARGEST, MOST_FILES, plain};
use gainsay_guests::solver::{digest_of_bytes, digest_of_file};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The name of a bug's folder in a database: its path, or on a server only its last part.
pub fn name_of_folder(connection: &Connection, folder: &Path) -> String {
    match connection {
        Connection::Sqlite(_) => folder.to_string_lossy().into_owned(),
        Connection::Postgres(_) => folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// Stores the folder of a bug on a server, and returns its name there. With SQLite, files stay where they are.
pub fn keep_folder(connection: &mut Connection, folder: &Path) -> Result<String, Failure> {
    let name = name_of_folder(connection, folder);
    if let Connection::Sqlite(_) = connection {
        return Ok(name);
    }
    let failed = |source| Failure::Other(StoreError::Report { path: folder.to_owned(), source });
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let content = fs::read(&path).map_err(failed)?;
        let is_executable = fs::metadata(&path).map_err(failed)?.permissions().mode() & 0o100 != 0;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sql = "INSERT INTO files (folder, name, executable, content) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (folder, name) DO UPDATE SET executable = excluded.executable, content = excluded.content";
        connection.execute(sql, bind![name, file, is_executable, content])?;
    }
    Ok(name)
}

impl Store {
    /// Writes the folder of a bug from the server to `parent` and returns its path. `None` for a campaign in a
    /// folder, whose bugs are there.
    pub fn fetch_folder(&mut self, name: &str, parent: &Path) -> Result<Option<PathBuf>, StoreError> {
        if !self.is_shared() {
            return Ok(None);
        }
        let folder = parent.join(name);
        let rows: Vec<(String, bool, Vec<u8>)> = self.database.attempt(|connection| {
            let found = connection
                .query("SELECT name, executable, content FROM files WHERE folder = ?1", bind![name])?;
            found.iter().take(MOST_FILES).map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
        })?;
        if rows.is_empty() {
            return Ok(None);
        }
        let write = || -> io::Result<()> {
            fs::create_dir_all(&folder)?;
            for (name, is_executable, content) in &rows {
                // Other than plain names are not ours.
                if let Some(name) = plain(name).filter(|_| content.len() as u64 <= LARGEST) {
                    write_file(&folder.join(name), content, *is_executable)?;
                }
            }
            Ok(())
        };
        write().map_err(|source| StoreError::Report { path: folder.clone(), source })?;
        Ok(Some(folder))
    }

    /// Stores the folder of a bug again after it has changed, if the campaign is on a server.
    pub fn update_folder(&mut self, folder: &Path) -> Result<(), StoreError> {
        if !self.is_shared() {
            return Ok(());
        }
        self.database.attempt(|connection| {
            connection.transaction(|connection| keep_folder(connection, folder).map(drop))
        })
    }

    /// Stores the programs of the user's own solvers on the server, so that other machines can run them.
    pub(in super::super) fn ship(&self, solvers: &[SolverRow]) -> Result<(), StoreError> {
        for solver in solvers.iter().filter(|solver| solver.is_own) {
            for (place, argument) in solver.argv.iter().enumerate() {
                let path = Path::new(argument);
                if path.is_file() {
                    self.database.attempt(|connection| {
                        connection
                            .transaction(|connection| ship(connection, &solver.label, place as u64, path))
                    })?;
                }
            }
        }
        Ok(())
    }

    /// A solver of the user's own with its shipped programs: the files of this machine if they are identical,
    /// otherwise copies in `folder`.
    pub fn fetch_programs(&mut self, solver: SolverRow, folder: &Path) -> Result<SolverRow, StoreError> {
        let mut solver = solver;
        let shipped: Vec<(u64, String, String)> = self.database.attempt(|connection| {
            let sql = "SELECT place, name, hash FROM shipped WHERE solver = ?1";
            let found = connection.query(sql, bind![solver.label])?;
            found.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
        })?;
        for (place, name, hash) in shipped {
            let Some(argument) = solver.argv.get_mut(place as usize) else { continue };
            let is_here = |path: &Path| digest_of_file(path).is_ok_and(|found| found == hash);
            let name = Path::new(&name).file_name().unwrap_or_default().to_owned();
            let path = folder.join(&hash).join(name);
            if is_here(Path::new(argument)) {
                continue;
            }
            if !is_here(&path) {
                self.fetch_program(&hash, &path)?;
            }
            *argument = path.to_string_lossy().into_owned();
        }
        Ok(solver)
    }

    fn fetch_program(&mut self, hash: &str, path: &Path) -> Result<(), StoreError> {
        let sql = "SELECT content FROM programs WHERE hash = ?1";
        let content: Option<Vec<u8>> = self.database.find(sql, bind![hash], |row| row.get(0))?;
        let content = content.filter(|content| digest_of_bytes(content) == hash).ok_or_else(|| {
            StoreError::Foreign {
                path: self.campaign(),
                why: format!("it does not have the program with the sha256 {hash}"),
            }
        })?;
        let write = || -> io::Result<()> {
            fs::create_dir_all(path.parent().unwrap_or(path))?;
            write_file(path, &content, true)
        };
        write().map_err(|source| StoreError::Folder { path: path.to_owned(), source })
    }
}

/// Stores a file on the server, unless it is there.
fn ship(connection: &mut Connection, solver: &str, place: u64, path: &Path) -> Result<(), Failure> {
    let failed = |source| Failure::Other(StoreError::Folder { path: path.to_owned(), source });
    let hash = digest_of_file(path).map_err(failed)?;
    // If workers begin together, only one ships it.
    lock(connection, &hash)?;
    if connection.query("SELECT 1 FROM programs WHERE hash = ?1", bind![hash])?.is_empty() {
        let content = fs::read(path).map_err(failed)?;
        connection.execute("INSERT INTO programs (hash, content) VALUES (?1, ?2)", bind![hash, content])?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let sql =
        "INSERT INTO shipped (solver, place, name, hash) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    connection.execute(sql, bind![solver, place, name, hash]).map(drop)
}

/// Writes a file atomically, since others may be reading it.
fn write_file(path: &Path, content: &[u8], is_executable: bool) -> io::Result<()> {
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    fs::write(&draft, content)?;
    if is_executable {
        fs::set_permissions(&draft, fs::Permissions::from_mode(0o755))?;
    }
    fs::rename(&draft, path)
}
