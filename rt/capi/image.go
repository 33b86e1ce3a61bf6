package main

/*
#include <stdlib.h>
#include "host/shim.h"
#include "host/vendor.h"
*/
import "C"

import (
	"errors"
	"runtime"
	"slices"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// binaries are the module's images for the device, the best one first: machine
// code, then PTX, which the driver compiles should it refuse the former.
func (t *target) binaries(m *C.__ompcc_module_t) []*device.Image {
	type ranked struct {
		image *C.__ompcc_image_t
		rank  int
	}
	var fit []ranked
	all := unsafe.Slice(m.images, uint(m.nimages))
	for i := range all {
		im := &all[i]
		if C.GoString(im.target) != t.info.Target {
			continue
		}
		if r := rank(C.GoString(im.format), C.GoString(im.arch), t.info.Arch); r >= 0 {
			fit = append(fit, ranked{im, r})
		}
	}
	slices.SortStableFunc(fit, func(a, b ranked) int { return b.rank - a.rank })
	images := make([]*device.Image, len(fit))
	for i, f := range fit {
		im := f.image
		images[i] = &device.Image{Stack: uintptr(C.ompcc_env().stack), Target: C.GoString(im.target),
			Arch: C.GoString(im.arch), Format: C.GoString(im.format),
			Data: device.Bytes(uintptr(im.start), uintptr(im.end)-uintptr(im.start)), ID: the.nextID()}
	}
	return images
}

// rank says how well an image of a format for architecture image suits a device
// of architecture device: more is better, -1 not at all.
func rank(format, image, device string) int {
	f, i, d := C.CString(format), C.CString(image), C.CString(device)
	defer C.free(unsafe.Pointer(f))
	defer C.free(unsafe.Pointer(i))
	defer C.free(unsafe.Pointer(d))
	return int(C.ompcc_image_rank(f, i, d))
}

// tell sets the variables that routines read in kernels, of images that ask for them.
func (t *target) tell(img device.Module, nests bool) error {
	if err := t.tellWord(img, abi.DeviceNumName, int32(t.num)); err != nil {
		return err
	}
	if err := t.tellWord(img, abi.CancellationName, int32(C.ompcc_env().cancellation)); err != nil {
		return err
	}
	if err := t.tellICVs(img); err != nil {
		return err
	}
	if nests {
		if err := t.tellWord(img, abi.MaxLevelsName, min(int32(t.icvs.max_levels), abi.NestedLevels)); err != nil {
			return err
		}
		if err := t.tellBytes(img, abi.ThreadsName, unsafe.Pointer(&t.icvs.nthreads), 8); err != nil {
			return err
		}
	}
	var kind, chunk C.int
	C.ompcc_run_schedule(&kind, &chunk)
	if err := t.tellWord(img, abi.RunScheduleName, int32(kind)); err != nil {
		return err
	}
	return t.tellWord(img, abi.RunChunkName, int32(chunk))
}

// tellICVs tells an image the ICVs that routines of the host may change later.
func (t *target) tellICVs(img device.Module) error {
	if err := t.tellWord(img, abi.TeamsName, int32(t.icvs.num_teams)); err != nil {
		return err
	}
	return t.tellWord(img, abi.TeamsThreadLimitName, int32(t.icvs.teams_thread_limit))
}

// newICVs tells all images what the device's ICVs are now.
func (t *target) newICVs() error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, l := range t.modules {
		if l.image == nil {
			continue
		}
		if err := t.tellICVs(l.image); err != nil {
			return err
		}
	}
	return nil
}

func (t *target) tellWord(img device.Module, name string, value int32) error {
	num := new(int32)
	*num = value
	err := t.tellBytes(img, name, unsafe.Pointer(num), 4)
	runtime.KeepAlive(num)
	return err
}

func (t *target) tellBytes(img device.Module, name string, value unsafe.Pointer, bytes uintptr) error {
	addr, size, err := img.Global(name)
	if err != nil || addr == 0 || size != bytes {
		return err
	}
	return t.plain.CopyTo(addr, device.Host(uintptr(value)), bytes)
}

// function returns the device's address of a function that is called through
// pointers (declare target indirect), which the image keeps in a variable.
func (t *target) function(name string, img device.Module) (device.Addr, error) {
	addr, size, err := img.Global(abi.IndirectPrefix + name)
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
