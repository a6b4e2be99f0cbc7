; RUN: make nothing
; RUN: make byts
; RUN: make bits
; RUN: make subterms --json
; RUN: make bits --count 5 --out .
; RUN: make bits --all --json
; RUN: make strings --pool nowhere.toml --json
