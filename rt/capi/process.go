package main

/*
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "entry/globals.h"
#include "host/emulate.h"
#include "host/shim.h"
#include "host/arena.h"
#include "entry/mapped.h"
#include "host/remote.h"

#ifdef __SANITIZE_THREAD__
void __tsan_acquire(void *), __tsan_release(void *);
static void ompcc_took(pool_mutex *m) { __tsan_acquire(m); }
static void ompcc_gives(pool_mutex *m) { __tsan_release(m); }
enum { OMPCC_WATCHED = 1 };
#else
static void ompcc_took(pool_mutex *m) { (void)m; }
static void ompcc_gives(pool_mutex *m) { (void)m; }
enum { OMPCC_WATCHED = 0 };
#endif
*/
import "C"

import (
	"sync/atomic"
	"unsafe"

	"ompcc/rt/cpu"
	"ompcc/rt/device"
	"ompcc/rt/remote"
)

// process is the runtime of this process: its devices, by number.
type process struct {
	targets []*target
	cpus    [C.OMPCC_MAX_DEVICES]int // the numbers of CPU devices
	log     *infoLog
	ids     atomic.Uint64
	// reversing is how many functions of the host run for kernels by reverse offload.
	reversing atomic.Int32
	remote    *remote.Client // of devices of other ranks
	server    *remote.Server // of a rank that serves its devices
	graphs    taskGraphs
}

// nextID returns a number for an image that no other has.
func (p *process) nextID() uint64 { return p.ids.Add(1) }

func newProcess() *process {
	p := &process{}
	env := C.ompcc_env()
	if env.info != 0 {
		p.log = &infoLog{bits: env.info}
		if env.info&C.OMPCC_INFO_SUMMARY != 0 {
			p.log.summary = newSummary()
		}
		if env.info&C.OMPCC_INFO_ADVISE != 0 {
			p.log.advisor = newAdvisor()
		}
		if env.info&C.OMPCC_INFO_RECORD != 0 {
			p.log.recorder = newRecorder(C.GoString(env.record))
		}
	}
	opened, failed := map[C.int][]device.Device{}, map[C.int]error{}
	for num := range int(C.ompcc_num_devices()) {
		var index C.int
		kind := C.ompcc_device_kind(C.int(num), &index)
		if _, ok := opened[kind]; !ok {
			opened[kind], failed[kind] = p.plugin(kind).Open()
		}
		t := &target{num: num, icvs: C.ompcc_icvs(C.int(num)), err: failed[kind]}
		if devices := opened[kind]; int(index) < len(devices) {
			t.plain = devices[index]
		}
		if kind == C.OMPCC_CPU {
			p.cpus[index] = num
		}
		p.targets = append(p.targets, t)
	}
	return p
}

func (p *process) plugin(kind C.int) device.Plugin {
	switch kind {
	case C.OMPCC_CUDA:
		if C.ompcc_emulating() != 0 {
			return p.emulator()
		}
		return cudaPlugin()
	case C.OMPCC_HSA:
		return hsaPlugin()
	case C.OMPCC_REMOTE:
		return p.remotePlugin()
	case C.OMPCC_CPU:
		return cpu.New(cpu.Config{
			Devices: int(C.ompcc_env().cpu_devices),
			Procs:   int(C.ompcc_cpu_num_procs()),
			Alloc:   blockOf,
			Free:    freeBlock,
			Steps: func(number int, list []device.Step) int {
				at := uintptr(unsafe.Pointer(unsafe.SliceData(list))) // a number: no step has a pointer to Go's memory
				return int(C.ompcc_cpu_steps(C.int(p.cpus[number]), C.uintptr_t(at), C.int(len(list))))
			},
			Hold: func(number int, addr, size uintptr) bool {
				return C.ompcc_globals_hold(C.int(number), C.uintptr_t(addr), C.size_t(size)) != 0
			},
			Release: func() { C.ompcc_globals_leave(1) },
			Memory:  checkedMemory(),
		})
	}
	return none{}
}

// none is a kind of device that does not exist here.
type none struct{ err error }

func (none) Name() string                     { return "none" }
func (n none) Open() ([]device.Device, error) { return nil, n.err }

// blockOf returns size bytes of the CPU devices' memory.
func blockOf(size uintptr) (uintptr, error) {
	p := C.ompcc_arena_alloc(C.size_t(size))
	if p == nil {
		return 0, device.ErrMemory
	}
	return uintptr(p), nil
}

// liveBlocks is the number of blocks that are handed out.
func liveBlocks() int { return int(C.ompcc_arena_live()) }

func freeBlock(addr uintptr) { C.ompcc_arena_free(device.Pointer(addr)) }

// system is how Go waits for a lock that C has a part in.
func system() device.System {
	s := device.System{
		Wait: func(word *uint32) { C.ompcc_cpu_mutex_wait((*C.pool_mutex)(unsafe.Pointer(word))) },
		Wake: func(word *uint32) { C.ompcc_cpu_mutex_wake((*C.pool_mutex)(unsafe.Pointer(word))) },
	}
	if C.OMPCC_WATCHED != 0 {
		s.Took = func(word *uint32) { C.ompcc_took((*C.pool_mutex)(unsafe.Pointer(word))) }
		s.Gives = func(word *uint32) { C.ompcc_gives((*C.pool_mutex)(unsafe.Pointer(word))) }
	}
	return s
}

func (p *process) device(num int) *target { return p.targets[num] }

// finish ends all devices, in the order of OMPT: images, then the device. If exit is called in the midst of target
// tasks, they are busy: other threads wait for their streams, so that only the tool hears of the end.
func (p *process) finish(busy bool) {
	if !busy {
		closeQueues()
	}
	if p.log != nil {
		p.log.summary.write()
		p.log.advisor.write()
	}
	if C.ompcc_env().leaks != 0 {
		p.leaks()
	}
	for _, t := range p.targets {
		switch {
		case t.env == nil:
		case busy:
			t.dismiss()
		default:
			t.finish()
		}
	}
}
