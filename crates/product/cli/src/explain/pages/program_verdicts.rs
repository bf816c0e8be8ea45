//! The pages about conditions that are not proved. A test proves, or fails to prove, every example.

use crate::explain::page::Page;

/// All pages about verdicts, in the order of their codes.
pub const PROGRAM_VERDICT_PAGES: &[Page] = &[
    Page {
        code: "PI0301",
        title: "the postcondition does not hold at a return",
        text: "On the path that is shown, a conjunct of @post fails. If the verdict is `false`, a run from arguments that\n\
               satisfy @pre was found and replayed: the program, or its contract, is wrong. If it is `open`, a state\n\
               that the annotation at the beginning of the path allows leads there: the program may be right, but the\n\
               annotation says too little.",
        failing: b"@pre true\n@post rv > x\nint f(int x) {\n  return x;\n}\n",
        fixed: b"@pre true\n@post rv >= x\nint f(int x) {\n  return x;\n}\n",
    },
    Page {
        code: "PI0304",
        title: "a loop annotation does not hold when the loop is reached",
        text: "The annotation has to hold before the first iteration, too.",
        failing: b"@pre true\n@post true\nvoid f(int n) {\n  int i := 0;\n  while @ L: i <= n (i < n) i := i + 1;\n}\n",
        fixed: b"@pre n >= 0\n@post true\nvoid f(int n) {\n  int i := 0;\n  while @ L: i <= n (i < n) i := i + 1;\n}\n",
    },
    Page {
        code: "PI0305",
        title: "a loop annotation is not preserved",
        text: "From a state in which the annotation holds, one iteration leads to a state in which it does not. Either\n\
               the conjunct is wrong, or the annotation allows states that never occur: then add what excludes them.",
        failing: b"@pre n >= 0\n@post true\nvoid f(int n) {\n  int i := 0;\n  while @ L: i < 10 (i < n) i := i + 1;\n}\n",
        fixed: b"@pre n >= 0\n@post true\nvoid f(int n) {\n  int i := 0;\n  while @ L: i <= n (i < n) i := i + 1;\n}\n",
    },
    Page {
        code: "PI0307",
        title: "a conjunct is not inductive, and is not needed",
        text: "The conjunct is not preserved, but without it all others are, and they prove everything else: delete\n               it. (Inferred facts may make it inductive; the example is for --infer none.)",
        failing: b"@pre n >= 0\n@post rv >= 0\nint f(int n) {\n  int i := 0;\n  while\n    @ L: i >= 0 && i != 7\n    (i < n) {\n    i := 3 * i + 1;\n  }\n  return i;\n}\n",
        fixed: b"@pre n >= 0\n@post rv >= 0\nint f(int n) {\n  int i := 0;\n  while\n    @ L: i >= 0\n    (i < n) {\n    i := 3 * i + 1;\n  }\n  return i;\n}\n",
    },
    Page {
        code: "PI0310",
        title: "a subscript is not in range",
        text: "Whenever a cell is read or written, its index is at least 0 and below the length of the array. In\n\
               annotations arrays may be read anywhere.",
        failing: b"@pre 0 <= i\n@post true\nint f(int[] a, int i) {\n  return a[i];\n}\n",
        fixed: b"@pre 0 <= i && i < |a|\n@post true\nint f(int[] a, int i) {\n  return a[i];\n}\n",
    },
    Page {
        code: "PI0311",
        title: "a divisor can be 0",
        text: "This goes for div, % and /.",
        failing: b"@pre true\n@post true\nint f(int x, int y) {\n  return x div y;\n}\n",
        fixed: b"@pre y != 0\n@post true\nint f(int x, int y) {\n  return x div y;\n}\n",
    },
    Page {
        code: "PI0312",
        title: "the length of a new array can be negative",
        text: "`new T[n]` needs an n that is at least 0.",
        failing: b"@pre true\n@post true\nint[] f(int n) {\n  return new int[n];\n}\n",
        fixed: b"@pre n >= 0\n@post |rv| = n\nint[] f(int n) {\n  return new int[n];\n}\n",
    },
    Page {
        code: "PI0313",
        title: "a key can be missing",
        text: "In code, get(h, k) needs k in keys(h).",
        failing: b"@pre true\n@post true\nint f(hashtable(int, int) h) {\n  return get(h, 1);\n}\n",
        fixed: b"@pre 1 in keys(h)\n@post true\nint f(hashtable(int, int) h) {\n  return get(h, 1);\n}\n",
    },
    Page {
        code: "PI0314",
        title: "a list can be nil",
        text: "In code, car(l) and cdr(l) need a list that is not nil.",
        failing: b"@pre true\n@post true\nint f(list(int) l) {\n  return car(l);\n}\n",
        fixed: b"@pre !atom(l)\n@post true\nint f(list(int) l) {\n  return car(l);\n}\n",
    },
    Page {
        code: "PI0315",
        title: "the precondition of a function does not hold at a call",
        text: "Where a function is called, its @pre has to hold for the arguments; then its @post is relied upon.",
        failing: b"@pre x >= 0\n@post rv >= 0\nint f(int x) {\n  return x;\n}\n@pre true\n@post true\nint g(int y) {\n  return f(y);\n}\n",
        fixed: b"@pre x >= 0\n@post rv >= 0\nint f(int x) {\n  return x;\n}\n@pre y > 0\n@post true\nint g(int y) {\n  return f(y);\n}\n",
    },
    Page {
        code: "PI0316",
        title: "an assertion does not hold",
        text: "`@ F;` as a statement has to hold when it is reached, and may be relied upon afterwards.",
        failing: b"@pre true\n@post true\nvoid f(int x) {\n  @ x > 0;\n}\n",
        fixed: b"@pre x > 1\n@post true\nvoid f(int x) {\n  @ x > 0;\n}\n",
    },
    Page {
        code: "PI0320",
        title: "a ranking can be negative",
        text: "Every component of a ranking is at least 0 wherever the annotation beside it holds.",
        failing: b"@pre true\n@post true\nvoid f(int u) {\n  int i := 0;\n  while @ L: true # (u - i) (i < u) i := i + 1;\n}\n",
        fixed: b"@pre u >= 0\n@post true\nvoid f(int u) {\n  int i := 0;\n  while @ L: i <= u # (u - i) (i < u) i := i + 1;\n}\n",
    },
    Page {
        code: "PI0321",
        title: "a ranking does not decrease",
        text: "From one visit of a point to the next, or from a function to its recursive call, the first component that\n\
               changes gets smaller.",
        failing: b"@pre u >= 0\n@post true\nvoid f(int u) {\n  int i := 0;\n  while @ L: 0 <= i # (i) (i < u) i := i + 1;\n}\n",
        fixed: b"@pre u >= 0\n@post true\nvoid f(int u) {\n  int i := 0;\n  while @ L: i <= u # (u - i) (i < u) i := i + 1;\n}\n",
    },
    Page {
        code: "PI0322",
        title: "a call never ends",
        text: "With --termination, or where a ranking is written, a function must end. This call was executed: either the\n\
               variables at a loop, or at a recursive call, are the same again, so that the same happens for ever, or\n\
               they come to a set of states that is proved to lead back to itself and never to an end.",
        failing: b"@pre true\n@post true\nvoid f(int x) {\n  while @ L: true # (x) (x != 0) x := x - 2;\n}\n",
        fixed: b"@pre true\n@post true\nvoid f(int x) {\n  while @ L: true (x > 0) x := x - 2;\n}\n",
    },
    Page {
        code: "PI0323",
        title: "no ranking was found",
        text: "With --termination, or where another ranking of the function is written, every loop and every function that\n\
               calls itself must have a ranking. None is written here, none of those that were tried decreases, and no call\n\
               was found that never ends.",
        failing: b"",
        fixed: b"",
    },
    Page {
        code: "PI0401",
        title: "a formula is outside the array property fragment",
        text: "What is said of all indices may compare an index with other indices and with expressions free of\n\
               them, and read arrays at it; i + 1, i < j between two indices, a[b[i]] and exists within forall are\n\
               outside, where no procedure can decide everything. Often the same can be said inside: of any two\n\
               indices in order instead of neighbours, with <= instead of <.",
        failing: b"@pre |a| > 0 && (forall i. (0 <= i && i < |a| - 1 -> a[i] <= a[i + 1]))\n@post rv <= a[|a| - 1]\nint f(int[] a) {\n  return a[0];\n}\n",
        fixed: b"@pre |a| > 0 && sorted(a, 0, |a| - 1)\n@post rv <= a[|a| - 1]\nint f(int[] a) {\n  return a[0];\n}\n",
    },
    Page {
        code: "PI0402",
        title: "the budget is used up",
        text: "The condition was not decided within --budget, --condition-timeout, --timeout or --memory. Everything\n\
               that was decided stands. Smaller functions, intermediate assertions and fewer quantifiers make conditions\n\
               easier.",
        failing: b"",
        fixed: b"",
    },
    Page {
        code: "PI0403",
        title: "a product of unknowns could not be decided",
        text: "Products of two variables are not decided completely. An assertion that states the needed consequence\n\
               often helps.",
        failing: b"",
        fixed: b"",
    },
    Page {
        code: "PI0404",
        title: "a condition could not be decided",
        text: "The solver has neither a proof nor a model that it could evaluate.",
        failing: b"",
        fixed: b"",
    },
];
