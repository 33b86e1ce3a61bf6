// Command ompcc compiles C with OpenMP offload constructs. It takes the command
// line of gcc and clang; what it does not know goes to the host compiler.
//
//	flags.go   the command line → invocation
//	build.go   the pipeline: one source → object file and device code
//	link.go    objects and archives → executable
//	image.go   device code of all objects → one image per target
//	tool.go    finds and runs the host compiler and LLVM's tools
//
// Only this package prints, runs processes and exits. It knows nothing of
// OpenMP beyond the names of the stages.
package main
