//! Instances of a rule: choices of sorts, widths, indices and list lengths, and the scripts that result.

use super::notation::{self, Names};
use super::{RareParameter, RareRule};
use gainsay_lang::hash::{HashMap, HashSet};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Script;
use gainsay_lang::sexp::{Node, Tape};
use gainsay_lang::value::Int;

/// A rule with what all its instances share.
pub struct Template<'a> {
    pub rule: &'a RareRule,
    /// The parameters that must be numbers in every instance, since an index or a width depends on them.
    numbers: HashSet<&'a str>,
    /// The numbers that a condition defines, with their definitions: `(= nm1 (- n 1))`.
    definers: Vec<(&'a str, String)>,
}

/// The rule for one choice.
pub struct Instance {
    /// A description of the choice, for messages.
    pub choice: String,
    /// Asserts the conditions, and that the sides differ.
    pub script: Script,
}

/// Why a choice gives no instance.
pub enum NoInstance {
    /// The left side is ill-sorted, so the rule does not apply.
    Left(String),
    /// The left side is well-sorted, but something else is not.
    Rest(String),
}

/// The size of widths and numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Small,
    Large,
}

/// The sorts of parameters of any sort; the last one stands for bit-vectors of the chosen width.
const SORTS: [&str; 5] = ["Bool", "Int", "Real", "String", ""];

/// Limit on the length of lists.
const LONGEST_LIST: u64 = 3;

impl<'a> Template<'a> {
    pub fn of(rule: &'a RareRule) -> Template<'a> {
        let mut wanted = HashSet::default();
        for text in rule.texts() {
            with_node(text, |node| numbers_in(node, false, &mut wanted));
        }
        for parameter in &rule.parameters {
            with_node(&parameter.sort, |node| numbers_in(node, true, &mut wanted));
        }
        // If a definition must be a number, so must the names in it.
        for (name, text) in rule.definitions.iter().rev() {
            if wanted.contains(name.as_str()) {
                with_node(text, |node| numbers_in(node, true, &mut wanted));
            }
        }
        let is_number =
            |parameter: &&RareParameter| parameter.sort == "Int" && wanted.contains(parameter.name.as_str());
        let numbers = rule.parameters.iter().filter(is_number).map(|parameter| parameter.name.as_str());
        let numbers: HashSet<&str> = numbers.collect();
        let mut definers = Vec::new();
        for condition in &rule.conditions {
            with_node(condition, |node| definers_in(node, &numbers, &mut definers));
        }
        Template { rule, numbers, definers }
    }

    /// A random instance, or why the choice gives none.
    pub fn instance(&self, rng: &mut Rng, size: Size) -> Result<Instance, NoInstance> {
        let mut choice = Choice::new(rng, size);
        let mut declarations = String::new();
        for parameter in &self.rule.parameters {
            self.choose(parameter, &mut choice, rng, &mut declarations).map_err(NoInstance::Left)?;
        }
        choice.script = read(&declarations).map_err(NoInstance::Left)?;
        self.define(&mut choice);
        let is_constant = with_node(&self.rule.left, |node| choice.has_constants(node)).unwrap_or(false);
        if !is_constant {
            return Err(NoInstance::Left("a constant of its left side has no such value".to_owned()));
        }
        let left = choice.term(&self.rule.left).map_err(NoInstance::Left)?;
        // A rule applies to whatever its left side matches, so that side must be well-sorted by itself.
        read(&format!("{declarations}(assert (= {left} {left}))")).map_err(NoInstance::Left)?;
        let script = self.claim(&choice, declarations, &left).map_err(NoInstance::Rest)?;
        Ok(Instance { choice: choice.told.join(", "), script })
    }

    /// The script of an instance: the conditions, and that the sides differ.
    fn claim(&self, choice: &Choice, declarations: String, left: &str) -> Result<Script, String> {
        let mut text = declarations;
        for condition in &self.rule.conditions {
            text += &format!("(assert {})\n", choice.term(condition)?);
        }
        text += &format!("(assert (not (= {left} {})))\n", choice.term(&self.rule.right)?);
        read(&text)
    }

    /// Chooses the sort, number or list length of a parameter, and declares its symbols.
    fn choose(
        &self,
        parameter: &'a RareParameter,
        choice: &mut Choice,
        rng: &mut Rng,
        declarations: &mut String,
    ) -> Result<(), String> {
        let RareParameter { name, sort, is_list } = parameter;
        if sort == "Type" {
            let sort = choice.any(rng);
            choice.sorts.insert(name.clone(), sort);
            return Ok(());
        }
        if self.numbers.contains(name.as_str()) {
            if !self.definers.iter().any(|(defined, _)| defined == name) {
                let number = choice.number(rng);
                choice.set_number(name, &number);
            }
            return Ok(());
        }
        let length = if *is_list { rng.below(LONGEST_LIST + 1) } else { 1 };
        let mut terms = Vec::new();
        for at in 1..=length {
            let symbol = if *is_list { format!("|{name}.{at}|") } else { format!("|{name}|") };
            let sort = with_node(sort, |node| choice.sort(node, rng)).ok_or("a sort cannot be read")??;
            *declarations += &format!("(declare-const {symbol} {sort})\n");
            choice.told.push(format!("{}: {sort}", symbol.trim_matches('|')));
            terms.push(symbol);
        }
        if terms.is_empty() {
            choice.told.push(format!("{name} is empty"));
        }
        if *is_list {
            choice.lists.insert(name.clone());
        }
        choice.meanings.insert(name.clone(), terms);
        Ok(())
    }

    /// Computes the numbers that conditions define, and expands the definitions.
    fn define(&self, choice: &mut Choice) {
        for _ in 0..=self.definers.len() {
            for (name, text) in &self.rule.definitions {
                if let Ok(term) = choice.term(text) {
                    choice.meanings.insert(name.clone(), vec![term]);
                }
            }
            for (name, text) in &self.definers {
                if choice.meanings.contains_key(*name) {
                    continue;
                }
                let number = with_node(text, |node| notation::number(choice, node));
                if let Some(Ok(number)) = number {
                    choice.set_number(name, &number);
                }
            }
        }
    }
}

impl RareRule {
    /// All terms of the rule.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let definitions = self.definitions.iter().map(|(_, text)| text);
        self.conditions.iter().chain([&self.left, &self.right]).chain(definitions).map(String::as_str)
    }
}

