; Built-in seeds of QF_FP; src/seeds/shipped.rs tells the form of this file.

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
; (define-fun x () (_ FloatingPoint 11 53) (fp #b1 #b11111111110 #xffffffff00000))
; (define-fun y () (_ FloatingPoint 11 53) (fp #b0 #b11111011101 #xfffff00000001))

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

; sat 7
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

; sat 8
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (distinct
    (fp #b0 #x04 #b01111111111111111111111)
    (fp.min ((_ to_fp_unsigned 8 24) r #x0000001) (fp #b1 #x00 #b00000000000000000000001))
    x
    y))
(assert (distinct
    (fp.min (fp.neg y) (fp #b1 #x7f #b00000000000000000000000))
    (fp.roundToIntegral RNA (fp.roundToIntegral r x))
    x))
(assert (not (distinct z x)))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b1 #x8e #b11111110001010110000101))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b0 #xeb #b11011011010100100101001))
; (define-fun z () (_ FloatingPoint 8 24) (fp #b1 #x8e #b11111110001010110000101))
; (define-fun r () RoundingMode RTZ)

; sat 9
(set-logic QF_FP)
(set-info :status sat)
(declare-const r RoundingMode)
(declare-const p Bool)
(assert (distinct p (distinct r RNA)))
(assert (distinct (distinct r RNE) p))
(assert (or p (or p (distinct r RNA))))
(check-sat)
; witness
; (define-fun r () RoundingMode RTP)
; (define-fun p () Bool false)

; sat 10
(set-logic QF_FP)
(set-info :status sat)
(declare-const r RoundingMode)
(declare-const p Bool)
(assert (= RTZ (ite (not p) (ite p RTN RTZ) (ite p r RTN))))
(assert (or (not (= RTN r)) (not p)))
(assert (= (ite p r RNA) RNA))
(check-sat)
; witness
; (define-fun r () RoundingMode RNE)
; (define-fun p () Bool false)

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
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(assert (= z (fp.max x y)))
(assert (fp.lt z x))
(assert (not (fp.isNaN y)))
(check-sat)

; unsat 5
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

; unsat 6
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.eq (fp.mul RNE x ((_ to_fp 8 24) RNE 2.0)) y))
(assert (fp.eq (fp.add RNE x x) (fp.neg y)))
(assert (not (fp.isZero y)))
(check-sat)

; unsat 7
(set-logic QF_FP)
(set-info :status unsat)
(declare-const r RoundingMode)
(declare-const p Bool)
(assert (distinct (distinct r RTP) p))
(assert (xor p (= r RTP)))
(check-sat)

; unsat 8
(set-logic QF_FP)
(set-info :status unsat)
(declare-const r RoundingMode)
(declare-const p Bool)
(assert (distinct
    (fp.gt
      (fp.sub
        r
        (fp.neg (fp.neg (fp.neg ((_ to_fp 2 5) #b0000000))))
        (fp.neg (fp.neg (fp.neg ((_ to_fp 2 5) #b1010011)))))
      (fp.neg (fp.neg (fp.neg ((_ to_fp 2 5) #b1111111)))))
    p))
(assert (xor
    (fp.geq
      (fp.roundToIntegral RNE (fp.neg (fp.neg (fp.neg ((_ to_fp 5 3) #x01)))))
      (fp.sqrt r (fp.neg (fp.neg (fp.neg ((_ to_fp 5 3) #x00))))))
    p))
(check-sat)

; unsat 9
(set-logic QF_FP)
(set-info :status unsat)
(declare-const r RoundingMode)
(declare-const p Bool)
(assert (or
    (=>
      (fp.isNormal
        (fp.roundToIntegral
          RTN
          (fp.roundToIntegral r (fp.roundToIntegral RTN ((_ to_fp_unsigned 2 2) RTN #x3)))))
      p)
    p))
(assert (xor
    (fp.isNormal
      (fp.min
        (fp.roundToIntegral
          r
          (fp.roundToIntegral
            RTN
            (fp.roundToIntegral r ((_ to_fp_unsigned 2 3) RTN #b100000))))
        (fp.roundToIntegral
          RNE
          (fp.roundToIntegral r (fp.roundToIntegral RNE ((_ to_fp_unsigned 2 3) r #b1))))))
    p))
(check-sat)

; unsat 10
(set-logic QF_FP)
(set-info :status unsat)
(declare-const z (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (= (fp.roundToIntegral RNA (fp.roundToIntegral r z)) (_ -oo 8 24)))
(assert (=
    (fp.max ((_ to_fp_unsigned 8 24) r #b011) (fp.roundToIntegral RNA (_ NaN 8 24)))
    z))
(check-sat)

; unsat 11
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (= y x z))
(assert (not (= y z)))
(assert (distinct (fp.mul r z (fp.neg y)) (fp.neg y)))
(check-sat)

; unsat 12
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const z (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (= (fp.sqrt RTZ z) y z))
(assert (= ((_ to_fp 8 24) r 3.0) (fp.abs (fp.abs y))))
(assert (distinct (fp.abs x) z))
(assert (= (fp.abs (fp.max y x)) ((_ to_fp_unsigned 8 24) RTN #b00)))
(check-sat)
