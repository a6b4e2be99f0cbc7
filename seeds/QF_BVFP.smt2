; Built-in seeds of QF_BVFP; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const b (_ BitVec 32))
(declare-const x (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp 8 24) b)))
(assert (= (bvand b #x007fffff) #x00400001))
(assert (fp.lt x (fp #b1 #x80 #b00000000000000000000000)))
(check-sat)
; witness
; (define-fun b () (_ BitVec 32) #xc0400001)
; (define-fun x () (_ FloatingPoint 8 24) (fp #b1 #x80 #b10000000000000000000001))

; sat 2
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const n (_ BitVec 8))
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp_unsigned 8 24) RTP n)))
(assert (= y ((_ to_fp 8 24) RTP n)))
(assert (fp.eq (fp.sub RNE x y) ((_ to_fp 8 24) RNE 256.0)))
(assert (= ((_ extract 1 0) n) #b01))
(check-sat)
; witness
; (define-fun n () (_ BitVec 8) #x99)
; (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #x86 #b00110010000000000000000))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b1 #x85 #b10011100000000000000000))

; sat 3
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const s (_ BitVec 1))
(declare-const e (_ BitVec 8))
(declare-const m (_ BitVec 23))
(assert (fp.isNormal (fp s e m)))
(assert (fp.eq (fp s e m) (fp.neg (fp (bvnot s) (bvadd e #x00) m))))
(assert (= ((_ extract 3 0) e) ((_ extract 22 19) m)))
(assert (bvugt e #x90))
(check-sat)
; witness
; (define-fun s () (_ BitVec 1) #b0)
; (define-fun e () (_ BitVec 8) #x91)
; (define-fun m () (_ BitVec 23) #b00010000000000000000000)

; sat 4
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const u (_ BitVec 16))
(declare-const x (_ FloatingPoint 8 24))
(assert (= u ((_ fp.to_ubv 16) RNA x)))
(assert (fp.lt ((_ to_fp 8 24) RNE 100.4) x ((_ to_fp 8 24) RNE 101.5)))
(assert (= ((_ extract 0 0) u) #b1))
(check-sat)
; witness
; (define-fun u () (_ BitVec 16) #x0065)
; (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #x85 #b10010100000000000001011))

; sat 5
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const s (_ BitVec 1))
(declare-const m (_ BitVec 23))
(assert (fp.isNaN (fp s #xff m)))
(assert (= ((_ extract 22 12) m) #b00000000000))
(assert (bvult m #b00000000000000000000100))
(check-sat)
; witness
; (define-fun s () (_ BitVec 1) #b0)
; (define-fun m () (_ BitVec 23) #b00000000000000000000001)

; sat 6
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (fp.eq ((_ to_fp 8 24) a) ((_ to_fp 8 24) b)))
(assert (distinct a b))
(assert (bvult a b))
(check-sat)
; witness
; (define-fun a () (_ BitVec 32) #x00000000)
; (define-fun b () (_ BitVec 32) #x80000000)

; sat 7
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(declare-const x (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp 8 24) (bvor a b))))
(assert (fp.isNaN x))
(assert (not (fp.isNaN ((_ to_fp 8 24) a))))
(assert (not (fp.isNaN ((_ to_fp 8 24) b))))
(assert (= (bvand a b) #x00000000))
(check-sat)
; witness
; (define-fun a () (_ BitVec 32) #xbe2fa02c)
; (define-fun b () (_ BitVec 32) #x41800000)
; (define-fun x () (_ FloatingPoint 8 24) (_ NaN 8 24))

; sat 8
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const a (_ BitVec 64))
(declare-const x (_ FloatingPoint 11 53))
(assert (= x ((_ to_fp 11 53) (concat ((_ extract 31 0) a) ((_ extract 63 32) a)))))
(assert (fp.isNormal x))
(assert (fp.isNegative x))
(assert (fp.isSubnormal ((_ to_fp 11 53) a)))
(check-sat)
; witness
; (define-fun a () (_ BitVec 64) #x0000000080100000)
; (define-fun x () (_ FloatingPoint 11 53) (fp #b1 #b00000000001 #x0000000000000))

; sat 9
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const n (_ BitVec 8))
(declare-const k (_ BitVec 8))
(assert (fp.lt ((_ to_fp 8 24) RNE n) ((_ to_fp 8 24) RNE k)))
(assert (fp.gt ((_ to_fp_unsigned 8 24) RNE n) ((_ to_fp_unsigned 8 24) RNE k)))
(assert (= (bvadd n k) #x10))
(check-sat)
; witness
; (define-fun n () (_ BitVec 8) #xf3)
; (define-fun k () (_ BitVec 8) #x1d)

; sat 10
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const n (_ BitVec 4))
(declare-const x (_ FloatingPoint 8 24))
(assert (= n ((_ fp.to_ubv 4) RTP x)))
(assert (fp.leq x (fp #b0 #x81 #b01000000000000000000000)))
(assert (fp.gt x (fp #b0 #x81 #b00000000000000000000000)))
(assert (distinct n #x4))
(check-sat)
; witness
; (define-fun n () (_ BitVec 4) #x5)
; (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #x81 #b00000000000000000000001))

; sat 11
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (distinct
    (fp.add r (fp.add r x (_ +zero 8 24)) (fp.add r (_ +zero 8 24) y))
    (_ +zero 8 24)))
(assert (distinct
    (fp.add r (fp.add r y x) (fp.add r x (_ +zero 8 24)))
    (_ +zero 8 24)))
(assert (distinct (_ +zero 8 24) (fp.add r (fp.add r (_ +zero 8 24) x) (_ +zero 8 24))))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b1 #x7f #b11110001110000110100001))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b0 #x80 #b11101111000101111100110))
; (define-fun r () RoundingMode RNE)

; sat 12
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(declare-const b (_ BitVec 8))
(assert (=
    (fp.add RTN (fp.add r (_ NaN 8 24) y) (_ NaN 8 24))
    (fp.abs (fp.add RNA x x))))
(assert (=
    x
    (fp.add
      RTN
      (fp.add RTN (_ -zero 8 24) (_ -zero 8 24))
      (fp #b1 b #b10000101010011000101010))))
(assert (=
    (_ NaN 8 24)
    (fp.abs (_ NaN 8 24))
    (fp.roundToIntegral r x)
    (fp.add r (fp #b1 b #b10000000000000000000000) x)))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (_ NaN 8 24))
; (define-fun y () (_ FloatingPoint 8 24) (_ +zero 8 24))
; (define-fun r () RoundingMode RTP)
; (define-fun b () (_ BitVec 8) #xff)

; unsat 1
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const b (_ BitVec 32))
(declare-const x (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp 8 24) b)))
(assert (bvslt b #x00000000))
(assert (fp.isPositive x))
(check-sat)

; unsat 2
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(declare-const x (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp_unsigned 8 24) RNE n)))
(assert (fp.isNegative x))
(check-sat)

; unsat 3
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp_unsigned 8 24) RTP n)))
(assert (= y ((_ to_fp 8 24) RTP n)))
(assert (distinct x y))
(assert (bvult n #x80))
(check-sat)

; unsat 4
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const s (_ BitVec 1))
(declare-const e (_ BitVec 8))
(declare-const m (_ BitVec 23))
(assert (fp.isSubnormal (fp s e m)))
(assert (or (distinct e #x00) (= m #b00000000000000000000000)))
(check-sat)

; unsat 5
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const u (_ BitVec 16))
(declare-const x (_ FloatingPoint 8 24))
(assert (= u ((_ fp.to_ubv 16) RTZ x)))
(assert (fp.lt ((_ to_fp 8 24) RNE 100.4) x ((_ to_fp 8 24) RNE 101.5)))
(assert (= (bvand u #x0003) #x0003))
(check-sat)

; unsat 6
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const i (_ BitVec 16))
(declare-const f (_ FloatingPoint 8 24))
(assert (= f ((_ to_fp 8 24) RNE i)))
(assert (distinct ((_ fp.to_sbv 16) RNE f) i))
(check-sat)

; unsat 7
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const s (_ BitVec 1))
(declare-const m (_ BitVec 23))
(assert (fp.isInfinite (fp s #xff m)))
(assert (bvugt m #b00000000000000000000000))
(check-sat)

; unsat 8
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (fp.eq ((_ to_fp 8 24) a) ((_ to_fp 8 24) b)))
(assert (distinct a b))
(assert (bvult #x00000000 (bvand a #x7fffffff)))
(check-sat)

; unsat 9
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const a (_ BitVec 32))
(declare-const x (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp 8 24) (bvxor a #x80000000))))
(assert (= (fp.neg x) (fp.neg ((_ to_fp 8 24) a))))
(assert (not (fp.isNaN x)))
(check-sat)

; unsat 10
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const a (_ BitVec 64))
(declare-const x (_ FloatingPoint 11 53))
(assert (= x ((_ to_fp 11 53) a)))
(assert (fp.isZero x))
(assert (bvugt a #x8000000000000000))
(check-sat)

; unsat 11
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(declare-const x (_ FloatingPoint 8 24))
(assert (= x ((_ to_fp 8 24) RTZ n)))
(assert (fp.isNegative x))
(assert (bvsge n #x00))
(check-sat)

; unsat 12
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(declare-const k (_ BitVec 8))
(assert (fp.eq ((_ to_fp_unsigned 8 24) RNE n) ((_ to_fp_unsigned 8 24) RTP k)))
(assert (distinct (bvsub n k) #x00))
(check-sat)

; unsat 13
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const n (_ BitVec 4))
(declare-const x (_ FloatingPoint 8 24))
(assert (= n ((_ fp.to_ubv 4) RTN x)))
(assert (fp.lt x (fp #b0 #x81 #b01000000000000000000000)))
(assert (fp.gt x (fp #b0 #x81 #b00000000000000000000000)))
(assert (distinct n #x4))
(check-sat)
