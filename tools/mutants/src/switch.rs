//! Knows which mutant is on; reads the environment once, before `main`. This file becomes a module of the
//! copied library.

use std::ffi::CString;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering::Relaxed};

static ON: AtomicU32 = AtomicU32::new(0);
static SEEN: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// The number that switches no mutant on, but records which are reached.
const RECORD: u32 = u32::MAX;

#[inline(always)]
pub fn on(number: u32) -> bool {
    let on = ON.load(Relaxed);
    on == number || (on == RECORD && seen(number))
}

#[cold]
#[inline(never)]
fn seen(number: u32) -> bool {
    // The file has a byte for each mutant.
    unsafe { SEEN.load(Relaxed).add(number as usize).write(1) };
    false
}

#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    if let Some(number) = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()) {
        ON.store(number, Relaxed);
    }
    if let Ok(path) = std::env::var("MUTANTS_SEEN") {
        SEEN.store(mapped(&path), Relaxed);
        ON.store(RECORD, Relaxed);
    }
}

/// Maps a file into memory, shared with child processes.
fn mapped(path: &str) -> *mut u8 {
    let length = std::fs::metadata(path).map_or(0, |file| file.len() as usize);
    let path = CString::new(path).unwrap_or_default();
    unsafe {
        let file = libc::open(path.as_ptr(), libc::O_RDWR);
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
        libc::mmap(std::ptr::null_mut(), length, protection, flags, file, 0).cast()
    }
}
