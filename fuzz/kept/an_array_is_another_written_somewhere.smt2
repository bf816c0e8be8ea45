; That something exists is seen at a value that the model offers, where no representatives are known.
; expect: sat
(declare-const a0 (Array Int Int))
(declare-const a1 (Array Int Int))
(assert (exists ((?5 Int) (?6 Int)) (= (store a0 ?6 0) a1)))
(check-sat)
