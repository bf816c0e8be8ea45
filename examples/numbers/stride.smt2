; x decreases by y, which grows: that this is a decrease at all follows from the invariant y >= 1.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)

(assert (forall ((x Int)) (loop x 1)))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (> x 0)) (loop (- x y) (+ y 1)))))
(check-sat)
