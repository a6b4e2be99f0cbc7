//! The questions that a script asks.
//!
//! A script may push, pop, assume and ask several times. A [`Question`] is one of its questions as a flat script.
//! Answers are always about a question; "the question" of a script is its last one.

use super::walk::{TermMap, Walker};
use super::{Command, DeclKind, Function, Printer, Script, Term, Terms, View};
use crate::hash::HashSet;
use crate::sexp::{Kind, Lexer, symbol_name};
use crate::theory::sort::Sort;
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// One question, flat: a script whose assertions are all in force where it is asked, without `push`, `pop`,
/// assumptions, and other questions. It is made from a script, in this file only.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    script: Cow<'a, Script>,
    /// Those of its assertions that the script only assumes.
    assumed: Box<[Term]>,
}

/// The set of a question's assertions, without their order and their `:named` names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claims {
    /// Each assertion's id, which stays the same as long as its arena only grows, and a hash of its top.
    each: Box<[(Term, u64)]>,
    /// A hash of everything below, with sorts and definitions, so that claims of different arenas differ.
    below: u64,
}

impl Deref for Question<'_> {
    type Target = Script;

    fn deref(&self) -> &Script {
        &self.script
    }
}

impl Question<'_> {
    /// The question as a script, which can be changed.
    pub fn into_script(self) -> Script {
        self.script.into_owned()
    }

    /// Those of its assertions that the script only assumes.
    pub fn assumed(&self) -> &[Term] {
        &self.assumed
    }

    /// The question with only these of its assumptions.
    pub fn assuming_only(&self, kept: &[Term]) -> Question<'static> {
        let mut commands = self.commands.clone();
        // The assumptions are right before the question. A term that is asserted as well stays.
        let end = commands.iter().position(Command::is_question).unwrap_or(commands.len());
        commands.truncate(end.saturating_sub(self.assumed.len()));
        commands.extend(kept.iter().map(|&term| Command::Assert(term)));
        commands.push(Command::CheckSat);
        self.with_commands(commands)
    }

    /// The set of its assertions.
    pub fn claims(&self) -> Claims {
        let claim = |term| (self.terms.bare(term), top(&self.terms, self.terms.bare(term)));
        let mut claims: Vec<(Term, u64)> = self.assertions().map(claim).collect();
        claims.sort_unstable();
        claims.dedup();
        let roots: Vec<Term> = claims.iter().map(|(term, _)| *term).collect();
        Claims { each: claims.into(), below: below(&self.terms, &roots) }
    }

    /// The question of an unsat core: of the named assertions only those in the core. Assertions without a name stay:
    /// by the standard they are in every core. `None` if the core has a name that no assertion has.
    pub fn core(&self, names: &[impl AsRef<str>]) -> Option<Question<'static>> {
        let named: BTreeSet<&str> = names.iter().map(|name| symbol_name(name.as_ref())).collect();
        let mut found = BTreeSet::new();
        let mut commands = Vec::new();
        for command in &self.commands {
            match command {
                Command::Assert(term) => match self.terms.name_of(*term) {
                    Some(name) if !named.contains(name) => {}
                    name => {
                        found.extend(name);
                        commands.push(command.clone());
                    }
                },
                Command::CheckSat => break,
                _ => commands.push(command.clone()),
            }
        }
        commands.push(Command::CheckSat);
        (found.len() == named.len()).then(|| self.with_commands(commands))
    }

    /// Whether a text, read again, asks this as its last question. If not, printing lost something or more follows
    /// the question, and a solver that read the text must not be blamed for its answer.
    pub fn is_asked_by(&self, text: &str) -> bool {
        let assertions = |question: &Question<'_>| {
            let is_wanted =
                |command: &&Command| is_wanted(command) || is_formula_request(command) || command.is_block();
            let commands: Vec<Command> = question.commands.iter().filter(is_wanted).cloned().collect();
            let mut text = String::new();
            Printer::default().write_commands(&mut text, &question.terms, &commands);
            text
        };
        assertions(&Script::read(text).question()) == assertions(self)
    }

    /// Its declarations, definitions, assertions and requests as a text. Questions with the
    /// same essence are the same.
    pub fn essence(&self) -> String {
        let says = |command: &&Command| {
            command.is_declaration()
                || is_wanted(command)
                || is_formula_request(command)
                || command.is_block()
        };
        let commands: Vec<Command> = self.commands.iter().filter(says).cloned().collect();
        let mut text = String::new();
        Printer::default().write_commands(&mut text, &self.terms, &commands);
        text
    }
}