/// The choices made so far.
struct Choice {
    size: Size,
    /// The common width of all bit-vectors; without it, each has its own.
    width: Option<u64>,
    /// The sorts of parameters of any sort; mostly the first one.
    bases: [String; 2],
    sorts: HashMap<String, String>,
    meanings: HashMap<String, Vec<String>>,
    lists: HashSet<String>,
    told: Vec<String>,
    /// Declares the parameters' symbols.
    script: Script,
}

impl Names for Choice {
    fn meaning(&self, name: &str) -> Option<&[String]> {
        self.meanings.get(name).map(Vec::as_slice)
    }

    fn is_list(&self, name: &str) -> bool {
        self.lists.contains(name)
    }

    fn script(&self) -> &Script {
        &self.script
    }
}

impl Choice {
    fn new(rng: &mut Rng, size: Size) -> Choice {
        let mut choice = Choice {
            size,
            width: None,
            bases: Default::default(),
            sorts: HashMap::default(),
            meanings: HashMap::default(),
            lists: HashSet::default(),
            told: Vec::new(),
            script: Script::default(),
        };
        if rng.coin() {
            choice.width = Some(choice.any_width(rng));
        }
        let width = choice.vector_width(rng);
        let base = |rng: &mut Rng| match *rng.pick(&SORTS) {
            "" => format!("(_ BitVec {width})"),
            sort => sort.to_owned(),
        };
        let first = base(rng);
        let second = if rng.coin() { first.clone() } else { base(rng) };
        choice.bases = [first, second];
        choice
    }

    fn any_width(&self, rng: &mut Rng) -> u64 {
        match self.size {
            Size::Small => rng.between(1, 4),
            Size::Large => *rng.pick(&[5, 8, 11, 32]),
        }
    }

    fn vector_width(&self, rng: &mut Rng) -> u64 {
        self.width.unwrap_or_else(|| self.any_width(rng))
    }

    fn any(&self, rng: &mut Rng) -> String {
        self.bases[usize::from(rng.one_in(4))].clone()
    }

    fn number(&self, rng: &mut Rng) -> Int {
        let number = match (self.size, rng.below(8)) {
            (Size::Small, 0..6) => rng.below(6) as i64,
            (Size::Large, 0..6) => rng.below(33) as i64,
            (_, 6) => *rng.pick(&[-1, -2, -4, -8]),
            _ => *rng.pick(&[2, 4, 8, 16, 32, 64]),
        };
        Int::from(number)
    }

    fn set_number(&mut self, name: &str, number: &Int) {
        self.told.push(format!("{name} = {number}"));
        let text = if number.is_negative() { format!("(- {})", number.abs()) } else { number.to_string() };
        self.meanings.insert(name.to_owned(), vec![text]);
    }

