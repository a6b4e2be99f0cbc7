; RUN: info %s
; RUN: info --json %s
; RUN: fmt --compact %s
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(declare-const y Int)
(assert (= (bvadd x y) #x01))
(assert (and x true))
(assert (let ((a) 1)) true))
(assert (bag.subset x y))
(assert (= x #x0
