//! Strings, abstracted to numbers. Each string is represented by a number, different strings by different
//! ones; string literals have the numbers from 0, the others are arbitrary. Operators are uninterpreted
//! functions of these numbers, with some facts about lengths and languages. So a refutation is correct, but
//! the strings of a model are guessed.

use super::tables::Base;
use super::{Encoder, Undecided};
use crate::refute::arithmetic::Linear;
use gainsay_lang::circuit::{Wire, Word};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::Term;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Op, StringOperator as Is};
use gainsay_lang::value::fuel::Fuel;
use gainsay_lang::value::regex::Automaton;
use gainsay_lang::value::{Rational, Regex, Text, Value};

/// Work limit of comparing two languages.
const FUEL: u64 = 200_000;
/// Limit on the languages that are compared with each other for one string.
const MOST_LANGUAGES: usize = 12;
/// The largest code point in SMT-LIB.
const LAST_LETTER: i64 = 196_607;

/// Length limit of guessed strings.
const LONGEST_GUESS: usize = 1000;

#[derive(Default, Debug)]
pub(super) struct Strings {
    written: HashMap<Text, i64>,
    lengths: HashMap<Linear, Linear>,
    /// For each string, the languages that it is tested for, and the wires of these tests.
    languages: HashMap<Linear, Vec<(Regex, Wire)>>,
    /// Whether there are strings besides literals.
    pub is_asked: bool,
}

impl Strings {
    pub fn length_of(&self, string: &Linear) -> Option<&Linear> {
        self.lengths.get(string)
    }

    /// A guess of the string with this number: the literal, or one letter repeated to this length.
    pub fn text(&self, string: &Rational, length: Option<Rational>) -> Option<Text> {
        let is_this = |at: i64| Rational::from(at) == *string;
        if let Some((text, _)) = self.written.iter().find(|(_, at)| is_this(**at)) {
            return Some(text.clone());
        }
        let letter = (string.floor().to_u64().unwrap_or(0) % 26) as u8 + b'a';
        let length = length.map_or(Some(0), |length| length.floor().to_usize())?;
        (length <= LONGEST_GUESS).then(|| Text::from_chars(&char::from(letter).to_string().repeat(length)))?
    }
}

fn number(value: i64) -> Linear {
    Linear::constant(Rational::from(value))
}

impl Encoder {
    /// The number of a string literal.
    pub(super) fn written(&mut self, text: &Text) -> Linear {
        let strings = &mut self.strings;
        let next = strings.written.len() as i64;
        let string = number(*strings.written.entry(text.clone()).or_insert(next));
        strings.lengths.entry(string.clone()).or_insert_with(|| number(text.len() as i64));
        string
    }

    /// A fresh string.
    pub(super) fn any_string(&mut self) -> Linear {
        self.strings.is_asked = true;
        Linear::variable(self.numbers.new_number(false))
    }

    /// Adds the lengths of literals to the table of lengths, so that strings equal to a literal have its
    /// length.
    pub(super) fn written_lengths(&mut self) {
        if !self.strings.is_asked {
            return;
        }
        let mut lengths: Vec<(i64, usize)> =
            self.strings.written.iter().map(|(text, &at)| (at, text.len())).collect();
        lengths.sort_unstable();
        for (at, length) in lengths {
            let (string, length) = (self.number(number(at)), self.number(number(length as i64)));
            self.tables.add(Base::Length, vec![string], length);
        }
    }

    /// The length of a string: not negative, and 0 only for the empty string.
    fn length(&mut self, string: &Linear) -> Result<Linear, Undecided> {
        if let Some(known) = self.strings.lengths.get(string) {
            return Ok(known.clone());
        }
        let word = self.number(string.clone());
        let length = self.row(Base::Length, vec![word], Sort::INT)?;
        let length = self.numbers.sum(&length).cloned().ok_or(Undecided::NotUnderstood)?;
        self.strings.lengths.insert(string.clone(), length.clone());
        let at_least = self.at_most(&number(0), &length);
        self.gates.require(&[at_least]);
        let (has_none, is_empty) = (self.at_most(&length, &number(0)), self.is_empty(string));
        self.gates.require(&[!has_none, is_empty]);
        self.gates.require(&[has_none, !is_empty]);
        Ok(length)
    }

    fn is_empty(&mut self, string: &Linear) -> Wire {
        let empty = self.written(&Text::empty());
        self.same_number(string, &empty)
    }

