// Package body emits the bodies of functions and kernels as far as all targets have them alike: expressions,
// statements, conversions, atomic updates, calls, variables, loop nests, and the copies of reductions.
//
// It takes: a region.Module and a target.Target. It gives: Module, the LLVM module under construction, and Function,
// one of its functions. OpenMP's constructs go to the execution model behind Model and Exec, which codegen attaches. A
// Function is a small value: copies of it share the function and differ in where they emit code. Its parts, such as
// Atomics and Checks, are types over it.
//
// It must not know: which execution model there is, and which target.
package body
