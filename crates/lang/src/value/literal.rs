//! String literals: how a [`Text`] is written between quotes, in SMT-LIB 2.6 and in what solvers read before it.
//!
//! Reading answers `None` for a literal that solvers read in different ways, so that none is accused of a wrong
//! answer about it. Every literal with characters beyond ASCII is one: the standard leaves them out, and Z3 takes
//! each byte of their encoding for a character.

use super::text::{MAX_CHAR, Text};

impl Text {
    /// Reads what stands between the quotes of a literal of SMT-LIB 2.6 or later.
    ///
    /// A quote is doubled; `\u0041` and `\u{41}` (one to five digits, at most 0x2FFFF) are escapes; any other
    /// backslash stands for itself.
    #[must_use]
    pub fn from_literal(raw: &str) -> Option<Text> {
        decode(raw, read_unicode_escape)
    }

    /// Reads what stands between the quotes of a literal of the time before SMT-LIB 2.6, where solvers had made up
    /// escapes of their own: `\x41`, `\101`, `\n` and its like; a backslash before anything else is dropped.
    ///
    /// This is what cvc4 1.8 (`--lang smt2.5`) and Z3 4.8.7 both do. They differ over incomplete `\x`, over octal
    /// escapes above `\377`, over `\8` and `\9`, and over a backslash at the end: there the answer is `None`.
    #[must_use]
    pub fn from_old_literal(raw: &str) -> Option<Text> {
        decode(raw, read_old_escape)
    }

    /// Writes the string as it stands between the quotes of a literal of SMT-LIB 2.6.
    ///
    /// Every backslash is escaped, although the standard does not ask for it, because older solvers read more escapes
    /// than the standard has.
    #[must_use]
    pub fn to_literal(&self) -> String {
        let mut literal = String::with_capacity(self.len());
        for &c in self.code_points() {
            push_plain(&mut literal, c, |c| format!("\\u{{{c:x}}}"));
        }
        literal
    }

    /// Writes the string for [`Text::from_old_literal`], or answers `None` when it has a character above 0xFF.
    #[must_use]
    pub fn to_old_literal(&self) -> Option<String> {
        let mut literal = String::with_capacity(self.len());
        for &c in self.code_points() {
            if c > 0xFF {
                return None;
            }
            push_plain(&mut literal, c, |c| format!("\\x{c:02x}"));
        }
        Some(literal)
    }
}

/// Appends a printable ASCII character as it is, with a quote doubled, and anything else as `escape` writes it.
fn push_plain(literal: &mut String, c: u32, escape: impl Fn(u32) -> String) {
    match char::from_u32(c) {
        Some('"') => literal.push_str("\"\""),
        Some(c @ ' '..='~') if c != '\\' => literal.push(c),
        _ => literal.push_str(&escape(c)),
    }
}

/// What a backslash and the bytes behind it mean.
enum Escape {
    /// One character, written with so many bytes behind the backslash.
    Char(u32, usize),
    /// No escape: the backslash stands for itself.
    Plain,
    /// Solvers do not agree.
    Disputed,
}

/// Undoubles the quotes and replaces every escape by what `read_escape` makes of the bytes behind its backslash.
fn decode(raw: &str, read_escape: fn(&[u8]) -> Escape) -> Option<Text> {
    if !raw.is_ascii() {
        return None;
    }
    // The quotes come first: the standard undoubles them while it splits the input into tokens, and only then does
    // the theory of strings see the literal.
    let unquoted = raw.replace("\"\"", "\"");
    let mut rest = unquoted.as_bytes();
    let mut code_points = Vec::with_capacity(rest.len());
    while let Some((&byte, behind)) = rest.split_first() {
        let escape = if byte == b'\\' { read_escape(behind) } else { Escape::Plain };
        match escape {
            Escape::Char(c, length) => {
                code_points.push(c);
                rest = behind.get(length..)?;
            }
            Escape::Plain => {
                code_points.push(u32::from(byte));
                rest = behind;
            }
            Escape::Disputed => return None,
        }
    }
    Some(Text::wrap(code_points))
}

fn read_unicode_escape(behind: &[u8]) -> Escape {
    let escape = match behind {
        [b'u', b'{', rest @ ..] => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            let closed = rest.get(digits) == Some(&b'}');
            if closed && (1..=5).contains(&digits) {
                number(&rest[..digits], 16).zip(Some(digits + 3))
            } else {
                None
            }
        }
        [b'u', a, b, c, d, ..] => number(&[*a, *b, *c, *d], 16).zip(Some(5)),
        _ => None,
    };
    match escape {
        Some((c, length)) if c <= MAX_CHAR => Escape::Char(c, length),
        _ => Escape::Plain,
    }
}

fn read_old_escape(behind: &[u8]) -> Escape {
    let Some(&first) = behind.first() else {
        return Escape::Disputed;
    };
    match first {
        b'a' => Escape::Char(0x07, 1),
        b'b' => Escape::Char(0x08, 1),
        b't' => Escape::Char(0x09, 1),
        b'n' => Escape::Char(0x0A, 1),
        b'v' => Escape::Char(0x0B, 1),
        b'f' => Escape::Char(0x0C, 1),
        b'r' => Escape::Char(0x0D, 1),
        b'x' => match behind.get(1..3).and_then(|digits| number(digits, 16)) {
            Some(c) => Escape::Char(c, 3),
            None => Escape::Disputed,
        },
        b'0'..=b'9' => {
            let digits = behind.iter().take(3).take_while(|byte| (b'0'..=b'7').contains(*byte)).count();
            match number(&behind[..digits], 8) {
                Some(c) if c <= 0xFF => Escape::Char(c, digits),
                _ => Escape::Disputed,
            }
        }
        other => Escape::Char(u32::from(other), 1),
    }
}

/// The value of a few digits, or `None` when there are none, or others than digits of this base.
fn number(digits: &[u8], base: u32) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0, |value, &digit| Some(value * base + char::from(digit).to_digit(base)?))
}
