// Package cpu makes the host's processors a device of their own, with separate
// storage: host variables are only seen in kernels through the data
// environment, as on a GPU.
//
// It takes the entries of CPU images, which are linked into the program, and
// gives a device.Plugin. Kernels are run by the C thread pool in the folder
// pool, called by the runtime's C side. It must not know maps, reference
// counts or tools, and holds no cgo: memory comes through Config.
package cpu
