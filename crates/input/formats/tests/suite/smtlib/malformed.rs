//! Scripts with errors, and what is said about them.

use buttress_formats::smtlib::Kind;

use super::run;

#[test]
fn errors_say_what_and_where() {
    use Kind::{Declaration, Lexical, Sort, State, Syntax, Unknown, Unsupported};
    let header = "(declare-const x Int)(declare-const b Bool)(declare-fun length (Int) Int)\n";
    let cases = [
        ("(assert (+ x b))", Sort, "2:14: expected a number, found Bool"),
        ("(assert (and b x))", Sort, "2:16: expected a term of sort Bool, found Int"),
        ("(assert x)", Sort, "2:9: expected a term of sort Bool, found Int"),
        ("(assert (= x b))", Sort, "2:14: expected a term of sort Int, found Bool"),
        ("(assert (not b b))", Sort, "2:9: `not` takes 1 argument, found 2"),
        ("(assert (= x))", Sort, "2:9: `=` takes at least 2 arguments, found 1"),
        ("(assert (length x))", Sort, "2:9: expected a term of sort Bool, found Int"),
        ("(assert (< (length) 1))", Syntax, "2:19: expected an argument, found `)`"),
        ("(assert (< (length 1.5) 1))", Sort, "2:20: expected a term of sort Int, found Real"),
        (
            "(assert (< (lenght 1) 1))",
            Unknown,
            "2:13: unknown symbol `lenght`; did you mean `length`?",
        ),
        ("(assert (select x 1))", Sort, "2:17: expected an array, found Int"),
        ("(assert (b x))", Sort, "2:9: `b` takes no arguments, found 1"),
        (
            "(assert (let ((y 1) (y 2)) b))",
            Declaration,
            "2:22: the variable `y` is bound here twice",
        ),
        ("(assert (let ((y)) b))", Syntax, "2:17: expected a term, found `)`"),
        ("(assert (forall () b))", Syntax, "2:17: expected at least one variable, found ()"),
        ("(assert (forall ((y Int)) y))", Sort, "2:27: expected a term of sort Bool, found Int"),
        ("(assert (forall ((y Itn)) b))", Unknown, "2:21: unknown sort `Itn`; did you mean `Int`?"),
        (
            "(assert (exists ((y Bool)) (! y :named z)))",
            Declaration,
            "2:28: a term with free variables cannot have a name",
        ),
        ("(assert)", Syntax, "2:8: expected a formula, found `)`"),
        ("(assert b b)", Syntax, "2:11: expected `)`, found a symbol `b`"),
        ("(assert ())", Syntax, "2:10: expected a term, found `)`"),
        ("(assert let)", Syntax, "2:9: expected a term, found a reserved word `let`"),
        ("(assert :key)", Syntax, "2:9: expected a term, found a keyword `:key`"),
        ("(assert (= #x0f x))", Unsupported, "2:12: bit-vectors are not supported"),
        ("(assert (bvult x x))", Unsupported, "2:10: `bvult`: bit-vectors are not supported"),
        ("(assert (= \"a\" \"b\"))", Unsupported, "2:12: strings are not supported"),
        ("(declare-const v (_ BitVec 8))", Unsupported, "2:18: bit-vectors are not supported"),
        ("(declare-const v String)", Unsupported, "2:18: strings are not supported"),
        (
            "(declare-const v (Array Int))",
            Sort,
            "2:18: the sort `Array` takes 2 arguments, found 1",
        ),
        ("(declare-const v (Int))", Sort, "2:18: the sort `Int` takes no arguments"),
        ("(declare-const x Bool)", Declaration, "2:16: `x` is declared already"),
        (
            "(declare-const @x Bool)",
            Declaration,
            "2:16: `@x`: names that begin with @ are for solvers' use",
        ),
        ("(declare-const and Bool)", Declaration, "2:16: `and` is a symbol of a theory"),
        ("(declare-sort Int 0)", Declaration, "2:15: the sort `Int` is declared already"),
        (
            "(define-fun-rec f ((n Int)) Bool n)",
            Sort,
            "2:34: expected a term of sort Bool, found Int",
        ),
        (
            "(declare-const |a\\|b| Int)",
            Lexical,
            "2:18: `\\` cannot stand in a symbol between bars",
        ),
        ("(assert-soft b)", Unsupported, "2:2: the command `assert-soft` is not supported"),
        ("(chek-sat)", Unknown, "2:2: unknown command `chek-sat`; did you mean `check-sat`?"),
        ("(check-sat now)", Syntax, "2:12: expected `)`, found a symbol `now`"),
        ("(pop 1)", State, "2:1: nothing to pop: no level was pushed"),
        (
            "(push 99999999999999999999)",
            Unsupported,
            "2:1: more than 1000000 levels are not supported",
        ),
        (
            "(set-logic QF_UF)",
            State,
            "2:2: the logic must be set before anything is declared or asserted",
        ),
        (
            "(set-option :produce-models yes)",
            Syntax,
            "2:29: expected `true` or `false`, found a symbol `yes`",
        ),
        (
            "(declare-datatype D ((c (s D))))",
            Declaration,
            "2:19: the datatype `D` has no value: every constructor needs one already",
        ),
        ("(declare-datatype D ((c) (c)))", Declaration, "2:27: `c` is declared already"),
        (
            "(declare-datatypes ((P 1)) ((par (T) ((n) (c (s (P (P T))))))))",
            Unsupported,
            "2:22: a field of `c` asks for ever larger sorts of this declaration, which is not \
             supported",
        ),
        (
            "(declare-datatypes ((P 1) (Q 2)) ((par (T) ((n) (c (s (Q Int (P T))))))
             (par (U V) ((m) (d (r (P V)) (t U))))))",
            Unsupported,
            "2:22: a field of `c` asks for ever larger sorts of this declaration, which is not \
             supported",
        ),
        (
            "(declare-datatypes ((P 1)) (((n))))",
            Declaration,
            "2:29: the datatype `P` has 0 parameters here, but its arity is 1",
        ),
        ("(assert 12abc)", Lexical, "2:9: expected a number, found `12abc`"),
        ("(assert 007)", Lexical, "2:9: expected a number without leading zeros, found `007`"),
        (
            "(assert #q1)",
            Lexical,
            "2:9: expected `#x` and hexadecimal digits or `#b` and bits, found `#q1`",
        ),
        ("(assert é)", Lexical, "2:9: the character 'é' cannot stand here"),
        ("(assert |é| {)", Lexical, "2:13: the character '{' cannot stand here"),
        ("(assert |a\\b|)", Lexical, "2:11: `\\` cannot stand in a symbol between bars"),
        ("hello (exit)", Syntax, "2:1: expected a command in parentheses, found `hello`"),
        (")", Syntax, "2:1: `)` closes nothing"),
        ("(assert (and b", Syntax, "2:1: the input ends inside this command: expected 2 times `)`"),
        (
            "(echo \"open)",
            Syntax,
            "2:1: the input ends inside this command: expected `\"` that closes a string",
        ),
    ];
    for (text, kind, message) in cases {
        let run = run(format!("{header}{text}"));
        assert_eq!(run.errors(), [format!("line {message}")], "{text}");
        let error = run.outcomes.iter().find_map(|outcome| outcome.as_ref().err());
        assert_eq!(error.map(|error| error.kind), Some(kind), "{text}");
    }
}

