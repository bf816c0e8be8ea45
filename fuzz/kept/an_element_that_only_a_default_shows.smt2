; The table that a model has for reads of nothing is not printed where it is the default, nor are the
; elements that only it mentions.
; expect: sat
(set-logic ALL)
(declare-sort U 0)
(declare-const k0 U)
(declare-const k1 U)
(declare-const v0 Int)
(declare-const v1 Int)
(declare-const h0 (PArray U Int))
(declare-const h1 (PArray U Int))
(assert (or (= (select h1 k0) (select h0 k1)) (forall ((x U)) (=> (and (not (= x k0)) (defined (select (store h0 k0 v1) x)) (defined (select h1 x))) (distinct (select (store h0 k0 v1) x) (select h1 x))))))
(assert (not (forall ((x U) (y U)) (=> (and (= y k0) (defined (select h1 x))) (>= (select h1 x) v0)))))
(check-sat)
