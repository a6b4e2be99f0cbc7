//! What gcc's files say, whole and broken.

use gainsay::coverage::gcov::flow::{Counts, counts};
use gainsay::coverage::gcov::format::{Arc, Function, data, notes};
use gainsay::rng::Rng;

/// The tags of gcc's records.
const FUNCTION: u32 = 0x0100_0000;
const BLOCKS: u32 = 0x0141_0000;
const ARCS: u32 = 0x0143_0000;
const LINES: u32 = 0x0145_0000;

/// A file as gcc writes it: what begins every file, and records.
fn file(magic: &[u8; 4], first: &[u8], records: &[(u32, &[u32])]) -> Vec<u8> {
    let mut bytes = [&magic[..], b"*22B", &[0; 8], first].concat();
    for (tag, numbers) in records {
        let length = 4 * numbers.len() as u32;
        let words = [*tag, length].into_iter().chain(numbers.iter().copied());
        bytes.extend(words.flat_map(u32::to_ne_bytes));
    }
    bytes
}

fn sound_notes() -> Vec<u8> {
    let name = u32::from_ne_bytes(*b"a.c\0");
    let records: [(u32, &[u32]); 5] = [
        (FUNCTION, &[7, 8, 9]),
        (BLOCKS, &[3]),
        (ARCS, &[0, 2, 4]),
        (ARCS, &[2, 1, 1]),
        (LINES, &[2, 0, 4, name, 11, 12, 0, 0]),
    ];
    file(b"oncg", &[0; 8], &records)
}

#[test]
fn functions_have_a_graph_and_lines() {
    let functions = notes(&sound_notes(), |name| name.len() as u32).unwrap();
    let arc = |from, to, counted| Arc { from, to, counted, fake: false };
    let arcs = vec![arc(0, 2, true), arc(2, 1, false)];
    let lines = vec![(2, 3, 11), (2, 3, 12)];
    assert_eq!(functions, [Function { ident: 7, checksum: 9, blocks: 3, arcs, lines }]);
    assert!(functions[0].is_sound());
}

#[test]
fn other_compilers_are_told_apart() {
    let mut old = sound_notes();
    old[7] = b'A';
    assert!(notes(&old, |_| 0).unwrap_err().contains("before 12"));
    assert!(data(&sound_notes()).unwrap_err().contains("not a coverage file of gcc"));
    assert!(notes(b"oncg", |_| 0).unwrap_err().contains("cut off"));
}

#[test]
fn broken_files_are_no_reason_to_panic() {
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let mut bytes = sound_notes();
        for _ in 0..rng.between(1, 4) {
            let at = rng.index(bytes.len());
            bytes[at] = rng.next_u64() as u8;
        }
        bytes.truncate(rng.between(1, bytes.len() as u64 + 1) as usize);
        for function in notes(&bytes, |_| 0).unwrap_or_default().iter().filter(|f| f.is_sound()) {
            counts(function, &[1, 2]);
        }
    }
}

#[test]
fn counts_follow_from_some_of_the_arcs() {
    // 0 -> 2, 2 -> 3 or 4, 3 -> 4, 4 -> 2 (a loop) or 1.
    let arc = |from, to, counted| Arc { from, to, counted, fake: false };
    let arcs = vec![
        arc(0, 2, false),
        arc(2, 3, true),
        arc(2, 4, false),
        arc(3, 4, false),
        arc(4, 2, true),
        arc(4, 1, true),
    ];
    let function = Function { blocks: 5, arcs, ..Function::default() };
    let all = Counts { blocks: vec![1, 1, 10, 3, 10], arcs: vec![1, 3, 7, 3, 9, 1] };
    assert_eq!(counts(&function, &[3, 9, 1]), all);
    assert_eq!(counts(&function, &[0, 0, 0]), Counts { blocks: vec![0; 5], arcs: vec![0; 6] });
    // Too few counters are no reason to fail.
    counts(&function, &[7]);
}
