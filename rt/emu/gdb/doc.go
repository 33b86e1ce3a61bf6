// Package gdb lets gdb debug the kernels on an emulated NVIDIA device.
//
// It speaks GDB's Remote Serial Protocol on a port of this machine. gdb knows no PTX, so the device poses as an x86-64
// machine: the program counter and the stack pointer are real, and every variable is in memory, registers included (a
// frame's window, rt/emu/sim). The symbols that go with it are an ELF file, made of the DWARF in the PTX. The package must
// not know how instructions are executed: it sees the threads that package sim stops.
package gdb
