// Command ompcc compiles C with OpenMP offload constructs. It takes the command
// line of gcc and clang; what it does not know goes to the host compiler.
//
// This package reads the command line and knows the options' help. The work is that of others:
//
//	driver     carries out a command line: sources to objects, objects to programs
//	devlink    device code of all objects → one image per target
//	toolchain  finds and runs the host compiler and LLVM's tools; temporary files
//	report     prints the diagnostics of every stage
package main
