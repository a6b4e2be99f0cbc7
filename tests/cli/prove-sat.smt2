; RUN: prove %s
; RUN: prove prove-no-such-folder
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const i (_ BitVec 8))
(assert (distinct (select (store a i #x01) #x00) (select a #x00)))
(check-sat)
