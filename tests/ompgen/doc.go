// Command ompgen compares random OpenMP device programs, as ompcc compiles them
// for the CPU device, with gcc's and clang's host-only versions of them, and on
// request with the emulated devices.
//
//	ompgen [-seed s] [-n count] [-emulate] [-amd arch] [-jobs j] [-keep dir] [-print]
//
// Each program is a sequence of target regions whose result the specification fixes, however many threads and teams
// there are. They have integer reductions, atomics, loops whose iterations write elements of their own, and last
// values. They also have firstprivate and private copies, nested parallel regions, worksharing, sections, single,
// critical and tasks. So every compiler must print the same checksums. Where the host version differs just as its
// compiler alone has it, that is the compiler's error and passed over. Programs that a host compiler refuses are
// compared with the other one; those that both refuse are counted.
package main
