; Built-in seeds of UF; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const a U)
(declare-const b U)
(assert (forall ((x U)) (= (f (f x)) x)))
(assert (= (f a) b))
(assert (distinct a b))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun f ((x!0 U)) U (ite (= x!0 U!val!0) U!val!1 U!val!0))
; (define-fun a () U U!val!0)
; (define-fun b () U U!val!1)

; sat 2
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun le (U U) Bool)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(assert (forall ((x U) (y U)) (or (le x y) (le y x))))
(assert (forall ((x U) (y U) (z U))
    (=> (and (le x y) (le y z)) (le x z))))
(assert (not (le b a)))
(assert (not (le c b)))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1 U!val!2
; (define-fun le ((x!0 U) (x!1 U)) Bool (ite (and (= x!0 U!val!0) (= x!1 U!val!0)) true (ite (and (= x!0 U!val!0) (= x!1 U!val!2)) true (ite (and (= x!0 U!val!1) (= x!1 U!val!0)) true (ite (and (= x!0 U!val!1) (= x!1 U!val!1)) true (ite (and (= x!0 U!val!1) (= x!1 U!val!2)) true (ite (and (= x!0 U!val!2) (= x!1 U!val!2)) true false)))))))
; (define-fun a () U U!val!1)
; (define-fun b () U U!val!0)
; (define-fun c () U U!val!2)

; sat 3
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun p (U) Bool)
(declare-fun q (U) Bool)
(declare-const a U)
(assert (forall ((x U)) (=> (p x) (q x))))
(assert (exists ((x U)) (and (p x) (not (= x a)))))
(assert (not (q a)))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun p ((x!0 U)) Bool (ite (= x!0 U!val!1) true false))
; (define-fun q ((x!0 U)) Bool (ite (= x!0 U!val!1) true false))
; (define-fun a () U U!val!0)

; sat 4
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun g (U U) U)
(declare-const e U)
(declare-const a U)
(assert (forall ((x U)) (= (g e x) x)))
(assert (forall ((x U)) (= (g x x) e)))
(assert (forall ((x U) (y U)) (= (g x y) (g y x))))
(assert (distinct a e))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun g ((x!0 U) (x!1 U)) U (ite (and (= x!0 U!val!0) (= x!1 U!val!1)) U!val!1 (ite (and (= x!0 U!val!1) (= x!1 U!val!0)) U!val!1 U!val!0)))
; (define-fun e () U U!val!0)
; (define-fun a () U U!val!1)

; sat 5
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(assert (forall ((x U)) (or (= x a) (= x b) (= x c))))
(assert (distinct a b c))
(assert (exists ((x U) (y U))
    (and (distinct x y) (distinct x a) (distinct y b))))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1 U!val!2
; (define-fun a () U U!val!0)
; (define-fun b () U U!val!1)
; (define-fun c () U U!val!2)

; sat 6
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun loves (U U) Bool)
(declare-const a U)
(assert (forall ((x U)) (exists ((y U)) (loves x y))))
(assert (not (loves a a)))
(assert (forall ((x U) (y U)) (= (loves x y) (loves y x))))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun loves ((x!0 U) (x!1 U)) Bool (ite (and (= x!0 U!val!0) (= x!1 U!val!1)) true (ite (and (= x!0 U!val!1) (= x!1 U!val!0)) true false)))
; (define-fun a () U U!val!0)

; sat 7
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-sort V 0)
(declare-fun h (U) V)
(declare-const u U)
(declare-const v V)
(assert (forall ((x U)) (=> (distinct x u) (= (h x) v))))
(assert (distinct (h u) v))
(assert (exists ((x U)) (= (h x) v)))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; ;; universe for V:
; ;;   V!val!0 V!val!1
; (define-fun h ((x!0 U)) V (ite (= x!0 U!val!0) V!val!1 V!val!0))
; (define-fun u () U U!val!0)
; (define-fun v () V V!val!0)

; sat 8
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun r (U U) Bool)
(declare-const a U)
(declare-const b U)
(define-fun sym () Bool (forall ((x U) (y U))
    (=> (r x y) (r y x))))
(assert (not sym))
(assert (r a b))
(assert (forall ((x U)) (r x x)))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun r ((x!0 U) (x!1 U)) Bool (ite (and (= x!0 U!val!0) (= x!1 U!val!0)) true (ite (and (= x!0 U!val!1) (= x!1 U!val!0)) true (ite (and (= x!0 U!val!1) (= x!1 U!val!1)) true false))))
; (define-fun a () U U!val!0)
; (define-fun b () U U!val!0)

; sat 9
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun f (U Bool) U)
(declare-const a U)
(assert (forall ((x U) (b Bool)) (= (f (f x b) (not b)) x)))
(assert (distinct (f a true) a))
(assert (= (f a true) (f a false)))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun f ((x!0 U) (x!1 Bool)) U (ite (and (= x!0 U!val!0) (= x!1 false)) U!val!1 (ite (and (= x!0 U!val!0) (= x!1 true)) U!val!1 U!val!0)))
; (define-fun a () U U!val!0)

