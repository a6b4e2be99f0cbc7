//! Asks several solvers one question, and asks again about what they say.

use crate::eval::core_script;
use crate::judge::{CoreCheck, ModelVerdict, Testimony, examine_model};
use crate::script::{Attribute, Command, Names, Printer, ReadOptions, Script};
use crate::solver::{Answer, Ask, AskError, Limits, Outcome, Solver, version_key};

/// What is asked beyond the answer.
#[derive(Clone, Copy, Debug)]
pub struct Consultation {
    pub limits: Limits,
    /// Ask for unsat cores, and ask the cores again.
    pub cores: bool,
    /// Ask a second time with this random seed.
    pub other_seed: Option<u32>,
    /// Keep the options that the script sets. They are left out otherwise: most belong to one solver.
    pub keep_options: bool,
}

/// Asks all solvers about a script with one question.
pub fn consult(query: &Script, solvers: &[Solver], how: &Consultation) -> Result<Vec<Testimony>, AskError> {
    let question = Question::new(query, how.keep_options);
    let mut testimonies = Vec::new();
    for solver in solvers {
        let answer = question.ask(solver, &how.limits)?;
        let mut testimony = Testimony::new(solver.label(), answer);
        testimony.model_reading = model_reading(solver);
        if let Some(seed) = how.other_seed {
            testimony.other_seed = Some(question.ask(&solver.with_seed(seed), &how.limits)?);
        }
        if how.cores && testimony.answer.outcome == Outcome::Unsat {
            testimony.core = question.core(solver, solvers, &how.limits)?;
        }
        testimonies.push(testimony);
    }
    Ok(testimonies)
}

/// Asks all solvers about a text that we do not understand: it is put to them as it is.
pub fn consult_text(text: &str, solvers: &[Solver], limits: &Limits) -> Result<Vec<Testimony>, AskError> {
    let ask = |solver: &Solver| {
        let mut testimony = Testimony::new(solver.label(), solver.ask_fresh(text, limits)?);
        testimony.model_reading = model_reading(solver);
        Ok(testimony)
    };
    solvers.iter().map(ask).collect()
}

/// How the models of a solver are to be read: old releases write strings with escapes of their own.
pub fn model_reading(solver: &Solver) -> ReadOptions {
    ReadOptions { old_strings: solver.writes_old_strings() }
}

/// A script with one question, in the forms in which it is asked.
pub struct Question {
    script: Script,
}

impl Question {
    pub fn new(query: &Script, keep_options: bool) -> Question {
        let mut script = query.clone();
        script.commands.retain(|command| match command {
            Command::SetOption { keyword, .. } => keep_options && !OURS.contains(&&**keyword),
            Command::CheckSat | Command::GetModel | Command::Comment(_) => false,
            _ => true,
        });
        Question { script }
    }

    /// Asks for an answer and a model, in the spelling of the script, or in another if the solver does not know that.
    fn ask(&self, solver: &Solver, limits: &Limits) -> Result<Answer, AskError> {
        self.ask_through(&mut solver.clone(), solver, limits)
    }

    /// The same, through a session of the solver.
    pub fn ask_through(
        &self,
        asked: &mut dyn Ask,
        solver: &Solver,
        limits: &Limits,
    ) -> Result<Answer, AskError> {
        let mut first = None;
        for names in [Names::AsWritten, Names::Standard, Names::Old] {
            let text = self.text(names, ":produce-models", "(get-model)");
            if let Some(reason) = misread(solver, &self.script, &text) {
                return Ok(Answer::not_asked(reason));
            }
            let answer = asked.ask(&text, limits)?;
            if !matches!(answer.outcome, Outcome::Rejected(_)) {
                return Ok(answer);
            }
            first.get_or_insert(answer);
        }
        Ok(first.unwrap_or_else(|| Answer::not_asked(String::new())))
    }

    fn text(&self, names: Names, option: &str, after: &str) -> String {
        let mut printer = Printer::default();
        printer.names = names;
        let script = printer.script(&self.script);
        format!("(set-option {option} true)\n{script}(check-sat)\n{after}\n")
    }

