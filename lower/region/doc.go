// Package region is the typed intermediate representation between OpenMP and
// LLVM: the device code of one translation unit as kernels, functions and
// globals, structured statements, explicit conversions and loads, and nodes for
// OpenMP's execution model in which every clause is already resolved.
//
// It takes nothing and returns nothing: lower builds a Module, codegen reads
// it. It has a printer (Module.String, the text of -emit-region), a parser of that
// text (Parse), and a verifier (Verify) that runs between the two stages.
// docs/region-ir.md describes the text.
//
// It must not know: pragmas, cc's syntax tree, LLVM, or any target.
package region
