; The same cells cannot continue 1 … 3 and 4 … 6 to sorted arrays (thesis, Example 2.6.3). With
; --partial they can: where nothing is defined, nothing has to be in order.
(set-logic ALL)
(declare-const a (Array Int Int))
(define-fun sorted ((a (Array Int Int)) (l Int) (u Int)) Bool
  (forall ((i Int) (j Int)) (=> (<= l i j u) (<= (select a i) (select a j)))))
(assert (sorted (store (store a 0 1) 5 3) 0 5))
(assert (sorted (store (store a 0 4) 5 6) 0 5))
(check-sat)
