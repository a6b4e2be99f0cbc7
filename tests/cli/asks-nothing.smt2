; RUN: check %s
; RUN: reduce %s --solver z3
; RUN: bisect %s --solver z3 --versions 5.4.0
; RUN: seeds --logic qf_bv
; RUN: solvers add bitwuzzla
(declare-const x Int)
(assert (> x 3))
