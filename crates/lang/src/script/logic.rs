//! What a script uses: operators, theories, and the smallest logic that has them all.

use super::declarations::DeclId;
use super::terms::{Binder, Function, FunctionId, Literal, Term, Terms, View};
use super::walk::{TermMap, Walker};
use super::{Command, Script};
use crate::theory::sort::{Sort, SortConstructor, SortKind};
use crate::theory::{Nonlinear, OpId, arithmetic, table};
use smallvec::SmallVec;

/// What a logic offers, or a script needs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Features(u16);

impl Features {
    pub const NONE: Features = Features(0);
    pub const QUANTIFIERS: Features = Features(1);
    pub const ARRAYS: Features = Features(1 << 1);
    /// Uninterpreted functions with arguments.
    pub const FUNCTIONS: Features = Features(1 << 2);
    pub const FREE_SORTS: Features = Features(1 << 3);
    pub const BIT_VECTORS: Features = Features(1 << 4);
    pub const FLOATS: Features = Features(1 << 5);
    pub const DATATYPES: Features = Features(1 << 6);
    pub const STRINGS: Features = Features(1 << 7);
    pub const INTS: Features = Features(1 << 8);
    pub const REALS: Features = Features(1 << 9);
    pub const NONLINEAR: Features = Features(1 << 10);
    /// Something that no logic of the standard has: sets, sequences, lambdas, unknown operators.
    pub const OTHER: Features = Features(1 << 11);
    /// Arrays over other sorts than numbers, bit-vectors and floats.
    pub const OTHER_ARRAYS: Features = Features(1 << 12);

    /// The features of a logic, by the parts of its name; `None` for a name that is not composed in the usual way.
    pub fn of_logic(name: &str) -> Option<Features> {
        let (mut rest, mut features) = match name.strip_prefix("QF_") {
            Some(rest) => (rest, Features::NONE),
            None => (name, Features::QUANTIFIERS),
        };
        for (part, offers) in [
            ("AX", Features::ARRAYS | Features::FREE_SORTS),
            ("A", Features::ARRAYS),
            ("UF", Features::FUNCTIONS | Features::FREE_SORTS),
            ("BV", Features::BIT_VECTORS),
            ("FP", Features::FLOATS),
            ("DT", Features::DATATYPES),
            ("S", Features::STRINGS),
            ("LIA", Features::INTS),
            ("LRA", Features::REALS),
            ("LIRA", Features::INTS | Features::REALS),
            ("NIA", Features::INTS | Features::NONLINEAR),
            ("NRA", Features::REALS | Features::NONLINEAR),
            ("NIRA", Features::INTS | Features::REALS | Features::NONLINEAR),
        ] {
            if let Some(after) = rest.strip_prefix(part) {
                features = features | offers;
                rest = after;
            }
        }
        // In logics with bit-vectors or floats, arrays model memory, and solvers refuse other arrays.
        let has = |other| features.contains(other);
        if has(Features::ARRAYS) && !has(Features::BIT_VECTORS) && !has(Features::FLOATS) {
            features = features | Features::OTHER_ARRAYS;
        }
        rest.is_empty().then_some(features)
    }

    pub fn contains(self, other: Features) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many features of a logic are not needed. Quantifiers count most: solvers work differently with them.
    fn excess(self, needed: Features) -> u32 {
        let more = Features(self.0 & !needed.0 & !(Features::FREE_SORTS | Features::OTHER_ARRAYS).0);
        more.0.count_ones() + if more.contains(Features::QUANTIFIERS) { 4 } else { 0 }
    }

    /// The smallest logic of the standard that offers all of this; `ALL` if there is none.
    pub fn smallest_logic(self) -> &'static str {
        let covering = LOGICS.iter().filter_map(|&name| {
            let offered = Features::of_logic(name)?;
            offered.contains(self).then(|| (offered.excess(self), name))
        });
        covering.min_by_key(|logic| logic.0).map_or(EVERYTHING, |logic| logic.1)
    }
}

impl std::ops::BitOr for Features {
    type Output = Features;

    fn bitor(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }
}

