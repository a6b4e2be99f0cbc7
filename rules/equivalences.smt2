; What string operations mean in terms of simpler ones: Table 2 of "Automatically testing string solvers" (E1-E12), and
; more of the kind (E13-E19).
; Each paragraph is one: the second assertion implies the first, and with E6 as the only exception the first implies that
; there are constants with which the second holds. Constants behind the first assertion are those of the second alone.
; Integers under a quantifier are bounded by 0 from below.

(set-info :name E1)
(declare-const s String)
(declare-const off Int)
(declare-const res String)
(assert (= (str.at s off) res))
(assert (= res (str.substr s off 1)))

(set-info :name E2)
(declare-const n Int)
(declare-const res String)
(assert (= (str.from_int n) res))
(assert (and
  (=> (< n 0) (= res "")) (=> (= n 0) (= res "0")) (=> (= n 1) (= res "1")) (=> (= n 2) (= res "2"))
  (=> (= n 3) (= res "3")) (=> (= n 4) (= res "4")) (=> (= n 5) (= res "5")) (=> (= n 6) (= res "6"))
  (=> (= n 7) (= res "7")) (=> (= n 8) (= res "8")) (=> (= n 9) (= res "9"))
  (=> (>= n 10) (= res (str.++ (str.from_int (div n 10)) (str.from_int (mod n 10)))))))

(set-info :name E3)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(declare-const res String)
(assert (= (str.replace s t u) res))
(declare-const i Int)
(declare-const s1 String)
(declare-const s2 String)
(declare-const s3 String)
(assert (and
  (= i (str.indexof s t 0))
  (ite (>= i 0)
    (and (= s (str.++ s1 s2 s3)) (= (str.len s1) i) (= s2 t) (= res (str.++ s1 u s3)))
    (= res s))))

; The paper has no case for a substring that ends with the string.
(set-info :name E4)
(declare-const s String)
(declare-const off Int)
(declare-const len Int)
(declare-const res String)
(assert (= (str.substr s off len) res))
(declare-const s1 String)
(declare-const s2 String)
(declare-const s3 String)
(assert (ite (and (>= off 0) (< off (str.len s)) (> len 0))
  (and
    (= s (str.++ s1 s2 s3)) (= (str.len s1) off)
    (= (str.len s2) (ite (<= (+ off len) (str.len s)) len (- (str.len s) off))) (= res s2))
  (= res "")))

; The paper has no case for what does not occur.
(set-info :name E5)
(declare-const s String)
(declare-const t String)
(declare-const off Int)
(declare-const res Int)
(assert (= (str.indexof s t off) res))
(declare-const s1 String)
(declare-const s2 String)
(declare-const s4 String)
(assert (ite (and (= t "") (>= off 0) (<= off (str.len s)))
  (= res off)
  (ite (and (>= off 0) (<= off (str.len s)) (str.contains (str.substr s off (- (str.len s) off)) t))
    (and
      (= s (str.++ s1 s2 t s4)) (= off (str.len s1))
      (forall ((i Int)) (!
        (=> (and (>= i 0) (< i (str.len t))) (= (str.contains (str.++ s2 (str.substr t 0 i)) t) false))
        :pattern ((str.substr t 0 i))))
      (= res (str.len (str.++ s1 s2))))
    (= res (- 1)))))

; Only from the second to the first: "007" is not written like that.
(set-info :name E6)
(declare-const s String)
(declare-const res Int)
(assert (= (str.to_int s) res))
(assert (ite
  (and (not (= s "")) (forall ((j Int)) (!
    (=> (and (>= j 0) (< j (str.len s)))
      (or
        (= (str.at s j) "0") (= (str.at s j) "1") (= (str.at s j) "2") (= (str.at s j) "3") (= (str.at s j) "4")
        (= (str.at s j) "5") (= (str.at s j) "6") (= (str.at s j) "7") (= (str.at s j) "8") (= (str.at s j) "9")))
    :pattern ((str.at s j)))))
  (= (str.from_int res) s)
  (= res (- 1))))

(set-info :name E7)
(declare-const s String)
(declare-const t String)
(assert (= (str.contains s t) true))
(declare-const s1 String)
(declare-const s3 String)
(assert (= s (str.++ s1 t s3)))

(set-info :name E8)
(declare-const s String)
(declare-const t String)
(assert (= (str.contains s t) false))
(assert (forall ((s1 String) (s2 String) (s3 String)) (!
  (=> (= s (str.++ s1 s2 s3)) (= (= s2 t) false))
  :pattern ((str.++ s1 s2 s3)))))

(set-info :name E9)
(declare-const s String)
(declare-const t String)
(assert (= (str.prefixof s t) true))
(declare-const t2 String)
(assert (= t (str.++ s t2)))

(set-info :name E10)
(declare-const s String)
(declare-const t String)
(assert (= (str.prefixof s t) false))
(assert (forall ((t1 String) (t2 String)) (!
  (=> (= t (str.++ t1 t2)) (= (= t1 s) false))
  :pattern ((str.++ t1 t2)))))

(set-info :name E11)
(declare-const s String)
(declare-const t String)
(assert (= (str.suffixof s t) true))
(declare-const t1 String)
(assert (= t (str.++ t1 s)))

(set-info :name E12)
(declare-const s String)
(declare-const t String)
(assert (= (str.suffixof s t) false))
(assert (forall ((t1 String) (t2 String)) (!
  (=> (= t (str.++ t1 t2)) (= (= t2 s) false))
  :pattern ((str.++ t1 t2)))))

(set-info :name E13)
(declare-const s String)
(declare-const res Bool)
(assert (= (str.is_digit s) res))
(assert (= res (str.in_re s (re.range "0" "9"))))

(set-info :name E14)
(declare-const s String)
(declare-const res Int)
(assert (= (str.to_code s) res))
(assert (ite (= (str.len s) 1) (= (str.from_code res) s) (= res (- 1))))

(set-info :name E15)
(declare-const n Int)
(declare-const res String)
(assert (= (str.from_code n) res))
(assert (ite (and (<= 0 n) (<= n 196607)) (= (str.to_code res) n) (= res "")))

(set-info :name E16)
(declare-const s String)
(declare-const t String)
(declare-const res Bool)
(assert (= (str.< s t) res))
(assert (= res (and (not (= s t)) (str.<= s t))))

(set-info :name E17)
(declare-const s String)
(declare-const t String)
(assert (= (str.<= s t) true))
(declare-const s1 String)
(declare-const s2 String)
(declare-const t2 String)
(assert (and
  (= s (str.++ s1 s2)) (= t (str.++ s1 t2))
  (or (= s2 "") (< (str.to_code (str.at s2 0)) (str.to_code (str.at t2 0))))))

(set-info :name E18)
(declare-const s String)
(declare-const t String)
(declare-const u String)
(declare-const res String)
(assert (= (str.replace_all s t u) res))
(declare-const s1 String)
(declare-const s3 String)
(assert (ite (or (= t "") (= (str.contains s t) false))
  (= res s)
  (and
    (= s (str.++ s1 t s3)) (= (str.len s1) (str.indexof s t 0))
    (= res (str.++ s1 u (str.replace_all s3 t u))))))

(set-info :name E19)
(declare-const s String)
(assert (= (str.in_re s (re.+ (re.range "0" "9"))) true))
(assert (>= (str.to_int s) 0))
