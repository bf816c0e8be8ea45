//! Annotations of programs, inferred.
//!
//! What is found here is a guess until the conditions of the program together with it are proved: a
//! mistake can cost an answer but not make a wrong one.
