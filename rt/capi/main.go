package main

/*
#cgo CFLAGS: -I${SRCDIR}/../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Wno-unused-parameter
#cgo LDFLAGS: -lpthread -ldl
#include <stdlib.h>
#include "ompt.h"
#include "shim.h"
#include "table.h"
#include "task.h"

_Static_assert(sizeof(void *) == 8, "64-bit only");
_Static_assert(sizeof(__ompcc_item_t) == 48, "dataenv.Item");
_Static_assert(sizeof(__ompcc_construct_t) == 72, "dataenv.Construct");
_Static_assert(sizeof(__ompcc_arg_t) == 24, "dataenv.Arg");
_Static_assert(sizeof(__ompcc_kernel_t) == 56, "dataenv.Kernel");
_Static_assert(sizeof(__ompcc_launch_t) == 48, "dataenv.LaunchArgs");
_Static_assert(sizeof(__ompcc_rect_t) == 192, "dataenv.Rect");
*/
import "C"

import (
	"errors"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/dataenv"
	"ompcc/rt/device"
)

// The Go mirrors have the sizes that the C assertions above name, and the
// constants of shim.h are those of rt/abi: else these arrays have a negative
// or a wrong length.
var (
	_ = [1]byte{}[dataenv.SizeofItem-48]
	_ = [1]byte{}[dataenv.SizeofConstruct-72]
	_ = [1]byte{}[dataenv.SizeofArg-24]
	_ = [1]byte{}[dataenv.SizeofKernel-56]
	_ = [1]byte{}[dataenv.SizeofLaunch-48]
	_ = [1]byte{}[dataenv.SizeofRect-192]
	_ = [1]byte{}[abi.Version-C.OMPCC_ABI_VERSION]
	_ = [1]byte{}[(abi.FlagTo|abi.FlagFrom)-C.OMPCC_FLAGS_MOTION]
	_ = [1]byte{}[(abi.FlagAlways|abi.FlagDelete|abi.FlagRelease|abi.FlagClose|abi.FlagPresent|abi.FlagImplicit|abi.FlagHold)-C.OMPCC_FLAGS_MODIFIER]
	_ = [1]byte{}[abi.KindTarget-C.OMPCC_KIND_TARGET]
	_ = [1]byte{}[abi.KindUpdate-C.OMPCC_KIND_UPDATE]
	_ = [1]byte{}[abi.ItemMap-C.OMPCC_ITEM_MAP]
	_ = [1]byte{}[abi.ItemAttach-C.OMPCC_ITEM_ATTACH]
	_ = [1]byte{}[abi.ItemValue-C.OMPCC_ITEM_VALUE]
	_ = [1]byte{}[abi.ItemPointer-C.OMPCC_ITEM_POINTER]
	_ = [1]byte{}[abi.ItemDevicePtr-C.OMPCC_ITEM_DEVICE_PTR]
	_ = [1]byte{}[abi.ItemUseDevicePtr-C.OMPCC_ITEM_USE_DEVICE_PTR]
	_ = [1]byte{}[abi.ItemUseDeviceAddr-C.OMPCC_ITEM_USE_DEVICE_ADDR]
	_ = [1]byte{}[abi.ItemCopy-C.OMPCC_ITEM_COPY]
	_ = [1]byte{}[abi.FlagTo-C.OMPCC_FLAG_TO]
	_ = [1]byte{}[abi.FlagFrom-C.OMPCC_FLAG_FROM]
	_ = [1]byte{}[abi.FlagAlways-C.OMPCC_FLAG_ALWAYS]
	_ = [1]byte{}[abi.FlagDelete-C.OMPCC_FLAG_DELETE]
	_ = [1]byte{}[abi.FlagRelease-C.OMPCC_FLAG_RELEASE]
	_ = [1]byte{}[abi.FlagClose-C.OMPCC_FLAG_CLOSE]
	_ = [1]byte{}[abi.FlagPresent-C.OMPCC_FLAG_PRESENT]
	_ = [1]byte{}[abi.FlagSelf-C.OMPCC_FLAG_SELF]
	_ = [1]byte{}[abi.FlagImplicit-C.OMPCC_FLAG_IMPLICIT]
	_ = [1]byte{}[abi.FlagParam-C.OMPCC_FLAG_PARAM]
	_ = [1]byte{}[abi.FlagSpan-C.OMPCC_FLAG_SPAN]
	_ = [1]byte{}[abi.FlagMember-C.OMPCC_FLAG_MEMBER]
	_ = [1]byte{}[abi.FlagNullIfAbsent-C.OMPCC_FLAG_NULL_IF_ABSENT]
	_ = [1]byte{}[abi.FlagHold-C.OMPCC_FLAG_HOLD]
	_ = [1]byte{}[abi.FlagStrided-C.OMPCC_FLAG_STRIDED]
	_ = [1]byte{}[dataenv.SizeofTable-C.sizeof_ompcc_table_t]
	_ = [1]byte{}[dataenv.SizeofEntry-C.sizeof_ompcc_entry_t]
	_ = [1]byte{}[dataenv.SizeofChunk-C.sizeof_ompcc_chunk_t]
	_ = [1]byte{}[device.SizeofLists-C.sizeof_ompcc_arena_t]
	_ = [1]byte{}[device.SlabAlign-C.OMPCC_SLAB_ALIGN]
	_ = [1]byte{}[abi.FlagMapper-C.OMPCC_FLAG_MAPPER]
	_ = [1]byte{}[abi.FlagIfPresent-C.OMPCC_FLAG_IF_PRESENT]
	_ = [1]byte{}[abi.LaunchNoWait-C.OMPCC_LAUNCH_NOWAIT]
	_ = [1]byte{}[abi.LaunchTask-C.OMPCC_LAUNCH_TASK]
	_ = [1]byte{}[abi.LaunchDepend-C.OMPCC_LAUNCH_DEPEND]
	_ = [1]byte{}[abi.LaunchDeferred-C.OMPCC_LAUNCH_DEFERRED]
	_ = [1]byte{}[abi.LaunchHasTeams-C.OMPCC_LAUNCH_HAS_TEAMS]
	_ = [1]byte{}[abi.LaunchHasTrip-C.OMPCC_LAUNCH_HAS_TRIP]
	_ = [1]byte{}[abi.KernelTeams-C.OMPCC_KERNEL_TEAMS]
)

