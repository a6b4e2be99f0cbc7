//! Asks several solvers one question, and asks again about what they say.
//!
//! The question of a script is its last one. It is asked as the script has it, with all that comes before; cores are asked
//! about flat.

use crate::answer::{Answer, Outcome};
use crate::eval::core_script;
use crate::judge::{CoreCheck, ModelVerdict, Testimony, examine_model};
use crate::script::{
    Attribute, Command, EVERYTHING, Features, GLOBAL_DECLARATIONS, Names, Printer, ReadOptions, Script,
    Terms, Usage,
};
use crate::solver::{Ask, AskError, Limits, Solver, version_key};
use crate::symbols::Symbol;
use crate::theory::Op;
use std::borrow::Cow;
use std::cell::OnceCell;

/// What is asked beyond the answer.
#[derive(Clone, Copy, Debug)]
pub struct Consultation {
    pub limits: Limits,
    /// Ask for unsat cores, and ask the cores again.
    pub cores: bool,
    /// Ask a second time with this random seed.
    pub other_seed: Option<u32>,
    /// Keep the options that the script sets, and ask for models and cores as they say. They are left out otherwise: most
    /// belong to one solver.
    pub keep_options: bool,
}

/// Asks all solvers about a script, each in fresh processes.
pub fn consult(query: &Script, solvers: &[Solver], how: &Consultation) -> Result<Vec<Testimony>, AskError> {
    let question = Question::new(query, how.keep_options);
    let mut testimonies = Vec::new();
    for solver in solvers {
        let asked = question.ask(solver, &how.limits)?;
        let mut testimony = testimony(solver, asked.answer);
        testimony.text = asked.text;
        if let Some(seed) = how.other_seed {
            let asked = question.ask(&solver.with_seed(seed), &how.limits)?;
            testimony.other_seed = Some((seed, asked.answer));
        }
        if how.cores && testimony.answer.outcome == Outcome::Unsat {
            testimony.core = question.core(&testimony.answer, solver, solvers, &how.limits)?;
            if let Some(core) = testimony.core.as_mut().filter(|core| !core.promised_minimal) {
                core.not_needed = question.named().not_needed(&core.names, solver, &how.limits)?;
            }
        }
        testimonies.push(testimony);
    }
    Ok(testimonies)
}

/// A question as one solver got it, and what it said.
#[derive(Clone, Debug)]
pub struct Asked {
    pub text: String,
    pub answer: Answer,
}

/// Asks one solver for an unsat core of a script's question, as [`consult`] does.
pub fn ask_for_core(query: &Script, solver: &Solver, limits: &Limits) -> Result<Asked, AskError> {
    let question = Question::new(query, true);
    if question.cores { question.ask(solver, limits) } else { question.named().ask(solver, limits) }
}

/// Asks all solvers about a text that we do not understand: it is put to them as it is.
pub fn consult_text(text: &str, solvers: &[Solver], limits: &Limits) -> Result<Vec<Testimony>, AskError> {
    let ask = |solver: &Solver| {
        let mut testimony = testimony(solver, solver.ask_fresh(text, limits)?);
        text.clone_into(&mut testimony.text);
        Ok(testimony)
    };
    solvers.iter().map(ask).collect()
}

/// An answer of a solver, with how its model is to be read.
pub fn testimony(solver: &Solver, answer: Answer) -> Testimony {
    let mut testimony = Testimony::new(solver.label(), answer);
    solver.family().clone_into(&mut testimony.family);
    testimony.model_reading = model_reading(solver);
    testimony
}

/// How the models of a solver are to be read: old releases write strings with escapes of their own.
pub fn model_reading(solver: &Solver) -> ReadOptions {
    ReadOptions { old_strings: solver.writes_old_strings() }
}

/// A question in the forms in which it is asked.
pub struct Question<'a> {
    /// The script whose question it is.
    query: Cow<'a, Script>,
    /// As it is asked: options first, the question last, and then what is asked about the answer.
    commands: Vec<Command>,
    /// Whether the unsat core is asked for in the same run.
    cores: bool,
    /// The script in each spelling that was needed so far.
    texts: [OnceCell<String>; SPELLINGS.len()],
}

