//! Compiles terms to a program: each term becomes at most one step in each scope.
//!
//! A term that cannot be computed becomes a slot that stays unknown, so that the other assertions still
//! count. Definitions are expanded where they are called. An array with more than a few elements is never a
//! value: reads are resolved through the term that built it, so that the search chooses only the entries that
//! are read.

mod arrays;
mod binders;
mod emit;

use super::Bounds;
use super::program::{Action, Applied, Program, Slot, State, Step, Table};
use super::words::{CodeId, PENDING, Word, Words};
use crate::eval::domain::SortDomains;
use crate::eval::machine::literal_value;
use crate::eval::{Evaluator, Limits, Model};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{Binder, DeclId, DeclKind, Function, FunctionId, Term, Terms, View};
use gainsay_lang::theory::signature::Shape;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Connective, Meaning, array_operators};
use gainsay_lang::value::Reason;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

type Slots = SmallVec<[Slot; 4]>;

/// The script's terms are too many or too deep for a search.
pub(super) struct TooLarge;

/// A symbol whose value the search chooses, as one cell or with a cell for each entry.
pub(super) struct Symbol {
    pub decl: DeclId,
    /// The index of its first cell.
    pub first: u64,
    pub kind: SymbolKind,
    /// The possible values of each cell.
    pub elements: Rc<[Word]>,
    pub result: CodeId,
}

pub(super) enum SymbolKind {
    Constant(Slot),
    Table { table: u32, arguments: SmallVec<[CodeId; 3]> },
}

/// Compile-time data of a slot.
struct Info {
    code: CodeId,
    /// The nesting depth of the innermost quantifier that it depends on, from 1; 0 for none.
    scope: u32,
    uses: Uses,
}

/// The symbols that a slot depends on.
#[derive(Clone, Default)]
pub(super) struct Uses {
    /// One bit for each constant.
    pub constants: SmallVec<[u64; 1]>,
    /// The number of function entries that are read.
    pub entries: u32,
}

/// A quantifier whose body is being compiled; the first is the whole program.
#[derive(Default)]
struct Scope {
    steps: Vec<Step>,
    numbers: HashMap<Key, Slot>,
    /// The scopes around it that its steps read from, one bit for each.
    reads: u64,
}

/// Identity of a step: steps with equal keys in one scope are merged.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Literal(CodeId, Word),
    Apply(u32, Slots),
    Connect(Connective, Slots),
    Read(u32, Slots),
    Call(DeclId, Slots),
}

/// The slots of compiled terms under one binding of the variables.
#[derive(Default)]
struct Frame {
    slots: HashMap<Term, Slot>,
    /// Elements of arrays that were read at certain indices.
    elements: HashMap<(Term, Slot), Slot>,
    /// Whether this is the body of a definition, which sees only its own variables.
    call: bool,
}

pub(super) struct Compiler<'a> {
    terms: &'a Terms,
    domains: SortDomains<'a>,
    bounds: Bounds,
    program: Program,
    state: State<'a>,
    infos: Vec<Info>,
    memo_ids: HashMap<(Applied, SmallVec<[CodeId; 3]>, CodeId), u32>,
    scopes: Vec<Scope>,
    frames: Vec<Frame>,
    symbols: Vec<Symbol>,
    by_decl: HashMap<DeclId, Option<u32>>,
    constants: u32,
    cells: u64,
    depth: u32,
    /// The work of compiling so far.
    work: u64,
    /// The number of words in all tables.
    table_words: u64,
    lazy: RefCell<HashMap<Sort, bool>>,
    /// The reason why something could not be computed, for the first such term.
    reason: Option<Reason>,
    /// Whether there is a sort whose number of elements was guessed.
    guessed: bool,
}

/// A program, with its initial state and what the search needs.
pub(super) struct Compiled<'a> {
    pub program: Program,
    pub state: State<'a>,
    pub symbols: Vec<Symbol>,
    pub goals: Vec<(Slot, Uses)>,
    pub uses: Vec<Uses>,
    pub reason: Option<Reason>,
    pub guessed: bool,
}

const MAX_DEPTH: u32 = 60;
/// Limit on the terms visited and the words written.
const MAX_WORK: u64 = 1 << 24;
/// Limit on the words of all tables together.
const MAX_TABLE_WORDS: u64 = 1 << 24;
/// Limit on the entries of a dense table of a function's results.
const MAX_DENSE: u64 = 1 << 16;
/// Limit on the entries of one function that the search can choose.
const MAX_TABLE: u64 = 1 << 20;

