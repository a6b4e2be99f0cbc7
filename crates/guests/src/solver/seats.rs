//! The places of a session's live processes.
//!
//! One process gets whole scripts. Scripts with scopes of their own and scopes have others, since many solvers need other
//! arguments for them: one for each logic, as long as there are few, because another logic needs a `(reset)`.

use super::choice::Way;
use super::live::{Base, Live};
use super::session_script::SessionScript;
use super::{AskError, Limits, Solver};
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub struct Seats {
    plain: Seat,
    /// For scopes and scripts that have their own. The one that was used last comes last.
    apart: Vec<Seat>,
    /// Whether one of these was used last of all.
    was_apart: bool,
}

/// So many processes are kept for scopes.
const MOST_APART: usize = 3;

impl Seats {
    /// The place for scripts without scopes.
    pub fn plain(&mut self) -> &mut Seat {
        self.was_apart = false;
        &mut self.plain
    }

    /// The place for scopes that stand on this, or for a script with scopes of its own.
    pub fn apart_for(&mut self, head: Option<&str>) -> &mut Seat {
        self.was_apart = true;
        let same = self.apart.iter().position(|seat| seat.base.head() == head);
        let seat = match same {
            Some(at) => self.apart.remove(at),
            None if self.apart.len() < MOST_APART => Seat::default(),
            None => self.apart.remove(0),
        };
        self.apart.push(seat);
        let last = self.apart.len() - 1;
        &mut self.apart[last]
    }

    /// What scopes stand on that have this head, if there are any.
    pub fn base_of(&self, head: &str) -> Option<&Base> {
        self.apart.iter().map(|seat| &seat.base).find(|base| base.head() == Some(head))
    }

    /// The place that was used last.
    pub fn last(&self) -> &Seat {
        self.apart.last().filter(|_| self.was_apart).unwrap_or(&self.plain)
    }

    pub fn last_mut(&mut self) -> &mut Seat {
        match self.apart.last_mut() {
            Some(seat) if self.was_apart => seat,
            _ => &mut self.plain,
        }
    }

    pub fn end_processes(&mut self) {
        self.plain.live = None;
        self.apart.clear();
    }
}

/// The place of a live process.
#[derive(Debug, Default)]
pub struct Seat {
    pub live: Option<Live>,
    /// What the live process remembers, or what the last one did.
    pub base: Base,
    /// By the live process, or by the last one that lived.
    pub seen: Seen,
    /// How many scripts in a row had options that the live process must not get.
    strangers: usize,
    /// Of the last question, if it could have been asked in two ways: its kind, and how it was asked.
    pub last: Option<(String, Way)>,
}

/// So many scripts in a row with options of their own get processes of their own, as one now and then must not cost the
/// session; with the next one the session changes over.
const TOLERATED_STRANGERS: usize = 2;

impl Seat {
    /// Whether a script is better asked in a process of its own than in the live one.
    pub fn is_stranger(&mut self, script: &SessionScript) -> bool {
        let spoils = self.live.as_ref().is_some_and(|live| live.spoils(script));
        self.strangers = if spoils { self.strangers + 1 } else { 0 };
        spoils && self.strangers <= TOLERATED_STRANGERS
    }

    /// The process that is to get a script: the one that lives, or a new one. `None` if it does not answer.
    pub fn live_for(
        &mut self,
        script: &SessionScript,
        solver: &Solver,
        arguments: &[String],
        restart_after: usize,
        limits: &Limits,
    ) -> Result<Option<Live>, AskError> {
        let is_fit = |live: &Live| live.scripts < restart_after && !live.spoils(script);
        let live = match self.live.take().filter(is_fit) {
            Some(live) => Some(live),
            None => {
                (self.seen, self.base) = Default::default();
                Live::start(solver, arguments, limits)?
            }
        };
        self.seen.add(&script.text);
        Ok(live)
    }
}

/// The last scripts that a process has seen: what is left of it when it is gone.
#[derive(Debug, Default)]
pub struct Seen {
    scripts: VecDeque<String>,
    bytes: usize,
}

impl Seen {
    /// Older scripts are forgotten when all take more than this.
    const MOST_BYTES: usize = 4 << 20;

    fn add(&mut self, script: &str) {
        self.bytes += script.len();
        self.scripts.push_back(script.to_owned());
        while self.bytes > Seen::MOST_BYTES
            && let Some(oldest) = self.scripts.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }

    /// All but the last.
    pub fn before_last(&self) -> Vec<String> {
        self.scripts.iter().take(self.scripts.len().saturating_sub(1)).cloned().collect()
    }
}
