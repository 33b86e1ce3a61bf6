package sim

import (
	"encoding/binary"
	"errors"
	"runtime"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

// runBlocks runs a kernel k(p) with one allocation of zeros.
func runBlocks(t *testing.T, text string, blocks, threads uint32, size uint64, seed uint64) ([]byte, error) {
	t.Helper()
	o := Defaults()
	o.Memory, o.Seed = 64<<20, seed
	return runBlocksWith(t, o, text, blocks, threads, size)
}

func runBlocksWith(t *testing.T, o Options, text string, blocks, threads uint32, size uint64) ([]byte, error) {
	t.Helper()
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := d.Alloc(size)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Fill(a, 0, size); err != nil {
		t.Fatal(err)
	}
	if err := d.Launch(m.Kernel("k"),
		Grid{Blocks: [3]uint32{blocks, 1, 1}, Threads: [3]uint32{threads, 1, 1},
			Params: binary.LittleEndian.AppendUint64(nil, a)}); err != nil {
		return nil, err
	}
	b, err := d.Bytes(a, size)
	if err != nil {
		t.Fatal(err)
	}
	return b, nil
}

// locked increments [p+4] under the lock at [p]; fences stand for the two
// fences, unlock for the store that gives the lock back.
func locked(acquire, release, unlock string) string {
	return header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
TRY:
	atom.global.cas.b32 %r1, [%p], 0, 1;
	setp.ne.u32 %q, %r1, 0;
	@%q bra TRY;
	` + acquire + `
	ld.global.u32 %r2, [%p+4];
	add.u32 %r2, %r2, 1;
	st.global.u32 [%p+4], %r2;
	` + release + `
	` + unlock + `
	ret;
}
`
}

func TestLocks(t *testing.T) {
	const fence, exchange, store = "membar.gl;", "atom.global.exch.b32 %r3, [%p], 0;", "st.volatile.global.u32 [%p], 0;"
	right := []string{
		locked(fence, fence, store),
		locked(fence, fence, exchange),
		locked("fence.acq_rel.gpu;", "fence.sc.gpu;", "st.relaxed.gpu.global.u32 [%p], 0;"),
		locked(fence, "", "st.release.gpu.global.u32 [%p], 0;"),
		strings.Replace(locked("", "", "atom.global.release.gpu.exch.b32 %r3, [%p], 0;"), "atom.global.cas",
			"atom.global.acquire.gpu.cas", 1),
	}
	for i, text := range right {
		for seed := range uint64(2) {
			b, err := runBlocks(t, text, 6, 64, 8, seed)
			if err != nil {
				t.Errorf("%d, seed %d: %v", i, seed, err)
			} else if n := binary.LittleEndian.Uint32(b[4:]); n != 6*64 {
				t.Errorf("%d, seed %d: %d", i, seed, n)
			}
		}
	}
	wrong := []string{
		locked("", fence, store),
		locked(fence, "", store),
		locked("", "", exchange),
		locked(fence, fence, "st.global.u32 [%p], 0;"),
	}
	for i, text := range wrong {
		var f *check.Fault
		if _, err := runBlocks(t, text, 6, 64, 8, 1); !errors.As(err, &f) || f.Kind != check.Race {
			t.Errorf("without order %d: %v", i, err)
		}
	}
}

// TestBytesOfWord: threads that access different bytes of a word do not race;
// those that access the same byte do, also through the whole word.
func TestBytesOfWord(t *testing.T) {
	text := func(body string) string {
		return header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p, %x<9>;
	.reg .b32 %t, %r<9>;
	.reg .b16 %h<9>;
	.reg .pred %q;
	.shared .align 4 .b8 s[256];
	ld.param.u64 %p, [p0];
	mov.u32 %t, %tid.x;
	cvt.u64.u32 %x1, %t;
	add.s64 %x2, %p, %x1;
	mov.u64 %x3, s;
	add.s64 %x3, %x3, %x1;
	mov.u16 %h1, 1;
` + body + `
	ret;
}
`
	}
	own := "ld.SPACE.u8 %h2, [ADDR];\nst.SPACE.u8 [ADDR], %h1;\nld.SPACE.u8 %h3, [ADDR];\nst.SPACE.u8 [ADDR], %h3;\n"
	global := strings.NewReplacer("SPACE", "global", "ADDR", "%x2").Replace(own)
	shared := strings.NewReplacer("SPACE", "shared", "ADDR", "%x3").Replace("st.SPACE.u8 [ADDR], %h1;\n" + own)
	word := "and.b64 %x4, %x1, 252;\nadd.s64 %x4, %x4, %p;\nsetp.ne.u32 %q, %t, 77;\n@%q bra DONE;\nld.global.u32 %r1, [%x4];\nDONE:\n"
	for i, body := range []string{global, shared, global + shared, global + "bar.sync 0;\n" + word} {
		if _, err := runBlocks(t, text(body), 1, 128, 256, 1); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	neighbour := "xor.b64 %x5, %x1, 1;\nadd.s64 %x5, %x5, %p;\nld.global.u8 %h4, [%x5];\n"
	for i, body := range []string{global + word, word + global, global + neighbour} {
		var f *check.Fault
		if _, err := runBlocks(t, text(body), 1, 128, 256, 1); !errors.As(err, &f) || f.Kind != check.Race {
			t.Errorf("race %d: %v", i, err)
		}
	}
}

