package sim

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"
)

// asking posts a word and waits for the answer, then stores it in the next word.
const asking = header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p;
	.reg .b32 %r<3>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, 1;
	st.volatile.global.u32 [%p], %r1;
WAIT:
	ld.volatile.global.u32 %r2, [%p];
	setp.ne.u32 %q, %r2, 3;
	@%q bra WAIT;
	st.global.u32 [%p+4], %r2;
	ret;
}
`

// TestLate: a kernel that waits for the host is not endless while the host is at what it asked for, however long
// that takes; it is when nobody answers.
func TestLate(t *testing.T) {
	o := Defaults()
	o.Memory, o.Budget = 64<<20, 5000
	o.Quiet = func(uint64) bool {
		time.Sleep(150 * time.Millisecond)
		return true
	}
	for _, answers := range []bool{true, false} {
		d, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := d.Load(asking)
		if err != nil {
			t.Fatal(err)
		}
		at := words(t, d, make([]uint64, 2))
		found := make(chan bool)
		go func() {
			for answers {
				if d.Exchange(at, 1, 2) {
					break
				}
			}
			if !answers {
				found <- false
				return
			}
			d.Late(true)
			defer d.Late(false)
			time.Sleep(600 * time.Millisecond)
			found <- d.Exchange(at, 2, 3)
		}()
		err = d.Launch(m.Kernel("k"),
			Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{1, 1, 1},
				Params: binary.LittleEndian.AppendUint64(nil, at)})
		switch ok := <-found; {
		case answers && (err != nil || !ok || !d.Exchange(at+4, 3, 3)):
			t.Errorf("%v, %v", err, ok)
		case !answers && (err == nil || !strings.Contains(err.Error(), "they do nothing but poll memory")):
			t.Errorf("nobody answers: %v", err)
		}
	}
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if d.Exchange(12, 0, 1) {
		t.Error("there is no memory at 12")
	}
}

// TestKnown: what "known" names may be copied without a value, and nothing else.
func TestKnown(t *testing.T) {
	kernel := func(known string) string {
		return header + `.visible .entry k(.param .u64 p0)
{
	.local .align 8 .b8 cells[16];
	.reg .b64 %p, %x, %n, %v;
	ld.param.u64 %p, [p0];
	mov.u64 %x, cells;
	cvta.local.u64 %x, %x;
	mov.u64 %n, 8;
	` + known + `
	ld.u64 %v, [%x+0];
	st.global.u64 [%p], %v;
	ret;
}
`
	}
	for known, says := range map[string]string{"//ompcc: known %x, %n;": "", "": "were never written",
		"mov.u64 %n, 0; //ompcc: known %x, %n;": "were never written"} {
		err := runFor(t, Defaults(), kernel(known), 1)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", known, err)
		}
	}
}