pub(super) fn compile<'a>(
    terms: &'a Terms,
    model: &'a Model,
    assertions: &[Term],
    bounds: Bounds,
) -> Result<Compiled<'a>, TooLarge> {
    let domains = SortDomains { terms, model };
    let mut compiler = Compiler {
        terms,
        domains,
        bounds,
        program: Program::default(),
        state: State {
            slots: Vec::new(),
            slot_codes: Vec::new(),
            words: Words::new(domains, bounds.domain),
            memos: Vec::new(),
            tables: Vec::new(),
            evaluator: Evaluator::new(terms, model, Limits { work: bounds.work, ..Limits::default() }),
            instances: bounds.instances,
            steps: bounds.steps,
            remembered: 0,
        },
        infos: Vec::new(),
        memo_ids: HashMap::default(),
        scopes: vec![Scope::default()],
        frames: vec![Frame { call: true, ..Frame::default() }],
        symbols: Vec::new(),
        by_decl: HashMap::default(),
        constants: 0,
        cells: 0,
        depth: 0,
        work: 0,
        table_words: 0,
        lazy: RefCell::default(),
        reason: None,
        guessed: false,
    };
    let mut goals = Vec::new();
    for &assertion in assertions {
        compiler.require(assertion, &mut goals)?;
    }
    compiler.program.steps = std::mem::take(&mut compiler.scopes[0].steps);
    Ok(Compiled {
        program: compiler.program,
        state: compiler.state,
        symbols: compiler.symbols,
        goals,
        uses: compiler.infos.into_iter().map(|info| info.uses).collect(),
        reason: compiler.reason,
        guessed: compiler.guessed,
    })
}

