; RUN: make nothing --json
; RUN: make subterms --json
; RUN: make bits --count 5 --out .
