package main

import (
	"encoding/binary"
	"sync"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// What threads of kernels and the host tell each other comes and goes in pieces of the size of a slot.

// letter is what a slot has received so far, or the rest of what it is to send.
type letter struct {
	in, out []byte
	replies bool
}

// post answers the letters of an image's kernels. A function may launch kernels that have letters themselves, and
// there are few slots: no more than half of them wait for functions. The answers to other letters are late, and their
// slots free meanwhile.
type post struct {
	t       *target
	letters [abi.MailSlots]letter

	mu      sync.Mutex
	waiting int // slots
	threads int // that were made for functions
	last    uint64
	late    map[uint64]*late
	bells   [abi.MailBells]uint32
}

// late is a letter whose answer comes later.
type late struct {
	done   bool
	answer []byte
}

// Most threads that are made for functions.
const mostThreads = 1000

// serve takes the next piece of a letter, or sends the next one of the answer. When the device
// fails, the kernel does, whose thread says so.
func (p *post) serve(m device.Mailbox, slot uint32) {
	l := &p.letters[slot]
	var work func()
	if !l.replies {
		if !l.receive(m, slot) {
			return
		}
		if len(l.in) < 8 || uint64(len(l.in)) < binary.LittleEndian.Uint64(l.in) {
			_ = m.Answer(slot)
			return
		}
		in := l.in
		l.in = nil
		l.out, work = p.reply(m, in)
		l.replies = true
	}
	n := min(len(l.out), abi.MailSlotSize-abi.MailData)
	if n > 0 && m.Write(slot, abi.MailData, device.Host(device.Address(&l.out[0])), uintptr(n)) != nil {
		return
	}
	if l.out = l.out[n:]; len(l.out) == 0 {
		*l = letter{}
	}
	_ = m.Answer(slot)
	if work != nil {
		work()
	}
}

func (l *letter) receive(m device.Mailbox, slot uint32) bool {
	n := new(uint64)
	if m.Read(device.Host(device.Address(n)), slot, abi.MailBytes, 8) != nil || *n > abi.MailSlotSize-abi.MailData {
		return false
	}
	piece := make([]byte, *n)
	if *n > 0 && m.Read(device.Host(device.Address(&piece[0])), slot, abi.MailData, uintptr(*n)) != nil {
		return false
	}
	l.in = append(l.in, piece...)
	return true
}

// reply returns the answer to a letter, and what the thread is to do when that is sent.
func (p *post) reply(m device.Mailbox, in []byte) (out []byte, work func()) {
	if len(in) == abi.MailTicket {
		return p.collect(binary.LittleEndian.Uint64(in[8:])), nil
	}
	if p.waits() {
		out = append(make([]byte, 8), p.t.reverse(in)...)
		p.mu.Lock()
		p.waiting--
		p.mu.Unlock()
		return out, nil
	}
	return p.later(m, in)
}

// waits reports whether a slot may wait for the function of its letter. A thread that waits for a kernel in
// a function is not kept from going on with that, so it leaves the letter to others.
func (p *post) waits() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if inReverse() || p.waiting == abi.MailSlots/2 {
		return false
	}
	p.waiting++
	return true
}

// later gives a letter a ticket. A thread of its own calls the function; only where there are too many is it the one that
// waits for a kernel.
func (p *post) later(m device.Mailbox, in []byte) (out []byte, work func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	ticket, own := p.last, p.threads < mostThreads
	p.late[ticket] = &late{}
	_ = m.Late() // a device that fails ends the kernel
	if own {
		p.threads++
		go func() {
			p.finish(m, ticket, p.t.reverse(in))
			p.mu.Lock()
			p.threads--
			p.mu.Unlock()
		}()
	} else {
		work = func() { p.finish(m, ticket, p.t.reverse(in)) }
	}
	return p.notYet(ticket), work
}

func (p *post) notYet(ticket uint64) []byte {
	out := binary.LittleEndian.AppendUint64(nil, ticket)
	return binary.LittleEndian.AppendUint64(out, uint64(p.bells[ticket%abi.MailBells]))
}

// finish keeps the answer for the one who has the ticket, and rings its bell.
func (p *post) finish(m device.Mailbox, ticket uint64, answer []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*p.late[ticket] = late{true, answer}
	bell := &p.bells[ticket%abi.MailBells]
	*bell++
	_ = m.Ring(uint32(ticket%abi.MailBells), *bell) // a device that fails ends the kernel
}

// collect is the answer to one who has a ticket; the bell is that of several.
func (p *post) collect(ticket uint64) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.late[ticket]
	if l == nil || !l.done {
		return p.notYet(ticket)
	}
	delete(p.late, ticket)
	return append(make([]byte, 8), l.answer...)
}