    /// Translates a term of the rule to SMT-LIB.
    fn term(&self, text: &str) -> Result<String, String> {
        with_node(text, |node| notation::in_smtlib(self, node)).ok_or("a term cannot be read")?
    }

    /// Translates a sort of the rule to SMT-LIB, choosing what it leaves open.
    fn sort(&self, node: &Node<'_>, rng: &mut Rng) -> Result<String, String> {
        let [first, second] = &self.bases;
        if let Some(name) = node.symbol() {
            return Ok(match name {
                "?" => self.any(rng),
                "?BitVec" => format!("(_ BitVec {})", self.vector_width(rng)),
                "?Array" => format!("(Array {first} {second})"),
                "?Set" => format!("(Set {first})"),
                "?Bag" => format!("(Bag {first})"),
                "?Seq" if rng.one_in(4) => format!("(Seq {first})"),
                "?Seq" => "String".to_owned(),
                _ => self.sorts.get(name).cloned().unwrap_or_else(|| name.to_owned()),
            });
        }
        let parts: Vec<Node<'_>> = node.children().collect();
        match parts.as_slice() {
            [name, width] if name.is_symbol("BitVec") => self.vector(width),
            [under, name, width] if under.is_symbol("_") && name.is_symbol("BitVec") => self.vector(width),
            _ => {
                let parts = parts.iter().map(|part| self.sort(part, rng));
                Ok(format!("({})", parts.collect::<Result<Vec<_>, _>>()?.join(" ")))
            }
        }
    }

    /// Whether each `(@bv n w)` is a constant that a term can have: the rule matches constants, so `n` must
    /// fit into `w` bits.
    fn has_constants(&self, node: &Node<'_>) -> bool {
        let parts: Vec<Node<'_>> = node.children().collect();
        let fits = match parts.as_slice() {
            [word, value, width] if word.is_symbol("@bv") || word.is_symbol("bv") => {
                match (notation::number(self, value), notation::number(self, width)) {
                    (Ok(value), Ok(width)) => {
                        let bits = width.to_usize().unwrap_or(0);
                        !value.is_negative() && value.bits_len() <= bits
                    }
                    _ => true,
                }
            }
            _ => true,
        };
        fits && parts.iter().all(|part| self.has_constants(part))
    }

    fn vector(&self, width: &Node<'_>) -> Result<String, String> {
        Ok(format!("(_ BitVec {})", notation::number(self, width)?))
    }
}

/// Reads a script, which must be understood completely.
fn read(text: &str) -> Result<Script, String> {
    let script = Script::read(text);
    match script.problems.first() {
        Some(problem) => Err(problem.message.clone()),
        None => Ok(script),
    }
}

/// Parses a text and applies a function to the tree.
fn with_node<T>(text: &str, mut what: impl FnMut(&Node<'_>) -> T) -> Option<T> {
    let tape = Tape::parse(text).ok()?;
    Some(what(&tape.root(text)))
}

/// Collects the names that an index or a width depends on: all names inside an index.
fn numbers_in(node: &Node<'_>, is_index: bool, found: &mut HashSet<String>) {
    if let Some(name) = node.symbol().filter(|_| is_index) {
        found.insert(name.to_owned());
    }
    let parts: Vec<Node<'_>> = node.children().collect();
    let Some((head, args)) = parts.split_first() else { return };
    let indices = match head.symbol() {
        Some("@bv" | "bv") => args.len(),
        Some(name) => notation::indices(name, args.len()).unwrap_or(0),
        None => 0,
    };
    for (at, arg) in args.iter().enumerate() {
        numbers_in(arg, is_index || at < indices, found);
    }
}

/// Collects the numbers that a condition defines: `(= n term)`, or a conjunction that contains such an
/// equation.
fn definers_in<'a>(node: &Node<'_>, numbers: &HashSet<&'a str>, found: &mut Vec<(&'a str, String)>) {
    let parts: Vec<Node<'_>> = node.children().collect();
    let number = |node: &Node<'_>| node.symbol().and_then(|name| numbers.get(name).copied());
    match parts.as_slice() {
        [equal, left, right] if equal.text() == "=" => {
            let pairs = [(number(left), right), (number(right), left)];
            for (name, term) in pairs.into_iter().filter_map(|(name, term)| Some((name?, term))) {
                if !found.iter().any(|(known, _)| *known == name) {
                    return found.push((name, term.text().to_owned()));
                }
            }
        }
        // Disjunctions define nothing. If the conditions then hold too rarely, the counts show it.
        [_, parts @ ..] if node.text().starts_with("(and ") => {
            parts.iter().for_each(|part| definers_in(part, numbers, found));
        }
        _ => {}
    }
}
