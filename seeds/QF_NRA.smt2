; Built-in seeds of QF_NRA; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (= (+ (* x x) (* y y)) 1.0))
(assert (= (* x y) 0.48))
(assert (> x y))
(check-sat)
; witness
; (define-fun x () Real (/ 4.0 5.0))
; (define-fun y () Real (/ 3.0 5.0))

; sat 2
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(assert (= (* x y) 2.0))
(assert (= (* y z) 3.0))
(assert (= (* x z) 6.0))
(assert (< x 0.0))
(check-sat)
; witness
; (define-fun x () Real (- 2.0))
; (define-fun y () Real (- 1.0))
; (define-fun z () Real (- 3.0))

; sat 3
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (= (/ x y) 0.75))
(assert (= (* y y) (+ y 12.0)))
(assert (not (= y 0.0)))
(assert (> x (- 1.0)))
(check-sat)
; witness
; (define-fun x () Real 3.0)
; (define-fun y () Real 4.0)
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (and (= x!0 3.0) (= x!1 4.0)) (/ 3.0 4.0) 0.0))

; sat 4
(set-logic QF_NRA)
(set-info :status sat)
(declare-const t Real)
(declare-const h Real)
(declare-const v Real)
(assert (= h (- (* v t) (* 5.0 t t))))
(assert (and (> t 1.0) (<= v 10.0)))
(assert (= h 3.75))
(check-sat)
; witness
; (define-fun t () Real (/ 5.0 4.0))
; (define-fun h () Real (/ 15.0 4.0))
; (define-fun v () Real (/ 37.0 4.0))
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (and (= x!0 (/ 185.0 16.0)) (= x!1 (/ 5.0 4.0))) (/ 37.0 4.0) 0.0))

; sat 5
(set-logic QF_NRA)
(set-info :status sat)
(define-fun det ((a Real) (b Real) (c Real) (d Real)) Real (- (* a d) (* b c)))
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(declare-const d Real)
(assert (= (det a b c d) 1.0))
(assert (= a d))
(assert (= b (- c)))
(assert (distinct a 1.0 0.0 (- 1.0)))
(check-sat)
; witness
; (
;   (define-fun c () Real
;     (- (/ 1.0 2.0)))
;   (define-fun a () Real
;     (root-obj (+ (* 4 (^ x 2)) (- 3)) 2))
;   (define-fun b () Real
;     (/ 1.0 2.0))
;   (define-fun d () Real
;     (root-obj (+ (* 4 (^ x 2)) (- 3)) 2))
;   (define-fun /0 ((x!0 Real) (x!1 Real)) Real
;     (ite (and (= x!0 (/ 3.0 4.0)) (= x!1 (root-obj (+ (* 4 (^ x 2)) (- 3)) 2)))
;       (root-obj (+ (* 4 (^ x 2)) (- 3)) 2)
;       0.0))
; )

; sat 6
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (not (or (<= x y) (< x 544.1))))
(assert (or (not (< x y)) (not (<= 0.2 85070591730234615865843651857942052864.0))))
(assert (or (not (not p)) (or (<= y z) (< 0.0 x 0.001))))
(check-sat)
; witness
; (define-fun x () Real 546.0)
; (define-fun y () Real 0.0)
; (define-fun z () Real 0.0)
; (define-fun p () Bool false)

; sat 7
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (not (not (<= x z))))
(assert (= (= (<= z y) p) (ite (<= 0.0 x) (not p) p)))
(assert (ite
    (and (not p) (distinct 1.0 y 0.0))
    (not (distinct 1.0 y 0.0))
    (<= 0.0 0.001)))
(check-sat)
; witness
; (define-fun x () Real (- 1.0))
; (define-fun y () Real 1.0)
; (define-fun z () Real 0.0)
; (define-fun p () Bool false)

; sat 8
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (or (and (>= y x) (>= x z y 1.0 0.0)) p))
(assert (or (distinct p (>= x z)) p))
(assert (and (ite p (>= x 1.0) (>= x y z 2.0 0.0)) p))
(check-sat)
; witness
; (define-fun x () Real 1.0)
; (define-fun y () Real 0.0)
; (define-fun z () Real 0.0)
; (define-fun p () Bool true)

; sat 9
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (xor (xor (distinct z y) (distinct 0.1 x y)) (distinct z y)))
(assert (distinct (xor (distinct z y) (distinct 1.5 y)) (distinct 1.5 y)))
(assert (and (xor (> x z) (distinct 3.0 z) (distinct z y) p) p))
(assert (and (xor (> y z) (> 0.1 2.0)) p))
(check-sat)
; witness
; (define-fun x () Real (- 2.0))
; (define-fun y () Real 0.0)
; (define-fun z () Real (- 1.0))
; (define-fun p () Bool true)

; sat 10
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (xor p (not (>= z 34507009483472.0))))
(assert (not (<= (- z x y) (- x))))
(assert (xor (not (>= x z)) p))
(check-sat)
; witness
; (define-fun x () Real (- 1.0))
; (define-fun y () Real (- 1.0))
; (define-fun z () Real 0.0)
; (define-fun p () Bool false)

