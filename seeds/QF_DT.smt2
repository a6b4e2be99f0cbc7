; Built-in seeds of QF_DT; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-const x Nat)
(declare-const y Nat)
(declare-const z Nat)
(assert ((_ is succ) x))
(assert (= y (succ (pred x))))
(assert (distinct z y zero))
(assert (or (= z (succ y)) (= (succ z) y)))
(check-sat)
; witness
; (define-fun x () Nat (succ zero))
; (define-fun y () Nat (succ zero))
; (define-fun z () Nat (succ (succ zero)))

; sat 2
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(define-fun mirror ((x Tree)) Tree (ite ((_ is node) x) (node (right x) (left x)) x))
(declare-const t Tree)
(declare-const u Tree)
(assert (= (mirror t) u))
(assert (distinct t u))
(assert (= (mirror (left t)) (left t)))
(assert ((_ is node) (right t)))
(check-sat)
; witness
; (define-fun t () Tree (node leaf (node leaf leaf)))
; (define-fun u () Tree (node (node leaf leaf) leaf))

; sat 3
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Colour 0) (Card 0)) (((red) (green) (blue)) ((card (colour Colour) (shiny Bool)))))
(declare-const a Card)
(declare-const b Card)
(declare-const c Card)
(assert (distinct (colour a) (colour b) (colour c)))
(assert (= (shiny a) (= (colour b) red)))
(assert (= (shiny b) (not (shiny a))))
(assert (= c (card green (shiny b))))
(check-sat)
; witness
; (define-fun a () Card (card red false))
; (define-fun b () Card (card blue true))
; (define-fun c () Card (card green true))

; sat 4
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
(define-fun next ((c Colour)) Colour (match c ((red green) (green blue) (blue red))))
(declare-const p Colour)
(declare-const q Colour)
(declare-const r Colour)
(assert (= (next p) q))
(assert (= (next (next q)) p))
(assert (distinct p r q))
(assert ((_ is blue) (next r)))
(check-sat)
; witness
; (define-fun p () Colour blue)
; (define-fun q () Colour red)
; (define-fun r () Colour green)

; sat 5
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Chain 1)) ((par (T) ((nil) (link (first T) (rest (Chain T)))))))
(declare-datatypes ((Bit 0)) (((off) (on))))
(declare-const x (Chain Bit))
(declare-const y (Chain Bit))
(declare-const b Bit)
(assert (= x (link b (link on y))))
(assert ((_ is link) y))
(assert (distinct (first x) (first y)))
(assert (distinct (rest y) (as nil (Chain Bit))))
(assert (= (first (rest y)) (ite (= b on) off on)))
(assert ((_ is nil) (rest (rest y))))
(check-sat)
; witness
; (define-fun x () (Chain Bit) (link on (link on (link off (link off (as nil (Chain Bit)))))))
; (define-fun y () (Chain Bit) (link off (link off (as nil (Chain Bit)))))
; (define-fun b () Bit on)

; sat 6
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Expr 0) (Args 0)) (((var) (call (args Args))) ((none) (more (arg Expr) (others Args)))))
(declare-const e Expr)
(declare-const f Expr)
(assert ((_ is call) e))
(assert ((_ is more) (args e)))
(assert (= (arg (args e)) f))
(assert (and ((_ is more) (others (args e))) (distinct (arg (others (args e))) f)))
(assert (not ((_ is var) f)))
(check-sat)
; witness
; (define-fun e () Expr (call (more (call none) (more var none))))
; (define-fun f () Expr (call none))

; sat 7
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (marked (ite (marked t) (ite b s t) (leaf b))))
(assert (=> b (not (distinct t u))))
(assert (marked (ite (distinct t s) (ite b u t) (ite b t u))))
(assert (xor b (xor (marked s) (marked u))))
(check-sat)
; witness
; (define-fun s () Tree (leaf true))
; (define-fun t () Tree (leaf true))
; (define-fun u () Tree (leaf true))
; (define-fun b () Bool true)

; sat 8
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (marked
    (ite
      (not b)
      (match u (((leaf x4) s) ((node x5 x6) x6)))
      (ite b s u))))
(assert (marked (ite (marked t) (node u s) (ite b s t))))
(assert (=>
    (marked (ite b t s))
    (match (match s (((leaf x15) s) ((node x16 x17) u))) (((leaf x18) b) ((node x19 x20) b)))))
(assert (and (marked (ite b s t)) b))
(check-sat)
; witness
; (define-fun s () Tree (leaf true))
; (define-fun t () Tree (leaf false))
; (define-fun u () Tree (leaf false))
; (define-fun b () Bool true)

; sat 9
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (or
    ((_ is node)
      (match u (((leaf x13) s) ((node x14 x15) u))))
    (or
      ((_ is node)
        (match u (((leaf x13) s) ((node x14 x15) u))))
      (marked u))))
(assert (marked (one (ite b t u))))
(assert (=>
    (distinct
      t
      (match s (((leaf x46) s) ((node x47 x48) u))))
    b))
(assert (and (marked (ite b t s)) (marked (ite b u t))))
(assert (marked (ite (marked u) t (ite b t s))))
(check-sat)
; witness
; (define-fun s () Tree (leaf true))
; (define-fun t () Tree (leaf true))
; (define-fun u () Tree (node (leaf true) (leaf false)))
; (define-fun b () Bool false)

; sat 10
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (marked (ite (not b) (two t) t)))
(assert (marked
    (ite
      (not b)
      (match t (((leaf x27) t) ((node x28 x29) u)))
      t)))
