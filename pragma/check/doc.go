// Package check applies the restrictions of the specification to the construct
// tree of a unit, and reports what breaks them.
//
// It takes the tree that resolve.Complete has completed. Check applies the rules
// construct by construct; rules about several constructs, called functions and
// declarations follow. Files have the names of the nouns that they check.
//
// It must not know how a construct is implemented.
package check
