//! Regular expressions as SMT-LIB terms.

use super::charset::CharSet;
use super::{Count, Kind, Regex};
use crate::value::Text;

/// The names of the operators.
#[derive(Clone, Copy, Debug)]
pub struct RegexNames {
    pub none: &'static str,
    pub allchar: &'static str,
    pub word: &'static str,
    pub range: &'static str,
    pub concat: &'static str,
    pub union: &'static str,
    pub inter: &'static str,
    pub comp: &'static str,
    pub star: &'static str,
    pub plus: &'static str,
    pub power: &'static str,
    pub loop_between: &'static str,
}

impl Regex {
    /// Writes the expression as a term; `None` if it would be longer than `limit` operators.
    pub fn write(&self, out: &mut String, names: &RegexNames, limit: usize) -> Option<()> {
        enum Step<'a> {
            Regex(&'a Regex),
            Text(&'static str),
        }
        let mut stack = vec![Step::Regex(self)];
        let mut written = 0;
        while let Some(step) = stack.pop() {
            let regex = match step {
                Step::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Step::Regex(regex) => regex,
            };
            written += 1;
            if written > limit {
                return None;
            }
            let (name, children): (&'static str, [Option<&Regex>; 2]) = match regex.kind() {
                Kind::Chars(set) => {
                    write_chars(out, names, set);
                    continue;
                }
                Kind::Word(word) => {
                    out.push_str(&format!("({} \"{}\")", names.word, word.to_literal()));
                    continue;
                }
                Kind::Repeat(inner, count) => {
                    // Without an upper bound: star, plus, or a power followed by a star.
                    let Count { min, max } = *count;
                    match max {
                        Some(max) if min == max => out.push_str(&format!("((_ {} {min}) ", names.power)),
                        Some(max) => out.push_str(&format!("((_ {} {min} {max}) ", names.loop_between)),
                        None if min == 0 => out.push_str(&format!("({} ", names.star)),
                        None if min == 1 => out.push_str(&format!("({} ", names.plus)),
                        None => {
                            out.push_str(&format!("({} ((_ {} {min}) ", names.concat, names.power));
                            stack.extend([Step::Text("))"), Step::Regex(inner), Step::Text(" ")]);
                            stack.extend([Step::Text(names.star), Step::Text(") ("), Step::Regex(inner)]);
                            continue;
                        }
                    }
                    stack.extend([Step::Text(")"), Step::Regex(inner)]);
                    continue;
                }
                kind @ Kind::Concat(..) => (names.concat, kind.children()),
                kind @ Kind::Union(..) => (names.union, kind.children()),
                kind @ Kind::Inter(..) => (names.inter, kind.children()),
                kind @ Kind::Comp(_) => (names.comp, kind.children()),
            };
            out.push('(');
            out.push_str(name);
            stack.push(Step::Text(")"));
            for child in children.into_iter().flatten().rev() {
                stack.extend([Step::Regex(child), Step::Text(" ")]);
            }
        }
        Some(())
    }
}

fn write_chars(out: &mut String, names: &RegexNames, set: &CharSet) {
    let literal = |c: u32| Text::new(&[c]).map(|text| text.to_literal()).unwrap_or_default();
    let ranges = set.ranges();
    if ranges.is_empty() {
        out.push_str(names.none);
        return;
    }
    if *set == CharSet::all() {
        out.push_str(names.allchar);
        return;
    }
    if ranges.len() > 1 {
        out.push_str(&format!("({}", names.union));
    }
    for &(low, high) in ranges {
        if ranges.len() > 1 {
            out.push(' ');
        }
        out.push_str(&format!("({} \"{}\" \"{}\")", names.range, literal(low), literal(high)));
    }
    if ranges.len() > 1 {
        out.push(')');
    }
}
