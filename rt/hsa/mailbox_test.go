package hsa

import (
	"errors"
	"slices"
	"testing"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// TestMailbox has a kernel that posts a slot and ends when it is answered. What is given up meanwhile is freed when the
// kernel has ended.
func TestMailbox(t *testing.T) {
	const slots, size = 4, 64
	k := newFake(t, 1)
	g, m := one(t, k)
	x, err := g.Alloc(8)
	must(t, err)
	var served []uint64
	box, err := g.Serve(slots, size, func(m device.Mailbox, slot uint32) {
		got, reply := new(uint64), new(uint64)
		must(t, m.Read(device.Host(device.Address(got)), slot, abi.MailData, 8))
		*reply = 10 * *got
		served = append(served, uint64(slot), *got)
		must(t, errors.Join(m.Write(slot, abi.MailData, device.Host(device.Address(reply)), 8), g.Free(x), m.Answer(slot)))
		if k.blocks[uintptr(x)] == nil || !g.mailboxes.Busy() {
			t.Error("memory is freed while a kernel runs")
		}
	})
	must(t, err)
	word := func(at uintptr) *uint32 { return (*uint32)(device.Pointer(uintptr(box.Addr()) + 2*size + at)) }
	waits, driver := 0, g.driver.Call
	g.driver.Call = func(f Function, args ...uintptr) uintptr {
		if waits < 3 && f == SignalWait {
			if waits++; waits == 2 {
				*word(abi.MailData), *word(abi.MailState) = 7, abi.MailPosted
			}
			if args[3] >= sliceNanos {
				t.Errorf("a thread that serves kernels sleeps for %d", args[3])
			}
			return 1 // the kernel runs
		}
		return driver(f, args...)
	}
	kernel, err := m.Kernel("add")
	must(t, err)
	l, keep := launchOf(kernel, x, 8)
	must(t, g.Launch(l))
	keep()
	if !slices.Equal(served, []uint64{2, 7}) || *word(abi.MailState) != abi.MailAnswered || *word(abi.MailData) != 70 {
		t.Errorf("served %v, the slot is in state %d, its reply %d", served, *word(abi.MailState), *word(abi.MailData))
	}
	if k.blocks[uintptr(x)] != nil || g.mailboxes.Busy() {
		t.Error("the kernel has ended, and memory is not freed")
	}
	must(t, box.Close())
	if k.blocks[uintptr(box.Addr())] != nil || g.mailboxes.Open() {
		t.Error("the mailbox is not freed")
	}
}
