; A loop that writes 0 to the first n cells of an array; every one of them is 0 in the end.
(set-logic HORN)
(declare-fun loop (Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int))) (loop 0 n a)))
(assert (forall ((i Int) (n Int) (a (Array Int Int)))
  (=> (and (loop i n a) (< i n)) (loop (+ i 1) n (store a i 0)))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)) (j Int))
  (=> (and (loop i n a) (>= i n) (<= 0 j) (< j n) (not (= (select a j) 0))) false)))
(check-sat)