    /// An operator on strings, or one whose result is a string.
    pub(super) fn string_operator(
        &mut self,
        op: &Op,
        term: Term,
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        if op.on_strings == Some(Is::IsWord) {
            return self.membership(term, arguments);
        }
        if op.partial
            || arguments.iter().any(|&argument| self.is_wordless(argument) || self.is_array(argument))
        {
            return Err(Undecided::Operator(op.name.to_owned()));
        }
        self.strings.is_asked = true;
        let words = self.words(arguments)?;
        let numbers: Vec<Linear> = words.iter().filter_map(|word| self.numbers.sum(word).cloned()).collect();
        if let (Some(Is::Length), [string]) = (op.on_strings, &numbers[..]) {
            let length = self.length(string)?;
            return Ok(self.number(length));
        }
        let result = self.row(Base::Operator(op.id, arguments.len()), words, self.terms.sort(term))?;
        if let Some(meaning) = op.on_strings.filter(|_| numbers.len() == arguments.len()) {
            match self.numbers.sum(&result).cloned() {
                Some(result) => self.facts(meaning, &numbers, &result)?,
                None => self.facts_of_wire(meaning, &numbers, result[0])?,
            }
        }
        Ok(result)
    }

    /// Facts about an operator whose result is a string or a number.
    fn facts(&mut self, meaning: Is, arguments: &[Linear], result: &Linear) -> Result<(), Undecided> {
        match (meaning, arguments) {
            (Is::Join, _) => {
                let mut sum = number(0);
                for part in arguments {
                    sum = sum.plus(&self.length(part)?);
                }
                let length = self.length(result)?;
                self.same_number_if(Wire::TRUE, &length, &sum);
            }
            (Is::SameLength, [string, ..]) => {
                let (length, whole) = (self.length(result)?, self.length(string)?);
                self.same_number_if(Wire::TRUE, &length, &whole);
            }
            (Is::Letter, [string, place]) => self.part(string, place, &number(1), result)?,
            (Is::Part, [string, place, length]) => self.part(string, place, length, result)?,
            (Is::Place, [string, part]) => self.place(string, part, &number(0), result)?,
            (Is::Place, [string, part, start]) => self.place(string, part, start, result)?,
            (Is::Replace, [string, old, new]) => {
                let (whole, old, new) = (self.length(string)?, self.length(old)?, self.length(new)?);
                let length = self.length(result)?;
                let is_same = self.same_number(result, string);
                let is_replaced = self.same_number(&length, &whole.minus(&old).plus(&new));
                self.gates.require(&[is_same, is_replaced]);
            }
            (Is::ToCode, [string]) => {
                let length = self.length(string)?;
                let is_letter = self.same_number(&length, &number(1));
                let is_code = self.at_most(&number(0), result);
                self.gates.require(&[!is_letter, is_code]);
                self.gates.require(&[is_letter, !is_code]);
                self.within(&number(-1), result, &number(LAST_LETTER));
            }
            (Is::FromCode, [code]) => {
                let (no_less, no_more) =
                    (self.at_most(&number(0), code), self.at_most(code, &number(LAST_LETTER)));
                let is_code = self.gates.and(no_less, no_more);
                let length = self.length(result)?;
                self.same_number_if(is_code, &length, &number(1));
                self.same_number_if(!is_code, &length, &number(0));
            }
            (Is::ToNumber, [string]) => {
                let is_empty = self.is_empty(string);
                let is_number = self.at_most(&number(0), result);
                let at_least = self.at_most(&number(-1), result);
                self.gates.require(&[at_least]);
                self.gates.require(&[!is_empty, !is_number]);
            }
            (Is::FromNumber, [value]) => {
                let is_natural = self.at_most(&number(0), value);
                let is_empty = self.is_empty(result);
                self.gates.require(&[is_natural, is_empty]);
                self.gates.require(&[!is_natural, !is_empty]);
            }
            _ => {}
        }
        Ok(())
    }

    /// Length of a substring: as long as wanted or as the string allows if `place` is inside, else 0.
    fn part(
        &mut self,
        string: &Linear,
        place: &Linear,
        wanted: &Linear,
        result: &Linear,
    ) -> Result<(), Undecided> {
        let (whole, length) = (self.length(string)?, self.length(result)?);
        let inside =
            [self.at_most(&number(0), place), self.less(place, &whole), self.less(&number(0), wanted)];
        let inside = self.gates.all(&inside);
        let left = whole.minus(place);
        let fits = self.at_most(wanted, &left);
        let (fits, ends) = (self.gates.and(inside, fits), self.gates.and(inside, !fits));
        self.same_number_if(!inside, &length, &number(0));
        self.same_number_if(fits, &length, wanted);
        self.same_number_if(ends, &length, &left);
        Ok(())
    }

