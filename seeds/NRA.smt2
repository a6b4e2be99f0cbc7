; Built-in seeds of NRA; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic NRA)
(set-info :status sat)
(declare-const u Real)
(declare-const v Real)
(assert (exists ((x Real)) (and (= x (- u v)) (= (* x u) 6.0))))
(assert (= (* u v) 3.0))
(assert (forall ((p Bool)) (or p (> u 0.0))))
(check-sat)
; witness
; (define-fun u () Real 3.0)
; (define-fun v () Real 1.0)
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (and (= x!0 3.0) (= x!1 3.0)) 1.0 0.0))

; sat 2
(set-logic NRA)
(set-info :status sat)
(declare-const p Real)
(declare-const q Real)
(assert (exists ((b Bool)) (= (* p q) (ite b 2.0 (- 2.0)))))
(assert (forall ((b Bool)) (> (+ p (ite b q (- q))) (- 4.0))))
(assert (= (- p q) 3.0))
(check-sat)
; witness
; (define-fun p () Real 1.0)
; (define-fun q () Real (- 2.0))

; sat 3
(set-logic NRA)
(set-info :status sat)
(declare-const a Real)
(declare-const b Real)
(assert (not (forall ((p Bool)) (< (* (ite p a b) a) 1.0))))
(assert (exists ((x Real)) (and (= x (* a b)) (< x 0.5))))
(assert (< 0.0 a))
(check-sat)
; witness
; (define-fun a () Real 1.0)
; (define-fun b () Real 0.0)

; sat 4
(set-logic NRA)
(set-info :status sat)
(declare-const r Real)
(declare-const h Real)
(assert (exists ((d Real))
    (and (= d (* 2.0 r)) (= (* d h) 12.0) (= (* r r h) 12.0))))
(assert (forall ((p Bool)) (=> p (> h 1.0))))
(check-sat)
; witness
; (define-fun r () Real 2.0)
; (define-fun h () Real 3.0)
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (and (= x!0 6.0) (= x!1 3.0)) 2.0 0.0))

; sat 5
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (exists ((p Bool) (q Bool))
    (and
      (= (* x x) (ite p 1.0 4.0))
      (= (* y y) (ite q 1.0 4.0))
      (distinct p q))))
(assert (= (+ x y) (- 1.0)))
(check-sat)
; witness
; (define-fun x () Real (- 2.0))
; (define-fun y () Real 1.0)

; sat 6
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (> (* y (+ 118059162071741130342.4 1.0 y 4363415.5)) (* (+ z z y) 1.5)))
(assert (> x (* (+ z z) (+ x x))))
(assert (xor p (> (* y y) (* 0.3 y))))
(check-sat)
; witness
; (define-fun x () Real 1.0)
; (define-fun y () Real 0.0)
; (define-fun z () Real (- 1.0))
; (define-fun p () Bool true)

; sat 7
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (=> (<= (- x y) (ite p 0.0 x)) (<= (- z) y 4503599627370496.0 0.0)))
(assert (< (- (+ x 78169.603) (ite p y x) z) (* 2.0 0.0 z)))
(assert (<=
    (ite p 1329227995784915872903807060280344576.0 (- z x))
    (- z x)
    (* (+ y x 0.001 2.0 z) 4.096 x y 3.0)))
(assert (=>
    (or (forall ((x22 Bool)) p) (< 136590732999628941.6 z y 0.0))
    (< 136590732999628941.6 z y 0.0)))
(assert (distinct (* x z) 337.8))
(check-sat)
; witness
; (define-fun x () Real (- 39087.0))
; (define-fun y () Real (- 1.0))
; (define-fun z () Real 78171.0)
; (define-fun p () Bool false)

; sat 8
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const z Real)
(declare-const p Bool)
(assert (forall ((x3 Bool) (x4 Bool)) (<= (/ 0.0 z) x)))
(assert (and p (<= (/ x x) (+ 2523354301502.0 0.0))))
(assert (forall ((x32 Bool) (x33 Bool) (x34 Real))
    (not (<= x z))))
(check-sat)
; witness
; (define-fun x () Real 0.0)
; (define-fun z () Real (- 1.0))
; (define-fun p () Bool true)
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real 0.0)

; sat 9
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (forall ((x2 Real) (x3 Real))
    (=> (= x2 x) (not p) (> x z) p)))
(assert (>
    (/ (+ 1.0 z y y 0.001) 1125899906842.624)
    (/ (+ 1.0 z y y 0.001) z)))
(assert (or (> (/ x x) (+ y z) (/ y z)) p))
(check-sat)
; witness
; (define-fun x () Real (- 1.0))
; (define-fun y () Real 0.0)
; (define-fun z () Real 0.0)
; (define-fun p () Bool false)
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (and (= x!0 (- 1.0)) (= x!1 (- 1.0))) 1.0 (ite (and (= x!0 0.0) (= x!1 0.0)) (- 1.0) 0.0)))

; sat 10
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (or (>= (+ x y y y) (ite p 49.0 74045436383297.7) y 0.5) p))
(assert (exists ((x15 Bool) (x16 Bool))
    (and (or p x15) (> 0.003 z))))
