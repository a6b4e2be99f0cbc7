//! Reads sorts: built-in, declared, defined, and unknown ones.

use super::names::shorten;
use super::{Fail, Reader, SortMeaning};
use crate::sexp::{Kind, Node, Token};
use crate::theory::sort::{PLAIN_SORTS, Sort, SortConstructor, SortKind, UNIT_TUPLE};
use crate::value::Collection;
use crate::value::field::is_prime;
use smallvec::SmallVec;

/// Sorts nested deeper than this are kept as text: signatures are matched by recursion on the sort.
const DEEPEST: usize = 256;

/// Bit-widths beyond this are kept as text.
const WIDEST: u32 = 1 << 24;

impl Reader<'_> {
    /// Reads the sort that begins with a token.
    pub(super) fn sort_at(&mut self, first: Token) -> Result<Sort, Fail> {
        if first.kind == Kind::Symbol {
            let name = self.lexer.text(first);
            return self.named_sort(name, &[], first.start);
        }
        let mut tape = std::mem::take(&mut self.tape);
        let result = match tape.read(&mut self.lexer, first) {
            Ok(()) => self.sort(tape.root(self.text)),
            Err(problem) => Err(Fail::syntax(first.start, problem)),
        };
        self.tape = tape;
        result
    }

    /// A sort that was read into a tape, built with a stack instead of recursion.
    pub(super) fn sort(&mut self, root: Node<'_>) -> Result<Sort, Fail> {
        let mut work = vec![Work::Read(root, 0)];
        let mut done: Vec<Sort> = Vec::new();
        while let Some(step) = work.pop() {
            match step {
                Work::Read(_, depth) if depth > DEEPEST => return Ok(self.opaque_sort(root)),
                Work::Read(node, depth) => self.begin_sort(node, depth, &mut work, &mut done)?,
                Work::Apply(node, name, count) => {
                    let args = done.split_off(done.len() - count);
                    let sort = self.apply_sort(node, name, &args)?;
                    done.push(sort);
                }
            }
        }
        done.pop().ok_or_else(|| Fail::syntax(root.offset(), "expected a sort"))
    }

    fn begin_sort<'n>(
        &mut self,
        node: Node<'n>,
        depth: usize,
        work: &mut Vec<Work<'n>>,
        done: &mut Vec<Sort>,
    ) -> Result<(), Fail> {
        if let Some(name) = node.symbol() {
            done.push(self.named_sort(name, &[], node.offset())?);
            return Ok(());
        }
        let mut parts = node.children();
        let Some(head) = parts.next() else {
            return Err(Fail::syntax(
                node.offset(),
                format!("expected a sort, found `{}`", shorten(node.text())),
            ));
        };
        match head.symbol() {
            Some("_") => done.push(self.indexed_sort(node)?),
            Some(name) => {
                let parts: SmallVec<[Node<'n>; 4]> = parts.collect();
                work.push(Work::Apply(node, name, parts.len()));
                work.extend(parts.iter().rev().map(|&part| Work::Read(part, depth + 1)));
            }
            None => return Err(Fail::syntax(node.offset(), "expected a sort's name")),
        }
        Ok(())
    }

    fn apply_sort(&mut self, node: Node<'_>, name: &str, args: &[Sort]) -> Result<Sort, Fail> {
        // z3 writes `(Float32)`, and regular languages as a sort over strings.
        if args.is_empty() || self.knows_sort(name) {
            return self.named_sort(name, args, node.offset());
        }
        if name == "RegEx" && args == [Sort::STRING] {
            return Ok(Sort::REGLAN);
        }
        // cvc5: sets and bags of tuples.
        let of_tuples = [("Relation", Collection::Set), ("Table", Collection::Bag)];
        if let Some((_, collection)) = of_tuples.iter().find(|row| row.0 == name) {
            let sorts = &mut self.script.terms.sorts;
            let tuple = sorts.composite(SortConstructor::Tuple, args);
            return Ok(sorts.composite(SortConstructor::Collection(*collection), &[tuple]));
        }
        match SortConstructor::row(name).filter(|row| row.takes(args.len())) {
            Some(row) => Ok(self.script.terms.sorts.composite(row.constructor, args)),
            None => Ok(self.opaque_sort(node)),
        }
    }

    fn knows_sort(&self, name: &str) -> bool {
        let symbol = self.script.terms.symbols.find(name);
        symbol.is_some_and(|symbol| self.sort_meanings.contains_key(&symbol))
    }

    fn indexed_sort(&mut self, node: Node<'_>) -> Result<Sort, Fail> {
        let parts: SmallVec<[Node<'_>; 4]> = node.children().collect();
        let numbers: SmallVec<[u32; 2]> = parts.iter().skip(2).filter_map(Node::numeral).collect();
        let kind = match (parts.get(1).and_then(Node::symbol), &numbers[..]) {
            (Some("BitVec"), &[width]) if (1..=WIDEST).contains(&width) => SortKind::BitVec(width),
            (Some("BitVec"), &[0]) => {
                return Err(Fail::sort_text(node.offset(), "a bit-vector has at least one bit"));
            }
            (Some("FloatingPoint"), &[eb, sb]) if eb > 1 && sb > 1 && eb <= WIDEST && sb <= WIDEST => {
                SortKind::Float(eb, sb)
            }
            (Some("FloatingPoint"), &[_, _]) => {
                return Err(Fail::sort_text(
                    node.offset(),
                    "a float has at least two bits of exponent and significand",
                ));
            }
            (Some("FiniteField"), &[order]) if is_prime(order) => SortKind::Field(order),
            (Some("FiniteField"), &[_]) => {
                return Err(Fail::sort_text(node.offset(), "the order of a finite field is a prime"));
            }
            _ => return Ok(self.opaque_sort(node)),
        };
        Ok(self.script.terms.sorts.intern(kind))
    }

    /// A sort by its name: the script's own first, since it may reuse a built-in one's.
    fn named_sort(&mut self, name: &str, args: &[Sort], at: usize) -> Result<Sort, Fail> {
        let terms = &mut self.script.terms;
        let name = crate::sexp::symbol_name(name);
        let symbol = terms.symbols.intern(name);
        let arity_error = |wanted: usize| {
            Fail::sort_text(at, format!("sort `{name}` takes {wanted} arguments, got {}", args.len()))
        };
        match self.sort_meanings.get(&symbol) {
            Some(SortMeaning::Declared { arity }) if *arity as usize == args.len() => {
                Ok(terms.sorts.named(symbol, args))
            }
            Some(SortMeaning::Declared { arity }) => Err(arity_error(*arity as usize)),
            Some(SortMeaning::Defined { params, body }) if params.len() == args.len() => {
                let replacement =
                    |part: Sort| params.iter().position(|&param| param == part).map(|at| args[at]);
                Ok(terms.sorts.replace(*body, &replacement))
            }
            Some(SortMeaning::Defined { params, .. }) => Err(arity_error(params.len())),
            Some(SortMeaning::Param(sort)) => Ok(*sort),
            None => Ok(self.built_in_sort(name, at)),
        }
    }

    fn built_in_sort(&mut self, name: &str, at: usize) -> Sort {
        let sorts = &mut self.script.terms.sorts;
        match name {
            "Float16" => sorts.float(5, 11),
            "Float32" => sorts.float(8, 24),
            "Float64" => sorts.float(11, 53),
            "Float128" => sorts.float(15, 113),
            UNIT_TUPLE => sorts.composite(SortConstructor::Tuple, &[]),
            _ => match PLAIN_SORTS.iter().find(|plain| plain.0 == name) {
                Some(plain) => plain.1,
                None => {
                    let symbol = self.script.terms.symbols.intern(&crate::sexp::quoted(name).to_string());
                    self.note_opaque(symbol, at);
                    self.script.terms.sorts.intern(SortKind::Opaque(symbol))
                }
            },
        }
    }

    fn opaque_sort(&mut self, node: Node<'_>) -> Sort {
        let text = self.script.terms.symbols.intern(node.text());
        self.note_opaque(text, node.offset());
        self.script.terms.sorts.intern(SortKind::Opaque(text))
    }
}

enum Work<'n> {
    Read(Node<'n>, usize),
    /// The list, the sort's name, and how many arguments it has.
    Apply(Node<'n>, &'n str, usize),
}
