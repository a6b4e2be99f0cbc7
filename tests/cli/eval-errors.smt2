; RUN: eval %s
; RUN: eval no-such-file.txt
; RUN: eval eval.smt2 --model no-such-file.txt
; RUN: eval eval.smt2 --model eval.model --solver z3
(declare-const x Int)
(assert (= x 1))
(assert (+ x 2))
