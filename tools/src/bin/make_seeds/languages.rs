//! What random seeds of each logic are made of.

use gainsay::theory::Op;

/// The theories of a logic beside Core, and declarations to choose from.
pub struct Language {
    pub theories: &'static [&'static str],
    pub declarations: &'static [&'static str],
    pub quantifiers: bool,
}

const fn language(theories: &'static [&'static str], declarations: &'static [&'static str]) -> Language {
    Language { theories, declarations, quantifiers: false }
}

const fn quantified(theories: &'static [&'static str], declarations: &'static [&'static str]) -> Language {
    Language { theories, declarations, quantifiers: true }
}

const INTS: &[&str] =
    &["(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const p Bool)"];
const REALS: &[&str] =
    &["(declare-const x Real)(declare-const y Real)(declare-const z Real)(declare-const p Bool)"];
const STRINGS: &[&str] = &["(declare-const s String)(declare-const t String)(declare-const u String)"];
const TEXTS: &[&str] =
    &["(declare-const s String)(declare-const t String)(declare-const i Int)(declare-const j Int)"];
const BITS: &[&str] = &[
    "(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 4))",
    "(declare-const a (_ BitVec 32))(declare-const b (_ BitVec 32))(declare-const p Bool)",
    "(declare-const a (_ BitVec 5))(declare-const b (_ BitVec 5))(declare-const c (_ BitVec 10))",
];
const MEMORIES: &[&str] = &[
    "(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))(declare-const n (Array (_ BitVec 8) (_ BitVec 8)))
     (declare-const i (_ BitVec 8))(declare-const v (_ BitVec 8))",
    "(declare-const m (Array (_ BitVec 4) (_ BitVec 16)))(declare-const n (Array (_ BitVec 4) (_ BitVec 16)))
     (declare-const i (_ BitVec 4))(declare-const j (_ BitVec 4))(declare-const v (_ BitVec 16))",
];
const FLOATS: &[&str] = &[
    "(declare-const x Float32)(declare-const y Float32)(declare-const z Float32)(declare-const r RoundingMode)",
    "(declare-const x Float64)(declare-const y Float64)(declare-const r RoundingMode)(declare-const p Bool)",
];
const FLOAT_BITS: &[&str] =
    &["(declare-const x Float32)(declare-const y Float32)(declare-const r RoundingMode)
     (declare-const a (_ BitVec 32))(declare-const b (_ BitVec 8))"];
const ARRAYS: &[&str] = &[
    "(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))(declare-const b (Array I E))
     (declare-const i I)(declare-const j I)(declare-const e E)(declare-const f E)",
    "(declare-sort I 0)(declare-const a (Array I I))(declare-const b (Array I I))(declare-const i I)
     (declare-const j I)(declare-const k I)",
];
const FUNCTIONS: &[&str] = &[
    "(declare-sort U 0)(declare-fun f (U) U)(declare-fun p (U) Bool)(declare-const a U)(declare-const b U)",
    "(declare-sort U 0)(declare-fun g (U U) U)(declare-fun q (U Bool) Bool)(declare-const a U)(declare-const b U)
     (declare-const c U)(declare-const d Bool)",
];
const INT_FUNCTIONS: &[&str] = &[
    "(declare-fun f (Int) Int)(declare-fun g (Int Bool) Int)(declare-fun p (Int Int) Bool)(declare-const x Int)
     (declare-const y Int)(declare-const b Bool)",
];
const DATATYPES: &[&str] = &[
    "(declare-datatypes ((Chain 0) (Item 0)) (((end) (link (item Item) (rest Chain))) ((left) (right) (pile (of Chain)))))
     (declare-const a Chain)(declare-const b Chain)(declare-const i Item)(declare-const j Item)",
    "(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
     (declare-const s Tree)(declare-const t Tree)(declare-const u Tree)(declare-const b Bool)",
];
const SMALL_BITS: &[&str] =
    &["(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(declare-const c (_ BitVec 3))"];

pub fn of(logic: &str) -> Language {
    match logic {
        "QF_LIA" | "QF_NIA" => language(&["Ints"], INTS),
        "QF_LRA" | "QF_NRA" => language(&["Reals"], REALS),
        "LIA" => quantified(&["Ints"], INTS),
        "LRA" | "NRA" => quantified(&["Reals"], REALS),
        "QF_S" => language(&["UnicodeStrings"], STRINGS),
        "QF_SLIA" => language(&["UnicodeStrings", "Ints"], TEXTS),
        "QF_BV" => language(&["FixedSizeBitVectors"], BITS),
        "QF_ABV" => language(&["FixedSizeBitVectors", "ArraysEx"], MEMORIES),
        "QF_FP" => language(&["FloatingPoint"], FLOATS),
        "QF_BVFP" => language(&["FloatingPoint", "FixedSizeBitVectors"], FLOAT_BITS),
        "QF_AX" => language(&["ArraysEx"], ARRAYS),
        "QF_UF" => language(&[], FUNCTIONS),
        "QF_UFLIA" => language(&["Ints"], INT_FUNCTIONS),
        "QF_DT" => language(&[], DATATYPES),
        "BV" => quantified(&["FixedSizeBitVectors"], SMALL_BITS),
        "UF" => quantified(&[], FUNCTIONS),
        _ => language(&[], &["(declare-const p Bool)(declare-const q Bool)"]),
    }
}

/// Operators that are not in the standard, or not in the releases that must confirm; and some that take too long.
pub fn is_extension(op: &Op) -> bool {
    const EXTENSIONS: &str = "at-most at-least pble pbge pbeq rem div_total mod_total ^ ** int.pow2 int.log2 int.ispow2 \
        iand piand /_total to_real to_int is_int ext_rotate_left ext_rotate_right bvnego bvuaddo bvsaddo bvumulo bvsmulo \
        bvusubo bvssubo bvsdivo bvumul_noovfl bvsmul_noovfl bvsmul_noudfl ubv_to_int sbv_to_int int_to_bv bvredor \
        bvredand bvultbv bvsltbv bvite bit2bool fp.fma fp.rem fp.to_real fp.to_ieee_bv str.rev str.update str.to_lower \
        str.to_upper str.last_indexof str.indexof_re str.from_ubv str.from_sbv const default eqrange";
    // The standard has it for integers only.
    let is_real_abs = op.theory == "Reals" && op.name == "abs";
    is_real_abs || EXTENSIONS.split_whitespace().any(|extension| extension == op.name)
}
