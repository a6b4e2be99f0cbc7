; How two values are fused into one, and how each is had back. Figure 6 of "Semantic fusion" is the beginning.
(define-fusion int-sum ((x Int) (y Int) (z Int)) (+ x y) :x (- z y) :y (- z x))
