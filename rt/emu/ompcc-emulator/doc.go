// ompcc-emulator is the emulated NVIDIA device: a process of its own, with its
// own memory, that executes the PTX in a program. The program's runtime starts
// it and talks to it over file descriptor 3.
//
// With OMPCC_EMULATE=amdgcn it executes the code objects of AMD devices (rt/emu/gcn) for the program's HSA runtime
// (rt/emu/hsa).
//
// It takes requests of package wire and options from OMPCC_EMULATE.
package main
