//! Shapes that are hard for string solvers, after StringFuzz's generators (Blotsky and others, CAV 2018):
//! concatenations, lengths, overlaps, equalities, and regular expressions, deep and wide.

use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, Literal, Script, Term};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{OpId, arithmetic, string_operators};
use gainsay_lang::value::Text;

/// A generator of scripts of one shape.
#[derive(Clone, Copy)]
pub struct Shape {
    pub name: &'static str,
    make: fn(&mut Drawing<'_>),
}

const fn shape(name: &'static str, make: fn(&mut Drawing<'_>)) -> Shape {
    Shape { name, make }
}

pub const SHAPES: &[Shape] = &[
    shape("concats", concats),
    shape("lengths", lengths),
    shape("overlaps", overlaps),
    shape("equalities", equalities),
    shape("deep regexes", deep_regexes),
    shape("wide regexes", wide_regexes),
];

impl Shape {
    /// A script of this shape. A larger `size` permits larger scripts.
    pub fn script(&self, rng: &mut Rng, size: u64) -> Script {
        let mut drawing = Drawing { script: Script::default(), rng, size: size.max(1), strings: Vec::new() };
        (self.make)(&mut drawing);
        drawing.script.commands.push(Command::CheckSat);
        drawing.script
    }
}

/// A script under construction.
struct Drawing<'a> {
    script: Script,
    rng: &'a mut Rng,
    size: u64,
    strings: Vec<Term>,
}

/// A nested concatenation that equals a word.
fn concats(drawing: &mut Drawing<'_>) {
    let depth = 1 + drawing.rng.below(drawing.size.min(6));
    let is_balanced = drawing.rng.coin();
    let whole = drawing.nested_join(depth, is_balanced);
    let word = drawing.word(4 * drawing.size);
    drawing.claim_equal(whole, word);
}

/// Lengths of constants compared with numbers and with each other.
fn lengths(drawing: &mut Drawing<'_>) {
    for _ in 0..1 + drawing.rng.below(drawing.size) {
        let one = drawing.string();
        let length = drawing.apply(string_operators().length, &[one]);
        let other = if drawing.rng.coin() {
            let number = drawing.rng.below(20 * drawing.size);
            drawing.script.terms.int(number)
        } else {
            let two = drawing.string();
            drawing.apply(string_operators().length, &[two])
        };
        if drawing.rng.coin() {
            drawing.claim_equal(length, other);
        } else {
            let claim = drawing.apply(arithmetic().less_int, &[length, other]);
            drawing.claim(claim);
        }
    }
    let (one, two) = (drawing.string(), drawing.string());
    let joined = drawing.apply(string_operators().join, &[one, two]);
    let three = drawing.string();
    drawing.claim_equal(joined, three);
}

/// Equations `A x = x B` with words `A` and `B`.
fn overlaps(drawing: &mut Drawing<'_>) {
    for _ in 0..1 + drawing.rng.below(drawing.size.min(3)) {
        let (length, x) = (1 + drawing.rng.below(3 * drawing.size), drawing.string());
        let before = drawing.word_of(length);
        let after = if drawing.rng.coin() { drawing.rotation_of(before) } else { drawing.word_of(length) };
        let left = drawing.apply(string_operators().join, &[before, x]);
        let right = drawing.apply(string_operators().join, &[x, after]);
        drawing.claim_equal(left, right);
    }
}

/// One string equal to several concatenations.
fn equalities(drawing: &mut Drawing<'_>) {
    let whole = drawing.string();
    for _ in 0..2 + drawing.rng.below(drawing.size) {
        let pieces: Vec<Term> = (0..2 + drawing.rng.below(3)).map(|_| drawing.piece()).collect();
        let joined = drawing.apply(string_operators().join, &pieces);
        drawing.claim_equal(whole, joined);
    }
}

fn deep_regexes(drawing: &mut Drawing<'_>) {
    let depth = 1 + drawing.rng.below(drawing.size.min(8));
    drawing.claim_regexes(depth, 2);
}

fn wide_regexes(drawing: &mut Drawing<'_>) {
    let width = 2 + drawing.rng.below(drawing.size);
    drawing.claim_regexes(2, width);
}

