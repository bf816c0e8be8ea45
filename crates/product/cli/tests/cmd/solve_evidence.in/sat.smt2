(declare-const x Int)
(assert (= (+ x 1) 4))
(check-sat)
