// Package region is the typed intermediate representation between OpenMP and LLVM. It has the device code of one
// translation unit as kernels, functions and globals, with structured statements and explicit conversions and
// loads. In its nodes for OpenMP's execution model every clause is already resolved.
//
// It takes nothing and returns nothing: lower builds a Module, codegen reads
// it. It has a printer (Module.String, the text of -emit-region), a parser of that
// text (Parse), and a verifier (Verify) that runs between the two stages.
// docs/region-ir.md describes the text.
//
// It must not know: pragmas, cc's syntax tree, LLVM, or any target.
package region
