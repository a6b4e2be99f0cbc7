//! Plain certificates: what they say can be checked from their files alone, and the two encoders agree.

use super::verdict;
use crate::eval::application::application;
use gainsay::circuit::Clauses;
use gainsay::eval::{Evaluator, Limits, Model, Rejection, Witness};
use gainsay::generate::{Generator, TermConfig, Vocabulary};
use gainsay::refute::{
    Arithmetic, Bounds, CertificateText, Effort, Outcome, PlainCertificate, PlainEncoding, PlainFailure,
    Undecided, Verdict, prove, refute_plainly, solve, verify,
};
use gainsay::rng::Rng;
use gainsay::script::{Command, Question, Script};
use gainsay::theory::sort::{Sort, SortKind};
use gainsay::theory::{Meaning, OpId, table};
use gainsay::value::{Bits, Float, Format, RoundingMode, Value};
use serde_json::Value as Json;

/// Scripts that are refuted: constants alone, Booleans, vectors, floats, and what the standard leaves open.
pub const REFUTED: [&str; 8] = [
    "(assert (= (bvmul #x0b #x0d) #x90))",
    "(declare-const p Bool)(assert (distinct p (not p) true))",
    "(declare-const x (_ BitVec 8))(assert (bvult x (bvand x #x0f)))",
    "(declare-const x (_ BitVec 5))(declare-const y (_ BitVec 5))(assert (not (= y #b00000)))
     (assert (distinct x (bvadd (bvmul (bvudiv x y) y) (bvurem x y))))",
    "(define-fun twice ((x (_ BitVec 6))) (_ BitVec 6) (bvadd x x))(declare-const a (_ BitVec 6))
     (assert (! (= ((_ extract 1 0) (twice (twice a))) #b01) :named low))(assert low)",
    "(declare-const x (_ FloatingPoint 3 4))(declare-const m RoundingMode)
     (assert (fp.lt (fp.sqrt m x) (_ -zero 3 4)))",
    "(declare-const x Float16)(declare-const m RoundingMode)(assert (= x ((_ to_fp 5 11) m 0.1)))
     (assert (fp.gt x ((_ to_fp 5 11) RTP (/ 1 10))))",
    "(declare-const x (_ FloatingPoint 3 4))(declare-const y (_ FloatingPoint 3 4))(assert (fp.isNaN x))(assert (= x y))
     (assert (distinct ((_ fp.to_sbv 4) RNE x) ((_ fp.to_sbv 4) RNE y)))",
];

/// The plain certificate of a text.
pub fn plainly(text: &str) -> PlainCertificate {
    let script = Script::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    refute_plainly(&script.question(), Bounds::default()).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// A map as a reader without our code has it.
struct Map(Json);

impl Map {
    fn of(encoding: &PlainEncoding) -> Map {
        Map(serde_json::from_str(&encoding.map()).unwrap())
    }

    fn list(&self, name: &str) -> &[Json] {
        self.0[name].as_array().unwrap()
    }
}

fn numbers(json: &Json) -> Vec<i64> {
    json.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

/// Which variables hold, by their numbers, as far as it is known.
type Assignment = Vec<Option<bool>>;

fn bit(values: &Assignment, literal: i64) -> Option<bool> {
    values[literal.unsigned_abs() as usize].map(|value| value == (literal > 0))
}

fn set(values: &mut Assignment, literal: i64, value: bool) {
    values[literal.unsigned_abs() as usize] = Some(value == (literal > 0));
}

/// Concludes what some clauses force, once through.
fn propagate(values: &mut Assignment, clauses: &[Vec<i64>]) {
    for clause in clauses {
        let mut open = clause.iter().filter(|&&literal| bit(values, literal) != Some(false));
        if let (Some(&unit), None) = (open.next(), open.next()) {
            set(values, unit, true);
        }
    }
}

/// The clauses of a DIMACS text, by a reader of three lines.
fn dimacs(text: &str) -> Vec<Vec<i64>> {
    let lines = text.lines().skip(1);
    lines
        .map(|line| line.split(' ').map(|word| word.parse().unwrap()).take_while(|&it| it != 0).collect())
        .collect()
}

/// A value of a sort as scripts write it, from its bits; `None` if they are those of no value.
fn value_text(sort: &str, bits: &[bool]) -> Option<String> {
    let digits =
        |bits: &[bool]| -> String { bits.iter().rev().map(|&bit| if bit { '1' } else { '0' }).collect() };
    if sort == "Bool" {
        return Some(bits[0].to_string());
    }
    if sort == "RoundingMode" {
        let number = bits.iter().rev().fold(0, |number, &bit| 2 * number + usize::from(bit));
        return Some((*["RNE", "RNA", "RTP", "RTN", "RTZ"].get(number)?).to_owned());
    }
    if sort.starts_with("(_ BitVec") {
        return Some(format!("#b{}", digits(bits)));
    }
    let words: Vec<&str> = sort.trim_end_matches(')').split(' ').collect();
    let (eb, sb): (u32, usize) = match (sort, &words[..]) {
        ("Float16", _) => (5, 11),
        ("Float32", _) => (8, 24),
        ("Float64", _) => (11, 53),
        (_, [.., eb, sb]) => (eb.parse().unwrap(), sb.parse().unwrap()),
        _ => panic!("{sort} is no sort of floats"),
    };
    let (fraction, rest) = bits.split_at(sb - 1);
    let (exponent, sign) = rest.split_at(eb as usize);
    let is_special = exponent.iter().all(|&bit| bit) && fraction.contains(&true);
    let is_the_nan = fraction.iter().filter(|&&bit| bit).count() == 1 && fraction[sb - 2] && !sign[0];
    let text = format!("(fp #b{} #b{} #b{})", digits(sign), digits(exponent), digits(fraction));
    (!is_special || is_the_nan).then_some(text)
}

/// Tries the gates of each term on values of its arguments: the bits that the term's clauses force must be those that the
/// operator means, according to the evaluator. Gives how many trials there were.
fn try_gates(text: &str, rng: &mut Rng) -> usize {
    let certificate = plainly(text);
    let (map, files) = (Map::of(&certificate.encoding), certificate.to_text());
    let clauses = dimacs(&files.clauses);
    let variables = certificate.encoding.clauses().variables() as usize;
    let mut trials = 0;
    for term in map.list("terms").iter().filter(|term| term["operator"].is_string()) {
        let operator = term["operator"].as_str().unwrap();
        // A conversion of a constant names it behind the operator.
        let (operator, constant) = operator.split_once(" of ").unwrap_or((operator, ""));
        let arguments: Vec<&Json> = term["arguments"].as_array().unwrap().iter().collect();
        let arguments: Vec<&Json> =
            arguments.iter().map(|number| &map.list("terms")[number.as_u64().unwrap() as usize]).collect();
        let own = numbers(&term["clauses"]);
        for _ in 0..20 {
            let mut values: Assignment = vec![None; variables + 1];
            set(&mut values, map.0["true"].as_i64().unwrap(), true);
            for argument in &arguments {
                for literal in numbers(&argument["bits"]) {
                    if bit(&values, literal).is_none() {
                        set(&mut values, literal, rng.chance(1, 2));
                    }
                }
            }
            let known = |literals: &Json, values: &Assignment| -> Option<Vec<bool>> {
                numbers(literals).iter().map(|&literal| bit(values, literal)).collect()
            };
            let texts: Option<Vec<String>> = (arguments.iter())
                .map(|argument| {
                    value_text(argument["sort"].as_str().unwrap(), &known(&argument["bits"], &values)?)
                })
                .collect();
            let Some(texts) = texts else { continue };
            if let [first, last] = own[..] {
                propagate(&mut values, &clauses[first as usize - 1..last as usize]);
            }
            // What is open is not forced.
            let Some(result) = known(&term["bits"], &values) else { continue };
            let result = value_text(term["sort"].as_str().unwrap(), &result).unwrap();
            let application = match texts.len() {
                0 if constant.is_empty() => operator.to_owned(),
                _ => format!("({operator} {} {constant})", texts.join(" ")),
            };
            let equation = format!("(assert (= {application} {result}))");
            let script = Script::parse(&equation).unwrap_or_else(|problem| panic!("{equation}: {problem}"));
            let (question, model) = (script.question(), Model::default());
            let assertion = question.assertions().next().unwrap();
            let holds = Evaluator::new(&script.terms, &model, Limits::default()).eval(assertion);
            if let Ok(holds) = holds {
                assert_eq!(holds, Value::Bool(true), "{text}: {equation}");
                trials += 1;
            }
        }
    }
    trials
}

/// What a reader does who trusts neither encoder: with nothing but the files and the meaning of each operator.
#[test]
fn the_gates_of_each_term_can_be_tried_from_the_files() {
    let mut rng = Rng::new(12);
    for text in REFUTED {
        assert!(try_gates(text, &mut rng) > 20, "{text}");
    }
}

/// The first encoder folds all of this to an empty clause.
#[test]
fn plain_clauses_say_something() {
    let text = "(declare-const x (_ FloatingPoint 3 4))(assert (fp.lt (fp.add RNE (_ +zero 3 4) ((_ to_fp 3 4) RNE 0.5))
        (_ -zero 3 4)))";
    let Verdict::Unsat(folded) = verdict(text) else { panic!("not refuted") };
    assert_eq!(folded.refuted.clauses(), 1);
    let plain = plainly(text);
    assert!(plain.refuted.clauses() > 500, "{}", plain.refuted);
    let map = Map::of(&plain.encoding);
    let operators: Vec<&str> =
        map.list("terms").iter().filter_map(|term| term["operator"].as_str()).collect();
    for operator in ["fp.lt", "fp.add", "RNE", "(_ +zero 3 4)", "(_ -zero 3 4)", "(_ to_fp 3 4) of 0.5"] {
        assert!(operators.contains(&operator), "{operator}: {operators:?}");
    }
}

#[test]
fn files_of_a_plain_certificate_are_verified() {
    for text in REFUTED {
        let script = Script::parse(text).unwrap();
        let question = script.question();
        let certificate = plainly(text);
        assert!(certificate.refuted.is_for(&question));
        let good = certificate.to_text();
        assert_eq!(verify(&question, &good), Ok(certificate.refuted));
        let other = Script::parse("(declare-const z Bool)(assert z)").unwrap();
        assert!(verify(&other.question(), &good).is_err(), "{text}");
        let map = good.map.clone().unwrap();
        let clauses = "the clauses of proof.cnf are not those of the script";
        let refused = [
            // As an ordinary certificate it is none.
            (CertificateText { map: None, ..good.clone() }, clauses),
            (CertificateText { map: Some(map.replace("\"plain\"", "\"other\"")), ..good.clone() }, clauses),
            (
                CertificateText { map: Some(map.replacen("\"term\":0", "\"term\":1", 1)), ..good.clone() },
                "map.json is not the map of the script",
            ),
            (
                CertificateText { clauses: good.clauses.replacen(" 0\n", " -1 0\n", 1), ..good.clone() },
                clauses,
            ),
            (
                CertificateText { proof: String::new(), ..good.clone() },
                "proof.lrat: the proof does not end with the empty clause",
            ),
        ];
        for (wrong, why) in refused {
            assert_eq!(verify(&question, &wrong), Err(why.to_owned()), "{text}");
        }
    }
}

#[test]
fn what_has_no_plain_clauses_is_named() {
    let expected = [
        (
            "(declare-fun f (Bool) Bool)(assert (distinct (f true) (f true)))",
            "there is no circuit for the function `f`",
        ),
        (
            "(declare-const a (Array Bool Bool))(assert (distinct a a))",
            "there are no circuits for the sort (Array Bool Bool)",
        ),
        ("(declare-const x Int)(assert (distinct x x))", "there is no circuit for `distinct`"),
        (
            "(declare-sort U 0)(declare-const x U)(assert (distinct x x))",
            "there are no circuits for the sort U",
        ),
        ("(assert (forall ((p Bool)) p))", "it has quantifiers or other binders"),
        (
            "(declare-const x (_ BitVec 4096))(assert (distinct (bvmul x x) (bvmul x x)))",
            "it needs too many clauses",
        ),
    ];
    for (text, why) in expected {
        let script = Script::parse(text).unwrap();
        match refute_plainly(&script.question(), Bounds::default()) {
            Err(PlainFailure::Undecided(undecided)) => assert_eq!(undecided.to_string(), why, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// The value that a symbol's literals have.
fn value(kind: &SortKind, bits: &[bool]) -> Value {
    let digits: String = bits.iter().rev().map(|&bit| if bit { '1' } else { '0' }).collect();
    let vector = Bits::from_binary(&digits).unwrap();
    match *kind {
        SortKind::Bool => Value::Bool(bits[0]),
        SortKind::BitVec(_) => Value::Bits(vector),
        SortKind::Float(eb, sb) => Value::float(Float::from_bits(Format::new(eb, sb).unwrap(), &vector)),
        SortKind::RoundingMode => Value::Mode(RoundingMode::ALL[vector.to_word().unwrap() as usize]),
        ref other => panic!("{other:?} has no bits"),
    }
}

/// The model that values of the plain clauses are, by the map alone.
fn model(question: &Question<'_>, map: &Map, holds: &[bool]) -> Model {
    let mut model = Model::default();
    for term in map.list("terms").iter().filter(|term| term["symbol"].is_string()) {
        let name = term["symbol"].as_str().unwrap();
        let mut decls = question.terms.decls();
        let (decl, declared) = decls
            .find(|(_, decl)| decl.is_free() && question.terms.symbols.name(decl.name) == name)
            .unwrap_or_else(|| panic!("{name} is not declared"));
        let holds = |literal: &i64| holds[literal.unsigned_abs() as usize] == (*literal > 0);
        let bits: Vec<bool> = numbers(&term["bits"]).iter().map(holds).collect();
        let value = value(question.terms.sorts.kind(declared.result_sort()), &bits);
        model.set(&question.terms, decl, value).unwrap();
    }
    model.complete_with_defaults = true;
    model
}

/// How both encoders decide a question: whether it is refuted, by neither if it has a model.
#[derive(PartialEq, Debug)]
enum Both {
    Refuted,
    Satisfied,
    Undecided,
}

fn both(question: &Question<'_>) -> Both {
    let essence = question.essence();
    let effort = Effort { work: 20_000_000, stop: &|| false };
    let first = prove(question, Bounds { effort, ..Bounds::default() });
    let encoding = match PlainEncoding::of(question, Bounds::default().clauses) {
        Ok(encoding) => encoding,
        Err(Undecided::TooLarge) => return Both::Undecided,
        Err(why) => panic!("{why}: {essence}"),
    };
    match (first, solve(encoding.clauses(), &Arithmetic::default(), effort)) {
        (Verdict::Alarm(how), _) => panic!("{how}: {essence}"),
        (Verdict::Sat(_), Outcome::Refuted(_)) | (Verdict::Unsat(_), Outcome::Satisfied(_)) => {
            panic!("the encoders disagree: {essence}")
        }
        (_, Outcome::Satisfied(values)) => {
            let model = model(question, &Map::of(&encoding), &values.holds);
            match Witness::check(question, model) {
                Ok(_) => Both::Satisfied,
                // What the standard leaves open is not in the model.
                Err(rejection) => {
                    assert!(!matches!(rejection, Rejection::False(_)), "{rejection}: {essence}");
                    Both::Undecided
                }
            }
        }
        (_, Outcome::Refuted(_)) => {
            let certificate = refute_plainly(question, Bounds { effort, ..Bounds::default() }).unwrap();
            assert_eq!(verify(question, &certificate.to_text()), Ok(certificate.refuted), "{essence}");
            Both::Refuted
        }
        (_, Outcome::OutOfWork) => Both::Undecided,
    }
}

const VECTORS: &str = "(declare-const p Bool)(declare-const q Bool)
(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))(declare-const z (_ BitVec 1))
(assert (and p ((_ at-most 1) p q) (= x (bvadd x y)) (bvsmul_noovfl x y) (= x (ext_rotate_left x y))))";
const FLOATS: &str = "(declare-const x (_ FloatingPoint 2 3))(declare-const y (_ FloatingPoint 2 3))
(declare-const m RoundingMode)(declare-const v (_ BitVec 3))(declare-const p Bool)
(assert (and p (fp.eq x (fp.add m x y)) (= v ((_ fp.to_ubv 3) m x))))";

fn has_circuit(op: OpId) -> bool {
    op.op().circuit.is_some() || matches!(op.op().meaning, Meaning::Connective(_))
}

/// Random questions about the symbols and with the operators of a script.
fn compare(symbols: &str, count: u64) {
    let seed = Script::parse(symbols).unwrap();
    let config = TermConfig {
        depth: 4,
        size: 20,
        widest: 5,
        quantifiers: false,
        higher_order: false,
        patterns: false,
        ..TermConfig::default()
    };
    let (mut refuted, mut satisfied, mut undecided) = (0, 0, 0);
    for unit in 0..count {
        let mut rng = Rng::of_unit(17, unit);
        let mut script = seed.clone();
        let mut vocabulary = Vocabulary::of_script(&script);
        vocabulary.retain_ops(has_circuit);
        let mut generator = Generator::new(vocabulary, config.clone());
        let assertions: Vec<Command> = (0..rng.between(1, 6))
            .filter_map(|_| generator.term(&mut script.terms, &mut rng, Sort::BOOL))
            .map(Command::Assert)
            .collect();
        script.commands.retain(|command| !matches!(command, Command::Assert(_)));
        script.commands.extend(assertions);
        script.commands.push(Command::CheckSat);
        match both(&script.question()) {
            Both::Refuted => refuted += 1,
            Both::Satisfied => satisfied += 1,
            Both::Undecided => undecided += 1,
        }
    }
    let told = format!("{refuted} refuted, {satisfied} satisfied, {undecided} undecided");
    assert!(refuted > count / 20 && satisfied > count / 10 && undecided < count / 2, "{told}");
}

#[test]
fn the_encoders_agree_on_random_vectors() {
    compare(VECTORS, 600);
}

#[test]
fn the_encoders_agree_on_random_floats() {
    compare(FLOATS, 400);
}

/// For each row: it has no other value than the one that it means, and it has that one.
#[test]
fn the_encoders_agree_on_each_operator() {
    let rows: Vec<_> = table().ops().iter().filter(|op| has_circuit(op.id)).collect();
    let mut told = 0;
    for op in rows {
        let mut rng = Rng::of_unit(18, u64::from(op.id.number()));
        let mut script = Script::default();
        let Some(like) = application(&mut script.terms, op, &mut rng) else { panic!("{}", op.declaration) };
        let mut model = Model::default();
        let is_plain = |sort: &Sort| {
            let kind = script.terms.sorts.kind(*sort);
            matches!(
                kind,
                SortKind::Bool | SortKind::BitVec(_) | SortKind::Float(..) | SortKind::RoundingMode
            )
        };
        if !like.arguments.iter().all(|(_, sort)| is_plain(sort)) {
            continue;
        }
        let term = like.term(&mut script.terms, &mut model).unwrap();
        let Ok(value) = Evaluator::new(&script.terms, &model, Limits::default()).eval(term) else { continue };
        let result = gainsay::eval::value_term(&mut script.terms, &value, like.sort).unwrap();
        let mut facts = Vec::new();
        for argument in script.terms.children(term).to_vec() {
            let value = Evaluator::new(&script.terms, &model, Limits::default()).eval(argument).unwrap();
            let sort = script.terms.sort(argument);
            let value = gainsay::eval::value_term(&mut script.terms, &value, sort).unwrap();
            facts.push(script.terms.equal(argument, value));
        }
        let same = script.terms.equal(term, result);
        let other = script.terms.not(same);
        for (claim, expected) in [(same, Both::Satisfied), (other, Both::Refuted)] {
            let mut script = script.clone();
            script.commands.extend(facts.iter().chain([&claim]).map(|&fact| Command::Assert(fact)));
            match both(&script.question()) {
                // A remainder of floats with long exponents is too large.
                Both::Undecided => continue,
                found => assert_eq!(found, expected, "{}", op.declaration),
            }
            told += 1;
        }
    }
    assert!(told > 150, "only {told} claims");
}

#[test]
fn plain_clauses_are_read_as_they_are_written() {
    for text in REFUTED {
        let certificate = plainly(text);
        let clauses = certificate.encoding.clauses();
        assert_eq!(Clauses::from_dimacs(&clauses.to_dimacs()).as_ref(), Ok(clauses));
    }
}
