package main

import (
	"encoding/binary"
	"sync"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Reverse offload through a mailbox (OpenMP 5.2 §13.8): kernels post requests in slots of pinned memory, and threads
// that wait for kernels serve them. Requests and replies larger than a slot go in pieces.

// request is the state of one slot: the bytes received so far, or the rest of the reply.
type request struct {
	received, out []byte
	replies       bool
}

// requestServer serves the requests of an image's kernels. A host function may launch kernels that post requests
// themselves, and there are few slots: at most half of them wait for functions. Further requests are deferred: the
// thread gets a ticket, and its slot is free.
type requestServer struct {
	t        *target
	requests [abi.MailSlots]request

	mu         sync.Mutex
	waiting    int // slots that wait for a function
	threads    int // started for deferred requests
	lastTicket uint64
	deferred   map[uint64]*deferredReply
	doorbells  [abi.MailDoorbells]uint32
}

// deferredReply is the reply to a deferred request.
type deferredReply struct {
	done   bool
	answer []byte
}

// maxServerThreads bounds the threads that the server starts for deferred requests.
const maxServerThreads = 1000

// serve receives the next piece of a request, or sends the next piece of the reply. If the device fails,
// its kernel fails, and the thread that waits for the kernel reports it.
func (p *requestServer) serve(m device.Mailbox, slot uint32) {
	l := &p.requests[slot]
	var work func()
	if !l.replies {
		if !l.receive(m, slot) {
			return
		}
		if len(l.received) < 8 || uint64(len(l.received)) < binary.LittleEndian.Uint64(l.received) {
			_ = m.Answer(slot)
			return
		}
		in := l.received
		l.received = nil
		l.out, work = p.reply(m, in)
		l.replies = true
	}
	n := min(len(l.out), abi.MailSlotSize-abi.MailData)
	if n > 0 && m.Write(slot, abi.MailData, device.Host(device.Address(&l.out[0])), uintptr(n)) != nil {
		return
	}
	if l.out = l.out[n:]; len(l.out) == 0 {
		*l = request{}
	}
	_ = m.Answer(slot)
	if work != nil {
		work()
	}
}

func (l *request) receive(m device.Mailbox, slot uint32) bool {
	n := new(uint64)
	if m.Read(device.Host(device.Address(n)), slot, abi.MailBytes, 8) != nil || *n > abi.MailSlotSize-abi.MailData {
		return false
	}
	piece := make([]byte, *n)
	if *n > 0 && m.Read(device.Host(device.Address(&piece[0])), slot, abi.MailData, uintptr(*n)) != nil {
		return false
	}
	l.received = append(l.received, piece...)
	return true
}

// reply returns the reply to a request, and the work for the thread after it has sent the reply.
func (p *requestServer) reply(m device.Mailbox, in []byte) (out []byte, work func()) {
	if len(in) == abi.MailTicket {
		return p.collect(binary.LittleEndian.Uint64(in[8:])), nil
	}
	if p.claimSlot() {
		out = append(make([]byte, 8), p.t.reverse(in)...)
		p.mu.Lock()
		p.waiting--
		p.mu.Unlock()
		return out, nil
	}
	return p.deferRequest(m, in)
}

// claimSlot reports whether a slot may wait for its function. A thread that waits for a kernel inside a function
// defers the request, so that it can go on with its own kernel.
func (p *requestServer) claimSlot() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if inReverse() || p.waiting == abi.MailSlots/2 {
		return false
	}
	p.waiting++
	return true
}

// deferRequest gives a request a ticket. A new thread calls the function; beyond maxServerThreads the thread that
// waits for the kernel calls it.
func (p *requestServer) deferRequest(m device.Mailbox, in []byte) (out []byte, work func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastTicket++
	ticket, own := p.lastTicket, p.threads < maxServerThreads
	p.deferred[ticket] = &deferredReply{}
	_ = m.AwaitDoorbell() // a failed device ends the kernel
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
	return p.pending(ticket), work
}

func (p *requestServer) pending(ticket uint64) []byte {
	out := binary.LittleEndian.AppendUint64(nil, ticket)
	return binary.LittleEndian.AppendUint64(out, uint64(p.doorbells[ticket%abi.MailDoorbells]))
}

// finish stores the reply under its ticket and rings the doorbell.
func (p *requestServer) finish(m device.Mailbox, ticket uint64, answer []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*p.deferred[ticket] = deferredReply{true, answer}
	doorbell := &p.doorbells[ticket%abi.MailDoorbells]
	*doorbell++
	_ = m.Ring(uint32(ticket%abi.MailDoorbells), *doorbell) // a failed device ends the kernel
}

// collect is the reply to a thread that presents a ticket. Several tickets share a doorbell, so the reply may be
// pending.
func (p *requestServer) collect(ticket uint64) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.deferred[ticket]
	if l == nil || !l.done {
		return p.pending(ticket)
	}
	delete(p.deferred, ticket)
	return append(make([]byte, 8), l.answer...)
}
