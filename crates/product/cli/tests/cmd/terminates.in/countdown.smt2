; A countdown from any number. It ends: x decreases, and is positive in every step.
(set-logic HORN)
(declare-fun loop (Int) Bool)

(assert (forall ((x Int)) (loop x)))
; while (x > 0) x--
(assert (forall ((x Int)) (=> (and (loop x) (> x 0)) (loop (- x 1)))))
(check-sat)
