; RUN: make nothing --json
; RUN: make subterms --json
; RUN: make bits --count 5 --out .
; RUN: make bits --all --json
; RUN: make strings --pool nowhere.toml --json
