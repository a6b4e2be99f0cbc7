; Built-in seeds of QF_SLIA; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const i Int)
(assert (= (str.at s i) "z"))
(assert (= (str.substr s (+ i 1) 2) "zz"))
(assert (= (str.len s) (+ i 3)))
(assert (> i 2))
(assert (not (str.contains (str.substr s 0 i) "z")))
(check-sat)
; witness
; (define-fun s () String "ABCzzz")
; (define-fun i () Int 3)

; sat 2
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const c String)
(declare-const d String)
(declare-const k Int)
(assert (= (str.to_code c) (+ (str.to_code d) k)))
(assert (= d (str.from_code (+ 65 k))))
(assert (< 0 k 5))
(assert (str.< d c))
(check-sat)
; witness
; (define-fun c () String "G")
; (define-fun d () String "D")
; (define-fun k () Int 3)

; sat 3
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const i Int)
(declare-const j Int)
(assert (> (- (+ i 1 26525628870610157 i) (+ i j j j)) j))
(assert (not (distinct (> 1 j) (> j i))))
(assert (distinct (str.to_int (str.at s j)) 3))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun i () Int (- 2))
; (define-fun j () Int (- 1))

; sat 4
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (>=
    (str.indexof (str.from_code i) (str.from_code j) (str.indexof t t i))
    (str.indexof s s i)
    j
    i))
(assert (>= (ite (> j i) (str.indexof t t i) (str.indexof "" t 15827971)) j))
(assert (>= (str.indexof s s 3) j))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "")
; (define-fun i () Int (- 2))
; (define-fun j () Int (- 2))

; sat 5
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const i Int)
(declare-const j Int)
(assert (str.prefixof (str.from_int (- j)) (str.from_code (- i))))
(assert (< j (- (- i 3))))
(assert (= (str.is_digit (str.from_int i)) (str.is_digit s)))
(check-sat)
; witness
; (define-fun s () String "\u{c7f5}")
; (define-fun i () Int (- 57))
; (define-fun j () Int (- 9))

; sat 6
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (>= (ite (distinct "A" t) (str.to_code t) (- j)) (- j)))
(assert (> (ite (str.< s t) (- 0) (str.to_code "}")) (- (- 2))))
(assert (>= (- (- j)) (- (- i 3))))
(check-sat)
; witness
; (define-fun s () String "B")
; (define-fun t () String "")
; (define-fun i () Int 2)
; (define-fun j () Int 1)

; sat 7
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (> (str.indexof (str.replace t s "A") (str.replace s t s) j) i))
(assert (= (str.replace t (str.replace t t "9") (str.replace s s t)) s))
(assert (str.contains
    (str.replace (str.replace s "9}" "A") (str.replace t " " t) (str.at "u" 2))
    t))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "")
; (define-fun i () Int (- 1))
; (define-fun j () Int 0)

; sat 8
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const i Int)
(declare-const j Int)
(assert (= (str.to_code (str.at s i)) (- (str.to_code (str.at s i)))))
(assert (str.prefixof (str.at (str.at s 2) i) (str.at (str.at s 2) (- j))))
(assert (= (str.to_code (str.at s 2)) (- (- j))))
(check-sat)
; witness
; (define-fun s () String "\u{0}")
; (define-fun i () Int 0)
; (define-fun j () Int (- 1))

; sat 9
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (distinct (str.to_int (str.at t j)) j))
(assert (distinct
    (str.at (str.at t j) (+ 3 i 2))
    (str.replace (str.at t 3) s "}\u{5c}\u{e9}")))
(assert (distinct (str.at "9" j) t))
(check-sat)
; witness
; (define-fun s () String "D")
; (define-fun t () String "\u{2022}")
; (define-fun i () Int (- 5))
; (define-fun j () Int 0)

; sat 10
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const j Int)
(assert (str.<= (str.at s j) s))
(assert (= (str.to_int (str.at t 3)) j))
(assert (str.prefixof (str.at (str.replace t s "\u{2ffff} a") (str.to_int t)) t))
(assert (str.suffixof (str.at s j) t))
(check-sat)
; witness
; (define-fun s () String "E")
; (define-fun t () String "")
; (define-fun j () Int (- 1))

