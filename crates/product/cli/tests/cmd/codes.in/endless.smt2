(define-fun-rec f ((n Int)) Int (f (+ n 1)))
(declare-const x Int)
(assert (> (f x) x))
(check-sat)
