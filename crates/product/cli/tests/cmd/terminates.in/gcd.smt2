; The greatest common divisor by subtraction. It ends because both numbers stay positive, which is an invariant
; that the ranking x + y needs.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)

(assert (forall ((x Int) (y Int)) (=> (and (> x 0) (> y 0)) (loop x y))))
; while (x != y) if (x > y) x -= y; else y -= x;
(assert (forall ((x Int) (y Int))
  (=> (and (loop x y) (not (= x y)))
      (loop (ite (> x y) (- x y) x) (ite (> x y) y (- y x))))))
(check-sat)
