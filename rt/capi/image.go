package main

/*
#include "shim.h"
*/
import "C"

import (
	"errors"
	"unsafe"

	"ompcc/rt/device"
)

// binary returns the best of the module's images for the device, nil if it has
// none.
func (t *target) binary(m *C.__ompcc_module_t) *device.Image {
	var best *C.__ompcc_image_t
	rank := -1
	for i := range unsafe.Slice(m.images, uint(m.nimages)) {
		im := &unsafe.Slice(m.images, uint(m.nimages))[i]
		if C.GoString(im.target) != t.info.Target {
			continue
		}
		if r := device.Rank(C.GoString(im.format), C.GoString(im.arch), t.info.Arch); r > rank {
			best, rank = im, r
		}
	}
	if best == nil {
		return nil
	}
	size := uintptr(best.end) - uintptr(best.start)
	return &device.Image{Target: C.GoString(best.target), Arch: C.GoString(best.arch), Format: C.GoString(best.format),
		Data: device.Bytes(uintptr(best.start), size), ID: the.nextID()}
}

// tellNumber sets the variable that omp_get_device_num reads in kernels of
// images that ask for it.
func (t *target) tellNumber(img device.Module) error {
	addr, size, err := img.Global("__ompcc_device_num")
	if err != nil || addr == 0 || size != 4 {
		return err
	}
	num := new(int32)
	*num = int32(t.num)
	return t.plain.CopyTo(addr, device.Host(device.Address(num)), 4)
}

// function returns the device's address of a function that is called through
// pointers (declare target indirect), which the image keeps in a variable.
func (t *target) function(name string, img device.Module) (device.Addr, error) {
	addr, size, err := img.Global("__ompcc_fn_" + name)
	if err != nil || addr == 0 {
		return 0, err
	}
	if size != unsafe.Sizeof(addr) {
		return 0, errors.New("error: the image's address of function " + name + " has a wrong size")
	}
	at := new(device.Addr)
	err = t.plain.CopyFrom(device.Host(device.Address(at)), addr, size)
	return *at, err
}
