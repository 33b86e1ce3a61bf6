// Package tree holds OpenMP's directives as data, and how they nest in a program.
//
// Pragma/syntax reads a Directive from each pragma of a unit. Bind takes the types of its expressions from
// the C tree and builds the tree of Constructs, which answers questions about them (ClausesFor, If,
// NestDepth …). Pragma/resolve completes it, pragma/check applies the specification's restrictions to it.
// The tables of directives and clauses are in pragma/spec.
//
// It must not know how a directive is read or a construct is implemented.
package tree
