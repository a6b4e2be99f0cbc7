//! The formats of gcc's two kinds of files: `.gcno`, written by the compiler, and `.gcda`, written when the
//! program ends.
//!
//! Both consist of 32-bit numbers, in records with a tag and a length. This is the format since release 12, which
//! counts lengths in bytes.

/// A function's flow graph, and the lines of its blocks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Function {
    pub ident: u32,
    /// A checksum of the graph.
    pub checksum: u32,
    pub blocks: u32,
    pub arcs: Vec<Arc>,
    /// Triples of block, file number and line. A line may have many blocks, and a block many lines.
    pub lines: Vec<(u32, u32, u32)>,
}

/// An edge of the flow graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arc {
    pub from: u32,
    pub to: u32,
    /// Whether the arc has a counter; the counts of other arcs are derived.
    pub counted: bool,
    /// Whether the arc is artificial: it stands for a call that does not return.
    pub fake: bool,
}

/// The counters of one function in a run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counted {
    pub ident: u32,
    pub checksum: u32,
    /// One counter for each arc that has one, in their order.
    pub counts: Vec<u64>,
}

mod tag {
    pub const FUNCTION: u32 = 0x0100_0000;
    pub const BLOCKS: u32 = 0x0141_0000;
    pub const ARCS: u32 = 0x0143_0000;
    pub const LINES: u32 = 0x0145_0000;
    pub const ARC_COUNTERS: u32 = 0x01a1_0000;
}

const NOTES: &[u8; 4] = b"oncg";
const DATA: &[u8; 4] = b"adcg";
const ON_TREE: u32 = 1;
const FAKE: u32 = 2;
/// Larger numbers of blocks and lines are not plausible.
const LARGEST: u32 = 1 << 20;

/// Reads the functions of a `.gcno` file. `file` numbers the source files by name.
pub fn notes(bytes: &[u8], mut file: impl FnMut(&str) -> u32) -> Result<Vec<Function>, String> {
    let mut reader = Reader::open(bytes, NOTES)?;
    let mut functions: Vec<Function> = Vec::new();
    // Skips the compilation folder, and the flag for blocks without execution counts.
    reader.string().zip(reader.number()).ok_or(CUT)?;
    while let Some((tag, mut record)) = reader.record()? {
        if tag == tag::FUNCTION {
            let ident = record.number().ok_or(CUT)?;
            let checksum = record.number().zip(record.number()).ok_or(CUT)?.1;
            functions.push(Function { ident, checksum, ..Function::default() });
        } else if let Some(function) = functions.last_mut() {
            function.describe(tag, &mut record, &mut file).ok_or(CUT)?;
        }
    }
    Ok(functions)
}

impl Function {
    /// Reads a record with details of the function.
    fn describe(
        &mut self,
        tag: u32,
        record: &mut Reader<'_>,
        file: &mut impl FnMut(&str) -> u32,
    ) -> Option<()> {
        match tag {
            tag::BLOCKS => self.blocks = record.number().filter(|blocks| *blocks <= LARGEST)?,
            tag::ARCS => {
                let from = record.number()?;
                while let Some((to, flags)) = record.number().zip(record.number()) {
                    let (counted, fake) = (flags & ON_TREE == 0, flags & FAKE != 0);
                    self.arcs.push(Arc { from, to, counted, fake });
                }
            }
            tag::LINES => {
                let block = record.number()?;
                let mut current = None;
                while let Some(line) = record.number() {
                    if line > 0 {
                        self.lines.push((block, current?, line.min(LARGEST)));
                        continue;
                    }
                    match record.string()? {
                        "" => break,
                        name => current = Some(file(name)),
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Whether all arcs and lines refer to existing blocks.
    pub fn is_sound(&self) -> bool {
        let known = |block: u32| block < self.blocks;
        self.arcs.iter().all(|arc| known(arc.from) && known(arc.to))
            && self.lines.iter().all(|(block, _, _)| known(*block))
    }
}

/// Reads the counters in a `.gcda` file.
pub fn data(bytes: &[u8]) -> Result<Vec<Counted>, String> {
    let mut reader = Reader::open(bytes, DATA)?;
    let mut functions: Vec<Counted> = Vec::new();
    loop {
        let at = reader.at;
        let Some((tag, length)) = reader.number().zip(reader.number()) else { break };
        // A negative length stands for that many bytes of zeros, which are not stored.
        if tag == tag::ARC_COUNTERS && length as i32 <= 0 {
            continue;
        }
        reader.at = at;
        let Some((tag, mut record)) = reader.record()? else { break };
        match tag {
            tag::FUNCTION => {
                // An empty function record stands for a function of another object file.
                let Some(ident) = record.number() else { continue };
                let checksum = record.number().zip(record.number()).ok_or(CUT)?.1;
                functions.push(Counted { ident, checksum, counts: Vec::new() });
            }
            tag::ARC_COUNTERS => {
                let Some(function) = functions.last_mut() else { continue };
                while let Some((low, high)) = record.number().zip(record.number()) {
                    function.counts.push(u64::from(low) | u64::from(high) << 32);
                }
            }
            _ => {}
        }
    }
    Ok(functions)
}

const CUT: &str = "it is cut off";

/// Reads numbers and strings in sequence.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads the file header: magic number, compiler release, and two numbers that identify the compilation.
    fn open(bytes: &'a [u8], magic: &[u8; 4]) -> Result<Reader<'a>, String> {
        let [a, b, c, d, _, _, minor, major, rest @ ..] = bytes else { return Err(CUT.to_owned()) };
        if [*a, *b, *c, *d] != *magic {
            return Err("not a coverage file of gcc, or one from another kind of machine".to_owned());
        }
        let release = i32::from(*major) - i32::from(b'A');
        let release = release * 10 + i32::from(*minor) - i32::from(b'0');
        if release < 12 {
            return Err("it is of another compiler than gcc, or of a release before 12".to_owned());
        }
        let mut reader = Reader { bytes: rest, at: 0 };
        reader.number().zip(reader.number()).ok_or(CUT)?;
        Ok(reader)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let piece = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(piece)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_ne_bytes)
    }

    /// A string, stored with its length before it and a zero byte after it.
    fn string(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        let bytes = self.take(length as usize)?;
        std::str::from_utf8(bytes.strip_suffix(b"\0").unwrap_or(bytes)).ok()
    }

    /// A tag and its record; `None` at the end.
    fn record(&mut self) -> Result<Option<(u32, Reader<'a>)>, &'static str> {
        let Some(tag) = self.number().filter(|tag| *tag != 0) else { return Ok(None) };
        let length = self.number().ok_or(CUT)?;
        let bytes = self.take(length as usize).ok_or(CUT)?;
        Ok(Some((tag, Reader { bytes, at: 0 })))
    }
}
