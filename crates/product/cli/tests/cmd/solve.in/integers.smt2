; No integers, though rationals would do: 2 x + 4 y is never odd. The core leaves out `positive`.
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (! (= (+ (* 2 x) (* 4 y)) 7) :named odd))
(assert (! (< 0 x) :named positive))
(check-sat)
(get-unsat-core)
