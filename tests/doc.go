// Package tests holds the tests of ompcc as a whole: it runs the compiler that
// "make build" made on the programs in cases, one folder for each noun.
//
// A case is one C file. What lies beside it says what is tested:
//
//	x.c         compiled and run on the CPU device, on the host, and as gcc
//	            alone compiles it; it must print "ok" each time
//	x.out       … must print this instead
//	x.err       the compiler must print exactly these diagnostics
//	x.region    the region IR (-emit-region)
//	x.ll        the device IR (--offload-device-only -S -emit-llvm)
//	x.host.c    the rewritten host text (-emit-c)
//	x.mistake   compiled with -fsanitize=offload -DMISTAKE the program must
//	            end with exit status 1 and this message
//
// Comments at the top of the C file set options, one a line:
//
//	// only: device            the host's answer differs by the specification
//	// flags: -O2 …            for the compiler
//	// env: NAME=value …       for the program
//	// host: gcc               the host compiler, if not every one will do
//	// gpu: no (reason)        no GPU can run it, emulated or real
//	// aarch64: no (reason)    it is not for an aarch64 program
//	// remote: no (reason)     it is not for a device of another rank
//	// amd: no (reason)        the emulated AMD device cannot run it
//	// lockstep: no (reason)   GPUs that execute the threads of a warp in lockstep cannot run it
//	// emulate: options        for the emulated NVIDIA device
//	// gcc: no (reason)        gcc-12 cannot compile it, or gets it wrong
//	// known-failure: reason   must fail until it is mended
//
// Compiled for a GPU a case has the macro GPU, by which it knows what to expect.
//
// "go test ./tests -update" rewrites the expectations that exist; a new one is
// made by creating an empty file. Expectations without a C file fail.
package tests
