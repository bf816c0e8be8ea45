; A loop within a loop, each with a predicate of its own: both are on the same cycle.
;   for (i = 0; i < n; i++)
;     for (j = 0; j < n; j++) ;
(set-logic HORN)
(declare-fun outer (Int Int) Bool)
(declare-fun inner (Int Int Int) Bool)

(assert (forall ((n Int)) (outer 0 n)))
(assert (forall ((i Int) (n Int)) (=> (and (outer i n) (< i n)) (inner i n 0))))
(assert (forall ((i Int) (n Int) (j Int))
  (=> (and (inner i n j) (< j n)) (inner i n (+ j 1)))))
(assert (forall ((i Int) (n Int) (j Int))
  (=> (and (inner i n j) (>= j n)) (outer (+ i 1) n))))
(check-sat)
