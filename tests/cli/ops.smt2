; RUN: ops bvs
; RUN: ops --json str.to_int
; RUN: ops --theory bv bvs
; RUN: ops --theory LIRA abs
; RUN: ops --theory Stringz
; RUN: ops --theory FP str.len
