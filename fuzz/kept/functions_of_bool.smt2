; A function of Bool has two values: f(f(f(x))) = f(x) for all f from Bool to Bool.
; expect: unsat
(set-logic QF_UF)
(declare-fun f (Bool) Bool)
(declare-const x Bool)
(assert (not (= (f (f (f x))) (f x))))
(check-sat)