(assert (= (one t) (ite b (ite b s u) (one t))))
(assert (distinct (ite (marked t) (ite b s t) (ite b u t)) u))
(check-sat)
; witness
; (define-fun s () Tree (node (leaf true) (leaf true)))
; (define-fun t () Tree (node (leaf false) (leaf true)))
; (define-fun u () Tree (leaf true))
; (define-fun b () Bool false)

; sat 11
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (not (and (marked s) (not b))))
(assert (and (= (leaf b) (ite b s t)) (marked (leaf b))))
(assert (marked (ite (not b) (two u) (ite b u t))))
(assert (xor (marked (ite b t s)) (xor b (marked s))))
(check-sat)
; witness
; (define-fun s () Tree (leaf true))
; (define-fun t () Tree (leaf true))
; (define-fun u () Tree (leaf true))
; (define-fun b () Bool true)

; sat 12
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (ite
    b
    (distinct
      (match u (((leaf x10) b) ((node x11 x12) b)))
      b)
    (distinct
      (match u (((leaf x13) t) ((node x14 x15) x15)))
      u)))
(assert (marked (ite (distinct u t) (ite b t u) (two t))))
(assert (not
    (distinct
      (match u (((leaf x45) s) ((node x46 x47) x46)))
      t)))
(check-sat)
; witness
; (define-fun s () Tree (leaf false))
; (define-fun t () Tree (leaf false))
; (define-fun u () Tree (leaf true))
; (define-fun b () Bool false)

; unsat 1
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-const x Nat)
(declare-const y Nat)
(assert (= (succ (succ x)) y))
(assert (= (succ (succ y)) x))
(check-sat)

; unsat 2
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(declare-const t Tree)
(declare-const u Tree)
(assert ((_ is node) t))
(assert (= (left t) u))
(assert (= (right u) t))
(assert ((_ is node) u))
(check-sat)

; unsat 3
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(define-fun mirror ((x Tree)) Tree (ite ((_ is node) x) (node (right x) (left x)) x))
(declare-const t Tree)
(declare-const u Tree)
(assert (= (mirror t) u))
(assert (distinct (mirror u) t))
(check-sat)

; unsat 4
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Colour 0) (Card 0)) (((red) (green) (blue)) ((card (colour Colour) (shiny Bool)))))
(declare-const a Card)
(declare-const b Card)
(declare-const c Card)
(declare-const d Card)
(assert (distinct (colour a) (colour b) (colour c) (colour d)))
(check-sat)

; unsat 5
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
(define-fun next ((c Colour)) Colour (match c ((red green) (green blue) (blue red))))
(declare-const p Colour)
(declare-const q Colour)
(assert (= (next p) q))
(assert (= (next (next q)) (next p)))
(check-sat)

; unsat 6
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Chain 1)) ((par (T) ((nil) (link (first T) (rest (Chain T)))))))
(declare-datatypes ((Bit 0)) (((off) (on))))
(declare-const x (Chain Bit))
(declare-const y (Chain Bit))
(assert (= x (link on (link off y))))
(assert (= (rest y) x))
(assert ((_ is link) y))
(check-sat)

; unsat 7
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Expr 0) (Args 0)) (((var) (call (args Args))) ((none) (more (arg Expr) (others Args)))))
(declare-const e Expr)
(declare-const f Expr)
(assert ((_ is call) e))
(assert ((_ is more) (args e)))
(assert (= (arg (args e)) f))
(assert (= f (call (more e none))))
(check-sat)

; unsat 8
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (= (marked (ite b s u)) b))
(assert (xor (marked (ite b t s)) (and (marked s) (marked (ite b t s)))))
(check-sat)

; unsat 9
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (marked
    (ite
      (= u s)
      (ite b u t)
      (match t (((leaf x8) s) ((node x9 x10) s))))))
(assert (xor (marked (ite b s u)) (marked (ite b t u))))
(assert (and (marked (ite b t s)) (=> (marked (ite b t s)) (marked t))))
(assert (marked
    (match (match u (((leaf x40) u) ((node x41 x42) x41))) (((leaf x43) (ite b t u)) ((node x44 x45) x45)))))
(assert (marked
    (match (match u (((leaf x26) u) (x27 x27))) (((leaf x28) (ite b s t)) ((node x29 x30) x29)))))
(check-sat)

; unsat 10
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (match (ite (marked t) (ite b s t) t) ((x1 (marked t)))))
(assert (= (ite (marked t) (node u t) (one t)) u))
(assert (or (not (marked t)) (marked (ite b u t))))
(check-sat)

; unsat 11
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const u Tree)
(declare-const b Bool)
(assert (distinct (ite (not b) (ite b u s) (ite b t u)) t))
(assert (marked
    (match (match s (((leaf x24) u) ((node x25 x26) x26))) ((x27 (leaf b))))))
(assert (marked
    (match (ite b u t) (((leaf x50) (ite x50 t u)) (x51 (match t (((leaf x52) t) ((node x53 x54) x54))))))))
(check-sat)

; unsat 12
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf (marked Bool)) (node (one Tree) (two Tree)))))
(declare-const s Tree)
(declare-const t Tree)
(declare-const b Bool)
(assert (marked
    (match (leaf b) (((leaf x33) (ite b s t)) ((node x34 x35) (ite b t x35))))))
(assert (not (or (not b) (marked s))))
(assert (and (marked s) (marked (ite b s t))))
(check-sat)
