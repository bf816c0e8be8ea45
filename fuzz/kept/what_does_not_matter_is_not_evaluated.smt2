; A true part of a disjunction makes up for one that cannot be evaluated.
; expect: sat
(declare-const n1 (Array Int (Array Int Int)))
(declare-const a1 (Array Int Int))
(assert (or (exists ((?1 Int) (?2 Int)) (= (store n1 ?2 a1) n1)) true))
(check-sat)
