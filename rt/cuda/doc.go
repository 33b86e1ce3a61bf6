// Package cuda makes NVIDIA GPUs devices, through CUDA's driver interface.
//
// It takes a Driver, which calls the functions of libcuda.so.1, and gives a
// device.Plugin. Images are PTX, which the driver compiles for the GPU it finds, or
// machine code.
// It must not know maps, reference counts or tools, and holds no cgo:
// rt/capi opens the library.
package cuda
