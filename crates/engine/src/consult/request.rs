//! A script as it is sent to a solver: in the solver's spelling, with options first and requests about the answer
//! last.

use super::Asked;
use super::language::{declares_old_testers, would_misread};
use gainsay_guests::solver::{Ask, AskError, Limits, STANDARD, Solver, without_logic, without_skipped_logic};
use gainsay_judge::ask;
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::{Command, Escapes, GLOBAL_DECLARATIONS, Names, Printer, Script};
use std::borrow::Cow;
use std::cell::OnceCell;

/// A script as it is sent to solvers.
pub struct Request<'a> {
    pub(super) script: Cow<'a, Script>,
    /// The commands to send: options, then the script with its question last, then requests about the answer.
    commands: Vec<Command>,
    /// Whether the unsat core is requested in the same run.
    pub(super) cores: bool,
    /// The notation of escapes in strings.
    escapes: Escapes,
    /// The text in each spelling, made when it is first needed.
    texts: [OnceCell<String>; SPELLINGS.len()],
    /// The plain question for solvers that do not support the script's request, if it has one beyond `check-sat`.
    plain: Option<Box<Request<'static>>>,
}

/// A capacity that suffices for most texts, in bytes.
const TYPICAL_TEXT: usize = 1024;

/// All spellings, in the order in which they are tried.
const SPELLINGS: [Names; 3] = [Names::AsWritten, Names::Standard, Names::Old];

impl<'a> Request<'a> {
    /// Asks the last question of a script. If its options are kept, they decide whether a model and an unsat core
    /// are requested; otherwise options are left out, and a model is requested.
    pub fn new(script: &'a Script, keep_options: bool) -> Request<'a> {
        let says = |option: &str, value: &str| keep_options && last_value(script, option) == Some(value);
        let (models, cores) = (!says(MODELS, "false"), says(CORES, "true"));
        Request::asking(Cow::Borrowed(script), keep_options, models, cores)
    }

    /// Asks the last question of a script and requests nothing but the answer; strings are written with these
    /// escapes.
    pub fn bare(script: &'a Script, escapes: Escapes) -> Request<'a> {
        Request { escapes, ..Request::asking(Cow::Borrowed(script), false, false, false) }
    }

    pub(super) fn asking(
        script: Cow<'a, Script>,
        keep_options: bool,
        models: bool,
        cores: bool,
    ) -> Request<'a> {
        let ask = ask::Kind::of(&script);
        // Asked again, z3 goes on to the next point of a Pareto front, and answers `unsat` after the last one.
        let script = match ask {
            Some(ask) if ask.is_asked_flat() && script.is_incremental() => {
                Cow::Owned(script.question().into_script())
            }
            _ => script,
        };
        let mut commands = script.commands.clone();
        let exit = commands.iter().position(|command| *command == Command::Exit);
        commands.truncate(exit.unwrap_or(commands.len()));
        match commands.iter().rposition(Command::is_question) {
            Some(last) => commands.truncate(last + 1),
            None => commands.push(Command::CheckSat),
        }
        let has_model = ask.is_none_or(|kind| kind.allows_get_model());
        let more: Vec<&str> = ask.iter().flat_map(|ask| ask.options(&script)).collect();
        commands.retain(|command| match command {
            Command::SetOption { keyword, .. } => {
                let is_question = ask.is_some_and(|ask| ask.is_asked_with(keyword));
                let is_kept = keep_options && !OURS.contains(&&**keyword);
                let is_ours = more.contains(&&**keyword);
                (is_kept && !is_ours) || is_question || &**keyword == GLOBAL_DECLARATIONS
            }
            Command::SetInfo { .. } => true,
            Command::GetFormula { .. } => false,
            command => !command.is_about_answer(),
        });
        commands.splice(0..0, ask.and_then(|ask| ask.settings(&script)));
        commands.extend(ask.iter().flat_map(|ask| ask.commands(&script)));
        let asked = [(models && has_model, MODELS, Command::GetModel), (cores, CORES, Command::GetUnsatCore)];
        let wanted = || asked.iter().filter(|(wanted, ..)| *wanted);
        // `(reset)` also resets options, so they are set again after each.
        let resets = (0..commands.len()).rev().filter(|&at| commands[at] == Command::Reset);
        for at in resets.map(|at| at + 1).chain([0]).collect::<Vec<usize>>() {
            let keywords = wanted().map(|(_, keyword, _)| *keyword).chain(more.iter().copied());
            let options = keywords.map(|keyword| option(keyword, "true")).collect::<Vec<Command>>();
            commands.splice(at..at, options);
        }
        commands.extend(wanted().map(|(.., command)| command.clone()));
        let plain = ask.map(|ask| {
            Box::new(Request::asking(Cow::Owned(ask.without(&script)), keep_options, models, cores))
        });
        Request { script, commands, cores, escapes: Escapes::default(), texts: Default::default(), plain }
    }

    /// The script that is sent.
    pub(super) fn asked(&self) -> Script {
        let Script { terms, problems, .. } = &*self.script;
        Script { commands: self.commands.clone(), terms: terms.clone(), problems: problems.clone() }
    }

    /// Whether the unsat core is requested in the same run.
    pub fn asks_for_core(&self) -> bool {
        self.cores
    }

    /// Whether it requests more than satisfiability.
    pub fn asks_more(&self) -> bool {
        self.plain.is_some()
    }

    /// Asks in a fresh process.
    pub fn ask(&self, solver: &Solver, limits: &Limits) -> Result<Asked, AskError> {
        let mut names = Names::default();
        let answer = self.ask_through(solver, &mut solver.clone(), &mut names, limits)?;
        let text = self.for_solver(solver).text(names);
        let text = match &answer.without_logic {
            Some(_) => without_logic(text),
            None => text.to_owned(),
        };
        Ok(Asked { text, answer })
    }

    /// The request for this solver: the plain question, if the solver supports no other.
    pub fn for_solver(&self, solver: &Solver) -> &Request<'a> {
        match (&self.plain, ask::Kind::of(&self.script)) {
            (Some(plain), Some(ask)) if !can_be_asked(solver, ask) => plain,
            _ => self,
        }
    }