// TestBlocksWaitForBlocks: a block waits for the one with the next number,
// which may not have started.
func TestBlocksWaitForBlocks(t *testing.T) {
	text := header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p, %x<9>;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %nctaid.x;
	add.u32 %r3, %r1, 1;
	setp.eq.u32 %q, %r3, %r2;
	@%q bra SIGNAL;
	mul.wide.u32 %x1, %r3, 4;
	add.s64 %x2, %p, %x1;
WAIT:
	ld.acquire.gpu.global.u32 %r4, [%x2];
	setp.eq.u32 %q, %r4, 0;
	@%q bra WAIT;
	add.u32 %r5, %r4, 1;
	bra STORE;
SIGNAL:
	mov.u32 %r5, 1;
STORE:
	mul.wide.u32 %x1, %r1, 4;
	add.s64 %x2, %p, %x1;
	st.release.gpu.global.u32 [%x2], %r5;
	ret;
}
`
	const blocks = 400
	b, err := runBlocks(t, text, blocks, 1, 4*blocks, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := binary.LittleEndian.Uint32(b); n != blocks {
		t.Errorf("%d", n)
	}
}

// TestBlocksInChunks: as in the reductions of clang's device runtime, blocks wait
// until those with numbers lower by 1024 have passed a counter.
func TestBlocksInChunks(t *testing.T) {
	text := header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %ctaid.x;
WAIT:
	ld.acquire.gpu.global.u32 %r2, [%p];
	add.u32 %r3, %r2, 1024;
	setp.ge.u32 %q, %r1, %r3;
	@%q bra WAIT;
	atom.global.add.u32 %r4, [%p+4], 1;
	add.u32 %r4, %r4, 1;
	and.b32 %r5, %r4, 1023;
	setp.ne.u32 %q, %r5, 0;
	@%q bra DONE;
	st.release.gpu.global.u32 [%p], %r4;
DONE:
	ret;
}
`
	b, err := runBlocks(t, text, 5000, 1, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := binary.LittleEndian.Uint32(b[4:]); n != 5000 {
		t.Errorf("%d", n)
	}
}

