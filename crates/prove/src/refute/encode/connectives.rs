//! The connectives on words. Arrays have no words; of these only equations are encoded.

use super::{Encoder, Undecided};
use gainsay_lang::circuit::{Wire, Word};
use gainsay_lang::script::Term;
use gainsay_lang::theory::Connective;

impl Encoder {
    pub(super) fn connective(
        &mut self,
        connective: Connective,
        term: Term,
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        let wire = match connective {
            Connective::Equal => {
                self.all_pairs(arguments.windows(2).map(|pair| (pair[0], pair[1])), false)?
            }
            Connective::Distinct => {
                let pairs = (0..arguments.len())
                    .flat_map(|at| arguments[..at].iter().map(move |&earlier| (earlier, arguments[at])));
                self.all_pairs(pairs, true)?
            }
            Connective::Ite => return self.choice(term, arguments),
            Connective::Not | Connective::And | Connective::Or | Connective::Xor | Connective::Implies => {
                let wires: Word = self.words(arguments)?.concat();
                if wires.len() != arguments.len() || wires.is_empty() {
                    return Err(Undecided::NotUnderstood);
                }
                self.boolean(connective, &wires)
            }
        };
        Ok(vec![wire])
    }

    fn boolean(&mut self, connective: Connective, wires: &[Wire]) -> Wire {
        match connective {
            Connective::Not => !wires[0],
            Connective::And => self.gates.all(wires),
            Connective::Or => self.gates.any(wires),
            Connective::Xor => wires[1..].iter().fold(wires[0], |so_far, &wire| self.gates.xor(so_far, wire)),
            _ => {
                let last = wires.len() - 1;
                let premise = self.gates.all(&wires[..last]);
                self.gates.or(!premise, wires[last])
            }
        }
    }

    /// Whether all pairs of terms are equal, or all are different.
    fn all_pairs(
        &mut self,
        pairs: impl Iterator<Item = (Term, Term)>,
        different: bool,
    ) -> Result<Wire, Undecided> {
        let mut wires = Word::new();
        for (left, right) in pairs {
            let equal = self.equal_terms(left, right)?;
            wires.push(if different { !equal } else { equal });
            self.gates.spend(1);
            if self.gates.is_full() {
                return Err(Undecided::TooLarge);
            }
        }
        Ok(self.gates.all(&wires))
    }

    fn equal_terms(&mut self, left: Term, right: Term) -> Result<Wire, Undecided> {
        let sort = self.terms.sort(left);
        if sort != self.terms.sort(right) {
            return Err(self.no_sort(sort));
        }
        if self.is_array(left) {
            return self.array_equation(left, right);
        }
        let (left, right) = (self.word(left)?, self.word(right)?);
        self.equal(&left, &right)
    }

    fn choice(&mut self, term: Term, arguments: &[Term]) -> Result<Word, Undecided> {
        if self.is_array(term) {
            return Ok(Word::new());
        }
        let &[condition, then, otherwise] = arguments else { return Err(Undecided::NotUnderstood) };
        let (condition, then, otherwise) = (self.word(condition)?, self.word(then)?, self.word(otherwise)?);
        if then.len() != otherwise.len() || condition.len() != 1 {
            return Err(Undecided::NotUnderstood);
        }
        Ok(self.choose(condition[0], &then, &otherwise))
    }
}
