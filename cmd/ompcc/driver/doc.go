// Package driver carries out one command line. It knows nothing of OpenMP beyond the names of the stages.
//
//	driver.go  the modes: what the command line asks for
//	build.go   the pipeline: one source → object file and device code
//	direct.go  sources without OpenMP go to the host compiler at once
//	inputs.go  finds device code in what the host linker reads
//	link.go    objects and archives → executable
package driver
