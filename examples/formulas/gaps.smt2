; Partial arrays are an extension of SMT-LIB: docs/formulas.md says what there is. An array that is
; sorted where it is defined may have gaps: so it can start with 1 and end with 3, or start with 4
; and end with 6, over the same cells between (thesis, Example 2.6.3), and six cells may hold
; different numbers from 0 to 4 (Example 2.6.4).
(set-logic ALL)
(declare-const a (PArray Int Int))
(define-fun sorted ((a (PArray Int Int)) (l Int) (u Int)) Bool
  (forall ((i Int)) (=> (defined (select a i))
    (forall ((j Int)) (=> (defined (select a j))
      (=> (<= l i j u) (<= (select a i) (select a j))))))))
(push)
(assert (sorted (store (store a 0 1) 5 3) 0 5))
(assert (sorted (store (store a 0 4) 5 6) 0 5))
(check-sat)
(pop)
(assert (= (select a 0) 0))
(assert (= (select a 5) 4))
(assert (sorted a 0 5))
(assert (forall ((i Int)) (=> (defined (select a i))
  (forall ((j Int)) (=> (defined (select a j))
    (=> (and (<= 0 i) (< i j) (<= j 5)) (distinct (select a i) (select a j))))))))
(check-sat)