; sat 10
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun p (U) Bool)
(declare-fun f (U) U)
(declare-const a U)
(assert (p a))
(assert (forall ((x U)) (= (p x) (not (p (f x))))))
(assert (forall ((x U)) (= (f (f x)) (ite (p x) a (f a)))))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun p ((x!0 U)) Bool (ite (= x!0 U!val!0) true false))
; (define-fun f ((x!0 U)) U (ite (= x!0 U!val!0) U!val!1 U!val!0))
; (define-fun a () U U!val!0)

; sat 11
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun p (U U) Bool)
(declare-const a U)
(declare-const b U)
(assert (exists ((x U)) (forall ((y U)) (p x y))))
(assert (forall ((y U)) (not (forall ((x U)) (p x y)))))
(assert (distinct a b))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0 U!val!1
; (define-fun p ((x!0 U) (x!1 U)) Bool (ite (and (= x!0 U!val!1) (= x!1 U!val!0)) true (ite (and (= x!0 U!val!1) (= x!1 U!val!1)) true false)))
; (define-fun a () U U!val!0)
; (define-fun b () U U!val!1)

; sat 12
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun q (U Bool) Bool)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(declare-const d Bool)
(assert (q (ite (not d) (ite d a b) (ite d b c)) d))
(assert (and
    (forall ((x15 Bool) (x16 Bool)) (q b d))
    (q b (forall ((x17 U) (x18 U)) d))))
(assert (not (and d (= a c))))
(check-sat)
; witness
; ;; universe for U:
; ;;   U!val!0
; (define-fun q ((x!0 U) (x!1 Bool)) Bool (ite (and (= x!0 U!val!0) (= x!1 false)) true false))
; (define-fun a () U U!val!0)
; (define-fun b () U U!val!0)
; (define-fun c () U U!val!0)
; (define-fun d () Bool false)

; unsat 1
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const a U)
(declare-const b U)
(assert (forall ((x U)) (= (f (f x)) x)))
(assert (= (f a) b))
(assert (distinct (f b) a))
(check-sat)

; unsat 2
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun le (U U) Bool)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(assert (forall ((x U) (y U) (z U))
    (=> (and (le x y) (le y z)) (le x z))))
(assert (and (le a b) (le b c)))
(assert (not (le a c)))
(check-sat)

; unsat 3
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun p (U) Bool)
(declare-fun q (U) Bool)
(declare-const a U)
(assert (forall ((x U)) (=> (p x) (q x))))
(assert (forall ((x U)) (or (p x) (= x a))))
(assert (exists ((x U)) (and (not (q x)) (distinct x a))))
(check-sat)

; unsat 4
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun g (U U) U)
(declare-const e U)
(declare-const d U)
(assert (forall ((x U)) (= (g e x) x)))
(assert (forall ((x U)) (= (g x d) x)))
(assert (distinct d e))
(check-sat)

; unsat 5
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const a U)
(assert (forall ((x U) (y U)) (=> (= (f x) (f y)) (= x y))))
(assert (= (f (f a)) (f a)))
(assert (distinct (f a) a))
(check-sat)

; unsat 6
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-const a U)
(declare-const b U)
(assert (forall ((x U)) (or (= x a) (= x b))))
(assert (exists ((x U) (y U) (z U)) (distinct x y z)))
(check-sat)

; unsat 7
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun loves (U U) Bool)
(declare-const a U)
(assert (forall ((x U)) (exists ((y U)) (loves x y))))
(assert (forall ((x U) (y U)) (=> (loves x y) (not (loves y x)))))
(assert (forall ((x U) (y U)) (=> (loves x y) (loves y a))))
(check-sat)

; unsat 8
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun r (U U) Bool)
(declare-const a U)
(declare-const b U)
(define-fun sym () Bool (forall ((x U) (y U))
    (=> (r x y) (r y x))))
(assert sym)
(assert (r a b))
(assert (forall ((x U)) (not (r b x))))
(check-sat)

; unsat 9
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun f (U Bool) U)
(declare-const a U)
(assert (forall ((x U) (b Bool)) (= (f (f x b) (not b)) x)))
(assert (distinct (f (f (f a true) false) true) (f a true)))
(check-sat)

; unsat 10
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun p (U) Bool)
(declare-fun f (U) U)
(declare-const a U)
(assert (p a))
(assert (forall ((x U)) (= (p x) (not (p (f x))))))
(assert (p (f (f (f a)))))
(check-sat)

; unsat 11
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun g (U U) U)
(declare-fun q (U Bool) Bool)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(declare-const d Bool)
(assert (q (ite (distinct b c) (ite d c a) c) d))
(assert (and (distinct c (g a a)) (not (not d))))
(assert (exists ((x14 U)) (xor (q c d) d)))
(assert (q (ite (not d) (ite d a b) (g a b)) d))
(check-sat)

; unsat 12
(set-logic UF)
(set-info :status unsat)
(declare-sort U 0)
(declare-fun g (U U) U)
(declare-fun q (U Bool) Bool)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(declare-const d Bool)
(assert (xor (xor (not d) (q a d)) (or (xor (not d) (q a d)) d)))
(assert (q (ite (q a d) (g b c) (ite d b c)) d))
(assert (not (q b (distinct a b))))
(assert (ite (forall ((x19 Bool) (x20 U) (x21 U))
      (xor d x19)) (q c (q b d)) (q b d)))
(assert (not (= (ite d a c) (ite d b c))))
(check-sat)
