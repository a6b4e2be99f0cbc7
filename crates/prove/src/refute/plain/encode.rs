//! The plain encoding: one term after the other, without simplification.

use super::{Agreement, Part, PlainEncoding, What};
use crate::refute::encode::{Undecided, WIDEST, inlined};
use gainsay_eval::eval::{Evaluator, Limits, Model, SortDomains};
use gainsay_lang::circuit::{Inputs, Plain, Wire, Word};
use gainsay_lang::script::walk::TermMap;
use gainsay_lang::script::{DeclId, Function, Literal, Printer, Question, Term, Terms, View};
use gainsay_lang::theory::signature::Shape;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::theory::{Connective, Context, Meaning, Op, OpId};
use gainsay_lang::value::fuel::Fuel;
use gainsay_lang::value::{Format, RoundingMode, Value};

/// Bits that encode a rounding mode.
const MODE_BITS: usize = 3;
/// Work limit of the evaluator for one constant.
const FUEL: u64 = 1_000_000;

impl PlainEncoding {
    /// Encodes a question; fails if it needs more than about `most_clauses` clauses.
    pub fn of(question: &Question<'_>, most_clauses: usize) -> Result<PlainEncoding, Undecided> {
        if !question.is_understood() {
            return Err(Undecided::NotUnderstood);
        }
        let mut terms = question.terms.clone();
        let assertions = inlined(&mut terms, question.assertions())?;
        let mut encoder = Encoder {
            terms,
            plain: Plain::new(most_clauses),
            places: TermMap::new(None),
            parts: Vec::new(),
            open: Vec::new(),
            agreements: Vec::new(),
        };
        for term in encoder.terms.postorder(&assertions) {
            encoder.term(term)?;
        }
        let mut asserted = Vec::with_capacity(assertions.len());
        for assertion in assertions {
            let part = encoder.part(assertion)?;
            asserted.push((part, encoder.clause_count()));
            let holds = encoder.parts[part].bits[0];
            encoder.plain.gates().require(&[holds]);
        }
        encoder.finished(question, asserted)
    }
}

struct Encoder {
    terms: Terms,
    plain: Plain,
    /// The index in `parts` of each encoded term; terms of sort Int or Real have none.
    places: TermMap<Option<u32>>,
    parts: Vec<Part>,
    /// Applications of partial operators: the operator, its indices and the part.
    open: Vec<(OpId, Vec<u32>, usize)>,
    agreements: Vec<Agreement>,
}

/// A term that applies an operator.
#[derive(Clone, Copy)]
struct Applied<'a> {
    term: Term,
    op: &'static Op,
    indices: &'a [u32],
    arguments: &'a [Term],
}

impl Encoder {
    fn finished(
        mut self,
        question: &Question<'_>,
        assertions: Vec<(usize, usize)>,
    ) -> Result<PlainEncoding, Undecided> {
        let truth = self.plain.gates().literal(Wire::TRUE);
        let gates = self.plain.into_gates();
        if gates.is_full() {
            return Err(Undecided::TooLarge);
        }
        Ok(PlainEncoding {
            claims: question.claims(),
            clauses: gates.into_clauses(),
            terms: self.terms,
            truth,
            parts: self.parts,
            agreements: self.agreements,
            assertions,
        })
    }

    fn clause_count(&mut self) -> usize {
        self.plain.gates().clauses().len()
    }

    fn part(&self, term: Term) -> Result<usize, Undecided> {
        let place = self.places.get(term).ok_or_else(|| self.no_sort(self.terms.sort(term)))?;
        Ok(place as usize)
    }

    fn no_sort(&self, sort: Sort) -> Undecided {
        Undecided::Sort(self.terms.sorts.to_text(&self.terms.symbols, sort))
    }

    fn width(&self, sort: Sort) -> Result<usize, Undecided> {
        let width = match *self.terms.sorts.kind(sort) {
            SortKind::Bool => 1,
            SortKind::BitVec(width) => width as usize,
            SortKind::RoundingMode => MODE_BITS,
            SortKind::Float(..) => match self.format(sort) {
                Some(format) => format.width() as usize,
                None => return Err(self.no_sort(sort)),
            },
            _ => return Err(self.no_sort(sort)),
        };
        if width > WIDEST { Err(Undecided::TooLarge) } else { Ok(width) }
    }

    fn format(&self, sort: Sort) -> Option<Format> {
        match *self.terms.sorts.kind(sort) {
            SortKind::Float(eb, sb) => Format::new(eb, sb),
            _ => None,
        }
    }

