// Package emu holds the emulated NVIDIA device: ptx reads the code, sim
// executes and checks it, ompcc-emulator is the process that is the device,
// plugin is the runtime's side of it, and wire is what the two say.
package emu
