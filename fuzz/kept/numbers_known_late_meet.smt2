; Indices that arithmetic hears of late are equal already.
; expect: sat
(declare-const n0 (Array Int (Array Int Int)))
(declare-const n2 (Array Int (Array Int Int)))
(declare-const i2 Int)
(declare-const i7 Int)
(assert (= (store n2 i7 (select n0 i2)) n0))
(assert (forall ((?5 Int)) (forall ((?6 Int) (?7 Int)) (< 0 (select (select n2 ?5) ?7)))))
(check-sat)
