package sim

import (
	"encoding/binary"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"ompcc/rt/emu/check"
)

// pair are two kernels of one module that wait for each other before and after
// their bodies: they only end when they execute at the same time.
func pair(first, second string) string {
	kernel := func(name, body string) string {
		return `.visible .entry ` + name + `(.param .u64 p0)
{
	.reg .b64 %p, %x<5>;
	.reg .b32 %r<9>, %t;
	.reg .b16 %h<3>;
	.reg .pred %q<5>;
	ld.param.u64 %p, [p0];
	mov.u32 %t, %tid.x;
	mov.u32 %r3, %ctaid.x;
	or.b32 %r3, %r3, %t;
	setp.ne.u32 %q1, %r3, 0;
	@%q1 bra MET;
	red.global.add.u32 [%p], 1;
MEET:
	ld.volatile.global.u32 %r1, [%p];
	setp.lt.u32 %q0, %r1, 2;
	@%q0 bra MEET;
MET:
	` + body + `
	@%q1 bra PARTED;
	red.global.add.u32 [%p+4], 1;
PART:
	ld.volatile.global.u32 %r1, [%p+4];
	setp.lt.u32 %q0, %r1, 2;
	@%q0 bra PART;
PARTED:
	ret;
}
`
	}
	return header + kernel("first", first) + kernel("second", second)
}

const (
	sets    = "st.global.u32 [%p+64], 1;"
	gets    = "ld.global.u32 %r2, [%p+64];"
	flags   = "st.volatile.global.u32 [%p+128], 1;"
	waits   = "WAIT: ld.volatile.global.u32 %r4, [%p+128]; setp.eq.u32 %q2, %r4, 0; @%q2 bra WAIT;"
	fenced  = "membar.gl;"
	inTurn  = "mul.wide.u32 %x1, %t, 4; add.s64 %x1, %x1, %p;"
	setsAll = inTurn + "st.global.u32 [%x1+256], %t;"
	getsAll = inTurn + "ld.global.u32 %r2, [%x1+256];"
)

// TestKernelsAtOnce: launches of several threads execute at the same time, and
// what they do to the same memory races unless it is ordered.
func TestKernelsAtOnce(t *testing.T) {
	for _, c := range []struct {
		name, first, second string
		threads             uint32
		races               bool
	}{
		{"nothing shared", sets, "st.global.u32 [%p+68], 1;", 1, false},
		{"reads", gets, gets, 32, false},
		{"two writes", sets, "st.global.u32 [%p+64], 2;", 1, true},
		{"two writes of the same", sets, sets, 1, false},
		{"read and write", gets, sets, 1, true},
		{"atomics", "red.global.add.u32 [%p+64], 1;", "red.global.add.u32 [%p+64], 1;", 32, false},
		{"atomic and plain", "red.global.add.u32 [%p+64], 1;", sets, 1, true},
		{"flag with fences", sets + fenced + flags, waits + fenced + gets, 1, false},
		{"flag without fences", sets + flags, waits + gets, 1, true},
		{"whole warps read", getsAll, getsAll, 64, false},
		{"whole warps write", setsAll, inTurn + "mov.u32 %r2, 77; st.global.u32 [%x1+256], %r2;", 64, true},
		{"whole warps write the same", setsAll, setsAll, 64, false},
		{"whole warps read and write", getsAll, setsAll, 64, true},
		{"bytes apart", "st.global.u8 [%p+64], 1;", "st.global.u8 [%p+65], 1;", 1, false},
		{"the same byte", "st.global.u8 [%p+64], 1;", "ld.global.u8 %h1, [%p+64];", 1, true},
		{"byte and word", "st.global.u8 [%p+66], 1;", gets, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			errs := atOnce(t, pair(c.first, c.second), c.threads)
			race := false
			for _, err := range errs {
				var f *check.Fault
				if errors.As(err, &f) && f.Kind == check.Race {
					race = true
					if !strings.Contains(err.Error(), ", launched at the same time,") {
						t.Error(err)
					}
				} else if err != nil && f.Kind != check.Budget {
					t.Error(err)
				}
			}
			if race != c.races {
				t.Errorf("race: %t, want %t: %v", race, c.races, errs)
			}
		})
	}
}

// atOnce launches both kernels of a pair by threads of their own. When one of
// them fails, the other does, too: it waits in vain.
func atOnce(t *testing.T, text string, threads uint32) [2]error {
	t.Helper()
	d := testDevice(t)
	d.options.Budget = 1000000
	d.options.Quiet = d.launched(2)
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	params := binary.LittleEndian.AppendUint64(nil, words(t, d, make([]uint64, 128)))
	var errs [2]error
	var wg sync.WaitGroup
	for i, name := range []string{"first", "second"} {
		wg.Go(func() {
			errs[i] = d.Launch(m.Kernel(name),
				Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{threads, 1, 1}, Params: params})
		})
	}
	wg.Wait()
	return errs
}

// launched makes an Options.Quiet: the host does nothing after its last launch.
func (d *Device) launched(last uint64) func(uint64) bool {
	return func(uint64) bool {
		time.Sleep(time.Millisecond)
		d.running.mu.Lock()
		defer d.running.mu.Unlock()
		return d.running.last >= last
	}
}

// TestKernelsInTurn: launches one after the other are ordered, also when another
// one executes all the time, and when the numbers of launches begin anew.
func TestKernelsInTurn(t *testing.T) {
	d := testDevice(t)
	m, err := d.Load(pair("", "") + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p, %x<5>;
	.reg .b32 %r<9>, %t;
	.reg .b16 %h<3>;
	ld.param.u64 %p, [p0];
	mov.u32 %t, %tid.x;
	` + getsAll + `
	st.global.u32 [%x1+256], %t;
	ld.global.u8 %h1, [%x1+256];
	st.global.u8 [%x1+256], %h1;
	ret;
}
`)
	if err != nil {
		t.Fatal(err)
	}
	params := binary.LittleEndian.AppendUint64(nil, words(t, d, make([]uint64, 128)))
	launch := func(name string, threads uint32) {
		if err := d.Launch(m.Kernel(name),
			Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{threads, 1, 1}, Params: params}); err != nil {
			t.Error(err)
		}
	}
	d.running.last = launchMask - 3
	for range 6 {
		launch("k", 64)
	}
	if n := d.running.last; n != 3 {
		t.Errorf("the last launch has the number %d", n)
	}
	d.options.Quiet = d.launched(3 + 8)
	var wg sync.WaitGroup
	wg.Go(func() { launch("first", 1) })
	for range 6 {
		launch("k", 64)
	}
	launch("second", 1)
	wg.Wait()
	if r := &d.running; len(r.now)+len(r.known) != 0 || r.syncs != nil {
		t.Errorf("after all launches: %d execute, %d are known", len(r.now), len(r.known))
	}
}