func main() {}

// the is the process's runtime, made by ompcc_go_start.
var the *process

//export ompcc_go_start
func ompcc_go_start() { the = newProcess() }

//export ompcc_go_finish
func ompcc_go_finish() { the.finish() }

//export ompcc_go_prepare
func ompcc_go_prepare(num C.int, text **C.char) C.int {
	if err := the.device(int(num)).prepare(); err != nil {
		*text = C.CString(err.Error())
		return 0
	}
	return 1
}

//export ompcc_go_wake
func ompcc_go_wake(num C.int) { the.device(int(num)).env.Wake() }

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

//export ompcc_go_target
func ompcc_go_target(cf *C.ompcc_frame_t) (rc C.int) {
	f := frame{cf}
	defer f.guard(&rc)
	setPanicOnFault(true)
	t, c := f.target(), f.construct()
	k, err := t.kernel(c.Kernel)
	if err != nil {
		return f.fail(err)
	}
	if k == 0 {
		C.ompcc_task_catch_up()
		return t.noKernel(f, c)
	}
	if done, rc := t.targetBehind(f, k); done {
		return rc
	}
	t.report(f)
	op, err := t.env.Enter(c, f.items(), f.arguments())
	if err != nil {
		return f.fail(err)
	}
	n := uint(c.Kernel.NumParams)
	argv := unsafe.Slice((*uintptr)(unsafe.Pointer(f.c.argv)), n)
	values := unsafe.Slice((*uintptr)(unsafe.Pointer(f.c.values)), n)
	if err := t.env.Params(op, argv, values); err != nil {
		t.env.Abandon(op)
		return f.fail(err)
	}
	if the.log != nil {
		the.log.Launch(t.num, c, f.c.launch)
	}
	if t.info.HostLaunch {
		f.c.handle = device.Pointer(uintptr(k))
		C.ompcc_run_on_cpu(cf)
	} else if err := t.launch(f, c, k); err != nil {
		return f.fail(err)
	}
	if err := t.env.Leave(op); err != nil {
		return f.fail(err)
	}
	return C.OMPCC_OK
}

//export ompcc_go_data_begin
func ompcc_go_data_begin(cf *C.ompcc_frame_t) (rc C.int) {
	f := frame{cf}
	defer f.guard(&rc)
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
	setPanicOnFault(true)
	t := f.target()
	if done, rc := t.updateBehind(f); done {
		return rc
	}
	t.report(f)
	if err := t.env.Update(f.construct(), f.items(), f.arguments()); err != nil {
		return f.fail(err)
	}
	return C.OMPCC_OK
}