    /// The plain question, if the script requests more than satisfiability.
    pub(super) fn plain(&self) -> Option<&Request<'static>> {
        self.plain.as_deref()
    }

    /// Asks in the spelling that the solver understood last, or in another one if it rejects that.
    pub fn ask_through(
        &self,
        solver: &Solver,
        way: &mut dyn Ask,
        names: &mut Names,
        limits: &Limits,
    ) -> Result<Answer, AskError> {
        let asked = self.for_solver(solver);
        let mut rejected: Option<(Answer, &str)> = None;
        let others = SPELLINGS.into_iter().filter(|other| other != names);
        for spelling in [*names].into_iter().chain(others).filter(|names| asked.can_be_spelt(*names)) {
            let text = asked.text(spelling);
            if rejected.as_ref().is_some_and(|(_, before)| *before == text) {
                continue;
            }
            if let Some(reason) = would_misread(solver, &self.script.terms, text) {
                return Ok(Answer::not_asked(reason));
            }
            let answer = ask_text(solver, way, text, limits)?;
            if !matches!(answer.outcome, Outcome::Rejected(_)) {
                *names = spelling;
                return Ok(answer);
            }
            rejected.get_or_insert((answer, text));
        }
        Ok(rejected.map_or_else(|| Answer::not_asked(String::new()), |(answer, _)| answer))
    }

    /// The text in a spelling, unless the solver would misread it.
    pub fn text_for(&self, solver: &Solver, names: Names) -> Option<&str> {
        let text = self.for_solver(solver).text(names);
        let is_same = self.can_be_spelt(names) && would_misread(solver, &self.script.terms, text).is_none();
        is_same.then_some(text)
    }

    /// Whether a spelling preserves the question.
    fn can_be_spelt(&self, names: Names) -> bool {
        names != Names::Old || !declares_old_testers(&self.script.terms)
    }

    /// The text as a solver gets it.
    pub fn text(&self, names: Names) -> &str {
        let at = SPELLINGS.iter().position(|spelling| *spelling == names).unwrap_or_default();
        self.texts[at].get_or_init(|| {
            let mut printer = Printer::default();
            (printer.names, printer.escapes) = (names, self.escapes);
            let mut text = String::with_capacity(TYPICAL_TEXT);
            printer.write_commands(&mut text, &self.script.terms, &self.commands);
            text
        })
    }
}