/// The logics that the releases of the SMT-LIB benchmarks are sorted into. Of equally small ones the first is taken.
#[rustfmt::skip]
pub const LOGICS: &[&str] = &[
    "QF_UF", "QF_AX", "QF_DT", "QF_UFDT", "QF_BV", "QF_UFBV", "QF_ABV", "QF_AUFBV", "QF_UFBVDT", "QF_FP",
    "QF_BVFP", "QF_UFFP", "QF_ABVFP", "QF_AUFBVFP", "QF_FPLRA", "QF_BVFPLRA", "QF_ABVFPLRA", "QF_S", "QF_SLIA",
    "QF_SNIA", "QF_LIA", "QF_LRA", "QF_LIRA", "QF_NIA", "QF_NRA", "QF_NIRA", "QF_UFLIA", "QF_UFLRA", "QF_UFNIA",
    "QF_UFNRA", "QF_ALIA", "QF_ANIA", "QF_AUFLIA", "QF_AUFNIA", "QF_UFBVLIA", "QF_AUFBVLIA", "QF_AUFBVNIA",
    "QF_UFDTLIA", "QF_UFDTLIRA", "QF_UFDTNIA", "QF_UFFPDTNIRA", "UF", "UFDT", "BV", "UFBV", "ABV", "FP", "BVFP",
    "UFBVFP", "ABVFP", "AUFBVFP", "FPLRA", "BVFPLRA", "ABVFPLRA", "LIA", "LRA", "NIA", "NRA", "UFLIA", "UFLRA",
    "UFNIA", "UFNRA", "UFNIRA", "ALIA", "ANIA", "AUFLIA", "AUFLIRA", "AUFNIA", "AUFNIRA", "UFBVLIA", "UFDTLIA",
    "UFDTLIRA", "UFDTNIA", "UFDTNIRA", "UFFPDTNIRA", "AUFDTLIA", "AUFDTLIRA", "AUFDTNIRA", "AUFFPDTNIRA",
    "AUFBVDTLIA", "AUFBVDTNIA", "AUFBVDTNIRA",
];

/// The logic without limits.
pub const EVERYTHING: &str = "ALL";

/// What a script uses. Shared terms count once.
#[derive(Clone, Default, Debug)]
pub struct Usage {
    pub features: Features,
    pub assertions: usize,
    /// Different terms in assertions and definitions.
    pub terms: usize,
    pub quantifiers: usize,
    /// Applications of the script's own functions, constants included.
    pub functions: usize,
    /// Applications of functions that neither the script nor the table knows.
    pub opaque: usize,
    /// How often each operator is applied, in the table's order.
    pub operators: Vec<(OpId, usize)>,
    /// How often operators of each theory are applied, in the table's order.
    pub theories: Vec<(&'static str, usize)>,
    /// The formats of floats, each once.
    pub floats: Vec<(u32, u32)>,
    /// The most bits that a bit-vector has.
    pub widest: u32,
    /// Whether arrays are indices of arrays.
    pub arrays_as_indices: bool,
}

impl Usage {
    /// The smallest logic of the standard with all of these features; `ALL` if there is none.
    pub fn logic(&self) -> &'static str {
        self.features.smallest_logic()
    }
}

impl Script {
    /// The smallest logic of the standard that covers what the script uses; `ALL` if there is none.
    pub fn needed_logic(&self) -> String {
        self.usage().logic().to_owned()
    }

    /// If the script sets a logic that lacks features it uses, or one that restricts the form of terms, sets the
    /// smallest sufficient logic instead.
    pub fn fit_logic(&mut self) {
        let sets_logic = |command: &Command| matches!(command, Command::SetLogic(_));
        if !self.commands.iter().any(sets_logic) {
            return;
        }
        let usage = self.usage();
        if !self.logic_offers(usage.features) {
            let logic = Command::SetLogic(self.terms.symbols.intern(usage.logic()));
            // There may be several: a logic is set again after a reset.
            let set = self.commands.iter_mut().filter(|command| sets_logic(command));
            set.for_each(|command| *command = logic.clone());
        }
    }

    /// As [`Script::fit_logic`], given the features of the script's declarations and of the terms before `first`.
    /// Mostly the newer terms need nothing else, so that the other ones need not be visited.
    pub fn fit_logic_since(&mut self, first: usize, known: Features) {
        let mut survey = Survey::new(&self.terms);
        let roots: SmallVec<[Term; 8]> = self.assertions().collect();
        // Older numbers are visited, too, as they decide whether a product is linear.
        let writes_number = |term| match self.terms.view(term) {
            View::Literal(_) => true,
            View::Apply(..) => self.terms.op(term).is_some_and(|op| arithmetic().writes_numbers(op)),
            _ => false,
        };
        survey.terms_where(&roots, |term| term.index() >= first || writes_number(term));
        if !self.logic_offers(known | survey.features()) {
            self.fit_logic();
        }
    }

