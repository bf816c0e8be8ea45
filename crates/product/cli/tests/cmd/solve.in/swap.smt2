; Swapping two cells and swapping them back gives the same array. `b` is a after the first swap,
; `c` after the second; unsat says that c and a cannot differ.
(set-logic QF_AX)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(define-fun swap ((x (Array Index Element))) (Array Index Element)
  (store (store x i (select x j)) j (select x i)))
(assert (not (= (swap (swap a)) a)))
(check-sat)
