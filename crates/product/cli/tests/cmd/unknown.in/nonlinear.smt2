; Outside of what is decided: a product of two unknowns. The answer is unknown, with the reason.
(set-logic QF_NIA)
(declare-const x Int)
(declare-const y Int)
(assert (= (* x x x) (+ (* y y) 2)))
(assert (< 10 x))
(check-sat)
(get-info :reason-unknown)