    /// Whether the logic that is set, if any, has all of these features and does not restrict the form of terms.
    fn logic_offers(&self, needed: Features) -> bool {
        let logic = self.logic().unwrap_or(EVERYTHING);
        // The prefix allows functions as values.
        let logic = logic.strip_prefix("HO_").unwrap_or(logic);
        logic == EVERYTHING || Features::of_logic(logic).is_some_and(|offered| offered.contains(needed))
    }

    /// The features that its declarations and all terms of its arena use, also terms that are in no assertion.
    pub fn features_of_arena(&self) -> Features {
        let mut survey = Survey::new(&self.terms);
        let mut terms: Vec<Term> = (0..self.terms.len() as u32).map(Term).collect();
        for command in &self.commands {
            survey.command(command, &mut terms);
        }
        survey.terms(&terms);
        survey.features()
    }

    /// What the script uses, and how often.
    pub fn usage(&self) -> Usage {
        let mut survey = Survey::new(&self.terms);
        let mut roots: Vec<Term> = Vec::new();
        for command in &self.commands {
            survey.command(command, &mut roots);
        }
        survey.terms(&roots);
        survey.finish(self.assertions().count())
    }
}

/// Operators on literals are a use of their theory, although the literals themselves may belong to another one.
fn theory_of(op: OpId) -> Features {
    match op.op().theory {
        "FixedSizeBitVectors" => Features::BIT_VECTORS,
        "Ints" => Features::INTS,
        "Reals" if op.op().mixes_numbers() => Features::INTS | Features::REALS,
        "Reals" => Features::REALS,
        _ => Features::NONE,
    }
}

struct Survey<'a> {
    terms: &'a Terms,
    usage: Usage,
    /// By the operators' numbers.
    operators: Vec<usize>,
    sorts: Vec<bool>,
    /// Whether a term is a literal, or an application that writes a number without one: `(- 1)`, `(/ 1.0 3.0)`.
    constant: TermMap<bool>,
    /// Whether a term is such a number, and not zero.
    nonzero: TermMap<bool>,
    /// The theories of literals. They do not count for literals that another theory takes, see [`Survey::features`].
    literals: Features,
}

impl<'a> Survey<'a> {
    fn new(terms: &'a Terms) -> Self {
        Survey {
            terms,
            usage: Usage::default(),
            operators: vec![0; table().ops().len()],
            sorts: vec![false; terms.sorts.count()],
            constant: TermMap::new(false),
            nonzero: TermMap::new(false),
            literals: Features::NONE,
        }
    }

    fn need(&mut self, features: Features) {
        self.usage.features = self.usage.features | features;
    }

    /// Records the features of a command's declarations, and collects its terms, definitions before their uses.
    fn command(&mut self, command: &Command, roots: &mut Vec<Term>) {
        match command {
            Command::DeclareSort { .. } => self.need(Features::FREE_SORTS),
            Command::DeclareDatatypes { datatypes } => {
                self.need(Features::DATATYPES);
                let terms = self.terms;
                for &id in datatypes {
                    let constructors = &terms.datatypes[id as usize].constructors;
                    let params = &terms.datatypes[id as usize].params;
                    let fields = constructors.iter().flat_map(|constructor| &constructor.fields);
                    fields
                        .filter(|field| !params.contains(field))
                        .for_each(|&field| self.sort(field, params));
                }
            }
            Command::Declare { decl, .. } => self.signature(*decl),
            Command::Define(decl) => {
                self.signature(*decl);
                roots.extend(self.terms.definition(*decl));
            }
            Command::DefineRecursive(decls) => {
                // Solvers treat these as functions with a quantified equation.
                self.need(Features::FUNCTIONS | Features::QUANTIFIERS);
                for &decl in decls {
                    self.signature(decl);
                    roots.extend(self.terms.definition(decl));
                }
            }
            Command::GetValue(_) => {}
            other => roots.extend_from_slice(other.terms()),
        }
    }

