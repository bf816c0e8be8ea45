; No property: invariants for their own sake.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (loop x y))))
(assert (forall ((x Int) (y Int)) (=> (loop x y) (loop (+ x 1) (+ y 2)))))
