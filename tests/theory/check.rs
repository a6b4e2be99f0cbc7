//! Asks solvers whether terms have the values that the evaluator gives them, many in one question.

use super::applications::{DATATYPES, Generator, Language, Term};
use gainsay::answer::Outcome;
use gainsay::eval::{Evaluator, Limits as Work, Model, value_text};
use gainsay::rng::Rng;
use gainsay::script::{Command, Script};
use gainsay::solver::{Ask, Catalogue, Limits, Profile, Session, SessionConfig};
use gainsay::theory::sort::Sort;
use gainsay::theory::{Op, table};
use gainsay::value::Reason;
use std::time::Duration;

/// What the evaluator says about a term.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// The value, as text.
    Value(String),
    /// Open by the standard.
    Open,
    /// Not known for another reason, or not to be written down.
    Unknown(String),
}

/// What a solver says about a term's value.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    Agrees,
    /// It is sure that the value is another one.
    Differs,
    /// It did not take the question.
    Rejects(String),
    /// It does not know, ran out of time, or died.
    Silent(String),
}

/// A solver that is asked.
pub struct Judge {
    pub name: &'static str,
    session: Session,
    /// How many questions were put to it.
    pub questions: usize,
}

/// The releases that the evaluator is compared with, and their options.
const RELEASES: &[(&str, &str)] = &[
    ("z3", "z3@5.4.0"),
    ("cvc5", "cvc5@1.4.2 --strings-exp --sets-exp --fp-exp --arrays-exp"),
    ("bitwuzla", "bitwuzla@0.9.1"),
    ("yices", "yices@2.6.5"),
];

const HAVE_DATATYPES: [&str; 2] = ["z3", "cvc5"];

pub const NAMES: [&str; 4] = [RELEASES[0].0, RELEASES[1].0, RELEASES[2].0, RELEASES[3].0];

/// Sorts whose equations are not simply computed.
const HARD: &[&str] = &["(Array", "(Seq", "(seq.", "(set.", "(bag", "(forall", "(exists"];
/// So many of them make one question.
const FEW: usize = 20;

/// Names of the table for which a solver has another one: the solver, the table's name and its own.
const SPELLINGS: [(&str, &str, &str); 1] = [("z3", "str.last_indexof", "seq.last_indexof")];

/// How long a solver may compute for a question, however busy the machine is; most take milliseconds.
const MOST_CPU: Duration = Duration::from_millis(1500);

/// In tests the cache is their own.
fn catalogue() -> Catalogue {
    let catalogue = Catalogue::load(None).unwrap_or_else(|error| panic!("{error}"));
    Catalogue { installing: |what| eprintln!("installing {what}"), ..catalogue }
}

impl Judge {
    /// Installs the solver if need be.
    pub fn new(name: &str) -> Judge {
        let &(name, release) = RELEASES.iter().find(|release| release.0 == name).expect("a known solver");
        let solver = catalogue().solver(release).unwrap_or_else(|error| panic!("{error}"));
        Judge { name, session: Session::new(solver, SessionConfig::default()), questions: 0 }
    }

    pub fn profile(&self) -> &Profile {
        &self.session.solver().profile
    }

    /// What the solver can be asked about.
    pub fn language(&self) -> Language {
        let rows = table().ops().iter().filter(|op| is_asked_about(self.profile(), op)).collect();
        Language {
            rows,
            spellings: SPELLINGS.iter().filter(|row| row.0 == self.name).map(|row| (row.1, row.2)).collect(),
            // It takes no others.
            usual_formats_only: self.name == "bitwuzla",
            literal_arrays: self.name == "cvc5",
            quantifiers: self.name != "yices",
            updates: self.name == "cvc5",
            datatypes: HAVE_DATATYPES.contains(&self.name),
        }
    }

    pub fn generator(&self, rng: Rng) -> Generator {
        Generator::new(self.language(), rng)
    }

    /// Whether each of the terms has the value.
    pub fn compare(&mut self, claims: &[(&Term, &str)]) -> Vec<Reply> {
        // What solvers simplify goes into one question; what they search for, into small ones.
        let is_hard = |at: &usize| HARD.iter().any(|word| claims[*at].0.text.contains(word));
        let (hard, easy): (Vec<usize>, Vec<usize>) = (0..claims.len()).partition(is_hard);
        let mut parts: Vec<Vec<usize>> = hard.chunks(FEW).map(<[usize]>::to_vec).collect();
        parts.push(easy);
        let mut replies = vec![Reply::Agrees; claims.len()];
        while let Some(part) = parts.pop() {
            if part.is_empty() {
                continue;
            }
            let negated: Vec<String> =
                part.iter().map(|&at| format!("(not (= {} {}))", claims[at].0.text, claims[at].1)).collect();
            let reply = match self.ask(&[disjunction(&negated)]) {
                Outcome::Unsat => continue,
                Outcome::Sat => Reply::Differs,
                Outcome::Rejected(why) if !why.contains("not yet support") => Reply::Rejects(why),
                other => Reply::Silent(format!("{other:?}")),
            };
            match part.as_slice() {
                [only] => replies[*only] = reply,
                _ => parts.extend(part.chunks(part.len().div_ceil(2)).map(<[usize]>::to_vec)),
            }
        }
        replies
    }

