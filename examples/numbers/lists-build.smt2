; A list grows by one more than its length each time: its head is its length. Proved by what is seen of a list, whether it is empty and
; what its head is.
(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun build (Int List) Bool)
(assert (build 0 nil))
(assert (forall ((n Int) (l List)) (=> (build n l) (build (+ n 1) (cons (+ n 1) l)))))
(assert (forall ((n Int) (l List)) (=> (and (build n l) ((_ is cons) l)) (= (head l) n))))
(check-sat)
