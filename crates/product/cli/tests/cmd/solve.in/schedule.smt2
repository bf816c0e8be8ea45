; Two jobs of lengths 3 and 5/2 on one machine, both done within 11/2: satisfiable, and the model is
; a schedule.
(set-logic QF_LRA)
(declare-const first Real)
(declare-const second Real)
(assert (<= 0.0 first))
(assert (<= 0.0 second))
(assert (or (<= (+ first 3.0) second) (<= (+ second 2.5) first)))
(assert (<= (+ first 3.0) 5.5))
(assert (<= (+ second 2.5) 5.5))
(check-sat)
(get-model)
