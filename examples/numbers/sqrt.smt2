; Sqrt: z is the integer square root of x, found with additions alone.
; With u = 1 + 2z and 4w = (u + 1)^2 the property becomes inductive: w = (z + 1)^2.
(set-logic HORN)
(declare-fun loop (Int Int Int Int) Bool)
(assert (forall ((u Int) (w Int) (x Int) (z Int))
  (=> (and (>= x 1) (= u 1) (= w 1) (= z 0)) (loop u w x z))))
(assert (forall ((u Int) (w Int) (x Int) (z Int))
  (=> (and (loop u w x z) (<= w x)) (loop (+ u 2) (+ w u 2) x (+ z 1)))))
(assert (forall ((u Int) (w Int) (x Int) (z Int))
  (=> (loop u w x z)
      (and (=> (<= w x) (<= (* (+ z 1) (+ z 1)) x))
           (=> (> w x) (< x (* (+ z 1) (+ z 1))))))))
(check-sat)
