//! A fragment: the sorts, leaves and productions of a small language.

use crate::eval::{Model, SortDomains, value_text};
use crate::generate::Values;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, Decl, DeclId, Function, FunctionId, Head, Printer, Script, Term, Terms};
use gainsay_lang::theory::signature::{Pattern, Shape};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::theory::{Connective, Domains, Meaning, Op, OpId, table};
use gainsay_lang::value::{Bits, Int, Rational, Text, Value};
use smallvec::SmallVec;

/// The description of a fragment.
#[derive(Clone, Copy)]
pub struct Language<'a> {
    /// Declarations in SMT-LIB: constants, functions of one argument, datatypes.
    pub declarations: &'a str,
    /// Further sorts in SMT-LIB, besides those of the declarations.
    pub sorts: &'a [String],
    /// Which operators may be used.
    pub admits: &'a dyn Fn(&Op) -> bool,
    /// Limit on the constant values of a sort.
    pub constants: usize,
}

/// A small language.
#[derive(Clone, Debug)]
pub struct Fragment {
    pub(super) terms: Terms,
    /// Bool comes first.
    pub(super) sorts: Vec<Sort>,
    pub(super) symbols: Vec<Symbol>,
    /// Leaves come first.
    pub(super) productions: Vec<Production>,
    declarations: String,
    commands: Vec<Command>,
}

/// A symbol that an assignment gives a value: a constant, or a function of one argument.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub decl: DeclId,
    pub sort: Sort,
    /// The values tried: all of its sort, or some.
    pub values: Vec<Value>,
    pub is_complete: bool,
}

/// A way to make a term of a sort.
#[derive(Clone, Debug)]
pub(super) struct Production {
    /// The index of the result sort.
    pub sort: usize,
    /// The indices of the argument sorts.
    pub arguments: SmallVec<[usize; 4]>,
    pub head: Leaf,
    /// The text before the arguments: the whole leaf, or the head and a space.
    pub text: String,
    pub is_commutative: bool,
    /// Whether an application may have a value although an argument has none.
    pub is_connective: bool,
    /// The operator, where it is one.
    pub op: Option<OpId>,
}

