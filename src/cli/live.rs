//! The form in which progress is shown: live on a terminal, plain lines elsewhere, or JSON.

use super::print;
use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

pub enum Form {
    Live(ProgressBar),
    Plain,
    Json,
}

impl Form {
    /// The form that suits standard error. `template` is the layout of the live display.
    pub fn new(json: bool, template: &str) -> anyhow::Result<Form> {
        if json {
            return Ok(Form::Json);
        }
        if !std::io::stderr().is_terminal() {
            return Ok(Form::Plain);
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template(template)?);
        Ok(Form::Live(bar))
    }

    /// Runs something that prints, without disturbing the live display.
    pub fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        match self {
            Form::Live(bar) => bar.suspend(print),
            Form::Plain | Form::Json => print(),
        }
    }

    pub fn print(&self, text: &str) -> anyhow::Result<()> {
        self.beside(|| print(text))
    }

    /// Removes the live display.
    pub fn clear(&self) {
        if let Form::Live(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// The width assumed if the output is not a terminal.
const PAGE: usize = 100;

/// The width of the terminal of the live display.
pub fn width_of_display() -> usize {
    width(&Term::stderr())
}

/// The width of standard output in columns; `PAGE` if it is not a terminal.
pub fn width_of_output() -> usize {
    width(&Term::stdout())
}

fn width(terminal: &Term) -> usize {
    // A line that fills the last column makes some terminals begin another one.
    let columns = terminal.size_checked().map_or(PAGE, |(_, columns)| usize::from(columns).saturating_sub(1));
    columns.max(20)
}
