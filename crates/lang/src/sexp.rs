//! The reader of S-expressions: a lexer for streams, and a flat tree for small pieces.
//!
//! Scripts are read straight from the [`Lexer`]; whatever is small or irregular (sorts, identifiers, attribute
//! values, operator declarations, rules) is read into a [`Tape`] first. Neither recurses, so depth costs
//! memory, not stack. The lexer never fails: what the standard does not allow becomes [`Kind::Bad`] or a
//! symbol, and the caller decides.

use std::borrow::Cow;
use std::fmt;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Open,
    Close,
    /// A simple symbol, and every other run of characters that is no literal (`#f1m5`, `-5`).
    Symbol,
    /// A symbol between bars; the token's text includes the bars.
    Quoted,
    Keyword,
    Numeral,
    Decimal,
    Hex,
    Binary,
    /// A string literal; the token's text includes the quotes.
    String,
    /// An unterminated string or quoted symbol.
    Bad,
    End,
}

/// A token and its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Splits a text into tokens, skipping white space and comments.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        // A byte order mark is no part of the text.
        Lexer { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }

    /// A lexer that begins at a byte offset of the text, which must be a token's border.
    pub fn starting_at(text: &'a str, at: usize) -> Self {
        Lexer { text, at }
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn text(&self, token: Token) -> &'a str {
        &self.text[token.start..token.end]
    }

    /// The name of a symbol without its bars; `|x|` and `x` are the same symbol.
    pub fn name(&self, token: Token) -> &'a str {
        symbol_name(self.text(token))
    }

    /// The next comment before the next token, with its semicolon and without the line's end.
    pub fn comment(&mut self) -> Option<&'a str> {
        self.skip_blanks();
        let bytes = self.text.as_bytes();
        if bytes.get(self.at) != Some(&b';') {
            return None;
        }
        let start = self.at;
        self.skip_line();
        Some(self.text[start..self.at].trim_end())
    }

    pub fn peek(&self) -> Token {
        self.clone().token()
    }

    #[inline]
    pub fn token(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        loop {
            let Some(&byte) = bytes.get(self.at) else {
                return Token { kind: Kind::End, start: self.at, end: self.at };
            };
            match CLASS[byte as usize] {
                Class::Blank => self.at += 1,
                Class::Comment => self.skip_line(),
                class => return self.token_of(class),
            }
        }
    }

    #[inline]
    fn token_of(&mut self, class: Class) -> Token {
        let start = self.at;
        let kind = match class {
            Class::Open => {
                self.at += 1;
                Kind::Open
            }
            Class::Close => {
                self.at += 1;
                Kind::Close
            }
            Class::Bar => self.skip_quoted(),
            Class::Quote => self.skip_string(),
            Class::Word | Class::Blank | Class::Comment => self.skip_word(),
        };
        Token { kind, start, end: self.at }
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|&b| CLASS[b as usize] == Class::Blank) {
            self.at += 1;
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    #[inline]
    fn skip_word(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while self.at < bytes.len() && CLASS[bytes[self.at] as usize] == Class::Word {
            self.at += 1;
        }
        // A bar inside a word (`a|b c|`) would start a quoted symbol; the class table ends the word there.
        word_kind(&bytes[start..self.at])
    }

    fn skip_quoted(&mut self) -> Kind {
        let rest = &self.text.as_bytes()[self.at + 1..];
        match rest.iter().position(|&b| b == b'|') {
            Some(length) => {
                self.at += length + 2;
                Kind::Quoted
            }
            None => {
                self.at = self.text.len();
                Kind::Bad
            }
        }
    }

    fn skip_string(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        self.at += 1;
        loop {
            match bytes[self.at..].iter().position(|&b| b == b'"') {
                None => {
                    self.at = bytes.len();
                    return Kind::Bad;
                }
                Some(length) if bytes.get(self.at + length + 1) == Some(&b'"') => self.at += length + 2,
                Some(length) => {
                    self.at += length + 1;
                    return Kind::String;
                }
            }
        }
    }

    /// Skips one S-expression. False if the text ends inside it.
    pub fn skip_one(&mut self) -> bool {
        match self.token().kind {
            Kind::Open => self.skip_to_close(1),
            Kind::End | Kind::Bad => false,
            _ => true,
        }
    }

    /// Skips past the parenthesis that closes the outermost of `depth` open ones. False if the text ends before.
    pub fn skip_to_close(&mut self, mut depth: usize) -> bool {
        while depth > 0 {
            match self.token().kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                Kind::End => return false,
                _ => {}
            }
        }
        true
    }
}