/// Renames the datatypes that these commands do not declare. A sort's datatype is found by name, and another scope
/// may have one of the same name.
fn forget_datatypes(terms: &mut Terms, commands: &[Command]) {
    let declared = |command: &Command| match command {
        Command::DeclareDatatypes { datatypes } => datatypes.to_vec(),
        _ => Vec::new(),
    };
    let declared: HashSet<u32> = commands.iter().flat_map(declared).collect();
    for at in 0..terms.datatypes.len() {
        if !declared.contains(&(at as u32)) {
            terms.datatypes[at].name = terms.fresh_name(terms.datatypes[at].name);
        }
    }
}

/// A hash of the top of a term: the term itself and its children, without what is below.
fn top(terms: &Terms, term: Term) -> u64 {
    let mut hasher = FxHasher::default();
    for part in [term].iter().chain(terms.children(term)) {
        match terms.view(*part) {
            View::Literal(literal) => literal.hash(&mut hasher),
            View::Variable(name) => terms.symbols.name(name).hash(&mut hasher),
            View::Apply(function, args) => match terms.function(function) {
                Function::Op(op, indices) => (op.op().name, indices, args.len()).hash(&mut hasher),
                Function::Declared(decl) => {
                    (terms.symbols.name(terms.decl(*decl).name), args.len()).hash(&mut hasher);
                }
                other => other.hash(&mut hasher),
            },
            View::Bind(binder, variables, _) => (binder, variables.len()).hash(&mut hasher),
            View::Match(_, cases) => cases.len().hash(&mut hasher),
            View::Annotated(_, attributes, _) => attributes.len().hash(&mut hasher),
        }
    }
    hasher.finish()
}

/// A hash of all parts of some terms, with their sorts and the definitions that they use.
fn below(terms: &Terms, roots: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    let (mut walker, mut seen) = (Walker::default(), TermMap::new(false));
    let mut roots = roots.to_vec();
    while !roots.is_empty() {
        let mut bodies = Vec::new();
        for &term in walker.postorder_where(terms, &roots, |term| !seen.get(term)) {
            seen.set(term, true);
            (term, terms.head(term), terms.children(term)).hash(&mut hasher);
            hash_sort(terms, terms.sort(term), &mut hasher);
            match terms.view(term) {
                View::Literal(literal) => literal.hash(&mut hasher),
                View::Apply(function, _) => {
                    let function = terms.function(function);
                    function.hash(&mut hasher);
                    if let Function::Declared(decl) = function
                        && let DeclKind::Defined { body: Some(body), .. } | DeclKind::Named(body) =
                            &terms.decl(*decl).kind
                    {
                        bodies.push(*body);
                    }
                }
                _ => {}
            }
        }
        bodies.hash(&mut hasher);
        roots = bodies;
    }
    hasher.finish()
}

fn hash_sort(terms: &Terms, sort: Sort, hasher: &mut FxHasher) {
    terms.sorts.kind(sort).hash(hasher);
    for constructor in terms.datatype(sort).iter().flat_map(|datatype| &datatype.constructors) {
        (constructor.decl, &constructor.fields).hash(hasher);
    }
}

impl Claims {
    /// How many of these assertions are not among the others.
    pub fn count_beyond(&self, others: &Claims) -> usize {
        self.each.iter().filter(|claim| others.each.binary_search(claim).is_err()).count()
    }
}

