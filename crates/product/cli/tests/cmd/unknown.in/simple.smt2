; Simple: j = 2, k = 0; then, any number of times, j += 4 or (j += 2, k += 1).
; That j differs from 2k is true and not inductive; j >= 2k + 2 strengthens it.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(assert (forall ((j Int) (k Int))
  (=> (and (= j 2) (= k 0)) (loop j k))))
(assert (forall ((j Int) (k Int))
  (=> (loop j k) (loop (+ j 4) k))))
(assert (forall ((j Int) (k Int))
  (=> (loop j k) (loop (+ j 2) (+ k 1)))))
(assert (forall ((j Int) (k Int))
  (=> (loop j k) (and (>= k 0) (distinct j (* 2 k))))))
(check-sat)
