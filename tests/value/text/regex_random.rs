//! Random expressions over a small alphabet, compared with the definition of each operator as a set of words.

use gainsay::value::fuel::Fuel;
use gainsay::value::regex::{Automaton, Regex};
use gainsay::value::text::Text;

use crate::value::text::random::Random;

const MAX_LENGTH: usize = 5;

/// A language restricted to the words of at most [`MAX_LENGTH`] letters: for each of `words`, whether it is a member.
type Language = Vec<bool>;

/// All words of at most [`MAX_LENGTH`] letters, the shortest first, and for each the pairs of words that make it up.
struct Universe {
    words: Vec<Vec<u32>>,
    splits: Vec<Vec<(usize, usize)>>,
}

impl Universe {
    fn new(letters: u32) -> Universe {
        let mut words = vec![Vec::new()];
        let mut next = 0;
        while words[next].len() < MAX_LENGTH {
            words.extend(
                (0..letters).map(|letter| [&words[next][..], &[97 + letter]].concat()).collect::<Vec<_>>(),
            );
            next += 1;
        }
        let place = |word: &[u32]| words.iter().position(|other| other == word).unwrap();
        let split =
            |word: &Vec<u32>| (0..=word.len()).map(|at| (place(&word[..at]), place(&word[at..]))).collect();
        let splits = words.iter().map(split).collect();
        Universe { words, splits }
    }

    fn of(&self, is_member: impl Fn(&[u32]) -> bool) -> Language {
        self.words.iter().map(|word| is_member(word)).collect()
    }

    fn concat(&self, a: &Language, b: &Language) -> Language {
        self.splits.iter().map(|splits| splits.iter().any(|&(left, right)| a[left] && b[right])).collect()
    }

    fn power(&self, a: &Language, n: usize) -> Language {
        (0..n).fold(self.of(<[u32]>::is_empty), |power, _| self.concat(a, &power))
    }

    /// More rounds than letters bring nothing new when empty rounds are among them, or nothing at all when not.
    fn repeat(&self, a: &Language, min: usize, max: usize) -> Language {
        let powers = (min..=max).map(|n| self.power(a, n));
        powers.fold(self.of(|_| false), |union, power| zip(&union, &power, |x, y| x || y))
    }
}

