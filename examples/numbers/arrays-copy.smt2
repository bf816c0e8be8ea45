; A loop that copies the first n cells of one array to another.
(set-logic HORN)
(declare-fun loop (Int Int (Array Int Int) (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int)) (b (Array Int Int))) (loop 0 n a b)))
(assert (forall ((i Int) (n Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
  (=> (and (loop i n a b) (< i n) (= c (store b i (select a i)))) (loop (+ i 1) n a c))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)) (b (Array Int Int)) (j Int))
  (=> (and (loop i n a b) (>= i n) (<= 0 j) (< j n) (not (= (select a j) (select b j)))) false)))
(check-sat)
