//! Random damage to texts.

use gainsay::rng::Rng;

/// Pieces of text that mean something to the reader.
const PIECES: [&str; 40] = [
    "(",
    ")",
    "((",
    "))",
    " ",
    "\n",
    ";",
    "\"",
    "|",
    "\\",
    ":",
    "#x",
    "#b",
    "#",
    "_",
    "!",
    "as",
    "let",
    "forall",
    "exists",
    "lambda",
    "match",
    "par",
    "(let ((",
    "(_ ",
    "(! ",
    ":named ",
    ":pattern (",
    "(as ",
    "true",
    "Int",
    "BitVec",
    "0",
    "-1",
    "1.5",
    "(push 1)",
    "(pop 1)",
    "(reset)",
    "x1",
    "\u{e9}",
];

/// A text with a few bytes or pieces removed, doubled, moved or put in.
pub fn mangle(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.index(4) {
        let at = rng.index(bytes.len() + 1);
        let end = (at + 1 + rng.index(12)).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let piece = bytes[at..end].to_vec();
                let to = rng.index(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            2 => {
                let piece = rng.pick(&PIECES).bytes();
                bytes.splice(at..at, piece);
            }
            3 => {
                let piece = rng.pick(&PIECES).bytes();
                bytes.splice(at..end, piece);
            }
            4 if at < end => bytes[at] = rng.next_u64() as u8,
            _ => bytes.truncate(at.max(bytes.len() / 2)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
