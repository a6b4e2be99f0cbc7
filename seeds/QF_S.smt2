; Built-in seeds of QF_S; crates/engine/src/seeds/shipped.rs tells the form of this file.

; sat 1
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const p Bool)
(assert (=
    p
    (str.in_re s (re.diff (re.* re.allchar) (re.++ re.all (str.to_re "x") re.all)))))
(assert (= t (ite p (str.++ s "x") (str.replace s "x" ""))))
(assert (not (str.contains t "x")))
(assert (= s (str.++ t t "x")))
(check-sat)
; witness
; (define-fun s () String "x")
; (define-fun t () String "")
; (define-fun p () Bool false)

; sat 2
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (= (str.++ (str.++ u u) (str.substr s 3 2)) ""))
(assert (and
    (str.suffixof (str.from_int 1) (str.++ "{\u{7f}bb" t s t))
    (str.suffixof (str.substr "" 2 1) "A")))
(assert (str.suffixof s (ite (= s t) (str.substr u 0 3) (str.from_int 2))))
(check-sat)
; witness
; (define-fun s () String "2")
; (define-fun t () String "1")
; (define-fun u () String "")

; sat 3
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (distinct
    (str.++ (str.++ u s "\u{2ffff}" u "A") (str.from_int 3))
    (str.at "\u{2ffff}" 3)
    u))
(assert (= (distinct (str.from_int 3) (str.++ u s)) (distinct s t)))
(assert (=
    (distinct t (str.++ "\u{e9}" "0\u{7f}" u))
    (= (str.++ "\u{2ffff}" "a" "\u{2ffff}") u s t)))
(assert (= (str.++ (str.at s 1) (str.from_int 1)) (str.at (str.++ t s) 3)))
(check-sat)
; witness
; (define-fun s () String "B")
; (define-fun t () String "\u{e9}0\u{7f}1")
; (define-fun u () String "1")

; sat 4
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.prefixof (str.replace s t (str.replace s u s)) (str.from_int 3)))
(assert (=> (str.prefixof "\u{5c}" t) (str.< (str.replace "Au" s s) s)))
(assert (str.prefixof
    (str.replace (str.replace u "" t) (str.replace u "\u{0}" s) u)
    t))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "E")
; (define-fun u () String "")

; sat 5
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.<=
    (ite
      (str.contains u "A\u{5c}\u{ffff}u ")
      (str.replace "0" t s)
      (str.substr """" 1 2))
    s))
(assert (str.contains (str.replace u (str.replace t t "") (str.substr t 32768 3)) s))
(assert (str.contains
    (str.++ (str.replace t "9" "") (str.substr "}\u{5c}\u{e9}A" 3 121))
    s))
(assert (str.contains (str.++ u (str.replace "u{\u{ffff}" u u)) s))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "0")
; (define-fun u () String "")

; sat 6
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (not (str.contains (str.substr u 1 0) (str.substr s 3 2))))
(assert (str.in_re u (str.to_re t)))
(assert (=>
    (str.contains (str.substr s 0 1) (str.substr s 2 2))
    (str.in_re u re.none)))
(check-sat)
; witness
; (define-fun s () String "ABCD")
; (define-fun t () String "")
; (define-fun u () String "")

; sat 7
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.contains (str.at u 2) s))
(assert (str.suffixof (str.at t 0) u))
(assert (or (str.suffixof s (str.at t 2)) (str.contains (str.at t 1) s)))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "")
; (define-fun u () String "")

; sat 8
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.contains (str.replace t (str.replace t "" u) "b") (str.replace t "" u)))
(assert (and
    (str.contains (str.at u 0) (str.at u 144115188075855872))
    (str.contains (str.replace t t "\u{5c}a\u{5c}") u)))
(assert (distinct
    (str.replace
      (str.replace "\u{5c}" t u)
      (str.at "" 649037107316853453566312041152512)
      (str.replace "" "0""\u{5c}9u" s))
    s))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "b")
; (define-fun u () String "")

; sat 9
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (xor (str.suffixof (str.substr u 2 2) "\u{7f}") (str.contains s t)))
(assert (=
    (= (str.substr "} 0\u{7f}a" 3 8388608) (str.from_int 3))
    (str.contains (str.++ s s) t)))
(assert (str.suffixof
    s
    (str.++
      (str.++ s " \u{e9}\u{ffff}{" s t "\u{5c}\u{2ffff} \u{ffff}\u{2ffff}")
      (str.substr "" 0 0))))
(assert (str.contains
    (str.++ (str.++ "" u) (str.from_int 1) (str.from_code 2) (str.from_code 2))
    t))
(assert (str.contains
    (str.++ (str.substr s 1 2) (str.substr s 1 2))
    (str.++ (str.substr "" 1 0) u)))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "1")
; (define-fun u () String "")

; sat 10
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.<= (str.++ (str.replace u s t) (str.replace u """" t)) t))
(assert (str.is_digit
    (str.replace_all
      (str.replace t s "")
      (str.from_code 16225057137117)
      (str.from_code 16225057137117))))
(assert (xor
    (str.is_digit (str.++ "\u{7f}" t))
    (str.<= (str.replace s t u) (str.from_code 114916656612236))))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "9")
; (define-fun u () String "")

; sat 11
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.prefixof (str.++ "" t t u) u))
(assert (str.prefixof (str.++ u (str.++ "}a\u{e9}" t t)) (str.++ "}a\u{e9}" t t)))
(assert (=> (str.prefixof t "\u{ffff}") (str.prefixof t s)))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "")
; (define-fun u () String "")

