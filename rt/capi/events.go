package main

/*
#include "ompt/ompt.h"
#include "host/shim.h"
#include <stdlib.h>

// Addresses come as numbers: they may be on any device, or in Go's heap.
static void op_begin(int op, uintptr_t src, int srcdev, uintptr_t dst, int dstdev, size_t n) {
	ompcc_ompt_data_op_begin(op, (void *)src, srcdev, (void *)dst, dstdev, n);
}
static void op_end(int op, uintptr_t src, int srcdev, uintptr_t dst, int dstdev, size_t n) {
	if (op == OMPCC_OP_ALLOC && dst)
		ompcc_ompt_keep_size((void *)dst, dstdev, n);
	ompcc_ompt_data_op_end(op, (void *)src, srcdev, (void *)dst, dstdev, n);
}
static void op_once(int op, uintptr_t src, int srcdev, uintptr_t dst, int dstdev, size_t n) {
	ompcc_ompt_data_op_once(op, (void *)src, srcdev, (void *)dst, dstdev, n);
}
static void op_move(int op, uintptr_t src, int srcdev, uintptr_t dst, int dstdev, size_t n) {
	ompcc_ompt_data_op_move(op, (void *)src, srcdev, (void *)dst, dstdev, n);
}
*/
import "C"

import (
	"time"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/ompt"
)

// listener is the tool's ear, nil without a tool.
func listener() ompt.Events {
	if C.ompcc_ompt_enabled == 0 {
		return nil
	}
	return events{int32(C.ompcc_initial_device())}
}

// events hands the events of devices to the dispatcher in C, which knows the
// construct that the calling thread executes.
type events struct{ host int32 }

func ptr(a uintptr) unsafe.Pointer { return device.Pointer(a) }

func (e events) Host() int32 { return e.host }

func (events) Begin(op ompt.DataOp) {
	C.op_begin(C.int(op.Op), C.uintptr_t(op.Src), C.int(op.SrcDev), C.uintptr_t(op.Dest), C.int(op.DestDev),
		C.size_t(op.Bytes))
}

func (events) End(op ompt.DataOp) {
	C.op_end(C.int(op.Op), C.uintptr_t(op.Src), C.int(op.SrcDev), C.uintptr_t(op.Dest), C.int(op.DestDev),
		C.size_t(op.Bytes))
}

func (events) Move(op ompt.DataOp) {
	C.op_move(C.int(op.Op), C.uintptr_t(op.Src), C.int(op.SrcDev), C.uintptr_t(op.Dest), C.int(op.DestDev),
		C.size_t(op.Bytes))
}

func (events) Submitting(teams uint32) { C.ompcc_ompt_submit_begin(C.uint(teams)) }

func (events) Submitted(teams uint32, l *device.Launch, took time.Duration) {
	if len(l.Counts) > 0 {
		counts := C.CString(string(l.Counts))
		C.ompcc_ompt_counts(counts)
		C.free(unsafe.Pointer(counts))
	}
	C.ompcc_ompt_submit_done(C.uint(teams), C.uint(l.Granted), C.uint64_t(took))
}

func (events) Tracing(num int32) bool { return C.ompcc_ompt_traces_kernels(C.int(num)) != 0 }

func (events) Mapping(host uintptr) { C.ompcc_ompt_mapping(ptr(host)) }

func (events) Once(op ompt.DataOp) {
	C.op_once(C.int(op.Op), C.uintptr_t(op.Src), C.int(op.SrcDev), C.uintptr_t(op.Dest), C.int(op.DestDev),
		C.size_t(op.Bytes))
}

func listening() bool { return C.ompcc_ompt_enabled != 0 }

func announceDevice(t *target) {
	if listening() {
		s := C.CString(t.info.Type) // lasts: the tool may keep it
		C.ompcc_ompt_device_init(C.int(t.num), s)
	}
}

// announceImage tells of an image. That of a CPU device is the host module [begin, end) itself.
func announceImage(t *target, img *device.Image, begin, end uintptr) {
	if !listening() {
		return
	}
	at, size := ptr(begin), end-begin
	if len(img.Data) > 0 {
		at, size = unsafe.Pointer(&img.Data[0]), uintptr(len(img.Data))
	}
	C.ompcc_ompt_device_load(C.int(t.num), nil, at, C.size_t(size), C.uint64_t(img.ID))
}

func announceGlobal(t *target, host uintptr, addr device.Addr, size uintptr) {
	if listening() {
		C.ompcc_ompt_global(C.int(t.num), ptr(host), ptr(uintptr(addr)), C.size_t(size))
	}
}

func announceUnload(t *target, id uint64) {
	if listening() {
		C.ompcc_ompt_device_unload(C.int(t.num), C.uint64_t(id))
	}
}

func announceEnd(t *target) {
	if listening() {
		C.ompcc_ompt_device_fini(C.int(t.num))
	}
}

// report tells the tool what the construct maps, before anything is done.
func (t *target) report(f frame) {
	if C.ompcc_ompt_maps == 0 || f.c.nitems == 0 {
		return
	}
	items, args := f.items(), f.arguments()
	n := len(items)
	host, dev, bytes, flags := make([]uintptr, 0, n), make([]uintptr, 0, n), make([]uintptr, 0, n), make([]uint32, 0, n)
	for i := range items {
		if items[i].Kind != abi.ItemMap || items[i].Flags&abi.FlagStrided != 0 {
			continue // no map operation
		}
		kind := uint32(C.ompcc_ompt_map_flags(C.uint(items[i].Flags)))
		d, _ := t.env.Lookup(args[i].Begin)
		host, dev = append(host, args[i].Begin), append(dev, uintptr(d))
		bytes, flags = append(bytes, args[i].Size), append(flags, kind)
	}
	if len(host) == 0 {
		return
	}
	C.ompcc_ompt_map(C.uint(len(host)), (*unsafe.Pointer)(unsafe.Pointer(&host[0])),
		(*unsafe.Pointer)(unsafe.Pointer(&dev[0])),
		(*C.size_t)(unsafe.Pointer(&bytes[0])), (*C.uint)(unsafe.Pointer(&flags[0])))
}
