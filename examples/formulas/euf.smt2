; Congruence: from f(f(a)) = a and f(f(f(a))) = a follows f(a) = a, so this is unsat.
(set-logic QF_UF)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const a U)
(assert (= (f (f a)) a))
(assert (= (f (f (f a))) a))
(assert (not (= (f a) a)))
(check-sat)
