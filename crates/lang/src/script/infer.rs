//! Well-sorted application: finds the row of an operator that fits the arguments, and the sort of the result.

use super::declarations::{DeclId, DeclKind};
use super::terms::{Binder, Function, FunctionId, Head, Literal, Term, Terms, View};
use crate::theory::signature::{Applied, Mismatch, Pattern};
use crate::theory::sort::{Sort, SortConstructor, SortKind};
use crate::theory::{OpId, arithmetic, connectives, table};
use crate::value::Rational;
use smallvec::SmallVec;

/// Why an application is ill-sorted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SortError(pub String);

type Args = SmallVec<[Term; 8]>;

impl Terms {
    /// Applies an operator of the table by its name.
    pub fn apply(&mut self, name: &str, args: &[Term]) -> Result<Term, SortError> {
        self.apply_ops(table().meanings(name), &[], None, args)
    }

    /// Applies the first of the operators that fits. If none does, an Int is accepted in place of a Real.
    pub fn apply_ops(
        &mut self,
        ops: &[OpId],
        indices: &[u32],
        ascribed: Option<Sort>,
        args: &[Term],
    ) -> Result<Term, SortError> {
        let sorts: SmallVec<[Sort; 8]> = args.iter().map(|&arg| self.sort(arg)).collect();
        let ambiguous = ops.len() > 1 && sorts.contains(&Sort::UNKNOWN);
        for lenient in [false, true] {
            for &id in ops {
                let signature = &id.op().signature;
                if let Ok(applied) = signature.apply(&mut self.sorts, indices, &sorts, ascribed, lenient) {
                    let sort = if ambiguous {
                        self.common_result(ops, indices, &sorts, applied.sort)
                    } else {
                        applied.sort
                    };
                    return Ok(self.finish_op(id, indices, args, Applied { sort, ..applied }));
                }
            }
        }
        Err(self.op_error(ops, indices, &sorts, ascribed))
    }

    /// An argument of unknown sort may fit several rows; their result is known only if they agree.
    fn common_result(&mut self, ops: &[OpId], indices: &[u32], sorts: &[Sort], first: Sort) -> Sort {
        let agree = ops.iter().all(|id| {
            id.op()
                .signature
                .apply(&mut self.sorts, indices, sorts, None, false)
                .map_or(true, |applied| applied.sort == first)
        });
        if agree { first } else { Sort::UNKNOWN }
    }

    fn finish_op(&mut self, id: OpId, indices: &[u32], args: &[Term], applied: Applied) -> Term {
        let function = self.op_function(id, indices);
        if applied.lifted.is_empty() && applied.settled.is_empty() {
            return self.intern(Head::Apply(function), applied.sort, args);
        }
        let args = self.adapt(args, &applied);
        self.intern(Head::Apply(function), applied.sort, &args)
    }

    /// The arguments, converted to the sorts of the signature.
    fn adapt(&mut self, args: &[Term], applied: &Applied) -> Args {
        let mut args = self.lift(args, &applied.lifted);
        for &(at, sort) in &applied.settled {
            // `seq.empty` without its sort: the signature around it gives the sort.
            let arg = args[at as usize];
            if let Some(op) = self.op(arg).filter(|op| op.op().ascribed)
                && self.children(arg).is_empty()
                && op
                    .op()
                    .signature
                    .apply(&mut self.sorts, &[], &[], Some(sort), false)
                    .is_ok_and(|a| a.sort == sort)
            {
                args[at as usize] = self.intern(self.head(arg), sort, &[]);
            }
        }
        args
    }

    /// Applies a function of the script. Too few arguments give a function, too many are passed on to the result.
    pub fn apply_decl(
        &mut self,
        decl: DeclId,
        ascribed: Option<Sort>,
        args: &[Term],
    ) -> Result<Term, SortError> {
        let arity = self.decl(decl).arity();
        if args.len() > arity {
            let inner = self.apply_decl(decl, ascribed, &args[..arity])?;
            return self.apply_value(inner, &args[arity..]);
        }
        let function = self.function_id(Function::Declared(decl));
        if args.len() < arity {
            return self.apply_partly(decl, function, args);
        }
        let sorts: SmallVec<[Sort; 8]> = args.iter().map(|&arg| self.sort(arg)).collect();
        // Borrows the signature and the sorts from the arena at the same time.
        let Terms { decls, sorts: all, .. } = self;
        let signature = &decls[decl.0 as usize].signature;
        let exact = signature.apply(all, &[], &sorts, ascribed, false);
        match exact.or_else(|_| signature.apply(all, &[], &sorts, ascribed, true)) {
            Ok(applied) => {
                let args = self.adapt(args, &applied);
                Ok(self.intern(Head::Apply(function), applied.sort, &args))
            }
            Err(mismatch) => Err(self.decl_error(decl, &sorts, mismatch)),
        }
    }