; sat 12
(set-logic QF_S)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.contains (str.at (str.at u 4398046511104) 410294964255) t))
(assert (str.contains (str.at s 2) t))
(assert (str.prefixof s (str.at u 1)))
(check-sat)
; witness
; (define-fun s () String "")
; (define-fun t () String "")
; (define-fun u () String "")

; unsat 1
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (= (str.++ s "a") (str.++ "b" t)))
(assert (str.in_re s (re.* (re.union (str.to_re "a") (str.to_re "c")))))
(check-sat)

; unsat 2
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (str.prefixof s t))
(assert (str.suffixof t s))
(assert (distinct s t))
(check-sat)

; unsat 3
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.contains
    (str.replace (str.replace "" t "") (str.replace "{" "\u{7f}" s) s)
    s))
(assert (=
    (str.replace_all "9A\u{e9}" (str.replace_all s s "") (str.replace_all "A" s u))
    s))
(assert (=
    (str.replace_all (str.from_int 1) t s)
    (str.replace (str.from_int 3) (str.replace s u "b") u)
    "\u{2ffff}\u{ffff}\u{5c}a"
    t))
(assert (not (= u t)))
(check-sat)

; unsat 4
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.suffixof (str.++ (str.++ u "\u{0}") (str.from_int 0)) t))
(assert (str.suffixof
    (str.++ (str.from_int 2) (str.++ u "\u{ffff}9"))
    (str.++ (str.from_int 1) (str.++ s """\u{5c}\u{7f}\u{7f}""") t "{\u{ffff}" t)))
(assert (= s u (str.++ (str.++ s t) (str.++ "\u{5c}9 " u) (str.from_int 0) "" t)))
(check-sat)

; unsat 5
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (= (str.replace "u " u t) "0\u{e9}" s))
(assert (str.prefixof (str.substr t 0 3) u))
(assert (str.prefixof
    (str.replace u (str.substr s 77371252455336267181195264 483534218493221) t)
    ""))
(check-sat)

; unsat 6
(set-logic QF_S)
(set-info :status unsat)
(declare-const t String)
(declare-const u String)
(assert (str.in_re
    (str.++ (str.at "}\u{7f}" 1) (str.++ t u) (str.at t 1585364899) u t)
    re.allchar))
(assert (str.is_digit (str.++ (str.at t 1) (str.at t 1) (str.at "" 8149279156811) u)))
(check-sat)

; unsat 7
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.<=
    (str.++ (str.at u 0) (str.at u 0))
    (str.replace (str.at "u" 2) (str.replace "" "" s) s)))
(assert (distinct
    (str.<= (str.replace t "" u) (str.replace u t "\u{e9}"""))
    (= u "\u{2ffff}")))
(assert (distinct
    (str.substr (str.replace u t "9") 3 40564819207303340847894502572032)
    (str.++ (str.substr t 0 2) "" u)))
(assert (str.<=
    (str.replace
      (str.substr u 2 2475880078570760549798248448)
      (str.substr " "" " 406 2)
      (str.replace "\u{5c}\u{e9}\u{2ffff}" t ""))
    ""))
(check-sat)

; unsat 8
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.is_digit
    (str.replace
      (str.replace "\u{7f}\u{5c}" s u)
      (str.substr "" 2 2)
      (str.substr u 1 1))))
(assert (str.prefixof
    (str.replace s (str.substr u 0 0) (str.substr t 3 1))
    "\u{e9}"))
(assert (str.<
    (str.replace (str.substr u 0 3) (str.++ s s) (str.replace """" u t))
    ""))
(assert (str.<
    (str.replace
      (str.substr "\u{e9}" 15 3)
      (str.substr u 1 2)
      (str.replace "" u t))
    ""))
(check-sat)

; unsat 9
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (str.suffixof
    "}\u{e9}\u{2ffff}b"
    (str.++ (str.replace_all s s t) (str.++ "" s))))
(assert (str.contains s (str.++ s t t (str.++ s s t))))
(assert (or
    (= (str.replace u t u) (str.from_int 4767950))
    (str.contains (str.replace t s s) t)))
(check-sat)

; unsat 10
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (distinct
    "}"
    (str.replace (str.replace u s s) (str.replace "\u{0}" u t) "")
    "\u{7f}"
    u))
(assert (not (distinct (str.replace "\u{ffff}" t t) (str.replace u "A" s))))
(assert (str.in_re
    (str.replace
      (str.replace t t t)
      (str.replace u s "a""u""")
      (str.replace u s t))
    re.none))
(assert (str.suffixof
    (str.replace
      (str.replace s "u" u)
      (str.replace s "u" u)
      (str.replace "\u{5c}" t s))
    s))
(check-sat)

; unsat 11
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(assert (=
    (str.replace
      (str.replace "b\u{7f}" u t)
      (str.replace u s s)
      (str.replace t u "u\u{2ffff}""a"))
    t))
(assert (=
    u
    (str.replace (str.replace s t u) (str.replace "" "0A\u{0}A" s) "")
    ""))
(check-sat)

; unsat 12
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (=
    (str.from_code 2)
    (str.replace (str.replace t "" s) (str.replace t "" s) (str.from_code 2))
    s))
(assert (=
    (str.replace "" (str.from_code 2) s)
    (str.replace (str.replace "\u{7f}" "}" s) s t)))
(check-sat)
