; RUN: eval %s
; RUN: eval %s --model eval-no.model
(define-fun double ((n Int)) Int (* 2 n))
(assert (= (double 4) 8))
(assert (str.in_re "aab" (re.++ (re.* (str.to_re "a")) (str.to_re "b"))))
(check-sat)
