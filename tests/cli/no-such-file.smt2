; RUN: info missing.smt2
; RUN: fmt
; RUN: ops no.such.operator
