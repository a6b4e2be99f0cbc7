//! Asks one solver about the formulas of one language, many at a time.

use gainsay_guests::solver::{AskError, Form, Limits, Solver, Volley, VolleyEnd};
use gainsay_lang::answer::Limit;

/// Asks a solver about formulas over the same declarations.
pub(super) struct Asker {
    solver: Solver,
    /// The form of questions: within scopes, or `None`: each with all declarations and a `(reset)`.
    form: Option<Form>,
    limits: Limits,
    /// Commands before all formulas; without scopes, before each one.
    base: String,
    volley: Option<Volley>,
}

/// After this many restarts within a batch, the rest of the batch is skipped.
const MOST_BREAKS: usize = 8;

/// What a solver printed for a formula.
pub(super) enum Reply<'a> {
    Text(&'a [u8]),
    /// It does not read questions from a pipe one by one, and must be asked in a separate process.
    Alone,
    /// It ran out of time.
    Late,
    /// It died, or its output could not be split into replies.
    Nothing,
}

impl Reply<'_> {
    /// The beginning of the reply, for people.
    pub fn shown(&self) -> String {
        const MOST: usize = 200;
        match self {
            Reply::Text(text) => String::from_utf8_lossy(&text[..text.len().min(MOST)]).into_owned(),
            Reply::Alone | Reply::Late | Reply::Nothing => String::new(),
        }
    }
}

impl Asker {
    pub fn new(solver: &Solver, form: &str, logic: &str, declarations: &str, limits: Limits) -> Asker {
        let form = solver.profile.forms.iter().find(|known| known.name == form).cloned();
        let base = format!("(set-option :produce-models true)\n(set-logic {logic})\n{declarations}\n");
        Asker { solver: solver.clone(), form, limits, base, volley: None }
    }

    /// Writes the question about a formula, with a request for a model if wanted.
    pub fn question(&self, text: &mut String, formula: &str, wants_model: bool) {
        text.clear();
        let model = if wants_model { "(get-model)" } else { "" };
        let (before, ask, after) = match &self.form {
            Some(form) => ("(push 1)", form.ask.as_str(), "(pop 1)"),
            None => (self.base.as_str(), "(check-sat)", "(reset)"),
        };
        for part in [before, "(assert ", formula, ")", ask, model, after] {
            text.push_str(part);
        }
    }

    /// Asks questions and passes each reply to `take`, in order, until that returns false. A question without a
    /// reply ends its volley, and those behind it are asked again.
    pub fn ask(
        &mut self,
        questions: &[String],
        mut take: impl FnMut(usize, Reply<'_>) -> bool,
    ) -> Result<(), AskError> {
        let (mut first, mut breaks) = (0, 0);
        while first < questions.len() {
            if self.volley.as_ref().is_none_or(|volley| !volley.is_alive()) {
                self.volley = self.start()?;
            }
            let Some(volley) = &mut self.volley else {
                let _ = (first..questions.len()).all(|at| take(at, Reply::Alone));
                return Ok(());
            };
            let replies = volley.ask(&questions[first..], &self.limits)?;
            let (mut goes_on, mut is_broken) = (true, false);
            let before = first;
            for text in replies.iter() {
                // After an error some solvers print nothing more until they are restarted.
                is_broken = text.trim_ascii().is_empty() && first > before;
                if is_broken {
                    break;
                }
                goes_on &= take(first, Reply::Text(text));
                first += 1;
            }
            if is_broken {
                self.volley = None;
                breaks += 1;
                if goes_on && breaks < MOST_BREAKS {
                    continue;
                }
                return Ok(());
            }
            if replies.end != VolleyEnd::Complete && first < questions.len() {
                let is_late = matches!(replies.end, VolleyEnd::Hit(Limit::Wall | Limit::Cpu));
                goes_on &= take(first, if is_late { Reply::Late } else { Reply::Nothing });
                first += 1;
            }
            if !goes_on {
                return Ok(());
            }
        }
        Ok(())
    }

    fn start(&self) -> Result<Option<Volley>, AskError> {
        let (arguments, preamble): (&[String], &str) = match &self.form {
            Some(form) => (&form.arguments, &self.base),
            None => (&[], ""),
        };
        Volley::start(&self.solver, arguments, preamble, &self.limits)
    }
}
