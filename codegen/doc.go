// Package codegen turns a region.Module into LLVM IR text for one target.
//
// It takes: a verified region.Module, a target.Target (data plus hooks) and
// Options. It returns: LLVM IR as text with opaque pointers, readable by every
// LLVM from 17 on, or an error with a place in the source for what the target
// cannot do. The same input always gives the same bytes.
//
// This package drives the others and describes a unit for the link step. codegen/body emits expressions, statements
// and what else is the same for all targets. codegen/cpu and codegen/gpu are the execution models, and
// codegen/target has the differences between targets as data and hooks. codegen/ir has the values, types,
// instructions and blocks: llir's, and those that llir lacks.
//
// It must not know: cc, pragmas, the user's text, the runtime beyond rt/abi.
package codegen
