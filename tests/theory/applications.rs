//! Random ground terms, as text: applications of the table's rows, and of a datatype's functions, to values and to each
//! other.

use super::patterns::{has_size_result, is_about_tuples};
use gainsay::eval::{Evaluator, Limits, Model, value_text};
use gainsay::generate::Values;
use gainsay::rng::Rng;
use gainsay::script::{Command, Script, Terms};
use gainsay::theory::Op;
use gainsay::theory::derived::Derived;
use gainsay::theory::signature::{Holes, Pattern, Relation, Shape, Size};
use gainsay::theory::sort::{Sort, SortConstructor, SortKind, SortParts};
use gainsay::theory::table;
use gainsay::value::fuel::Fuel;
use gainsay::value::regex::{Automaton, Regex};
use gainsay::value::{Collection, Text};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;

/// What the terms may use besides the table.
pub const DATATYPES: &str = "(declare-datatypes ((Colour 0) (Pair 0) (List 0)) (((red) (green) (blue)) \
     ((pair (first Int) (second Colour))) ((nil) (cons (head Int) (tail List)))))\n";

/// Formats that every solver with floats takes, and others.
const USUAL_FORMATS: &[(u32, u32)] = &[(5, 11), (8, 24), (11, 53), (15, 113)];
const OTHER_FORMATS: &[(u32, u32)] = &[(2, 3), (3, 3), (3, 5), (4, 4), (8, 8), (6, 20), (2, 24), (11, 5)];
const WIDTHS: &[u32] = &[1, 1, 2, 3, 4, 5, 7, 8, 8, 16, 31, 32, 33, 63, 64, 65, 128, 130];

/// Operators whose cost grows with the value of an integer.
const STEEP: &[&str] = &["^", "**", "int.pow2", "piand", "re.loop", "re.^", "to_fp", "rel.join_image"];

/// Strings that have something in common, with digits, quotes and what looks like an escape.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "", "a", "b", "ab", "ba", "aa", "aab", "aba", "abab", "aaaa", "abcabc", "A", "Z", "z", "aZ", "0", "1", "9", "00",
    "007", "10", "-1", "+1", " 1", "123", "2147483648", "18446744073709551616", "\"", "\"\"", "\\", "\\u", "\\u{",
    "\\u{41}", "\\x41", "\\u0041", "\\n", "é", "\u{ff}", "\u{100}", "\u{ffff}", "\u{10000}", "\u{2ffff}", "\u{0}",
    "\u{7f}", "\u{80}", "a b", "(;", "|",
];

/// Chainable and associative by the table, but solvers take two arguments only.
const BINARY: &[&str] = &["bvsub", "str.<", "str.<=", "set.subset"];

/// Terms that are longer than this are not made part of others.
const LONGEST: usize = 1500;
/// How many terms of each sort are kept to be made part of others.
const KEPT: usize = 64;

/// A ground term.
#[derive(Clone, Debug)]
pub struct Term {
    pub text: String,
    pub sort: Sort,
    pub made: Made,
    pub depth: u32,
}

/// How a term is made.
#[derive(Clone, Debug)]
pub enum Made {
    Value,
    /// A row's application.
    Row {
        op: &'static Op,
        head: String,
        args: Vec<Term>,
    },
    /// Something else: a quantifier, a match.
    Other,
}

impl Term {
    pub fn args(&self) -> &[Term] {
        match &self.made {
            Made::Value | Made::Other => &[],
            Made::Row { args, .. } => args,
        }
    }

    /// The row that is applied.
    pub fn op(&self) -> Option<&'static Op> {
        match &self.made {
            Made::Row { op, .. } => Some(op),
            _ => None,
        }
    }

    /// The same application to arguments with other texts.
    pub fn over(&self, texts: &[String]) -> Option<String> {
        match &self.made {
            Made::Row { head, args, .. } if !args.is_empty() => Some(format!("({head} {})", texts.join(" "))),
            _ => None,
        }
    }
}

