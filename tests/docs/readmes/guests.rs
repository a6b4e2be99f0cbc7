use gainsay_guests::solver::{Profiles, read_answer};
use gainsay_lang::answer::{Exit, Outcome};

pub fn main() {
    let profiles = Profiles::shipped();
    let z3 = profiles.get("z3").unwrap();
    let read = |stdout: &str, exit| read_answer(stdout.as_bytes(), b"", exit, z3, "(check-sat)").outcome;
    assert_eq!(read("unsat\n", Exit::Code(0)), Outcome::Unsat);
    // An error before the answer: it answered another question.
    let rejected = read("(error \"line 1 column 9: unknown sort\")\nsat\n", Exit::Code(1));
    assert!(matches!(rejected, Outcome::Rejected(_)));
}
