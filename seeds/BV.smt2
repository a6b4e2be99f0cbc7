; Built-in seeds of BV; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 8))
(assert (exists ((x (_ BitVec 8)))
    (and (= (bvmul x x) a) (bvugt x #x20))))
(assert (forall ((s (_ BitVec 2)))
    (distinct (bvlshr a ((_ zero_extend 6) s)) #x01)))
(assert (= ((_ extract 0 0) a) #b1))
(check-sat)
; witness
; (define-fun a () (_ BitVec 8) #x11)

; sat 2
(set-logic BV)
(set-info :status sat)
(declare-const k (_ BitVec 4))
(assert (forall ((x (_ BitVec 4)))
    (exists ((y (_ BitVec 4))) (= (bvmul k y) x))))
(assert (bvugt k #x8))
(assert (distinct k #xf))
(check-sat)
; witness
; (define-fun k () (_ BitVec 4) #x9)

; sat 3
(set-logic BV)
(set-info :status sat)
(declare-const m (_ BitVec 6))
(declare-const n (_ BitVec 6))
(assert (forall ((x (_ BitVec 6)))
    (=> (bvslt x m) (bvsle (bvadd x #b000001) n))))
(assert (exists ((x (_ BitVec 6)))
    (and (bvugt x m) (= (bvurem x #b000101) #b000011))))
(assert (distinct m n))
(check-sat)
; witness
; (define-fun m () (_ BitVec 6) #b000000)
; (define-fun n () (_ BitVec 6) #b000001)

; sat 4
(set-logic BV)
(set-info :status sat)
(declare-const p (_ BitVec 4))
(declare-const q (_ BitVec 4))
(assert (not (exists ((x (_ BitVec 4)))
      (and (bvule p x) (bvult x q)))))
(assert (not (exists ((x (_ BitVec 4)))
      (and (bvult q x) (bvule x p)))))
(assert (exists ((b Bool)) (= p (ite b (bvnot q) q))))
(check-sat)
; witness
; (define-fun p () (_ BitVec 4) #x0)
; (define-fun q () (_ BitVec 4) #x0)

; sat 5
(set-logic BV)
(set-info :status sat)
(declare-const t (_ BitVec 8))
(assert (forall ((i (_ BitVec 3)))
    (=
      ((_ extract 0 0) (bvlshr t ((_ zero_extend 5) i)))
      (bvxor ((_ extract 0 0) i) ((_ extract 1 1) i) ((_ extract 2 2) i)))))
(check-sat)
; witness
; (define-fun t () (_ BitVec 8) #x96)

; sat 6
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(assert (distinct
    (bvshl (bvurem a b) ((_ rotate_left 6) b))
    b
    (bvnand (bvashr b #x1) b)))
(assert (distinct (bvxor a #x0) (bvshl (bvsrem b #x6) (bvurem b #x7))))
(assert (bvuge b ((_ zero_extend 0) (bvnot a))))
(assert (bvuge (bvnand a ((_ rotate_right 3) b)) ((_ sign_extend 3) ((_ rotate_right 5) #b1))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 4) #x2)
; (define-fun b () (_ BitVec 4) #xe)

; sat 7
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(declare-const c (_ BitVec 3))
(assert (bvsle (concat (bvurem #b0 #b0) c) (bvand (bvashr #x5 #x1) (bvudiv b a))))
(assert (bvsge (bvudiv (bvmul b #x1 a #x1 b) (bvsdiv #xf #x0)) a))
(assert (distinct b (bvashr (bvsdiv a b) (bvsrem b b))))
(assert (distinct
    (bvurem (bvsdiv b b) (bvor a b))
    (bvashr (bvand #x7 #xf) a)
    #xd
    b))
(assert (= (bvudiv (bvand a b a) (bvudiv a #x0)) (bvudiv (bvmul #xd b) #xf)))
(assert (not (not (distinct a b))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 4) #x0)
; (define-fun b () (_ BitVec 4) #x1)
; (define-fun c () (_ BitVec 3) #b000)

; sat 8
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(declare-const c (_ BitVec 3))
(assert (distinct (bvsmod (bvsrem b a) (bvsmod b a)) ((_ repeat 4) #b1)))
(assert (bvslt ((_ repeat 1) (bvmul a a)) b))
(assert (bvsge (bvsmod a ((_ sign_extend 1) c)) (bvurem (bvxor b #x0 b b b) a)))
(assert (not (or (distinct a b) (bvsge #b11111 #b00000))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 4) #x3)
; (define-fun b () (_ BitVec 4) #x3)
; (define-fun c () (_ BitVec 3) #b000)

; sat 9
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(assert (= (bvnor (bvxor b b) (bvnor #xc b)) (bvadd (bvnor #xc b) (bvadd a #x8))))
(assert (distinct
    ((_ sign_extend 0) ((_ zero_extend 1) #b000))
    (bvxnor ((_ extract 4 1) #b0000000) a)
    (bvnor ((_ zero_extend 0) b) #x9)))
(assert (distinct (bvadd (bvxor #xa b) (bvudiv b b) (bvadd #x8 #x7)) #xd a b))
(check-sat)
; witness
; (define-fun a () (_ BitVec 4) #x1)
; (define-fun b () (_ BitVec 4) #x0)

; sat 10
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(declare-const c (_ BitVec 3))
(assert (bvsle (bvmul (bvmul a b b a a) ((_ repeat 2) #b11)) ((_ repeat 4) #b1)))
(assert (bvsle (bvor ((_ repeat 4) #b0) a) (bvmul ((_ rotate_right 3) b) (bvmul a a) a)))
(assert (bvuge (bvlshr (bvlshr #x0 #x1) (bvmul a b)) ((_ repeat 1) (bvlshr #xf a))))
(assert (bvuge
    (bvnand ((_ repeat 1) b) (bvsdiv b #x0))
    (bvsdiv (bvor #x2 b b #x0 #x0) a)))
(assert (bvuge a (bvor (bvnand #x8 b) ((_ sign_extend 1) c))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 4) #x9)
; (define-fun b () (_ BitVec 4) #xa)
; (define-fun c () (_ BitVec 3) #b000)

; sat 11
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(assert (exists ((x7 Bool) (x8 Bool) (x9 (_ BitVec 3)))
    (xor (bvule #x1 #x8) (bvsle a b))))
(assert (distinct (bvudiv ((_ rotate_right 1) a) ((_ zero_extend 2) #b00)) b))
(assert (bvule ((_ rotate_right 6) (bvudiv b a)) (bvudiv (bvudiv b a) (bvudiv b #x7))))
(assert (bvsle a (bvshl b #x1)))
(check-sat)
; witness
; (define-fun a () (_ BitVec 4) #x0)
; (define-fun b () (_ BitVec 4) #x8)

; sat 12
(set-logic BV)
(set-info :status sat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(assert (= (bvshl (bvsmod b #x1) (bvshl b #x7)) (bvshl (bvsdiv a a) a)))
(assert (bvsgt ((_ rotate_right 9) (bvsdiv b a)) (bvsdiv (bvashr b b) (bvashr b a))))
(assert (bvsgt (bvshl (bvsmod #x8 a) (bvashr a a)) (bvashr (bvshl #x4 a) b)))
(assert (exists ((x46 Bool))
    (bvsgt (ite x46 a #x7) (bvsdiv b #x1))))
(check-sat)
; witness
; (define-fun a () (_ BitVec 4) #x5)
; (define-fun b () (_ BitVec 4) #x0)

; unsat 1
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (forall ((x (_ BitVec 8)))
    (= (bvand x a) (bvand x b #x0f))))
(assert (= b #xa5))
(assert (bvugt a #x05))
(check-sat)

; unsat 2
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (forall ((x (_ BitVec 8)))
    (= (bvand x a) (bvand x b #x0f))))
(assert (= (bvadd a b) #x4a))
(assert (exists ((y (_ BitVec 4)))
    (= a ((_ zero_extend 4) (bvmul y y)))))
(check-sat)

; unsat 3
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(assert (exists ((x (_ BitVec 8))) (= (bvmul x x) a)))
(assert (= ((_ extract 2 0) a) #b111))
(check-sat)

; unsat 4
(set-logic BV)
(set-info :status unsat)
(declare-const k (_ BitVec 4))
(assert (forall ((x (_ BitVec 4)))
    (exists ((y (_ BitVec 4))) (= (bvmul k y) x))))
(assert (= ((_ extract 0 0) (bvlshr k #x0)) #b0))
(check-sat)

; unsat 5
(set-logic BV)
(set-info :status unsat)
(declare-const m (_ BitVec 6))
(declare-const n (_ BitVec 6))
(assert (forall ((x (_ BitVec 6))) (=> (bvult x m) (bvule x n))))
(assert (exists ((x (_ BitVec 6))) (and (bvult x m) (bvugt x n))))
(check-sat)

; unsat 6
(set-logic BV)
(set-info :status unsat)
(declare-const c (_ BitVec 32))
(assert (forall ((x (_ BitVec 32)))
    (= (bvadd (bvxor x c) #x00000001) (bvneg x))))
(assert (= ((_ extract 15 0) c) #x0000))
(check-sat)

; unsat 7
(set-logic BV)
(set-info :status unsat)
(declare-const c (_ BitVec 5))
(declare-const d (_ BitVec 5))
(assert (forall ((x (_ BitVec 5)))
    (= (bvadd (bvxor x c) d) (bvneg x))))
(assert (exists ((r (_ BitVec 5)))
    (and (= (bvshl r d) c) (bvugt r #b00011))))
(check-sat)

; unsat 8
(set-logic BV)
(set-info :status unsat)
(declare-const p (_ BitVec 4))
(declare-const q (_ BitVec 4))
(assert (not (exists ((x (_ BitVec 4)))
      (and (bvule p x) (bvult x q)))))
(assert (forall ((x (_ BitVec 4))) (=> (bvugt x q) (bvugt x p))))
(assert (distinct p q))
(check-sat)

; unsat 9
(set-logic BV)
(set-info :status unsat)
(declare-const t (_ BitVec 8))
(declare-const u (_ BitVec 8))
(assert (forall ((i (_ BitVec 3)))
    (=
      (bvcomp (bvand t (bvshl #x01 ((_ zero_extend 5) i))) #x00)
      (bvcomp (bvand u (bvshl #x80 (bvneg ((_ zero_extend 5) i)))) #x00))))
(assert (bvugt t u))
(check-sat)

; unsat 10
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(declare-const c (_ BitVec 3))
(assert (= b ((_ sign_extend 1) (bvxnor #b001 c))))
(assert (= (bvadd (concat #b1 c) b) (bvand (concat #b10 #b11) (bvurem b #xe))))
(assert (bvuge (bvshl (bvadd b #x0) (concat #b0 #b000)) (bvshl (concat #b01 #b01) a)))
(check-sat)

; unsat 11
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(assert (bvsle (bvlshr (bvshl b #x2) b) (bvnot (bvlshr a b))))
(assert (bvult (bvnor (bvlshr a b) (bvsrem b a)) (bvsrem (bvashr #x7 a) b)))
(check-sat)

; unsat 12
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(declare-const c (_ BitVec 3))
(assert (bvugt
    ((_ rotate_left 6) (bvshl a a))
    (bvnor ((_ rotate_right 6) b) (bvnand b #xf))))
(assert (bvugt
    (ite (bvugt c #b000) ((_ rotate_right 5) #x8) (bvnand a a))
    ((_ sign_extend 2) #b10)))
(assert (bvugt (bvneg (bvnand a b)) b))
(check-sat)
