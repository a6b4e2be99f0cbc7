//! Sequences of any sort, as z3 and cvc5 have them.

use super::{Row, op};

pub(super) const ROWS: &[Row] = &[
    op("(par (A) (seq.empty (Seq A)))"),
    op("(par (A) (seq.unit A (Seq A)))"),
    op("(par (A) (seq.++ (Seq A) (Seq A) (Seq A) :left-assoc :also str.++))"),
    op("(par (A) (seq.len (Seq A) Int :also str.len))"),
    op("(par (A) (seq.nth (Seq A) Int A :partial))"),
    op("(par (A) (seq.at (Seq A) Int (Seq A) :also str.at))"),
    op("(par (A) (seq.extract (Seq A) Int Int (Seq A) :also str.substr))"),
    op("(par (A) (seq.update (Seq A) Int (Seq A) (Seq A) :also str.update))"),
    op("(par (A) (seq.contains (Seq A) (Seq A) Bool :also str.contains))"),
    op("(par (A) (seq.indexof (Seq A) (Seq A) Int Int :also str.indexof))"),
    op("(par (A) (seq.indexof (Seq A) (Seq A) Int :also str.indexof))"),
    op("(par (A) (seq.last_indexof (Seq A) (Seq A) Int :also str.last_indexof))"),
    op("(par (A) (seq.replace (Seq A) (Seq A) (Seq A) (Seq A) :also str.replace))"),
    op("(par (A) (seq.replace_all (Seq A) (Seq A) (Seq A) (Seq A) :also str.replace_all))"),
    op("(par (A) (seq.rev (Seq A) (Seq A) :also str.rev))"),
    op("(par (A) (seq.prefixof (Seq A) (Seq A) Bool :also str.prefixof))"),
    op("(par (A) (seq.suffixof (Seq A) (Seq A) Bool :also str.suffixof))"),
    op("(par (A B) (seq.map (-> A B) (Seq A) (Seq B)))"),
    op("(par (A B) (seq.mapi (-> Int A B) Int (Seq A) (Seq B)))"),
    op("(par (A B) (seq.foldl (-> B A B) B (Seq A) B :also seq.fold_left))"),
    op("(par (A B) (seq.foldli (-> Int B A B) Int B (Seq A) B :also seq.fold_lefti))"),
];