// TestOrderIsTransitive: what block 0 writes is ordered with block 2, which
// hears of it from block 1 at another address.
func TestOrderIsTransitive(t *testing.T) {
	text := header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p, %x<9>;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %ctaid.x;
	mul.wide.u32 %x1, %r1, 4;
	add.s64 %x2, %p, %x1;
	setp.eq.u32 %q, %r1, 0;
	@%q bra FIRST;
WAIT:
	ld.acquire.gpu.global.u32 %r4, [%x2];
	setp.eq.u32 %q, %r4, 0;
	@%q bra WAIT;
	ld.global.u32 %r5, [%p];
	setp.eq.u32 %q, %r1, 2;
	@%q bra DONE;
	bra NEXT;
FIRST:
	st.global.u32 [%p], 7;
NEXT:
	st.release.gpu.global.u32 [%x2+4], 1;
DONE:
	ret;
}
`
	for seed := range uint64(4) {
		if _, err := runBlocks(t, text, 3, 1, 16, seed); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestSameValue: plain writes of one value to one place, as searches do to their flags, are
// no race unless asked for; of different values, and with a read, they are.
func TestSameValue(t *testing.T) {
	kernel := func(body string) string {
		return header + `.visible .entry k(.param .u64 p0)
{
	.shared .align 8 .b8 s[64];
	.reg .b64 %p, %x<4>;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, 1;
	mov.u64 %x1, 5;
` + body + "\tret;\n}\n"
	}
	for _, c := range []struct {
		body         string
		race, strict bool
	}{
		{"st.global.u32 [%p], %r2;", false, true},
		{"st.global.u8 [%p+3], %r2;", false, true},
		{"st.global.v2.u32 [%p+8], {%r2, %r2};", false, true},
		{"st.global.u64 [%p], %x1;", false, true},
		{"st.shared.u32 [s], %r2;", false, true},
		{"st.shared.u16 [s+2], %r2;", false, true},
		{"st.u32 [%p], %r2;", false, true},
		{"mul.wide.u32 %x2, %r1, 4;\nadd.u64 %x2, %p, %x2;\nst.global.u32 [%x2], %r2;", false, true}, // each thread its own, the blocks the same ones
		{"st.global.u32 [%p], %r1;", true, true},
		{"st.global.u8 [%p+3], %r1;", true, true},
		{"st.global.v2.u32 [%p+8], {%r2, %r1};", true, true},
		{"st.shared.u32 [s], %r1;", true, true},
		{"st.global.u32 [%p], %r2;\nld.global.u32 %r3, [%p];", true, true},
		{"atom.global.exch.b32 %r3, [%p], 1;\nst.global.u32 [%p], %r2;", true, true},
	} {
		for _, strict := range []bool{false, true} {
			for seed := range uint64(3) {
				o := Defaults()
				o.Memory, o.Seed, o.Strict = 64<<20, seed+1, strict
				_, err := runBlocksWith(t, o, kernel(c.body), 4, 64, 512)
				var f *check.Fault
				if raced := errors.As(err, &f) && f.Kind == check.Race; raced != (c.race || strict && c.strict) ||
					err != nil && !raced {
					t.Errorf("%s, strict %t: %v", c.body, strict, err)
				}
			}
		}
	}
}

// TestScopes: atomic operations and fences of the scope of a block order nothing for other
// blocks, and are not atomic to theirs (PTX ISA 8.5, 8.8).
func TestScopes(t *testing.T) {
	count := func(op string) string {
		return header + ".visible .entry k(.param .u64 p0)\n{\n\t.reg .b64 %p;\n\t.reg .b32 %r<3>;\n\tld.param.u64 %p, [p0];\n\t" + op + "\n\tret;\n}\n"
	}
	const cta, gpu = "red.relaxed.cta.global.add.u32 [%p], 1;", "red.relaxed.gpu.global.add.u32 [%p], 1;"
	for _, c := range []struct {
		name, text string
		blocks     uint32
		race       bool
	}{
		{"of the block, in one", count(cta), 1, false},
		{"of the block, in two", count(cta), 2, true},
		{"of the device", count(gpu), 2, false},
		{"both, in one block", count(cta + gpu), 1, false},
		{"both, in two", count(gpu + cta), 2, true},
		{"load and store of the block",
			count("st.relaxed.cta.global.u32 [%p], 1;\nld.relaxed.cta.global.u32 %r1, [%p];"), 1, false},
		{"load and store of the block, in two",
			count("st.relaxed.cta.global.u32 [%p], 1;\nld.relaxed.cta.global.u32 %r1, [%p];"), 2, true},
		{"lock", locked("membar.gl;", "membar.gl;", "st.volatile.global.u32 [%p], 0;"), 4, false},
		{"lock of narrow fences", locked("membar.cta;", "membar.cta;", "st.volatile.global.u32 [%p], 0;"), 4, true},
		{"lock of a narrow acquire", locked("membar.cta;", "membar.gl;", "st.volatile.global.u32 [%p], 0;"), 4, true},
		{"lock of a narrow release", locked("membar.gl;", "membar.cta;", "st.volatile.global.u32 [%p], 0;"), 4, true},
		{"lock of a narrow fence behind a wide one",
			locked("membar.gl;\nmembar.cta;", "membar.gl;\nmembar.cta;", "st.volatile.global.u32 [%p], 0;"), 4, false},
		{"lock in one block", locked("membar.cta;", "membar.cta;", "st.volatile.global.u32 [%p], 0;"), 1, false},
		{"lock of release", locked("fence.acq_rel.gpu;", "", "st.release.gpu.global.u32 [%p], 0;"), 4, false},
		{"lock of narrow release", locked("fence.acq_rel.gpu;", "", "st.release.cta.global.u32 [%p], 0;"), 4, true},
	} {
		for seed := range uint64(3) {
			_, err := runBlocks(t, c.text, c.blocks, 64, 512, seed+1)
			var f *check.Fault
			if raced := errors.As(err, &f) && f.Kind == check.Race; raced != c.race || err != nil && !raced {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// TestLastBlock: the last block to count itself resets the counter, often enough that workers are
// interrupted in the middle of their counting.
func TestLastBlock(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	d := testDevice(t)
	d.options.Workers = 8
	m, err := d.Load(header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r2, %nctaid.x;
	sub.u32 %r2, %r2, 1;
	membar.gl;
	atom.global.add.u32 %r1, [%p], 1;
	setp.ne.u32 %q, %r1, %r2;
	@%q bra DONE;
	membar.gl;
	st.global.u32 [%p], 0;
DONE:
	ret;
}
`)
	if err != nil {
		t.Fatal(err)
	}
	g := Grid{Blocks: [3]uint32{128, 1, 1}, Threads: [3]uint32{1, 1, 1},
		Params: binary.LittleEndian.AppendUint64(nil, words(t, d, make([]uint64, 1)))}
	for range 300 {
		if err := d.Launch(m.Kernel("k"), g); err != nil {
			t.Fatal(err)
		}
	}
}

