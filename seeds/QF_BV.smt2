; Built-in seeds of QF_BV; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (bvand x (bvneg x)) #x08))
(assert (= (bvor x y) (bvnot #x00)))
(assert (bvult y x))
(assert (= ((_ extract 3 0) y) #x7))
(check-sat)
; witness
; (define-fun x () (_ BitVec 8) #x88)
; (define-fun y () (_ BitVec 8) #x77)

; sat 2
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (bvmul x y) #x00000001))
(assert (bvugt x #x00000001))
(assert (= ((_ extract 7 0) x) #xab))
(check-sat)
; witness
; (define-fun x () (_ BitVec 32) #x115372ab)
; (define-fun y () (_ BitVec 32) #x5ed0f803)

; sat 3
(set-logic QF_BV)
(set-info :status sat)
(declare-const n (_ BitVec 12))
(declare-const d (_ BitVec 12))
(assert (= (bvsdiv n d) #xff0))
(assert (= (bvsrem n d) #xffd))
(assert (= (bvsmod n d) (bvsub d #x003)))
(assert (bvsgt d #x004))
(check-sat)
; witness
; (define-fun n () (_ BitVec 12) #xf8d)
; (define-fun d () (_ BitVec 12) #x007)

; sat 4
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 8))
(declare-const s (_ BitVec 8))
(assert (= (bvor (bvlshr a s) (bvshl a (bvsub #x08 s))) ((_ rotate_right 3) a)))
(assert (distinct s #x03))
(assert (distinct a ((_ rotate_left 1) a)))
(assert (bvule s #x08))
(check-sat)
; witness
; (define-fun a () (_ BitVec 8) #x55)
; (define-fun s () (_ BitVec 8) #x01)

; sat 5
(set-logic QF_BV)
(set-info :status sat)
(define-fun max ((p (_ BitVec 4)) (q (_ BitVec 4))) (_ BitVec 4) (ite (bvsge p q) p q))
(declare-const p (_ BitVec 4))
(declare-const q (_ BitVec 4))
(declare-const r (_ BitVec 4))
(assert (= (max p (max q r)) #xe))
(assert (= (bvadd p q r) #x0))
(assert (distinct p q r))
(check-sat)
; witness
; (define-fun p () (_ BitVec 4) #x8)
; (define-fun q () (_ BitVec 4) #xa)
; (define-fun r () (_ BitVec 4) #xe)

; sat 6
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (=
    (bvlshr (bvsub x y) #x000000000000003f)
    (bvmul #x0000000000000003 (bvand (bvsub x y) #x0000000000000001))))
(assert (= ((_ extract 63 32) x) ((_ extract 31 0) y)))
(assert (bvugt x y))
(assert (= (bvxnor x y) (bvnot (bvor x y))))
(check-sat)
; witness
; (define-fun x () (_ BitVec 64) #x9c387a0043c785fe)
; (define-fun y () (_ BitVec 64) #x200605fe9c387a00)

; sat 7
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (distinct (bvsrem (bvnot a) (bvsdiv #xff b)) (bvnot a)))
(assert (distinct ((_ rotate_left 2) (bvsrem b a)) b))
(assert (= ((_ repeat 1) ((_ repeat 1) #x00)) (bvsmod b (bvlshr #x80 a))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 8) #x07)
; (define-fun b () (_ BitVec 8) #x01)

; sat 8
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(declare-const p Bool)
(assert (and p (distinct ((_ rotate_right 4) #x00000000) (bvnot a))))
(assert (distinct
    a
    (bvsdiv ((_ repeat 8) #x4) ((_ zero_extend 29) #b010))
    (bvneg (bvnor #x00000001 b))))
(assert (distinct (distinct (bvnor #x7fffffff #x00000001) (bvand a #x80000000)) p))
(assert (and (distinct p (distinct b #x00000000)) p))
(check-sat)
; witness
; (define-fun a () (_ BitVec 32) #x80000000)
; (define-fun b () (_ BitVec 32) #x00000000)
; (define-fun p () Bool true)

; sat 9
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 5))
(declare-const b (_ BitVec 5))
(declare-const c (_ BitVec 10))
(assert (xor (bvsge b ((_ repeat 1) a)) (bvsge ((_ repeat 1) a) (bvlshr #b11000 #b11101))))
(assert (=
    (bvsrem ((_ repeat 1) #b01000) (bvnand b #b00000))
    (bvsrem (bvnand b a) #b00100)))
(assert (= (bvshl c #b0000000000) ((_ repeat 2) (bvnand b a))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 5) #b00111)
; (define-fun b () (_ BitVec 5) #b00011)
; (define-fun c () (_ BitVec 10) #b1110011100)

; sat 10
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 5))
(declare-const b (_ BitVec 5))
(assert (distinct (bvor #b00001 (bvnand a #b11111)) b))
(assert (xor (bvult (bvlshr #b11 #b01) (bvurem #b00 #b11)) (bvsge b (bvor a b))))
(assert (= (bvslt (bvlshr b a) (bvurem #b01110 a)) (bvsge (bvurem #x1 #x8) #x8)))
(assert (bvslt
    (bvor (bvnand #b01111 b) ((_ zero_extend 2) #b000))
    (bvlshr #b10100 (bvor a a a b a))))
(assert (distinct (bvlshr (bvnand b b) (bvor a b)) #b01111))
(assert (bvsge (bvor ((_ zero_extend 3) #b01) (bvurem b b)) a))
(check-sat)
; witness
; (define-fun a () (_ BitVec 5) #b00000)
; (define-fun b () (_ BitVec 5) #b00010)

; sat 11
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 5))
(declare-const b (_ BitVec 5))
(assert (bvule
    (concat ((_ sign_extend 0) #b1) (bvsdiv #x7 #xb))
    (bvudiv ((_ rotate_right 4) a) (bvsdiv a b))))
(assert (bvugt
    ((_ zero_extend 3) (bvxor #b01 #b00 #b00))
    ((_ zero_extend 0) (bvsdiv a b))))
(assert (bvule (bvor (bvor #b11111 b) (bvneg a)) (bvneg (bvudiv a #b00110))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 5) #b00110)
; (define-fun b () (_ BitVec 5) #b00111)

; sat 12
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 5))
(declare-const b (_ BitVec 5))
(declare-const c (_ BitVec 10))
(assert (or (distinct ((_ repeat 10) #b1) (bvsdiv c c)) (distinct b ((_ repeat 5) #b1))))
(assert (bvsle (bvnot (bvudiv b #b00000)) (bvsdiv ((_ sign_extend 3) #b00) (bvneg a))))
(assert (bvuge
    (bvand (bvand a b) (bvand a b))
    (bvxor (bvudiv b a) (bvurem b a) a #b00001)))
(check-sat)
; witness
; (define-fun a () (_ BitVec 5) #b00001)
; (define-fun b () (_ BitVec 5) #b00000)
; (define-fun c () (_ BitVec 10) #b0000000000)

; unsat 1
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= (bvadd (bvxor x y) (bvshl (bvand x y) #x0001)) (bvadd x y #x0001)))
(check-sat)

; unsat 2
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (distinct (bvadd (bvand x y) (bvor x y)) (bvadd x y)))
(assert (bvult x y))
(check-sat)

; unsat 3
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const s (_ BitVec 8))
(assert (= (bvashr a s) (bvlshr a s)))
(assert (bvslt a #x00))
(assert (bvult s #x08))
(assert (bvugt s #x00))
(check-sat)

; unsat 4
(set-logic QF_BV)
(set-info :status unsat)
(define-fun max ((p (_ BitVec 4)) (q (_ BitVec 4))) (_ BitVec 4) (ite (bvsge p q) p q))
(declare-const p (_ BitVec 4))
(declare-const q (_ BitVec 4))
(declare-const r (_ BitVec 4))
(assert (distinct (max p (max q r)) (max (max r p) q)))
(check-sat)

; unsat 5
(set-logic QF_BV)
(set-info :status unsat)
(declare-const w (_ BitVec 4))
(declare-const v (_ BitVec 8))
(assert (= v (concat w ((_ rotate_left 2) w))))
(assert (= ((_ sign_extend 4) w) (bvxor v #x5a)))
(assert (= (bvcomp w #x5) #b0))
(check-sat)

; unsat 6
(set-logic QF_BV)
(set-info :status unsat)
(declare-const w (_ BitVec 4))
(declare-const v (_ BitVec 8))
(declare-const u (_ BitVec 8))
(assert (= v ((_ repeat 2) w)))
(assert (= u ((_ zero_extend 4) (bvnor w #x3))))
(assert (bvult (bvnand u v) #xf0))
(assert (= (bvurem v #x11) #x01))
(check-sat)

; unsat 7
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 4))
(assert (bvult #x7 (bvsrem ((_ extract 5 2) a) ((_ zero_extend 0) c))))
(assert (distinct
    (= (bvnand b #xff) ((_ zero_extend 0) b))
    (bvuge ((_ zero_extend 0) c) (bvnand c #x1))))
(assert (= (bvnand (bvashr a b) (bvnor a #xff)) (bvnot ((_ extract 9 2) #b11110001110))))
(check-sat)

; unsat 8
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 5))
(declare-const b (_ BitVec 5))
(assert (= (bvnand ((_ sign_extend 1) #x1) (bvmul a #b00001 a)) (bvnor b (bvshl a a))))
(assert (=
    (bvxor ((_ sign_extend 1) #x8) (bvand #b00001 a))
    (bvxor (bvxor b a) #b00000)))
(assert (or (distinct (bvsdiv b a) (bvshl b #b01111)) (= (bvnor a #b00000) #b00001)))
(assert (distinct (bvnand #b00001 (bvxor b a b)) (bvnot (bvnor #b01101 b))))
(check-sat)

; unsat 9
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 5))
(declare-const b (_ BitVec 5))
(assert (bvugt (bvsdiv (bvor a b) ((_ zero_extend 0) b)) ((_ rotate_right 9) a)))
(assert (bvsgt (bvnot ((_ zero_extend 0) #b11111)) ((_ rotate_right 5) (bvmul a a b))))
(assert (bvsge (bvnot (bvneg a)) (ite (bvult a b) (bvmul #b00001 #b00001) #b00001)))
(assert (bvult
    (bvxnor ((_ zero_extend 3) #b01) b)
    (bvor (bvnot a) b ((_ rotate_right 3) #b01111) #b00000 b)))
(check-sat)

; unsat 10
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 5))
(declare-const b (_ BitVec 5))
(assert (= (bvand ((_ extract 4 0) b) (bvnand a a) #b10000 (bvmul b b)) a))
(assert (= (bvnot (bvshl a b)) (bvashr (bvurem a a) (bvshl #b11111 b))))
(check-sat)

; unsat 11
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 4))
(assert (= ((_ extract 9 2) ((_ sign_extend 4) a)) ((_ rotate_left 2) (bvand b #xe2 b))))
(assert (=
    (bvxnor ((_ repeat 4) #b01) ((_ sign_extend 4) c))
    (bvand ((_ repeat 2) c) (bvand a #x7f b #xff))))
(check-sat)

; unsat 12
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 4))
(assert (=
    (bvnand (bvnand a b) ((_ rotate_right 0) #xff))
    (bvnand (bvnot a) (bvand a b))))
(assert (=>
    (bvule (bvnand #b01111 #b00001) ((_ extract 7 3) b))
    (bvugt (bvand #xf #x0) c)))
(assert (not (distinct (bvsrem #x1e b) (bvnand a #x00) (bvnot b))))
(assert (distinct (bvudiv (bvsdiv b a) (bvxor b #x00)) (bvnand ((_ sign_extend 4) c) b)))
(check-sat)
