; RUN: fmt %s
; RUN: fmt --names standard %s
; RUN: fmt --check %s
; RUN: fmt --diff %s
(set-logic QF_SLIA) ; behind a command
(declare-const s   String)

; between commands
(assert (and ; why all of this
  (= (str.to.int s) 12) ; the first "part"
  (= s ";no comment")
  ; the end
  ))
(declare-const |; no comment| Int)
(assert (= |; no comment| 1))
(get-info ; odd
  :name)
(check-sat) ; last