impl Script {
    /// The script's question: the last one if it asks several. A script that asks nothing is asked at its end.
    pub fn question(&self) -> Question<'_> {
        if !self.is_incremental() && !self.asserts_too_late() {
            return Question { script: Cow::Borrowed(self), assumed: Box::default() };
        }
        let at = self.last_question();
        self.in_force(&self.scopes_at(at), at)
    }

    /// The questions of the script, in order: for each `check-sat` the declarations and assertions that are in force
    /// there. Commands about the answer (`get-model` and its like) follow it.
    ///
    /// Each question has an arena of its own, a copy of the script's, so that it can be changed and judged alone.
    pub fn questions(&self) -> Vec<Question<'static>> {
        self.each_question().collect()
    }

    /// [`Script::questions`], one after the other: a script may ask more than there is memory for at once.
    pub fn each_question(&self) -> impl Iterator<Item = Question<'static>> + '_ {
        let mut scopes = Scopes::default();
        let asked = self.before_exit().iter().enumerate().filter_map(move |(at, command)| {
            if command.is_question() {
                return Some(self.in_force(&scopes, at));
            }
            scopes.enter(&self.commands, at);
            None
        });
        // Formulas can be asked for without a question about satisfiability.
        let is_request = self.count_questions() == 0 && self.commands.iter().any(is_formula_request);
        let request = is_request.then(|| self.with_commands(self.question().into_script().commands));
        asked.chain(request)
    }

    /// The first of [`Script::questions`], without the others.
    pub fn first_question(&self) -> Option<Question<'static>> {
        let at = self.before_exit().iter().position(Command::is_question)?;
        Some(self.in_force(&self.scopes_at(at), at))
    }

    /// For each assertion of [`Script::question`], in order, the index of the command that makes it.
    pub fn claiming_commands(&self) -> Vec<usize> {
        let at = self.last_question();
        let mut claiming = self.scopes_at(at).in_force;
        claiming.retain(|&at| matches!(self.commands[at], Command::Assert(_)));
        claiming.extend(self.assumptions_at(at).iter().map(|_| at));
        claiming
    }

    /// The index of the last question, or of the end of the script if there is none.
    fn last_question(&self) -> usize {
        let commands = self.before_exit();
        commands.iter().rposition(Command::is_question).unwrap_or(commands.len())
    }

    fn scopes_at(&self, at: usize) -> Scopes {
        let mut scopes = Scopes::default();
        (0..at).for_each(|at| scopes.enter(&self.commands, at));
        scopes
    }

    fn assumptions_at(&self, at: usize) -> &[Term] {
        match self.commands.get(at) {
            Some(Command::CheckSatAssuming(assumptions)) => assumptions,
            _ => &[],
        }
    }

    /// The question at a command. A command that is not understood may assert, forget or ask: it becomes part of each
    /// question, wherever it stands, so that no question of such a script counts as understood.
    fn in_force(&self, scopes: &Scopes, at: usize) -> Question<'static> {
        let in_force = scopes.in_force.iter().map(|&command| self.commands[command].clone());
        // Blocking commands are put after the question, with the other commands about answers.
        let (blocks, mut commands): (Vec<Command>, Vec<Command>) = in_force.partition(Command::is_block);
        commands.extend(self.commands.iter().filter(|command| !command.is_understood()).cloned());
        commands.extend(self.assumptions_at(at).iter().map(|&assumption| Command::Assert(assumption)));
        commands.push(Command::CheckSat);
        commands.extend(blocks);
        commands.extend(self.asides_at(at).iter().cloned());
        Question { assumed: self.assumptions_at(at).into(), ..self.with_commands(commands) }
    }

    fn with_commands(&self, commands: Vec<Command>) -> Question<'static> {
        let mut terms = self.terms.clone();
        forget_datatypes(&mut terms, &commands);
        let script = Script { commands, terms, problems: self.problems.clone() };
        Question { script: Cow::Owned(script), assumed: Box::default() }
    }

    /// The commands about the answer to the last question, right after it.
    pub fn asides(&self) -> &[Command] {
        self.asides_at(self.last_question())
    }

    fn asides_at(&self, question: usize) -> &[Command] {
        let behind = self.before_exit().get(question + 1..).unwrap_or_default();
        // Blocking commands before another question belong to that one.
        let is_last = !behind.iter().any(Command::is_question);
        let is_aside = |command: &Command| {
            is_formula_request(command) || command.is_about_answer() && (is_last || !command.is_block())
        };
        let end = behind.iter().position(|command| !is_aside(command));
        &behind[..end.unwrap_or(behind.len())]
    }

    fn before_exit(&self) -> &[Command] {
        let exit = self.commands.iter().position(|command| *command == Command::Exit);
        &self.commands[..exit.unwrap_or(self.commands.len())]
    }

    /// Whether something is asserted after its question or an exit, where nothing asks about it.
    fn asserts_too_late(&self) -> bool {
        let is_end = |command: &Command| command.is_question() || *command == Command::Exit;
        let end = self.commands.iter().position(is_end).unwrap_or(self.commands.len());
        self.commands[end..].iter().any(is_wanted)
    }

    /// Whether it asks anything.
    pub fn asks(&self) -> bool {
        self.commands.iter().any(Command::is_question)
    }

    /// Whether an answer may depend on what was asked or forgotten before.
    pub fn is_incremental(&self) -> bool {
        let changes = |command: &Command| {
            changes_scopes(command)
                || matches!(command, Command::CheckSatAssuming(_) | Command::CheckSatUsing(_))
        };
        let checks = self.commands.iter().filter(|command| matches!(command, Command::CheckSat)).count();
        checks > 1 || self.commands.iter().any(changes)
    }

    /// The script without options and without questions about answers.
    pub fn questions_only(&self) -> Script {
        let mut script = self.clone();
        script.commands.retain(|command| match command {
            Command::SetOption { keyword, .. } => &**keyword == GLOBAL_DECLARATIONS,
            Command::Other(_) => false,
            command => {
                matches!(command, Command::SetInfo { .. } | Command::Comment(_)) || !command.is_about_answer()
            }
        });
        script
    }

    /// How many questions it asks before it ends.
    pub fn count_questions(&self) -> usize {
        self.before_exit().iter().filter(|command| command.is_question()).count()
    }

    /// The script up to one of its questions, counted from 1, with the commands about its answer. `None`
    /// if there are not so many.
    pub fn up_to_question(&self, number: usize) -> Option<Script> {
        let mut questions =
            self.before_exit().iter().enumerate().filter(|(_, command)| command.is_question());
        let (at, _) = questions.nth(number.checked_sub(1)?)?;
        let mut script = self.clone();
        script.commands.truncate(at + 1 + self.asides_at(at).len());
        Some(script)
    }
}