/// The text of a term if it is short, else its beginning: whole tokens, with `...` for what is left out of each list,
/// so that it still reads as a term.
pub fn elided(text: &str, longest: usize) -> Cow<'_, str> {
    if text.chars().nth(longest).is_none() {
        return Cow::Borrowed(text);
    }
    let mut lexer = Lexer::new(text);
    let (mut kept, mut depth) = (0, 0);
    loop {
        let token = lexer.token();
        if token.kind == Kind::End || text[..token.end].chars().nth(longest).is_some() {
            break;
        }
        kept = token.end;
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = usize::saturating_sub(depth, 1),
            _ => {}
        }
    }
    if kept == 0 {
        // The first token alone is too long.
        let start: String = text.chars().take(longest).collect();
        return Cow::Owned(format!("{start}... ({} characters)", text.chars().count()));
    }
    let space = if text[..kept].ends_with('(') { "" } else { " " };
    Cow::Owned(format!("{}{space}...{}", &text[..kept], ")".repeat(depth)))
}

/// The name that a symbol's text stands for.
pub fn symbol_name(text: &str) -> &str {
    text.strip_prefix('|').and_then(|inner| inner.strip_suffix('|')).unwrap_or(text)
}

/// Whether a name can be written without bars.
pub fn is_simple_symbol(name: &str) -> bool {
    const RESERVED: [&str; 11] =
        ["!", "_", "as", "BINARY", "DECIMAL", "exists", "HEXADECIMAL", "forall", "let", "match", "par"];
    const RESERVED_LATER: [&str; 4] = ["NUMERAL", "STRING", "lambda", "assert"];
    let bytes = name.as_bytes();
    !bytes.is_empty()
        && !bytes[0].is_ascii_digit()
        && bytes.iter().all(|&b| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&b))
        && !RESERVED.contains(&name)
        && !RESERVED_LATER.contains(&name)
}

/// A name as it must be written: in bars where needed.
pub fn quoted(name: &str) -> impl fmt::Display + '_ {
    struct Written<'a>(&'a str);
    impl fmt::Display for Written<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            if is_simple_symbol(self.0) { f.write_str(self.0) } else { write!(f, "|{}|", self.0) }
        }
    }
    Written(name)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Blank,
    Open,
    Close,
    Bar,
    Quote,
    Comment,
}

static CLASS: [Class; 256] = {
    let mut table = [Class::Word; 256];
    table[b' ' as usize] = Class::Blank;
    table[b'\t' as usize] = Class::Blank;
    table[b'\r' as usize] = Class::Blank;
    table[b'\n' as usize] = Class::Blank;
    table[0x0b] = Class::Blank;
    table[0x0c] = Class::Blank;
    table[b'(' as usize] = Class::Open;
    table[b')' as usize] = Class::Close;
    table[b'|' as usize] = Class::Bar;
    table[b'"' as usize] = Class::Quote;
    table[b';' as usize] = Class::Comment;
    table
};

#[inline]
fn word_kind(word: &[u8]) -> Kind {
    match word[0] {
        b'0'..=b'9' => number_kind(word),
        b':' if word.len() > 1 => Kind::Keyword,
        b'#' if word.len() > 2 => match word[1] {
            b'x' if word[2..].iter().all(u8::is_ascii_hexdigit) => Kind::Hex,
            b'b' if word[2..].iter().all(|b| matches!(b, b'0' | b'1')) => Kind::Binary,
            _ => Kind::Symbol,
        },
        _ => Kind::Symbol,
    }
}