/// What is allowed in terms for a solver.
#[derive(Clone, Debug)]
pub struct Language {
    pub rows: Vec<&'static Op>,
    /// Standard name to the name that the solver wants.
    pub spellings: BTreeMap<&'static str, &'static str>,
    pub usual_formats_only: bool,
    /// Whether constant arrays are of literals only: `(- 1)` and `(/ 1.0 2.0)` are none.
    pub literal_arrays: bool,
    pub datatypes: bool,
    pub quantifiers: bool,
    /// Whether fields are updated as in the standard's proposal for version 3.
    pub updates: bool,
}

impl Language {
    pub fn has_theory(&self, theory: &str) -> bool {
        self.rows.iter().any(|op| op.theory == theory)
    }
}

/// Makes terms.
pub struct Generator {
    pub script: Script,
    pub language: Language,
    pub rng: Rng,
    element_sorts: Vec<Sort>,
    /// Terms of each sort that later ones can be made of.
    pool: HashMap<Sort, Vec<Term>, FxBuildHasher>,
}

/// Makes arguments for their sorts.
type Argument<'a> = dyn FnMut(&mut Generator, Sort) -> Option<Term> + 'a;

impl Generator {
    pub fn new(language: Language, rng: Rng) -> Generator {
        let script = Script::parse(DATATYPES).expect("the datatypes are declared");
        let (element_sorts, pool) = (Vec::new(), HashMap::default());
        let mut generator = Generator { script, language, rng, element_sorts, pool };
        generator.element_sorts = generator.find_element_sorts();
        generator
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.script.terms
    }

    /// Sorts that parameters stand for, by what the solver knows.
    fn find_element_sorts(&mut self) -> Vec<Sort> {
        let has = |theory: &str| self.language.has_theory(theory);
        let (ints, reals, strings) = (has("Ints"), has("Reals"), has("UnicodeStrings"));
        let (vectors, floats) = (has("FixedSizeBitVectors"), has("FloatingPoint"));
        let (arrays, sequences) = (has("ArraysEx"), has("Sequences"));
        let datatypes = self.language.datatypes;
        let colour = self.script.terms.symbols.find("Colour");
        let sorts = &mut self.script.terms.sorts;
        let mut found = vec![Sort::BOOL];
        if ints {
            found.extend([Sort::INT, Sort::INT]);
        }
        if reals {
            found.push(Sort::REAL);
        }
        if strings {
            found.push(Sort::STRING);
        }
        if vectors {
            found.extend([1, 2, 8, 65].map(|width| sorts.bit_vec(width)));
        }
        if floats {
            found.extend([sorts.float(5, 11), Sort::ROUNDING_MODE]);
        }
        if let Some(name) = colour.filter(|_| datatypes) {
            found.push(sorts.named(name, &[]));
        }
        if arrays && vectors && ints {
            let (index, element) = (sorts.bit_vec(2), sorts.bit_vec(8));
            found.push(sorts.array(index, element));
        }
        if arrays && ints {
            found.push(sorts.array(Sort::INT, Sort::BOOL));
        }
        if sequences {
            found.push(sorts.composite(SortConstructor::Collection(Collection::Seq), &[Sort::INT]));
        }
        found
    }

    /// A random value, written as a term.
    pub fn value(&mut self, sort: Sort) -> Option<Term> {
        if sort == Sort::REGLAN {
            return self.regex(2);
        }
        if self.script.terms.sorts.kind(sort).is_map() {
            let parts = self.script.terms.sorts.parts(sort).to_vec();
            return self.lambda(sort, &parts);
        }
        if sort == Sort::STRING && self.rng.one_in(3) {
            let text = Text::from_chars(TEXTS[self.rng.index(TEXTS.len())])?;
            return Some(Term {
                text: format!("\"{}\"", text.to_literal()),
                sort,
                made: Made::Value,
                depth: 0,
            });
        }
        // A place in a string or a sequence.
        if sort == Sort::INT && self.rng.one_in(3) {
            return self.small_int();
        }
        let model = Model::default();
        let value = Values { terms: &self.script.terms, model: &model, rng: &mut self.rng }.value(sort)?;
        let text = value_text(&self.script.terms, &value, sort)?;
        Some(Term { text, sort, made: Made::Value, depth: 0 })
    }

