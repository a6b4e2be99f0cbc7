//! Reads scripts: commands here, terms, sorts and names in the files beside.

mod atoms;
mod binders;
mod declare;
mod formulas;
mod model;
mod names;
mod resume;
mod sorts;
mod tables;
mod term;

use super::declarations::DeclId;
use super::infer::SortError;
use super::terms::{Attribute, Literal, Term};
use super::{COMMANDS, Command, FORMULA_COMMANDS, Problem, ProblemKind, Script};
use crate::hash::{HashMap, HashSet};
use crate::sexp::{Kind, Lexer, Node, Tape, Token};
use crate::symbols::Symbol;
use crate::theory::sort::Sort;
use crate::theory::table;
use crate::words::did_you_mean;
use names::{Binding, words};
use term::Frame;

/// How a text is to be read.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReadOptions {
    /// String literals have the escapes of the time before SMT-LIB 2.6: `\x41`, `\n`.
    pub old_strings: bool,
}

pub(super) fn read(text: &str, options: ReadOptions) -> Script {
    let mut reader = Reader::new(text, options);
    while reader.command() {}
    reader.script
}

pub use model::{Definition, Definitions, Misunderstood};

/// Reads what a solver prints for a model of the script.
pub(super) fn read_model(script: &mut Script, text: &str, options: ReadOptions) -> Definitions {
    model::read(script, text, options)
}

/// Reads terms in the context of a script.
pub(super) fn read_terms(
    script: &mut Script,
    texts: &[&str],
    options: ReadOptions,
) -> Vec<Result<Term, Problem>> {
    resume::read_terms(script, texts, options)
}

/// Why a command could not be read.
pub(super) struct Fail(Problem);

impl Fail {
    fn new(kind: ProblemKind, at: usize, message: impl ToString) -> Fail {
        Fail(Problem { kind, at, message: message.to_string() })
    }

    fn syntax(at: usize, message: impl ToString) -> Fail {
        Fail::new(ProblemKind::Syntax, at, message)
    }

    fn sort(at: usize, error: SortError) -> Fail {
        Fail::new(ProblemKind::Sort, at, error.0)
    }

    fn sort_text(at: usize, message: impl ToString) -> Fail {
        Fail::new(ProblemKind::Sort, at, message)
    }

    fn opaque(at: usize, message: impl ToString) -> Fail {
        Fail::new(ProblemKind::Opaque, at, message)
    }
}

/// What a sort's name means.
#[derive(Clone, Debug)]
enum SortMeaning {
    Declared { arity: u32 },
    Defined { params: Box<[Sort]>, body: Sort },
    Param(Sort),
}

type Counts = HashMap<Symbol, u32>;

