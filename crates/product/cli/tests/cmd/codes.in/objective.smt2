; The formula outside of the fragments stands in the objective, and no assertion has it.
(declare-fun f (Int) Int)
(minimize (ite (forall ((x Int)) (> (f (+ x 1)) (f x))) 3 4))
(check-sat)
