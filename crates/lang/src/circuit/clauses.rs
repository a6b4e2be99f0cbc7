//! Lists of clauses, and their text in the DIMACS format.

use super::Wire;
use crate::hash::HashSet;
use std::fmt::Write;

/// A conjunction of clauses. Equal ones have the same clauses in the same order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clauses {
    literals: Vec<Wire>,
    /// Where each clause ends.
    ends: Vec<u32>,
    /// How many variables there are, numbered from 1.
    variables: u32,
}

/// A text that is no DIMACS file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct DimacsError {
    pub line: usize,
    pub what: &'static str,
}

impl Clauses {
    /// The empty conjunction over so many variables.
    pub fn over(variables: u32) -> Clauses {
        Clauses { variables, ..Clauses::default() }
    }

    pub fn new_variable(&mut self) -> u32 {
        self.variables += 1;
        self.variables
    }

    pub fn variables(&self) -> u32 {
        self.variables
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a clause. A literal that it has twice counts once: proofs are about clauses as sets.
    pub fn push(&mut self, clause: &[Wire]) {
        // As circuits make them.
        if clause.is_sorted_by(|a, b| a < b) {
            self.literals.extend_from_slice(clause);
        } else {
            let mut seen = HashSet::default();
            self.literals.extend(clause.iter().filter(|literal| seen.insert(**literal)));
        }
        self.ends.push(self.literals.len() as u32);
    }

    /// The clause of this number, from 0.
    pub fn get(&self, at: usize) -> Option<&[Wire]> {
        let end = *self.ends.get(at)? as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        self.literals.get(start..end)
    }

    pub fn iter(&self) -> impl Iterator<Item = &[Wire]> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    /// As a DIMACS file, which any SAT solver and proof checker reads.
    pub fn to_dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.variables, self.len());
        for clause in self.iter() {
            for literal in clause {
                let _ = write!(text, "{} ", literal.to_dimacs());
            }
            text.push_str("0\n");
        }
        text
    }

    /// Reads a DIMACS file.
    pub fn from_dimacs(text: &str) -> Result<Clauses, DimacsError> {
        let mut clauses = Clauses::default();
        let mut declared = None;
        let mut clause = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let error = |what| DimacsError { line: at + 1, what };
            if line.starts_with('c') || line.trim().is_empty() {
                continue;
            }
            if let Some(header) = line.strip_prefix("p cnf ") {
                let mut numbers = header.split_ascii_whitespace().map(str::parse::<u32>);
                let (Some(Ok(variables)), Some(Ok(count)), None, None) =
                    (numbers.next(), numbers.next(), numbers.next(), declared)
                else {
                    return Err(error("one header `p cnf VARIABLES CLAUSES` was expected"));
                };
                (clauses.variables, declared) = (variables, Some(count));
                continue;
            }
            for word in line.split_ascii_whitespace() {
                let number: i64 = word.parse().map_err(|_| error("this is not a number"))?;
                match Wire::from_dimacs(number) {
                    _ if number == 0 => {
                        clauses.push(&clause);
                        clause.clear();
                    }
                    Some(literal) if literal.variable() <= clauses.variables => clause.push(literal),
                    _ => return Err(error("there are not so many variables")),
                }
            }
        }
        let end = |what| DimacsError { line: text.lines().count(), what };
        match declared {
            _ if !clause.is_empty() => Err(end("the last clause has no end")),
            Some(count) if count as usize == clauses.len() => Ok(clauses),
            Some(_) => Err(end("there are not as many clauses as the header says")),
            None => Err(end("there is no header `p cnf VARIABLES CLAUSES`")),
        }
    }
}
