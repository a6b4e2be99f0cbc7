; RUN: eval %s --model eval.model
; RUN: eval %s --model eval.model --json
; RUN: eval %s
; RUN: eval %s --model eval.true.model
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-const x Int)
(declare-const y Int)
(declare-const r Real)
(declare-const |a b| Bool)

(assert (= (f x) 3))
(assert (or (> x 5)
            (and |a b| (< y x))))
(push 1)
(assert (= y 100))
(pop 1)
(assert (let ((z (* r r))) (= z 2.0)))
(assert (=> |a b| (distinct x (+ y 2))))
(assert (= (div y 0) 1))
(check-sat)
(assert false)
