package main

/*
#include <stdlib.h>
#include "host/shim.h"
#include "task/task.h"
*/
import "C"

import (
	"unsafe"

	"ompcc/rt/dataenv"
	"ompcc/rt/device"
)

// Target tasks that start while the work of their predecessors is still in queues of the same
// device (task.h): their own work goes to a queue that waits for the predecessors' marks. This needs
// a task that is work for the device alone: a kernel whose data is present, an update, an asynchronous routine.

// maxMarks is how many predecessors a task may follow without waiting for them.
const maxMarks = 64

// queuedTask is the work of one task on a queue of the device.
type queuedTask struct {
	t *target
	q device.OrderedQueue
	// writes: the host's memory has changed only when the queue is done.
	writes bool
	known  bool        // other tasks have the queue's mark
	alone  device.Mark // a mark that no task could be told
}

// order returns a queue for the calling thread's task that waits for the task's predecessors. It returns
// nil if there is none, and the predecessors are complete then. reads says whether the device will read
// host memory: what predecessors write there arrives when they are complete.
func (t *target) order(reads bool) *queuedTask {
	dev, ok := t.plain.(device.Ordered)
	if !ok || listening() { // a tool is told when an operation begins and ends
		C.ompcc_task_wait_predecessors()
		return nil
	}
	var marks [maxMarks]C.uintptr_t
	var writes C.int
	n := C.ompcc_task_predecessors(C.int(t.num), &marks[0], maxMarks, &writes)
	if n < 0 {
		return nil
	}
	if reads && writes != 0 {
		C.ompcc_task_wait_predecessors()
		n, writes = 0, 0
	}
	q, err := dev.Ordered()
	if err != nil {
		C.ompcc_task_wait_predecessors()
		return nil
	}
	for _, m := range marks[:n] {
		if q.Await(device.Mark(m)) != nil {
			_ = q.Close() // the thread waits instead
			C.ompcc_task_wait_predecessors()
			return nil
		}
	}
	return &queuedTask{t: t, q: q, writes: writes != 0}
}

// done lets the successors of the task start, and waits for the device to complete the work;
// err is the error so far.
func (o *queuedTask) done(err error) error {
	if err == nil {
		o.publish()
	}
	if e := o.q.Sync(); err == nil {
		err = e
	}
	if err != nil {
		// What failed may be an earlier task's: it is the one to say so.
		C.ompcc_task_wait_predecessors()
	}
	if o.alone != 0 {
		_ = o.t.plain.(device.Ordered).Forget(o.alone) // nobody knows it
	}
	_ = o.q.Close() // it only becomes idle
	return err
}

// publish passes the queue's mark to the successors; without one they wait for the task.
func (o *queuedTask) publish() {
	if o.known {
		return
	}
	o.known = true
	m, err := o.q.Mark()
	if err != nil {
		return
	}
	writes := C.int(0)
	if o.writes {
		writes = 1
	}
	if C.ompcc_task_issued(C.int(o.t.num), C.uintptr_t(m), writes) == 0 {
		o.alone = m
	}
}

//export ompcc_go_free_mark
func ompcc_go_free_mark(num C.int, mark C.uintptr_t) {
	_ = the.device(int(num)).plain.(device.Ordered).Forget(device.Mark(mark)) // all of its queue is done
}

// enqueueTarget gives the work of a target construct to a queue that waits for the task's predecessors. It
// returns false for constructs that need the thread; the predecessors are complete then.
func (t *target) enqueueTarget(f frame, k device.Kernel) (done bool, rc C.int) {
	if f.c.launch.flags&C.OMPCC_LAUNCH_DEFERRED == 0 || C.ompcc_task_ours() == 0 {
		return false, 0
	}
	c := f.construct()
	op := t.env.EnterPresent(c, f.items(), f.arguments())
	if op == nil {
		C.ompcc_task_wait_predecessors()
		return false, 0
	}
	o := t.order(t.info.SharesHost)
	if o == nil {
		t.env.Abandon(op)
		return false, 0
	}
	if err := t.runQueued(o, f, op, k); err != nil {
		return true, f.fail(err)
	}
	if err := t.env.Leave(op); err != nil {
		return true, f.fail(err)
	}
	return true, C.OMPCC_OK
}

