//! Whether a solver works with its arguments at all. It is asked something trivial with the same arguments before
//! any accusation: a solver that cannot answer that may not know an argument, which is not a bug.

use super::doctor::first_line;
use super::{Limits, Solver, is_interrupted};
use gainsay_lang::answer::{Answer, Exit, NO_ANSWER, Outcome};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Satisfiable scripts. A solver is tried until it answers one: some do not know every logic, and some need one to
/// be set.
const TRIVIAL: [&str; 5] = [
    "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n",
    "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n(assert (= (bvadd x #b0001) #b0011))\n(check-sat)\n",
    "(set-logic QF_LRA)\n(declare-fun x () Real)\n(assert (< x 1.0))\n(check-sat)\n",
    "(set-logic ALL)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n",
    "(declare-fun p () Bool)\n(assert p)\n(check-sat)\n",
];

/// What a solver does with trivial scripts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Conduct {
    Right,
    /// It runs out of time, or answers `unknown`. So it works.
    Undecided,
    /// It answers wrongly or dies, in this way.
    Wrong(String),
    /// It rejects the script, for this reason.
    Refuses(String),
    /// It prints neither an answer nor an error, but this.
    Silent(String),
}

/// The results so far, by the command.
static KNOWN: Mutex<BTreeMap<String, Conduct>> = Mutex::new(BTreeMap::new());

impl Solver {
    /// Why the solver does not work with its arguments, in words. `None` if it works or has none. Each command is
    /// tried once.
    pub fn unusable(&self) -> Option<String> {
        if self.arguments.is_empty() {
            return None;
        }
        match self.conduct() {
            Conduct::Right | Conduct::Undecided => None,
            Conduct::Refuses(why) => Some(why),
            Conduct::Silent(printed) => Some(format!("it prints: {printed}")),
            // If it does the same without the arguments, or if they name the program, they are not to blame.
            Conduct::Wrong(how) => (self.with_only(&[]).conduct() == Conduct::Right).then_some(how),
        }
    }

    /// The arguments of which each alone makes the solver unusable.
    pub fn unusable_arguments(&self) -> Vec<&str> {
        let arguments = self.arguments.iter();
        let is_to_blame =
            |argument: &&String| self.with_only(std::slice::from_ref(*argument)).unusable().is_some();
        arguments.filter(is_to_blame).map(String::as_str).collect()
    }

    /// The output for a trivial script, if it is neither an answer nor an error.
    pub fn printed_instead(&self) -> Option<String> {
        if let Conduct::Silent(printed) = self.conduct() { Some(printed) } else { None }
    }

    /// Whether it answers a trivial script correctly and ends with exit code 0.
    pub fn works(&self) -> bool {
        let answer = self.ask_fresh(TRIVIAL[0], &Limits::default());
        answer.is_ok_and(|answer| answer.outcome == Outcome::Sat && answer.exit == Exit::Code(0))
    }

    /// The same solver with scripts given to it so that it answers an easy question: a program without a known
    /// profile may take them from a file or from standard input. Without an answer, what it prints.
    pub fn listening(self) -> Result<Solver, String> {
        if self.profile.stdin.is_some() {
            return self.printed_instead().map_or(Ok(self), Err);
        }
        let mut reader = self.clone();
        reader.profile.stdin = Some(Vec::new());
        let conduct = self.conduct();
        if conduct == Conduct::Right {
            return Ok(self);
        }
        match (conduct, reader.conduct()) {
            (Conduct::Silent(_), Conduct::Right) => Ok(reader),
            // Whoever waits for input or dies without it has not seen the file; whoever says sat to nothing has read nothing.
            (_, Conduct::Right) if reader.reads_scripts() => Ok(reader),
            (Conduct::Silent(_), other) if !matches!(other, Conduct::Silent(_)) => Ok(reader),
            (Conduct::Silent(printed), _) => Err(printed),
            _ => Ok(self),
        }
    }

    /// Whether its answer depends on having got a script.
    fn reads_scripts(&self) -> bool {
        self.ask_fresh("", &Limits::default()).is_ok_and(|answer| answer.outcome != Outcome::Sat)
    }

    fn conduct(&self) -> Conduct {
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let key = self.key();
        if let Some(conduct) = known().get(&key) {
            return conduct.clone();
        }
        let conduct = self.try_trivial();
        if !is_interrupted() {
            known().insert(key, conduct.clone());
        }
        conduct
    }

    /// A cache key: the command, how it takes scripts, and when its files were changed last.
    fn key(&self) -> String {
        let changed = |word: &String| std::fs::metadata(word).and_then(|data| data.modified()).ok();
        let files: Vec<_> = self.argv.iter().filter_map(changed).collect();
        format!("{:?} {:?} {:?} {files:?}", self.argv, self.environment, self.profile.stdin)
    }

    /// The best result with any of the scripts; if none is answered, the result with the first.
    fn try_trivial(&self) -> Conduct {
        let mut first = None;
        for script in TRIVIAL {
            let conduct = match self.ask_fresh(script, &Limits::default()) {
                Ok(answer) => conduct_of(&answer),
                Err(error) => Conduct::Refuses(error.to_string()),
            };
            if matches!(conduct, Conduct::Right | Conduct::Undecided) {
                return conduct;
            }
            first.get_or_insert(conduct);
        }
        first.unwrap_or(Conduct::Undecided)
    }
}

fn conduct_of(answer: &Answer) -> Conduct {
    let said = || answer.outcome.complaint().unwrap_or_else(|| first_line(answer));
    match &answer.outcome {
        Outcome::Sat => Conduct::Right,
        Outcome::Unsat => Conduct::Wrong("it answers unsat to a trivial satisfiable script".to_owned()),
        Outcome::Crash(_) => Conduct::Wrong(format!("it crashes on a trivial script: {}", said())),
        Outcome::OutOfMemory => Conduct::Wrong("it runs out of memory on a trivial script".to_owned()),
        Outcome::Unknown(why) if why.starts_with(NO_ANSWER) => Conduct::Silent(first_line(answer)),
        Outcome::Rejected(_) | Outcome::NotAsked(_) => Conduct::Refuses(format!("it says: {}", said())),
        Outcome::Unknown(_) | Outcome::Timeout | Outcome::NotJudged(_) => Conduct::Undecided,
    }
}