    /// A function that gives one of its arguments, or a value, or one of both by a test.
    fn lambda(&mut self, sort: Sort, parts: &[Sort]) -> Option<Term> {
        let (&result, arguments) = parts.split_last()?;
        let sorts: Vec<String> = parts.iter().map(|&part| self.sort_text(part)).collect();
        let variables: Vec<String> =
            (0..arguments.len()).map(|at| format!("(x{at} {})", sorts[at])).collect();
        let value = self.value(result)?.text;
        let same: Vec<usize> = (0..arguments.len()).filter(|&at| arguments[at] == result).collect();
        let at = self.rng.index(arguments.len());
        let test = format!("(= x{at} {})", self.value(arguments[at])?.text);
        let body = match same.as_slice() {
            [] if result == Sort::BOOL => test,
            [] => format!("(ite {test} {value} {})", self.value(result)?.text),
            [.., last] if self.rng.coin() => format!("x{last}"),
            [first, ..] => format!("(ite {test} {value} x{first})"),
        };
        let text = format!("(lambda ({}) {body})", variables.join(" "));
        Some(Term { text, sort, made: Made::Value, depth: 0 })
    }

    fn sort_text(&self, sort: Sort) -> String {
        self.script.terms.sorts.to_text(&self.script.terms.symbols, sort)
    }

    /// A regular expression as a term.
    fn regex(&mut self, depth: u32) -> Option<Term> {
        let rows: Vec<&'static Op> = self
            .language
            .rows
            .iter()
            .copied()
            .filter(|op| op.signature.result == Pattern::Sort(Sort::REGLAN))
            .filter(|op| depth > 0 || !op.signature.args.contains(&Pattern::Sort(Sort::REGLAN)))
            .collect();
        let op = *self.rng.pick(&rows);
        self.row_with(op, &mut |generator, sort| match sort {
            Sort::REGLAN => generator.regex(depth - 1),
            Sort::INT => generator.small_int(),
            // A range of single characters is no rare thing.
            Sort::STRING if op.signature.args.len() == 2 && generator.rng.coin() => {
                let letter = generator.rng.pick(&["a", "b", "c", "0", "9", "\\u{2ffff}"]);
                Some(Term { text: format!("\"{letter}\""), sort, made: Made::Value, depth: 0 })
            }
            _ => generator.value(sort),
        })
    }

    fn small_int(&mut self) -> Option<Term> {
        let value = self.rng.below(5);
        Some(Term { text: value.to_string(), sort: Sort::INT, made: Made::Value, depth: 0 })
    }

    /// An application of the row to values; if it is a regular expression, whether it has a member.
    pub fn row(&mut self, op: &'static Op) -> Option<Term> {
        let mut earlier: Vec<Term> = Vec::new();
        let term = self.row_with(op, &mut |generator, sort| {
            let same: Vec<&Term> = earlier.iter().filter(|term| term.sort == sort).collect();
            if !same.is_empty() && generator.rng.one_in(6) {
                return Some((*generator.rng.pick(&same)).clone());
            }
            let term = generator.fitting_value(op, sort)?;
            earlier.push(term.clone());
            Some(term)
        })?;
        self.checkable(term)
    }

    /// An application of the row to values and to terms that were made before.
    pub fn nested(&mut self, op: &'static Op, depth: u32) -> Option<Term> {
        let takes_function =
            op.signature.args.iter().any(|arg| matches!(arg, Pattern::Composite(SortConstructor::Map, _)));
        let flat =
            STEEP.contains(&op.name) || takes_function || (op.ascribed && self.language.literal_arrays);
        let term = self.row_with(op, &mut |generator, sort| {
            let kept = generator.pool.get(&sort).map_or(0, Vec::len);
            if kept > 0 && !flat && generator.rng.below(3) > 0 {
                let term = &generator.pool[&sort][generator.rng.index(kept)];
                if term.depth < depth {
                    return Some(term.clone());
                }
            }
            generator.fitting_value(op, sort)
        })?;
        self.checkable(term)
    }