    /// Encodes a term whose arguments are encoded.
    fn term(&mut self, term: Term) -> Result<(), Undecided> {
        let sort = self.terms.sort(term);
        if [Sort::INT, Sort::REAL].contains(&sort) {
            // Numbers have no bits; a conversion of a constant number evaluates it.
            return Ok(());
        }
        if let View::Annotated(inner, ..) = self.terms.view(term) {
            let place = self.places.get(inner);
            self.places.set(term, place);
            return Ok(());
        }
        let width = self.width(sort)?;
        let first = self.clause_count();
        let (what, bits) = self.made(term)?;
        if self.plain.gates().is_full() {
            return Err(Undecided::TooLarge);
        }
        if bits.len() != width {
            return Err(self.terms.op(term).map_or(Undecided::NotUnderstood, |op| no_circuit(op.op())));
        }
        let bits = bits.iter().map(|&bit| self.plain.gates().literal(bit)).collect();
        let clauses = first..self.clause_count();
        self.places.set(term, Some(self.parts.len() as u32));
        self.parts.push(Part { what, sort, bits, clauses });
        self.agree(term)
    }

    /// The kind of part that a term becomes, and its bits, which may be constants.
    fn made(&mut self, term: Term) -> Result<(What, Word), Undecided> {
        match self.terms.view(term) {
            View::Literal(literal) => {
                let literal = literal.clone();
                self.literal(term, &literal)
            }
            View::Apply(function, arguments) => {
                let arguments = arguments.to_vec();
                match self.terms.function(function).clone() {
                    Function::Op(op, indices) => {
                        self.operator(Applied { term, op: op.op(), indices: &indices, arguments: &arguments })
                    }
                    Function::Declared(decl) => self.symbol(term, decl),
                    _ => Err(Undecided::NotUnderstood),
                }
            }
            View::Variable(_) | View::Bind(..) | View::Match(..) | View::Annotated(..) => {
                Err(Undecided::Quantifier)
            }
        }
    }

    fn symbol(&mut self, term: Term, decl: DeclId) -> Result<(What, Word), Undecided> {
        let declared = self.terms.decl(decl);
        if !declared.is_free() || declared.arity() > 0 {
            return Err(Undecided::Function(self.terms.symbols.name(declared.name).to_owned()));
        }
        Ok((What::Symbol(decl), self.anything(self.terms.sort(term))?))
    }

    fn literal(&mut self, term: Term, literal: &Literal) -> Result<(What, Word), Undecided> {
        let bits = match literal {
            Literal::Bool(value) => vec![*value],
            Literal::Bits(bits) => (0..bits.width()).map(|at| bits.bit(at)).collect(),
            _ => return Err(self.no_sort(self.terms.sort(term))),
        };
        let text = Printer::default().term(&self.terms, term);
        Ok((What::Constant(text), self.fixed(&bits)))
    }

    /// Fresh literals that are fixed to these values by unit clauses.
    fn fixed(&mut self, bits: &[bool]) -> Word {
        let gates = self.plain.gates();
        let word = gates.fresh_word(bits.len());
        word.iter().zip(bits).for_each(|(&wire, &is)| gates.require(&[if is { wire } else { !wire }]));
        word
    }

    /// Fresh literals, constrained to be some value of the sort.
    fn anything(&mut self, sort: Sort) -> Result<Word, Undecided> {
        let (width, format) = (self.width(sort)?, self.format(sort));
        let gates = self.plain.gates();
        let word = gates.fresh_word(width);
        if let Some(format) = format {
            gates.require_float(Wire::TRUE, format, &word);
        } else if sort == Sort::ROUNDING_MODE {
            // Excludes the numbers that encode no rounding mode.
            for number in RoundingMode::ALL.len()..1 << MODE_BITS {
                let differs = word.iter().enumerate();
                let differs: Word =
                    differs.map(|(at, &bit)| if number >> at & 1 == 1 { !bit } else { bit }).collect();
                gates.require(&differs);
            }
        }
        Ok(word)
    }

    fn operator(&mut self, applied: Applied<'_>) -> Result<(What, Word), Undecided> {
        let Applied { op, indices, arguments, .. } = applied;
        if arguments.iter().any(|&argument| self.places.get(argument).is_none()) {
            return self.evaluated(applied);
        }
        let parts = arguments.iter().map(|&argument| self.part(argument)).collect::<Result<Vec<_>, _>>()?;
        let words: Vec<Word> = parts.iter().map(|&part| self.parts[part].bits.clone()).collect();
        let words: Vec<&[Wire]> = words.iter().map(Vec::as_slice).collect();
        let bits = match op.meaning {
            Meaning::Connective(connective) => self.connective(connective, &words)?,
            _ => self.circuit(applied, &words)?,
        };
        Ok((What::Application(written(op, indices), parts), bits))
    }

