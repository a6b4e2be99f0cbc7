; Built-in seeds of QF_AX; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_AX)
(set-info :status sat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const b (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const e Element)
(assert (= b (store a i e)))
(assert (distinct (select b j) (select a j)))
(assert (= (store b j (select a i)) (store a j (select a i))))
(check-sat)
; witness
; ;; universe for Index:
; ;;   Index!val!0 Index!val!1
; ;; universe for Element:
; ;;   Element!val!0 Element!val!1
; (define-fun a () (Array Index Element) (store ((as const (Array Index Element)) Element!val!0) Index!val!1 Element!val!1))
; (define-fun b () (Array Index Element) ((as const (Array Index Element)) Element!val!0))
; (define-fun i () Index Index!val!1)
; (define-fun j () Index Index!val!1)
; (define-fun e () Element Element!val!0)

; sat 2
(set-logic QF_AX)
(set-info :status sat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const e Element)
(declare-const f Element)
(assert (distinct (store (store a i e) j f) (store (store a j f) i e)))
(assert (= (select a i) e))
(check-sat)
; witness
; ;; universe for Index:
; ;;   Index!val!0 Index!val!1
; ;; universe for Element:
; ;;   Element!val!0 Element!val!1
; (define-fun a () (Array Index Element) ((as const (Array Index Element)) Element!val!0))
; (define-fun i () Index Index!val!0)
; (define-fun j () Index Index!val!0)
; (define-fun e () Element Element!val!0)
; (define-fun f () Element Element!val!1)

; sat 3
(set-logic QF_AX)
(set-info :status sat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const b (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const k Index)
(assert (= (store a i (select b i)) (store b j (select a j))))
(assert (distinct i j k))
(assert (distinct a b))
(assert (= (select a k) (select b i)))
(check-sat)
; witness
; ;; universe for Index:
; ;;   Index!val!0 Index!val!1 Index!val!2
; ;; universe for Element:
; ;;   Element!val!0 Element!val!1 Element!val!2
; (define-fun a () (Array Index Element) ((as const (Array Index Element)) Element!val!0))
; (define-fun b () (Array Index Element) (store ((as const (Array Index Element)) Element!val!0) Index!val!2 Element!val!1))
; (define-fun i () Index Index!val!0)
; (define-fun j () Index Index!val!2)
; (define-fun k () Index Index!val!1)

; sat 4
(set-logic QF_AX)
(set-info :status sat)
(declare-sort Index 0)
(declare-const m (Array Index (Array Index Bool)))
(declare-const n (Array Index (Array Index Bool)))
(declare-const i Index)
(declare-const j Index)
(assert (= n (store m i (store (select m i) j (not (select (select m i) j))))))
(assert (= (select (select m j) i) (select (select n i) j)))
(assert (distinct (select m i) (select n j)))
(check-sat)
; witness
; ;; universe for Index:
; ;;   Index!val!0 Index!val!1
; (define-fun m () (Array Index (Array Index Bool)) (store ((as const (Array Index (Array Index Bool))) ((as const (Array Index Bool)) false)) Index!val!1 (store ((as const (Array Index Bool)) true) Index!val!1 false)))
; (define-fun n () (Array Index (Array Index Bool)) ((as const (Array Index (Array Index Bool))) ((as const (Array Index Bool)) false)))
; (define-fun i () Index Index!val!1)
; (define-fun j () Index Index!val!0)

; sat 5
(set-logic QF_AX)
(set-info :status sat)
(declare-sort Index 0)
(declare-sort Element 0)
(define-fun swap ((a (Array Index Element)) (i Index) (j Index)) (Array Index Element) (store
    (store a i (select a j))
    j
    (select a i)))
(declare-const a (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const k Index)
(assert (distinct (swap (swap a i j) j k) (swap (swap a j k) i j)))
(assert (= (select a i) (select a k)))
(check-sat)
; witness
; ;; universe for Index:
; ;;   Index!val!0 Index!val!1 Index!val!2
; ;; universe for Element:
; ;;   Element!val!0 Element!val!1 Element!val!2
; (define-fun a () (Array Index Element) (store ((as const (Array Index Element)) Element!val!0) Index!val!2 Element!val!1))
; (define-fun i () Index Index!val!0)
; (define-fun j () Index Index!val!2)
; (define-fun k () Index Index!val!1)

; sat 6
(set-logic QF_AX)
(set-info :status sat)
(declare-sort I 0)
(declare-sort E 0)
(declare-const a (Array I E))
(declare-const b (Array I E))
(declare-const i I)
(declare-const j I)
(declare-const e E)
(declare-const f E)
(assert (not (= b a)))
(assert (xor (= b a) (= f e)))
(assert (not (= j i)))
(check-sat)
; witness
; ;; universe for I:
; ;;   I!val!0 I!val!1
; ;; universe for E:
; ;;   E!val!0 E!val!1
; (define-fun a () (Array I E) (store ((as const (Array I E)) E!val!0) I!val!1 E!val!1))
; (define-fun b () (Array I E) ((as const (Array I E)) E!val!0))
; (define-fun i () I I!val!1)
; (define-fun j () I I!val!0)
; (define-fun e () E E!val!0)
; (define-fun f () E E!val!0)

; sat 7
(set-logic QF_AX)
(set-info :status sat)
(declare-sort I 0)
(declare-sort E 0)
(declare-const a (Array I E))
(declare-const b (Array I E))
(declare-const i I)
(declare-const j I)
(declare-const e E)
(declare-const f E)
(assert (=> (distinct (store b j f) (store b i e)) (distinct e f)))
(assert (distinct b (store (store b j f) j e)))
(assert (distinct (store b i f) (store (store b i e) i e)))
(assert (distinct (store (store b j f) j e) (store a j f)))
(assert (distinct (store (store b i f) i f) (store (store b i e) j e)))
(assert (=> (=> (distinct e f) (distinct j i)) (distinct f e)))
(check-sat)
; witness
; ;; universe for I:
; ;;   I!val!0 I!val!1
; ;; universe for E:
; ;;   E!val!0 E!val!1
; (define-fun a () (Array I E) ((as const (Array I E)) E!val!0))
; (define-fun b () (Array I E) ((as const (Array I E)) E!val!0))
; (define-fun i () I I!val!0)
; (define-fun j () I I!val!0)
; (define-fun e () E E!val!1)
; (define-fun f () E E!val!0)

; sat 8
(set-logic QF_AX)
(set-info :status sat)
(declare-sort I 0)
(declare-sort E 0)
(declare-const i I)
(declare-const j I)
(declare-const e E)
(declare-const f E)
(assert (not (distinct i j)))
(assert (not (and (= e f) (= j i))))
(assert (not (not (distinct f e))))
(check-sat)
; witness
; ;; universe for I:
; ;;   I!val!0 I!val!1
; ;; universe for E:
; ;;   E!val!0 E!val!1
; (define-fun i () I I!val!0)
; (define-fun j () I I!val!0)
; (define-fun e () E E!val!0)
; (define-fun f () E E!val!1)

; sat 9
(set-logic QF_AX)
(set-info :status sat)
(declare-sort I 0)
(declare-const a (Array I I))
(declare-const b (Array I I))
(declare-const j I)
(declare-const k I)
(assert (= (select a k) k))
(assert (= (select a (select b j)) j))
(assert (= (select a k) j))
(check-sat)
; witness
; ;; universe for I:
; ;;   I!val!0
; (define-fun a () (Array I I) ((as const (Array I I)) I!val!0))
; (define-fun b () (Array I I) ((as const (Array I I)) I!val!0))
; (define-fun j () I I!val!0)
; (define-fun k () I I!val!0)

; sat 10
(set-logic QF_AX)
(set-info :status sat)
(declare-sort I 0)
(declare-const a (Array I I))
(declare-const b (Array I I))
(declare-const i I)
(declare-const j I)
(declare-const k I)
(assert (= (store b j j) a b))
(assert (not (= i j)))
(assert (not (= (select a i) k)))
(assert (= (store a k i) a))
(check-sat)
; witness
; ;; universe for I:
; ;;   I!val!0 I!val!1 I!val!2
; (define-fun a () (Array I I) (store ((as const (Array I I)) I!val!0) I!val!2 I!val!1))
; (define-fun b () (Array I I) (store ((as const (Array I I)) I!val!0) I!val!2 I!val!1))
; (define-fun i () I I!val!1)
; (define-fun j () I I!val!0)
; (define-fun k () I I!val!2)

; sat 11
(set-logic QF_AX)
(set-info :status sat)
(declare-sort I 0)
(declare-sort E 0)
(declare-const a (Array I E))
(declare-const b (Array I E))
(declare-const i I)
(declare-const j I)
(declare-const e E)
(declare-const f E)
(assert (= a (store (store a i f) i f)))
(assert (not (not (= f e))))
(assert (= (store (store b i e) j e) (store (store b j e) j e)))
(assert (= b (store b j f)))
(check-sat)
; witness
; ;; universe for I:
; ;;   I!val!0
; ;; universe for E:
; ;;   E!val!0
; (define-fun a () (Array I E) ((as const (Array I E)) E!val!0))
; (define-fun b () (Array I E) ((as const (Array I E)) E!val!0))
; (define-fun i () I I!val!0)
; (define-fun j () I I!val!0)
; (define-fun e () E E!val!0)
; (define-fun f () E E!val!0)

; sat 12
(set-logic QF_AX)
(set-info :status sat)
(declare-sort I 0)
(declare-sort E 0)
(declare-const a (Array I E))
(declare-const b (Array I E))
(declare-const i I)
(declare-const j I)
(declare-const e E)
(declare-const f E)
(assert (not (distinct f e)))
(assert (not (distinct j i)))
(assert (not (not (= b a))))
(check-sat)
; witness
; ;; universe for I:
; ;;   I!val!0
; ;; universe for E:
; ;;   E!val!0
; (define-fun a () (Array I E) ((as const (Array I E)) E!val!0))
; (define-fun b () (Array I E) ((as const (Array I E)) E!val!0))
; (define-fun i () I I!val!0)
; (define-fun j () I I!val!0)
; (define-fun e () E E!val!0)
; (define-fun f () E E!val!0)

; unsat 1
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const b (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const e Element)
(assert (= b (store a i e)))
(assert (distinct (select b j) (select a j)))
(assert (distinct e (select b j)))
(check-sat)

; unsat 2
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const e Element)
(declare-const f Element)
(assert (distinct i j))
(assert (distinct (store (store a i e) j f) (store (store a j f) i e)))
(check-sat)

; unsat 3
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const b (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const k Index)
(assert (= (store a i (select b i)) (store b j (select a j))))
(assert (distinct i j k))
(assert (distinct (select a k) (select b k)))
(check-sat)

; unsat 4
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-const m (Array Index (Array Index Bool)))
(declare-const n (Array Index (Array Index Bool)))
(declare-const i Index)
(declare-const j Index)
(assert (= n (store m i (store (select m i) j (not (select (select m i) j))))))
(assert (= (select (select m i) j) (select (select n i) j)))
(check-sat)

; unsat 5
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(define-fun swap ((a (Array Index Element)) (i Index) (j Index)) (Array Index Element) (store
    (store a i (select a j))
    j
    (select a i)))
(declare-const a (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const k Index)
(assert (distinct (swap (swap a i j) j i) a))
(check-sat)

; unsat 6
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const b (Array Index Element))
(declare-const i Index)
(declare-const p Bool)
(assert (= (ite p a b) (store (ite p b a) i (select a i))))
(assert (not p))
(assert (distinct a b))
(check-sat)

; unsat 7
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const b (Array Index Element))
(declare-const i Index)
(declare-const p Bool)
(assert (= (ite p a b) (store (ite p b a) i (select a i))))
(assert (=> p (= (select a i) (select b i))))
(assert (distinct a b))
(check-sat)

