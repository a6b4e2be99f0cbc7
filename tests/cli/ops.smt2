; RUN: ops bvs
; RUN: ops --json str.to_int
