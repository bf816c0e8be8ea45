; Not convex: an integer between 0 and 2 is one of three, and f has two values there at most.
; expect: unsat
(set-logic QF_UFLIA)
(declare-fun f (Int) Int)
(declare-const x Int)
(assert (<= 0 x))
(assert (<= x 1))
(assert (= (f 0) 5))
(assert (= (f 1) 5))
(assert (not (= (f x) 5)))
(check-sat)
