package main

/*
#include <stdlib.h>
#include <stdint.h>
#include "entry/globals.h"
#include "host/shim.h"

static __thread int reverse_depth __attribute__((tls_model("initial-exec")));

static int ompcc_reverse_depth(void) { return reverse_depth; }

static void ompcc_reverse_call(uintptr_t f, uintptr_t args) {
	reverse_depth++;
	((void (*)(void **))f)((void **)args);
	reverse_depth--;
}

enum { OMPCC_REVERSE_ALIGN = 64 };

static uintptr_t ompcc_reverse_alloc(size_t size) {
	void *p = NULL;
	if (posix_memalign(&p, OMPCC_REVERSE_ALIGN, size ? size : 1))
		ompcc_fatal("error: out of memory for a reverse-offload region");
	return (uintptr_t)p;
}

static void ompcc_reverse_free(uintptr_t p) { free((void *)p); }
*/
import "C"

import (
	"encoding/binary"
	"errors"
	"runtime"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Reverse offload from GPUs (OpenMP 5.2 §13.8). A thread of a kernel posts what a region's function
// takes in the mailbox of its image (rt/devlib/reverse.c, rt/capi/mailbox.go), and a thread of the host calls the
// function.

// openMail makes the mailbox of an image that wants one.
func (t *target) openMail(img device.Module) (device.Mailbox, error) {
	const word = unsafe.Sizeof(uintptr(0))
	if t.info.HostLaunch {
		return nil, nil
	}
	addr, size, err := img.Global(abi.ReverseMailbox)
	if err != nil || addr == 0 || size != 2*word {
		return nil, err
	}
	dev, ok := t.plain.(device.Server)
	if !ok {
		return nil, errors.New("its kernels cannot wait for the host")
	}
	p := &requestServer{t: t, deferred: map[uint64]*deferredReply{}}
	m, err := dev.Serve(abi.MailSlots, abi.MailSlotSize, p.serve)
	if err != nil {
		return nil, err
	}
	head := &[2]uintptr{uintptr(m.Addr()), abi.MailSlots}
	err = t.plain.CopyTo(addr, device.Host(device.Address(&head[0])), size)
	runtime.KeepAlive(head)
	if err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

// tellAddress writes a host address into the image's variable for it.
func (t *target) tellAddress(g *C.__ompcc_global_t, img device.Module) error {
	addr, size, err := img.Global(C.GoString(g.name))
	host := new(uintptr)
	*host = uintptr(g.host)
	if err != nil || addr == 0 || size != unsafe.Sizeof(*host) {
		return err
	}
	err = t.plain.CopyTo(addr, device.Host(device.Address(host)), size)
	runtime.KeepAlive(host)
	return err
}

// row is a row of the list of what the function takes.
type row struct {
	flags        uint64
	device, size uintptr
	at           uintptr // in the host's memory
	sent         []byte  // by the device
	moves        bool    // the bytes come back
	copied       bool    // the function has a copy of a CPU device's storage
	present      bool    // the host has what ReverseFind looks for
	cell         uintptr // of ReverseCell
	made         *made
}

// rowOf reads a row's words.
func rowOf(words []byte) row {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(words[8*i:]) }
	r := row{flags: word(0), device: uintptr(word(1)), size: uintptr(word(2)), at: uintptr(word(3))}
	if r.flags&abi.ReverseCell != 0 {
		r.cell = r.at
	}
	return r
}

// holds reports whether the pointer at the device's address cell lies in r, and not on the host.
func (r *row) holds(cell uintptr) bool {
	return r.flags&abi.ReverseHost == 0 && r.device <= cell && cell+8 <= r.device+r.size
}

// inReverse reports whether the calling thread is in the function of a region.
func inReverse() bool { return C.ompcc_reverse_depth() != 0 }

// call is the call of a region's function.
type call struct {
	t    *target
	fn   uintptr
	rows []row
	args int  // the first rows
	here bool // on a CPU device: its storage is the host's as well
	own  []uintptr
	// lent are the device's pointers that the host's copies have other values of.
	lent []lentPointer
}

// lentPointer is a pointer at the host's address at, there with the value host.
type lentPointer struct{ at, device, host uintptr }

// reverse calls the function that a request names, and returns the reply.
func (t *target) reverse(in []byte) []byte {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(in[8*i:]) }
	c := call{t: t, fn: uintptr(word(1)), rows: make([]row, word(2)), args: int(word(3))}
	data := in[32+32*len(c.rows):]
	for i := range c.rows {
		r := rowOf(in[32+32*i:])
		if r.flags&abi.ReverseIn != 0 {
			r.sent = data[:r.size]
			data = data[(r.size+7)&^7:]
		}
		c.rows[i] = r
	}
	defer c.drop()
	c.run()
	return c.answer()
}

// run calls the function.
func (c *call) run() {
	for i := range c.rows {
		c.look(&c.rows[i])
	}
	c.group()
	for i := range c.rows {
		c.place(&c.rows[i])
	}
	for i := range c.rows {
		c.point(&c.rows[i])
	}
	args := device.Bytes(c.alloc(8*max(uintptr(c.args), 1)), 8*uintptr(c.args))
	for i := range c.args {
		binary.LittleEndian.PutUint64(args[8*i:], uint64(c.rows[i].at))
	}
	the.reversing.Add(1)
	defer the.reversing.Add(-1)
	C.ompcc_reverse_call(C.uintptr_t(c.fn), C.uintptr_t(device.Address(unsafe.SliceData(args))))
	c.takeBack()
}

