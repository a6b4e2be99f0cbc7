//! A process that waits for scripts and answers one after the other.

use super::choice::Way;
use super::flight::Flight;
use super::guest::Guest;
use super::marker::Marker;
use super::os;
use super::proc::resident_peak;
use super::process::{Progress, Received, Stop, exchange, exit_of, peak_memory, waiting};
use super::reading::{measured, read_answer};
use super::session_script::{Scope, SessionScript};
use super::{AskError, Limits, Solver, form};
use gainsay_lang::answer::{Answer, Exit, Outcome};
use std::io;
use std::time::{Duration, Instant};

/// A process that waits for scripts.
#[derive(Debug)]
pub struct Live {
    guest: Guest,
    pub scripts: usize,
    /// The `set-option` commands that it has received, if `(reset)` does not undo them.
    options: Vec<String>,
    /// The CPU time used before the last question.
    cpu_before: Duration,
    /// How long it took to start and answer for the first time.
    pub start: Duration,
    flight: Flight,
}

/// The state that a process keeps between two questions.
#[derive(Debug, Default)]
pub struct Base {
    /// The head of the current scopes; `None` if the process has just started or was reset.
    head: Option<String>,
    /// The questions asked in scopes since then, in order.
    bodies: Vec<String>,
    /// Whether it has complained, so that its state is unknown.
    spoiled: bool,
}

impl Base {
    pub fn head(&self) -> Option<&str> {
        self.head.as_deref()
    }

    /// The head and all scopes since the last reset, up to and including this one.
    pub fn scopes_up_to(&self, body: Option<&str>) -> (String, Vec<String>) {
        let last = self.bodies.iter().rposition(|asked| Some(asked.as_str()) == body);
        let bodies = &self.bodies[..last.map_or(self.bodies.len(), |last| last + 1)];
        (self.head.clone().unwrap_or_default(), bodies.to_vec())
    }

    /// The commands that are needed before a question that requires a clean state.
    fn cleared(&mut self) -> &'static str {
        let is_clear = self.head.is_none() && !self.spoiled;
        *self = Base::default();
        if is_clear { "" } else { RESET }
    }

    /// The commands that are needed before some scopes with the same head.
    fn prepared_for<'s>(&mut self, scopes: impl ExactSizeIterator<Item = &'s Scope>, head: &str) -> String {
        let is_same = self.head.as_deref() == Some(head);
        let mut before = String::new();
        if !is_same || self.spoiled || self.bodies.len() + scopes.len() > MOST_SCOPES {
            before = self.cleared().to_owned() + head;
            self.head = Some(head.to_owned());
        }
        self.bodies.extend(scopes.map(|scope| scope.body.clone()));
        before
    }
}

/// A process is reset after this many scopes: some solvers get slower with each.
const MOST_SCOPES: usize = 200;

/// The result of asking.
pub struct Asked {
    /// The process, if it can be used again.
    pub survivor: Option<Live>,
    /// The answer, if it can be separated from other output.
    pub answer: Option<Answer>,
}

impl Asked {
    /// Records the options that the process has received.
    fn with_options(mut self, script: &SessionScript) -> Asked {
        if let Some(live) = &mut self.survivor {
            live.note_options(script);
        }
        self
    }
}

impl Live {
    /// Starts a process and waits until it answers, so that its start does not count for the first script.
    pub fn start(solver: &Solver, arguments: &[String], limits: &Limits) -> Result<Option<Live>, AskError> {
        let profile = &solver.profile;
        let mut command = solver.command();
        command.args(arguments).args(profile.session.iter().flatten()).args(profile.stdin.iter().flatten());
        let start = Instant::now();
        let guest = waiting(|| Guest::start(&mut command, limits));
        let guest = guest.map_err(|source| solver.failure(source))?;
        let (cpu_before, options) = (Duration::ZERO, Vec::new());
        let flight = Flight::default();
        let mut live = Live { guest, scripts: 0, options, cpu_before, start: Duration::ZERO, flight };
        let ready = Marker::new("ready");
        let wall = limits.wall.max(Duration::from_secs(5));
        let patience = Limits { wall, cpu: wall, ..*limits };
        let mut received = Received::default();
        let greeting = format!("{}\n", ready.command());
        let stop = live.exchange(&greeting, &patience, &mut received, &ready);
        let stop = stop.map_err(|source| solver.failure(source))?;
        live.cpu_before = live.cpu_time();
        live.start = start.elapsed();
        Ok((stop == Stop::Satisfied).then_some(live))
    }

    /// Records the options that it has received.
    pub fn note_options(&mut self, script: &SessionScript) {
        self.options.clone_from(&script.lasting_options);
    }

    /// Whether options of an earlier script would still be set for this one.
    pub fn spoils(&self, script: &SessionScript) -> bool {
        !self.options.is_empty() && self.options != script.lasting_options
    }

    /// The CPU time used since the last question was sent, including work after the answer.
    pub fn cost_of_last(&self) -> Duration {
        self.cpu_time().saturating_sub(self.cpu_before)
    }

    fn cpu_time(&self) -> Duration {
        os::cpu_time(self.guest.pid).unwrap_or_default()
    }

    /// Asks a script in the plain form: all of it, and then `(reset)`.
    pub fn ask_plain(
        self,
        solver: &Solver,
        script: &SessionScript,
        base: &mut Base,
        limits: &Limits,
    ) -> io::Result<Asked> {
        let question = [base.cleared(), &script.text];
        // The reset comes last, so that the solver does it while we process the answer.
        let after = [RESET, &script.unset].concat();
        let asked = self.ask(solver, &question.concat(), &after, &script.text, limits)?;
        Ok(asked.with_options(script))
    }

