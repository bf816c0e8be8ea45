; A clause with two premises: counterexamples are trees.
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 1)) (fib n n))))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (fib n a) (fib (+ n 1) b)) (fib (+ n 2) (+ a b)))))
(assert (forall ((n Int) (r Int)) (=> (and (fib n r) (= r 2)) false)))
(check-sat)