(assert (>= (- (+ x x z 18927483653887.0)) (- (- 0.1)) (- y) x z))
(check-sat)
; witness
; (define-fun x () Real 0.0)
; (define-fun y () Real 0.0)
; (define-fun z () Real (- (/ 189274836538871.0 10.0)))
; (define-fun p () Bool true)

; sat 11
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (not (not (<= x z y))))
(assert (not
    (distinct
      (- 32.0)
      (* 13357020282264.0 9327430175570.8 y 0.0)
      1.0
      (/ z 0.3 y z x))))
(assert (ite
    (forall ((x9 Bool)) p)
    (xor (exists ((x10 Real) (x11 Real)) p) (<= y x))
    (xor (<= x z) p)))
(check-sat)
; witness
; (define-fun x () Real 0.0)
; (define-fun y () Real 0.0)
; (define-fun z () Real 0.0)
; (define-fun p () Bool false)
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (and (= x!0 (- 2.0)) (= x!1 0.0)) (- 32.0) (ite (and (= x!0 (- 1.0)) (= x!1 0.0)) (- 2.0) (ite (and (= x!0 0.0) (= x!1 0.0)) (- 1.0) 0.0))))

; sat 12
(set-logic NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (= (=> (>= y 22065173011070.5) (> x 1.0) (>= 0.3 y) p) p))
(assert (= (= (- z x y) (- z x) (- y) y) p))
(assert (forall ((x24 Bool) (x25 Real) (x26 Real))
    (=> (> 0.001 x) (xor p x24))))
(check-sat)
; witness
; (define-fun x () Real 2.0)
; (define-fun y () Real 0.0)
; (define-fun z () Real 2.0)
; (define-fun p () Bool true)

; unsat 1
(set-logic NRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(assert (exists ((x Real)) (= (+ (* x x) a) 0.0)))
(assert (forall ((y Real)) (> (* a (+ (* y y) 1.0)) 0.0)))
(check-sat)

; unsat 2
(set-logic NRA)
(set-info :status unsat)
(declare-const c Real)
(assert (forall ((x Real) (y Real))
    (<= (* c x y) (+ (* x x) (* y y)))))
(assert (> c 2.0))
(check-sat)

; unsat 3
(set-logic NRA)
(set-info :status unsat)
(declare-const u Real)
(declare-const v Real)
(assert (exists ((x Real)) (and (= u (* x x)) (= v (* x x x)))))
(assert (distinct (* u u u) (* v v)))
(check-sat)

; unsat 4
(set-logic NRA)
(set-info :status unsat)
(declare-const k Real)
(assert (exists ((x Real))
    (forall ((y Real)) (>= (* y y) (* k x x)))))
(assert (forall ((x Real)) (< (* x k) (+ (* x x) k))))
(assert (>= k 4.0))
(check-sat)

; unsat 5
(set-logic NRA)
(set-info :status unsat)
(define-fun square ((v Real)) Real (* v v))
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (exists ((s Real)) (and (= s (+ a b)) (= (square s) c))))
(assert (< c (* 4.0 a b)))
(check-sat)

; unsat 6
(set-logic NRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(assert (forall ((x Real))
    (= (* (- x a) (- x b)) (+ (* x x) (- (* 5.0 x)) 6.0))))
(assert (distinct (+ a b) 5.0))
(check-sat)

; unsat 7
(set-logic NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(assert (< (/ y (- x)) (* (- x) (+ z x z))))
(assert (< (- (+ y x) 0.0 (- 1.0 2.0) (- y)) y))
(assert (< (- (/ 524288.0 y)) (/ 524288.0 y) (- (/ 524288.0 y) (/ z z))))
(assert (= (+ (* 1.5 x 120990684.655 z) (/ x x)) (- z) y))
(check-sat)

; unsat 8
(set-logic NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (and
    (exists ((x1 Bool)) (forall ((x2 Bool)) p))
    (forall ((x3 Bool) (x4 Bool) (x5 Bool)) (distinct x z))))
(assert (and (not (exists ((x25 Bool) (x26 Bool) (x27 Real))
        p)) (< (- 2.0 y) z)))
(check-sat)

; unsat 9
(set-logic NRA)
(set-info :status unsat)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (and (= (exists ((x28 Bool)) p) (distinct 1.0 z)) (exists ((x28 Bool))
      p)))
(assert (not (=> (= y z) (forall ((x44 Bool) (x45 Bool)) p))))
(assert (not (=> p (>= y 0.002))))
(check-sat)

; unsat 10
(set-logic NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const z Real)
(declare-const p Bool)
(assert (not (not (< z x))))
(assert (or (not (distinct z x)) (not (< z x))))
(assert (not (= (not p) (distinct 0.0 z))))
(check-sat)

; unsat 11
(set-logic NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (=> (=> (= 529808503733.115 2.0 x z y) (= z 590295810358705651712.0)) p))
(assert (not (=> (= y 0.1) p)))
(assert (= (/ (- y 4665773.0) (* y x y z 2121327.0)) 4096.0))
(check-sat)

; unsat 12
(set-logic NRA)
(set-info :status unsat)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (and (xor (not p) (distinct y z)) p))
(assert (distinct (or (exists ((x30 Real)) p) (distinct z 1.0)) p))
(check-sat)
