; RUN: fmt %s
; RUN: fmt --compact %s
; A long conjunction is printed one conjunct a line.
(set-logic QF_BV)
(declare-fun x () (_ BitVec 32)) (declare-fun |a b| () (_ BitVec 32))
(assert (and (bvult (bvadd x #x00000001) (bvmul |a b| x)) (not (= ((_ extract 7 0) x) #x01)) (or (bvsle x |a b|) (= x (_ bv10 32)))))
(assert (let ((y (bvmul x x))) (let ((z (bvmul y y))) (let ((w (bvmul z z))) (let ((v (bvmul w w))) (let ((u (bvmul v v))) (= u (bvmul u u))))))))
(check-sat)
(get-info :all-statistics)
