// Package gdb lets gdb debug the kernels on an emulated NVIDIA or AMD device.
//
// It speaks GDB's Remote Serial Protocol on a port of this machine. gdb knows no PTX and may know no AMD GPU, so the
// device poses as an x86-64 machine: the program counter and the stack pointer are real, and every variable is in memory,
// registers included (a frame's window, rt/emu/debug). The symbols that go with it are ELF files, made of the DWARF in the
// PTX or of that of the code objects. The package must not know how instructions are executed: it sees the threads that
// packages sim and gcn stop.
package gdb