    /// A quantifier over a small domain, with the row in its body; or a term with its argument bound by `let`, or
    /// taken from a datatype.
    pub fn quantified(&mut self, op: &'static Op) -> Option<Term> {
        let mut used = false;
        let domain = *self.rng.pick(&self.element_sorts.clone());
        let body = self.row_with(op, &mut |generator, sort| {
            if sort == domain && (!used || generator.rng.coin()) {
                used = true;
                return Some(Term { text: "x".to_owned(), sort, made: Made::Value, depth: 0 });
            }
            generator.fitting_value(op, sort)
        })?;
        if !used || body.sort == Sort::REGLAN {
            return None;
        }
        let (sort, value) = (self.sort_text(domain), self.value(domain)?);
        let field = self.language.datatypes && domain == Sort::INT;
        let small = self.language.quantifiers && self.is_small(domain);
        let (text, sort) = match self.rng.below(3) {
            binder @ (0 | 1) if small => {
                let (binder, other) = (["forall", "exists"][binder as usize], self.value(body.sort)?);
                (format!("({binder} ((x {sort})) (= {} {}))", body.text, other.text), Sort::BOOL)
            }
            _ if field => {
                let (list, other) = (self.list()?, self.value(body.sort)?);
                (format!("(match {list} ((nil {}) ((cons x y) {})))", other.text, body.text), body.sort)
            }
            _ => (format!("(let ((x {})) {})", value.text, body.text), body.sort),
        };
        Some(Term { text, sort, made: Made::Other, depth: 2 })
    }

    fn is_small(&self, sort: Sort) -> bool {
        match self.script.terms.sorts.kind(sort) {
            SortKind::Bool | SortKind::Composite(SortConstructor::Named(_), _) => true,
            SortKind::BitVec(width) => *width <= 2,
            _ => false,
        }
    }

    /// A value of the datatype, taken apart and put together again.
    fn list(&mut self) -> Option<String> {
        let name = self.script.terms.symbols.find("List")?;
        let sort = self.terms().sorts.named(name, &[]);
        let (list, number) = (self.value(sort)?.text, self.value(Sort::INT)?.text);
        Some(match self.rng.below(4) {
            0 => format!("(tail (cons {number} {list}))"),
            1 if self.language.updates => format!("((_ update head) {list} {number})"),
            2 => format!("(ite ((_ is cons) {list}) (cons (head {list}) {list}) {list})"),
            _ => list,
        })
    }

    /// Keeps a term, to be made part of others.
    pub fn keep(&mut self, term: &Term) {
        // Solvers search, rather than compute, around functions and roots.
        if term.text.len() > LONGEST || ["(lambda", "(sqrt"].iter().any(|word| term.text.contains(word)) {
            return;
        }
        let kept = self.pool.entry(term.sort).or_default();
        if kept.len() < KEPT {
            kept.push(term.clone());
        } else {
            let at = self.rng.index(KEPT);
            kept[at] = term.clone();
        }
    }

    /// A value that the operator can be applied to without taking forever.
    fn fitting_value(&mut self, op: &Op, sort: Sort) -> Option<Term> {
        if !STEEP.contains(&op.name) {
            return self.value(sort);
        }
        match sort {
            Sort::INT => self.small_int(),
            Sort::REAL if op.name != "to_fp" => {
                let text = *self.rng.pick(&["0.0", "1.0", "2.0", "3.0", "4.0", "7.0"]);
                Some(Term { text: text.to_owned(), sort, made: Made::Value, depth: 0 })
            }
            _ => self.value(sort),
        }
    }

    /// Languages are compared by their members.
    fn checkable(&mut self, term: Term) -> Option<Term> {
        if term.sort != Sort::REGLAN {
            return Some(term);
        }
        let member = if self.rng.coin() { self.member(&term) } else { None };
        let word = match member {
            Some(text) => Term { text, sort: Sort::STRING, made: Made::Value, depth: 0 },
            None => self.value(Sort::STRING)?,
        };
        let (text, depth) = (format!("(str.in_re {} {})", word.text, term.text), term.depth + 1);
        let made = Made::Row {
            op: table().named("str.in_re").op(),
            head: "str.in_re".to_owned(),
            args: vec![word, term],
        };
        Some(Term { text, sort: Sort::BOOL, made, depth })
    }

