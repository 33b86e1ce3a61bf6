package sim

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

// TestMemory: whatever is allocated and freed in between, blocks do not overlap,
// what is freed can be had again, and nobody finds what others have left.
func TestMemory(t *testing.T) {
	const size = 64 << 20
	m, err := newMemory(size, 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	live := map[uint64]uint64{}
	for range 3000 {
		if len(live) > 40 || len(live) > 0 && rng.IntN(2) == 0 {
			for a := range live {
				if err := m.free(a); err != nil {
					t.Fatal(err)
				}
				delete(live, a)
				break
			}
			continue
		}
		n := rng.Uint64N(1 << rng.IntN(21))
		a, err := m.alloc(n, "")
		if err != nil {
			t.Fatal(err)
		}
		if a < globalBase+size || a+n > globalBase+2*size || a%allocAlign != 0 {
			t.Fatalf("%d bytes at %#x", n, a)
		}
		for b, k := range live {
			if a < b+max(k, 1) && b < a+max(n, 1) {
				t.Fatalf("%d bytes at %#x overlap %d at %#x", n, a, k, b)
			}
		}
		if s := m.states(a, n); bytes.IndexByte(s, allocated|initialised) >= 0 {
			t.Fatal("new memory is initialised")
		}
		m.mark(a, n, allocated|initialised)
		live[a] = n
	}
	for a := range live {
		if err := m.free(a); err != nil {
			t.Fatal(err)
		}
	}
	a, err := m.alloc(size-2*redZone-allocAlign, "")
	if err != nil {
		t.Fatal("memory is lost: ", m.unused)
	}
	if _, err := m.alloc(1<<20, ""); err != errMemory {
		t.Errorf("a further block: %v", err)
	}
	if err := m.free(a); err != nil {
		t.Error(err)
	}
	if m.free(a) == nil || m.free(a+256) == nil {
		t.Error("memory was freed twice")
	}
}

// TestMemoryGoesBack: large blocks that are freed need no memory of the host any
// more, so that a program can have many one after the other.
func TestMemoryGoesBack(t *testing.T) {
	if raced {
		t.Skip("the race detector has memory of its own")
	}
	d := testDevice(t)
	const n = 12 << 20 // of 64 MiB
	data := make([]byte, n)
	before := resident(t)
	for range 8 {
		a, err := d.Alloc(n)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Write(a, data); err != nil {
			t.Fatal(err)
		}
		if err := d.Free(a); err != nil {
			t.Fatal(err)
		}
	}
	if more := resident(t) - before; more > n {
		t.Errorf("%d bytes are still in use", more)
	}
}

// resident is how much memory the process has.
func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// TestPaddingByBytes: bytes that nobody has written are copied where they lie beside written
// ones, as the padding of structures does; elsewhere, and where something is done with them,
// it is an error.
func TestPaddingByBytes(t *testing.T) {
	text := func(body string) string {
		return strings.Replace(wrap("mov.u64 %x2, 7;\n"+body), ".visible", ".shared .align 8 .b8 s[32];\n.visible", 1)
	}
	for _, space := range []string{"shared", "generic"} {
		at, ld, st := "s", "ld.shared.u8", "st.shared.u8"
		begin := ""
		if space == "generic" {
			begin, at, ld, st = "mov.u64 %x3, s;\ncvta.shared.u64 %x4, %x3;\n", "%x4", "ld.u8", "st.u8"
		}
		begin += st + " [" + at + "], %x2;\n"
		mustExecute(t, text(begin+ld+" %h1, ["+at+"+5];\n"+st+" ["+at+"+16], %h1;"), 1)
		wantFault(t, check.Uninitialised, text(begin+ld+" %h1, ["+at+"+8];\n"+st+" ["+at+"+16], %h1;"), 1)
		wantFault(t, check.Uninitialised,
			text(begin+ld+" %h1, ["+at+"+5];\nadd.s16 %h2, %h1, 1;\n"+st+" ["+at+"+16], %h2;"), 1)
		wantFault(t, check.Uninitialised, text(begin+ld+" %h1, ["+at+"+5];\nsetp.eq.s16 %p1, %h1, 0;"), 1)
	}
}

// TestPartsOfObjects: elements that are copied one after the other are one object, of which a
// part has been written; a single element is not copied where nobody has written it.
func TestPartsOfObjects(t *testing.T) {
	text := func(body string) string {
		return strings.Replace(wrap("mov.u64 %x2, 7;\n"+body), ".reg .pred",
			".local .align 16 .b8 l[64];\n\t.reg .pred", 1)
	}
	const begin = "st.local.u8 [l+3], %x2;\n"
	mustExecute(t,
		text(begin+"ld.local.u64 %x3, [l+8];\nst.local.u64 [l+40], %x3;\nld.local.u64 %x4, [l];\nst.local.u64 [l+32], %x4;"), 1)
	mustExecute(t, text(begin+"ld.local.v2.u64 {%x3, %x4}, [l];\nst.local.v2.u64 [l+32], {%x3, %x4};"), 1)
	wantFault(t, check.Uninitialised, text(begin+"ld.local.u64 %x3, [l+8];\nst.local.u64 [l+40], %x3;"), 1)
	wantFault(t, check.Uninitialised, text(begin+"ld.local.u64 %x3, [l+16];\nst.local.u64 [l+48], %x3;\nld.local.u64 %x4, [l];\nst.local.u64 [l+32], %x4;"), 1) // not beside
	wantFault(t, check.Uninitialised,
		text(begin+"ld.local.u64 %x3, [l+8];\nst.local.u64 [l+40], %x3;\nadd.u64 %o, %x3, 1;\nld.local.u64 %x4, [l];\nst.local.u64 [l+32], %x4;"), 1)
	wantFault(t, check.Uninitialised, text("ld.local.v2.u64 {%x3, %x4}, [l];\nst.local.v2.u64 [l+32], {%x3, %x4};"), 1)
}

// TestMergedBits: bytes that nobody has written are read to write a bit-field in them; with what is made of
// their bits nothing else may be done.
func TestMergedBits(t *testing.T) {
	text := func(body string) string {
		return strings.Replace(wrap("mov.u64 %x2, s;\n"+body), ".visible", ".shared .align 8 .b8 s[32];\n.visible", 1)
	}
	begin := "ld.shared.u8 %h1, [%x2+8];\nand.b16 %h2, %h1, 224;\nor.b16 %h3, %h2, 3;\n"
	mustExecute(t, text(begin+"st.shared.u8 [%x2+8], %h3;"), 1)
	mustExecute(t, text("add.u64 %x3, %x2, 8;\n"+begin+"st.shared.u8 [%x3], %h3;"), 1)
	wantFault(t, check.Uninitialised, text(begin+"st.shared.u8 [%x2+28], %h3;"), 1)
	wantFault(t, check.Uninitialised, text(begin+"st.shared.u8 [%x2+8], %h3;\nadd.s16 %h4, %h2, 1;"), 1)
	wantFault(t, check.Uninitialised, text(begin+"setp.eq.s16 %p1, %h3, 0;"), 1)
	wantFault(t, check.Uninitialised, text("ld.shared.u8 %h1, [%x2+8];\nst.shared.u8 [%x2+8], %h1;"), 1)
}
