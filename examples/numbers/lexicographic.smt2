; Each step takes one from x, or one from y and then x may be anything. No single affine function decreases,
; but two do, one after the other: (y, x).
(set-logic HORN)
(declare-fun loop (Int Int) Bool)

(assert (forall ((x Int) (y Int)) (loop x y)))
(assert (forall ((x Int) (y Int))
  (=> (and (loop x y) (> x 0) (> y 0)) (loop (- x 1) y))))
(assert (forall ((x Int) (y Int) (any Int))
  (=> (and (loop x y) (> x 0) (> y 0)) (loop any (- y 1)))))
(check-sat)