    /// A member of a regular expression, written as a literal.
    fn member(&mut self, regex: &Term) -> Option<String> {
        let script = Script::parse(&format!("(get-value ({}))", regex.text)).ok()?;
        let Some(Command::GetValue(list)) = script.commands.last() else { return None };
        let model = Model::default();
        let value = Evaluator::new(&script.terms, &model, Limits::default()).eval(list[0]).ok()?;
        let mut fuel = Fuel::new(100_000);
        let mut shortest = |language: &Regex| {
            Automaton::new(language, &mut fuel)
                .ok()?
                .shortest_member(&mut fuel)
                .ok()?
                .filter(|word| word.len() < 50)
        };
        let (mut members, mut others) = (Vec::new(), value.as_regex()?.clone());
        while members.len() < 8
            && let Some(member) = shortest(&others)
        {
            others = others.diff(&Regex::word(member.clone()));
            members.push(member);
        }
        (!members.is_empty()).then(|| format!("\"{}\"", self.rng.pick(&members).to_literal()))
    }

    /// An application of the row to arguments that are made for their sorts.
    fn row_with(&mut self, op: &'static Op, argument: &mut Argument<'_>) -> Option<Term> {
        let signature = &op.signature;
        let count = self.count(op);
        let (sizes, params) = (self.sizes(op), self.params(op));
        let mut args = Vec::new();
        for at in 0..count {
            let sort = self.build(signature.argument(at, count), &sizes, &params)?;
            args.push(argument(self, sort)?);
        }
        let indices: Vec<u32> = match signature.indices {
            Some(count) => (0..count as usize).map(|at| sizes[at] as u32).collect(),
            None => (0..=count).map(|_| self.rng.below(5) as u32).collect(),
        };
        let ascribed = if op.ascribed { Some(self.build(&signature.result, &sizes, &params)?) } else { None };
        let sorts: Vec<Sort> = args.iter().map(|arg| arg.sort).collect();
        let applied = signature.apply(&mut self.terms().sorts, &indices, &sorts, ascribed, false).ok()?;
        let head = self.head(op, &indices, ascribed);
        let text = if args.is_empty() {
            head.clone()
        } else {
            format!("({head} {})", args.iter().map(|arg| arg.text.as_str()).collect::<Vec<_>>().join(" "))
        };
        let depth = 1 + args.iter().map(|arg| arg.depth).max().unwrap_or(0);
        Some(Term { text, sort: applied.sort, made: Made::Row { op, head, args }, depth })
    }

    fn head(&self, op: &Op, indices: &[u32], ascribed: Option<Sort>) -> String {
        let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
        let name = self.language.spellings.get(op.name).copied().unwrap_or(op.name);
        match ascribed {
            Some(sort) => format!("(as {name} {})", self.sort_text(sort)),
            None if indices.is_empty() => name.to_owned(),
            None => format!("(_ {name} {})", indices.join(" ")),
        }
    }

    fn count(&mut self, op: &Op) -> usize {
        let declared = op.signature.args.len();
        match op.signature.shape {
            Shape::Fixed => declared,
            _ if BINARY.contains(&op.name) => 2,
            Shape::Variadic => 1 + self.rng.index(4),
            _ if self.rng.one_in(5) => 3,
            _ => 2,
        }
    }

    /// Widths, formats and indices that go together.
    fn sizes(&mut self, op: &Op) -> [i64; 6] {
        let mut sizes = [0; 6];
        let width = i64::from(*self.rng.pick(WIDTHS));
        for size in &mut sizes {
            *size = match self.rng.below(3) {
                0 => self.rng.below(4) as i64,
                _ => self.rng.below(width as u64 + 2) as i64,
            };
        }
        let signature = &op.signature;
        let patterns: Vec<&Pattern> = signature.args.iter().chain([&signature.result]).collect();
        for pattern in &patterns {
            if let Pattern::BitVec(Size::Variable(slot)) = pattern {
                sizes[*slot as usize] = i64::from(*self.rng.pick(WIDTHS));
            }
        }
        for pattern in &patterns {
            match pattern {
                Pattern::Float(Size::Variable(eb), Size::Variable(sb)) => {
                    let format = self.format();
                    (sizes[*eb as usize], sizes[*sb as usize]) = format;
                }
                Pattern::Float(Size::Variable(eb), Size::Sum(sum)) => {
                    if let Size::Variable(fraction) = sum[0] {
                        let format = self.format();
                        (sizes[*eb as usize], sizes[fraction as usize]) = (format.0, format.1 - 1);
                    }
                }
                _ => {}
            }
        }
        for condition in &signature.conditions {
            let known = sizes.map(Some);
            if let (Size::Variable(slot), Some(value)) = (&condition.left, condition.right.value(&known))
                && condition.relation == Relation::Equal
            {
                sizes[*slot as usize] = value;
            }
        }
        if let Some(count) = signature.indices {
            // Repetitions and powers are kept small; no operator takes bits that are not there.
            let repeats = signature.conditions.len() != 2;
            for size in sizes.iter_mut().take(count as usize).filter(|_| repeats && !has_size_result(op)) {
                *size = (*size).min(12);
            }
            if op.theory == "Tuples" {
                sizes[0] = sizes[0].rem_euclid(3);
            }
            if op.name == "repeat" {
                sizes[0] = 1 + sizes[0].rem_euclid(4);
            }
            if op.name == "iand" {
                sizes[0] = sizes[0].max(1);
            }
        }
        sizes
    }

