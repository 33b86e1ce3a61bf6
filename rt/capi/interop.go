package main

/*
#include "host/shim.h"
#include "routine/interop.h"
*/
import "C"

import (
	"sync"
	"unsafe"

	"ompcc/rt/device"
)

// queues are those behind the interoperability objects of the process.
var queues struct {
	sync.Mutex
	next C.uint64_t
	open map[C.uint64_t]device.Queue
}

// foreignRuntime is the one by which an object is made: the first that the
// program prefers and the device has, else the device's own first choice; 0 if
// it has none.
func foreignRuntime(have []int, prefer []C.int) int {
	for _, p := range prefer {
		for _, h := range have {
			if int(p) == h {
				return h
			}
		}
	}
	if len(have) == 0 {
		return 0
	}
	return have[0]
}

//export ompcc_go_interop
func ompcc_go_interop(num C.int, o *C.ompcc_interop_t, n C.uint, prefer *C.int) *C.char {
	dev, ok := the.device(int(num)).plain.(device.Foreign)
	if !ok {
		return nil
	}
	have := dev.Runtimes()
	o.fr = C.int(foreignRuntime(have, unsafe.Slice(prefer, n)))
	if o.fr == 0 {
		return nil
	}
	h := dev.Handles(int(o.fr))
	o.device, o.context = C.uintptr_t(h.Device), C.uintptr_t(h.Context)
	if h.Number {
		o.number = 1
	}
	if o.types&C.OMPCC_INTEROP_TARGETSYNC == 0 {
		return nil
	}
	q, handle, err := dev.ForeignQueue()
	if err != nil {
		return text(err)
	}
	queues.Lock()
	defer queues.Unlock()
	if queues.open == nil {
		queues.open = map[C.uint64_t]device.Queue{}
	}
	queues.next++
	queues.open[queues.next] = q
	o.sync, o.queue = C.uintptr_t(handle), queues.next
	return nil
}

//export ompcc_go_interop_wait
func ompcc_go_interop_wait(id C.uint64_t) *C.char {
	queues.Lock()
	q := queues.open[id]
	queues.Unlock()
	if q == nil {
		return nil
	}
	return text(q.Sync())
}

//export ompcc_go_interop_close
func ompcc_go_interop_close(id C.uint64_t) {
	queues.Lock()
	q := queues.open[id]
	delete(queues.open, id)
	queues.Unlock()
	if q != nil {
		_ = q.Close() // its work is done: see wait
	}
}

// closeQueues gives up what the program has not destroyed.
func closeQueues() {
	queues.Lock()
	defer queues.Unlock()
	for id, q := range queues.open {
		_ = q.Close() // the devices go away next
		delete(queues.open, id)
	}
}
