; What head reads of nil is open, but it is one value.
; expect: sat
; expect: unsat
(set-logic QF_DTLIA)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-const x List)
(declare-const y List)
(assert (= (head x) 7))
(assert ((_ is nil) x))
(check-sat)
(assert (= y nil))
(assert (distinct (head y) 7))
(check-sat)
