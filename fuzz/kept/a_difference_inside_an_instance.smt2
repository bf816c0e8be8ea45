; Where arrays differ is chosen by the candidate model, also inside instances.
; expect: sat
(declare-const as0 (Array Int Bool))
(declare-const as1 (Array Int Bool))
(declare-const as2 (Array Int Bool))
(declare-const as3 (Array Int Bool))
(declare-const i5 Int)
(assert (not (= as2 (store as0 i5 false))))
(assert (forall ((?3 Int)) (forall ((?4 Int)) (select as2 ?3))))
(assert (= (store as3 i5 true) as1))
(check-sat)
