; Two places that send a token to and fro. The sum x + y stays the same, and the token comes back: the system does
; not terminate once the start, with x from 7 down to 3, is behind.
(set-logic HORN)
(declare-fun start (Int) Bool)
(declare-fun ping (Int Int) Bool)
(declare-fun pong (Int Int) Bool)

(assert (start 7))
(assert (forall ((x Int)) (=> (and (start x) (> x 3)) (start (- x 1)))))
(assert (forall ((x Int)) (=> (and (start x) (= x 3)) (ping x 0))))
(assert (forall ((x Int) (y Int)) (=> (ping x y) (pong (- x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (pong x y) (ping (+ x 1) (- y 1)))))
(check-sat)
