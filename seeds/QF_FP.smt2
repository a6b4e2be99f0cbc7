; Built-in seeds of QF_FP; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.lt x y))
(assert (fp.eq (fp.add RNE x y) y))
(assert (fp.isNormal x))
(assert (fp.isPositive x))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #x70 #b10011000000000000000101))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b0 #xed #b10000000000000000000001))

; sat 2
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.eq x y))
(assert (not (= x y)))
(assert (not (fp.isNegative y)))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (_ -zero 8 24))
; (define-fun y () (_ FloatingPoint 8 24) (_ +zero 8 24))

; sat 3
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.isInfinite (fp.sub RTN x y)))
(assert (not (fp.isInfinite x)))
(assert (not (fp.isInfinite y)))
(assert (fp.isSubnormal
    (fp.div RNE (fp #b0 #b00000000001 #x0000000000000) ((_ to_fp 11 53) RNE 2.0))))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 11 53) (fp #b1 #b11111111110 #x8000000000000))
; (define-fun y () (_ FloatingPoint 11 53) (fp #b0 #b11111111110 #x8c00000001df8))

; sat 4
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(assert (= z (fp.min x (fp.neg y))))
(assert (fp.gt (fp.abs z) (fp.abs x)))
(assert (fp.isSubnormal x))
(assert (fp.geq y x))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b1 #x00 #b00000000000000000000100))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b0 #x00 #b10000000000100010000111))
; (define-fun z () (_ FloatingPoint 8 24) (fp #b1 #x00 #b10000000000100010000111))

; sat 5
(set-logic QF_FP)
(set-info :status sat)
(declare-const d (_ FloatingPoint 11 53))
(declare-const f (_ FloatingPoint 8 24))
(assert (= f ((_ to_fp 8 24) RTP d)))
(assert (fp.isInfinite f))
(assert (not (fp.isInfinite d)))
(assert (fp.isPositive d))
(check-sat)
; witness
; (define-fun d () (_ FloatingPoint 11 53) (fp #b0 #b10010010111 #x03271aedc98bd))
; (define-fun f () (_ FloatingPoint 8 24) (_ +oo 8 24))

; sat 6
(set-logic QF_FP)
(set-info :status sat)
(define-fun near ((a (_ FloatingPoint 8 24)) (b (_ FloatingPoint 8 24))) Bool (fp.lt
    (fp.abs (fp.sub RNE a b))
    ((_ to_fp 8 24) RNE 0.125)))
(declare-const a (_ FloatingPoint 8 24))
(declare-const b (_ FloatingPoint 8 24))
(declare-const c (_ FloatingPoint 8 24))
(assert (and (near a b) (near b c)))
(assert (not (near a c)))
(assert (fp.gt a ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
; witness
; (define-fun a () (_ FloatingPoint 8 24) (fp #b0 #x7f #b10000000000000000000000))
; (define-fun b () (_ FloatingPoint 8 24) (fp #b0 #x7f #b10011000000000000000001))
; (define-fun c () (_ FloatingPoint 8 24) (fp #b0 #x7f #b10100000000000000000000))

; sat 7
(set-logic QF_FP)
(set-info :status sat)
(declare-const a (_ FloatingPoint 8 24))
(declare-const b (_ FloatingPoint 8 24))
(declare-const m RoundingMode)
(declare-const n RoundingMode)
(assert (= a ((_ to_fp 8 24) m 0.1)))
(assert (= b ((_ to_fp 8 24) n 0.1)))
(assert (fp.gt a b))
(assert (=> (= m RNE) (= n RTP)))
(check-sat)
; witness
; (define-fun a () (_ FloatingPoint 8 24) (fp #b0 #x7b #b10011001100110011001101))
; (define-fun b () (_ FloatingPoint 8 24) (fp #b0 #x7b #b10011001100110011001100))
; (define-fun m () RoundingMode RNA)
; (define-fun n () RoundingMode RTZ)

; sat 8
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const p Bool)
(assert (= p (fp.isNaN (fp.add RTP x y))))
(assert (not (or (fp.isNaN x) (fp.isNaN y))))
(assert p)
(assert (fp.lt (ite p x y) y))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (_ -oo 8 24))
; (define-fun y () (_ FloatingPoint 8 24) (_ +oo 8 24))
; (define-fun p () Bool true)

; sat 9
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(assert (fp.lt x y))
(assert (fp.leq z (fp.neg y)))
(assert (= (fp.abs z) (fp.abs x)))
(assert (fp.isNormal z))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b1 #x50 #b11001111000010000000000))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b0 #x42 #b00110000000001111111111))
; (define-fun z () (_ FloatingPoint 8 24) (fp #b1 #x50 #b11001111000010000000000))

; sat 10
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (= (fp.neg x) y))
(assert (fp.isSubnormal y))
(assert (or (fp.gt x y) (fp.isPositive y)))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 11 53) (fp #b1 #b00000000000 #xfffffffffffbe))
; (define-fun y () (_ FloatingPoint 11 53) (fp #b0 #b00000000000 #xfffffffffffbe))

; sat 11
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const p Bool)
(assert (= (fp.min x y) (ite p x (fp.abs y))))
(assert (not (fp.eq (fp.min x y) x)))
(assert (not (fp.isNaN x)))
(assert (not p))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #xb2 #b10110001101011011001001))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b0 #xa0 #b00000110111011101010010))
; (define-fun p () Bool false)

; sat 12
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.isZero (fp.div RTZ x y)))
(assert (not (fp.isZero x)))
(assert (fp.isInfinite y))
(assert (fp.isNegative x))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b1 #x01 #b00000000000000000000000))
; (define-fun y () (_ FloatingPoint 8 24) (_ -oo 8 24))

; sat 13
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const m RoundingMode)
(assert (fp.isZero (fp.roundToIntegral m x)))
(assert (fp.isSubnormal x))
(assert (fp.isPositive x))
(assert (distinct m RNE RTZ RNA))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #x00 #b10110001000010010100100))
; (define-fun m () RoundingMode RTN)

; sat 14
(set-logic QF_FP)
(set-info :status sat)
(define-fun ordered ((a (_ FloatingPoint 8 24)) (b (_ FloatingPoint 8 24))) Bool (or
    (fp.leq a b)
    (fp.leq b a)))
(declare-const a (_ FloatingPoint 8 24))
(declare-const b (_ FloatingPoint 8 24))
(declare-const c (_ FloatingPoint 8 24))
(assert (not (ordered a b)))
(assert (ordered b c))
(assert (fp.isInfinite c))
(assert (=> (fp.isPositive c) (fp.lt b (fp.neg b))))
(check-sat)
; witness
; (define-fun a () (_ FloatingPoint 8 24) (_ NaN 8 24))
; (define-fun b () (_ FloatingPoint 8 24) (fp #b0 #xbf #b01111111111100010101101))
; (define-fun c () (_ FloatingPoint 8 24) (_ -oo 8 24))

; sat 15
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.isInfinite x))
(assert (fp.isInfinite y))
(assert (fp.isNaN (fp.sub RTP x y)))
(assert (xor (fp.isNegative x) (fp.isPositive y)))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 11 53) (_ +oo 11 53))
; (define-fun y () (_ FloatingPoint 11 53) (_ +oo 11 53))

; sat 16
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const m RoundingMode)
(assert (= y (fp.sqrt m x)))
(assert (fp.isZero y))
(assert (fp.isNegative y))
(assert (distinct m RNE))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (_ -zero 8 24))
; (define-fun y () (_ FloatingPoint 8 24) (_ -zero 8 24))
; (define-fun m () RoundingMode RNA)

; unsat 1
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.eq x y))
(assert (not (= x y)))
(assert (not (fp.isZero x)))
(check-sat)

; unsat 2
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const m RoundingMode)
(assert (= (fp.roundToIntegral m x) ((_ to_fp 8 24) RNE 3.0)))
(assert (fp.lt x ((_ to_fp 8 24) RNE 2.5)))
(assert (distinct m RTP))
(check-sat)

; unsat 3
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const m RoundingMode)
(assert (= (fp.roundToIntegral m x) ((_ to_fp 8 24) RNE 3.0)))
(assert (fp.leq x ((_ to_fp 8 24) RNE 2.5)))
(assert (distinct m RTP RNA))
(check-sat)

; unsat 4
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.isInfinite (fp.sub RTZ x y)))
(assert (not (fp.isInfinite x)))
(assert (not (fp.isInfinite y)))
(assert (not (fp.isNaN (fp.sub RTZ x y))))
(check-sat)

; unsat 5
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(assert (= z (fp.max x y)))
(assert (fp.lt z x))
(assert (not (fp.isNaN y)))
(check-sat)

; unsat 6
(set-logic QF_FP)
(set-info :status unsat)
(declare-const d (_ FloatingPoint 11 53))
(declare-const f (_ FloatingPoint 8 24))
(assert (= d ((_ to_fp 11 53) RNE f)))
(assert (fp.isSubnormal d))
(check-sat)

; unsat 7
(set-logic QF_FP)
(set-info :status unsat)
(declare-const a (_ FloatingPoint 8 24))
(declare-const b (_ FloatingPoint 8 24))
(declare-const m RoundingMode)
(declare-const n RoundingMode)
(assert (= a ((_ to_fp 8 24) m 0.1)))
(assert (= b ((_ to_fp 8 24) n 0.1)))
(assert (fp.lt a b))
(assert (distinct m RTZ RTN))
(check-sat)

; unsat 8
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.eq (fp.mul RNE x ((_ to_fp 8 24) RNE 2.0)) y))
(assert (fp.eq (fp.add RNE x x) (fp.neg y)))
(assert (not (fp.isZero y)))
(check-sat)

; unsat 9
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(assert (fp.lt x y))
(assert (fp.lt y z))
(assert (fp.geq x z))
(check-sat)

; unsat 10
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (= (fp.neg x) y))
(assert (= (fp.neg y) y))
(assert (not (fp.isNaN x)))
(check-sat)

; unsat 11
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (= (fp.min x y) (fp.max x y)))
(assert (fp.lt x y))
(check-sat)

; unsat 12
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.isZero x))
(assert (fp.isInfinite y))
(assert (not (fp.isNaN (fp.mul RNE x y))))
(check-sat)

; unsat 13
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.isPositive x))
(assert (fp.isNegative y))
(assert (fp.gt y x))
(check-sat)

; unsat 14
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const m RoundingMode)
(assert (= (fp.roundToIntegral m x) x))
(assert (fp.isSubnormal x))
(assert (or (= m RNE) (= m RTZ)))
(check-sat)

; unsat 15
(set-logic QF_FP)
(set-info :status unsat)
(define-fun ordered ((a (_ FloatingPoint 8 24)) (b (_ FloatingPoint 8 24))) Bool (or
    (fp.leq a b)
    (fp.leq b a)))
(declare-const a (_ FloatingPoint 8 24))
(declare-const b (_ FloatingPoint 8 24))
(assert (not (ordered a b)))
(assert (not (fp.isNaN a)))
(assert (fp.eq b b))
(check-sat)

; unsat 16
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.isInfinite x))
(assert (fp.isInfinite y))
(assert (not (fp.eq x y)))
(assert (not (fp.isNaN (fp.add RNE x y))))
(check-sat)

; unsat 17
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.isNegative x))
(assert (not (fp.isZero x)))
(assert (= y (fp.sqrt RNE x)))
(assert (fp.eq y y))
(check-sat)