    fn signature(&mut self, decl: DeclId) {
        let decl = self.terms.decl(decl);
        if decl.is_free() && decl.arity() > 0 {
            self.need(Features::FUNCTIONS);
        }
        let Some(sorts) = decl.arg_sorts() else { return self.need(Features::OTHER) };
        for sort in sorts.into_iter().chain([decl.result_sort()]) {
            self.sort(sort, &[]);
        }
    }

    /// Records the features that a sort needs, apart from sorts that are parameters.
    fn sort(&mut self, sort: Sort, params: &[Sort]) {
        if self.sorts[sort.0 as usize] {
            return;
        }
        let mut stack = vec![sort];
        while let Some(sort) = stack.pop() {
            if std::mem::replace(&mut self.sorts[sort.0 as usize], true) || params.contains(&sort) {
                continue;
            }
            let needed = match self.terms.sorts.kind(sort) {
                SortKind::Bool => Features::NONE,
                SortKind::Int => Features::INTS,
                SortKind::Real => Features::REALS,
                SortKind::String | SortKind::RegLan => Features::STRINGS,
                SortKind::RoundingMode => Features::FLOATS,
                SortKind::Float(exponent, significand) => {
                    self.usage.floats.push((*exponent, *significand));
                    Features::FLOATS
                }
                SortKind::BitVec(width) => {
                    self.usage.widest = self.usage.widest.max(*width);
                    Features::BIT_VECTORS
                }
                SortKind::Composite(SortConstructor::Array, parts) => self.array(parts[0], parts[1]),
                SortKind::Composite(SortConstructor::Named(_), _) if self.terms.datatype(sort).is_some() => {
                    Features::DATATYPES
                }
                SortKind::Composite(SortConstructor::Named(_), _) => Features::FREE_SORTS,
                SortKind::Unknown | SortKind::Field(_) | SortKind::Composite(..) | SortKind::Opaque(_) => {
                    Features::OTHER
                }
            };
            self.need(needed);
            stack.extend(self.terms.sorts.parts(sort));
        }
    }

    fn array(&mut self, index: Sort, element: Sort) -> Features {
        let kind = |sort| self.terms.sorts.kind(sort);
        let is_number = |sort| {
            matches!(kind(sort), SortKind::BitVec(_) | SortKind::Float(..) | SortKind::Int | SortKind::Real)
        };
        self.usage.arrays_as_indices |= self.terms.sorts.array_parts(index).is_some();
        if is_number(index) && is_number(element) {
            Features::ARRAYS
        } else {
            Features::ARRAYS | Features::OTHER_ARRAYS
        }
    }

    fn terms(&mut self, roots: &[Term]) {
        self.terms_where(roots, |_| true);
    }

    /// Visits only wanted terms that are below wanted ones. The others do not count as constants.
    fn terms_where(&mut self, roots: &[Term], wanted: impl Fn(Term) -> bool) {
        let mut walker = Walker::default();
        let order = walker.postorder_where(self.terms, roots, wanted);
        self.usage.terms = order.len();
        self.constant.make_room_below(roots);
        for &term in order {
            let constant = self.term(term);
            self.constant.set(term, constant);
            self.nonzero.set(term, self.is_nonzero(term));
            let sort = self.terms.sort(term);
            match self.terms.sorts.kind(sort) {
                SortKind::Int if constant => self.literals = self.literals | Features::INTS,
                SortKind::Real if constant => self.literals = self.literals | Features::REALS,
                SortKind::BitVec(_) if constant => self.literals = self.literals | Features::BIT_VECTORS,
                _ => self.sort(sort, &[]),
            }
        }
    }

    /// Records the features that a term needs; gives whether it is a constant.
    fn term(&mut self, term: Term) -> bool {
        match self.terms.view(term) {
            View::Literal(literal) => !matches!(literal, Literal::Bool(_) | Literal::Text(_)),
            View::Variable(_) | View::Match(..) => false,
            View::Bind(binder, ..) => {
                match binder {
                    Binder::Forall | Binder::Exists => {
                        self.usage.quantifiers += 1;
                        self.need(Features::QUANTIFIERS);
                    }
                    Binder::Lambda | Binder::Choice => self.need(Features::OTHER),
                    Binder::Case(_) => {}
                }
                false
            }
            View::Annotated(inner, ..) => self.constant.get(inner),
            View::Apply(function, args) => self.application(function, args),
        }
    }

