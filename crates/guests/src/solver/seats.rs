//! The live processes of a session, each with its state (a "seat").
//!
//! One process gets whole scripts. Scopes, and scripts with scopes of their own, use other processes, since many
//! solvers need other arguments for them. There is one for each head (logic and options), up to a limit, because
//! another head needs a `(reset)`.

use super::choice::Way;
use super::live::{Base, Live};
use super::session_script::SessionScript;
use super::{AskError, Limits, Solver};
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub struct Seats {
    plain: Seat,
    /// The processes for scopes and for scripts with scopes, in the order of their last use.
    apart: Vec<Seat>,
    /// Whether one of these was used last, rather than `plain`.
    was_apart: bool,
}

/// The most processes that are kept for scopes.
const MOST_APART: usize = 3;

impl Seats {
    /// The seat for scripts without scopes.
    pub fn plain(&mut self) -> &mut Seat {
        self.was_apart = false;
        &mut self.plain
    }

    /// The seat for scopes with this head, or (without one) for a script with scopes of its own.
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

    /// The state of the process whose scopes have this head, if there is one.
    pub fn base_of(&self, head: &str) -> Option<&Base> {
        self.apart.iter().map(|seat| &seat.base).find(|base| base.head() == Some(head))
    }

    /// The seat that was used last.
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

/// A live process with its state.
#[derive(Debug, Default)]
pub struct Seat {
    pub live: Option<Live>,
    /// The state of the live process, or of the last one.
    pub base: Base,
    /// The scripts seen by the live process, or by the last one.
    pub seen: Seen,
    /// How many scripts in a row had options that the live process must not get.
    strangers: usize,
    /// The last question's kind and form, if both forms were possible.
    pub last: Option<(String, Way)>,
}

/// How many scripts in a row with different options get processes of their own, so that an occasional one does not
/// end the session. The next such script makes the session switch to its options.
const TOLERATED_STRANGERS: usize = 2;

impl Seat {
    /// Whether a script is better asked in a process of its own.
    pub fn is_stranger(&mut self, script: &SessionScript) -> bool {
        let spoils = self.live.as_ref().is_some_and(|live| live.spoils(script));
        self.strangers = if spoils { self.strangers + 1 } else { 0 };
        spoils && self.strangers <= TOLERATED_STRANGERS
    }

    /// The process for a script: the live one, or a new one. `None` if it does not answer.
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

/// The last scripts that a process has seen, kept to reproduce what it did after it is gone.
#[derive(Debug, Default)]
pub struct Seen {
    scripts: VecDeque<String>,
    bytes: usize,
}

impl Seen {
    /// Older scripts are dropped if all together exceed this.
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

    /// All scripts but the last.
    pub fn before_last(&self) -> Vec<String> {
        self.scripts.iter().take(self.scripts.len().saturating_sub(1)).cloned().collect()
    }
}