#[test]
fn errors_about_datatypes() {
    let header = "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (head T) (tail (L T)))))))
        (declare-const l (L Int)) (declare-datatype E ((none) (left (of Int))))\n";
    let cases = [
        (
            "(assert (= l nil))",
            "3:14: the sort of `nil` cannot be told from its arguments; \
            write `(as nil S)` with its sort S",
        ),
        (
            "(assert (= l (cons true l)))",
            "3:25: a term of sort (L Int) does not fit this field of `cons`",
        ),
        ("(assert (= l (as nil E)))", "3:22: `nil` is no constructor of the sort E"),
        ("(assert (match l ((nil true))))", "3:9: this `match` has no case for `cons`"),
        (
            "(assert (match l ((nil true) ((cons x) false))))",
            "3:31: the pattern of `cons` takes 2 variables, found 1",
        ),
        (
            "(assert (match l ((nil true) ((cons x y) x))))",
            "3:42: expected a term of sort Bool, found Int",
        ),
        (
            "(assert (match l ((nil true) ((left x) false))))",
            "3:32: `left` is no constructor of the sort (L Int)",
        ),
        ("(assert (match 1 ((x true))))", "3:16: expected a term of a datatype, found Int"),
        ("(assert ((_ is none) l))", "3:22: expected a term of the datatype E, found (L Int)"),
        ("(assert ((_ is head) l))", "3:16: `head` is no constructor"),
        ("(assert (= 1 (of l)))", "3:18: expected a term of the datatype E, found (L Int)"),
    ];
    for (text, message) in cases {
        assert_eq!(run(format!("{header}{text}")).errors(), [format!("line {message}")], "{text}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let cases: [(&[u8], &[&str]); 4] = [
        (b"(echo \"\xff\")", &["line 1:8: the byte 0xff is not UTF-8"]),
        (b"(echo \x00)", &["line 1:7: the character '\\0' cannot stand here"]),
        (b"(echo ; \xff\xfe\n\"fine\")", &[]),
        (b"; \xff\n(exit)", &[]),
    ];
    for (text, errors) in cases {
        assert_eq!(run(text).errors(), errors, "{text:?}");
    }
}

#[test]
fn sorts_do_not_explode() {
    let mut script = String::from("(define-sort S0 (X) (Array X X))");
    for level in 1..64 {
        let below = level - 1;
        script += &format!("(define-sort S{level} (X) (S{below} (S{below} X)))");
    }
    let errors = run(&script).errors();
    let message = "sorts of more than 1000 parts are not supported";
    assert!(errors[0].ends_with(message), "{errors:?}");
}