    fn connective(&mut self, connective: Connective, words: &[&[Wire]]) -> Result<Word, Undecided> {
        let plain = &mut self.plain;
        let booleans = words.concat();
        let wire = match (connective, &booleans[..]) {
            (Connective::Ite, _) => match *words {
                [&[condition], then, otherwise] => return Ok(plain.word_choice(condition, then, otherwise)),
                _ => return Err(Undecided::NotUnderstood),
            },
            (Connective::Equal, _) => {
                let equal: Word = words.windows(2).map(|pair| plain.equal(pair[0], pair[1])).collect();
                plain.all(&equal)
            }
            (Connective::Distinct, _) => {
                let mut differ = Word::new();
                for (at, word) in words.iter().enumerate() {
                    differ.extend(words[..at].iter().map(|earlier| !plain.equal(earlier, word)));
                    if plain.gates().is_full() {
                        return Err(Undecided::TooLarge);
                    }
                }
                plain.all(&differ)
            }
            (Connective::Not, [only]) => !*only,
            (Connective::And, all) => plain.all(all),
            (Connective::Or, any) => plain.any(any),
            (Connective::Xor, [first, rest @ ..]) => {
                rest.iter().fold(*first, |so_far, &wire| plain.xor(so_far, wire))
            }
            (Connective::Implies, [premises @ .., last]) => {
                premises.iter().rfold(*last, |conclusion, &premise| plain.or(!premise, conclusion))
            }
            _ => return Err(Undecided::NotUnderstood),
        };
        Ok(vec![wire])
    }

    /// An operator by its plain circuit, or by its other one over gates that fold nothing.
    fn circuit(&mut self, applied: Applied<'_>, words: &[&[Wire]]) -> Result<Word, Undecided> {
        let Applied { term, op, indices, arguments } = applied;
        let circuit = op.circuit.ok_or_else(|| no_circuit(op))?;
        let formats: Vec<Option<Format>> =
            arguments.iter().map(|&argument| self.format(self.terms.sort(argument))).collect();
        let sort = self.terms.sort(term);
        let result = self.format(sort);
        let open = if op.partial { self.anything(sort)? } else { Word::new() };
        let make = |plain: &mut Plain, words: &[&[Wire]]| {
            let inputs = Inputs { indices, words, formats: &formats, result, open: &open };
            match op.plain {
                Some(plainly) => plainly(plain, inputs),
                None => circuit(plain.gates(), inputs),
            }
        };
        chained(&mut self.plain, op, words, make).ok_or_else(|| no_circuit(op))
    }

    /// Makes a partial operator a function: equal arguments give equal results, also where the standard
    /// leaves these open.
    fn agree(&mut self, term: Term) -> Result<(), Undecided> {
        let (Some(op), View::Apply(function, _)) = (self.terms.op(term), self.terms.view(term)) else {
            return Ok(());
        };
        let Function::Op(_, indices) = self.terms.function(function) else { return Ok(()) };
        let (indices, this) = (indices.to_vec(), self.part(term)?);
        if !op.op().partial || matches!(self.parts[this].what, What::Constant(_)) {
            return Ok(());
        }
        for at in 0..self.open.len() {
            let other = self.open[at].2;
            if self.open[at].0 == op && self.open[at].1 == indices && self.sorts(other) == self.sorts(this) {
                self.require_agreement(other, this);
                if self.plain.gates().is_full() {
                    return Err(Undecided::TooLarge);
                }
            }
        }
        self.open.push((op, indices, this));
        Ok(())
    }

    fn arguments(&self, part: usize) -> &[usize] {
        match &self.parts[part].what {
            What::Application(_, arguments) => arguments,
            What::Symbol(_) | What::Constant(_) => &[],
        }
    }

    fn sorts(&self, part: usize) -> Vec<Sort> {
        self.arguments(part).iter().map(|&argument| self.parts[argument].sort).collect()
    }

    fn require_agreement(&mut self, a: usize, b: usize) {
        let first = self.clause_count();
        let bits = |part| -> Word {
            self.arguments(part).iter().flat_map(|&argument| self.parts[argument].bits.clone()).collect()
        };
        let (arguments_a, arguments_b) = (bits(a), bits(b));
        let same = self.plain.equal(&arguments_a, &arguments_b);
        let (results_a, results_b) = (&self.parts[a].bits, &self.parts[b].bits);
        for (&a, &b) in results_a.iter().zip(results_b) {
            self.plain.gates().require(&[!same, !a, b]);
            self.plain.gates().require(&[!same, a, !b]);
        }
        let clauses = first..self.clause_count();
        self.agreements.push(Agreement { parts: [a, b], clauses });
    }