/// Most texts have fewer bytes.
const TYPICAL_TEXT: usize = 1024;

/// All spellings, in the order in which they are tried.
const SPELLINGS: [Names; 3] = [Names::AsWritten, Names::Standard, Names::Old];

impl<'a> Question<'a> {
    /// The question of a script. If the options that it sets are to be kept, a model is not asked for where they say no, and
    /// an unsat core where they say yes; otherwise they are left out, and a model is asked for.
    pub fn new(query: &'a Script, keep_options: bool) -> Question<'a> {
        let says = |option: &str, value: &str| keep_options && last_value(query, option) == Some(value);
        let (models, cores) = (!says(MODELS, "false"), says(CORES, "true"));
        Question::asking(Cow::Borrowed(query), keep_options, models, cores)
    }

    fn asking(query: Cow<'a, Script>, keep_options: bool, models: bool, cores: bool) -> Question<'a> {
        let mut commands = query.commands.clone();
        let exit = commands.iter().position(|command| *command == Command::Exit);
        commands.truncate(exit.unwrap_or(commands.len()));
        match commands.iter().rposition(Command::is_question) {
            Some(last) => commands.truncate(last + 1),
            None => commands.push(Command::CheckSat),
        }
        commands.retain(|command| match command {
            Command::SetOption { keyword, .. } => {
                keep_options && !OURS.contains(&&**keyword) || &**keyword == GLOBAL_DECLARATIONS
            }
            Command::GetModel | Command::GetUnsatCore | Command::GetValue(_) | Command::Comment(_) => false,
            Command::Other(_) => !command.is_understood(),
            _ => true,
        });
        let asked = [(models, MODELS, Command::GetModel), (cores, CORES, Command::GetUnsatCore)];
        let wanted = || asked.iter().filter(|(wanted, ..)| *wanted);
        // They are forgotten with all else.
        let resets = (0..commands.len()).rev().filter(|&at| commands[at] == Command::Reset);
        for at in resets.map(|at| at + 1).chain([0]).collect::<Vec<usize>>() {
            let options = wanted().map(|(_, keyword, _)| option(keyword, "true"));
            commands.splice(at..at, options);
        }
        commands.extend(wanted().map(|(.., command)| command.clone()));
        Question { query, commands, cores, texts: Default::default() }
    }

    /// The script that is asked.
    fn script(&self) -> Script {
        let Script { terms, problems, .. } = &*self.query;
        Script { commands: self.commands.clone(), terms: terms.clone(), problems: problems.clone() }
    }

    /// Whether the unsat core is asked for in the same run.
    pub fn asks_for_core(&self) -> bool {
        self.cores
    }

    /// Asks in a fresh process.
    pub fn ask(&self, solver: &Solver, limits: &Limits) -> Result<Asked, AskError> {
        let mut names = Names::default();
        let answer = self.ask_through(solver, &mut solver.clone(), &mut names, limits)?;
        Ok(Asked { text: self.text(names).to_owned(), answer })
    }

    /// Asks in the spelling that was understood last, or in another if the solver does not
    /// know that.
    pub fn ask_through(
        &self,
        solver: &Solver,
        way: &mut dyn Ask,
        names: &mut Names,
        limits: &Limits,
    ) -> Result<Answer, AskError> {
        let mut rejected: Option<(Answer, &str)> = None;
        for spelling in [*names].into_iter().chain(SPELLINGS.into_iter().filter(|other| other != names)) {
            let text = self.text(spelling);
            if rejected.as_ref().is_some_and(|(_, before)| *before == text) {
                continue;
            }
            if let Some(reason) = misread(solver, &self.query.terms, text) {
                return Ok(Answer::not_asked(reason));
            }
            let answer = way.ask(text, limits)?;
            if !matches!(answer.outcome, Outcome::Rejected(_)) {
                *names = spelling;
                return Ok(answer);
            }
            rejected.get_or_insert((answer, text));
        }
        Ok(rejected.map_or_else(|| Answer::not_asked(String::new()), |(answer, _)| answer))
    }

    /// The text as a solver gets it.
    pub fn text(&self, names: Names) -> &str {
        let at = SPELLINGS.iter().position(|spelling| *spelling == names).unwrap_or_default();
        self.texts[at].get_or_init(|| {
            let mut printer = Printer::default();
            printer.names = names;
            let mut text = String::with_capacity(TYPICAL_TEXT);
            printer.write_commands(&mut text, &self.query.terms, &self.commands);
            text
        })
    }

    /// The question for an unsat core, flat and with a name for each assertion.
    fn named(&self) -> Question<'static> {
        Question::asking(Cow::Owned(with_names(&self.script().flat())), true, false, true)
    }

    /// An unsat core, and what all solvers say to the core alone. It is the one in the answer, or else it is asked for.
    pub fn core(
        &self,
        answer: &Answer,
        solver: &Solver,
        solvers: &[Solver],
        limits: &Limits,
    ) -> Result<Option<CoreCheck>, AskError> {
        let (names, asked) = match answer.core.as_ref().filter(|_| self.cores) {
            Some(names) => {
                let flat = self.script().flat().into_owned();
                (names.clone(), Question::asking(Cow::Owned(flat), true, false, true))
            }
            None => {
                let named = self.named();
                let answer = solver.ask_fresh(named.text(Names::AsWritten), limits)?;
                let (Outcome::Unsat, Some(names)) = (answer.outcome, answer.core) else { return Ok(None) };
                (names, named)
            }
        };
        let Some(alone) = core_script(&asked.script(), &names) else { return Ok(None) };
        let question = Question::asking(Cow::Borrowed(&alone), true, true, false);
        let promised_minimal = solver.promises_minimal_cores();
        let not_needed = if promised_minimal { asked.not_needed(&names, solver, limits)? } else { None };
        let mut check =
            CoreCheck { names, alone: Vec::new(), satisfied_by: None, not_needed, promised_minimal };
        for other in solvers {
            let answer = question.ask(other, limits)?.answer;
            let model = answer.model.as_ref().filter(|_| answer.outcome == Outcome::Sat);
            if model.is_some_and(|model| {
                examine_model(&alone, model, model_reading(other)) == ModelVerdict::Valid
            }) {
                check.satisfied_by.get_or_insert(other.label());
            }
            check.alone.push((other.label(), answer));
        }
        Ok(Some(check))
    }

    /// The question of a core alone.
    fn of_core(&self, names: &[String]) -> Option<Question<'static>> {
        let alone = core_script(&self.script(), names)?;
        Some(Question::asking(Cow::Owned(alone), true, true, false))
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
            if question.ask(solver, limits)?.answer.outcome == Outcome::Unsat {
                return Ok(Some((name.clone(), solver.label())));
            }
        }
        Ok(None)
    }
}

