// Package main is the runtime as C programs see it, built as a C archive: the
// host interface of compiled programs (__ompcc_*), the device routines (omp_*),
// and the process-wide state.
//
// The C side answers what needs no data environment, so that a program that never offloads never starts
// Go; what is left is one call into Go for each directive. It is in rooms, each a package whose headers say what
// it offers:
//
//	entry    public symbols (entry/front.c alone), the choice of the process's runtime, constructs
//	host     start-up, environment, signals, device discovery, the CPU devices' memory
//	task     target tasks, task graphs, and the host runtime's tasks
//	ompt     events for tools, and the tool that is built in
//	routine  what device routines do
//	replay   records of launches
//
// explicit, shared and watched are linked into programs apart. The Go files are the bridge (bridge.h) from the rooms
// to rt/dataenv and the device plugins.
package main