/// The head of a term.
#[derive(Clone, Debug)]
pub(super) enum Leaf {
    /// A constant symbol.
    Symbol(usize),
    Value(Value),
    /// An application of an operator or constructor: a template term, and the placeholders of its arguments.
    Applied {
        template: Term,
        places: SmallVec<[DeclId; 4]>,
    },
    /// An application of a symbol that is a function, whose value is part of the assignment.
    Called {
        symbol: usize,
        template: Term,
        places: SmallVec<[DeclId; 4]>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FragmentError {
    #[error("cannot read the declarations: {0}")]
    Unread(String),
    #[error("only constants, functions of one argument and datatypes can be declared")]
    TooMuch,
    #[error("there are no values of the sort {0} to try")]
    NoValues(String),
}

/// Largest sort whose elements are all tried.
const MOST_ELEMENTS: u64 = 64;
/// The number of values tried of a larger sort.
const SAMPLES: usize = 7;
/// The numbers tried as indices of operators.
const INDICES: [u32; 4] = [0, 1, 2, 3];

impl Fragment {
    pub fn new(language: Language<'_>) -> Result<Fragment, FragmentError> {
        let mut text = language.declarations.to_owned();
        for (at, sort) in language.sorts.iter().enumerate() {
            text += &format!("\n(declare-const |sort {at}| {sort})");
        }
        let script = Script::parse(&text).map_err(|problem| FragmentError::Unread(problem.to_string()))?;
        let declared = script.commands.len() - language.sorts.len();
        let mut fragment = Fragment {
            sorts: vec![Sort::BOOL],
            symbols: Vec::new(),
            productions: Vec::new(),
            declarations: language.declarations.to_owned(),
            commands: Vec::new(),
            terms: script.terms,
        };
        for (at, command) in script.commands.iter().enumerate() {
            fragment.declare(command, at < declared)?;
        }
        fragment.commands = script.commands[..declared].to_vec();
        fragment.add_parts();
        fragment.add_leaves(language.constants);
        fragment.add_datatypes();
        fragment.add_functions();
        for op in table().ops() {
            if is_usable(op) && (language.admits)(op) {
                fragment.add_operator(op);
            }
        }
        Ok(fragment)
    }

    /// The declarations in SMT-LIB.
    pub fn declarations(&self) -> &str {
        &self.declarations
    }

    /// A script with the declarations, whose symbols are those of the assignments.
    pub fn script(&self) -> Script {
        Script { commands: self.commands.clone(), terms: self.terms.clone(), problems: Vec::new() }
    }

    /// The operators that occur in formulas, in the order of the operator table.
    pub fn operators(&self) -> Vec<OpId> {
        let mut ops: Vec<OpId> = self.productions.iter().filter_map(|production| production.op).collect();
        ops.sort_unstable();
        ops.dedup();
        ops
    }

    /// Whether all values of all symbols are tried.
    pub fn is_complete(&self) -> bool {
        self.symbols.iter().all(|symbol| symbol.is_complete)
    }

    fn declare(&mut self, command: &Command, is_symbol: bool) -> Result<(), FragmentError> {
        let decl = match command {
            Command::Declare { decl, .. } => *decl,
            Command::DeclareDatatypes { .. } => return Ok(()),
            _ => return Err(FragmentError::TooMuch),
        };
        let arguments = self.terms.decl(decl).arg_sorts().ok_or(FragmentError::TooMuch)?;
        let result = self.terms.decl(decl).result_sort();
        arguments.iter().for_each(|&sort| self.add_sort(sort));
        self.add_sort(result);
        if !is_symbol {
            return Ok(());
        }
        let sort = match arguments[..] {
            [] => result,
            // The values of a function are listed as arrays.
            [argument] => self.terms.sorts.array(argument, result),
            _ => return Err(FragmentError::TooMuch),
        };
        let (values, is_complete) = self.values(sort);
        if values.is_empty() || !arguments.is_empty() && !is_complete {
            let name = self.terms.sorts.to_text(&self.terms.symbols, sort);
            return Err(FragmentError::NoValues(name));
        }
        self.symbols.push(Symbol { decl, sort, values, is_complete });
        Ok(())
    }

    fn add_sort(&mut self, sort: Sort) {
        if !self.sorts.contains(&sort) {
            self.sorts.push(sort);
        }
    }

    /// Adds the parts of sorts: of arrays, for example, and the fields of datatypes.
    fn add_parts(&mut self) {
        let mut at = 0;
        while let Some(&sort) = self.sorts.get(at) {
            let mut parts: Vec<Sort> = self.terms.sorts.parts(sort).to_vec();
            if let Some(datatype) = self.terms.datatype(sort).cloned() {
                // Its sort arguments are parts already; its fields are added.
                let model = Model::default();
                let domains = SortDomains { terms: &self.terms, model: &model };
                let fields = datatype.constructors.iter();
                parts.extend(fields.filter_map(|made| domains.fields(sort, &datatype, made)).flatten());
            }
            parts.into_iter().for_each(|part| self.add_sort(part));
            at += 1;
        }
    }

    /// The values tried of a sort, given by its index.
    pub fn values_of(&self, sort: usize) -> Vec<Value> {
        self.sorts.get(sort).map_or_else(Vec::new, |&sort| self.values(sort).0)
    }

    /// All elements of a sort, if there are few.
    pub(super) fn elements(&self, sort: usize) -> Option<Vec<Value>> {
        let (values, is_complete) = self.values(self.sorts[sort]);
        is_complete.then_some(values)
    }

    /// The values tried of a sort, and whether they are all its elements.
    fn values(&self, sort: Sort) -> (Vec<Value>, bool) {
        let model = Model::default();
        let domains = SortDomains { terms: &self.terms, model: &model };
        if let Some(all) = domains.elements(sort, MOST_ELEMENTS) {
            return (all, true);
        }
        let corners: Vec<Value> = match *self.terms.sorts.kind(sort) {
            SortKind::Int => [0, 1, -1, 2, -2, 3, -3].into_iter().map(Value::int).collect(),
            SortKind::Real => {
                let halves = [0, 2, -2, 1, -1, 4, -4].map(|halves| (Int::from(halves), Int::from(2)));
                halves.into_iter().filter_map(|(a, b)| Rational::new(a, b)).map(Value::Real).collect()
            }
            SortKind::String => ["", "a", "b", "ab", "ba", "aa", "0"]
                .into_iter()
                .filter_map(Text::from_chars)
                .map(Value::Text)
                .collect(),
            SortKind::RegLan => Vec::new(),
            SortKind::BitVec(width) => corner_vectors(width),
            _ => self.some_values(sort),
        };
        (corners, false)
    }

    /// Pseudorandom values of any sort, the same each time.
    fn some_values(&self, sort: Sort) -> Vec<Value> {
        const TRIES: usize = 200;
        let model = Model::default();
        let mut rng = Rng::of_unit(0, 0);
        let mut source = Values { terms: &self.terms, model: &model, rng: &mut rng };
        let mut found: Vec<Value> = Vec::new();
        for _ in 0..TRIES {
            match source.value(sort) {
                Some(value) if !found.contains(&value) => found.push(value),
                _ => {}
            }
            if found.len() == SAMPLES {
                break;
            }
        }
        found
    }

    fn number_of(&self, sort: Sort) -> Option<usize> {
        self.sorts.iter().position(|other| *other == sort)
    }

    /// Adds symbols and constant values. Symbols of one sort come in the order of their declaration.
    fn add_leaves(&mut self, constants: usize) {
        for at in 0..self.symbols.len() {
            let Symbol { decl, sort, .. } = self.symbols[at];
            if self.terms.decl(decl).arity() == 0
                && let Some(number) = self.number_of(sort)
            {
                let constant = self.terms.constant(decl);
                let text = Printer::default().term(&self.terms, constant);
                self.productions.push(Production::leaf(number, Leaf::Symbol(at), text));
            }
        }
        for number in 0..self.sorts.len() {
            let sort = self.sorts[number];
            // Constants of a datatype are applications of constructors.
            if self.terms.datatype(sort).is_some() {
                continue;
            }
            for value in some_of(self.values(sort).0, constants) {
                if let Some(text) = value_text(&self.terms, &value, sort) {
                    self.productions.push(Production::leaf(number, Leaf::Value(value), text));
                }
            }
        }
    }

    fn add_datatypes(&mut self) {
        for number in 0..self.sorts.len() {
            let sort = self.sorts[number];
            let Some(datatype) = self.terms.datatype(sort).cloned() else { continue };
            for constructor in &datatype.constructors {
                let model = Model::default();
                let domains = SortDomains { terms: &self.terms, model: &model };
                let Some(fields) = domains.fields(sort, &datatype, constructor) else { continue };
                self.add_application(Function::Declared(constructor.decl), &fields, sort, None);
                self.add_application(Function::Tester(constructor.decl), &[sort], Sort::BOOL, None);
                for (&selector, &field) in constructor.selectors.iter().zip(&fields) {
                    self.add_application(Function::Declared(selector), &[sort], field, None);
                }
            }
        }
    }

    fn add_functions(&mut self) {
        for at in 0..self.symbols.len() {
            let decl = self.terms.decl(self.symbols[at].decl);
            let (arguments, result) = (decl.arg_sorts().unwrap_or_default(), decl.result_sort());
            if !arguments.is_empty() {
                self.add_application(Function::Declared(self.symbols[at].decl), &arguments, result, None);
            }
        }
    }

    /// Adds all instances of an operator over the fragment's sorts.
    fn add_operator(&mut self, op: &'static Op) {
        let wanted = op.signature.indices.map_or(0, usize::from);
        for indices in self.index_lists(wanted) {
            for arguments in lists(&self.sorts, op.signature.args.len()) {
                let ascriptions: Vec<Option<Sort>> =
                    if op.ascribed { self.sorts.iter().copied().map(Some).collect() } else { vec![None] };
                for ascribed in ascriptions {
                    let sorts = &mut self.terms.sorts;
                    let fit = op.signature.apply(sorts, &indices, &arguments, ascribed, false);
                    let Ok(fit) = fit else { continue };
                    // Not every solver accepts `=`, `distinct` and `ite` on regular languages.
                    let is_odd =
                        matches!(op.meaning, Meaning::Connective(_)) && arguments.contains(&Sort::REGLAN);
                    let is_known =
                        self.sorts.contains(&fit.sort) && ascribed.is_none_or(|sort| sort == fit.sort);
                    if is_known && !is_odd && fit.lifted.is_empty() {
                        let function = Function::Op(op.id, indices.clone());
                        self.add_application(function, &arguments, fit.sort, Some(op));
                    }
                }
            }
        }
    }

    fn index_lists(&self, count: usize) -> Vec<SmallVec<[u32; 2]>> {
        let mut all: Vec<SmallVec<[u32; 2]>> =
            lists(&INDICES, count).into_iter().map(|list| list.into_iter().collect()).collect();
        if count == 2 {
            let formats = self.sorts.iter().filter_map(|&sort| match *self.terms.sorts.kind(sort) {
                SortKind::Float(eb, sb) => Some(SmallVec::from_slice(&[eb, sb])),
                _ => None,
            });
            for format in formats {
                if !all.contains(&format) {
                    all.push(format);
                }
            }
        }
        all
    }

    fn add_application(
        &mut self,
        function: Function,
        arguments: &[Sort],
        sort: Sort,
        op: Option<&'static Op>,
    ) {
        let numbers: Option<SmallVec<[usize; 4]>> =
            arguments.iter().map(|&sort| self.number_of(sort)).collect();
        let (Some(numbers), Some(number)) = (numbers, self.number_of(sort)) else { return };
        let called = match function {
            Function::Declared(decl) => self.symbols.iter().position(|symbol| symbol.decl == decl),
            _ => None,
        };
        let function: FunctionId = self.terms.function_id(function);
        let places: SmallVec<[DeclId; 4]> =
            (0..arguments.len()).map(|at| place(&mut self.terms, at, arguments[at])).collect();
        let constants: Vec<Term> = places.iter().map(|&decl| self.terms.constant(decl)).collect();
        let template = self.terms.intern(Head::Apply(function), sort, &constants);
        let printed = Printer::default().term(&self.terms, template);
        let text = match arguments.is_empty() {
            true => printed,
            false => printed.split(PLACE).next().unwrap_or_default().to_owned(),
        };
        let head = match called {
            Some(symbol) => Leaf::Called { symbol, template, places },
            None => Leaf::Applied { template, places },
        };
        let is_connective = op.is_some_and(
            |op| matches!(op.meaning, Meaning::Connective(connective) if connective != Connective::Equal),
        );
        let is_commutative =
            op.is_some_and(|op| op.commutative) && numbers.len() == 2 && numbers[0] == numbers[1];
        let op = op.map(|op| op.id);
        self.productions.push(Production {
            sort: number,
            arguments: numbers,
            head,
            text,
            is_commutative,
            is_connective,
            op,
        });
    }
}

impl Production {
    fn leaf(sort: usize, head: Leaf, text: String) -> Production {
        Production {
            sort,
            arguments: SmallVec::new(),
            head,
            text,
            is_commutative: false,
            is_connective: false,
            op: None,
        }
    }
}

/// The prefix of placeholder names; no declaration has such a name.
const PLACE: &str = "|place ";

/// A placeholder symbol for an argument of a template.
fn place(terms: &mut Terms, at: usize, sort: Sort) -> DeclId {
    let name = terms.symbols.intern(&format!("place {at} {}", sort.number()));
    let known = terms.decls().find(|(_, decl)| decl.name == name).map(|(id, _)| id);
    known.unwrap_or_else(|| terms.declare(Decl::constant(name, sort)))
}

/// Whether the evaluator computes an operator, and formulas can contain it.
fn is_usable(op: &Op) -> bool {
    let is_computed = !matches!(op.meaning, Meaning::Unknown(_) | Meaning::Calls(_));
    let is_plain =
        op.signature.indices.is_some_and(|count| count <= 2) && op.signature.shape != Shape::Variadic;
    // Constants come from `add_leaves` by their values, except regular languages.
    let is_leaf = op.signature.args.is_empty() && op.signature.result != Pattern::Sort(Sort::REGLAN);
    is_computed
        && is_plain
        && !is_leaf
        && !matches!(op.meaning, Meaning::Connective(_) if op.signature.args.len() > 3)
}

/// All lists of this length.
fn lists<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
    let mut all: Vec<Vec<T>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |list: &Vec<T>| {
            let list = list.clone();
            items.iter().map(move |&item| [list.clone(), vec![item]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Corner cases of bit-vectors: 0, 1, 2, all ones, and the least and greatest signed numbers.
fn corner_vectors(width: u32) -> Vec<Value> {
    let (least, greatest) = (Bits::min_signed(width), Bits::max_signed(width));
    let mut corners = Vec::new();
    for bits in
        [Bits::zero(width), Bits::one(width), Bits::ones(width), least, greatest, Bits::from_u64(width, 2)]
    {
        let corner = Value::Bits(bits);
        if !corners.contains(&corner) {
            corners.push(corner);
        }
    }
    corners
}

/// The first values (zero, one, ..) and the last one.
fn some_of(mut values: Vec<Value>, most: usize) -> Vec<Value> {
    if values.len() > most && most > 0 {
        let last = values.len() - 1;
        values.swap(most - 1, last);
        // The middle one is the least signed number.
        let middle = values.len() / 2;
        if most > 3 {
            values.swap(most - 2, middle);
        }
    }
    values.truncate(most);
    values
}
