; Equalities of the string theory: Table 3 of "Automatically testing string solvers" (NC1-NC8, C1-C40), every one checked.
; The side that may be put for the other is on the left; the right side is a parameter or a constant.

; Strings and integers that are equal to themselves in a roundabout way.
(define-cond-rule str-nc1 ((s String)) (= (str.len s) 1) (str.at s 0) s)
(define-rule str-nc2 ((s String)) (str.++ s "") s)
(define-rule str-nc3 ((s String)) (str.++ "" s) s)
(define-rule str-nc4 ((s String)) (str.replace s s s) s)
(define-cond-rule str-nc5 ((s String) (t String) (u String)) (not (str.contains s t)) (str.replace s t u) s)
(define-cond-rule str-nc6 ((s String) (t String) (u String)) (= (str.indexof s t 0) (- 1)) (str.replace s t u) s)
(define-rule str-nc7 ((s String)) (str.substr s 0 (str.len s)) s)
(define-cond-rule str-nc8 ((i Int) (s String)) (and (<= 0 i) (<= i (str.len s))) (str.indexof s "" i) i)

; The empty string.
(define-cond-rule str-c1 ((s String) (i Int)) (or (< i 0) (>= i (str.len s))) (str.at s i) "")
(define-rule str-c2 () (str.++ "" "") "")
(define-cond-rule str-c3 ((n Int)) (< n 0) (str.from_int n) "")
(define-rule str-c4 () (str.replace "" "" "") "")
(define-cond-rule str-c5 ((s String) (i Int) (n Int))
  (or (< i 0) (>= i (str.len s)) (<= n 0)) (str.substr s i n) "")

; Digits.
(define-cond-rule str-c6 ((n Int)) (= n 0) (str.from_int n) "0")
(define-cond-rule str-c7 ((n Int)) (= n 1) (str.from_int n) "1")
(define-cond-rule str-c8 ((n Int)) (= n 2) (str.from_int n) "2")
(define-cond-rule str-c9 ((n Int)) (= n 3) (str.from_int n) "3")
(define-cond-rule str-c10 ((n Int)) (= n 4) (str.from_int n) "4")
(define-cond-rule str-c11 ((n Int)) (= n 5) (str.from_int n) "5")
(define-cond-rule str-c12 ((n Int)) (= n 6) (str.from_int n) "6")
(define-cond-rule str-c13 ((n Int)) (= n 7) (str.from_int n) "7")
(define-cond-rule str-c14 ((n Int)) (= n 8) (str.from_int n) "8")
(define-cond-rule str-c15 ((n Int)) (= n 9) (str.from_int n) "9")

; Integers.
(define-cond-rule str-c16 ((s String) (t String) (i Int)) (or (< i 0) (> i (str.len s))) (str.indexof s t i) (- 1))
(define-cond-rule str-c17 ((s String) (t String) (i Int)) (not (str.contains s t)) (str.indexof s t i) (- 1))
(define-cond-rule str-c18 ((s String)) (= s "") (str.to_int s) (- 1))
; C19 for short strings: no solver proves it for all lengths.
(define-cond-rule str-c19 ((s String) (i Int))
  (and (<= 0 i) (< i (str.len s)) (<= (str.len s) 4) (not (str.is_digit (str.at s i)))) (str.to_int s) (- 1))
(define-cond-rule str-c20 ((s String)) (= s "") (str.len s) 0)
; C21 is not legible in the text that we have; this is ours.
(define-rule str-c21 ((s String)) (str.indexof s s 0) 0)
(define-cond-rule str-c22 ((s String)) (= s "0") (str.to_int s) 0)
(define-cond-rule str-c23 ((s String)) (= s "1") (str.to_int s) 1)
(define-cond-rule str-c24 ((s String)) (= s "2") (str.to_int s) 2)
(define-cond-rule str-c25 ((s String)) (= s "3") (str.to_int s) 3)
(define-cond-rule str-c26 ((s String)) (= s "4") (str.to_int s) 4)
(define-cond-rule str-c27 ((s String)) (= s "5") (str.to_int s) 5)
(define-cond-rule str-c28 ((s String)) (= s "6") (str.to_int s) 6)
(define-cond-rule str-c29 ((s String)) (= s "7") (str.to_int s) 7)
(define-cond-rule str-c30 ((s String)) (= s "8") (str.to_int s) 8)
(define-cond-rule str-c31 ((s String)) (= s "9") (str.to_int s) 9)

; Truth values.
(define-rule str-c32 ((s String)) (str.contains s s) true)
(define-rule str-c33 ((s String)) (= s s) true)
(define-rule str-c34 ((s String)) (str.prefixof "" s) true)
(define-rule str-c35 ((s String)) (str.prefixof s s) true)
(define-rule str-c36 ((s String)) (str.suffixof s s) true)
(define-cond-rule str-c37 ((s String) (t String)) (= (str.indexof s t 0) (- 1)) (str.contains s t) false)
(define-cond-rule str-c38 ((s String) (t String)) (not (= (str.len s) (str.len t))) (= s t) false)
(define-cond-rule str-c39 ((s String) (t String)) (not (str.contains t s)) (str.prefixof s t) false)
(define-cond-rule str-c40 ((s String) (t String)) (not (str.contains t s)) (str.suffixof s t) false)
