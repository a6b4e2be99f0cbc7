//! One solver and the formulas of one language, many in flight.

use crate::answer::Limit;
use crate::solver::{AskError, Form, Limits, Solver, Volley, VolleyEnd};

/// Asks a solver about formulas over the same declarations.
pub(super) struct Asker {
    solver: Solver,
    /// In which form: in scopes, or each with all declarations and a `(reset)`.
    form: Option<Form>,
    limits: Limits,
    /// What comes before the formulas, and before each where there are no scopes.
    base: String,
    volley: Option<Volley>,
}

/// Who has to be started anew more often for the questions that it gets at once is not asked the rest.
const MOST_BREAKS: usize = 8;

/// What a solver printed about a formula.
pub(super) enum Reply<'a> {
    Text(&'a [u8]),
    /// It takes no questions as they come: it has to be asked in a process of its own.
    Alone,
    /// It was not done in time.
    Late,
    /// It died, or its output made no sense.
    Nothing,
}

impl Reply<'_> {
    /// The beginning of what was printed, for a person.
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

    /// The question about a formula, with a model if it has one.
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

    /// Puts questions and hands each reply on, in their order, until `take` says that it is enough. What has no reply is the
    /// last of its volley, and those behind it are put again.
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
                // After an error some say nothing more, until they are started anew.
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
