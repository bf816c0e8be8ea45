"""Terms and solvers, under the names that users of z3 know: ``from buttress.smt import *``.

What z3 calls ``prove`` and ``solve`` is ``prove_valid`` and ``find_model`` here. Only terms that SMT-LIB has in logics of integers,
rational numbers, arrays, declared sorts and functions can be made.
"""

from ._build import (
    Abs, And, Array, Bool, Bools, BoolVal, BoolVector, Const, Consts, Distinct, Exists, ForAll, FreshBool, FreshConst,
    FreshInt, FreshReal, Function, If, Implies, Int, Ints, IntVal, IntVector, IsInt, K, Not, Or, Product, Q, RatVal, Real,
    Reals, RealVal, RealVector, Select, Store, Sum, ToInt, ToReal, Update, Xor, is_and, is_array, is_bool, is_const, is_eq,
    is_expr, is_false, is_int, is_int_value, is_not, is_or, is_quantifier, is_rational_value, is_real, is_true, substitute,
)
from ._model import FuncInterp, ModelRef
from ._optimize import Objective, Optimize
from ._solver import (
    CheckSatResult, SimpleSolver, Solver, SolverEvidence, SolverFor, Validity, find_model, prove_valid, sat, unknown, unsat,
)
from ._sort import (
    ArithSortRef, ArraySort, ArraySortRef, BoolSort, BoolSortRef, DeclareSort, IntSort, RealSort, SortRef,
)
from ._term import (
    ArithRef, ArrayRef, BoolRef, ExprRef, FuncDeclRef, IntNumRef, QuantifierRef, RatNumRef,
)
from ._value import ArrayValue

__all__ = [
    "Abs", "And", "ArithRef", "ArithSortRef", "Array", "ArrayRef", "ArraySort", "ArraySortRef", "ArrayValue", "Bool",
    "BoolRef", "BoolSort", "BoolSortRef", "BoolVal", "BoolVector", "Bools", "CheckSatResult", "Const", "Consts",
    "DeclareSort", "Distinct", "Exists", "ExprRef", "ForAll", "FreshBool", "FreshConst", "FreshInt", "FreshReal",
    "FuncDeclRef", "FuncInterp", "Function", "If", "Implies", "Int", "IntNumRef", "IntSort", "IntVal", "IntVector", "Ints",
    "IsInt", "K", "ModelRef", "Not", "Objective", "Optimize", "Or", "Product", "Q", "QuantifierRef", "RatNumRef", "RatVal",
    "Real", "RealSort", "RealVal", "RealVector", "Reals", "Select", "SimpleSolver", "Solver", "SolverEvidence", "SolverFor",
    "SortRef", "Store", "Sum", "ToInt", "ToReal", "Update", "Validity", "Xor", "find_model", "is_and", "is_array", "is_bool",
    "is_const", "is_eq", "is_expr", "is_false", "is_int", "is_int_value", "is_not", "is_or", "is_quantifier",
    "is_rational_value", "is_real", "is_true", "prove_valid", "sat", "substitute", "unknown", "unsat",
]
