package sim

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ompcc/rt/emu/profile"
)

// TestAccessCounts: what one access of a warp costs, counted by hand: segments of
// 32 bytes of global memory, and further turns for shared memory's 32 banks of 4
// bytes (wide accesses take parts of 128 bytes).
func TestAccessCounts(t *testing.T) {
	for _, k := range []struct {
		access    string // %x2 is the address
		address   string // byte offset of thread %t, into %r1
		segments  uint64
		conflicts uint64
	}{
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 2;", 4, 0},                         // one word behind the other
		{"ld.SPACE.u32 %r9, [%x2+4]", "shl.b32 %r1, %t, 2;", 5, 0},                       // not aligned to 32 bytes
		{"ld.SPACE.u32 %r9, [%x2+32]", "shl.b32 %r1, %t, 2;", 4, 0},                      // aligned again
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 2;\nxor.b32 %r1, %r1, 124;", 4, 0}, // backwards
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 3;", 8, 1},                         // each second word: 16 banks, two words each
		{"ld.SPACE.u32 %r9, [%x2]", "mul.lo.u32 %r1, %t, 12;", 12, 0},                    // an odd stride meets every bank
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 4;", 16, 3},                        // 8 banks, four words each
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 5;", 32, 7},                        // 4 banks, eight words each
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 7;", 32, 31},                       // one bank
		{"ld.SPACE.u32 %r9, [%x2]", "mov.u32 %r1, 64;", 1, 0},                            // one word for all
		{"ld.SPACE.u32 %r9, [%x2]", "and.b32 %r1, %t, 1;\nshl.b32 %r1, %r1, 7;", 2, 1},   // two words of one bank
		{"ld.SPACE.u8 %h1, [%x2]", "mov.u32 %r1, %t;", 1, 0},                             // four threads have bytes of a word
		{"ld.SPACE.u16 %h1, [%x2]", "shl.b32 %r1, %t, 1;", 2, 0},                         // two have halves
		{"ld.SPACE.u64 %x3, [%x2]", "shl.b32 %r1, %t, 3;", 8, 0},                         // two parts of 16 threads
		{"ld.SPACE.u64 %x3, [%x2]", "shl.b32 %r1, %t, 4;", 16, 2},                        // each part has two words in a bank
		{"ld.SPACE.v4.u32 {%r5, %r6, %r7, %r8}, [%x2]", "shl.b32 %r1, %t, 4;", 16, 0},    // four parts of 8 threads
		{"ld.SPACE.v2.u64 {%x3, %x4}, [%x2]", "shl.b32 %r1, %t, 5;", 32, 4},              // each part has two words in a bank
		{"st.SPACE.u32 [%x2], %t", "shl.b32 %r1, %t, 2;", 4, 0},                          //
		{"st.SPACE.u64 [%x2], %x1", "shl.b32 %r1, %t, 5;", 32, 6},                        // 16 threads, 4 pairs of banks
		{"ld.SPACE.u16 %h1, [%x2+2]", "shl.b32 %r1, %t, 1;", 3, 0},                       // 64 bytes, not aligned
		{"ld.SPACE.u16 %h1, [%x2]", "shl.b32 %r1, %t, 2;", 4, 0},                         // stride 2
		{"ld.SPACE.u16 %h1, [%x2]", "mul.lo.u32 %r1, %t, 6;", 6, 1},                      // stride 3: words 0, 1, 3, 4 … 46, of which 33 is in the bank of 1
		{"ld.SPACE.u16 %h1, [%x2]", "shl.b32 %r1, %t, 6;", 32, 15},                       // stride 32: two banks, sixteen words each
		{"ld.SPACE.u8 %h1, [%x2]", "mul.lo.u32 %r1, %t, 3;", 3, 0},                       // stride 3
		{"ld.SPACE.u64 %x3, [%x2+8]", "shl.b32 %r1, %t, 3;", 9, 0},                       // not aligned
		{"ld.SPACE.u64 %x3, [%x2]", "mul.lo.u32 %r1, %t, 24;", 24, 0},                    // stride 3: an odd stride of pairs
		{"ld.SPACE.u64 %x3, [%x2]", "shl.b32 %r1, %t, 7;", 32, 30},                       // stride 16: two parts, one pair of banks
		{"ld.SPACE.v2.u32 {%r5, %r6}, [%x2]", "shl.b32 %r1, %t, 3;", 8, 0},
		{"ld.SPACE.v4.u32 {%r5, %r6, %r7, %r8}, [%x2+16]", "shl.b32 %r1, %t, 4;", 17, 0},  // not aligned
		{"ld.SPACE.v4.u32 {%r5, %r6, %r7, %r8}, [%x2]", "mul.lo.u32 %r1, %t, 48;", 32, 0}, // stride 3: none lies across two segments
		{"st.SPACE.v4.u32 [%x2], {%t, %t, %t, %t}", "shl.b32 %r1, %t, 7;", 32, 28},        // stride 8: each part of 8 in four banks
		{"red.SPACE.add.u32 [%x2], %t", "shl.b32 %r1, %t, 2;", 4, 0},
		{"red.SPACE.add.u32 [%x2], %t", "shl.b32 %r1, %t, 7;", 32, 31},
		{"atom.SPACE.add.u64 %x3, [%x2], %x1", "shl.b32 %r1, %t, 3;", 8, 0},
		{"@%p1 ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 2;\nsetp.lt.u32 %p1, %t, 16;", 2, 0},                                      // half of the warp
		{"@%p1 st.SPACE.u32 [%x2], %t", "shl.b32 %r1, %t, 7;\nsetp.lt.u32 %p1, %t, 3;", 3, 2},                                        // three threads
		{"@%p1 ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 2;\nsetp.gt.u32 %p1, %t, 99;", 0, 0},                                      // nobody
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 2;\nand.b32 %r1, %r1, 28;", 1, 0},                                              // eight words, four times
		{"ld.SPACE.u32 %r9, [%x2]", "shl.b32 %r1, %t, 2;\nand.b32 %r2, %t, 16;\nshl.b32 %r2, %r2, 6;\nadd.u32 %r1, %r1, %r2;", 4, 0}, // two halves
	} {
		for _, space := range []string{"global", "shared"} {
			c := countAccess(t, space, k.address, strings.Replace(k.access, "SPACE", space, 1))
			want, got := k.segments, c.LoadTrans+c.StoreTrans
			if space == "shared" {
				want, got = k.conflicts, c.Conflicts
			}
			if got != want {
				t.Errorf("%s with %s: %d, by hand %d", k.access, strings.ReplaceAll(k.address, "\n", " "), got, want)
			}
		}
	}
}

