//! A solver that answers at once, and says nothing: what is left is the time of gainsay itself. It takes z3's arguments, reads
//! standard input or a file, and crashes on some scripts, so that there is something to find.

use std::io::{BufRead, BufReader, Read, Write};

/// Who uses one of these crashes the solver.
const CRASHES: [&str; 3] = ["(bvudiv ", "(str.replace ", "(fp.fma "];

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--version") {
        println!("Z3 version 4.0.0 - 64 bit");
        return Ok(());
    }
    let file = arguments.iter().find(|argument| !argument.starts_with('-'));
    let input: Box<dyn Read> = match file {
        Some(file) => Box::new(std::fs::File::open(file)?),
        None => Box::new(std::io::stdin()),
    };
    let mut input = BufReader::new(input);
    let mut output = std::io::stdout();
    let (mut command, mut crash, mut says_success) = (Command::default(), None, false);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        for byte in line.drain(..) {
            let Some(text) = command.take(byte) else { continue };
            crash = crash.or_else(|| CRASHES.into_iter().find(|word| text.contains(word)));
            if text.starts_with("(echo ") {
                writeln!(output, "{}", text["(echo ".len()..text.len() - 1].trim().trim_matches('"'))?;
            } else if text.starts_with("(check-sat") {
                if let Some(word) = crash {
                    eprintln!("Fatal error: unreachable code in {}", word.trim_matches(['(', ' ']));
                    std::process::abort();
                }
                writeln!(output, "unknown")?;
            } else if text.starts_with("(get-info ") {
                writeln!(output, "(:reason-unknown \"incomplete\")")?;
            } else if text.starts_with("(get-") {
                writeln!(output, "(error \"line 1 column 1: not available\")")?;
            } else if text.starts_with("(exit") {
                return Ok(());
            } else {
                says_success = says_success || text.contains(":print-success true");
                if text.starts_with("(reset)") {
                    crash = None;
                }
                if says_success {
                    writeln!(output, "success")?;
                }
            }
            output.flush()?;
        }
    }
    Ok(())
}

/// A command that is being read.
#[derive(Default)]
struct Command {
    text: Vec<u8>,
    depth: usize,
    /// The end of what is quoted: a string, a symbol, or a comment.
    quoted: Option<u8>,
}

impl Command {
    /// Takes a byte; gives the command if it is complete.
    fn take(&mut self, byte: u8) -> Option<String> {
        if let Some(end) = self.quoted {
            if byte == end {
                self.quoted = None;
            }
        } else {
            match byte {
                b'"' | b'|' => self.quoted = Some(byte),
                b';' => self.quoted = Some(b'\n'),
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        if self.depth > 0 || byte == b')' {
            self.text.push(byte);
        }
        let is_complete = self.depth == 0 && byte == b')' && self.quoted.is_none();
        is_complete.then(|| String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned())
    }
}