    /// An application to numbers: a constant, or one for each rounding mode.
    fn evaluated(&mut self, applied: Applied<'_>) -> Result<(What, Word), Undecided> {
        let Applied { term, op, arguments, .. } = applied;
        let is_mode = |argument: &&Term| self.terms.sort(**argument) == Sort::ROUNDING_MODE;
        if let (Some(&mode), Meaning::Values(_)) = (arguments.iter().find(is_mode), op.meaning) {
            return self.converted(applied, mode);
        }
        let value = self.value(term).ok_or_else(|| no_circuit(op))?;
        let bits = bits_of(&value).ok_or_else(|| no_circuit(op))?;
        Ok((What::Constant(Printer::default().term(&self.terms, term)), self.fixed(&bits)))
    }

    /// A conversion of constants, of which the rounding mode may be none.
    fn converted(&mut self, applied: Applied<'_>, mode: Term) -> Result<(What, Word), Undecided> {
        let Applied { term, op, indices, arguments } = applied;
        let sort = self.terms.sort(term);
        let mode_part = self.part(mode)?;
        let mode_bits = self.parts[mode_part].bits.clone();
        let mut word = vec![Wire::FALSE; self.width(sort)?];
        for (number, each) in RoundingMode::ALL.into_iter().enumerate() {
            let mut values = Vec::with_capacity(arguments.len());
            for &argument in arguments {
                let value = if argument == mode { Some(Value::Mode(each)) } else { self.value(argument) };
                values.push(value.ok_or_else(|| no_circuit(op))?);
            }
            let value = self.apply(op, indices, sort, &values).and_then(|value| bits_of(&value));
            let constant = self.fixed(&value.ok_or_else(|| no_circuit(op))?);
            let number: Word = (0..MODE_BITS).map(|at| Wire::constant(number >> at & 1 == 1)).collect();
            let is_this = self.plain.equal(&mode_bits, &number);
            word = self.plain.word_choice(is_this, &constant, &word);
        }
        let others = arguments.iter().filter(|&&argument| argument != mode);
        let others: Vec<String> =
            others.map(|&argument| Printer::default().term(&self.terms, argument)).collect();
        let what = format!("{} of {}", written(op, indices), others.join(" "));
        Ok((What::Application(what, vec![mode_part]), word))
    }

    fn apply(&self, op: &Op, indices: &[u32], sort: Sort, values: &[Value]) -> Option<Value> {
        let (model, mut fuel) = (Model::default(), Fuel::new(FUEL));
        let domains = SortDomains { terms: &self.terms, model: &model };
        let sorts = &self.terms.sorts;
        let mut context = Context { indices, sort, sorts, domains: &domains, fuel: &mut fuel };
        op.meaning.apply(&mut context, &values.iter().collect::<Vec<_>>()).ok()
    }

    /// The value of a term without symbols. The evaluator may know the value of other terms, too (`(distinct
    /// x x)`), but using it would be a simplification.
    fn value(&self, term: Term) -> Option<Value> {
        if self.terms.postorder(&[term]).iter().any(|&part| self.terms.declaration(part).is_some()) {
            return None;
        }
        let model = Model::default();
        Evaluator::new(&self.terms, &model, Limits::default()).eval(term).ok()
    }
}

/// Reduces an application to any number of arguments to applications of the operator's declared arity.
fn chained(
    plain: &mut Plain,
    op: &Op,
    words: &[&[Wire]],
    make: impl Fn(&mut Plain, &[&[Wire]]) -> Word,
) -> Option<Word> {
    match (op.signature.shape, words) {
        (Shape::LeftAssoc, [first, rest @ ..]) if !rest.is_empty() => {
            Some(rest.iter().fold(first.to_vec(), |left, right| make(plain, &[&left, right])))
        }
        (Shape::RightAssoc, [rest @ .., last]) if !rest.is_empty() => {
            Some(rest.iter().rfold(last.to_vec(), |right, left| make(plain, &[left, &right])))
        }
        (Shape::Chainable, [_, _, ..]) => {
            let holds: Word = words.windows(2).flat_map(|pair| make(plain, pair)).collect();
            Some(vec![plain.all(&holds)])
        }
        (Shape::Variadic, _) => Some(make(plain, words)),
        (Shape::Fixed, _) if words.len() == op.signature.args.len() => Some(make(plain, words)),
        _ => None,
    }
}

fn no_circuit(op: &Op) -> Undecided {
    Undecided::Operator(op.name.to_owned())
}

/// An operator in SMT-LIB syntax.
fn written(op: &Op, indices: &[u32]) -> String {
    match indices {
        [] => op.name.to_owned(),
        _ => {
            let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
            format!("(_ {} {})", op.name, indices.join(" "))
        }
    }
}

fn bits_of(value: &Value) -> Option<Vec<bool>> {
    let vector = match value {
        Value::Bool(value) => return Some(vec![*value]),
        Value::Bits(bits) => bits.clone(),
        Value::Float(float) => float.to_bits(),
        _ => return None,
    };
    Some((0..vector.width()).map(|at| vector.bit(at)).collect())
}
