// Package codegen turns a region.Module into LLVM IR text for one target.
//
// It takes: a verified region.Module, a target.Target (data plus hooks) and
// Options. It returns: LLVM IR as text with opaque pointers, readable by every
// LLVM from 17 on, or an error with a place in the source for what the target
// cannot do. The same input always gives the same bytes.
//
// One file per noun: expr, convert, stmt, atomic, loop, reduction, parallel, sanitize …. A function under construction is
// an fn; its parts are types over it (exec.go). What differs between CPU and GPU execution is behind the execModel interface
// (cpuFn in cpu*.go, gpuFn in gpu*.go), what differs between targets is data or a hook in codegen/target.
//
// Values, types, instructions and blocks are those of codegen/ir: llir's, and what llir lacks. Passes over finished code look
// at instructions, and only LLVM reads their text.
//
// It must not know: cc, pragmas, the user's text, the runtime beyond rt/abi.
package codegen
