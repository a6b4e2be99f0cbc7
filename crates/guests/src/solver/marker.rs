//! Markers: texts that tell where the output for one script begins and ends.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A text that a solver is made to print and that occurs nowhere else.
pub struct Marker(String);

impl Marker {
    pub fn new(what: &str) -> Marker {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // No script written before can contain this time.
        static BIRTH: LazyLock<u128> = LazyLock::new(|| {
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos()
        });
        Marker(format!("gainsay {what} {:x} {}.", *BIRTH, COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The command that prints it.
    pub fn command(&self) -> String {
        format!("(echo \"{}\")", self.0)
    }

    /// The greatest length of its line in bytes.
    pub fn line_length(&self) -> usize {
        self.0.len() + "\"\"\r\n".len()
    }

    /// Where the line with the marker begins; some solvers print the quotes.
    pub fn start_of_line(&self, output: &[u8], from: usize) -> Option<usize> {
        let at = self.find(output, from)?;
        Some(if at > from && output[at - 1] == b'"' { at - 1 } else { at })
    }

    /// Where the line after the marker begins.
    pub fn end_of_line(&self, output: &[u8], from: usize) -> Option<usize> {
        let at = self.find(output, from)?;
        Some(at + output[at..].iter().position(|&byte| byte == b'\n')? + 1)
    }

    fn find(&self, output: &[u8], from: usize) -> Option<usize> {
        let wanted = self.0.as_bytes();
        output.get(from..)?.windows(wanted.len()).position(|window| window == wanted).map(|at| from + at)
    }
}
