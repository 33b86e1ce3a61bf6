package main

/*
#include <stdlib.h>
#include "shim.h"

static void *ompcc_aligned_alloc(size_t size) {
	void *p = NULL;
	return posix_memalign(&p, 64, size ? size : 1) ? NULL : p;
}
*/
import "C"

import (
	"errors"
	"sync/atomic"
	"unsafe"

	"ompcc/rt/cpu"
	"ompcc/rt/device"
)

// process is the runtime of this process: its devices, by number.
type process struct {
	targets []*target
	log     *infoLog
	ids     atomic.Uint64
}

// nextID returns a number for an image that no other has.
func (p *process) nextID() uint64 { return p.ids.Add(1) }

func newProcess() *process {
	p := &process{}
	env := C.ompcc_env()
	if env.info != 0 {
		p.log = &infoLog{}
	}
	opened := map[C.int][]device.Device{}
	for num := range int(C.ompcc_num_devices()) {
		var index C.int
		kind := C.ompcc_device_kind(C.int(num), &index)
		if _, ok := opened[kind]; !ok {
			devices, err := plugin(kind).Open()
			if err != nil {
				devices = nil
			}
			opened[kind] = devices
		}
		t := &target{num: num}
		if devices := opened[kind]; int(index) < len(devices) {
			t.plain = devices[index]
		}
		p.targets = append(p.targets, t)
	}
	return p
}

func plugin(kind C.int) device.Plugin {
	switch kind {
	case C.OMPCC_CPU:
		return cpu.New(cpu.Config{
			Devices: int(C.ompcc_env().cpu_devices),
			Procs:   int(C.ompcc_cpu_num_procs()),
			Alloc:   allocate,
			Free:    release,
		})
	}
	return none{}
}

// none is a kind of device that does not exist here.
type none struct{}

func (none) Name() string                   { return "none" }
func (none) Open() ([]device.Device, error) { return nil, nil }

var errMemory = errors.New("out of memory")

func allocate(size uintptr) (uintptr, error) {
	p := C.ompcc_aligned_alloc(C.size_t(size))
	if p == nil {
		return 0, errMemory
	}
	return uintptr(p), nil
}

func release(addr uintptr) { C.free(unsafe.Pointer(device.Pointer(addr))) }

func (p *process) device(num int) *target { return p.targets[num] }

// finish ends all devices, in the order of OMPT: images, then the device.
func (p *process) finish() {
	for _, t := range p.targets {
		t.finish()
	}
}