fn zip(a: &Language, b: &Language, f: impl Fn(bool, bool) -> bool) -> Language {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

fn text(word: &[u32]) -> Text {
    Text::new(word).unwrap()
}

/// A random expression and its language by definition.
fn grow(random: &mut Random, universe: &Universe, letters: usize, size: usize) -> (Regex, Language) {
    if size <= 1 {
        return leaf(random, universe, letters);
    }
    let smaller = 1 + random.below(size - 1);
    let (regex, language) = grow(random, universe, letters, smaller);
    let (min, max) = (random.below(4), random.below(5));
    match random.below(14) {
        0 => (regex.star(), universe.repeat(&language, 0, MAX_LENGTH)),
        1 => (regex.plus(), universe.repeat(&language, 1, MAX_LENGTH + 1)),
        2 => (regex.opt(), universe.repeat(&language, 0, 1)),
        3 => (regex.comp(), language.iter().map(|&member| !member).collect()),
        4 => (regex.power(min as u64), universe.power(&language, min)),
        5 => (regex.repeat_between(min as u64, max as u64), universe.repeat(&language, min, max)),
        operator => {
            let (other, others) = grow(random, universe, letters, (size / 2).max(1));
            match operator {
                6 | 7 => (regex.union(&other), zip(&language, &others, |a, b| a || b)),
                8 => (regex.inter(&other), zip(&language, &others, |a, b| a && b)),
                9 => (regex.diff(&other), zip(&language, &others, |a, b| a && !b)),
                10 | 11 => (regex.concat(&other), universe.concat(&language, &others)),
                _ => (other.concat(&regex), universe.concat(&others, &language)),
            }
        }
    }
}

fn leaf(random: &mut Random, universe: &Universe, letters: usize) -> (Regex, Language) {
    match random.below(8) {
        0 => (Regex::none(), universe.of(|_| false)),
        1 => (Regex::all(), universe.of(|_| true)),
        2 => (Regex::allchar(), universe.of(|word| word.len() == 1)),
        3 => {
            let (low, high) = (random.word(1, letters), random.word(1, letters));
            let regex = Regex::range(&text(&low), &text(&high));
            let is_range = !low.is_empty() && !high.is_empty();
            (
                regex,
                universe.of(|word| is_range && word.len() == 1 && low[0] <= word[0] && word[0] <= high[0]),
            )
        }
        _ => {
            let word = random.word(2, letters);
            (Regex::word(text(&word)), universe.of(|other| other == word))
        }
    }
}

#[test]
fn matching_agrees_with_the_definition() {
    let mut random = Random::new(4);
    for letters in [2, 3] {
        let universe = Universe::new(u32::try_from(letters).unwrap());
        for _ in 0..15_000 {
            let size = 1 + random.below(12);
            let (regex, language) = grow(&mut random, &universe, letters, size);
            let mut fuel = Fuel::new(10_000_000);
            let mut automaton = Automaton::new(&regex, &mut fuel).unwrap();
            for (word, &expected) in universe.words.iter().zip(&language) {
                assert_eq!(automaton.matches(&text(word), &mut fuel), Ok(expected), "{word:?}");
            }
            check_shortest_member(&mut automaton, &universe, &language);
        }
    }
}

fn check_shortest_member(automaton: &mut Automaton, universe: &Universe, language: &Language) {
    let mut fuel = Fuel::new(10_000_000);
    let shortest = automaton.shortest_member(&mut fuel).unwrap();
    assert_eq!(automaton.is_empty(&mut fuel), Ok(shortest.is_none()));
    let expected = language.iter().position(|&member| member).map(|place| universe.words[place].len());
    match shortest {
        Some(shortest) => {
            assert!(expected.is_none_or(|length| shortest.len() <= length));
            assert_eq!(automaton.matches(&shortest, &mut fuel), Ok(true));
        }
        None => assert_eq!(expected, None),
    }
}

#[test]
fn replacing_agrees_with_the_definition() {
    let mut random = Random::new(5);
    let universe = Universe::new(2);
    for _ in 0..20_000 {
        let size = 1 + random.below(8);
        let (regex, language) = grow(&mut random, &universe, 2, size);
        let is_member =
            |word: &[u32]| language[universe.words.iter().position(|other| other == word).unwrap()];
        let word = random.word(MAX_LENGTH, 2);
        let mut fuel = Fuel::new(10_000_000);
        let mut automaton = Automaton::new(&regex, &mut fuel).unwrap();
        let new = [88];
        let expected = match first_match(&word, 0, is_member) {
            Some((start, end)) => [&word[..start], &new, &word[end..]].concat(),
            None => word.clone(),
        };
        assert_eq!(automaton.replace(&text(&word), &text(&new), &mut fuel), Ok(text(&expected)));
        let expected = replace_all_by_definition(&word, &new, is_member);
        assert_eq!(automaton.replace_all(&text(&word), &text(&new), &mut fuel), Ok(text(&expected)));
        let start = random.below(MAX_LENGTH + 2);
        let expected =
            word.get(start..).and_then(|rest| first_match(rest, 0, is_member)).map(|found| start + found.0);
        assert_eq!(automaton.index_of(&text(&word), i64::try_from(start).unwrap(), &mut fuel), Ok(expected));
    }
}

/// The standard: `w = u1 w1 u2`, where first `u1` and then `w1` is the shortest such that `w1` is in the language.
fn first_match(
    word: &[u32],
    min_length: usize,
    is_member: impl Fn(&[u32]) -> bool,
) -> Option<(usize, usize)> {
    let pairs =
        (0..=word.len()).flat_map(|start| (start + min_length..=word.len()).map(move |end| (start, end)));
    pairs.into_iter().find(|&(start, end)| is_member(&word[start..end]))
}

fn replace_all_by_definition(
    word: &[u32],
    new: &[u32],
    is_member: impl Fn(&[u32]) -> bool + Copy,
) -> Vec<u32> {
    match first_match(word, 1, is_member) {
        Some((start, end)) => {
            [&word[..start], new, &replace_all_by_definition(&word[end..], new, is_member)].concat()
        }
        None => word.to_vec(),
    }
}

#[test]
fn equivalence_agrees_with_the_definition() {
    let mut random = Random::new(6);
    let universe = Universe::new(2);
    let (mut equal, mut different) = (0, 0);
    for _ in 0..20_000 {
        let sizes = [1 + random.below(5), 1 + random.below(5)];
        let (a, in_a) = grow(&mut random, &universe, 2, sizes[0]);
        let (b, in_b) = grow(&mut random, &universe, 2, sizes[1]);
        let mut fuel = Fuel::new(10_000_000);
        let equivalent = a.is_equivalent_to(&b, &mut fuel).unwrap();
        let included = a.diff(&b).is_empty(&mut fuel).unwrap();
        assert_eq!(equivalent, included && b.diff(&a).is_empty(&mut fuel).unwrap());
        if equivalent {
            equal += 1;
            assert_eq!(in_a, in_b);
        } else {
            // Small expressions that differ mostly differ on a short word; the difference has a witness in any case.
            different += 1;
            let difference = a.diff(&b).union(&b.diff(&a));
            let witness =
                Automaton::new(&difference, &mut fuel).unwrap().shortest_member(&mut fuel).unwrap().unwrap();
            assert_ne!(a.matches(&witness, &mut fuel), b.matches(&witness, &mut fuel));
        }
        if included {
            assert!(in_a.iter().zip(&in_b).all(|(&a, &b)| !a || b));
        }
    }
    assert!(equal > 500 && different > 5000, "{equal} {different}");
}
