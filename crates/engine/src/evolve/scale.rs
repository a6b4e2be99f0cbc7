//! Knobs: things about a script that can be made larger or smaller, to see how times grow.

use gainsay_lang::script::import::Renaming;
use gainsay_lang::script::rewrite::Rewriter;
use gainsay_lang::script::{Command, Function, Head, Literal, Printer, Script, Term, Terms, View};
use gainsay_lang::value::{Int, Text};

/// A knob of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Knob {
    kind: Kind,
    /// A description for people: `the length of the constant "aab"`.
    pub what: String,
    /// Its size in the script.
    pub here: u64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// The length of a string literal.
    Text(Term),
    /// The value of an integer literal.
    Number(Term),
    /// The index of an operator that has one.
    Index(Term),
    /// How often an operator is applied around its argument at this position.
    Nesting(Term, usize),
    /// The number of copies of all assertions, each with constants of its own.
    Copies,
}

/// Scripts with longer texts are not asked about.
const MOST_BYTES: usize = 200_000;

/// The knobs of a script.
pub fn knobs(script: &Script) -> Vec<Knob> {
    let roots: Vec<Term> = script.assertions().collect();
    let terms = &script.terms;
    let mut knobs = Vec::new();
    let show = |term: Term| Printer::default().term(terms, term);
    for term in terms.postorder(&roots) {
        match terms.view(term) {
            View::Literal(Literal::Text(text)) if !text.is_empty() => {
                let what = format!("the length of the constant {}", shortened(&show(term)));
                knobs.push(Knob { kind: Kind::Text(term), what, here: text.len() as u64 });
            }
            View::Literal(Literal::Int(value)) if *value > Int::from(1) => {
                let here = value.to_u64().unwrap_or(u64::MAX);
                let what = format!("the number {}", show(term));
                knobs.push(Knob { kind: Kind::Number(term), what, here });
            }
            View::Apply(function, args) => {
                knobs.extend(index(terms, term, function));
                let nested = args.iter().position(|&arg| terms.sort(arg) == terms.sort(term));
                if let (Some(at), Some(op)) = (nested, terms.op(term))
                    && op != gainsay_lang::theory::connectives().not
                {
                    let what = format!("the nesting of {} in {}", op.op().name, shortened(&show(term)));
                    knobs.push(Knob { kind: Kind::Nesting(term, at), what, here: 1 });
                }
            }
            _ => {}
        }
    }
    let what = "the number of copies of all assertions".to_owned();
    knobs.push(Knob { kind: Kind::Copies, what, here: 1 });
    knobs
}

fn index(terms: &Terms, term: Term, function: gainsay_lang::script::FunctionId) -> Option<Knob> {
    let Function::Op(op, indices) = terms.function(function) else { return None };
    let [here] = indices[..] else { return None };
    let what = format!("the index of {}", op.op().name);
    Some(Knob { kind: Kind::Index(term), what, here: here.into() })
}

/// A text, cut if it is long.
fn shortened(text: &str) -> String {
    const LONG: usize = 40;
    match text.chars().count() {
        0..=LONG => text.to_owned(),
        _ => format!("{} ..", text.chars().take(LONG - 3).collect::<String>()),
    }
}

impl Knob {
    /// The sizes to try. Nesting begins at 0, without the operator.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        let none = matches!(self.kind, Kind::Nesting(..)).then_some(0);
        none.into_iter().chain(sizes())
    }

    /// The text of the script at another size; `None` if that is impossible.
    pub fn turned(&self, script: &Script, size: u64) -> Option<String> {
        let mut script = script.clone();
        match self.kind {
            Kind::Copies => script = copies(&script, size)?,
            Kind::Text(from) => {
                let View::Literal(Literal::Text(text)) = script.terms.view(from) else { return None };
                let points: Vec<u32> =
                    text.code_points().iter().copied().cycle().take(size as usize).collect();
                let to = script.terms.literal(Literal::Text(Text::new(&points)?));
                replace(&mut script, from, |_, _| Some(to))?;
            }
            Kind::Number(from) => {
                let to = script.terms.int(size);
                replace(&mut script, from, |_, _| Some(to))?;
            }
            Kind::Index(from) => {
                let size = u32::try_from(size).ok()?;
                replace(&mut script, from, |terms, term| {
                    let op = terms.op(term)?;
                    let args = terms.children(term).to_vec();
                    let new = terms.apply_ops(&[op], &[size], None, &args).ok()?;
                    (terms.sort(new) == terms.sort(term)).then_some(new)
                })?;
            }
            Kind::Nesting(from, at) => {
                if size as usize > MOST_BYTES / 8 {
                    return None;
                }
                replace(&mut script, from, |terms, term| {
                    let mut args = terms.children(term).to_vec();
                    for _ in 0..size {
                        args[at] = terms.rebuild(term, &args);
                    }
                    Some(args[at])
                })?;
            }
        }
        let text = Printer::default().script(&script);
        (text.len() <= MOST_BYTES && Script::read(&text).is_fully_sorted()).then_some(text)
    }
}

/// Replaces a term everywhere. Its arguments are rewritten first, so terms may be nested in themselves.
fn replace(script: &mut Script, from: Term, make: impl Fn(&mut Terms, Term) -> Option<Term>) -> Option<()> {
    let mut rewriter = Rewriter::default();
    let mut is_possible = true;
    script.map_terms(|terms, root| {
        rewriter.bottom_up(terms, root, |terms, old, new| {
            if old != from || !matches!(terms.head(new), Head::Literal(_) | Head::Apply(_)) {
                return new;
            }
            make(terms, new).unwrap_or_else(|| {
                is_possible = false;
                new
            })
        })
    });
    is_possible.then_some(())
}

fn copies(script: &Script, count: u64) -> Option<Script> {
    const MOST: u64 = 256;
    if count == 0 || count > MOST {
        return None;
    }
    let mut all = script.clone();
    all.commands.retain(|command| !matches!(command, Command::CheckSat));
    for number in 1..count {
        let renaming = Renaming { prefix: String::new(), suffix: format!("_{number}") };
        let wanted = |command: &Command| command.is_declaration() || matches!(command, Command::Assert(_));
        all.append(script, renaming, wanted);
    }
    all.commands.push(Command::CheckSat);
    Some(all)
}

/// The sizes to try: 1, 2, 3, then two for each doubling.
fn sizes() -> impl Iterator<Item = u64> {
    let doubling = (0..).map(|power: u32| 1u64 << power).take_while(|size| *size <= 1 << 14);
    doubling.flat_map(|size| if size == 1 { vec![1] } else { vec![size, size + size / 2] })
}
