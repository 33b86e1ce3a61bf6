package main

/*
#include <stdio.h>
#include "host/emulate.h"
#include "host/shim.h"
*/
import "C"

import (
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// stderrHead are the words in front of the text of abi.StderrName.
const stderrHead = 8

// errorOutput is what the kernels of a device write to stderr. It is fetched when
// none of them runs: what one adds meanwhile would be lost.
type errorOutput struct {
	mu      sync.Mutex
	running int
	buffers []device.Addr // of the images that have one
}

// tellStreams lets device code know the host's streams.
func (t *target) tellStreams(img device.Module) error {
	addr, size, err := img.Global(abi.StreamsName)
	if err != nil || addr == 0 || size != 3*unsafe.Sizeof(addr) {
		return err
	}
	all := &[3]uintptr{uintptr(unsafe.Pointer(C.stdin)), uintptr(unsafe.Pointer(C.stdout)),
		uintptr(unsafe.Pointer(C.stderr))}
	err = t.plain.CopyTo(addr, device.Host(device.Address(&all[0])), size)
	runtime.KeepAlive(all)
	return err
}

// findStderr remembers the buffer of an image, if it has one.
func (t *target) findStderr(img device.Module) error {
	addr, size, err := img.Global(abi.StderrName)
	if err != nil || addr == 0 || size <= stderrHead {
		return err
	}
	t.output.mu.Lock()
	defer t.output.mu.Unlock()
	t.output.buffers = append(t.output.buffers, addr)
	return nil
}

// forgetStderr is for an image that goes away.
func (t *target) forgetStderr(img device.Module) {
	addr, _, err := img.Global(abi.StderrName)
	if err != nil || addr == 0 {
		return
	}
	t.output.mu.Lock()
	defer t.output.mu.Unlock()
	t.output.buffers = slices.DeleteFunc(t.output.buffers, func(a device.Addr) bool { return a == addr })
}

// begins says that a kernel is about to begin.
func (o *errorOutput) begins() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.running++
}

// ended says that a kernel has ended, and writes what there is if it was the last one
// that ran. Nothing can be fetched from a device that a kernel has broken.
func (t *target) ended() {
	o := &t.output
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.running--; o.running > 0 {
		return
	}
	for _, at := range o.buffers {
		t.writeStderr(at)
	}
}

// writeStderr empties a buffer.
func (t *target) writeStderr(at device.Addr) {
	head := new([2]uint32)
	where := device.Host(device.Address(&head[0]))
	if t.plain.CopyFrom(where, at, stderrHead) != nil || head[0] == 0 && head[1] == 0 {
		return
	}
	text := make([]byte, max(head[0], 1))
	if head[0] > 0 && t.plain.CopyFrom(device.Host(device.Address(&text[0])), at+stderrHead, uintptr(head[0])) == nil {
		C.ompcc_print_error((*C.char)(unsafe.Pointer(&text[0])), C.size_t(head[0]))
	}
	if head[1] > 0 {
		line := "ompcc: warning: " + itoa(int(head[1])) + " bytes that device code wrote to stderr were lost\n"
		C.ompcc_write((*C.char)(unsafe.Pointer(unsafe.StringData(line))), C.size_t(len(line)))
	}
	*head = [2]uint32{}
	_ = t.plain.CopyTo(at, where, stderrHead) // it has just been read
	runtime.KeepAlive(head)
}
