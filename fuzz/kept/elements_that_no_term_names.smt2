; Three values of E must differ, which takes an element of W that no term names.
; expect: sat
(declare-sort U 0)
(declare-sort W 0)
(declare-datatypes ((E 0)) (((ab) (pr (vl W)))))
(declare-const h (Array U E))
(declare-const g (Array U E))
(declare-const k U)
(assert (distinct g (store h k ab)))
(check-sat)
