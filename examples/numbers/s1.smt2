; S1: x starts at any number that is not negative, and is set back to 0 or increased in each step.
; The property x >= 0 is inductive as it is.
(set-logic HORN)
(declare-fun state (Int) Bool)
(assert (forall ((x Int))
  (=> (>= x 0) (state x))))
(assert (forall ((x Int) (next Int))
  (=> (and (state x) (or (= next 0) (> next x))) (state next))))
(assert (forall ((x Int))
  (=> (state x) (>= x 0))))
(check-sat)
