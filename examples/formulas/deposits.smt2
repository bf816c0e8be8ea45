; Every balance is at least 0, and a deposit of v is booked under s (thesis, Example 2.5.3). The
; balances stay so if v is not negative; otherwise there is a table in which they do not.
(set-logic ALL)
(declare-sort Account 0)
(declare-const h (HashTable Account Int))
(declare-const s Account)
(declare-const v Int)
(define-fun fine ((t (HashTable Account Int))) Bool
  (forall ((k Account)) (=> (in-keys k t) (>= (get t k) 0))))
(assert (fine h))
(assert (not (fine (put h s v))))
(push)
(assert (>= v 0))
(check-sat)
(pop)
(check-sat)
