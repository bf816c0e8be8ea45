; No rational number has this square, which instances cannot tell.
(set-logic ALL)
(declare-const a (Array Int Real))
(assert (forall ((i Int)) (= (* (select a i) (select a i)) 2.0)))
(check-sat)
