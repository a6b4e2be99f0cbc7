//! Arithmetic on repetition counts, and the law `x{i,j} | x{k,l} = x{min(i,k),max(j,l)}` for counts that touch.
//!
//! Without the law, matching `(a|aa){0,1000}` against a long word would collect a thousand alternatives that
//! differ in their counts only.

use super::Count;
use super::terms::{Id, Term, Terms};

impl Count {
    /// The count of `x{..} x{..}`, or `None` if it is too large to represent.
    pub fn sum(self, other: Count) -> Option<Count> {
        let max = match (self.max, other.max) {
            (Some(a), Some(b)) => Some(a.checked_add(b)?),
            _ => None,
        };
        Some(Count { min: self.min.checked_add(other.min)?, max })
    }

    /// The count of `x{..} | x{..}`, or `None` if there is a gap between them. `self` must
    /// not have the larger minimum.
    fn cover(self, other: Count) -> Option<Count> {
        let touches = self.max.is_none_or(|max| other.min <= max.saturating_add(1));
        let max = self.max.zip(other.max).map(|(a, b)| a.max(b));
        touches.then_some(Count { min: self.min, max })
    }

    /// The count of the rounds that follow the first one, when that one is not empty.
    pub fn after_one(self) -> Count {
        Count { min: self.min.saturating_sub(1), max: self.max.map(|max| max.saturating_sub(1)) }
    }
}

/// A term seen as `before body{..} after`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Counted {
    before: Option<Id>,
    body: Id,
    after: Option<Id>,
}

/// Terms of the same shape whose ranges of counts overlap or adjoin.
struct Run {
    shape: Counted,
    count: Count,
    /// The term itself, if it is the only one so far.
    only: Option<Id>,
}

impl Terms {
    /// Merges the members of a union that differ in a count only.
    pub(super) fn join_counts(&mut self, members: &mut Vec<Id>) {
        let mut counted = Vec::new();
        for &id in members.iter() {
            counted.extend(self.as_counted(id).map(|(shape, count)| (shape, count, id)));
        }
        if counted.len() < 2 {
            return;
        }
        counted.sort_unstable();
        counted.dedup();
        let mut runs: Vec<Run> = Vec::new();
        for (shape, count, id) in counted {
            if let Some(run) = runs.last_mut()
                && run.shape == shape
                && let Some(cover) = run.count.cover(count)
            {
                run.count = cover;
                run.only = None;
            } else {
                runs.push(Run { shape, count, only: Some(id) });
            }
        }
        members.retain(|&id| self.as_counted(id).is_none());
        for Run { shape, count, only } in runs {
            members.push(only.unwrap_or_else(|| self.build_counted(shape, count)));
        }
    }

    fn as_counted(&self, id: Id) -> Option<(Counted, Count)> {
        let (first, rest) = self.first_factor(id);
        if let Term::Repeat(body, count) = *self.get(first) {
            return Some((Counted { before: None, body, after: rest }, count));
        }
        let (second, after) = self.first_factor(rest?);
        match *self.get(second) {
            Term::Repeat(body, count) => Some((Counted { before: Some(first), body, after }, count)),
            _ => None,
        }
    }

    fn first_factor(&self, id: Id) -> (Id, Option<Id>) {
        match *self.get(id) {
            Term::Concat(left, right) => (left, Some(right)),
            _ => (id, None),
        }
    }

    fn build_counted(&mut self, shape: Counted, count: Count) -> Id {
        let mut id = self.repeat(shape.body, count);
        if let Some(after) = shape.after {
            id = self.concat(id, after);
        }
        match shape.before {
            Some(before) => self.concat(before, id),
            None => id,
        }
    }
}
