//! The frame of a reduction: its end, its output file, and a line of progress.

use super::super::output::write_atomically;
use super::super::print_aside;
use super::super::process::listen_and_interrupt;
use super::Args;
use crate::campaign::Stop;
use crate::consult::{asking_for_its_model, unpin_models_off};
use crate::files;
use crate::judge::Testimony;
use crate::reduce::{Budget, Progress};
use crate::script::{Names, Printer, Script};
use crate::words::counted;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The frame of a reduction: its end, its output file, and a line of progress.
pub struct Reduction<'a> {
    args: &'a Args,
    pub started: Instant,
    interrupted: Stop,
    on_terminal: bool,
    /// How the result is printed.
    pub form: Cell<Form>,
    /// When the line of progress was last written.
    shown: Cell<Option<Instant>>,
    /// The original text.
    pub text: String,
    /// What was said of how solvers are asked.
    told: RefCell<BTreeSet<String>>,
}

impl<'a> Reduction<'a> {
    pub fn start(args: &'a Args, text: &str) -> anyhow::Result<Reduction<'a>> {
        let interrupted = listen_and_interrupt()?;
        let on_terminal = std::io::stderr().is_terminal();
        let (started, form, shown) = (Instant::now(), Cell::default(), Cell::new(None));
        let (text, told) = (text.to_owned(), RefCell::default());
        Ok(Reduction { args, started, interrupted, on_terminal, form, shown, text, told })
    }

    /// Says once of each solver how it is asked, where that is not as the script stands.
    pub fn tell_of(&self, testimony: &Testimony) {
        let Some(remark) = testimony.answer.remark() else { return };
        let remark = format!("{}: {remark}", testimony.solver);
        if self.told.borrow_mut().insert(remark.clone()) {
            print_aside(&format!("{remark}\n"));
        }
    }

    pub fn is_over(&self) -> bool {
        self.interrupted.is_set() || self.args.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Seconds for each of this many questions if they use up the remaining time.
    pub fn share(&self, questions: usize) -> f64 {
        const LEAST: f64 = 0.1;
        let left = self.args.time.map(|time| time.saturating_sub(self.started.elapsed()).as_secs_f64());
        left.map_or(f64::MAX, |left| (left / questions.max(1) as f64).max(LEAST))
    }

    /// Runs `work` within the remaining time, showing its progress.
    pub fn run<T>(&self, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        let (stop, progress) = (|| self.is_over(), |progress: &Progress<'_>| self.show(progress));
        work(&Budget { tries: usize::MAX, stop: &stop, progress: &progress })
    }

    fn show(&self, progress: &Progress<'_>) {
        if progress.improved
            && let Some(path) = &self.args.output
        {
            // A failure is reported at the end, when the result is written.
            let _ = write_atomically(path, &self.result(&progress.best.script));
        }
        let is_due = self.shown.get().is_none_or(|last| last.elapsed() > Duration::from_millis(100));
        if self.on_terminal && !self.args.json && is_due {
            self.shown.set(Some(Instant::now()));
            let seconds = self.started.elapsed().as_secs();
            print_aside(&format!(
                "\r\x1b[K{} -> {}, {}, {} taken, {seconds} s: {}",
                self.text.len(),
                counted(progress.bytes, "byte"),
                counted(progress.tried, "try"),
                progress.accepted,
                progress.pass
            ));
        }
    }

    pub fn end_line(&self) {
        if self.shown.get().is_some() {
            print_aside("\r\x1b[K");
        }
    }

    /// The script that an earlier run left in the output file.
    pub fn earlier_result(&self) -> Option<Script> {
        let path = self.args.output.as_ref()?;
        Some(Script::read(&files::read(path).ok()?.text))
    }

    /// The text of a result: laid out for people if that makes it no longer than the original.
    pub fn result(&self, script: &Script) -> String {
        let form = self.form.get();
        let forms = [Printer::pretty(), Printer::default()].map(|printer| form.print(printer, script));
        forms.into_iter().find(|text| text.len() <= self.text.len()).unwrap_or_else(|| self.text.clone())
    }
}

/// How a result is printed, so that it shows by itself what was preserved.
#[derive(Clone, Copy, Default)]
pub struct Form {
    pub names: Names,
    /// Whether to ask for a model, without which a wrong model does not show.
    pub asks_for_model: bool,
    /// Whether it is for a command, which gets the script as it stands.
    pub is_command: bool,
}

impl Form {
    fn print(self, mut printer: Printer, script: &Script) -> String {
        if self.is_command {
            return printer.script(script);
        }
        printer.names = self.names;
        let mut script = unpin_models_off(script);
        if self.asks_for_model {
            script = asking_for_its_model(&script);
        }
        printer.script(&script)
    }
}