    /// Asks about assertions.
    pub fn ask(&mut self, assertions: &[String]) -> Outcome {
        self.questions += 1;
        let mut script = String::new();
        let uses = |word: &str| assertions.iter().any(|assertion| assertion.contains(word));
        script.push_str(if uses("(lambda") && self.name == "cvc5" {
            "(set-logic HO_ALL)\n"
        } else {
            "(set-logic ALL)\n"
        });
        if HAVE_DATATYPES.contains(&self.name) {
            script.push_str(DATATYPES);
        }
        for assertion in assertions {
            script.push_str(&format!("(assert {assertion})\n"));
        }
        script.push_str("(check-sat)\n");
        let limits = Limits { cpu: MOST_CPU, ..Limits::seconds(60.0) };
        let answer = self.session.ask(&script, &limits);
        answer.unwrap_or_else(|error| panic!("{error}")).outcome
    }
}

fn disjunction(parts: &[String]) -> String {
    match parts {
        [only] => only.clone(),
        _ => format!("(or\n{})", parts.join("\n")),
    }
}

/// Operators that a solver takes, but does not compute even where all arguments are values.
const GIVES_UP: &[(&str, &str)] =
    &[("z3", "str.replace_re"), ("z3", "str.replace_re_all"), ("z3", "seq.replace_all")];

/// Whether a solver knows a row: its profile lists the theories and the operators that it lacks, by name or by the
/// beginning of the declaration.
pub fn is_asked_about(profile: &Profile, op: &Op) -> bool {
    let language = &profile.language;
    let lacks = |entry: &String| entry == op.name || op.declaration.starts_with(entry.as_str());
    !language.lacks_theories.iter().any(|theory| theory == op.theory)
        && !language.lacks_operators.iter().any(lacks)
        && !GIVES_UP.contains(&(profile.name.as_str(), op.name))
}

/// Bugs that this comparison found: the solver, a word of the term, and what is wrong.
const BUGS: &[(&str, &str, &str)] = &[
    ("z3", "(forall ((x (_ BitVec 1))) (= (str.from_sbv x)", FROM_VECTOR),
    ("z3", "(forall ((x (_ BitVec 2))) (= (str.from_sbv x)", FROM_VECTOR),
    ("z3", "(forall ((x (_ BitVec 1))) (= (str.from_ubv x)", FROM_VECTOR),
    ("z3", "(forall ((x (_ BitVec 2))) (= (str.from_ubv x)", FROM_VECTOR),
];
const FROM_VECTOR: &str = "all instances are unsat to z3, but the quantifier over them is sat";

/// Whether the solver is known to depart from the standard on an operator in the term.
pub fn deviates(profile: &Profile, term: &Term) -> bool {
    if BUGS.iter().any(|(solver, word, _)| *solver == profile.name && term.text.contains(word)) {
        return true;
    }
    let mut operators = profile.deviations.iter().flat_map(|deviation| &deviation.operators);
    term.op().is_some_and(|op| operators.any(|name| name == op.name))
        || term.args().iter().any(|arg| deviates(profile, arg))
}

/// Evaluates terms.
pub fn evaluate(terms: &[Term]) -> Vec<Verdict> {
    let texts: Vec<&str> = terms.iter().map(|term| term.text.as_str()).collect();
    let text = format!("{DATATYPES}(get-value ({}))\n", texts.join("\n"));
    let script = Script::parse(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let Some(Command::GetValue(list)) = script.commands.last() else { panic!("{text}") };
    let model = Model::default();
    let mut evaluator = Evaluator::new(&script.terms, &model, Work::default());
    let verdict = |&term| match evaluator.eval(term) {
        Ok(_) if script.terms.sort(term) == Sort::REGLAN => Verdict::Unknown("a regular language".to_owned()),
        Ok(value) => match value_text(&script.terms, &value, script.terms.sort(term)) {
            Some(text) => Verdict::Value(text),
            None => Verdict::Unknown("no text".to_owned()),
        },
        Err(unknown) if unknown.reason == Reason::Open => Verdict::Open,
        Err(unknown) => Verdict::Unknown(unknown.to_string()),
    };
    list.iter().map(verdict).collect()
}

/// The smallest application inside the term on which the solver differs, with our value.
pub fn culprit(judge: &mut Judge, term: &Term) -> (Term, String) {
    let mut parts = Vec::new();
    collect(term, &mut parts);
    for part in parts {
        let verdicts = evaluate(part.args());
        let texts: Vec<String> = verdicts
            .into_iter()
            .zip(part.args())
            .map(|(verdict, arg)| match verdict {
                Verdict::Value(text) => text,
                _ => arg.text.clone(),
            })
            .collect();
        let small = Term { text: part.over(&texts).unwrap_or(part.text.clone()), ..part.clone() };
        if let [Verdict::Value(value)] = evaluate(std::slice::from_ref(&small)).as_slice()
            && judge.compare(&[(&small, value)])[0] == Reply::Differs
        {
            return (small, value.clone());
        }
    }
    let value = match evaluate(std::slice::from_ref(term)).remove(0) {
        Verdict::Value(value) => value,
        other => format!("{other:?}"),
    };
    (term.clone(), value)
}

/// All applications, the innermost first.
fn collect<'a>(term: &'a Term, parts: &mut Vec<&'a Term>) {
    for arg in term.args() {
        collect(arg, parts);
    }
    if !term.args().is_empty() {
        parts.push(term);
    }
}