; unsat 8
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort I 0)
(declare-sort E 0)
(declare-const a (Array I E))
(declare-const b (Array I E))
(declare-const e E)
(declare-const f E)
(assert (not (= a b)))
(assert (and (= e f) (= b a)))
(assert (and (= f e) (xor (= f e) (= a b))))
(check-sat)

; unsat 9
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort I 0)
(declare-sort E 0)
(declare-const a (Array I E))
(declare-const b (Array I E))
(declare-const i I)
(declare-const j I)
(declare-const e E)
(declare-const f E)
(assert (distinct a (store (store a j e) j f)))
(assert (= a (store (store b j f) j f)))
(assert (= (store (store a j f) i e) (store (store b j e) j e)))
(check-sat)

; unsat 10
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort I 0)
(declare-const a (Array I I))
(declare-const b (Array I I))
(assert (not (not (distinct a b))))
(assert (not (distinct a b)))
(check-sat)

; unsat 11
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort I 0)
(declare-const a (Array I I))
(declare-const b (Array I I))
(declare-const i I)
(declare-const j I)
(declare-const k I)
(assert (= (store (store a k k) j j) (store (store a k i) i j)))
(assert (not (= (store a i k) (store a j i))))
(assert (= (store (store a i k) j i) (store (store a i j) k j)))
(assert (= (store (store a j j) i j) b))
(check-sat)

; unsat 12
(set-logic QF_AX)
(set-info :status unsat)
(declare-sort I 0)
(declare-const a (Array I I))
(declare-const b (Array I I))
(declare-const i I)
(declare-const j I)
(declare-const k I)
(assert (distinct a (store a k j) (store (store a k j) k k) (store b k k)))
(assert (= j k i))
(assert (= (store (store b i k) k k) (store (store a k i) i k)))
(assert (xor (distinct i k) (= i k)))
(check-sat)
