//! Reading, printing and mutating, beside the crates that do the nearest thing: `cargo run --profile dist -p gainsay-readers -- [FOLDER]...`.
//!
//! Every round gives each contestant the same texts, one after the other, because the machine is noisy; the medians of
//! all rounds are compared. The texts are random scripts, and the files of the folders, as far as each peer reads them.

mod contestants;
mod inputs;
mod measure;

use contestants::{Gainsay, Reader, Smt2Parser, Yaspar};
use inputs::{Texts, files, random_texts};
use measure::{interleaved, per_second};
use std::path::PathBuf;

fn main() {
    // A peer that panics on a text does not read it.
    std::panic::set_hook(Box::new(|_| {}));
    println!("{:44} {:>12} {:>12} {:>8}", "", "gainsay", "peer", "ratio");
    let folders = std::env::args().skip(1).map(PathBuf::from);
    let inputs: Vec<Texts> = random_texts().into_iter().chain(folders.map(|folder| files(&folder))).collect();
    for texts in &inputs {
        compare(texts, &Yaspar);
        compare(texts, &Smt2Parser);
    }
    mutants();
}

/// Reads and prints the texts that a peer reads.
fn compare<R: Reader>(texts: &Texts, peer: &R) {
    let read: Vec<&str> = texts.texts.iter().map(String::as_str).filter(|text| peer.accepts(text)).collect();
    let bytes: usize = read.iter().map(|text| text.len()).sum();
    println!(
        "{}: {} reads {} of {} texts, {:.1} kB",
        texts.name,
        R::NAME,
        read.len(),
        texts.texts.len(),
        bytes as f64 / 1e3
    );
    if read.is_empty() {
        return;
    }
    let reading = interleaved(&mut || Gainsay.read_all(&read), &mut || peer.read_all(&read));
    row(R::READING, per_second(bytes, reading[0]), per_second(bytes, reading[1]));
    // Each prints what it has read, which is not of the same length: so many bytes of input a second.
    let (ours, theirs) = (Gainsay.parse_all(&read), peer.parse_all(&read));
    let printing = interleaved(&mut || Gainsay.print_all(&ours), &mut || peer.print_all(&theirs));
    row("  print", per_second(bytes, printing[0]), per_second(bytes, printing[1]));
}

fn row(what: &str, ours: f64, theirs: f64) {
    println!("{what:44} {ours:7.1} MB/s {theirs:7.1} MB/s {:7.1}x", ours / theirs);
}

/// A term put in for a constant wherever it occurs in a small seed, printed, and forgotten.
fn mutants() {
    let seed = inputs::seed();
    let mut ours = contestants::Mutants::new(&seed);
    let mut theirs = contestants::YasparMutants::new(&seed);
    let count = 2000;
    let times = interleaved(&mut || ours.make(count), &mut || theirs.make(count / 10));
    let (ours, theirs) = (times[0] / count as f64, times[1] / (count / 10) as f64);
    println!("a mutant of a seed of {} bytes, built, printed and rolled back", seed.len());
    let micros = [ours * 1e6, theirs * 1e6];
    println!(
        "{:44} {:9.2} us {:9.2} us {:7.1}x",
        "  substitute and print (yaspar-ir gsubst)",
        micros[0],
        micros[1],
        theirs / ours
    );
}
