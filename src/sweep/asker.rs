//! One solver and the formulas of one language, many in flight.

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

/// What a solver printed about a formula.
pub(super) enum Reply<'a> {
    Text(&'a [u8]),
    /// It died, or was stopped.
    Nothing,
}

impl Reply<'_> {
    /// The beginning of what was printed, for a person.
    pub fn shown(&self) -> String {
        const MOST: usize = 200;
        match self {
            Reply::Text(text) => String::from_utf8_lossy(&text[..text.len().min(MOST)]).into_owned(),
            Reply::Nothing => String::new(),
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

    /// Puts questions and hands each reply on, in their order. What has no reply is the last of its volley, and those behind
    /// it are put again.
    pub fn ask(
        &mut self,
        questions: &[String],
        mut take: impl FnMut(usize, Reply<'_>),
    ) -> Result<(), AskError> {
        let mut first = 0;
        while first < questions.len() {
            if self.volley.as_ref().is_none_or(|volley| !volley.is_alive()) {
                self.volley = self.start()?;
            }
            let Some(volley) = &mut self.volley else {
                (first..questions.len()).for_each(|at| take(at, Reply::Nothing));
                return Ok(());
            };
            let replies = volley.ask(&questions[first..], &self.limits)?;
            for (at, text) in replies.iter().enumerate() {
                take(first + at, Reply::Text(text));
            }
            first += replies.len();
            if replies.end != VolleyEnd::Complete && first < questions.len() {
                take(first, Reply::Nothing);
                first += 1;
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
