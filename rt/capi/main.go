package main

/*
#cgo CFLAGS: -I${SRCDIR}/../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
#cgo LDFLAGS: -lpthread -ldl
#include <stdlib.h>
#include "bridge.h"
#include "ompt/ompt.h"
#include "host/shim.h"
#include "entry/mapped.h"
#include "task/task.h"

_Static_assert(sizeof(void *) == 8, "64-bit only");
*/
import "C"

import (
	"errors"
	"unsafe"

	"ompcc/rt/abi"
	_ "ompcc/rt/capi/entry" // the rooms, in C
	_ "ompcc/rt/capi/host"
	_ "ompcc/rt/capi/ompt"
	_ "ompcc/rt/capi/replay"
	_ "ompcc/rt/capi/routine"
	_ "ompcc/rt/capi/task"
	_ "ompcc/rt/cpu/pool" // in C
	"ompcc/rt/dataenv"
	"ompcc/rt/device"
	_ "ompcc/rt/sanitize" // in C
)

func main() {}

// the is the process's runtime, made by ompcc_go_start.
var the *process

//export ompcc_go_start
func ompcc_go_start() { the = newProcess() }

// ompcc_go_finish ends all devices; with busy other threads still execute target tasks on them.
//
//export ompcc_go_finish
func ompcc_go_finish(busy C.int) { the.finish(busy != 0) }

//export ompcc_go_prepare
func ompcc_go_prepare(num C.int, text **C.char) C.int {
	if err := the.device(int(num)).prepare(); err != nil {
		*text = C.CString(err.Error())
		return 0
	}
	return 1
}

//export ompcc_go_forget
func ompcc_go_forget(num C.int, module, begin, end C.uintptr_t) {
	the.device(int(num)).forget(uintptr(module), uintptr(begin), uintptr(end))
}

// frame is what a construct brings along.
type frame struct{ c *C.ompcc_frame_t }

func (f frame) construct() *dataenv.Construct {
	return (*dataenv.Construct)(unsafe.Pointer(f.c.construct))
}

func (f frame) items() []dataenv.Item {
	return unsafe.Slice((*dataenv.Item)(unsafe.Pointer(f.c.items)), uint(f.c.nitems))
}

func (f frame) arguments() []dataenv.Arg {
	return unsafe.Slice((*dataenv.Arg)(unsafe.Pointer(f.c.args)), uint(f.c.nitems))
}

func (f frame) fail(err error) C.int {
	f.c.error = C.CString(err.Error())
	return C.OMPCC_ERROR
}

func (f frame) target() *target { return the.device(int(f.c.device)) }

// guard turns a fault of the runtime, or of a copy from or to host memory that
// cannot be accessed, into an error that names the construct.
func (f frame) guard(rc *C.int) {
	if r := recover(); r != nil {
		*rc = f.fail(errors.New(f.fault(r)))
	}
}

func (f frame) fault(r any) string {
	c := f.construct()
	s := c.File() + ":" + itoa(int(c.Loc.Line)) + ": error: " + c.Directive() + ": "
	if a, ok := r.(interface{ Addr() uintptr }); ok {
		return s + "memory at " + hex(a.Addr()) + " cannot be accessed" + f.holder(a.Addr())
	}
	if err, ok := r.(error); ok {
		return s + "internal error in the runtime: " + err.Error()
	}
	return s + "internal error in the runtime"
}

// holder names the item in whose host storage address a lies.
func (f frame) holder(a uintptr) string {
	for i, it := range f.items() {
		arg := &f.arguments()[i]
		if it.Kind == abi.ItemMap && a >= arg.Begin && a < arg.Begin+arg.Size {
			return ": it is " + itoa(int(a-arg.Begin)) + " bytes into '" + it.Name() + "', which is " + size(arg.Size) + " from " + hex(arg.Begin)
		}
	}
	return ""
}

// setPanicOnFault makes a bad address a panic, which guard sees, for the
// calling goroutine; by runtime/debug it would bring along half of the library.
//
//go:linkname setPanicOnFault runtime/debug.setPanicOnFault
func setPanicOnFault(bool) bool

// counted has the summary, if one is asked for, count the construct and its time; it returns what to call at its end.
func (f frame) counted() func() {
	if the.log == nil {
		return func() {}
	}
	the.log.entered(f.target(), f)
	counted, advised := the.log.summary.begins(int(f.c.device), f.construct()), func() {}
	if the.log.advisor != nil {
		advised = the.log.advisor.executes(f)
	}
	return func() { advised(); counted() }
}

