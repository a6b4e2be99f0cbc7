; Negation overflows for the least number only. z3 4.12.2 finds another one.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (bvnego x))
(assert (not (= x #x80)))
(check-sat)