    /// Asks a script in a scope of its own.
    pub fn ask_in_scope(
        self,
        solver: &Solver,
        script: &SessionScript,
        scope: &Scope,
        base: &mut Base,
        limits: &Limits,
    ) -> io::Result<Asked> {
        let question = [&base.prepared_for([scope].into_iter(), &scope.head), form::BEFORE, &scope.body];
        let mut asked = self.ask(solver, &question.concat(), form::AFTER, &scope.alone(), limits)?;
        if let Some(answer) = &mut asked.answer {
            answer.in_scope = true;
            // A complaint after the answer concerns a model that does not exist, and leaves the state intact.
            base.spoiled = matches!(answer.outcome, Outcome::Rejected(_));
        }
        Ok(asked.with_options(script))
    }

    /// Asks several scripts at once, all in the same way; if in scopes, all with the same head. Returns answers to
    /// the first ones, up to anything unusual; the others have to be asked alone.
    pub fn ask_at_once(
        mut self,
        solver: &Solver,
        scripts: &[&SessionScript],
        way: Way,
        base: &mut Base,
        limits: &Limits,
    ) -> io::Result<(Option<Live>, Vec<Answer>)> {
        let scopes: Vec<&Scope> = match way {
            Way::Plain => Vec::new(),
            Way::Scope => scripts.iter().filter_map(|script| script.scope.as_ref()).collect(),
        };
        let (mut questions, alone): (Vec<String>, Vec<String>) = match scopes.first() {
            None => {
                scripts.iter().map(|script| (script.text.clone() + "\n" + RESET, script.text.clone())).unzip()
            }
            Some(_) => scopes
                .iter()
                .map(|scope| ([form::BEFORE, &scope.body, form::AFTER].concat(), scope.alone()))
                .unzip(),
        };
        let before = match scopes.first() {
            None => base.cleared().to_owned(),
            Some(first) => base.prepared_for(scopes.iter().copied(), &first.head),
        };
        if let Some(first) = questions.first_mut() {
            first.insert_str(0, &before);
        }
        self.scripts += scripts.len();
        self.cpu_before = self.cpu_time();
        let start = Instant::now();
        let stop = self.flight.put(&mut self.guest, &questions, limits)?;
        let count = self.flight.replies().len().max(1) as u32;
        let (wall, cpu) = (start.elapsed() / count, self.cost_of_last() / count);
        // Standard error output cannot be assigned to a question, so any of it discards the answers.
        let replies = self.flight.replies().zip(&alone).take_while(|_| self.flight.stderr().is_empty());
        let answers = replies.map(|(reply, script)| {
            let answer = solver.as_judged(read_answer(reply, b"", Exit::Alive, &solver.profile, script));
            Answer { in_scope: way == Way::Scope, ..measured(answer, wall, cpu, 0, limits) }
        });
        let is_usual = |answer: &Answer| {
            matches!(
                answer.outcome,
                Outcome::Sat | Outcome::Unsat | Outcome::Unknown(_) | Outcome::NotJudged(_)
            )
        };
        let answers: Vec<Answer> = answers.take_while(is_usual).collect();
        base.spoiled = answers.len() < scripts.len();
        let is_alive = stop == Stop::Satisfied && !self.flight.is_garbled();
        Ok((is_alive.then_some(self), answers))
    }

    /// Sends a question, and then `after`, whose output is ignored.
    fn ask(
        mut self,
        solver: &Solver,
        question: &str,
        after: &str,
        script: &str,
        limits: &Limits,
    ) -> io::Result<Asked> {
        let (begin, end) = (Marker::new("begin"), Marker::new("end"));
        let pid = self.guest.pid;
        self.scripts += 1;
        // Resets the kernel's peak of memory use; where that fails, the peak is the session's.
        let _ = std::fs::write(format!("/proc/{pid}/clear_refs"), "5");
        self.cpu_before = self.cpu_time();
        let (cpu_before, start) = (self.cpu_before, Instant::now());
        let input = format!("{}\n{}\n{}\n{after}", begin.command(), question, end.command());
        let mut received = Received::default();
        let stop = self.exchange(&input, limits, &mut received, &end)?;
        let wall = start.elapsed();
        let mut cpu = self.cpu_time().saturating_sub(cpu_before);
        let mut peak = received.peak_memory.max(resident_peak(pid));
        let (survivor, exit) = if stop == Stop::Satisfied {
            (Some(self), Exit::Alive)
        } else {
            let death = self.guest.end();
            peak = death.map_or(peak, |death| peak_memory(death.peak_memory, peak));
            cpu = death.map_or(cpu, |death| death.cpu.saturating_sub(cpu_before));
            (None, exit_of(stop, death))
        };
        let Some(from) = begin.end_of_line(&received.stdout, 0) else {
            return Ok(Asked { survivor: None, answer: None });
        };
        let to = end.start_of_line(&received.stdout, from).unwrap_or(received.stdout.len());
        let stdout = &received.stdout[from..to];
        let answer = solver.as_judged(read_answer(stdout, &received.stderr, exit, &solver.profile, script));
        Ok(Asked { survivor, answer: Some(measured(answer, wall, cpu, peak, limits)) })
    }

    /// Sends the text and waits for the marker.
    fn exchange(
        &mut self,
        text: &str,
        limits: &Limits,
        received: &mut Received,
        until: &Marker,
    ) -> io::Result<Stop> {
        let mut searched = 0;
        exchange(&mut self.guest, text.as_bytes(), false, limits, received, |received| {
            let found = until.end_of_line(&received.stdout, searched).is_some();
            searched = received.stdout.len().saturating_sub(until.line_length());
            if found { Progress::All } else { Progress::None }
        })
    }
}

const RESET: &str = "(reset)\n";
