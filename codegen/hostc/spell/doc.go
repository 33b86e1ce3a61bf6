// Package spell writes OpenMP directives in the words of one host compiler.
//
// It takes a checked construct and a Compiler, clang or gcc of some version, and returns the directive's text. A
// form that later versions only spell differently gets its older spelling. A combined construct that the compiler
// does not know becomes several, and clauses that ask nothing of a host compiler are left out. The predicates
// beside it (CountsAnew, KeepsLast, WritesAtomic …) say which constructs hostc has to write as C code instead,
// because the compiler does not know them or gets them wrong.
//
// It must not change the construct tree, and it knows nothing of device code.
package spell
