// Package cpu is the execution model of CPU devices: the threads of a runtime execute a team's code and, as outlined
// functions, its parallel regions.
//
// It takes: constructs, from codegen/body. It gives: their code, with calls of the runtime's routines
// (rt/abi.CPUDecls).
//
// It must not know: GPUs.
package cpu