/// The lines of a text, counted from 1, that have its questions.
pub fn question_lines(text: &str) -> Vec<usize> {
    let mut lexer = Lexer::new(text);
    let (mut lines, mut line, mut counted) = (Vec::new(), 1, 0);
    loop {
        let open = lexer.token();
        if open.kind != Kind::Open {
            if open.kind == Kind::End {
                return lines;
            }
            continue;
        }
        let head = lexer.peek();
        match lexer.text(head) {
            "check-sat" | "check-sat-assuming" | "check-sat-using" => {
                line += text[counted..open.start].matches('\n').count();
                counted = open.start;
                lines.push(line);
            }
            "exit" => return lines,
            _ => {}
        }
        if !lexer.skip_to_close(1) {
            return lines;
        }
    }
}

/// The option that lets declarations outlive their level.
pub const GLOBAL_DECLARATIONS: &str = ":global-declarations";

/// The commands in force at a point of the script, by their indices.
#[derive(Default)]
struct Scopes {
    in_force: Vec<usize>,
    /// How many commands were in force at each open `push`.
    levels: Vec<usize>,
    global_declarations: bool,
}

impl Scopes {
    fn enter(&mut self, commands: &[Command], at: usize) {
        match &commands[at] {
            Command::Push(count) => {
                self.levels.extend(std::iter::repeat_n(self.in_force.len(), *count as usize));
            }
            Command::Pop(count) => {
                let kept = self.levels.len().saturating_sub(*count as usize);
                if let Some(&length) = self.levels.get(kept) {
                    self.levels.truncate(kept);
                    self.leave(commands, length);
                }
            }
            Command::Reset => *self = Scopes::default(),
            Command::ResetAssertions => {
                self.levels.clear();
                self.leave(commands, 0);
            }
            Command::SetOption { keyword, value } => {
                if &**keyword == GLOBAL_DECLARATIONS {
                    self.global_declarations = &**value == "true";
                }
                self.in_force.push(at);
            }
            command if is_part_of_a_question(command) || command.is_block() => self.in_force.push(at),
            _ => {}
        }
    }

    /// Forgets the commands after a point, except those that outlive a `pop`.
    fn leave(&mut self, commands: &[Command], length: usize) {
        let late = self.in_force.split_off(length);
        let global = self.global_declarations;
        self.in_force.extend(late.into_iter().filter(|&at| outlives_pop(&commands[at], global)));
    }
}

fn is_part_of_a_question(command: &Command) -> bool {
    command.is_declaration() || is_wanted(command) || matches!(command, Command::SetLogic(_))
}

fn changes_scopes(command: &Command) -> bool {
    matches!(command, Command::Push(_) | Command::Pop(_) | Command::Reset | Command::ResetAssertions)
}

fn is_formula_request(command: &Command) -> bool {
    matches!(command, Command::GetFormula { .. })
}

/// Whether it is an assertion, a soft assertion or an objective.
fn is_wanted(command: &Command) -> bool {
    matches!(command, Command::Assert(_) | Command::AssertSoft { .. } | Command::Optimise { .. })
}

fn outlives_pop(command: &Command, global_declarations: bool) -> bool {
    match command {
        Command::SetLogic(_) | Command::SetOption { .. } => true,
        command if is_wanted(command) || command.is_block() => false,
        _ => global_declarations,
    }
}
