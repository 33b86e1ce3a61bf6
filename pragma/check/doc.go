// Package check applies the restrictions of the specification to the construct
// tree of a unit, and reports what breaks them.
//
// It takes the tree that pragma.Bind has built. Check first settles clauses
// whose argument says that they do not hold, then applies the rules construct
// by construct, and fills the canonical loop nests and the atomic forms
// on the way; rules about several constructs, called functions and declarations
// follow. Files have the names of the nouns that they check.
//
// It must not know how a construct is implemented.
package check
