; S2: x starts at -1 and changes its sign in each step.
; The property x >= -1 is not inductive; x <= 1 strengthens it.
(set-logic HORN)
(declare-fun state (Int) Bool)
(assert (forall ((x Int))
  (=> (= x (- 1)) (state x))))
(assert (forall ((x Int))
  (=> (state x) (state (- x)))))
(assert (forall ((x Int))
  (=> (state x) (>= x (- 1)))))
(check-sat)
