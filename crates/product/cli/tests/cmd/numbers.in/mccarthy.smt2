; A recursive procedure: f(n) = if n > 100 then n - 10 else f(f(n + 11)).
; A clause with two premises: the predicate is the summary of the procedure.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(assert (forall ((n Int))
  (=> (> n 100) (f n (- n 10)))))
(assert (forall ((n Int) (inner Int) (result Int))
  (=> (and (<= n 100) (f (+ n 11) inner) (f inner result)) (f n result))))
(assert (forall ((n Int) (result Int))
  (=> (and (f n result) (<= n 101)) (= result 91))))
(check-sat)
