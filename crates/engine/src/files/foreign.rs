//! Access to folders that are not trusted: a part of a campaign, a docket, an archive that was unpacked.
//!
//! Only plain files below the folder that the user named are read. No link is followed below it. Each file is opened
//! once and checked after it is open, so that it cannot be exchanged in between. Opening a pipe does not block. The
//! sizes and the number of files are limited.

use super::replace::write;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The folder that the user named, or one below it. It need not exist: it is checked when it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignFolder {
    /// The folder that the user named; links on the way to it are the user's own.
    base: PathBuf,
    /// The names of the folders that lead from there to this one.
    names: Vec<String>,
}

/// A file in a [`ForeignFolder`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignFile {
    pub folder: ForeignFolder,
    pub name: String,
}

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("it is not there")]
    Missing,
    #[error("its name is not a plain one")]
    Name,
    #[error("it is a link, a pipe or something else that is no plain file")]
    NotPlain,
    #[error("it has more than {} MB", LARGEST >> 20)]
    TooLarge,
    #[error("it is not UTF-8")]
    NotText,
    #[error("{0}")]
    Failed(io::Error),
}

/// The size of the largest file that is read, in bytes.
pub const LARGEST: u64 = 256 << 20;
/// How many files of a folder are read at most.
pub const MOST_FILES: usize = 200;
/// The longest name that file systems allow, in bytes.
const LONGEST_NAME: usize = 255;

/// The name, if it names an entry of the folder itself: not hidden, not `..`, no separator, no control character.
pub fn plain(name: &str) -> Option<&str> {
    let is_odd = |c: char| matches!(c, '/' | '\\') || c.is_control();
    let is_plain =
        !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains(is_odd) && !name.starts_with('.');
    is_plain.then_some(name)
}

impl ForeignFolder {
    /// The folder that the user named.
    pub fn new(base: &Path) -> ForeignFolder {
        ForeignFolder { base: base.to_owned(), names: Vec::new() }
    }

    /// A folder in it.
    pub fn below(&self, name: &str) -> ForeignFolder {
        let mut inner = self.clone();
        inner.names.push(name.to_owned());
        inner
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> ForeignFile {
        ForeignFile { folder: self.clone(), name: name.to_owned() }
    }

    /// Its path, for messages.
    pub fn path(&self) -> PathBuf {
        self.names.iter().fold(self.base.clone(), |path, name| path.join(name))
    }

    /// The name of the folder itself.
    pub fn name(&self) -> String {
        self.path().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether it can be opened, or why not.
    pub fn check(&self) -> Result<(), Refused> {
        self.open().map(drop)
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Result<String, Refused> {
        self.file(name).text()
    }

    /// Whether there is a plain file of this name. Also true if that cannot be found out:
    /// reading it gives the reason.
    pub fn has(&self, name: &str) -> bool {
        matches!(self.file(name).open(), Ok(_) | Err(Refused::Failed(_)))
    }

    /// The acceptable names in the folder, sorted, at most [`MOST_FILES`], and the names that are refused. Whether
    /// one is a plain file shows when it is opened.
    pub fn names(&self) -> Result<(Vec<String>, Vec<String>), Refused> {
        self.names_up_to(MOST_FILES)
    }

    /// The same with another limit on how many there may be.
    pub fn names_up_to(&self, most: usize) -> Result<(Vec<String>, Vec<String>), Refused> {
        let folder = self.open()?;
        let (mut plain_names, mut others) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(inside(&folder, ""))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let is_read = plain(&name).is_some() && plain_names.len() < most;
            if is_read { &mut plain_names } else { &mut others }.push(name);
            if others.len() >= MOST_FILES {
                break;
            }
        }
        plain_names.sort();
        Ok((plain_names, others))
    }

    /// Writes a file atomically. An existing file of this name is replaced, and so is a link, not its target.
    pub fn replace(&self, name: &str, text: &str) -> Result<(), Refused> {
        let name = plain(name).ok_or(Refused::Name)?;
        let folder = self.open()?;
        let (draft, target) = (inside(&folder, &format!(".{name}.draft")), inside(&folder, name));
        write(&draft, text.as_bytes())?;
        Ok(fs::rename(&draft, &target)?)
    }

    fn open(&self) -> Result<File, Refused> {
        let mut folder = open(&self.base, libc::O_DIRECTORY)?;
        for name in &self.names {
            let name = plain(name).ok_or(Refused::Name)?;
            folder = open(&inside(&folder, name), libc::O_DIRECTORY | libc::O_NOFOLLOW)?;
        }
        Ok(folder)
    }
}

impl ForeignFile {
    /// Its bytes.
    pub fn bytes(&self) -> Result<Vec<u8>, Refused> {
        let mut bytes = Vec::new();
        self.open()?.take(LARGEST + 1).read_to_end(&mut bytes)?;
        // It may have grown since its size was checked.
        if bytes.len() as u64 > LARGEST { Err(Refused::TooLarge) } else { Ok(bytes) }
    }

    pub fn text(&self) -> Result<String, Refused> {
        String::from_utf8(self.bytes()?).map_err(|_| Refused::NotText)
    }

    /// How many bytes it has, if it is a file that can be read. Where the size cannot be asked for, it is counted.
    pub fn length(&self) -> Option<u64> {
        let size = |file: File| Some(file.metadata().ok()?.len());
        self.open().ok().and_then(size).or_else(|| Some(self.bytes().ok()?.len() as u64))
    }

    /// Copies its content into a new file. Of its permissions, only the one to execute it is copied.
    pub fn copy_to(&self, target: &Path) -> Result<(), Refused> {
        let source = self.open()?;
        let is_program = source.metadata()?.permissions().mode() & 0o100 != 0;
        let mut copy = OpenOptions::new().write(true).create_new(true).open(target)?;
        if io::copy(&mut source.take(LARGEST + 1), &mut copy)? > LARGEST {
            fs::remove_file(target)?;
            return Err(Refused::TooLarge);
        }
        let mode = if is_program { 0o755 } else { 0o644 };
        Ok(copy.set_permissions(fs::Permissions::from_mode(mode))?)
    }

    fn open(&self) -> Result<File, Refused> {
        let name = plain(&self.name).ok_or(Refused::Name)?;
        let folder = self.folder.open()?;
        let file = open(&inside(&folder, name), libc::O_NOFOLLOW)?;
        let data = file.metadata()?;
        match () {
            () if !data.is_file() => Err(Refused::NotPlain),
            () if data.len() > LARGEST => Err(Refused::TooLarge),
            () => Ok(file),
        }
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        match error.raw_os_error() {
            _ if error.kind() == io::ErrorKind::NotFound => Refused::Missing,
            // The errors for a link, a file in place of a folder, a socket, and a folder.
            Some(libc::ELOOP | libc::ENOTDIR | libc::ENXIO | libc::EISDIR) => Refused::NotPlain,
            _ => Refused::Failed(error),
        }
    }
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        match refused {
            Refused::Missing => io::ErrorKind::NotFound.into(),
            Refused::Failed(error) => error,
            other => io::Error::other(other.to_string()),
        }
    }
}

/// Opens a file or folder for reading, without waiting for the other end of a pipe.
fn open(path: &Path, flags: libc::c_int) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(flags | libc::O_NONBLOCK).open(path)
}

/// The path of a name in an open folder, by the folder's descriptor: it leads into this folder even if another one
/// has been put in its place since.
fn inside(folder: &File, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(name)
}
