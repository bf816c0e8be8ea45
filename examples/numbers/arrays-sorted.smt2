; An array that is filled with growing numbers is sorted: how two of its cells compare.
(set-logic HORN)
(declare-fun loop (Int Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (x Int) (a (Array Int Int))) (loop 0 n x a)))
(assert (forall ((i Int) (n Int) (x Int) (a (Array Int Int)) (d Int))
  (=> (and (loop i n x a) (< i n) (>= d 0)) (loop (+ i 1) n (+ x d) (store a i x)))))
(assert (forall ((i Int) (n Int) (x Int) (a (Array Int Int)) (j Int) (k Int))
  (=> (and (loop i n x a) (>= i n) (<= 0 j) (< j k) (< k n) (> (select a j) (select a k))) false)))
(check-sat)