// countAccess executes an access in a warp, in 8 KiB of a space.
func countAccess(t *testing.T, space, address, access string) *profile.Counts {
	t.Helper()
	o := Defaults()
	o.Memory, o.Profile, o.Unset = 1<<20, true, false
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	base := "ld.param.u64 %x1, [p];"
	if space == "shared" {
		base = "mov.u64 %x1, s;"
	}
	m, err := d.Load(header + fmt.Sprintf(`.visible .entry k(.param .u64 p)
{
	.shared .align 16 .b8 s[8192];
	.reg .b64 %%x<5>;
	.reg .b32 %%t, %%r<10>;
	.reg .b16 %%h<3>;
	.reg .pred %%p<3>;
	mov.u32 %%t, %%tid.x;
	%s
	%s
	cvt.u64.u32 %%x2, %%r1;
	add.s64 %%x2, %%x1, %%x2;
	%s;
	ret;
}
`, base, address, access))
	if err != nil {
		t.Fatal(err)
	}
	a, err := d.Alloc(8192)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Launch(m.Kernel("k"),
		Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{32, 1, 1},
			Params: binary.LittleEndian.AppendUint64(nil, a)}); err != nil {
		t.Fatal(err)
	}
	return d.Profile()[0]
}

// TestProfileRepeats: two devices count the same, also where threads diverge and
// blocks run in another order, to the last byte of the JSON.
func TestProfileRepeats(t *testing.T) {
	var first string
	for seed := range uint64(4) {
		o := Defaults()
		o.Memory, o.Seed, o.Profile = 1<<22, 1+seed/2, true
		d, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := d.Load(header + `.visible .entry k(.param .u64 p)
{
	.shared .align 4 .b8 s[1024];
	.reg .b64 %x<5>;
	.reg .b32 %r<9>;
	.reg .pred %q, %z;
	ld.param.u64 %x1, [p];
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %ctaid.x;
	and.b32 %r3, %r1, 7;
	mov.u32 %r4, 0;
LOOP:
	add.u32 %r4, %r4, 1;
	setp.le.u32 %q, %r4, %r3;
	@%q bra LOOP;
	mov.u64 %x2, s;
	mul.wide.u32 %x3, %r1, 8;
	add.s64 %x3, %x2, %x3;
	st.shared.u32 [%x3], %r4;
	bar.sync 0;
	ld.shared.u32 %r5, [%x3];
	red.global.add.u32 [%x1], %r5;
	setp.eq.u32 %z, %r2, 3;
	@%z atom.global.max.u32 %r6, [%x1+4], %r5;
	ret;
}
`)
		if err != nil {
			t.Fatal(err)
		}
		a, err := d.Alloc(8)
		if err == nil {
			err = d.Fill(a, 0, 8)
		}
		if err == nil {
			err = d.Launch(m.Kernel("k"),
				Grid{Blocks: [3]uint32{9, 1, 1}, Threads: [3]uint32{128, 1, 1},
					Params: binary.LittleEndian.AppendUint64(nil, a)})
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(d.Profile())
		if err != nil {
			t.Fatal(err)
		}
		if c := d.Profile()[0]; c.Atomics != 9*128+128 || c.Conflicts != 9*4*2 || c.Divergent != 9*4*7 {
			t.Errorf("%+v", *c)
		}
		if first == "" {
			first = string(text)
		}
		if string(text) != first {
			t.Errorf("%s\nbefore %s", text, first)
		}
	}
}

// TestLines: the counts by line of the source, the costliest first.
func TestLines(t *testing.T) {
	o := Defaults()
	o.Memory, o.Profile = 1<<22, true
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(header + `.visible .entry k(.param .u64 p)
{
	.shared .align 4 .b8 s[4096];
	.reg .b64 %x<5>;
	.reg .b32 %r<9>;
	.reg .pred %q;
	.loc 1 5 1
	ld.param.u64 %x1, [p];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %x2, %r1, 4;
	add.s64 %x3, %x1, %x2;
	.loc 1 6 1
	st.global.u32 [%x3], %r1;
	.loc 1 7 1
	mul.wide.u32 %x2, %r1, 32;
	add.s64 %x3, %x1, %x2;
	st.global.u32 [%x3+4096], %r1;
	.loc 1 8 1
	mov.u64 %x3, s;
	mul.wide.u32 %x2, %r1, 128;
	add.s64 %x3, %x3, %x2;
	st.shared.u32 [%x3], %r1;
	.loc 1 0 1
	mov.u32 %r2, %r1;
	.loc 1 9 1
	setp.lt.u32 %q, %r1, 7;
	@%q bra E;
	add.u32 %r1, %r1, 1;
E:
	ret;
}
	.file 1 "a.c"
`)
	if err != nil {
		t.Fatal(err)
	}
	a, err := d.Alloc(8192)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Launch(m.Kernel("k"),
		Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{32, 1, 1},
			Params: binary.LittleEndian.AppendUint64(nil, a)}); err != nil {
		t.Fatal(err)
	}
	want := []profile.Line{
		{Place: "a.c:8", Instructions: 4 * 32, Conflicts: 31},
		{Place: "a.c:7", Instructions: 3 * 32, Transactions: 32, Least: 4},
		{Place: "a.c:9", Instructions: 32 + 7 + 25 + 32, Divergent: 1},
		{Place: "a.c:5", Instructions: 4 * 32},
		{Place: "a.c", Instructions: 32},
		{Place: "a.c:6", Instructions: 32, Transactions: 4, Least: 4},
	}
	got := d.Profile()[0].Lines
	for i, w := range want {
		if i >= len(got) || *got[i] != w {
			t.Fatalf("line %d of %d: %+v, want %+v", i, len(got), *got[min(i, len(got)-1)], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
	}
}
