//! Unsat cores: requests for them, and questions about a core alone.

use super::{Request, model_reading};
use gainsay_guests::solver::{AskError, Limits, Solver};
use gainsay_judge::judge::{CoreCheck, ModelVerdict, OURSELVES, examine_model};
use gainsay_lang::answer::{Answer, Outcome, Status};
use gainsay_lang::script::{Attribute, Command, Question, Script};
use gainsay_lang::symbols::Symbol;
use gainsay_prove::evidence::{Evidence, Search};
use std::borrow::Cow;

/// A callback that sends a request to a solver.
pub type WayToAsk<'a> = &'a mut dyn FnMut(&Solver, &Request<'_>) -> Result<Answer, AskError>;

impl Request<'_> {
    /// The request for an unsat core: flat, with a name for each assertion.
    pub(super) fn named(&self) -> Request<'static> {
        Request::asking(Cow::Owned(with_names(self.asked().question())), true, false, true)
    }

    /// An unsat core, and the answers of all solvers to the core alone, each in fresh processes. The core is the
    /// one in the answer, or is requested now.
    pub fn core(
        &self,
        answer: &Answer,
        solver: &Solver,
        solvers: &[Solver],
        limits: &Limits,
    ) -> Result<Option<CoreCheck>, AskError> {
        let heard: Vec<&Solver> = solvers.iter().collect();
        self.core_through(answer, solver, &heard, &mut |solver, request| {
            Ok(request.ask(solver, limits)?.answer)
        })
    }

    /// The same, but only `heard` are asked about the core, and by the callback `ask`.
    pub fn core_through(
        &self,
        answer: &Answer,
        solver: &Solver,
        heard: &[&Solver],
        ask: WayToAsk<'_>,
    ) -> Result<Option<CoreCheck>, AskError> {
        if let Some(plain) = self.plain() {
            return plain.core_through(answer, solver, heard, ask);
        }
        let (names, asked) = match answer.core.as_ref().filter(|_| self.cores) {
            Some(names) => {
                let flat = self.asked().question().into_script();
                (names.clone(), Request::asking(Cow::Owned(flat), true, false, true))
            }
            None => {
                let named = self.named();
                let answer = ask(solver, &named)?;
                let (Outcome::Unsat, Some(names)) = (answer.outcome, answer.core) else { return Ok(None) };
                (names, named)
            }
        };
        let Some(alone) = asked.asked().question().core(&names) else { return Ok(None) };
        let request = Request::asking(Cow::Borrowed(&alone), true, true, false);
        let promised_minimal = solver.promises_minimal_cores(&self.script);
        let not_needed = if promised_minimal { asked.not_needed(&names, solver, ask)? } else { None };
        let (satisfied_by, proved) = (None, Status::Unknown);
        let mut check =
            CoreCheck { names, alone: Vec::new(), satisfied_by, proved, not_needed, promised_minimal };
        // If the core has all assertions, the answers to it are known.
        let is_part = alone.assertions().count() < asked.asked().question().assertions().count();
        for other in heard.iter().filter(|_| is_part) {
            let answer = ask(other, &request)?;
            let model = answer.model.as_ref().filter(|_| answer.outcome == Outcome::Sat);
            if model.is_some_and(|model| {
                examine_model(&alone, model, model_reading(other)) == ModelVerdict::Valid
            }) {
                check.satisfied_by.get_or_insert(other.label());
            }
            check.alone.push((other.label(), answer));
        }
        if is_part && check.satisfied_by.is_none() {
            let is_disputed = check.alone.iter().any(|(_, answer)| answer.outcome == Outcome::Sat);
            let search = if is_disputed { Search::HUNT } else { Search::BRIEF };
            check.proved = Evidence::by_search(&alone, search).answer();
            check.satisfied_by = (check.proved == Status::Sat).then(|| OURSELVES.to_owned());
        }
        Ok(Some(check))
    }

    fn of_core(&self, names: &[String]) -> Option<Request<'static>> {
        let alone = self.asked().question().core(names)?.into_script();
        Some(Request::asking(Cow::Owned(alone), true, true, false))
    }

    /// A name without which the core is still unsatisfiable, and who says so: our own proof, or else the same
    /// solver. Large cores are not examined.
    pub(super) fn not_needed(
        &self,
        names: &[String],
        solver: &Solver,
        ask: WayToAsk<'_>,
    ) -> Result<Option<(String, String)>, AskError> {
        const LARGEST: usize = 12;
        if names.len() > LARGEST {
            return Ok(None);
        }
        for name in names {
            let fewer: Vec<String> = names.iter().filter(|other| *other != name).cloned().collect();
            let Some(request) = self.of_core(&fewer) else { continue };
            match Evidence::by_search(&request.script.question(), Search::BRIEF).answer() {
                Status::Sat => continue,
                Status::Unsat => return Ok(Some((name.clone(), OURSELVES.to_owned()))),
                Status::Unknown => {}
            }
            if ask(solver, &request)?.outcome == Outcome::Unsat {
                return Ok(Some((name.clone(), solver.label())));
            }
        }
        Ok(None)
    }
}

/// Names every unnamed assertion, and removes all other names.
fn with_names(question: Question<'_>) -> Script {
    let mut script = question.into_script();
    let own: Vec<Option<Symbol>> =
        script.assertions().map(|term| script.terms.symbols.find(script.terms.name_of(term)?)).collect();
    script.expand_names();
    let mut own = own.into_iter().enumerate();
    for at in 0..script.commands.len() {
        let Command::Assert(term) = script.commands[at] else { continue };
        let Some((number, own)) = own.next() else { break };
        let bare = script.terms.bare(term);
        let name = own.unwrap_or_else(|| {
            let base = script.terms.symbols.intern(&format!("assertion-{}", number + 1));
            if script.terms.is_declared(base) { script.terms.fresh_name(base) } else { base }
        });
        script.commands[at] =
            Command::Assert(script.terms.annotate(bare, [Attribute::Named(name)].into(), &[]));
    }
    script
}
