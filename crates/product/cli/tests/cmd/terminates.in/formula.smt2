(set-logic QF_LIA)
(declare-const x Int)
(assert (< 0 x))
(check-sat)
