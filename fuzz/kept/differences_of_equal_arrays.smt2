; Equal arrays have differences as well, and a binder is compared with another one only.
; expect: sat
(declare-sort U 0)
(declare-sort V 0)
(declare-const bm0 (Array U (Array V Int)))
(declare-const ci0 (Array V Int))
(declare-const ci3 (Array V Int))
(declare-const u6 U)
(assert (not (or (not (forall ((i U)) (= ci0 (select bm0 i)))) (forall ((i U)) (= ci0 (select (store bm0 u6 ci3) i))))))
(assert (forall ((?9 V)) (forall ((?10 V)) (or (= ?10 ?9) (>= 0 (select ci0 ?10))))))
(check-sat)
