; A function that calls itself: the model does not mention it, and is evaluated with it; the proof has instances of its definition.
(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
(declare-const k Int)
(assert (= (sum k) 55))
(check-sat)
(get-value (k))
(assert (distinct (sum 3) 6))
(check-sat)
