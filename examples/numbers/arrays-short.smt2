; The same loop stops one cell too early: the last one may hold anything.
(set-logic HORN)
(declare-fun loop (Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int))) (=> (> n 2) (loop 0 n a))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)))
  (=> (and (loop i n a) (< i (- n 1))) (loop (+ i 1) n (store a i 0)))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)) (j Int))
  (=> (and (loop i n a) (>= i (- n 1)) (<= 0 j) (< j n) (not (= (select a j) 0))) false)))
(check-sat)
