; RUN: fmt --compact %s
; RUN: fmt --compact --names standard %s
; RUN: fmt --compact --names old %s
(declare-const s String)
(assert (= (str.to.int s) 12))
(assert (str.in.re s (re.+ (re.range "0" "9"))))
(assert (implies (= s "a""b\u{e9}") (iff true false)))
