; Soft constraints with weights, under two names. p false costs 3/2 under a; p true costs 1 + 2/5 = 7/5, which is the least.
; z3 4.8.7 says 13/20: a soft constraint without a weight has the one of the command before it, 1/4 in the place of 1.
(declare-const p Bool)
(assert-soft p :weight 1.5 :id a)
(assert-soft (not p) :weight 0.25 :id b)
(assert-soft (not p) :id a)
(assert-soft (not p) :weight 0.4 :id a)
(check-sat)
(get-objectives)
