; Atoms that imply atoms. Used from left to right where a formula may become weaker, and from right to left where it may
; become stronger. Table 2 of "Skeletal approximation enumeration" is the beginning; its wrong rows are corrected here.
(define-weakening lt-le ((x ?Arith) (y ?Arith)) (< x y) (<= x y))