    fn apply_partly(&mut self, decl: DeclId, function: FunctionId, args: &[Term]) -> Result<Term, SortError> {
        let Some(wanted) = self.decl(decl).arg_sorts() else {
            let name = self.symbols.name(self.decl(decl).name);
            return Err(SortError(format!(
                "`{name}` takes {} arguments, got {}",
                self.decl(decl).arity(),
                args.len()
            )));
        };
        let given: Vec<Sort> = args.iter().map(|&arg| self.sort(arg)).collect();
        if !wanted.iter().zip(&given).all(|(&wanted, &given)| self.sorts.compatible(wanted, given)) {
            return Err(self.decl_error(decl, &given, Mismatch::Count));
        }
        let result = self.decl(decl).result_sort();
        let sort = self.sorts.map(&wanted[args.len()..], result);
        Ok(self.intern(Head::Apply(function), sort, args))
    }

    /// Applies a term that is a function. A partial application of a script's function gets the further arguments.
    pub fn apply_value(&mut self, function: Term, args: &[Term]) -> Result<Term, SortError> {
        if let Some(decl) = self.declaration(function)
            && self.children(function).len() < self.decl(decl).arity()
        {
            let all: Args = self.children(function).iter().chain(args).copied().collect();
            return self.apply_decl(decl, None, &all);
        }
        let sort = self.sort(function);
        let parts = match self.sorts.kind(sort) {
            SortKind::Composite(SortConstructor::Map | SortConstructor::Array, parts) => parts.clone(),
            SortKind::Unknown | SortKind::Opaque(_) => SmallVec::from_elem(Sort::UNKNOWN, args.len() + 1),
            _ => {
                let text = self.sorts.to_text(&self.symbols, sort);
                return Err(SortError(format!("a term of sort {text} is applied, but it is not a function")));
            }
        };
        let arity = parts.len() - 1;
        if args.len() > arity {
            let inner = self.apply_value(function, &args[..arity])?;
            return self.apply_value(inner, &args[arity..]);
        }
        let lifted: SmallVec<[u32; 2]> = (0..args.len() as u32)
            .filter(|&at| parts[at as usize] == Sort::REAL && self.sort(args[at as usize]) == Sort::INT)
            .collect();
        let mut all: Args = SmallVec::from_slice(&[function]);
        all.extend(self.lift(args, &lifted));
        for (at, &arg) in all[1..].iter().enumerate() {
            self.expect_sort(arg, parts[at])?;
        }
        let result = self.sorts.map(&parts[args.len()..arity], parts[arity]);
        let head = self.function_id(Function::Apply);
        Ok(self.intern(Head::Apply(head), result, &all))
    }

    /// An error unless the term has the sort, or one of them is not known.
    pub fn expect_sort(&self, term: Term, wanted: Sort) -> Result<(), SortError> {
        let sort = self.sort(term);
        if sort == wanted || self.sorts.compatible(sort, wanted) {
            return Ok(());
        }
        let text = |sort| self.sorts.to_text(&self.symbols, sort);
        Err(SortError(format!("expected a term of sort {}, found {}", text(wanted), text(sort))))
    }

    /// The term, converted where solvers would do so: an Int to Real, or a Real literal without fraction to Int. An
    /// error if it still does not have the sort.
    pub fn coerce(&mut self, term: Term, wanted: Sort) -> Result<Term, SortError> {
        if wanted == Sort::REAL && self.sort(term) == Sort::INT {
            return Ok(self.to_real(term));
        }
        if wanted == Sort::INT
            && self.sort(term) == Sort::REAL
            && let Some(int) = self.integral_literal(term)
        {
            return Ok(int);
        }
        self.expect_sort(term, wanted)?;
        Ok(term)
    }

    /// The Int literal that a Real literal without fraction stands for, as when a numeral was
    /// read in a logic of reals.
    pub fn integral_literal(&mut self, term: Term) -> Option<Term> {
        match self.view(term) {
            View::Literal(Literal::Real(value)) if value.is_integer() => {
                let value = value.numerator().clone();
                Some(self.int(value))
            }
            _ => None,
        }
    }

