//! Files of a folder that may come from somebody else: a part of a campaign, a docket, an archive that was unpacked.
//!
//! Only plain files below the folder that the user named are read. No link is followed below it, each file is opened once and
//! looked at when it is open, a pipe does not make the reader wait, and sizes and numbers are limited.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// A folder below the one that the user named. Nothing is known about it before it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignFolder {
    /// The folder that the user named; links on the way to it are the user's own.
    base: PathBuf,
    /// The names of the folders that lead from there to this one.
    names: Vec<String>,
}

/// A file of such a folder.
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

/// Files with more bytes are not read.
pub const LARGEST: u64 = 256 << 20;
/// No more files of a folder are read.
pub const MOST_FILES: usize = 200;
/// The longest name that file systems allow, in bytes.
const LONGEST_NAME: usize = 255;

/// A name of a file that leads nowhere else, whoever wrote it down.
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

    /// Where it is, for messages.
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

    /// Whether there is a plain file of this name. What cannot be looked at may be one: whoever reads it is told why not.
    pub fn has(&self, name: &str) -> bool {
        matches!(self.file(name).open(), Ok(_) | Err(Refused::Failed(_)))
    }

    /// The names in the folder, in their order, and those that are refused. Which of them are plain files shows when they are
    /// opened.
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

    /// Writes a file as a whole. What had the name before is replaced, also a link: nothing is written to where it leads.
    pub fn replace(&self, name: &str, text: &str) -> Result<(), Refused> {
        let name = plain(name).ok_or(Refused::Name)?;
        let folder = self.open()?;
        let (draft, target) = (inside(&folder, &format!(".{name}.draft")), inside(&folder, name));
        let _ = fs::remove_file(&draft);
        let mut file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
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
        // It may have grown since it was looked at.
        if bytes.len() as u64 > LARGEST { Err(Refused::TooLarge) } else { Ok(bytes) }
    }

    pub fn text(&self) -> Result<String, Refused> {
        String::from_utf8(self.bytes()?).map_err(|_| Refused::NotText)
    }

    /// How many bytes it has, if it is a file that can be read.
    pub fn length(&self) -> Option<u64> {
        Some(self.open().ok()?.metadata().ok()?.len())
    }

    /// Writes its content into a new file. Of its permissions, only that it is a program goes with it.
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
            // What a link, a file in place of a folder, and a socket give.
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

/// Opens for reading, without waiting for the other end of a pipe.
fn open(path: &Path, flags: libc::c_int) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(flags | libc::O_NONBLOCK).open(path)
}

/// The path of a name in an open folder: whatever is put in the folder's place meanwhile, it leads into this one.
fn inside(folder: &File, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(name)
}
