// Package pragma knows OpenMP's directives: which exist, what each clause looks
// like, and how they nest in a program.
//
// It takes the pragmas that parse found. Parse turns one into a Directive by
// the clause grammars; Marker says which C text must stand in its place so that
// cc types every expression of its clauses in scope; Bind reads those types
// back and builds the Construct tree, which answers questions about constructs
// (ClausesFor, If, NestDepth …). The tables of directives and clauses are in
// pragma/spec. Pragma/resolve completes the tree, pragma/check applies the
// specification's restrictions to it.
//
// It must not know how a construct is implemented: nothing here depends on
// lower, codegen or the runtime.
package pragma