    fn place(
        &mut self,
        string: &Linear,
        part: &Linear,
        start: &Linear,
        result: &Linear,
    ) -> Result<(), Undecided> {
        let (whole, length) = (self.length(string)?, self.length(part)?);
        let at_least = self.at_most(&number(-1), result);
        let is_found = self.at_most(&number(0), result);
        let behind = self.at_most(start, result);
        let begins = self.at_most(&number(0), start);
        let fits = self.at_most(&result.plus(&length), &whole);
        self.gates.require(&[at_least]);
        for fact in [behind, begins, fits] {
            self.gates.require(&[!is_found, fact]);
        }
        Ok(())
    }

    /// Facts about a predicate.
    fn facts_of_wire(&mut self, meaning: Is, arguments: &[Linear], holds: Wire) -> Result<(), Undecided> {
        let ((Is::IsEnd, [part, whole]) | (Is::Contains, [whole, part])) = (meaning, arguments) else {
            return Ok(());
        };
        let (part_length, length) = (self.length(part)?, self.length(whole)?);
        let no_longer = self.at_most(&part_length, &length);
        let as_long = self.at_most(&length, &part_length);
        let (is_same, is_empty) = (self.same_number(part, whole), self.is_empty(part));
        self.gates.require(&[!holds, no_longer]);
        self.gates.require(&[!holds, !as_long, is_same]);
        self.gates.require(&[holds, !is_same]);
        self.gates.require(&[holds, !is_empty]);
        Ok(())
    }

    /// Membership of a string in a language. A language is identified by its term.
    fn membership(&mut self, term: Term, arguments: &[Term]) -> Result<Word, Undecided> {
        let &[string, language] = arguments else { return Err(Undecided::NotUnderstood) };
        self.strings.is_asked = true;
        let word = self.word(string)?;
        let string = self.numbers.sum(&word).cloned().ok_or(Undecided::NotUnderstood)?;
        let row = self.row(Base::Language(language), vec![word], self.terms.sort(term))?;
        let Some(Value::Regex(regex)) = self.value(language) else { return Ok(row) };
        let known = self.strings.languages.entry(string.clone()).or_default();
        if known.iter().any(|(_, wire)| *wire == row[0]) || known.len() >= MOST_LANGUAGES {
            return Ok(row);
        }
        known.push((regex.clone(), row[0]));
        let others = known[..known.len() - 1].to_vec();
        for (other, is_other) in others {
            self.compare((&regex, row[0]), (&other, is_other));
        }
        self.shortest(&string, &regex, row[0])?;
        Ok(row)
    }

    /// Relates the membership in two languages, or their complements, whose intersection is empty.
    fn compare(&mut self, (one, is_one): (&Regex, Wire), (other, is_other): (&Regex, Wire)) {
        for (one, is_one) in [(one.clone(), is_one), (one.comp(), !is_one)] {
            for (other, is_other) in [(other.clone(), is_other), (other.comp(), !is_other)] {
                if one.inter(&other).is_empty(&mut Fuel::new(FUEL)) == Ok(true) {
                    self.gates.require(&[!is_one, !is_other]);
                }
            }
        }
    }

    /// Members of a language are no shorter than its shortest member; an empty language has none.
    fn shortest(&mut self, string: &Linear, regex: &Regex, is_word: Wire) -> Result<(), Undecided> {
        for (regex, is_word) in [(regex.clone(), is_word), (regex.comp(), !is_word)] {
            let mut fuel = Fuel::new(FUEL);
            let shortest =
                Automaton::new(&regex, &mut fuel).and_then(|mut words| words.shortest_member(&mut fuel));
            match shortest {
                Ok(Some(shortest)) => {
                    let length = self.length(string)?;
                    let is_longer = self.at_most(&number(shortest.len() as i64), &length);
                    self.gates.require(&[!is_word, is_longer]);
                }
                Ok(None) => self.gates.require(&[!is_word]),
                Err(_) => {}
            }
        }
        Ok(())
    }
}
