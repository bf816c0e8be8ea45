; The index sort has one element, so a store overwrites a constant array; a peer says unsat.
; mix sorts, seed 771676
; expect: sat
(set-logic ALL)
(declare-datatypes ((D1 0)(D3 0)) (
 ((c1.0))
 ((c3.0 (f3.0.0 Bool) (f3.0.1 Bool))(c3.1 (f3.1.0 Bool) (f3.1.1 (Array Bool D1))))))
(declare-const x0 (Array Bool D1))
(assert (= (store ((as const (Array (Array Bool D1) Int)) 0) x0 1) ((as const (Array (Array Bool D1) Int)) 1)))
(check-sat)