impl Compiler<'_> {
    /// Compiles an assertion as a goal, each conjunct separately.
    fn require(&mut self, assertion: Term, goals: &mut Vec<(Slot, Uses)>) -> Result<(), TooLarge> {
        let mut stack = vec![assertion];
        while let Some(term) = stack.pop() {
            let term = self.terms.bare(term);
            if let View::Apply(_, parts) = self.terms.view(term)
                && self.terms.connective(term) == Some(Connective::And)
            {
                stack.extend(parts.iter().rev());
                continue;
            }
            let slot = self.term(term)?;
            self.scopes[0].steps.push(Step { target: slot, action: Action::Require });
            goals.push((slot, self.infos[slot as usize].uses.clone()));
        }
        Ok(())
    }

    fn spend(&mut self, work: usize) -> Result<(), TooLarge> {
        self.work = self.work.saturating_add(work as u64);
        if self.work > MAX_WORK { Err(TooLarge) } else { Ok(()) }
    }

    fn find(&self, term: Term) -> Option<Slot> {
        self.visible_frames().find_map(|frame| frame.slots.get(&term).copied())
    }

    /// The frames whose variables can be seen, the innermost first.
    fn visible_frames(&self) -> impl Iterator<Item = &Frame> {
        let outermost = self.frames.iter().rposition(|frame| frame.call).unwrap_or(0);
        self.frames[outermost..].iter().rev()
    }

    /// The slot of a term. Recursive only on binders, definitions and nested array reads.
    fn term(&mut self, root: Term) -> Result<Slot, TooLarge> {
        if let Some(slot) = self.find(root) {
            return Ok(slot);
        }
        self.spend(1)?;
        if self.depth >= MAX_DEPTH {
            return Err(TooLarge);
        }
        self.depth += 1;
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.find(term).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for &operand in self.operands(term).iter().rev() {
                if self.find(operand).is_none() {
                    stack.push(operand);
                }
            }
            if stack.len() > before {
                continue;
            }
            self.spend(1)?;
            let slot = self.make(term)?;
            if let Some(frame) = self.frames.last_mut() {
                frame.slots.insert(term, slot);
            }
            stack.pop();
        }
        self.depth -= 1;
        Ok(self.find(root).expect("the root was made last"))
    }

    /// The terms that are to be compiled before a term.
    fn operands(&self, term: Term) -> SmallVec<[Term; 4]> {
        if self.is_transparent(term) {
            return SmallVec::new();
        }
        match self.terms.view(term) {
            View::Literal(_) | View::Variable(_) | View::Bind(..) => SmallVec::new(),
            View::Annotated(inner, ..) | View::Match(inner, _) => SmallVec::from_slice(&[inner]),
            View::Apply(_, []) => self.definition(term).into_iter().collect(),
            View::Apply(_, arguments) => {
                arguments.iter().copied().filter(|&part| !self.is_transparent(part)).collect()
            }
        }
    }

    /// The definition of a name without parameters.
    fn definition(&self, term: Term) -> Option<Term> {
        self.terms.abbreviated_by(self.terms.declaration(term)?)
    }

    fn make(&mut self, term: Term) -> Result<Slot, TooLarge> {
        let sort = self.terms.sort(term);
        match self.terms.view(term) {
            View::Literal(literal) => {
                let code = self.code(sort);
                let word = self.state.words.word(code, &literal_value(literal));
                Ok(self.literal(code, word))
            }
            View::Variable(_) => Ok(self.missing(sort, Reason::IllSorted)),
            View::Annotated(inner, ..) => self.term(inner),
            _ if self.is_transparent(term) => self.gather(term),
            View::Bind(Binder::Forall, variables, body) => self.quantifier(term, false, variables, body),
            View::Bind(Binder::Exists, variables, body) => self.quantifier(term, true, variables, body),
            View::Bind(..) => {
                Ok(self.missing(sort, Reason::NotComputed("a function or a choice as a value")))
            }
            View::Match(scrutinee, cases) => self.cases(sort, scrutinee, cases),
            View::Apply(function, arguments) => self.application(term, function, arguments),
        }
    }

    fn application(&mut self, term: Term, id: FunctionId, arguments: &[Term]) -> Result<Slot, TooLarge> {
        let sort = self.terms.sort(term);
        let function = self.terms.function(id);
        if let Function::Op(op, _) = function {
            if let Meaning::Connective(connective) = op.op().meaning {
                return self.connection(connective, sort, arguments);
            }
            if *op == array_operators().select && self.is_lazy(self.terms.sort(arguments[0])) {
                let index = self.term(arguments[1])?;
                return self.read(arguments[0], index, sort);
            }
        }
        if let Some(definition) = self.definition(term) {
            return self.term(definition);
        }
        let slots: Slots = arguments.iter().map(|&argument| self.term(argument)).collect::<Result<_, _>>()?;
        match function {
            Function::Op(op, _)
                if slots.len() > 2
                    && op.op().signature.shape == Shape::LeftAssoc
                    && arguments.iter().all(|&argument| self.terms.sort(argument) == sort) =>
            {
                let mut result = slots[0];
                for &next in &slots[1..] {
                    result = self.apply(Applied::Function(id), &[result, next], sort)?;
                }
                Ok(result)
            }
            Function::Op(op, _)
                if slots.len() > 2
                    && matches!(op.op().signature.shape, Shape::Chainable | Shape::Pairwise) =>
            {
                let chain = op.op().signature.shape == Shape::Chainable;
                let mut parts = Slots::new();
                for second in 1..slots.len() {
                    for first in if chain { second - 1 } else { 0 }..second {
                        let pair = [slots[first], slots[second]];
                        parts.push(self.apply(Applied::Function(id), &pair, sort)?);
                    }
                }
                self.connect(Connective::And, &parts, sort)
            }
            Function::Declared(decl) => self.declared(*decl, id, &slots, sort),
            _ => self.apply(Applied::Function(id), &slots, sort),
        }
    }

    fn connection(
        &mut self,
        connective: Connective,
        sort: Sort,
        arguments: &[Term],
    ) -> Result<Slot, TooLarge> {
        let fits = match connective {
            Connective::And | Connective::Or => true,
            Connective::Not | Connective::Distinct => !arguments.is_empty(),
            Connective::Ite => arguments.len() == 3,
            Connective::Xor | Connective::Implies | Connective::Equal => arguments.len() > 1,
        };
        if !fits {
            return Ok(self.missing(sort, Reason::NotComputed("too few arguments")));
        }
        let compares = matches!(connective, Connective::Equal | Connective::Distinct);
        if compares && self.is_lazy(self.terms.sort(arguments[0])) {
            return self.compare_arrays(connective, arguments);
        }
        let slots: Slots = arguments.iter().map(|&argument| self.term(argument)).collect::<Result<_, _>>()?;
        self.connect(connective, &slots, sort)
    }

    /// An application of a declared or defined symbol.
    fn declared(
        &mut self,
        decl: DeclId,
        id: FunctionId,
        slots: &[Slot],
        sort: Sort,
    ) -> Result<Slot, TooLarge> {
        let declared = self.terms.decl(decl);
        if slots.len() != declared.arity() {
            return Ok(self.missing(sort, Reason::NotComputed("a function as a value")));
        }
        match &declared.kind {
            DeclKind::Free => self.chosen(decl, slots, sort),
            DeclKind::Constructor { .. } | DeclKind::Selector { .. } => {
                self.apply(Applied::Function(id), slots, sort)
            }
            DeclKind::Defined { params, body: Some(body), recursive: false } => {
                let scope = self.scope_of(slots);
                let key = Key::Call(decl, slots.into());
                if let Some(&slot) = self.scopes[scope as usize].numbers.get(&key) {
                    return Ok(slot);
                }
                let frame = Frame {
                    slots: params.iter().copied().zip(slots.iter().copied()).collect(),
                    call: true,
                    ..Frame::default()
                };
                self.frames.push(frame);
                let slot = self.term(*body)?;
                self.frames.pop();
                self.scopes[scope as usize].numbers.insert(key, slot);
                Ok(slot)
            }
            DeclKind::Defined { .. } | DeclKind::Named(_) => {
                Ok(self.missing(sort, Reason::NotComputed("a recursive definition")))
            }
        }
    }

    /// A symbol that the search chooses a value for.
    fn chosen(&mut self, decl: DeclId, slots: &[Slot], sort: Sort) -> Result<Slot, TooLarge> {
        let number = match self.by_decl.get(&decl) {
            Some(&number) => number,
            None => {
                let arguments = slots.iter().map(|&slot| self.infos[slot as usize].code).collect();
                let number = self.new_symbol(decl, arguments, sort);
                self.by_decl.insert(decl, number);
                number
            }
        };
        let Some(number) = number else { return Ok(self.missing(sort, Reason::TooLarge)) };
        match self.symbols[number as usize].kind {
            SymbolKind::Constant(slot) => Ok(slot),
            SymbolKind::Table { table, .. } => {
                let arguments = self.arguments(slots);
                let code = self.symbols[number as usize].result;
                self.step(Key::Read(table, slots.into()), slots, code, Action::Read { table, arguments })
            }
        }
    }

    /// Creates the cells of a symbol. `None` if there are too many cells, or too many values for them.
    fn new_symbol(&mut self, decl: DeclId, arguments: SmallVec<[CodeId; 3]>, sort: Sort) -> Option<u32> {
        let result = self.code(sort);
        let elements = self.state.words.elements(result)?;
        let radices: SmallVec<[u64; 3]> =
            arguments.iter().map(|&code| self.state.words.radix(code)).collect::<Option<_>>()?;
        let size = radices.iter().try_fold(1u64, |size, &radix| size.checked_mul(radix))?;
        if size > MAX_TABLE || self.table_words + size > MAX_TABLE_WORDS {
            return None;
        }
        self.table_words += size;
        let first = self.cells;
        let kind = if arguments.is_empty() {
            self.spend(self.constants as usize / 64).ok()?;
            let slot = self.slot(result, 0, PENDING | first);
            let uses = &mut self.infos[slot as usize].uses.constants;
            uses.resize(self.constants as usize / 64 + 1, 0);
            uses[self.constants as usize / 64] |= 1 << (self.constants % 64);
            self.constants += 1;
            SymbolKind::Constant(slot)
        } else {
            self.state.tables.push(Table::new(radices, size, first));
            SymbolKind::Table { table: self.state.tables.len() as u32 - 1, arguments }
        };
        self.cells += size;
        self.symbols.push(Symbol { decl, first, kind, elements, result });
        Some(self.symbols.len() as u32 - 1)
    }
}

impl Uses {
    fn add(&mut self, other: &Uses) {
        self.entries = self.entries.saturating_add(other.entries);
        if self.constants.len() < other.constants.len() {
            self.constants.resize(other.constants.len(), 0);
        }
        for (mine, theirs) in self.constants.iter_mut().zip(&other.constants) {
            *mine |= theirs;
        }
    }

    /// The constants, by number.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let bits = |(at, &word): (usize, &u64)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at as u32 * 64 + bit)
        };
        self.constants.iter().enumerate().flat_map(bits)
    }
}