    fn lift(&mut self, args: &[Term], lifted: &[u32]) -> Args {
        let mut args: Args = args.into();
        for &at in lifted {
            args[at as usize] = self.to_real(args[at as usize]);
        }
        args
    }

    /// An Int term as a Real. Literals become Real literals, so that no conversion shows up where none was written.
    pub fn to_real(&mut self, term: Term) -> Term {
        if let Some(real) = self.real_of_numerals(term, 4) {
            return real;
        }
        let function = self.op_function(arithmetic().to_real, &[]);
        self.intern(Head::Apply(function), Sort::REAL, &[term])
    }

    /// `2`, `(- 2)` and `(ite c 2 3)` as Real terms; nothing for other shapes, or nested deeper than `depth`.
    fn real_of_numerals(&mut self, term: Term, depth: usize) -> Option<Term> {
        match self.view(term) {
            View::Literal(Literal::Int(value)) => {
                let value = Rational::from(value.clone());
                Some(self.literal(Literal::Real(value)))
            }
            View::Apply(..) if depth > 0 => {
                let args: Args = self.children(term).into();
                match (self.op(term)?, args.len()) {
                    (op, 1) if op == arithmetic().negate_int => {
                        let inner = self.real_of_numerals(args[0], depth - 1)?;
                        self.apply_ops(&[arithmetic().negate_real], &[], None, &[inner]).ok()
                    }
                    (op, 3) if op == connectives().ite => {
                        let then = self.real_of_numerals(args[1], depth - 1)?;
                        let other = self.real_of_numerals(args[2], depth - 1)?;
                        self.apply_ops(&[op], &[], None, &[args[0], then, other]).ok()
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `(_ is c)` applied to a term.
    pub fn test(&mut self, constructor: DeclId, term: Term) -> Result<Term, SortError> {
        self.expect_datatype_of(constructor, term)?;
        let function = self.function_id(Function::Tester(constructor));
        Ok(self.intern(Head::Apply(function), Sort::BOOL, &[term]))
    }

    /// `(_ update s)` applied to a term and the field's new value.
    pub fn update(&mut self, selector: DeclId, term: Term, value: Term) -> Result<Term, SortError> {
        if let DeclKind::Selector { constructor, .. } = self.decl(selector).kind {
            self.expect_datatype_of(constructor, term)?;
        }
        let field = self.apply_decl(selector, None, &[term])?;
        let value = self.coerce(value, self.sort(field))?;
        let sort = self.sort(term);
        let function = self.function_id(Function::Updater(selector));
        Ok(self.intern(Head::Apply(function), sort, &[term, value]))
    }

    fn expect_datatype_of(&self, constructor: DeclId, term: Term) -> Result<(), SortError> {
        let sort = self.sort(term);
        let DeclKind::Constructor { datatype, .. } = self.decl(constructor).kind else { return Ok(()) };
        let name = self.datatypes[datatype as usize].name;
        match self.sorts.kind(sort) {
            SortKind::Composite(SortConstructor::Named(other), _) if *other == name => Ok(()),
            SortKind::Unknown | SortKind::Opaque(_) => Ok(()),
            _ => Err(SortError(format!(
                "`{}` is a constructor of {}, but the term has sort {}",
                self.symbols.name(self.decl(constructor).name),
                self.symbols.name(name),
                self.sorts.to_text(&self.symbols, sort)
            ))),
        }
    }

    /// `(_ map f)` applied to arrays.
    pub fn apply_mapped(
        &mut self,
        apply: impl FnOnce(&mut Terms, &[Term]) -> Result<Term, SortError>,
        args: &[Term],
    ) -> Result<Term, SortError> {
        let mut elements: Args = SmallVec::new();
        let mut index = Sort::UNKNOWN;
        let hole = self.symbols.intern("element");
        for &arg in args {
            let sort = self.sort(arg);
            let Some((i, element)) = self.sorts.array_parts(sort) else {
                return Err(SortError("`map` takes arrays".into()));
            };
            index = i;
            elements.push(self.variable(hole, element));
        }
        let element = apply(self, &elements)?;
        let Head::Apply(inner) = self.head(element) else {
            return Err(SortError("`map` takes a function".into()));
        };
        let element = self.sort(element);
        let sort = self.sorts.array(index, element);
        let function = self.function_id(Function::Mapped(inner));
        Ok(self.intern(Head::Apply(function), sort, args))
    }

    /// `(match term cases)`.
    pub fn match_on(&mut self, term: Term, cases: &[Term]) -> Result<Term, SortError> {
        let Some(&first) = cases.first() else { return Err(SortError("a `match` without a case".into())) };
        if let Some(missing) = self.without_case(term, cases) {
            let name = self.symbols.name(self.decl(missing).name);
            return Err(SortError(format!("a `match` without a case for `{name}`")));
        }
        let sort = self.sort(first);
        let sort = if cases.iter().any(|&case| self.sort(case) == Sort::REAL) { Sort::REAL } else { sort };
        let mut args: Args = SmallVec::from_slice(&[term]);
        for &case in cases {
            let View::Bind(binder @ Binder::Case(_), variables, body) = self.view(case) else {
                return Err(SortError("a `match` takes cases".into()));
            };
            let variables: Args = variables.into();
            let body = self.coerce(body, sort)?;
            args.push(self.bind(binder, &variables, body));
        }
        Ok(self.intern(Head::Match, sort, &args))
    }

    /// A constructor that no case covers.
    fn without_case(&self, term: Term, cases: &[Term]) -> Option<DeclId> {
        let takes = |case: Term, constructor: DeclId| match self.view(case) {
            View::Bind(Binder::Case(pattern), ..) => pattern.is_none_or(|taken| taken == constructor),
            _ => false,
        };
        let mut constructors = self.datatype(self.sort(term))?.constructors.iter().map(|each| each.decl);
        constructors.find(|&each| !cases.iter().any(|&case| takes(case, each)))
    }

    /// The sorts of a constructor's fields in a value of this sort.
    pub fn field_sorts(&mut self, constructor: DeclId, sort: Sort) -> Option<Vec<Sort>> {
        let DeclKind::Constructor { datatype, index } = self.decl(constructor).kind else { return None };
        let datatype = &self.datatypes[datatype as usize];
        let fields = datatype.constructors[index as usize].fields.clone();
        let params = datatype.params.clone();
        match self.sorts.kind(sort) {
            SortKind::Composite(SortConstructor::Named(name), args) if *name == datatype.name => {
                let args = args.clone();
                let replacement = |part: Sort| {
                    params.iter().position(|&param| param == part).and_then(|at| args.get(at).copied())
                };
                Some(fields.iter().map(|&field| self.sorts.replace(field, &replacement)).collect())
            }
            SortKind::Unknown | SortKind::Opaque(_) => Some(vec![Sort::UNKNOWN; fields.len()]),
            _ => None,
        }
    }

    fn op_error(&self, ops: &[OpId], indices: &[u32], sorts: &[Sort], ascribed: Option<Sort>) -> SortError {
        let got: Vec<String> = sorts.iter().map(|&sort| self.sorts.to_text(&self.symbols, sort)).collect();
        let Some(first) = ops.first() else { return SortError("an unknown operator".into()) };
        if ascribed.is_none() && ops.iter().all(|op| op.op().ascribed) {
            return SortError(format!("`{0}` needs its sort: (as {0} Sort)", first.op().name));
        }
        let indices = if indices.is_empty() { String::new() } else { format!(" with indices {indices:?}") };
        let wanted: Vec<&str> = ops.iter().map(|op| op.op().declaration).collect();
        SortError(format!(
            "`{}`{indices} does not take ({}); it is declared as {}",
            first.op().name,
            got.join(" "),
            wanted.join(" or ")
        ))
    }

    fn decl_error(&self, decl: DeclId, sorts: &[Sort], mismatch: Mismatch) -> SortError {
        let decl = self.decl(decl);
        let name = self.symbols.name(decl.name);
        let got: Vec<String> = sorts.iter().map(|&sort| self.sorts.to_text(&self.symbols, sort)).collect();
        let wanted: Vec<String> = decl
            .signature
            .args
            .iter()
            .map(|pattern| match pattern {
                Pattern::Sort(sort) => self.sorts.to_text(&self.symbols, *sort),
                _ => "a sort with parameters".to_owned(),
            })
            .collect();
        SortError(match mismatch {
            Mismatch::Ambiguous => format!("`{name}` needs its sort: (as {name} Sort)"),
            Mismatch::Argument(at) => {
                format!("argument {} of `{name}` has sort {}, wanted {}", at + 1, got[at], wanted[at])
            }
            _ => format!("`{name}` takes ({}), got ({})", wanted.join(" "), got.join(" ")),
        })
    }
}
