// Package dataenv is the device data environment (OpenMP 5.2 §5.8): which host
// storage corresponds to which device storage, reference counts, attached
// pointers, and the motion of data that follows from the clauses of a construct.
//
// It takes constructs as the compiler described them (rt/abi) and a
// device.Device; it gives back parameters for a kernel and errors that name the
// user's clause. It must not know how a device works, nor anything of tools or
// of the environment.
package dataenv
