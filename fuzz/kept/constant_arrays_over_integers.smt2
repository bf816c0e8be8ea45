; Two constant arrays over infinitely many indices cannot be made equal by one store.
; expect: unsat
; expect: sat
(set-logic QF_ALIA)
(declare-const i Int)
(declare-const v Int)
(push 1)
(assert (= (store ((as const (Array Int Int)) 0) i v) ((as const (Array Int Int)) 1)))
(check-sat)
(pop 1)
(assert (= (store ((as const (Array Bool Int)) 0) true v) (store ((as const (Array Bool Int)) 1) false 0)))
(check-sat)
