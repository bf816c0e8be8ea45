; Reading the model of the first check must not shift the numbers of the second one's variables.
; expect: sat
; expect: unsat
(declare-const a (Array Int Int)) (declare-const e Int)
(assert (forall ((i Int)) (=> (< i e) (= (select a i) 0))))
(push 1) (assert (= (select a e) 1)) (check-sat) (pop 1)
(assert (forall ((i Int)) (=> (< i (+ e 1)) (= (select a i) 1)))) (check-sat)
