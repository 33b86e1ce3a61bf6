package cuda

import (
	"errors"
	"slices"
	"testing"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// TestMailbox has a kernel that posts two slots, one after the other, and ends when both are answered. What
// is given up meanwhile is freed when it has ended.
func TestMailbox(t *testing.T) {
	const slots, size = 4, 64
	memory := make([]uint64, (slots+1)*size/8)
	memory[3] = 99 // a mailbox begins free
	base := device.Address(&memory[0])
	word := func(slot, at uintptr) *uint64 { return &memory[(slot*size+at)/8] }
	var calls []Function
	launched, queries := false, 0
	driver := Driver(func(f Function, args ...uintptr) int {
		switch f {
		case MemHostAlloc:
			*(*uintptr)(device.Pointer(args[0])) = base
		case StreamCreate:
			*(*uintptr)(device.Pointer(args[0])) = 0x100
		case LaunchKernel:
			launched = true
			*word(2, abi.MailData) = 7
			*word(2, abi.MailState) = abi.MailPosted
		case StreamQuery:
			queries++
			switch {
			case *word(2, abi.MailState) == abi.MailAnswered && *word(1, abi.MailState) == abi.MailFree:
				*word(1, abi.MailData) = *word(2, abi.MailData) + 1
				*word(1, abi.MailState) = abi.MailPosted
				return notReady
			case *word(1, abi.MailState) != abi.MailAnswered:
				return notReady
			}
		case MemFree:
			if *word(1, abi.MailState) != abi.MailAnswered {
				t.Error("memory is freed while the kernel runs: the driver would wait for it")
			}
		}
		calls = append(calls, f)
		return success
	})
	g := &gpu{driver: driver, kernels: []*kernel{{entry: 7}}}
	var served []uint64
	m, err := g.Serve(slots, size, func(m device.Mailbox, slot uint32) {
		got, reply := new(uint64), new(uint64)
		if err := m.Read(device.Host(device.Address(got)), slot, abi.MailData, 8); err != nil {
			t.Error(err)
		}
		if *word(uintptr(slot), abi.MailState) != abi.MailTaken || !launched {
			t.Errorf("slot %d is served in state %d", slot, *word(uintptr(slot), abi.MailState))
		}
		served = append(served, uint64(slot), *got)
		*reply = 10 * *got
		if err := m.Write(slot, abi.MailData, device.Host(device.Address(reply)), 8); err != nil {
			t.Error(err)
		}
		if err := g.Free(0x500); err != nil {
			t.Error(err)
		}
		if !g.mailboxes.Busy() {
			t.Error("no kernel runs")
		}
		if err := m.Answer(slot); err != nil {
			t.Error(err)
		}
	})
	if err != nil || uintptr(m.Addr()) != base || memory[3] != 0 {
		t.Fatalf("at %#x, %v; its first words are %v", m.Addr(), err, memory[:4])
	}
	if err := g.Launch(&device.Launch{Kernel: 1, NumTeams: 2}); err != nil {
		t.Fatal(err)
	}
	if want := []uint64{2, 7, 1, 71}; !slices.Equal(served, want) || *word(1, abi.MailData) != 710 {
		t.Errorf("served %v, want %v; the last reply is %d", served, want, *word(1, abi.MailData))
	}
	if err := errors.Join(m.AwaitDoorbell(), m.Ring(5, 77)); err != nil || *word(slots, 16) != 77<<32 {
		t.Errorf("the bells are %v, %v", memory[slots*size/8:], err)
	}
	frees := 0
	for _, f := range calls {
		if f == MemFree {
			frees++
		}
	}
	if frees != 2 || g.mailboxes.Busy() || queries != 2 {
		t.Errorf("%d frees, %d queries, busy: %v", frees, queries, g.mailboxes.Busy())
	}
	if err := m.Close(); err != nil || g.mailboxes.Open() || !slices.Contains(calls, MemFreeHost) {
		t.Errorf("close: %v", err)
	}
	calls = nil
	if err := g.Launch(&device.Launch{Kernel: 1, NumTeams: 2}); err != nil ||
		!slices.Contains(calls, StreamSynchronize) || slices.Contains(calls, StreamQuery) {
		t.Errorf("without a mailbox: %v, %v", calls, err)
	}
}