// TestObserved: who has waited for a flag, and has a fence, may access the flag itself as it likes; also when
// the writer has a fence and a strong write. Who has not, or what the writer did since, is not ordered.
func TestObserved(t *testing.T) {
	kernel := func(sends, waits, then string) string {
		return header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %ctaid.x;
	setp.ne.u32 %q, %r1, 0;
	@%q bra WAIT;
	st.global.u32 [%p+4], 7;
	` + sends + `
	ret;
WAIT:
	` + waits + `
	setp.eq.u32 %q, %r2, 0;
	@%q bra WAIT;
	` + then + `
	ret;
}
`
	}
	const (
		fence, set, add     = "membar.gl;", "st.volatile.global.u32 [%p], 1;", "red.global.add.u32 [%p], 1;"
		load, exchange      = "ld.volatile.global.u32 %r2, [%p];", "atom.global.exch.b32 %r2, [%p], 0;"
		reads, resets, data = "ld.global.u32 %r3, [%p];", "st.global.u32 [%p], 0;", "ld.global.u32 %r4, [%p+4];"
	)
	for _, c := range []struct {
		sends, waits, then string
		race               bool
	}{
		{fence + set, load, fence + reads + data, false},
		{fence + set, load, fence + resets + data, false},
		{fence + add, load, fence + resets, false},
		{fence + set, exchange, fence + resets + data, false},
		{fence + "atom.global.exch.b32 %r5, [%p], 1;", load, fence + resets + data, false},
		{"st.release.gpu.global.u32 [%p], 1;", "ld.acquire.gpu.global.u32 %r2, [%p];", resets + data, false},
		{fence + set, load, reads, true},
		{set, load, fence + reads, true},
		{fence + set + add, load, fence + resets, true},
		{fence + set + "red.global.add.u32 [%p+8], 1;", load, fence + "ld.global.u32 %r3, [%p+8];", true},
		{"membar.cta;" + set, load, fence + resets, true},
	} {
		for seed := range uint64(3) {
			_, err := runBlocks(t, kernel(c.sends, c.waits, c.then), 2, 1, 64, seed+1)
			var f *check.Fault
			if raced := errors.As(err, &f) && f.Kind == check.Race; raced != c.race || err != nil && !raced {
				t.Errorf("%s %s %s: %v", c.sends, c.waits, c.then, err)
			}
		}
	}
}

// TestFirstLoadOfSwaps: the load with which the back end begins a loop of compare-and-swap does not race, also
// when its address is written in another way; one of another address does.
func TestFirstLoadOfSwaps(t *testing.T) {
	for off, race := range map[string]bool{"20": false, "24": true} {
		_, err := runBlocks(t, header+`.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p, %x;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	ld.global.u32 %r1, [%p+20];
	ld.global.u32 %r5, [%p+24];
	add.s64 %x, %p, `+off+`;
LOOP:
	add.u32 %r2, %r1, 1;
	atom.global.cas.b32 %r3, [%x], %r1, %r2;
	setp.ne.u32 %q, %r3, %r1;
	mov.u32 %r1, %r3;
	@%q bra LOOP;
	red.global.add.u32 [%p+20], 1;
	ret;
}
`, 2, 32, 64, 1)
		var f *check.Fault
		if raced := errors.As(err, &f) && f.Kind == check.Race; raced != race || err != nil && !raced {
			t.Errorf("at %s: %v", off, err)
		}
	}
}
