// Package gpu is the execution model of GPUs: all threads of a grid execute a kernel, and each construct chooses those
// that take part.
//
// It takes: constructs, from codegen/body. It gives: their code, without outlined functions. There is one file for each
// of leagues, loops, reductions, scans, ICVs, heap, barriers and called functions (orphan.go). A function's context
// says who executes the code that is being emitted.
//
// It must not know: CPU devices, and which GPU it is beyond the data and hooks of codegen/target.
package gpu