struct Reader<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    options: ReadOptions,
    script: Script,
    tape: Tape,
    bindings: Vec<Binding>,
    undo: Vec<(Symbol, Binding)>,
    overloads: Vec<Vec<DeclId>>,
    sort_meanings: HashMap<Symbol, SortMeaning>,
    sort_undo: Vec<(Symbol, Option<SortMeaning>)>,
    /// Sorts that `declare-sort-parameter` and its like made, in order.
    sort_params: Vec<Sort>,
    /// For each `push`: how long the two undo lists were.
    scopes: Vec<(usize, usize)>,
    global_declarations: bool,
    numerals_are_real: bool,
    /// Whether sets are z3's `FiniteSet`: `(set.singleton 1)` does not show it, and no solver has both kinds.
    sets_are_finite_sets: bool,
    /// Symbols that were reported as unknown.
    opaque_seen: HashSet<Symbol>,
    // The machine that reads terms.
    frames: Vec<Frame>,
    operands: Vec<Term>,
    pending: Vec<(Symbol, Term)>,
    attributes: Vec<Attribute>,
    /// How many binders around the current term bind each variable.
    bound: Counts,
    /// How many declarations in scope have each name, whatever hides them.
    declared: Counts,
    /// Names that `:named` gave within the current command.
    new_names: Vec<(Symbol, DeclId)>,
    /// The state for reading a model; `None` if a script is read.
    model: Option<Box<model::ModelState>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, options: ReadOptions) -> Self {
        let mut reader = Reader {
            text,
            lexer: Lexer::new(text),
            options,
            script: Script::default(),
            tape: Tape::default(),
            bindings: Vec::new(),
            undo: Vec::new(),
            overloads: Vec::new(),
            sort_meanings: HashMap::default(),
            sort_undo: Vec::new(),
            sort_params: Vec::new(),
            scopes: Vec::new(),
            global_declarations: false,
            numerals_are_real: false,
            sets_are_finite_sets: text.contains("(FiniteSet "),
            opaque_seen: HashSet::default(),
            frames: Vec::new(),
            operands: Vec::new(),
            pending: Vec::new(),
            attributes: Vec::new(),
            bound: Counts::default(),
            declared: Counts::default(),
            new_names: Vec::new(),
            model: None,
        };
        // Capacity for about as many terms as a text of this length has.
        const MOST: usize = 1 << 12;
        reader.script.terms.reserve((text.len() / 16).min(MOST));
        reader.bind_constants();
        reader
    }

    fn bind_constants(&mut self) {
        for (name, value) in [(words().true_, true), (words().false_, false)] {
            let term = self.script.terms.literal(Literal::Bool(value));
            self.bind(name, Binding::Term(term));
        }
        self.undo.clear();
    }

    fn note_opaque(&mut self, text: Symbol, at: usize) {
        if self.opaque_seen.insert(text) {
            let name = self.script.terms.symbols.name(text);
            let meant = self.meant_symbol(name);
            let message =
                format!("`{}` is neither declared nor a known operator{meant}", names::shorten(name));
            self.script.problems.push(Problem { kind: ProblemKind::Opaque, at, message });
        }
    }

    /// A suggestion for an unknown name: the closest operator or declared symbol. None after many problems, as in
    /// a text that is no script.
    fn meant_symbol(&self, name: &str) -> String {
        const MOST: usize = 20;
        if self.script.problems.len() >= MOST {
            return String::new();
        }
        let is_declared = |(symbol, count): (&Symbol, &u32)| (*count > 0).then_some(*symbol);
        let declared = self.declared.iter().filter_map(is_declared);
        let mut known: Vec<&str> = declared.map(|symbol| self.script.terms.symbols.name(symbol)).collect();
        known.sort_unstable();
        did_you_mean(name, known.into_iter().chain(table().names().iter().copied()))
    }

    /// A command that is not known here, or not in this form: it is kept as it is written.
    fn unknown_command(&mut self, name: &str, node: Node<'_>) -> Command {
        let command = Command::Other(node.text().into());
        if !command.is_understood() {
            let message = match COMMANDS.contains(&name) {
                true => format!("the command `{name}` is not known in this form"),
                false => {
                    let meant = did_you_mean(name, COMMANDS);
                    format!("`{}` is not a known command{meant}", names::shorten(name))
                }
            };
            let at = node.token().start;
            self.script.problems.push(Problem { kind: ProblemKind::Opaque, at, message });
        }
        command
    }

    /// Reads the next command; false at the end of the text.
    fn command(&mut self) -> bool {
        while let Some(comment) = self.lexer.comment() {
            self.script.commands.push(Command::Comment(comment.into()));
        }
        let open = self.lexer.token();
        match open.kind {
            Kind::End => return false,
            Kind::Open => {}
            _ => {
                // A stray token between commands is kept as text. An unclosed quote includes the rest of the text,
                // but not the white space at its end.
                let stray = self.lexer.text(open).trim_end();
                self.problem(Fail::syntax(
                    open.start,
                    format!("expected a command, found `{}`", names::shorten(stray)),
                ));
                self.script.commands.push(Command::Unread(stray.into()));
                return true;
            }
        }
        let mark = self.undo.len();
        let head = self.lexer.token();
        let result = self.command_named(head, open).map_err(|fail| self.blame_unknown(fail));
        let result = match self.script.terms.sorts.take_overflow() {
            true => Err(Fail::opaque(open.start, "a sort here is too large to be written out in full")),
            false => result,
        };
        self.finish_command(mark, result.is_ok());
        match result {
            Ok(command) => self.script.commands.push(command),
            Err(fail) => self.keep_as_text(open, fail),
        }
        true
    }

    /// Ends a command. If it is done, its `:named` names stay bound; if it failed, the machine is emptied,
    /// and its bindings are undone.
    fn finish_command(&mut self, mark: usize, done: bool) {
        let names = std::mem::take(&mut self.new_names);
        if done {
            // Closing a binder around a named term has undone the binding; the name holds from here on.
            for (name, decl) in names {
                self.bind(name, Binding::Decl(decl));
            }
            return;
        }
        self.frames.clear();
        self.operands.clear();
        self.pending.clear();
        self.attributes.clear();
        self.bound.clear();
        self.unbind(mark.min(self.undo.len()));
    }

    /// Blames a failure inside an application of an unknown function on the function: its arguments may
    /// have a grammar of their own.
    fn blame_unknown(&mut self, mut fail: Fail) -> Fail {
        if let Some(name) = self.frames.iter().find_map(|frame| self.unknown_callee(frame)) {
            let name = names::shorten(self.script.terms.symbols.name(name));
            fail.0.kind = ProblemKind::Opaque;
            fail.0.message =
                format!("`{name}` is neither declared nor a known operator; inside it: {}", fail.0.message);
        }
        fail
    }

    fn problem(&mut self, fail: Fail) {
        self.script.problems.push(fail.0);
    }

    fn keep_as_text(&mut self, open: Token, mut fail: Fail) {
        self.lexer = Lexer::starting_at(self.text, open.start);
        let closed = self.lexer.skip_one();
        if !closed {
            fail = Fail::syntax(open.start, "the text ends inside this command");
        }
        let text = &self.text[open.start..self.lexer.offset()];
        self.script.commands.push(Command::Unread(text.trim_end().into()));
        self.problem(fail);
    }

    fn command_named(&mut self, head: Token, open: Token) -> Result<Command, Fail> {
        if !matches!(head.kind, Kind::Symbol) {
            return Err(Fail::syntax(head.start, "expected a command's name"));
        }
        let command = match self.lexer.text(head) {
            "assert" => Command::Assert(self.assertion()?),
            "declare-fun" => self.declare_fun()?,
            "declare-const" => self.declare_const()?,
            "define-fun" => self.define_fun(false)?,
            "define-fun-rec" => self.define_fun(true)?,
            "define-const" => self.define_const()?,
            "define-funs-rec" => self.define_funs_rec()?,
            "check-sat-assuming" => Command::CheckSatAssuming(self.term_list(Some(Sort::BOOL))?),
            "check-sat-using" if self.lexer.peek().kind != Kind::Close => {
                return Ok(Command::CheckSatUsing(self.rest()?.as_ref().into()));
            }
            "get-value" => Command::GetValue(self.term_list(None)?),
            "block-model-values" => Command::BlockModelValues(self.term_list(None)?),
            "assert-soft" => {
                let term = self.term_of(Sort::BOOL)?;
                return Ok(Command::AssertSoft { term, attributes: self.rest()? });
            }
            name @ ("minimize" | "maximize") => {
                let term = self.term()?;
                return Ok(Command::Optimise { command: name.into(), term, attributes: self.rest()? });
            }
            name if FORMULA_COMMANDS.contains(&name) => return self.get_formula(name),
            "check-sat" if self.lexer.peek().kind == Kind::Close => Command::CheckSat,
            "get-model" if self.lexer.peek().kind == Kind::Close => Command::GetModel,
            "get-unsat-core" if self.lexer.peek().kind == Kind::Close => Command::GetUnsatCore,
            "get-assignment" if self.lexer.peek().kind == Kind::Close => Command::GetAssignment,
            "get-unsat-assumptions" if self.lexer.peek().kind == Kind::Close => Command::GetUnsatAssumptions,
            "exit" => Command::Exit,
            "reset" => {
                self.forget_all();
                Command::Reset
            }
            "reset-assertions" => {
                self.reset_assertions();
                Command::ResetAssertions
            }
            name => return self.whole_command(name, open),
        };
        self.expect_close()?;
        Ok(command)
    }

    fn assertion(&mut self) -> Result<Term, Fail> {
        self.term_of(Sort::BOOL)
    }

    fn expect_close(&mut self) -> Result<(), Fail> {
        let token = self.lexer.token();
        match token.kind {
            Kind::Close => Ok(()),
            Kind::End => Err(Fail::syntax(token.start, "the text ends inside a command")),
            _ => Err(Fail::syntax(token.start, format!("expected `)`, found `{}`", self.lexer.text(token)))),
        }
    }

    /// The rest of the command up to its closing parenthesis, as written, without a comment at its end.
    fn rest(&mut self) -> Result<Box<str>, Fail> {
        let start = self.lexer.offset();
        let mut end = start;
        while self.lexer.peek().kind != Kind::Close {
            if !self.lexer.skip_one() {
                return Err(Fail::syntax(start, "the text ends inside a command"));
            }
            end = self.lexer.offset();
        }
        self.expect_close()?;
        Ok(self.text[start..end].trim().into())
    }

    fn term_list(&mut self, sort: Option<Sort>) -> Result<Box<[Term]>, Fail> {
        let open = self.lexer.token();
        if open.kind != Kind::Open {
            return Err(Fail::syntax(open.start, "expected a list of terms"));
        }
        let mut list = Vec::new();
        while self.lexer.peek().kind != Kind::Close {
            list.push(match sort {
                Some(sort) => self.term_of(sort)?,
                None => self.term()?,
            });
        }
        self.expect_close()?;
        Ok(list.into())
    }

    /// Commands that are small enough to be read whole.
    fn whole_command(&mut self, name: &str, open: Token) -> Result<Command, Fail> {
        self.read_node(open, |reader, node| reader.command_of(name, node))
    }

    fn command_of(&mut self, name: &str, node: Node<'_>) -> Result<Command, Fail> {
        let args: Vec<Node<'_>> = node.children().skip(1).collect();
        Ok(match (name, &args[..]) {
            ("set-logic", [logic]) if logic.symbol().is_some() => {
                let name = self.symbol_of(*logic)?;
                self.numerals_are_real = is_logic_of_reals(self.script.terms.symbols.name(name));
                Command::SetLogic(name)
            }
            ("set-info", [keyword, values @ ..]) if keyword.kind() == Kind::Keyword => {
                Command::SetInfo { keyword: keyword.text().into(), value: joined(values, self.text) }
            }
            ("set-option", [keyword, values @ ..]) if keyword.kind() == Kind::Keyword => {
                if keyword.text() == ":global-declarations" {
                    self.global_declarations = values.iter().any(|value| value.is_symbol("true"));
                }
                Command::SetOption { keyword: keyword.text().into(), value: joined(values, self.text) }
            }
            ("block-model", [mode]) if [":literals", ":values"].contains(&mode.text()) => {
                Command::BlockModel(mode.text().into())
            }
            ("push", levels) if levels.len() < 2 => {
                let levels = levels.first().map_or(Some(1), Node::numeral);
                let Some(levels) = levels.filter(|&levels| levels <= MOST_LEVELS) else {
                    return Ok(self.unknown_command(name, node));
                };
                for _ in 0..levels {
                    self.scopes.push((self.undo.len(), self.sort_undo.len()));
                }
                Command::Push(levels)
            }
            ("pop", levels) if levels.len() < 2 => {
                let Some(levels) = levels.first().map_or(Some(1), Node::numeral) else {
                    return Ok(self.unknown_command(name, node));
                };
                self.pop(levels);
                Command::Pop(levels)
            }
            _ => match self.declaration(name, node, &args)? {
                Some(command) => command,
                None => self.unknown_command(name, node),
            },
        })
    }

    fn pop(&mut self, levels: u32) {
        let kept = self.scopes.len().saturating_sub(levels as usize);
        let Some(&scope) = self.scopes.get(kept) else { return };
        self.scopes.truncate(kept);
        self.leave(scope);
    }

    fn reset_assertions(&mut self) {
        if let Some(&scope) = self.scopes.first() {
            self.leave(scope);
        }
        self.scopes.clear();
    }

    fn leave(&mut self, (undo, sort_undo): (usize, usize)) {
        if !self.global_declarations {
            self.unbind(undo);
            self.unset_sorts(sort_undo);
        }
    }

    fn forget_all(&mut self) {
        self.scopes.clear();
        self.bindings.clear();
        self.declared.clear();
        self.sort_meanings.clear();
        self.sort_undo.clear();
        self.sort_params.clear();
        self.numerals_are_real = false;
        self.global_declarations = false;
        self.undo.clear();
        self.bind_constants();
    }
}

/// A `push` of more levels is kept as text.
const MOST_LEVELS: u32 = 10_000;

/// Whether a logic has reals and no integers, so that numerals are Reals.
fn is_logic_of_reals(logic: &str) -> bool {
    let theories = logic.strip_prefix("QF_").unwrap_or(logic);
    ["LRA", "NRA", "RDL"].iter().any(|arithmetic| theories.contains(arithmetic))
        && !theories.contains("IRA")
        && !theories.contains("LIA")
        && !theories.contains("NIA")
        && !theories.contains("IDL")
}

/// Values as written, white space between them included.
fn joined(values: &[Node<'_>], text: &str) -> Box<str> {
    match (values.first(), values.last()) {
        (Some(first), Some(last)) => text[first.token().start..last.token().end].into(),
        _ => "".into(),
    }
}
