//! Finite sets as in cvc5, with its older names.

use super::{Row, op};

pub(super) const ROWS: &[Row] = &[
    op("(par (A) (set.empty (Set A) :old emptyset))"),
    op("(par (A) (set.universe (Set A) :old univset))"),
    op("(par (A) (set.singleton A (Set A) :old singleton))"),
    op("(par (A) (set.union (Set A) (Set A) (Set A) :left-assoc :commutative :old union))"),
    op(
        "(par (A) (set.inter (Set A) (Set A) (Set A) :left-assoc :commutative :old intersection :also intersect))",
    ),
    op("(par (A) (set.minus (Set A) (Set A) (Set A) :left-assoc :old setminus))"),
    op("(par (A) (set.complement (Set A) (Set A) :old complement))"),
    op("(par (A) (set.member A (Set A) Bool :old member))"),
    op("(par (A) (set.subset (Set A) (Set A) Bool :chainable :old subset))"),
    op("(par (A) (set.insert A (Set A) (Set A) :right-assoc :old insert))"),
    op("(par (A) (set.card (Set A) Int :old card))"),
    op("(par (A) (set.choose (Set A) A :partial :old choose))"),
    op("(par (A) (set.is_empty (Set A) Bool))"),
    op("(par (A) (set.is_singleton (Set A) Bool :old is_singleton))"),
    op("(par (A B) (set.map (-> A B) (Set A) (Set B)))"),
    op("(par (A) (set.filter (-> A Bool) (Set A) (Set A)))"),
    op("(par (A B) (set.fold (-> A B B) B (Set A) B))"),
    op("(par (A) (set.all (-> A Bool) (Set A) Bool))"),
    op("(par (A) (set.some (-> A Bool) (Set A) Bool))"),
];
