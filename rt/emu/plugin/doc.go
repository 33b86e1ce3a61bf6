// Package plugin makes emulated NVIDIA devices some of the runtime's devices.
//
// It starts the emulator's processes, gives them the PTX in the program and
// chooses the size of launches. It must not know maps or tools, and imports
// little, since it is part of every program.
package plugin