impl Drawing<'_> {
    fn apply(&mut self, op: OpId, args: &[Term]) -> Term {
        let made = self.script.terms.apply_ops(&[op], &[], None, args);
        // Arguments always have the right sorts, so this does not fail.
        made.unwrap_or(args[0])
    }

    fn claim(&mut self, term: Term) {
        self.script.commands.push(Command::Assert(term));
    }

    fn claim_equal(&mut self, left: Term, right: Term) {
        let claim = self.script.terms.equal(left, right);
        self.claim(claim);
    }

    /// One or two memberships in regular languages of this depth and width.
    fn claim_regexes(&mut self, depth: u64, width: u64) {
        for _ in 0..1 + self.rng.below(2) {
            let (one, language) = (self.string(), self.regex(depth, width));
            self.claim_in(one, language);
        }
    }

    /// A claim that a string is or is not in a language; sometimes also a bound on its length.
    fn claim_in(&mut self, one: Term, language: Term) {
        let mut claim = self.apply(string_operators().is_in, &[one, language]);
        if self.rng.one_in(4) {
            claim = self.script.terms.not(claim);
        }
        self.claim(claim);
        if self.rng.coin() {
            let length = self.apply(string_operators().length, &[one]);
            let number = self.rng.below(10 * self.size);
            let number = self.script.terms.int(number);
            let claim = if self.rng.coin() {
                self.apply(arithmetic().less_int, &[number, length])
            } else {
                self.script.terms.equal(length, number)
            };
            self.claim(claim);
        }
    }

    /// A string constant: a new or an existing one.
    fn string(&mut self) -> Term {
        if self.strings.len() >= 2 && (self.strings.len() >= 6 || self.rng.chance(2, 3)) {
            return *self.rng.pick(&self.strings);
        }
        let name = format!("s{}", self.strings.len());
        let constant = self.script.terms.declare_constant(&name, Sort::STRING);
        if let Some(decl) = self.script.terms.declaration(constant) {
            let at = self.strings.len();
            self.script.commands.insert(at, Command::Declare { decl, constant: true });
        }
        self.strings.push(constant);
        constant
    }

    fn text(&mut self, points: &[u32]) -> Term {
        let text = Text::new(points).unwrap_or_else(Text::empty);
        self.script.terms.literal(Literal::Text(text))
    }

    /// A word over one or two letters, so that its parts overlap.
    fn word_of(&mut self, length: u64) -> Term {
        let letters = if self.rng.one_in(3) { 1 } else { 2 };
        let points: Vec<u32> =
            (0..length).map(|_| u32::from(b'a') + self.rng.below(letters) as u32).collect();
        self.text(&points)
    }

    fn word(&mut self, longest: u64) -> Term {
        let length = self.rng.below(longest + 1);
        self.word_of(length)
    }

    fn rotation_of(&mut self, word: Term) -> Term {
        let gainsay_lang::script::View::Literal(Literal::Text(text)) = self.script.terms.view(word) else {
            return word;
        };
        let mut points = text.code_points().to_vec();
        if !points.is_empty() {
            let by = self.rng.index(points.len());
            points.rotate_left(by);
        }
        self.text(&points)
    }

    /// A constant or a short word.
    fn piece(&mut self) -> Term {
        if self.rng.one_in(3) { self.word(4) } else { self.string() }
    }

    /// A concatenation; recursive on the depth, which is bounded.
    fn nested_join(&mut self, depth: u64, is_balanced: bool) -> Term {
        if depth == 0 {
            return self.piece();
        }
        let left = if is_balanced { self.nested_join(depth - 1, true) } else { self.piece() };
        let right = self.nested_join(depth - 1, is_balanced);
        self.apply(string_operators().join, &[left, right])
    }

    /// A regular expression; recursive on the depth, which is bounded.
    fn regex(&mut self, depth: u64, width: u64) -> Term {
        let ops = string_operators();
        if depth == 0 {
            if self.rng.one_in(4) {
                let ends = [u32::from(b'a'), u32::from(b'c') + self.rng.below(20) as u32];
                let ends = ends.map(|end| self.text(&[end]));
                return self.apply(ops.range, &ends);
            }
            let length = 1 + self.rng.below(3);
            let word = self.word_of(length);
            return self.apply(ops.word, &[word]);
        }
        let many = [ops.union, ops.regex_join, ops.regex_join, ops.union, ops.intersection];
        let one = [ops.star, ops.star, ops.plus, ops.option, ops.complement];
        if self.rng.coin() {
            let inner = self.regex(depth - 1, width);
            let op = *self.rng.pick(&one);
            return self.apply(op, &[inner]);
        }
        let parts: Vec<Term> =
            (0..width.max(2)).map(|at| self.regex(if at == 0 { depth - 1 } else { 0 }, width)).collect();
        let op = *self.rng.pick(&many);
        self.apply(op, &parts)
    }
}