fn number_kind(word: &[u8]) -> Kind {
    match word.iter().position(|b| !b.is_ascii_digit()) {
        None => Kind::Numeral,
        Some(dot) if word[dot] == b'.' && dot + 1 < word.len() => {
            if word[dot + 1..].iter().all(u8::is_ascii_digit) { Kind::Decimal } else { Kind::Symbol }
        }
        Some(_) => Kind::Symbol,
    }
}

/// S-expressions in reading order, each knowing where its subtree ends.
#[derive(Clone, Default, Debug)]
pub struct Tape {
    items: Vec<Item>,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    token: Token,
    /// The index behind this item's subtree.
    next: u32,
}

/// Why a text is no S-expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Malformed {
    #[error("the text ends inside a parenthesis")]
    Unclosed,
    #[error("a closing parenthesis without an opening one")]
    Unopened,
    #[error("a string or quoted symbol is not closed")]
    Unterminated,
    #[error("an expression is missing")]
    Missing,
}

impl Tape {
    /// Reads one S-expression, whose first token is `first`. It replaces what the tape held.
    pub fn read(&mut self, lexer: &mut Lexer<'_>, first: Token) -> Result<(), Malformed> {
        self.items.clear();
        let mut open: Vec<usize> = Vec::new();
        let mut token = first;
        loop {
            match token.kind {
                Kind::End if open.is_empty() => return Err(Malformed::Missing),
                Kind::End => return Err(Malformed::Unclosed),
                Kind::Bad => return Err(Malformed::Unterminated),
                Kind::Open => {
                    open.push(self.items.len());
                    self.items.push(Item { token, next: 0 });
                }
                Kind::Close => {
                    let Some(list) = open.pop() else { return Err(Malformed::Unopened) };
                    self.items[list].next = self.items.len() as u32;
                    self.items[list].token.end = token.end;
                }
                _ => {
                    let next = self.items.len() as u32 + 1;
                    self.items.push(Item { token, next });
                }
            }
            if open.is_empty() {
                return Ok(());
            }
            token = lexer.token();
        }
    }

    /// Reads a whole text that is one S-expression.
    pub fn parse(text: &str) -> Result<Tape, Malformed> {
        let mut tape = Tape::default();
        let mut lexer = Lexer::new(text);
        let first = lexer.token();
        tape.read(&mut lexer, first)?;
        Ok(tape)
    }

    pub fn root<'a>(&'a self, text: &'a str) -> Node<'a> {
        Node { tape: self, text, at: 0 }
    }
}

/// One S-expression of a tape.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tape: &'a Tape,
    text: &'a str,
    at: usize,
}

impl<'a> Node<'a> {
    fn item(&self) -> Item {
        self.tape.items[self.at]
    }

    pub fn is_list(&self) -> bool {
        self.item().token.kind == Kind::Open
    }

    /// The kind of an atom; [`Kind::Open`] for a list.
    pub fn kind(&self) -> Kind {
        self.item().token.kind
    }

    pub fn token(&self) -> Token {
        self.item().token
    }

    /// Where it begins in the text.
    pub fn offset(&self) -> usize {
        self.item().token.start
    }

    /// As it was written, comments and all.
    pub fn text(&self) -> &'a str {
        let token = self.item().token;
        &self.text[token.start..token.end]
    }

    /// The name of a symbol.
    pub fn symbol(&self) -> Option<&'a str> {
        matches!(self.kind(), Kind::Symbol | Kind::Quoted).then(|| symbol_name(self.text()))
    }

    pub fn is_symbol(&self, name: &str) -> bool {
        self.symbol() == Some(name)
    }

    pub fn numeral(&self) -> Option<u32> {
        if self.kind() == Kind::Numeral { self.text().parse().ok() } else { None }
    }

    /// The elements of a list; nothing for an atom.
    pub fn children(&self) -> Children<'a> {
        let end = if self.is_list() { self.item().next as usize } else { self.at };
        Children { tape: self.tape, text: self.text, at: self.at + 1, end }
    }
}

/// The elements of a list, in order.
#[derive(Clone)]
pub struct Children<'a> {
    tape: &'a Tape,
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.at >= self.end {
            return None;
        }
        let node = Node { tape: self.tape, text: self.text, at: self.at };
        self.at = node.item().next as usize;
        Some(node)
    }
}
