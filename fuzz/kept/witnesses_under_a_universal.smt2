; Witnesses occur in quantified formulas, which the candidate model must evaluate.
; expect: sat
(declare-const as0 (Array Int Bool))
(assert (exists ((?15 Int) (?16 Int)) (forall ((?17 Int)) (xor (<= (- ?16) ?17) (select as0 ?17)))))
(check-sat)
