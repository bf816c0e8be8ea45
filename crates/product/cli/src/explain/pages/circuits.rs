//! The pages. A test runs every example through the reader of its format.

use crate::explain::page::Page;

/// All pages, in the order of their codes.
pub const PAGES: &[Page] = &[
    Page {
        code: "AG0001",
        title: "the file is not an AIGER file",
        text: "An AIGER file begins with a line `aag M I L O A` (ASCII) or `aig M I L O A` (binary).\n\
               Files in other formats have to be converted first.",
        failing: b"module counter(input clk);\n",
        fixed: b"aag 1 1 0 1 0\n2\n2\n",
    },
    Page {
        code: "AG0002",
        title: "the compressed file is damaged",
        text: "The file begins as a gzip file does, but cannot be inflated: it is cut off, changed, or\n\
               inflates to more than 1 GiB. `gzip -t FILE` tells more.",
        failing: b"\x1f\x8b\x08\x00cut off",
        fixed: b"aag 1 1 0 1 0\n2\n2\n",
    },
    Page {
        code: "AG0003",
        title: "the header is malformed",
        text: "The header has the numbers M I L O A: the largest variable, inputs, latches, outputs and\n\
               and-gates; then optionally B C J F: bad signals, constraints, justice, fairness. M is at\n\
               least I + L + A, and equal to it in a binary file.",
        failing: b"aag 1 1 1 0 0\n2\n4 2\n",
        fixed: b"aag 2 1 1 0 0\n2\n4 2\n",
    },
    Page {
        code: "AG0004",
        title: "the file ends early",
        text: "The header promises more lines, or more bytes of and-gates, than the file has. Usually the\n\
               file was cut off while it was written or copied.",
        failing: b"aag 3 2 0 1 1\n2\n4\n6\n",
        fixed: b"aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n",
    },
    Page {
        code: "AG0005",
        title: "a line does not have the form of its section",
        text: "An input is one literal; a latch is its literal, its next value and optionally its reset;\n\
               an and-gate is three literals. Numbers are decimal and separated by blanks.",
        failing: b"aag 1 0 1 1 0\n2\n2\n",
        fixed: b"aag 1 0 1 1 0\n2 3\n2\n",
    },
    Page {
        code: "AG0006",
        title: "a literal is too large",
        text: "A literal is twice its variable, plus one if it is negated, so none is larger than 2 M + 1.",
        failing: b"aag 1 1 0 1 0\n2\n4\n",
        fixed: b"aag 1 1 0 1 0\n2\n3\n",
    },
    Page {
        code: "AG0007",
        title: "something that cannot be defined is defined",
        text: "Inputs, latches and and-gates define even literals from 2 on. 0 and 1 are constants, and an\n\
               odd literal is the negation of the variable before it.",
        failing: b"aag 1 1 0 1 0\n3\n2\n",
        fixed: b"aag 1 1 0 1 0\n2\n2\n",
    },
    Page {
        code: "AG0008",
        title: "a variable is defined twice",
        text: "Each variable is one input, one latch or one and-gate.",
        failing: b"aag 2 2 0 1 0\n2\n2\n2\n",
        fixed: b"aag 2 2 0 1 0\n2\n4\n2\n",
    },
    Page {
        code: "AG0009",
        title: "a literal names a variable that nothing defines",
        text: "Every literal that is used has to be an input, a latch, an and-gate or a constant.",
        failing: b"aag 2 1 0 1 0\n2\n4\n",
        fixed: b"aag 2 1 0 1 1\n2\n4\n4 2 2\n",
    },
    Page {
        code: "AG0010",
        title: "an and-gate depends on itself",
        text: "And-gates form no cycle. Feedback goes through a latch.",
        failing: b"aag 3 1 0 1 2\n2\n6\n4 6 2\n6 4 2\n",
        fixed: b"aag 3 1 1 1 1\n2\n4 6\n6\n6 4 2\n",
    },
    Page {
        code: "AG0011",
        title: "the reset of a latch depends on the latch",
        text: "The third number of a latch is its reset: 0, 1, the latch itself (uninitialised), or another\n\
               signal, which must not depend on the latch in the first step.",
        failing: b"aag 2 0 2 1 0\n2 2 4\n4 4 2\n2\n",
        fixed: b"aag 2 0 2 1 0\n2 2 4\n4 4 4\n2\n",
    },
    Page {
        code: "AG0012",
        title: "an and-gate of a binary file is impossible",
        text: "In a binary file an and-gate is two differences: from its own literal to its larger input, and\n\
               from that to the smaller one. The first is at least 1 and neither goes below 0.",
        failing: b"aig 2 1 0 1 1\n4\n\x00\x00",
        fixed: b"aig 2 1 0 1 1\n4\n\x02\x00",
    },
    Page {
        code: "AG0013",
        title: "an entry of the symbol table is wrong",
        text: "A symbol is a letter for its list (i l o b c j f), a position in that list, a blank and a name.\n\
               No entry is named twice. Comments begin after a line with the letter c alone.",
        failing: b"aag 1 1 0 1 0\n2\n2\ni1 request\n",
        fixed: b"aag 1 1 0 1 0\n2\n2\ni0 request\n",
    },
    Page {
        code: "AG0014",
        title: "the header promises more than a file of this size can mean",
        text: "The number of variables is bounded by the size of the file, so that a few bytes cannot ask for\n\
               gigabytes of memory. Renumber the variables without gaps.",
        failing: b"aag 2000000000 1 0 1 0\n4000000000\n4000000000\n",
        fixed: b"aag 1 1 0 1 0\n2\n2\n",
    },
    Page {
        code: "AG0101",
        title: "justice properties are not checked",
        text: "Justice properties and fairness constraints say that something happens again and again. Only\n\
               safety is proved here: bad signals (B), or outputs if there are no others. The exit code is 3,\n\
               or 1 if a bad signal is reached, so that nobody mistakes this for a proof of all properties.",
        failing: b"aag 1 0 1 0 0 0 0 1\n2 3\n1\n2\n",
        fixed: b"aag 1 0 1 0 0 1\n2 3\n2\n",
    },
    Page {
        code: "AW0001",
        title: "the witness does not have the form of one",
        text: "A witness is the line 1 (or sat), a line with the property such as b0, the first state, the\n\
               inputs of each step, and a dot. The example is about a circuit of one input and one latch.",
        failing: b"1\nbad0\n0\n1\n.\n",
        fixed: b"1\nb0\n0\n1\n0\n.\n",
    },
    Page {
        code: "AW0002",
        title: "a state or input line of the witness has the wrong form",
        text: "The first state has a 0, 1 or x per latch, every step one per input, in the file's order.",
        failing: b"1\nb0\n0\n10\n.\n",
        fixed: b"1\nb0\n0\n1\n0\n.\n",
    },
    Page {
        code: "AW0003",
        title: "the witness names a property that the circuit does not have",
        text: "Properties are counted from 0: the first bad signal is b0.",
        failing: b"1\nb1\n0\n1\n0\n.\n",
        fixed: b"1\nb0\n0\n1\n0\n.\n",
    },
    Page {
        code: "AW0004",
        title: "the witness ends early",
        text: "A witness ends with a line that is a dot. Without it, steps may be missing.",
        failing: b"1\nb0\n0\n1\n0\n",
        fixed: b"1\nb0\n0\n1\n0\n.\n",
    },
    Page {
        code: "DM0001",
        title: "the DIMACS header is missing or malformed",
        text: "The header is `p cnf VARIABLES CLAUSES`, after comments that begin with c.",
        failing: b"1 -2 0\n",
        fixed: b"p cnf 2 1\n1 -2 0\n",
    },
    Page {
        code: "DM0002",
        title: "a DIMACS literal is malformed or out of range",
        text: "A literal is a number other than 0, at most the number of variables, or its negation.",
        failing: b"p cnf 2 1\n1 -3 0\n",
        fixed: b"p cnf 3 1\n1 -3 0\n",
    },
    Page {
        code: "DM0003",
        title: "the DIMACS file has another number of clauses than its header says",
        text: "The second number of the header counts the clauses, each of which ends with 0.",
        failing: b"p cnf 2 2\n1 -2 0\n",
        fixed: b"p cnf 2 1\n1 -2 0\n",
    },
    Page {
        code: "DM0004",
        title: "the last DIMACS clause is not closed",
        text: "Every clause ends with 0, the last one too.",
        failing: b"p cnf 2 1\n1 -2\n",
        fixed: b"p cnf 2 1\n1 -2 0\n",
    },
];
