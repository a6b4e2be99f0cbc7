; Built-in seeds of QF_ABV; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_ABV)
(set-info :status sat)
(declare-const mem (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const p (_ BitVec 8))
(declare-const q (_ BitVec 8))
(define-fun word ((m (Array (_ BitVec 8) (_ BitVec 8))) (a (_ BitVec 8))) (_ BitVec 16) (concat
    (select m (bvadd a #x01))
    (select m a)))
(assert (= (word mem p) #xbeef))
(assert (= (word mem q) #xefbe))
(assert (bvult p q))
(check-sat)
; witness
; (define-fun mem () (Array (_ BitVec 8) (_ BitVec 8)) (store (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #xef) #x01 #xbe) #xbf #xbe))
; (define-fun p () (_ BitVec 8) #x00)
; (define-fun q () (_ BitVec 8) #xbf)

; sat 2
(set-logic QF_ABV)
(set-info :status sat)
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const b (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (= b (store (store a i (select a j)) j (select a i))))
(assert (distinct a b))
(assert (= (bvmul (select a i) (select b i)) #x2d))
(assert (bvslt (select a i) (select b i)))
(check-sat)
; witness
; (define-fun a () (Array (_ BitVec 4) (_ BitVec 8)) (store (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x0 #x01) #x2 #x2d))
; (define-fun b () (Array (_ BitVec 4) (_ BitVec 8)) (store (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x0 #x2d) #x2 #x01))
; (define-fun i () (_ BitVec 4) #x0)
; (define-fun j () (_ BitVec 4) #x2)

; sat 3
(set-logic QF_ABV)
(set-info :status sat)
(declare-const stack (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const sp (_ BitVec 4))
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (distinct
    (bvadd
      (select (store (store stack sp x) (bvmul sp #x2) y) sp)
      (select (store (store stack sp x) (bvmul sp #x2) y) (bvmul sp #x2)))
    (bvadd x y)))
(assert (bvugt (bvudiv x y) #x2))
(assert (= (select stack (bvnot sp)) (bvxor x y)))
(check-sat)
; witness
; (define-fun stack () (Array (_ BitVec 4) (_ BitVec 4)) (store ((as const (Array (_ BitVec 4) (_ BitVec 4))) #x0) #xf #x1))
; (define-fun sp () (_ BitVec 4) #x0)
; (define-fun x () (_ BitVec 4) #x1)
; (define-fun y () (_ BitVec 4) #x0)

; sat 4
(set-logic QF_ABV)
(set-info :status sat)
(declare-const t (Array (_ BitVec 2) (_ BitVec 8)))
(declare-const k (_ BitVec 2))
(assert (bvult (select t #b00) (select t #b01)))
(assert (bvult (select t #b01) (select t #b10)))
(assert (bvult (select t #b10) (select t #b11)))
(assert (= (bvadd (select t #b00) (select t #b11)) (select t k)))
(assert (= ((_ extract 1 0) (select t k)) k))
(check-sat)
; witness
; (define-fun t () (Array (_ BitVec 2) (_ BitVec 8)) (store (store (store ((as const (Array (_ BitVec 2) (_ BitVec 8))) #xbf) #b00 #x00) #b01 #x14) #b10 #x1a))
; (define-fun k () (_ BitVec 2) #b11)

; sat 5
(set-logic QF_ABV)
(set-info :status sat)
(declare-const f (Array (_ BitVec 3) (_ BitVec 3)))
(declare-const x (_ BitVec 3))
(assert (= (select f (select f x)) (bvnot x)))
(assert (= (select f x) (bvshl x #b001)))
(assert (distinct (select f (bvnot x)) (select f x)))
(check-sat)
; witness
; (define-fun f () (Array (_ BitVec 3) (_ BitVec 3)) (store (store ((as const (Array (_ BitVec 3) (_ BitVec 3))) #b000) #b001 #b010) #b010 #b110))
; (define-fun x () (_ BitVec 3) #b001)

; sat 6
(set-logic QF_ABV)
(set-info :status sat)
(declare-const a (Array (_ BitVec 16) (_ BitVec 1)))
(declare-const i (_ BitVec 16))
(declare-const m (_ BitVec 16))
(assert (= (select a i) #b1))
(assert (= (select a (bvand i m)) #b0))
(assert (= (bvurem i #x0007) (bvlshr m #x000a)))
(assert (ite (= (select a m) #b1) (bvule i m) (bvsle m i)))
(check-sat)
; witness
; (define-fun a () (Array (_ BitVec 16) (_ BitVec 1)) (store ((as const (Array (_ BitVec 16) (_ BitVec 1))) #b1) #x0380 #b0))
; (define-fun i () (_ BitVec 16) #x0381)
; (define-fun m () (_ BitVec 16) #x07fe)

; sat 7
(set-logic QF_ABV)
(set-info :status sat)
(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const i (_ BitVec 8))
(declare-const v (_ BitVec 8))
(assert (distinct
    (bvnand (bvnand i i) (bvnot #x55))
    (bvlshr ((_ rotate_left 11) v) ((_ extract 9 2) #b00000000001))))
(assert (distinct #x7f (bvneg (bvnand i v))))
(assert (= (bvmul (concat #x8 #xf) i) (bvneg (bvmul i v))))
(assert (= (store (store m #x00 v) (bvneg v) (bvnot v)) (store m i i)))
(assert (= (bvnand (bvadd i i) ((_ rotate_left 11) v)) (bvnand (bvudiv #x00 v) i)))
(check-sat)
; witness
; (define-fun m () (Array (_ BitVec 8) (_ BitVec 8)) (store (store (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00) #x00 #x71) #x02 #x02) #x8f #x8e))
; (define-fun i () (_ BitVec 8) #x02)
; (define-fun v () (_ BitVec 8) #x71)

; sat 8
(set-logic QF_ABV)
(set-info :status sat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (bvsgt (bvsub i ((_ sign_extend 3) #b0)) (bvudiv i j)))
(assert (bvsgt (bvudiv (bvadd #x0 i) (bvnand j j)) ((_ sign_extend 2) #b01)))
(assert (bvsgt (bvsmod (bvsmod i i) (bvsub i #x7)) ((_ rotate_right 1) (bvand j i j))))
(check-sat)
; witness
; (define-fun i () (_ BitVec 4) #x5)
; (define-fun j () (_ BitVec 4) #xd)

; sat 9
(set-logic QF_ABV)
(set-info :status sat)
(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const n (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const i (_ BitVec 8))
(declare-const v (_ BitVec 8))
(assert (distinct
    (bvnand (bvurem i v) (bvnand #x00 v))
    (bvnand ((_ rotate_right 2) #x40) v)))
(assert (distinct (store (store m i i) v (bvadd v v)) (store m i i) m))
(assert (distinct
    (store (store n #xff v) (bvnand #x01 #x00) (bvnand #x01 #x00))
    (store n i v)))
(assert (distinct (bvadd v (bvurem #x7f i)) (bvadd (bvurem #x80 v) (bvurem i i) v)))
(check-sat)
; witness
; (define-fun m () (Array (_ BitVec 8) (_ BitVec 8)) (store (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #xef) #x01 #x0a) #x7f #x01))
; (define-fun n () (Array (_ BitVec 8) (_ BitVec 8)) (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #xfe) #x01 #x00))
; (define-fun i () (_ BitVec 8) #x01)
; (define-fun v () (_ BitVec 8) #x7f)
; (define-fun k!1 ((x!0 (_ BitVec 8))) (_ BitVec 8) (ite (= x!0 #x01) #x01 (ite (= x!0 #x7f) #x01 #xef)))
; (define-fun k!2 ((x!0 (_ BitVec 8))) (_ BitVec 8) (ite (= x!0 #x01) #x01 (ite (= x!0 #x7f) #xfe #xef)))
; (define-fun k!0 ((x!0 (_ BitVec 8))) (_ BitVec 8) (ite (= x!0 #x01) #x0a (ite (= x!0 #x7f) #x01 #xef)))

; sat 10
(set-logic QF_ABV)
(set-info :status sat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(declare-const v (_ BitVec 16))
(assert (bvugt (bvshl (bvnand i #x8) (bvshl j i)) (bvshl ((_ rotate_left 4) #xc) j)))
(assert (bvsle (bvudiv (bvsrem j #xd) ((_ rotate_left 6) j)) (bvneg (bvneg i))))
(assert (and (bvugt (bvmul #x8 #xf) (bvsdiv i j)) (= v (bvsrem v v))))
(check-sat)
; witness
; (define-fun i () (_ BitVec 4) #x0)
; (define-fun j () (_ BitVec 4) #x3)
; (define-fun v () (_ BitVec 16) #x0000)

; sat 11
(set-logic QF_ABV)
(set-info :status sat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (bvslt (bvashr (bvor i i) (bvashr #x7 j)) ((_ sign_extend 3) (bvor #b1 #b0))))
(assert (bvslt
    ((_ zero_extend 0) ((_ sign_extend 0) j))
    (bvsmod (bvashr i #x7) ((_ sign_extend 0) #x3))))
(assert (bvslt (bvsmod ((_ zero_extend 3) #b1) j) (bvadd (bvadd i i #x8 j) i)))
(check-sat)
; witness
; (define-fun i () (_ BitVec 4) #x9)
; (define-fun j () (_ BitVec 4) #x8)

; sat 12
(set-logic QF_ABV)
(set-info :status sat)
(declare-const m (Array (_ BitVec 4) (_ BitVec 16)))
(declare-const n (Array (_ BitVec 4) (_ BitVec 16)))
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(declare-const v (_ BitVec 16))
(assert (=> (bvule (bvnor #b10 #b11) ((_ extract 4 3) #b0001110)) (bvslt (bvxor j j) i)))
(assert (bvult (bvsrem (bvxor #x1 #x7) (bvsub j i)) (bvsrem (bvsmod j i) #x7)))
(assert (= (store (store n i v) j #xffff) m))
(assert (bvugt (bvsmod (bvnor j i) (bvnand i j)) (bvnand (bvxor j #x7) i)))
(check-sat)
; witness
; (define-fun m () (Array (_ BitVec 4) (_ BitVec 16)) (store ((as const (Array (_ BitVec 4) (_ BitVec 16))) #x0000) #x5 #xffff))
; (define-fun n () (Array (_ BitVec 4) (_ BitVec 16)) ((as const (Array (_ BitVec 4) (_ BitVec 16))) #x0000))
; (define-fun i () (_ BitVec 4) #x7)
; (define-fun j () (_ BitVec 4) #x5)
; (define-fun v () (_ BitVec 16) #x0000)

; unsat 1
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const mem (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const p (_ BitVec 8))
(declare-const q (_ BitVec 8))
(define-fun word ((m (Array (_ BitVec 8) (_ BitVec 8))) (a (_ BitVec 8))) (_ BitVec 16) (concat
    (select m (bvadd a #x01))
    (select m a)))
(assert (= (word mem p) #xbeef))
(assert (= (word mem q) #xefbe))
(assert (= ((_ extract 7 0) (bvsub (word mem p) (word mem q))) #x30))
(check-sat)

; unsat 2
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const b (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (= b (store (store a i (select a j)) j (select a i))))
(assert (distinct (select b i) (select a j)))
(check-sat)

; unsat 3
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const stack (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const sp (_ BitVec 4))
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (distinct
    (bvadd
      (select (store (store stack sp x) (bvadd sp #x1) y) sp)
      (select (store (store stack sp x) (bvadd sp #x1) y) (bvadd sp #x1)))
    (bvadd x y)))
(check-sat)

; unsat 4
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const t (Array (_ BitVec 2) (_ BitVec 8)))
(declare-const k (_ BitVec 2))
(assert (bvult (select t #b00) (select t #b01)))
(assert (bvult (select t #b01) (select t #b10)))
(assert (bvult (select t #b10) (select t #b11)))
(assert (bvugt (select t k) (select t (bvor k #b01))))
(check-sat)

; unsat 5
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const f (Array (_ BitVec 3) (_ BitVec 3)))
(declare-const g (Array (_ BitVec 3) (_ BitVec 3)))
(declare-const x (_ BitVec 3))
(assert (= g (store f x (bvadd (select f x) #b001))))
(assert (= f (store g x (bvadd (select g x) #b001))))
(check-sat)

; unsat 6
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (= (bvneg (bvxor i j i j i)) (bvsrem (bvand j #xf j) j)))
(assert (and (bvugt (bvmul j i #x7 j) (bvsrem i j)) (= j i)))
(check-sat)

; unsat 7
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (= (bvsrem (bvxnor #x7 #x0) ((_ rotate_right 3) j)) (bvxnor (bvxnor #xd i) j)))
(assert (= ((_ zero_extend 15) (bvxnor #b0 #b0)) ((_ zero_extend 12) (bvsdiv j i))))
(assert (=
    (bvslt ((_ rotate_right 7) #x0) ((_ zero_extend 2) #b10))
    (bvslt (bvshl j i) (bvsrem j i))))
(check-sat)

; unsat 8
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (bvslt
    (bvnor (bvadd #x9 #x8 j i) ((_ zero_extend 3) #b0))
    (bvnor ((_ zero_extend 1) #b011) i)))
(assert (bvult #x8 (bvnor i (bvnor i j))))
(assert (bvult (bvnor (bvsmod j i) (bvsmod j #x0)) (bvnor (bvadd #x1 #x0) #x1)))
(check-sat)

; unsat 9
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const i (_ BitVec 8))
(declare-const v (_ BitVec 8))
(assert (not (distinct (bvmul #x01 v) (bvnor i v))))
(assert (distinct
    (bvxor (bvsrem v i) (bvxnor i i) ((_ rotate_left 4) i))
    (bvsrem i i)))
(check-sat)

; unsat 10
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (= ((_ repeat 1) (bvlshr j i)) (bvsub (bvmul i j) ((_ rotate_right 5) #x7))))
(assert (= (bvadd (bvsub #x8 j) #xf ((_ repeat 2) #b11) (bvlshr j #x0)) i))
(assert (bvult j (bvlshr (bvlshr j i) ((_ sign_extend 3) #b1))))
(check-sat)

; unsat 11
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (bvsgt (bvmul (bvadd #x8 j) (bvnot i)) (bvmul #x8 (bvnor j i))))
(assert (= (bvnot (bvsub j j)) i))
(assert (bvule i (bvsrem (bvmul j j i j i) (concat #b1 #b011))))
(check-sat)

; unsat 12
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(assert (bvuge (bvnot j) i))
(assert (bvsle (bvor (bvand i #x8 j j j) #x1) (bvor (bvnot #x1) #x0)))
(assert (bvsgt (bvnor (bvor #xc j) (bvlshr #x8 i)) (bvxor (bvlshr j j) i)))
(check-sat)
