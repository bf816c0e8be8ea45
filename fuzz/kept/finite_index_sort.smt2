; An uninterpreted sort may have one element: no index but e need exist.
; expect: sat
; expect: unsat
(set-logic QF_AX)
(declare-sort I 0)
(declare-const a (Array I Bool))
(declare-const b (Array I Bool))
(declare-const e I)
(declare-const i I)
(assert (not (= a b)))
(check-sat)
(assert (= (select a e) (select b e)))
(assert (= (store a i true) (store b i true)))
(assert (= i e))
(check-sat)