/// Options that we set ourselves.
const OURS: [&str; 2] = [MODELS, CORES];
const MODELS: &str = ":produce-models";
const CORES: &str = ":produce-unsat-cores";

fn option(keyword: &str, value: &str) -> Command {
    Command::SetOption { keyword: keyword.into(), value: value.into() }
}

/// A script that says by its options that no model is wanted, if it asks for none.
pub fn as_it_stands(script: &Script) -> Script {
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

/// The contrary of [`as_it_stands`]: the option is not part of what is asked, since to set it is not the same as not to ask.
pub fn as_it_is_asked(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| *command != option(MODELS, "false"));
    script
}

/// A script that prints the model of its last question.
pub fn asking_for_its_model(script: &Script) -> Script {
    let Script { terms, problems, .. } = script;
    let commands = Question::asking(Cow::Borrowed(script), false, true, false).commands;
    Script { commands, terms: terms.clone(), problems: problems.clone() }
}

/// What a script sets an option to in the end.
fn last_value<'a>(script: &'a Script, option: &str) -> Option<&'a str> {
    script.commands.iter().rev().find_map(|command| match command {
        Command::SetOption { keyword, value } if &**keyword == option => Some(&**value),
        _ => None,
    })
}

/// Whether the last question of a text is what a flat script asserts. What is lost in printing, or stands behind the question,
/// must not be held against who reads the text.
pub fn asks_about(text: &str, judged: &Script) -> bool {
    let assertions = |script: &Script| {
        let is_assertion = |command: &&Command| matches!(command, Command::Assert(_));
        let commands: Vec<Command> = script.commands.iter().filter(is_assertion).cloned().collect();
        let mut text = String::new();
        Printer::default().write_commands(&mut text, &script.terms, &commands);
        text
    };
    assertions(&Script::read(text).last_query()) == assertions(judged)
}

