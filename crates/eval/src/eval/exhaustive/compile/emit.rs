//! Emits slots and steps, each only once in its scope (hash-consing).

use super::{Compiler, Info, Key, MAX_DENSE, MAX_TABLE_WORDS, TooLarge, Uses};
use crate::eval::Model;
use crate::eval::domain::SortDomains;
use crate::eval::exhaustive::program::{Action, Applied, Arguments, EMPTY, Memo, Results, Slot, Step};
use crate::eval::exhaustive::words::{CodeId, UNKNOWN, Word};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::Function;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Connective, Domains, Meaning};
use gainsay_lang::value::{Reason, Size};
use smallvec::SmallVec;

const MAX_STEPS: usize = 100_000;
/// `distinct` of more arguments than this is not compiled.
const MAX_PAIRWISE: usize = 1000;

impl Compiler<'_> {
    pub(super) fn apply(&mut self, applied: Applied, slots: &[Slot], sort: Sort) -> Result<Slot, TooLarge> {
        let result = self.code(sort);
        let codes: SmallVec<[CodeId; 3]> = slots.iter().map(|&slot| self.infos[slot as usize].code).collect();
        let key = (applied, codes.clone(), result);
        let memo = match self.memo_ids.get(&key) {
            Some(&memo) => memo,
            None => {
                let memo = self.memo(applied, codes, result, sort);
                self.state.memos.push(memo);
                let number = self.state.memos.len() as u32 - 1;
                self.memo_ids.insert(key, number);
                number
            }
        };
        let action = match *slots {
            [argument] => Action::Unary { memo, argument },
            [left, right] => Action::Binary { memo, left, right },
            _ => Action::Apply { memo, arguments: self.arguments(slots) },
        };
        self.step(Key::Apply(memo, slots.into()), slots, result, action)
    }

    fn memo(
        &mut self,
        applied: Applied,
        arguments: SmallVec<[CodeId; 3]>,
        result: CodeId,
        sort: Sort,
    ) -> Memo {
        let words = &self.state.words;
        let meaning = match applied {
            Applied::Function(id) => match self.terms.function(id) {
                Function::Op(op, _) => Some(op.op().meaning),
                _ => None,
            },
            _ => None,
        };
        let width = arguments.first().and_then(|&code| words.width(code));
        let width = width.filter(|_| arguments.iter().all(|&code| words.width(code) == width));
        let radices: Option<SmallVec<[u64; 3]>> = arguments.iter().map(|&code| words.radix(code)).collect();
        let size = |radices: &[u64]| radices.iter().try_fold(1u64, |size, &radix| size.checked_mul(radix));
        let room = MAX_DENSE.min(MAX_TABLE_WORDS - self.table_words);
        let results = match radices.as_deref().and_then(size).filter(|&size| size <= room).zip(radices) {
            Some((size, radices)) => {
                self.table_words += size;
                Results::Dense { radices, words: vec![EMPTY; size as usize] }
            }
            None if width.is_some()
                && matches!(meaning, Some(Meaning::Bits1(_) | Meaning::Bits2(_) | Meaning::BitsTest(_))) =>
            {
                Results::Direct
            }
            None => Results::Sparse(HashMap::default()),
        };
        Memo { applied, meaning, arguments, result, sort, width, results }
    }

    pub(super) fn connect(
        &mut self,
        connective: Connective,
        slots: &[Slot],
        sort: Sort,
    ) -> Result<Slot, TooLarge> {
        if connective == Connective::Distinct && slots.len() > MAX_PAIRWISE {
            return Ok(self.missing(sort, Reason::TooLarge));
        }
        let code = self.code(sort);
        let exact =
            slots.first().is_some_and(|&slot| self.state.words.is_exact(self.infos[slot as usize].code));
        let arguments = self.arguments(slots);
        let action = Action::Connect { connective, arguments, exact };
        self.step(Key::Connect(connective, slots.into()), slots, code, action)
    }

    /// The slot of a step; an equal step emitted before is reused.
    pub(super) fn step(
        &mut self,
        key: Key,
        slots: &[Slot],
        code: CodeId,
        action: Action,
    ) -> Result<Slot, TooLarge> {
        let scope = self.scope_of(slots);
        if let Some(&slot) = self.scopes[scope as usize].numbers.get(&key) {
            return Ok(slot);
        }
        if self.infos.len() >= MAX_STEPS {
            return Err(TooLarge);
        }
        let target = self.slot(code, scope, UNKNOWN);
        let mut uses = Uses { entries: matches!(action, Action::Read { .. }).into(), ..Uses::default() };
        for &slot in slots {
            self.spend(1 + self.infos[slot as usize].uses.constants.len())?;
            let info = &self.infos[slot as usize];
            uses.add(&info.uses);
            self.scopes[scope as usize].reads |= 1 << info.scope;
        }
        self.scopes[scope as usize].reads &= !(1 << scope);
        self.infos[target as usize].uses = uses;
        self.scopes[scope as usize].steps.push(Step { target, action });
        self.scopes[scope as usize].numbers.insert(key, target);
        Ok(target)
    }

    pub(super) fn scope_of(&self, slots: &[Slot]) -> u32 {
        slots.iter().map(|&slot| self.infos[slot as usize].scope).max().unwrap_or(0)
    }

    pub(super) fn arguments(&mut self, slots: &[Slot]) -> Arguments {
        let start = self.program.arguments.len() as u32;
        self.program.arguments.extend_from_slice(slots);
        Arguments { start, len: slots.len() as u32 }
    }

    pub(super) fn slot(&mut self, code: CodeId, scope: u32, word: Word) -> Slot {
        self.state.slots.push(word);
        self.state.slot_codes.push(code);
        self.infos.push(Info { code, scope, uses: Uses::default() });
        self.infos.len() as Slot - 1
    }

    pub(super) fn literal(&mut self, code: CodeId, word: Word) -> Slot {
        let key = Key::Literal(code, word);
        if let Some(&slot) = self.scopes[0].numbers.get(&key) {
            return slot;
        }
        let slot = self.slot(code, 0, word);
        self.scopes[0].numbers.insert(key, slot);
        slot
    }

    /// A new slot that stays unknown, never shared.
    pub(super) fn missing(&mut self, sort: Sort, reason: Reason) -> Slot {
        self.reason.get_or_insert(reason);
        let code = self.code(sort);
        self.slot(code, 0, UNKNOWN)
    }

    pub(super) fn code(&mut self, sort: Sort) -> CodeId {
        if let Some(known) = self.state.words.known(sort) {
            return known;
        }
        let unsettled = SortDomains { terms: self.terms, model: &Model::default() };
        self.guessed = self.guessed || unsettled.size(sort) == Size::Unknown;
        self.state.words.code(sort)
    }
}
