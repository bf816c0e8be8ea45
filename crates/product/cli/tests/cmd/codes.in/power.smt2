(declare-const x Int)
(assert (= x (let ((a (* 10 10))) (let ((b (* a a))) (let ((c (* b b))) (let ((d (* c c))) (let ((e (* d d))) (let ((f (* e e))) (let ((g (* f f))) (let ((h (* g g))) (let ((i (* h h))) (let ((j (* i i))) (let ((k (* j j))) (let ((l (* k k))) (let ((m (* l l))) (let ((n (* m m))) (let ((o (* n n))) (let ((p (* o o))) (let ((q (* p p))) q)))))))))))))))))))
(check-sat)