/// Asks about a text, and once more without the logic that it sets if that is all that the solver does not know.
pub fn ask_text(solver: &Solver, way: &mut dyn Ask, text: &str, limits: &Limits) -> Result<Answer, AskError> {
    let answer = way.ask(text, limits)?;
    let Some((logic, rest)) = without_skipped_logic(text, &answer).filter(|_| can_do_without(solver)) else {
        return Ok(answer);
    };
    let again = way.ask(&rest, limits)?;
    Ok(match again.outcome {
        Outcome::Rejected(_) => answer,
        _ => Answer { without_logic: Some(logic), ..again },
    })
}

/// Whether the logic only tells the solver what to expect.
fn can_do_without(solver: &Solver) -> bool {
    !solver.profile.language.needs_logic
}

/// Options set by a script that are dropped unless options are kept. The standard's options are not listed: they
/// do not change the question, or are set as needed.
pub fn dropped_options(script: &Script) -> Vec<&str> {
    let ask = ask::Kind::of(script);
    let is_kept = |keyword: &str| {
        STANDARD.contains(&keyword.trim_start_matches(':'))
            || ask.is_some_and(|ask| ask.is_asked_with(keyword))
    };
    let options = script.commands.iter().filter_map(|command| match command {
        Command::SetOption { keyword, .. } => Some(&**keyword),
        _ => None,
    });
    options.filter(|keyword| !is_kept(keyword)).collect()
}

/// Options that we set ourselves.
const OURS: [&str; 2] = [MODELS, CORES];
const MODELS: &str = ":produce-models";
const CORES: &str = ":produce-unsat-cores";

fn option(keyword: &str, value: &str) -> Command {
    Command::SetOption { keyword: keyword.into(), value: value.into() }
}

/// The script with an option that turns models off, unless it requests a model.
pub fn pin_models_off(script: &Script) -> Script {
    let asks_for_model = |command: &Command| match command {
        Command::GetModel | Command::GetValue(_) => true,
        Command::SetOption { keyword, value } => &**keyword == MODELS && &**value == "true",
        _ => false,
    };
    let mut script = script.clone();
    if !script.commands.iter().any(asks_for_model) {
        script.commands.insert(0, option(MODELS, "false"));
    }
    script
}

/// Undoes [`pin_models_off`]. The option is not part of the question, and setting it is not the same as leaving it
/// out.
pub fn unpin_models_off(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| *command != option(MODELS, "false"));
    script
}

/// The script with a request for the model of its last question.
pub fn asking_for_its_model(script: &Script) -> Script {
    let Script { terms, problems, .. } = script;
    let commands = Request::asking(Cow::Borrowed(script), false, true, false).commands;
    Script { commands, terms: terms.clone(), problems: problems.clone() }
}

/// The last value that a script gives an option.
fn last_value<'a>(script: &'a Script, option: &str) -> Option<&'a str> {
    script.commands.iter().rev().find_map(|command| match command {
        Command::SetOption { keyword, value } if &**keyword == option => Some(&**value),
        _ => None,
    })
}

/// Whether a solver's profile says that it supports this kind of request.
pub fn can_be_asked(solver: &Solver, kind: ask::Kind) -> bool {
    let can_be_told_apart = !kind.needs_echo() || solver.profile.echoes();
    can_be_told_apart && solver.answers(kind.word())
}