    fn application(&mut self, function: FunctionId, args: &[Term]) -> bool {
        match self.terms.function(function) {
            Function::Op(op, _) => {
                self.operators[op.0 as usize] += 1;
                self.arithmetic(*op, args);
                self.need(theory_of(*op));
                self.writes_number(*op, args)
            }
            Function::Declared(decl) => {
                self.usage.functions += 1;
                let decl = *decl;
                if self.terms.decl(decl).is_free() && !args.is_empty() {
                    self.need(Features::FUNCTIONS);
                }
                args.is_empty() && self.terms.definition(decl).is_some_and(|body| self.constant.get(body))
            }
            Function::Tester(_) | Function::Updater(_) => {
                self.usage.functions += 1;
                false
            }
            Function::Apply | Function::Mapped(_) | Function::AsArray(_) => {
                self.need(Features::OTHER);
                false
            }
            Function::Opaque(_) => {
                self.usage.opaque += 1;
                self.need(Features::OTHER);
                false
            }
        }
    }

    /// Whether an application writes a number. Division by zero does not, as its value is open; and z3 takes neither
    /// a fraction of fractions nor a sign before a sign for a number.
    fn writes_number(&self, op: OpId, args: &[Term]) -> bool {
        arithmetic().writes_numbers(op)
            && args.iter().all(|&arg| self.constant.get(arg) && self.terms.op(arg) != Some(op))
            && (op != arithmetic().divide || self.divides_by_constants(args))
    }

    /// Whether all divisors are constants, and none of them is zero.
    fn divides_by_constants(&self, args: &[Term]) -> bool {
        args.get(1..).unwrap_or_default().iter().all(|&divisor| self.nonzero.get(divisor))
    }

    /// Whether a term is a constant other than zero. Constants that are made of such ones only are not zero either.
    fn is_nonzero(&self, term: Term) -> bool {
        match self.terms.view(term) {
            _ if !self.constant.get(term) => false,
            View::Literal(Literal::Int(value)) => !value.is_zero(),
            View::Literal(Literal::Real(value)) => !value.is_zero(),
            View::Annotated(inner, ..) => self.nonzero.get(inner),
            View::Apply(function, args) => {
                let definition = match self.terms.function(function) {
                    Function::Declared(decl) => self.terms.definition(*decl),
                    _ => None,
                };
                args.iter().copied().chain(definition).all(|part| self.nonzero.get(part))
            }
            _ => false,
        }
    }

    fn arithmetic(&mut self, op: OpId, args: &[Term]) {
        let open = |args: &[Term]| args.iter().filter(|&&arg| !self.constant.get(arg)).count();
        let nonlinear = match op.op().nonlinear {
            None => false,
            Some(Nonlinear::Product) => open(args) > 1,
            // Division by zero is an uninterpreted function.
            Some(Nonlinear::Quotient) => !self.divides_by_constants(args),
            Some(Nonlinear::Always) => true,
            Some(Nonlinear::Transcendental) => return self.need(Features::OTHER),
        };
        if nonlinear {
            self.need(Features::NONLINEAR);
        }
    }

    /// The features that everything visited needs.
    fn features(&self) -> Features {
        let features = self.usage.features;
        // `(fp #b0 #b1 #b0)` and `(str.at s 0)` are no use of the literals' own theories.
        let hosted = if features.contains(Features::FLOATS) {
            Features::BIT_VECTORS | Features::REALS | Features::INTS
        } else if features.contains(Features::STRINGS) {
            Features::INTS
        } else {
            Features::NONE
        };
        features | Features(self.literals.0 & !hosted.0)
    }

    fn finish(mut self, assertions: usize) -> Usage {
        self.usage.features = self.features();
        self.usage.assertions = assertions;
        for op in table().ops() {
            let count = self.operators[op.id.0 as usize];
            if count == 0 {
                continue;
            }
            self.usage.operators.push((op.id, count));
            match self.usage.theories.last_mut() {
                Some(last) if last.0 == op.theory => last.1 += count,
                _ => self.usage.theories.push((op.theory, count)),
            }
        }
        self.usage
    }
}
