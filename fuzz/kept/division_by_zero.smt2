; Division by 0 is some function of the dividend.
; expect: sat
; expect: unsat
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (= (div x 0) 3))
(assert (= (mod y 0) 4))
(check-sat)
(assert (= x y))
(assert (not (= (div y 0) 3)))
(check-sat)
