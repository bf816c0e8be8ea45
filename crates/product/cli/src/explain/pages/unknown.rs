//! The pages about reasons for which there is no answer.

use crate::explain::page::Page;

/// A page without examples: the reason lies in a run, not in a text.
const fn page(code: &'static str, title: &'static str, text: &'static str) -> Page {
    Page { code, title, text, failing: b"", fixed: b"" }
}

/// A page for each reason, in the order of their codes.
pub const UNKNOWN_PAGES: &[Page] = &[
    page(
        "UN0001",
        "the time limit was reached",
        "Nothing was decided within --timeout, or within a limit for a part of the work such as --check-timeout,\n\
         --condition-timeout or (set-option :timeout). What was reached is told beside it: for circuits so many\n\
         steps in which nothing bad can happen, for systems over numbers the invariants that were found.\n\
         More time helps if the run was still getting deeper (-v, or the progress line). Otherwise one property or\n\
         function alone (--property, --function), several engines at once (--threads), another engine (--engine), or\n\
         a smaller question: an intermediate assertion, a smaller cone, fewer quantifiers.",
    ),
    page(
        "UN0002",
        "the memory limit was reached",
        "The program would have held more than --memory. More memory helps, and so does asking for less at once:\n\
         one property (--property), one engine (--engine ic3 holds less than bmc on deep circuits), one thread.",
    ),
    page(
        "UN0003",
        "somebody has interrupted the run",
        "Ctrl-C, or a request to terminate. What was known was printed, and stands.",
    ),
    page(
        "UN0004",
        "the limit of effort was reached",
        "Effort is counted, not timed, so that the same run ends in the same place: --budget for the conditions\n\
         of programs, (set-option :reproducible-resource-limit) in scripts. A larger one goes further.",
    ),
    page(
        "UN0005",
        "the search went to its bound",
        "Nothing bad happens within so many steps, and nothing was shown of those beyond. The engines bmc and unfold\n\
         find counterexamples only, and kind proves what is inductive within --bound. Without --engine all engines\n\
         work together, some of which prove; a larger --bound searches further.",
    ),
    page(
        "UN0006",
        "the engines have nothing left to try",
        "Neither a proof nor a counterexample was found, and no engine can go on. If one engine was asked for, the\n\
         others may know more. The engine affine looks for inequalities of one form: --template quadratic (or cubic,\n\
         or monomials=LIST) gives it others, and --samples more states to start from. Truths about the system that\n\
         are not linear can also be written into it as constraints, if they hold.",
    ),
    page(
        "UN0007",
        "there is an answer, but no evidence that the checker can accept",
        "An engine has an answer, and no answer is told before the checker has accepted evidence for it. Here none\n\
         could be made within the limits, or it is more than the checker may do (very long numbers, very many cases).\n\
         Another engine often finds an answer with smaller evidence.",
    ),
    page(
        "UN0008",
        "the counterexample leans on what SMT-LIB leaves open",
        "The only trace that was found divides by zero, or reads a field of a constructor that a value does not have.\n\
         SMT-LIB lets such a term be anything, the same everywhere, so that the trace may be none. Guard the term\n\
         where it is used, as in (and (not (= y 0)) ...), or say what it is to be then.",
    ),
    page(
        "UN0009",
        "a part of the system is nothing that an engine can treat",
        "The report names the part: a sort, an operator, a form of clause, or a function with more basic paths than are\n\
         looked at (`buttress show most-paths`). Everything else of the file may be decided; write that part in other\n\
         terms, or leave it out where the property does not need it.",
    ),
    page(
        "UN0010",
        "a proof needs to know more of arrays or datatypes",
        "Proofs about arrays speak of one cell, or of two at once, and proofs about datatypes of constructors and\n\
         scalar fields. No trace was found, and no such proof exists or was found. Arguments that hold what the\n\
         proof needs (the sum so far, the length of a list) bring it within reach.",
    ),
    page(
        "UN0011",
        "neither a ranking nor a state that comes back was found",
        "A system ends if linear functions of its variables decrease along every cycle, perhaps lexicographically,\n\
         supported by invariants. None was found, and no state that comes back, which would be a computation that\n\
         does not end (one may also go on for ever without). --template quadratic finds other invariants;\n\
         `buttress invariants` tells what is known of the states.",
    ),
    page(
        "UN0012",
        "a product of unknowns could not be decided",
        "Products and quotients of two unknowns are not decided completely: there are proofs for many of them, and\n\
         models are found if factors can be small. If one factor has a value in each of a few cases, or is bounded\n\
         closely, everything is linear.",
    ),
    page(
        "UN0013",
        "a quantified formula could be neither refuted nor satisfied",
        "Instances have not refuted it, and no model was found that could be evaluated. `buttress explain FILE` tells\n\
         in which fragment each quantifier is, and which terms it is instantiated at.",
    ),
    page(
        "UN0014",
        "a quantified formula is outside the fragments that are decided",
        "In an assertion the part that is outside is underlined, and has a page of its own (SM04..) with the same said\n\
         inside; `buttress explain FILE` shows every quantifier with its fragment. In an objective it is named: say\n\
         there what the formula comes to, as a variable that assertions speak of. No procedure decides all such\n\
         formulas; unsat may still be found.",
    ),
    page(
        "UN0015",
        "a theory gave up",
        "The report says which part of the logic could not be decided together with the rest. Asking for less at once\n\
         helps: (push) and (pop) around parts of the script, or values for some of its unknowns.",
    ),
    page(
        "UN0016",
        "liveness is not decided",
        "The file says that something happens again and again (:live-property). Only safety is proved here, and whether\n\
         every computation ends (`buttress terminates`). The exit code is 3, so that nobody mistakes this for a proof\n\
         of all properties.",
    ),
    page(
        "UN0017",
        "the check stands where its script lets nothing be decided",
        "A command before it failed, so that not all assertions are known; or a script of Horn clauses has another\n\
         check before it, assumptions or levels. Correct what failed, or ask the check in a script of its own.",
    ),
];
