(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(define-fun onto ((x (Array Int Int)) (y (Array Int Int))) Bool
  (forall ((i Int)) (exists ((j Int)) (= (select x i) (select y j)))))
(assert (forall ((i Int)) (<= (select a i) (select a (+ i 1)))))
(assert (forall ((i Int) (j Int)) (=> (< i j) (<= (select b i) (select b j)))))
(assert (onto a b))
(check-sat)
