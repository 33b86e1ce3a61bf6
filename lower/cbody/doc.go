// Package cbody translates C: it takes cc's typed syntax trees of types,
// constants, initialisers and function bodies, and returns region IR.
//
// It knows the C language, GNU's extensions and the System V layout of types,
// and nothing of OpenMP: marker statements, variables without a binding and
// device functions are handed to the Hooks that lower implements.
//
// It must not know: pragmas, clauses, LLVM, or any target.
package cbody
