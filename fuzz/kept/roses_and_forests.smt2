; Datatypes that contain each other: a second rose has to be found.
; expect: sat
(declare-datatypes ((Rose 0) (Forest 0)) (((rose (branches Forest))) ((bare) (grow (one Rose) (others Forest)))))
(declare-const w0 Rose)
(declare-const w1 Rose)
(assert (not (= w0 w1)))
(assert ((_ is rose) w0))
(check-sat)