/// Why a solver would take the text of a script over these terms for another one, if it would.
pub fn misread(solver: &Solver, terms: &Terms, text: &str) -> Option<String> {
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
    let is_declared =
        |name: &&String| terms.symbols.find(name).is_some_and(|symbol| terms.is_declared(symbol));
    let name = language.own_names.iter().find(is_declared)?;
    Some(format!("after version {after} `{name}` is a function of its own, whatever a script declares"))
}

/// Theories that a script may use without an operator: an unknown of a sort of theirs is enough.
const SORTS_OF: [(Features, &str); 7] = [
    (Features::ARRAYS, "ArraysEx"),
    (Features::BIT_VECTORS, "FixedSizeBitVectors"),
    (Features::DATATYPES, "Datatypes"),
    (Features::FLOATS, "FloatingPoint"),
    (Features::INTS, "Ints"),
    (Features::REALS, "Reals"),
    (Features::STRINGS, "UnicodeStrings"),
];

/// Why a solver cannot know what a script uses, by its profile, if it cannot.
pub fn not_spoken(solver: &Solver, logic: Option<&str>, usage: &Usage) -> Option<String> {
    let language = &solver.profile.language;
    if language.needs_logic && logic.is_none() {
        return Some("it takes no script without a logic".to_owned());
    }
    let logic = logic.unwrap_or_else(|| usage.logic());
    let has = |list: &[String], word: &str| list.iter().any(|entry| entry == word);
    if has(&language.lacks_logics, logic) || !language.logics.is_empty() && !has(&language.logics, logic) {
        return Some(format!("it does not know the logic {logic}"));
    }
    let everything = language.everything.as_deref().filter(|_| logic == EVERYTHING);
    if let Some(offered) = everything.and_then(Features::of_logic)
        && !offered.contains(usage.features)
    {
        return Some(format!("it takes {EVERYTHING} for {}", everything.unwrap_or_default()));
    }
    if language.lacks_arrays_as_indices && usage.arrays_as_indices {
        return Some("its arrays have no arrays as indices".to_owned());
    }
    let by_sorts = SORTS_OF.iter().filter(|(sorts, _)| usage.features.contains(*sorts));
    let mut theories = usage.theories.iter().map(|(theory, _)| *theory).chain(by_sorts.map(|row| row.1));
    if let Some(theory) = theories.find(|theory| has(&language.lacks_theories, theory)) {
        return Some(format!("it does not know the theory {theory}"));
    }
    let takes =
        |format: &(u32, u32)| language.float_formats.is_empty() || language.float_formats.contains(format);
    if let Some((exponent, significand)) = usage.floats.iter().find(|format| !takes(format)) {
        return Some(format!("it does not know the format (_ FloatingPoint {exponent} {significand})"));
    }
    let lacks = |op: &Op| {
        language.lacks_operators.iter().any(|entry| entry == op.name || op.declaration.starts_with(entry))
    };
    let unknown = usage.operators.iter().map(|(id, _)| id.op()).find(|op| lacks(op))?;
    Some(format!("it does not know the operator {}", unknown.name))
}

/// How our printer begins every escape.
const ESCAPE: &str = "\\u{";

/// Gives every assertion a name that has none, and takes away all other names.
fn with_names(script: &Script) -> Script {
    let own: Vec<Option<Symbol>> =
        script.assertions().map(|term| script.terms.symbols.find(script.terms.name_of(term)?)).collect();
    let mut script = script.clone();
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
