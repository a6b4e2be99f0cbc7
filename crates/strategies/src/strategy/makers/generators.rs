//! The ten generators of the thesis's Table 5.1, by their names there: bit-vectors of 3 or 8 bits and floats of
//! (2, 3) or (8, 24), satisfiable, unsatisfiable, or of unknown status. `bits`, `floats` and `syntactic` make such
//! tests and more.

use super::{Form, Kind, Maker, Only};
use gainsay_lang::answer::Status;

const SAT: (&[(u32, Form)], Option<Status>) = (&[(1, Form::Satisfiable)], Some(Status::Sat));
const FEW_UNSAT: (&[(u32, Form)], Option<Status>) =
    (&[(3, Form::Few), (1, Form::Pinned)], Some(Status::Unsat));
const MANY_UNSAT: (&[(u32, Form)], Option<Status>) = (&[(1, Form::Pinned)], Some(Status::Unsat));
const SYNTACTIC: (&[(u32, Form)], Option<Status>) = (&[(1, Form::Syntactic)], None);

const fn generator(
    name: &'static str,
    about: &'static str,
    kind: Kind,
    few: bool,
    (forms, answer): (&'static [(u32, Form)], Option<Status>),
) -> Maker {
    let (width, format) = if few { (3, (2, 3)) } else { (8, (8, 24)) };
    Maker { name, about, forms, kind, only: Some(Only { width, format, few, answer }) }
}

const FEW: bool = true;
const MANY: bool = false;

pub const GENERATORS: [Maker; 10] = [
    generator("bv_few_sat", "satisfiable bit-vectors of 3 bits", Kind::Bits, FEW, SAT),
    generator("bv_few_unsat", "unsatisfiable bit-vectors of 3 bits", Kind::Bits, FEW, FEW_UNSAT),
    generator("bv_few_syntactic", "random bit-vectors of 3 bits", Kind::Bits, FEW, SYNTACTIC),
    generator("bv_many_sat", "satisfiable bit-vectors of 8 bits", Kind::Bits, MANY, SAT),
    generator("bv_many_unsat", "unsatisfiable bit-vectors of 8 bits", Kind::Bits, MANY, MANY_UNSAT),
    generator("bv_many_syntactic", "random bit-vectors of 8 bits", Kind::Bits, MANY, SYNTACTIC),
    generator("fp_few_sat", "satisfiable floats of (2, 3)", Kind::Floats, FEW, SAT),
    generator("fp_few_syntactic", "random floats of (2, 3)", Kind::Floats, FEW, SYNTACTIC),
    generator("fp_many_sat", "satisfiable floats of (8, 24)", Kind::Floats, MANY, SAT),
    generator("fp_many_syntactic", "random floats of (8, 24)", Kind::Floats, MANY, SYNTACTIC),
];
