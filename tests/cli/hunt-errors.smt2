; RUN: hunt --strategy nothing
; RUN: hunt --strategy fusion,flaots
; RUN: hunt nowhere
; RUN: hunt ../planted
; RUN: hunt [
; RUN: hunt --logic QF_XX
; RUN: hunt --logic qf_bv
; RUN: hunt --solver nosolver
; RUN: hunt --solver biwuzla
; RUN: hunt --solver x=./nosolver
; RUN: hunt --oracle maybe
; RUN: hunt --iterations 0
; RUN: hunt --iterations 3 --tests 4
; RUN: hunt --jobs 0
; RUN: hunt --memory 1
; RUN: hunt --timeout 0
; RUN: hunt --for 5x
; RUN: hunt --config nothing.toml
; RUN: hunt --bugs %s
; RUN: replay nowhere 1
; RUN: replay nowhere one
