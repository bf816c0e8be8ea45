; At the end x is a square: no inequality of degree one says so.
(set-logic HORN)
(declare-fun square (Int Int) Bool)
(assert (square 0 0))
(assert (forall ((x Int) (n Int)) (=> (square x n) (square (+ x n n 1) (+ n 1)))))
(assert (forall ((x Int) (n Int)) (=> (and (square x n) (= x 7)) false)))
(check-sat)
