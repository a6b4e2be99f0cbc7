; RUN: prove %s
; RUN: prove prove-sat.smt2 eval.smt2
; RUN: prove prove.smt2 prove-sat.smt2 --out nowhere
; RUN: verify nowhere %s
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(assert (= (bvand x #x01) #x01))
(assert (= (bvurem x #x02) #x00))
(check-sat)
