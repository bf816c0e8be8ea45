; Where a sort may have a single element, a can be less than b everywhere but at e, and equal to b.
; With --infinite-sorts there are other indices, and it cannot (thesis, Section 2.2, λ).
(set-logic ALL)
(declare-sort Index 0)
(declare-const a (Array Index Int))
(declare-const b (Array Index Int))
(declare-const e Index)
(assert (forall ((i Index)) (=> (distinct i e) (< (select a i) (select b i)))))
(assert (= a b))
(check-sat)