    fn format(&mut self) -> (i64, i64) {
        let usual = self.language.usual_formats_only || self.rng.coin();
        let (eb, sb) = *self.rng.pick(if usual { USUAL_FORMATS } else { OTHER_FORMATS });
        (i64::from(eb), i64::from(sb))
    }

    fn params(&mut self, op: &Op) -> Vec<Sort> {
        let picked: Vec<Sort> =
            (0..op.signature.params).map(|_| *self.rng.pick(&self.element_sorts.clone())).collect();
        if [&op.signature.result].into_iter().chain(&op.signature.args).any(is_about_tuples) {
            return picked.iter().map(|&part| self.tuple_of(part)).collect();
        }
        // Its indices have an order.
        if op.name == "eqrange" { vec![Sort::INT, self.terms().sorts.bit_vec(2)] } else { picked }
    }

    /// A tuple sort that has such a part.
    fn tuple_of(&mut self, part: Sort) -> Sort {
        let mut parts: SortParts =
            (0..self.rng.index(3)).map(|_| *self.rng.pick(&self.element_sorts.clone())).collect();
        parts.insert(self.rng.index(parts.len() + 1), part);
        self.terms().sorts.composite(SortConstructor::Tuple, &parts)
    }

    /// Whether these are arrays of what is written with operators.
    fn is_array_of_written(&self, kind: &SortKind) -> bool {
        let SortKind::Composite(SortConstructor::Array, parts) = kind else { return false };
        matches!(
            self.script.terms.sorts.kind(parts[1]),
            SortKind::Int
                | SortKind::Real
                | SortKind::Composite(
                    SortConstructor::Collection(Collection::Seq) | SortConstructor::Array,
                    _
                )
        )
    }

    fn build(&mut self, pattern: &Pattern, sizes: &[i64; 6], params: &[Sort]) -> Option<Sort> {
        let known = sizes.map(Some);
        let width = |size: &Size| size.value(&known).filter(|&n| n > 0 && n < 1000).map(|n| n as u32);
        let kind = match pattern {
            Pattern::Sort(sort) => return Some(*sort),
            Pattern::Param(param) => return params.get(*param as usize).copied(),
            Pattern::BitVec(size) => SortKind::BitVec(width(size)?),
            Pattern::Float(eb, sb) => SortKind::Float(width(eb)?, width(sb)?),
            Pattern::Field(_) => return None,
            Pattern::Derived(Derived::Any) => return Some(*self.rng.pick(&self.element_sorts.clone())),
            Pattern::Derived(derived) => {
                let sorts = params.iter().copied().map(Some).collect();
                let holes = Holes { sorts, sizes: known, ..Holes::open(0) };
                return derived.build(&mut self.terms().sorts, &holes);
            }
            Pattern::Composite(SortConstructor::Named(_), _) => return None,
            Pattern::Composite(constructor, parts) => {
                let parts: Option<SortParts> =
                    parts.iter().map(|part| self.build(part, sizes, params)).collect();
                let kind = SortKind::Composite(*constructor, parts?);
                if self.language.literal_arrays && self.is_array_of_written(&kind) {
                    return None;
                }
                kind
            }
        };
        Some(self.terms().sorts.intern(kind))
    }
}