; sat 11
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (not (= (+ i j j) (str.len t))))
(assert (not (= i (+ 0 2712737147259606 j i i))))
(assert (not (str.contains s t)))
(assert (= (str.contains "" t) (> (str.len s) i)))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "A")
; (define-fun i () Int 0)
; (define-fun j () Int (- 2712737147259607))

; sat 12
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const i Int)
(declare-const j Int)
(assert (distinct (+ (- j i) j) (- (- i))))
(assert (= i (- (+ 0 j) (+ 0 j))))
(assert (<= (- (+ i 1) (- 2 0) (+ 3 i i i) j j) i))
(assert (<= (+ (- j j 1 j i) (- j 1) j j j) j))
(check-sat)
; witness
; (define-fun i () Int 0)
; (define-fun j () Int (- 2))

; unsat 1
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const n Int)
(assert (= n (str.indexof s t 0)))
(assert (>= n 0))
(assert (> (+ n (str.len t)) (str.len s)))
(check-sat)

; unsat 2
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const i Int)
(declare-const j Int)
(assert (= (str.substr s i j) (str.++ s "!")))
(assert (> (str.len s) 0))
(check-sat)

; unsat 3
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (= (str.len (str.++ s t)) 7))
(assert (= (* 2 (str.len s)) (+ 1 (str.len t))))
(assert (= (str.replace s "a" t) t))
(check-sat)

; unsat 4
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (= (str.len (str.++ s t s)) (* 2 (str.len t))))
(assert (= (mod (str.len t) 2) 1))
(check-sat)

; unsat 5
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const c String)
(declare-const k Int)
(assert (= (str.to_code c) k))
(assert (< k 0))
(assert (= (str.len c) 1))
(check-sat)

; unsat 6
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (> (- (+ j j)) 3 (str.to_int s)))
(assert (> (str.len t) (- (- j)) (str.len "\u{e9}u")))
(assert (and (str.< "\u{e9}\u{5c}\u{5c}" s) (> (mod j 2) 224251623440 (str.len s))))
(assert (> (+ (+ i 0 j) (+ j j)) j))
(check-sat)

; unsat 7
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (str.prefixof (str.replace t s s) ""))
(assert (distinct (ite (str.suffixof " " t) s " ") t "" s """"))
(check-sat)

; unsat 8
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (str.in_re (ite (str.in_re t re.all) (str.++ " " s) (str.++ t s)) re.allchar))
(assert (str.is_digit (str.substr (str.substr s j j) (abs 1) (mod 398670888397 3))))
(assert (str.is_digit (ite (str.prefixof "" "}") (str.from_code i) (str.substr t 2 i))))
(check-sat)

; unsat 9
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (> (str.to_int (str.from_code i)) (str.to_code (str.replace t t ""))))
(assert (> (str.to_int (str.replace "{\u{0}" t s)) (- i) (- (str.to_code "u")) i))
(assert (> (str.to_int (str.replace_re_all t re.none t)) j))
(check-sat)

; unsat 10
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (str.contains (str.substr s j i) s))
(assert (= (+ (str.to_int s) (* 3 i)) i))
(assert (str.contains
    (str.substr (str.substr s j j) (abs j) (abs j))
    (str.replace_all (str.substr t 18446744073709551616 j) "" t)))
(assert (str.contains
    """\u{7f}\u{0}Ab"
    (str.replace_all
      (str.substr s 102595 i)
      (str.substr s 102595 i)
      (str.replace_all t t "\u{e9}9\u{5c}a"))))
(check-sat)

; unsat 11
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(declare-const j Int)
(assert (= (str.from_int (str.indexof s t 1)) (str.from_int (str.indexof s s i))))
(assert (=
    (str.substr (str.from_int i) (str.to_int t) (str.to_int "u"))
    (ite (str.suffixof s "} b ") "\u{ffff}" t)))
(assert (> (- 4503599627370496 (+ 2475880078570760549798248448 i)) (- (+ j i) j)))
(check-sat)

; unsat 12
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (str.prefixof (str.replace "9\u{ffff}\u{ffff}" s t) ""))
(assert (str.prefixof (ite (= s t) t "u") ""))
(assert (str.is_digit (str.replace (str.replace s s s) s t)))
(check-sat)
