; The definition of abs for a number: its negation is a number, too, not a product.
; expect: unsat
(assert (> 4 (abs 4)))
(check-sat)
