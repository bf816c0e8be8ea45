; A body that is false everywhere, over an Int and over a sort that nothing else mentions.
; expect: unsat
(declare-sort U 0)
(assert (forall ((?2 Int) (?4 U)) false))
(check-sat)
