//! Digests of solvers and names of machines, to tell them apart in a campaign on several machines.

use super::Solver;
use super::cache::MANIFEST;
use gainsay_lang::hash::HashMap;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

impl Solver {
    /// The SHA-256 of its program: of all files that a solver was installed with, or of the program and the files
    /// that its arguments name. `None` if they cannot be read. Each program is read once, since campaigns ask
    /// often.
    pub fn digest(&self) -> Option<String> {
        static KNOWN: LazyLock<Mutex<HashMap<Vec<String>, Option<String>>>> = LazyLock::new(Mutex::default);
        let argv = self.full_argv();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(argv).or_insert_with_key(|argv| digest_of_command(argv).ok()).clone()
    }
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The SHA-256 of a file, in hexadecimal digits.
pub fn digest_of_file(path: &Path) -> io::Result<String> {
    let (mut hasher, mut file, mut part) = (Sha256::new(), File::open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hexadecimal(&hasher.finalize())),
            length => hasher.update(&part[..length]),
        }
    }
}

fn digest_of_command(argv: &[String]) -> io::Result<String> {
    let files: Vec<PathBuf> = argv.iter().map(PathBuf::from).filter(|path| path.is_file()).collect();
    let home = files.iter().flat_map(|file| file.ancestors()).find(|folder| folder.join(MANIFEST).is_file());
    let files = match home {
        // The interpreter of a module belongs to the machine, not to the solver.
        Some(home) => installed_files(home)?,
        None => files,
    };
    if let [program] = files.as_slice() {
        return digest_of_file(program);
    }
    let mut hasher = Sha256::new();
    for file in &files {
        hasher.update(digest_of_file(file)?);
    }
    if files.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(hexadecimal(&hasher.finalize())) }
}

/// The files of an installed solver in the order of their names, without files that the installer and the
/// interpreter create.
fn installed_files(home: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut folders, mut files) = (vec![home.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let is_left_there = |end: &str| path.as_os_str().as_encoded_bytes().ends_with(end.as_bytes());
            if ["__pycache__", ".dist-info", ".pyc", MANIFEST].into_iter().any(is_left_there) {
                continue;
            }
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// This machine: its processor and operating system. Solvers may behave differently on another one.
pub fn machine() -> &'static str {
    static MACHINE: LazyLock<String> = LazyLock::new(|| {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let processor = read("/proc/cpuinfo");
        let named = processor.lines().filter(|line| line.starts_with("model name"));
        let processor = named.filter_map(|line| line.split_once(": ")).map(|(_, name)| name.trim()).next();
        let release = read("/proc/sys/kernel/osrelease");
        let system = format!("{} {}", std::env::consts::OS, release.trim());
        format!("{}, {}, {}", processor.unwrap_or("unknown processor"), std::env::consts::ARCH, system.trim())
    });
    &MACHINE
}

/// The name of this machine.
pub fn host() -> &'static str {
    static HOST: LazyLock<String> = LazyLock::new(|| {
        fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
    });
    &HOST
}
