; A quantified variable is written as a value.
; expect: sat
(declare-const a1 (Array Int Int))
(declare-const i1 Int)
(assert (or true (exists ((?2 Int) (?3 Int)) (distinct (select (store a1 i1 ?3) ?2) 0))))
(check-sat)
