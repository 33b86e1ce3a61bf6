package main

/*
#include <stdint.h>
*/
import "C"

import (
	"encoding/binary"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Reverse offload from CPU devices. What the host does not have, it uses where the device has it; the function
// gets copies of pointers, or of what they lie in, only where they have other values on the host.

//export ompcc_go_reverse
func ompcc_go_reverse(num C.int, fn, rows C.uintptr_t, n, variables C.uint) {
	if the.server != nil {
		reverseOnRank0(int(num), uintptr(fn), uintptr(rows), int(n), int(variables))
		return
	}
	c := call{t: the.device(int(num)), fn: uintptr(fn), rows: make([]row, n), args: int(variables), here: true}
	words := device.Bytes(uintptr(rows), 32*uintptr(n))
	for i := range c.rows {
		c.rows[i] = rowOf(words[32*i:])
	}
	defer c.drop()
	c.chooseCopies()
	c.run()
	for i := range c.rows {
		if r := &c.rows[i]; r.moves && r.flags&abi.ReverseOut != 0 {
			_ = c.t.plain.CopyTo(device.Addr(r.device), device.Host(r.at), r.size) // a CPU device's does not fail
		}
	}
}

// chooseCopies finds the rows of the device's storage that the function gets copies of: first pointers that have other
// values, and what these lie in, then what those point to or overlap.
func (c *call) chooseCopies() {
	for i := range c.rows {
		c.look(&c.rows[i])
	}
	for more := true; more; {
		more = false
		for i := range c.rows {
			more = c.chooseFor(&c.rows[i]) || more
		}
	}
}

// chooseFor finds what is to be copied on behalf of r, and reports whether there was something new.
func (c *call) chooseFor(r *row) (more bool) {
	copied := func(p *row) {
		if !p.copied && p.flags&(abi.ReverseHost|abi.ReverseWord) == 0 {
			p.copied, more = true, true
		}
	}
	if r.flags&abi.ReversePointer != 0 && c.elsewhere(uintptr(binary.LittleEndian.Uint64(device.Bytes(r.device, 8)))) {
		copied(r)
	}
	if r.flags&abi.ReversePart != 0 && r.copied {
		copied(&c.rows[r.flags>>abi.ReverseSlot-1])
	}
	if r.flags&abi.ReverseFind != 0 && (r.present || r.copied) {
		if r.flags&abi.ReverseCell == 0 {
			copied(&c.rows[r.flags>>abi.ReverseSlot-1])
		}
		for i := range c.rows {
			if p := &c.rows[i]; r.cell != 0 && p.holds(r.cell) && p.own() {
				copied(p)
			}
		}
	}
	for i := range c.rows {
		if p := &c.rows[i]; r.copied && r.own() && p.own() && r.together(p) {
			copied(p)
		}
	}
	return more
}

// elsewhere reports whether the host has what a pointer points to at another address.
func (c *call) elsewhere(value uintptr) bool {
	if _, present := c.t.env.HostOf(device.Addr(value), 0); present {
		return true
	}
	for i := range c.rows {
		if p := &c.rows[i]; p.copied && p.device <= value && value < p.device+p.size {
			return true
		}
	}
	return false
}