// alloc returns memory for the time of the call.
func (c *call) alloc(size uintptr) uintptr {
	p := uintptr(C.ompcc_reverse_alloc(C.size_t(size)))
	c.own = append(c.own, p)
	return p
}

func (c *call) drop() {
	for _, p := range c.own {
		C.ompcc_reverse_free(C.uintptr_t(p))
	}
}

// look finds the storage that a pointer points to.
func (c *call) look(r *row) {
	if r.flags&abi.ReverseFind != 0 {
		r.at, r.present = c.t.env.HostOf(device.Addr(r.device), r.size)
	}
}

// place finds or makes the storage of a row on the host, and fills it.
func (c *call) place(r *row) {
	r.moves = true
	switch {
	case r.made != nil:
		r.at = r.made.place(c, r.device)
	case r.flags&abi.ReverseHost != 0:
	case r.flags&abi.ReverseWord != 0:
		value := r.at
		r.at = c.alloc(8)
		c.setPointer(r.at, value)
	case r.flags&abi.ReversePart != 0:
		of := &c.rows[r.flags>>abi.ReverseSlot-1]
		r.at = of.at + (r.device - of.device)
		r.moves = !c.here || of.copied
	case r.present:
		r.moves = r.flags&abi.ReverseAlways != 0
	default:
		r.at, r.moves = r.device, false
	}
	if r.moves {
		c.fill(r)
	}
}

// fill gives the host's storage the bytes of the device's.
func (c *call) fill(r *row) {
	if c.here && r.flags&abi.ReverseIn != 0 {
		r.sent = make([]byte, r.size)
		_ = c.t.plain.CopyFrom(device.Host(device.Address(unsafe.SliceData(r.sent))), device.Addr(r.device), r.size) // a CPU device's does not fail
	}
	if len(r.sent) > 0 {
		copy(device.Bytes(r.at, r.size), r.sent)
	}
}

// point gives pointers the addresses of the host.
func (c *call) point(r *row) {
	if r.flags&abi.ReversePointer != 0 {
		c.translate(r)
	}
	if r.flags&abi.ReverseFind == 0 {
		return
	}
	cell, sent := c.pointerOf(r)
	switch {
	case cell != 0:
		c.lend(cell, sent, sent+r.at-r.device)
	case !r.present:
		c.attach(r)
	}
}

// attach has the host's own pointer that corresponds to the device's point to what was made (5.2 §5.8.3).
func (c *call) attach(r *row) {
	if r.cell == 0 {
		return
	}
	at, ok := c.t.env.HostOf(device.Addr(r.cell), 8)
	there := new(uint64)
	if ok && c.t.plain.CopyFrom(device.Host(device.Address(there)), device.Addr(r.cell), 8) == nil {
		c.lend(at, uintptr(binary.LittleEndian.Uint64(device.Bytes(at, 8))), uintptr(*there)+r.at-r.device)
	}
}

// pointerOf is where the host's copy of the pointer is through which the device comes to row r,
// and the value that the device has sent; 0 if it has not.
func (c *call) pointerOf(r *row) (at, sent uintptr) {
	if r.flags&abi.ReverseCell == 0 {
		if p := &c.rows[r.flags>>abi.ReverseSlot-1]; len(p.sent) == 8 {
			return p.at, uintptr(binary.LittleEndian.Uint64(p.sent))
		}
		return 0, 0
	}
	for i := len(c.rows) - 1; i >= 0; i-- {
		if p := &c.rows[i]; p.holds(r.cell) && p.moves && len(p.sent) > 0 {
			return p.at + (r.cell - p.device), uintptr(binary.LittleEndian.Uint64(p.sent[r.cell-p.device:]))
		}
	}
	return 0, 0
}

// lend gives the pointer at the host's address at, of which the device has sent another value, the
// value of the host until the answer.
func (c *call) lend(at, sent, value uintptr) {
	c.setPointer(at, value)
	c.lent = append(c.lent, lentPointer{at: at, device: sent, host: value})
}

// takeBack gives the device's pointers that the region has not changed their values again.
func (c *call) takeBack() {
	for i := len(c.lent) - 1; i >= 0; i-- {
		if l := c.lent[i]; uintptr(binary.LittleEndian.Uint64(device.Bytes(l.at, 8))) == l.host {
			c.setPointer(l.at, l.device)
		}
	}
}

// translate gives the host's pointer the address of what corresponds on the host to what the
// device's points to; where there is nothing, it keeps its value (5.2 §5.8.6).
func (c *call) translate(r *row) {
	if !r.moves || len(r.sent) != 8 {
		return
	}
	value := uintptr(binary.LittleEndian.Uint64(r.sent))
	if host, ok := c.t.env.HostOf(device.Addr(value), 0); ok {
		c.setPointer(r.at, host)
		return
	}
	for i := range c.rows {
		if p := &c.rows[i]; p.made != nil && p.device <= value && value < p.device+p.size {
			c.setPointer(r.at, p.at+(value-p.device))
			return
		}
	}
}

func (c *call) setPointer(at, value uintptr) {
	binary.LittleEndian.PutUint64(device.Bytes(at, 8), uint64(value))
}

// answer has a word for each row whose bytes may come back, and the bytes if they do.
func (c *call) answer() []byte {
	var out []byte
	for i := range c.rows {
		r := &c.rows[i]
		if r.flags&abi.ReverseOut == 0 {
			continue
		}
		if !r.moves {
			out = append(out, make([]byte, 8)...)
			continue
		}
		out = append(out, 1, 0, 0, 0, 0, 0, 0, 0)
		out = append(out, device.Bytes(r.at, r.size)...)
		out = append(out, make([]byte, (8-r.size%8)%8)...)
	}
	return out
}
