// Package hsa makes AMD GPUs devices, through the HSA runtime of ROCm.
//
// It takes a Driver, which calls the functions of libhsa-runtime64.so.1, and
// gives a device.Plugin. Images are code objects for one architecture. It must
// not know maps, reference counts or tools, and holds no cgo: rt/capi opens the
// library.
package hsa