func (t *target) runQueued(o *queuedTask, f frame, op *dataenv.Op, k device.Kernel) error {
	c := f.construct()
	n := uint(c.Kernel.NumParams)
	argv := unsafe.Slice((*uintptr)(unsafe.Pointer(f.c.argv)), n)
	values := unsafe.Slice((*uintptr)(unsafe.Pointer(f.c.values)), n)
	if err := t.env.Params(op, argv, values); err != nil {
		return o.done(err)
	}
	defer t.launched(f)()
	d := t.launchOf(f, k)
	o.writes = o.writes || t.info.SharesHost
	t.output.begins()
	defer t.ended()
	err := o.q.Launch(&d)
	if C.ompcc_env().timeout > 0 && err == nil {
		// The time of what comes before is not this kernel's.
		o.publish()
		C.ompcc_task_wait_predecessors()
	}
	if err = t.watched(f, func() error { return o.done(err) }); err != nil {
		return t.kernelFailed(c, err)
	}
	return nil
}

// enqueueUpdate is enqueueTarget for an update construct.
func (t *target) enqueueUpdate(f frame) (done bool, rc C.int) {
	if f.c.launch.flags&C.OMPCC_LAUNCH_DEFERRED == 0 || C.ompcc_task_ours() == 0 {
		return false, 0
	}
	c := f.construct()
	list, plain := t.env.Transfers(c, f.items(), f.arguments())
	if !plain || len(list) == 0 {
		C.ompcc_task_wait_predecessors()
		return false, 0
	}
	reads, writes := false, false
	for _, m := range list {
		reads, writes = reads || m.To, writes || !m.To
	}
	o := t.order(reads)
	if o == nil {
		return false, 0
	}
	// Which of several transfers failed is not known when the queue says so.
	last, err := list[0], error(nil)
	for _, m := range list {
		t.env.Logged(c, m)
		if last = m; err == nil {
			err = o.move(m)
		}
	}
	o.writes = o.writes || writes
	if err := o.done(err); err != nil {
		return true, f.fail(t.env.Failed(c, last, err))
	}
	for _, m := range list {
		t.env.Arrived(c, m)
	}
	return true, C.OMPCC_OK
}

func (o *queuedTask) move(m dataenv.Transfer) error {
	if m.To {
		return o.q.CopyTo(m.Dev, device.Host(m.Host), m.Size)
	}
	return o.q.CopyFrom(device.Host(m.Host), m.Dev, m.Size)
}

//export ompcc_go_enqueue_copy
func ompcc_go_enqueue_copy(num C.int, dst, src C.uintptr_t, value C.uchar, size C.size_t, to, from C.int,
	text **C.char) C.int {
	n := uintptr(size)
	overlaps := src != 0 && to == from && uintptr(dst) < uintptr(src)+n && uintptr(src) < uintptr(dst)+n
	if overlaps {
		C.ompcc_task_wait_predecessors()
		return 0
	}
	o := the.device(int(num)).order(from < 0)
	if o == nil {
		return 0
	}
	var err error
	switch {
	case src == 0:
		err = o.q.Set(device.Addr(dst), byte(value), n)
	case from < 0:
		err = o.q.CopyTo(device.Addr(dst), device.Host(src), n)
	case to < 0:
		err = o.q.CopyFrom(device.Host(dst), device.Addr(src), n)
	default:
		err = o.q.CopyOn(device.Addr(dst), device.Addr(src), n)
	}
	o.writes = o.writes || to < 0
	if err := o.done(err); err != nil {
		*text = C.CString(err.Error())
	}
	return 1
}