; sat 11
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (>= (ite (>= 1.0 3.0) (* 617737119.1 x) (* 0.003 z)) x))
(assert (=>
    (=> (distinct y z) (not p))
    (xor p (=> (distinct y z) (not p)))
    (>= x z)))
(assert (xor (>= z (ite p 4398046511104.0 x)) p))
(check-sat)
; witness
; (define-fun x () Real 0.0)
; (define-fun y () Real 1.0)
; (define-fun z () Real 0.0)
; (define-fun p () Bool false)

; sat 12
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (>= (+ (+ 0.003 y) (/ y x)) (- (- x))))
(assert (>=
    (/ (ite p y 3.0) (- z) (+ 3.0 332306998946228968225951765070086.144) z)
    1.2
    x))
(assert (>= y (+ (+ y z) (+ 0.0 20.108 z 0.0))))
(assert (<= y (ite (<= 35184372088.832 z) (ite p z 0.0) (/ x z))))
(assert (> (- (ite p y x)) (+ (- y) y)))
(assert (= (<= (- z) (- 0.3)) (> 1.0 (ite p 1.0 y))))
(check-sat)
; witness
; (define-fun x () Real 0.0)
; (define-fun y () Real (- 57422649417908365709444465004111406.0))
; (define-fun z () Real (- 12.0))
; (define-fun p () Bool true)
; (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (and (= x!0 (- 57422649417908365709444465004111406.0)) (= x!1 0.0)) 57422649417908365709444465004111407.0 (ite (and (= x!0 (- 57422649417908365709444465004111406.0)) (= x!1 12.0)) (- (/ 28711324708954182854722232502055703.0 6.0)) (ite (and (= x!0 (- (/ 3588915588619272856840279062756962875.0 249230249209671726169463823802566858.0))) (= x!1 (- 12.0))) (/ 3588915588619272856840279062756962875.0 2990762990516060714033565885630802296.0) 0.0))))

; unsat 1
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(assert (= (+ (* x x) (* y y)) 1.0))
(assert (> (* x y) 0.5))
(check-sat)

; unsat 2
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(assert (> (* x y) 0.0))
(assert (> (* y z) 0.0))
(assert (< (* x z) 0.0))
(check-sat)

; unsat 3
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(assert (and (> a 0.0) (> b 0.0)))
(assert (< (/ (+ a b) 2.0) 1.0))
(assert (>= (* a b) 1.0))
(check-sat)

; unsat 4
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const t Real)
(declare-const h Real)
(declare-const v Real)
(assert (= h (- (* v t) (* 5.0 t t))))
(assert (and (>= t 0.0) (= v 10.0)))
(assert (> h 5.0))
(check-sat)

; unsat 5
(set-logic QF_NRA)
(set-info :status unsat)
(define-fun det ((a Real) (b Real) (c Real) (d Real)) Real (- (* a d) (* b c)))
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(declare-const d Real)
(declare-const k Real)
(assert (= c (* k a)))
(assert (= d (* k b)))
(assert (distinct (det a b c d) 0.0))
(check-sat)

; unsat 6
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (not (or (not p) (< y x) (= 0.003 60446290980731458735308.8 z))))
(assert (and (= (* 0.0 x) x) (= (= (* 0.0 x) x) (not p))))
(check-sat)

; unsat 7
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (=> (=> (>= z x 1.0 3.0 0.0) (>= x 2.0)) p))
(assert (ite (=> (>= x 2.0 133398166.0) p) (>= (- x) 3.0 x y) p))
(assert (< (+ (ite p 0.0 y) (ite p z y)) (+ x y x 1.5 z)))
(check-sat)

; unsat 8
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const z Real)
(declare-const p Bool)
(assert (not (or (<= 0.003 z) p)))
(assert (not (not (<= 0.1 x z))))
(check-sat)

; unsat 9
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (not (not (distinct 1.0 y z 0.0 0.001))))
(assert (not (ite p (distinct y z) (distinct 0.1 0.0))))
(check-sat)

; unsat 10
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const y Real)
(declare-const z Real)
(assert (not (< (/ y z 7920.0) y)))
(assert (not (not (< 536870.912 1038459371706965525706099265844019.2 z y))))
(check-sat)

; unsat 11
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(assert (< (- (/ x 2.0) (- 1.0)) (* (- x z) y)))
(assert (<=
    2.0
    (/ (- 70368744177664.0) (- z y))
    (/ (- 1.0 z) y 241785163922925834941235.2 3.0 x)
    z))
(check-sat)

; unsat 12
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const p Bool)
(assert (<= 0.2 (* (ite p 0.3 0.0) (* z y z z z))))
(assert (not (or (= x y) (<= z y) (<= z 2251799813685248.0) p)))
(assert (= (ite (> x 0.2) z (* y 1.0)) z))
(check-sat)