// launched has the log note the launch of f's kernel; it returns what to call when that has ended.
func (t *target) launched(f frame) func() {
	if the.log == nil {
		return func() {}
	}
	the.log.Launch(t.num, f.construct(), f.c.launch)
	advised, recorded := func() {}, func() {}
	if the.log.advisor != nil {
		advised = the.log.advisor.launches(t, f)
	}
	if the.log.recorder != nil {
		recorded = the.log.recorder.launches(t, f)
	}
	return func() { recorded(); advised(); the.log.table(t, f.construct()) }
}

//export ompcc_go_target
func ompcc_go_target(cf *C.ompcc_frame_t) (rc C.int) {
	f := frame{cf}
	defer f.guard(&rc)
	defer f.counted()()
	setPanicOnFault(true)
	t, c := f.target(), f.construct()
	k, err := t.kernel(c.Kernel)
	if err != nil {
		return f.fail(err)
	}
	if k == 0 {
		C.ompcc_task_wait_predecessors()
		return t.noKernel(f, c)
	}
	if done, rc := t.enqueueTarget(f, k); done {
		return rc
	}
	t.report(f)
	op, err := t.env.Enter(c, f.items(), f.arguments())
	if err != nil {
		return t.failed(f, nil, err)
	}
	if err := t.params(f, op); err != nil {
		return t.failed(f, nil, err)
	}
	ended := t.launched(f)
	if t.info.HostLaunch {
		f.c.handle = device.Pointer(uintptr(k))
		C.ompcc_run_on_cpu(cf)
	} else if err := t.launch(f, c, k); err != nil {
		return t.failed(f, op, err)
	}
	ended()
	return f.result(t.env.Leave(op))
}

// params writes the kernel's parameters. An error ends op.
func (t *target) params(f frame, op *dataenv.Op) error {
	n := uint(f.construct().Kernel.NumParams)
	argv := unsafe.Slice((*uintptr)(unsafe.Pointer(f.c.argv)), n)
	values := unsafe.Slice((*uintptr)(unsafe.Pointer(f.c.values)), n)
	err := t.env.Params(op, argv, values)
	if err != nil {
		t.env.Abandon(op)
	}
	return err
}

// result is what a call into Go returns for err.
func (f frame) result(err error) C.int {
	if err != nil {
		return f.fail(err)
	}
	return C.OMPCC_OK
}

// ompcc_go_resume goes on with a construct that C began (entry/direct.c).
//
//export ompcc_go_resume
func ompcc_go_resume(cf *C.ompcc_frame_t, w *C.ompcc_direct_t, stage, done C.int) (rc C.int) {
	f := frame{cf}
	defer f.guard(&rc)
	setPanicOnFault(true)
	t := f.target()
	if stage == C.OMPCC_RESUME_WAKE {
		t.env.Wake()
		return C.OMPCC_OK
	}
	r := t.env.Resume(unsafe.Pointer(w))
	switch stage {
	case C.OMPCC_RESUME_CLOSE:
		return f.result(r.Close(int(done)))
	case C.OMPCC_RESUME_LEAVE:
		return f.result(t.env.Leave(r.Op))
	case C.OMPCC_RESUME_OPEN:
		if err := r.Open(int(done)); err != nil {
			return f.fail(err)
		}
	}
	var err error
	if w.argv != nil {
		err = t.params(f, r.Op)
	} else {
		r.UseDevice()
	}
	if err == nil {
		t.env.Done(r.Op)
	}
	return f.result(err)
}

//export ompcc_go_data_begin
func ompcc_go_data_begin(cf *C.ompcc_frame_t) (rc C.int) {
	f := frame{cf}
	defer f.guard(&rc)
	defer f.counted()()
	setPanicOnFault(true)
	t := f.target()
	t.report(f)
	op, err := t.env.Enter(f.construct(), f.items(), f.arguments())
	if err != nil {
		return f.fail(err)
	}
	t.env.UseDevice(op)
	t.env.Done(op)
	return C.OMPCC_OK
}

//export ompcc_go_exit
func ompcc_go_exit(cf *C.ompcc_frame_t) (rc C.int) {
	f := frame{cf}
	defer f.guard(&rc)
	defer f.counted()()
	setPanicOnFault(true)
	t := f.target()
	t.report(f)
	if err := t.env.Exit(f.construct(), f.items(), f.arguments()); err != nil {
		return f.fail(err)
	}
	return C.OMPCC_OK
}

//export ompcc_go_update
func ompcc_go_update(cf *C.ompcc_frame_t) (rc C.int) {
	f := frame{cf}
	defer f.guard(&rc)
	defer f.counted()()
	setPanicOnFault(true)
	t := f.target()
	if done, rc := t.enqueueUpdate(f); done {
		return rc
	}
	t.report(f)
	if err := t.env.Update(f.construct(), f.items(), f.arguments()); err != nil {
		return f.fail(err)
	}
	return C.OMPCC_OK
}
