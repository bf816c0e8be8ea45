; Hashtables are an extension of SMT-LIB: docs/formulas.md says what there is.
(set-logic ALL)
(declare-sort Name 0)
(declare-const ages (HashTable Name Int))
(declare-const ann Name)
(declare-const bob Name)

; What is put is found, and the key is there.
(push)
(define-fun older () (HashTable Name Int) (put ages ann 40))
(assert (not (and (= (get older ann) 40) (in-keys ann older))))
(check-sat)
(pop)

; Removing undoes putting, unless the key was there before.
(push)
(assert (distinct (remove (put ages ann 40) ann) ages))
(check-sat)
(assert (not (in-keys ann ages)))
(check-sat)
(pop)

; Only one key can be lost when one is removed.
(push)
(assert (in-keys bob (intersection (keys ages) (complement (keys (remove ages ann))))))
(assert (distinct ann bob))
(check-sat)
(pop)

; What is read where there is no key is open, but the same for equal tables.
(push)
(assert (init ages))
(assert (distinct (get ages ann) (get ages bob)))
(check-sat)
(assert (distinct (get (remove ages bob) ann) (get ages ann)))
(check-sat)
