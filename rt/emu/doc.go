// Package emu holds the emulated devices. NVIDIA: ptx reads the code, sim
// executes and checks it, plugin is the runtime's side. AMD: gcn executes code objects,
// hsa is the HSA runtime that rt/hsa uses. ompcc-emulator is the process that
// is the device, and wire is what the two sides say.
package emu
