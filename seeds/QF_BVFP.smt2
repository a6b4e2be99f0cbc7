; Built-in seeds of QF_BVFP; src/seeds/shipped.rs tells the form of this file.

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
; (define-fun y () (_ FloatingPoint 8 24) (_ -zero 8 24))
; (define-fun r () RoundingMode RTZ)
; (define-fun b () (_ BitVec 8) #xff)

; sat 6
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (= (fp.roundToIntegral r (fp.min x x)) (fp.roundToIntegral RTN (fp.min x x))))
(assert (or (= (fp.abs x) (fp.roundToIntegral RNA y)) (= (fp.min x x) y)))
(assert (= y (fp.roundToIntegral RTP x)))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (_ +zero 8 24))
; (define-fun y () (_ FloatingPoint 8 24) (_ +zero 8 24))
; (define-fun r () RoundingMode RTZ)

; sat 7
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (distinct
    (fp.mul
      r
      (fp.mul r (_ +zero 8 24) (_ +zero 8 24))
      (fp.sub RTN (_ +zero 8 24) (_ +zero 8 24)))
    x))
(assert (=
    (fp.mul RTN (fp.add RTN x (_ +zero 8 24)) x)
    (fp.add r (fp.mul RTN y (_ +zero 8 24)) (_ +zero 8 24))))
(assert (distinct
    (_ +zero 8 24)
    (fp.add RTN (fp.add RTN (_ +zero 8 24) x) (fp.mul RTN y (_ +zero 8 24)))))
(assert (=
    (fp.mul RTN (fp.mul r (_ +zero 8 24) y) (fp.mul r (_ +zero 8 24) y))
    (fp.mul RTN (fp.add RTN (_ +zero 8 24) x) (_ +zero 8 24))))
(check-sat)
; witness
; (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #x00 #b00000000000000000000110))
; (define-fun y () (_ FloatingPoint 8 24) (fp #b1 #xdf #b00000000000000000000000))
; (define-fun r () RoundingMode RNE)

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
(declare-const y (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(declare-const b (_ BitVec 8))
(assert (fp.isPositive (fp.roundToIntegral RNA (fp.roundToIntegral r ((_ to_fp 4 4) b)))))
(assert (fp.leq ((_ to_fp_unsigned 4 5) RNA #b100000000) ((_ to_fp_unsigned 4 5) r b)))
(assert (distinct
    (fp
      (bvsdiv #b1 #b0)
      (bvnand b #x00)
      (bvsdiv #b01010110001010100101101 #b01111111111111111111111))
    y))
(check-sat)

; unsat 7
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const r RoundingMode)
(declare-const b (_ BitVec 8))
(assert (= ((_ fp.to_ubv 8) r ((_ to_fp_unsigned 5 10) RTN #b11111)) b))
(assert (fp.isZero ((_ to_fp_unsigned 4 5) r (bvxnor #x82 b))))
(check-sat)

; unsat 8
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(declare-const b (_ BitVec 8))
(assert (distinct
    (fp.max (fp.roundToIntegral RNE x) (fp.mul RTN (_ NaN 8 24) (_ +oo 8 24)))
    (fp.mul r (_ NaN 8 24) (_ NaN 8 24))))
(assert (=
    (fp.sub RTZ (fp.sub r (_ NaN 8 24) x) (fp #b1 b #b10011101011110001001111))
    x))
(check-sat)

; unsat 9
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 8 24))
(declare-const r RoundingMode)
(assert (=
    (fp.div r (fp.div RNA (_ -oo 8 24) (_ -zero 8 24)) (fp.roundToIntegral r x))
    (fp.neg (_ -oo 8 24))))
(assert (=
    (fp.add r (fp.div r (_ -zero 8 24) x) (fp.add RNA (_ -zero 8 24) (_ -zero 8 24)))
    x))
(check-sat)
