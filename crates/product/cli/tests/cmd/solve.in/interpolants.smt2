; What one part of a contradiction says to the other, in the words that both use.
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(declare-const u Int)
(assert (! (< x y z) :named before))
(assert (! (< z u (+ x 2)) :named after))
(check-sat)
(get-interpolants before after)
