// Package spec is the OpenMP specification as data: the directives with their
// associations, arguments and clauses (table.go), the combinations of them
// (combine.go), the clauses with the forms of their arguments and modifiers
// (clauses.go), and the versions from which they exist.
//
// It imports nothing of the compiler. A new clause begins with a row here.
package spec
