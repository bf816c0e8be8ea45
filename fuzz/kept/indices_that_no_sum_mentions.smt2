; Indices of writes become known to arithmetic with the index set only.
; expect: sat
(set-logic ALL)
(declare-const a (Array Int Int))
(declare-const k0 Int)(declare-const v0 Int)(declare-const k1 Int)(declare-const v1 Int)(declare-const k2 Int)(declare-const v2 Int)(assert (forall ((i Int)) (>= (select a i) 0)))(assert (>= v0 0))(assert (>= v2 0))(assert (not (forall ((i Int)) (>= (select (store (store (store a k0 v0) k1 v1) k2 v2) i) 0))))(check-sat)
