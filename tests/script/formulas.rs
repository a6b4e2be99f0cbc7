//! Random Boolean formulas with sharing, quantifiers and clashing names; and what they mean, by brute force.

use gainsay::script::*;
use gainsay::theory::connectives;
use gainsay::theory::sort::Sort;
use std::collections::BTreeMap;

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    pub fn pick(&mut self, terms: &[Term]) -> Term {
        terms[self.below(terms.len())]
    }
}

/// The constants of every formula. One is spelled like a variable.
pub const NAMES: [&str; 4] = ["p", "q", "r", "x"];

/// An arena with the constants, declared.
pub fn arena() -> (Script, Vec<Term>) {
    let mut text: String = NAMES.iter().map(|name| format!("(declare-const {name} Bool)")).collect();
    text += &NAMES.iter().map(|name| format!("(assert {name})")).collect::<String>();
    let mut script = Script::read(&text);
    let constants = script.assertions().collect();
    script.commands.retain(|command| !matches!(command, Command::Assert(_)));
    (script, constants)
}

/// A formula of about so many nodes, made bottom-up from terms made before, so that it shares.
pub fn formula(
    terms: &mut Terms,
    constants: &[Term],
    size: usize,
    quantifiers: bool,
    random: &mut Random,
) -> Term {
    let mut pool = constants.to_vec();
    let variables: Vec<Term> = ["x", "y"]
        .iter()
        .map(|name| {
            let name = terms.symbols.intern(name);
            terms.variable(name, Sort::BOOL)
        })
        .collect();
    if quantifiers {
        pool.extend(&variables);
    }
    let pick = |pool: &[Term], random: &mut Random| {
        let near = pool.len().min(6);
        if random.below(3) == 0 { random.pick(pool) } else { pool[pool.len() - 1 - random.below(near)] }
    };
    for _ in 0..size {
        let args: Vec<Term> = (0..1 + random.below(3)).map(|_| pick(&pool, random)).collect();
        let new = match random.below(if quantifiers { 11 } else { 9 }) {
            0 => terms.apply("not", &args[..1]),
            1 => terms.apply("and", &args),
            2 => terms.apply("or", &args),
            3 => terms.apply("=>", &args),
            4 => terms.apply("xor", &args),
            5 => terms.apply("=", &args),
            6 => terms.apply("distinct", &args),
            7 => {
                let (a, b) = (pick(&pool, random), pick(&pool, random));
                terms.apply("ite", &[args[0], a, b])
            }
            8 => {
                let keyword = terms.symbols.intern(":weight");
                Ok(terms.annotate(args[0], [Attribute::Other(keyword, None)].into(), &[]))
            }
            9 => Ok(terms.bind(Binder::Forall, &[random.pick(&variables)], args[0])),
            _ => Ok(terms.bind(Binder::Exists, &[random.pick(&variables)], args[0])),
        };
        pool.push(new.unwrap());
    }
    let mut root = *pool.last().unwrap();
    for &variable in &variables {
        if quantifiers {
            root = terms.bind(Binder::Exists, &[variable], root);
        }
    }
    root
}

pub type Assignment = BTreeMap<Term, bool>;

pub fn assignments(constants: &[Term]) -> impl Iterator<Item = Assignment> + '_ {
    (0..1u32 << constants.len())
        .map(|bits| constants.iter().enumerate().map(|(at, &term)| (term, bits >> at & 1 == 1)).collect())
}

/// The truth of a formula.
pub fn truth(terms: &Terms, term: Term, values: &mut Assignment) -> bool {
    match terms.view(term) {
        View::Literal(Literal::Bool(value)) => *value,
        View::Variable(_) => values[&term],
        View::Annotated(inner, ..) => truth(terms, inner, values),
        View::Bind(binder, variables, body) => {
            let saved: Vec<Option<bool>> =
                variables.iter().map(|variable| values.get(variable).copied()).collect();
            let mut all = (true, false);
            for bits in 0..1 << variables.len() {
                for (at, &variable) in variables.iter().enumerate() {
                    values.insert(variable, bits >> at & 1 == 1);
                }
                let value = truth(terms, body, values);
                all = (all.0 & value, all.1 | value);
            }
            for (&variable, saved) in variables.iter().zip(saved) {
                match saved {
                    Some(value) => values.insert(variable, value),
                    None => values.remove(&variable),
                };
            }
            if binder == Binder::Forall { all.0 } else { all.1 }
        }
        View::Apply(_, []) => values[&term],
        View::Apply(_, args) => {
            let args: Vec<bool> = args.iter().map(|&arg| truth(terms, arg, values)).collect();
            let (c, op) = (connectives(), terms.op(term).unwrap());
            match op {
                _ if op == c.not => !args[0],
                _ if op == c.and => args.iter().all(|&arg| arg),
                _ if op == c.or => args.iter().any(|&arg| arg),
                _ if op == c.xor => args.iter().fold(false, |sum, &arg| sum ^ arg),
                _ if op == c.implies => {
                    args[args.len() - 1] || !args[..args.len() - 1].iter().all(|&arg| arg)
                }
                _ if op == c.equal => args.windows(2).all(|pair| pair[0] == pair[1]),
                _ if op == c.distinct => args.len() < 2 || (args.len() == 2 && args[0] != args[1]),
                _ => {
                    if args[0] {
                        args[1]
                    } else {
                        args[2]
                    }
                }
            }
        }
        other => panic!("{other:?}"),
    }
}

/// The truth values of a formula under all assignments, as bits.
pub fn table(terms: &Terms, term: Term, constants: &[Term]) -> u32 {
    let rows = assignments(constants).map(|mut values| truth(terms, term, &mut values));
    rows.enumerate().map(|(at, value)| u32::from(value) << at).sum()
}

/// The same for the printed term, read again: what the text says.
pub fn table_of_text(script: &Script, term: Term) -> u32 {
    let mut script = script.clone();
    script.commands.push(Command::Assert(term));
    let text = Printer::default().script(&script);
    let mut again = Script::parse(&text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    let asserted = again.assertions().next().unwrap();
    let decls: Vec<DeclId> = again.terms.decls().map(|(id, _)| id).collect();
    let constants: Vec<Term> = decls.iter().map(|&decl| again.terms.constant(decl)).collect();
    table(&again.terms, asserted, &constants)
}
