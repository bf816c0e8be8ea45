; There are four arrays from Bool to Bool, so that five cannot differ.
; expect: sat
; expect: unsat
(set-logic QF_AX)
(declare-const a (Array Bool Bool))
(declare-const b (Array Bool Bool))
(declare-const c (Array Bool Bool))
(declare-const d (Array Bool Bool))
(declare-const e (Array Bool Bool))
(assert (distinct a b c d))
(check-sat)
(assert (distinct a b c d e))
(check-sat)
