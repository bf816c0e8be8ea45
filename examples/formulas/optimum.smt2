; The best plan, and why there is none better.
(declare-const tables Int)
(declare-const chairs Int)
(assert (and (>= tables 0) (>= chairs 0)))
(assert (<= (+ (* 4 tables) (* 3 chairs)) 30))
(assert (<= (+ tables (* 2 chairs)) 11))
(maximize (+ (* 7 tables) (* 5 chairs)))
(check-sat)
(get-objectives)
