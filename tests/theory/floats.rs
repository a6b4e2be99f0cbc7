//! Floats, exhaustively: every operator on all operands of tiny formats in all rounding modes.

use super::applications::{Made, Term};
use super::check::{Judge, Reply, Verdict, evaluate};
use gainsay::theory::signature::Pattern;
use gainsay::theory::sort::Sort;
use gainsay::theory::table;
use gainsay::value::{Bits, Float, Format, Int, Rational, RoundingMode};

const FORMATS: [(u32, u32); 2] = [(2, 3), (3, 3)];
/// Formats and widths that are converted to.
const TARGETS: [(u32, u32); 4] = [(2, 3), (3, 3), (3, 4), (4, 3)];
const WIDTHS: [u32; 3] = [1, 3, 5];
/// Terms in one question.
const BATCH: usize = 3000;

#[test]
fn z3_agrees_on_all_tiny_floats() {
    agrees("z3");
}

#[test]
fn cvc5_agrees_on_all_tiny_floats() {
    agrees("cvc5");
}

fn agrees(solver: &str) {
    let mut judge = Judge::new(solver);
    let mut wrong = Vec::new();
    let (mut total, mut open) = (0, 0);
    for format in FORMATS {
        let terms = terms(format);
        for batch in terms.chunks(BATCH) {
            let verdicts = evaluate(batch);
            let mut claims: Vec<(&Term, &str)> = Vec::new();
            for (term, verdict) in batch.iter().zip(&verdicts) {
                match verdict {
                    Verdict::Value(value) => claims.push((term, value)),
                    Verdict::Open => open += 1,
                    Verdict::Unknown(why) => wrong.push(format!("{} is not known: {why}", term.text)),
                }
            }
            total += claims.len();
            for ((term, value), reply) in claims.iter().zip(judge.compare(&claims)) {
                if reply != Reply::Agrees {
                    wrong.push(format!("{} is {value} to us, {solver} {reply:?}", term.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{solver}: {total} applications, {open} open ones, {} questions", judge.questions);
}

/// All applications for one format; of `fp.fma`, which has many, all for the smallest format only.
fn terms(format: (u32, u32)) -> Vec<Term> {
    let all = Format::new(format.0, format.1).expect("a format");
    let floats: Vec<String> = Float::all(all).map(|float| float.to_string()).collect();
    let modes: Vec<String> = RoundingMode::ALL.iter().map(ToString::to_string).collect();
    let mut texts = Vec::new();
    for op in table().ops().iter().filter(|op| op.theory == "FloatingPoint") {
        let operands: Option<Vec<&[String]>> = op
            .signature
            .args
            .iter()
            .map(|arg| match arg {
                Pattern::Sort(Sort::ROUNDING_MODE) => Some(modes.as_slice()),
                Pattern::Float(..) => Some(floats.as_slice()),
                _ => None,
            })
            .collect();
        let Some(operands) = operands.filter(|operands| !operands.is_empty()) else { continue };
        let heads: Vec<String> = match (op.signature.indices, &op.signature.result) {
            (Some(0), _) if op.name == "fp.to_ieee_bv" => continue,
            (Some(0), _) => vec![op.name.to_owned()],
            (_, Pattern::Float(..)) => {
                TARGETS.iter().map(|(eb, sb)| format!("(_ {} {eb} {sb})", op.name)).collect()
            }
            _ => WIDTHS.iter().map(|width| format!("(_ {} {width})", op.name)).collect(),
        };
        let step = if operands.len() == 4 && format != FORMATS[0] { 37 } else { 1 };
        for head in heads {
            texts.extend(applications(&head, &operands).into_iter().step_by(step));
        }
    }
    let head = format!("(_ to_fp {} {})", format.0, format.1);
    let patterns =
        (0..1u64 << (format.0 + format.1)).map(|bits| Bits::from_u64(format.0 + format.1, bits).to_string());
    texts.extend(patterns.map(|bits| format!("({head} {bits})")));
    let vectors: Vec<String> = (0..64).map(|bits| Bits::from_u64(6, bits).to_string()).collect();
    let unsigned = format!("(_ to_fp_unsigned {} {})", format.0, format.1);
    texts.extend(applications(&head, &[&modes, &vectors]));
    texts.extend(applications(&unsigned, &[&modes, &vectors]));
    let reals: Vec<String> =
        (-640..=640).step_by(3).map(|n| real(&Rational::dyadic(&Int::from(n), -5))).collect();
    texts.extend(applications(&head, &[&modes, &reals]));
    // The sorts are not looked at: these terms are not made part of others.
    texts.into_iter().map(|text| Term { text, sort: Sort::UNKNOWN, made: Made::Other, depth: 1 }).collect()
}

fn real(value: &Rational) -> String {
    let magnitude = value.abs();
    let text = format!("(/ {}.0 {}.0)", magnitude.numerator(), magnitude.denominator());
    if value.is_negative() { format!("(- {text})") } else { text }
}

/// The operator applied to all combinations of operands.
fn applications(head: &str, operands: &[&[String]]) -> Vec<String> {
    let mut all = vec![format!("({head}")];
    for operand in operands {
        all = all
            .iter()
            .flat_map(|start| operand.iter().map(move |value| format!("{start} {value}")))
            .collect();
    }
    all.into_iter().map(|text| text + ")").collect()
}
