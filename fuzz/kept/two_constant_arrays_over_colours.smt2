; a peer answers sat, with a model that does not satisfy the second assertion; there are 72
; interpretations of e0, k0 and k1, and none is a model
; expect: unsat
(declare-datatype Colour ((red) (green) (blue)))
(declare-const e0 (Array Colour Bool))
(declare-const k0 Colour)
(declare-const k1 Colour)
(assert (= (store e0 k0 false) ((as const (Array Colour Bool)) false)))
(assert (= ((as const (Array Colour Bool)) true) (store e0 k1 true)))
(check-sat)
