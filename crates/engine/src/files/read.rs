//! The text of a file: plain or compressed with gzip, with or without a byte order mark. Other kinds of files are
//! refused, with the reason, so that their bytes reach neither a solver nor a terminal.

use flate2::read::MultiGzDecoder;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

/// What was read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub text: String,
    pub is_compressed: bool,
    /// Whether the text is what the file says: no bytes were replaced because they are no UTF-8.
    pub is_exact: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{0}")]
    Failed(#[from] io::Error),
    #[error("it is {0}")]
    NoScript(&'static str),
    #[error("it is not valid gzip data: {0}")]
    Corrupt(io::Error),
    #[error("it has more than {limit} bytes of text")]
    TooLarge { limit: usize },
}

/// How many bytes of text are read at most: a small compressed file may hold more than fits into memory.
const MOST: usize = 1 << 31;

/// The first bytes of files that are no scripts, and what the user is told about each.
const OTHERS: [(&[u8], &str); 8] = [
    (b"\xFD7zXZ\0", "compressed with xz; decompress it first (only gzip is read as it is)"),
    (b"BZh", "compressed with bzip2; decompress it first (only gzip is read as it is)"),
    (b"\x28\xB5\x2F\xFD", "compressed with zstd; decompress it first (only gzip is read as it is)"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive; unpack it first"),
    (b"\x7FELF", "a program, not an SMT-LIB script"),
    (b"\xFF\xFE", "UTF-16 text; save it as UTF-8"),
    (b"\xFE\xFF", "UTF-16 text; save it as UTF-8"),
];
const GZIP: &[u8] = b"\x1F\x8B";
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a file.
pub fn read(path: &Path) -> Result<Source, ReadError> {
    decode(open(path)?, MOST)
}

/// Reads a file unless its text, decompressed, has more bytes than this.
pub fn read_at_most(path: &Path, limit: usize) -> Result<Source, ReadError> {
    decode(open(path)?, limit)
}

/// Opens a file. A named pipe is refused: perhaps nothing ever writes to it, and its content can be read only once.
/// The pipes of a shell, as in `<(program)`, are accepted.
fn open(path: &Path) -> Result<File, ReadError> {
    // So that opening a pipe does not wait for its other end.
    let probe = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    let kind = probe.metadata()?.file_type();
    let is_of_shell = path.starts_with("/dev") || path.starts_with("/proc");
    match () {
        () if kind.is_file() => Ok(probe),
        () if kind.is_fifo() && !is_of_shell => Err(ReadError::NoScript("a named pipe; use `-` and `<`")),
        () => Ok(File::open(path)?),
    }
}

/// Reads a text of at most `limit` bytes, after decompression.
pub fn decode(input: impl Read, limit: usize) -> Result<Source, ReadError> {
    let limit = limit.min(MOST);
    let mut bytes = taken(input, limit)?;
    let is_compressed = bytes.starts_with(GZIP);
    if is_compressed {
        bytes = taken(MultiGzDecoder::new(&*bytes), limit).map_err(|error| match error {
            ReadError::Failed(error) => ReadError::Corrupt(error),
            other => other,
        })?;
        refuse_others(&bytes)?;
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Source { text, is_compressed, is_exact: true },
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            Source { text, is_compressed, is_exact: false }
        }
    })
}

/// All bytes of the input. The first ones are checked before the others are read, since a device may never end.
fn taken(input: impl Read, limit: usize) -> Result<Vec<u8>, ReadError> {
    let (mut bytes, mut input) = (Vec::new(), input.take(limit as u64 + 1));
    input.by_ref().take(NEAR as u64).read_to_end(&mut bytes)?;
    if !bytes.starts_with(GZIP) {
        refuse_others(&bytes)?;
    }
    input.read_to_end(&mut bytes)?;
    if bytes.len() > limit { Err(ReadError::TooLarge { limit }) } else { Ok(bytes) }
}

/// Refuses binary files and other formats, recognised by their first bytes.
fn refuse_others(bytes: &[u8]) -> Result<(), ReadError> {
    if let Some((_, what)) = OTHERS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(ReadError::NoScript(what));
    }
    if is_binary(bytes) { Err(ReadError::NoScript("a binary file, not an SMT-LIB script")) } else { Ok(()) }
}

/// How many of the first bytes are searched for a zero byte.
const NEAR: usize = 8000;

/// Text has no zero byte near its beginning; git recognises binary files in the same way.
fn is_binary(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(NEAR)].contains(&0)
}