    /// Asks for an unsat core, and then all solvers about the core alone.
    fn core(
        &self,
        solver: &Solver,
        solvers: &[Solver],
        limits: &Limits,
    ) -> Result<Option<CoreCheck>, AskError> {
        let named = Question { script: with_names(&self.script) };
        let text = named.text(Names::AsWritten, ":produce-unsat-cores", "(get-unsat-core)");
        let answer = solver.ask_fresh(&text, limits)?;
        let (Outcome::Unsat, Some(names)) = (answer.outcome, answer.core) else { return Ok(None) };
        let Some(alone) = named.of_core(&names) else { return Ok(None) };
        let mut check = CoreCheck { names, alone: Vec::new(), satisfied_by: None, not_needed: None };
        for other in solvers {
            let answer = alone.ask(other, limits)?;
            let model = answer.model.as_ref().filter(|_| answer.outcome == Outcome::Sat);
            if model.is_some_and(|model| {
                examine_model(&alone.script, model, model_reading(other)) == ModelVerdict::Valid
            }) {
                check.satisfied_by.get_or_insert(other.label());
            }
            check.alone.push((other.label(), answer));
        }
        check.not_needed = named.not_needed(&check.names, solver, limits)?;
        Ok(Some(check))
    }

    /// The question of a core alone.
    fn of_core(&self, names: &[String]) -> Option<Question> {
        core_script(&self.script, names).map(|script| Question::new(&script, true))
    }

    /// A name of a core without which it is still unsatisfiable. Large cores are not looked into.
    fn not_needed(
        &self,
        names: &[String],
        solver: &Solver,
        limits: &Limits,
    ) -> Result<Option<(String, String)>, AskError> {
        const LARGEST: usize = 12;
        if names.len() > LARGEST {
            return Ok(None);
        }
        for name in names {
            let fewer: Vec<String> = names.iter().filter(|other| *other != name).cloned().collect();
            let Some(question) = self.of_core(&fewer) else { continue };
            if question.ask(solver, limits)?.outcome == Outcome::Unsat {
                return Ok(Some((name.clone(), solver.label())));
            }
        }
        Ok(None)
    }
}

/// Options that we set ourselves.
const OURS: [&str; 2] = [":produce-models", ":produce-unsat-cores"];

/// Why a solver would take the text of a script for another one, if it would.
pub fn misread(solver: &Solver, script: &Script, text: &str) -> Option<String> {
    let language = &solver.profile.language;
    let version = version_key(&solver.version);
    if let Some(until) = &language.own_escapes_until
        && version <= version_key(until)
        && text.contains(ESCAPE)
    {
        return Some(format!("up to version {until} it reads string escapes in a way of its own"));
    }
    let after = language
        .own_names_after
        .as_ref()
        .filter(|after| version.is_empty() || version > version_key(after))?;
    let is_declared = |name: &&String| {
        script.terms.symbols.find(name).is_some_and(|symbol| script.terms.is_declared(symbol))
    };
    let name = language.own_names.iter().find(is_declared)?;
    Some(format!("after version {after} `{name}` is a function of its own, whatever a script declares"))
}

/// How our printer begins every escape.
const ESCAPE: &str = "\\u{";

/// Gives every assertion a name.
fn with_names(script: &Script) -> Script {
    let mut script = script.clone();
    script.expand_names();
    let mut number = 0;
    for at in 0..script.commands.len() {
        let Command::Assert(term) = script.commands[at] else { continue };
        number += 1;
        let base = script.terms.symbols.intern(&format!("assertion-{number}"));
        let name = if script.terms.is_declared(base) { script.terms.fresh_name(base) } else { base };
        let bare = script.terms.bare(term);
        script.commands[at] =
            Command::Assert(script.terms.annotate(bare, [Attribute::Named(name)].into(), &[]));
    }
    script
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test fails loudly.

    use super::misread;
    use crate::script::{Printer, Script};
    use crate::solver::{Profiles, Solver};

    #[test]
    fn a_solver_is_not_asked_what_it_would_misread() {
        let z3 = Profiles::shipped().get("z3").unwrap().clone();
        let is_misread = |version: &str, text: &str| {
            let solver = Solver {
                name: "z3".to_owned(),
                version: version.to_owned(),
                profile: z3.clone(),
                argv: Vec::new(),
                environment: Vec::new(),
                arguments: Vec::new(),
            };
            let script = Script::parse(text).unwrap();
            misread(&solver, &script, &Printer::default().script(&script)).is_some()
        };
        let escape = "(assert (= (str.len \"\\u{1}\") 1))(check-sat)";
        assert!(is_misread("4.8.7", escape) && !is_misread("4.8.10", escape));
        let own_name = "(declare-fun exp (Bool) Bool)(assert (= (exp true) true))(check-sat)";
        assert!(is_misread("5.4.0", own_name) && is_misread("", own_name) && !is_misread("5.0.0", own_name));
        assert!(!is_misread("5.4.0", "(declare-fun f (Bool) Bool)(assert (f true))(check-sat)"));
    }
}
