//! Memory shared with solvers, in which they count while they run: a System V segment, as AFL uses it.
//!
//! With `os.rs` the only files with `unsafe` in them.

use std::io;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// Zero-initialized memory to which processes attach by its number. The kernel removes it with the last attached
/// process, however that ends.
#[derive(Debug)]
pub struct Segment {
    id: i32,
    start: NonNull<AtomicU64>,
    words: usize,
}

// SAFETY: the memory is reached through atomics only, and stays until the segment is dropped.
unsafe impl Send for Segment {}
// SAFETY: as above.
unsafe impl Sync for Segment {}

impl Segment {
    /// Rounds the number of bytes up to whole words.
    pub fn new(bytes: usize) -> io::Result<Segment> {
        let words = bytes.div_ceil(size_of::<AtomicU64>()).max(1);
        // SAFETY: the call takes integers only.
        let id = unsafe {
            libc::shmget(libc::IPC_PRIVATE, words * size_of::<AtomicU64>(), libc::IPC_CREAT | 0o600)
        };
        if id < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the kernel chooses a free address; the second call gets nothing but the number. Linux lets
        // others attach to a segment marked for removal while a process is attached, which we are.
        let start = unsafe {
            let start = libc::shmat(id, std::ptr::null(), 0);
            let error = io::Error::last_os_error();
            libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut());
            if start as isize == -1 { Err(error) } else { Ok(start) }
        }?;
        let start = NonNull::new(start.cast()).ok_or_else(|| io::Error::other("a segment at address 0"))?;
        Ok(Segment { id, start, words })
    }

    /// The number by which others attach.
    pub fn id(&self) -> i32 {
        self.id
    }

    /// The memory as words; others may be writing.
    pub fn words(&self) -> &[AtomicU64] {
        // SAFETY: the segment has this many words, begins at a page, and stays attached as long as `self` is
        // borrowed. Every value is valid for integers, and our side only uses atomics.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.words) }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: attached once in `new`, detached once here.
        unsafe { libc::shmdt(self.start.as_ptr().cast()) };
    }
}
