package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

// device returns a small device.
func testDevice(t testing.TB) *Device {
	t.Helper()
	o := Defaults()
	o.Memory = 64 << 20
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// words puts 64-bit values into device memory.
func words(t testing.TB, d *Device, v []uint64) uint64 {
	t.Helper()
	addr, err := d.Alloc(uint64(8 * len(v)))
	if err != nil {
		t.Fatal(err)
	}
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	if err := d.Write(addr, b); err != nil {
		t.Fatal(err)
	}
	return addr
}

func readWords(t testing.TB, d *Device, addr uint64, n int) []uint64 {
	t.Helper()
	b, err := d.Bytes(addr, uint64(8*n))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return out
}

const header = ".version 8.0\n.target sm_90\n.address_size 64\n"

// wrap makes a kernel k(out, a, b, c) of a body that computes %o of %a, %b and
// %c, all .b64, in each thread; %t is the thread's number.
func wrap(body string) string {
	return header + `.visible .entry k(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3)
{
	.reg .b64 %o, %a, %b, %c, %x<20>;
	.reg .b32 %t, %r<20>;
	.reg .b16 %h<20>;
	.reg .f32 %f<8>;
	.reg .f64 %d<8>;
	.reg .pred %p<8>;
	mov.u32 %t, %tid.x;
	mul.wide.u32 %x0, %t, 8;
	ld.param.u64 %x1, [p1];
	add.s64 %x1, %x1, %x0;
	ld.global.u64 %a, [%x1];
	ld.param.u64 %x1, [p2];
	add.s64 %x1, %x1, %x0;
	ld.global.u64 %b, [%x1];
	ld.param.u64 %x1, [p3];
	add.s64 %x1, %x1, %x0;
	ld.global.u64 %c, [%x1];
	mov.u64 %o, 0;
` + body + `
	ld.param.u64 %x1, [p0];
	add.s64 %x1, %x1, %x0;
	st.global.u64 [%x1], %o;
	ret;
}
`
}

// execute runs a kernel k of text in one block.
func execute(t testing.TB, text string, threads int, in ...[]uint64) ([]uint64, error) {
	t.Helper()
	d := testDevice(t)
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	params := binary.LittleEndian.AppendUint64(nil, words(t, d, make([]uint64, threads)))
	out := binary.LittleEndian.Uint64(params)
	for i := range 3 {
		v := make([]uint64, threads)
		if i < len(in) {
			copy(v, in[i])
		}
		params = binary.LittleEndian.AppendUint64(params, words(t, d, v))
	}
	if err := d.Launch(m.Kernel("k"),
		Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{uint32(threads), 1, 1}, Params: params}); err != nil {
		return nil, err
	}
	return readWords(t, d, out, threads), nil
}

func mustExecute(t testing.TB, text string, threads int, in ...[]uint64) []uint64 {
	t.Helper()
	out, err := execute(t, text, threads, in...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// wantFault executes and expects a fault of a kind.
func wantFault(t *testing.T, kind check.Kind, text string, threads int, in ...[]uint64) {
	t.Helper()
	_, err := execute(t, text, threads, in...)
	var f *check.Fault
	if !errors.As(err, &f) || f.Kind != kind {
		t.Errorf("got %v, want %s", err, kind)
	}
}

func TestDivergenceReconverges(t *testing.T) {
	// Each thread takes as many turns as its number; all meet behind the loop,
	// where the whole warp must be active again.
	out := mustExecute(t, wrap(`
	mov.u32 %r1, 0;
	setp.eq.u32 %p1, %t, 0;
	@%p1 bra DONE;
LOOP:
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p2, %r1, %t;
	@%p2 bra LOOP;
DONE:
	activemask.b32 %r2;
	cvt.u64.u32 %x2, %r1;
	mov.b64 %o, {%r1, %r2};`), 32)
	for i, v := range out {
		if uint32(v) != uint32(i) || uint32(v>>32) != 0xffffffff {
			t.Errorf("thread %d: %d turns, mask %#x", i, uint32(v), v>>32)
		}
	}
}

func TestSwitchTable(t *testing.T) {
	out := mustExecute(t, wrap(`
	and.b32 %r1, %t, 3;
TABLE: .branchtargets L0, L1, L2, L3;
	brx.idx %r1, TABLE;
L0:	mov.u64 %o, 10;
	bra DONE;
L1:	mov.u64 %o, 11;
	bra DONE;
L2:	mov.u64 %o, 12;
	bra DONE;
L3:	mov.u64 %o, 13;
DONE:
	activemask.b32 %r2;
	mov.b64 {%r3, %r4}, %o;
	mov.b64 %o, {%r3, %r2};`), 64)
	for i, v := range out {
		if uint32(v) != uint32(10+i%4) || v>>32 != 0xffffffff {
			t.Errorf("thread %d: %#x", i, v)
		}
	}
}

const functions = `
.func (.param .b64 ret) twice(.param .b64 a)
{
	.reg .b64 %x<3>;
	ld.param.b64 %x1, [a];
	add.s64 %x2, %x1, %x1;
	st.param.b64 [ret], %x2;
	ret;
}
.func (.param .b64 ret) fact(.param .b64 a)
{
	.reg .b64 %x<5>;
	.reg .pred %p;
	ld.param.b64 %x1, [a];
	mov.u64 %x2, 1;
	setp.le.u64 %p, %x1, 1;
	@%p bra END;
	add.s64 %x3, %x1, -1;
	{
	.param .b64 param0;
	st.param.b64 [param0], %x3;
	.param .b64 retval0;
	call.uni (retval0), fact, (param0);
	ld.param.b64 %x4, [retval0];
	}
	mul.lo.s64 %x2, %x1, %x4;
END:
	st.param.b64 [ret], %x2;
	ret;
}
`

func TestRecursionDiverges(t *testing.T) {
	text := strings.Replace(wrap(`
	cvt.u64.u32 %x2, %t;
	and.b64 %x2, %x2, 15;
	{
	.param .b64 param0;
	st.param.b64 [param0], %x2;
	.param .b64 retval0;
	call (retval0), fact, (param0);
	ld.param.b64 %o, [retval0];
	}`), ".visible", functions+".visible", 1)
	for i, v := range mustExecute(t, text, 40) {
		want := uint64(1)
		for k := 2; k <= i%16; k++ {
			want *= uint64(k)
		}
		if v != want {
			t.Errorf("thread %d: %d, want %d", i, v, want)
		}
	}
}

func TestIndirectCallsDiverge(t *testing.T) {
	text := strings.Replace(wrap(`
	mov.u64 %x3, twice;
	mov.u64 %x4, fact;
	and.b32 %r1, %t, 1;
	setp.eq.u32 %p1, %r1, 0;
	selp.b64 %x5, %x3, %x4, %p1;
	{
	.param .b64 param0;
	st.param.b64 [param0], 5;
	.param .b64 retval0;
	prototype_0 : .callprototype (.param .b64 _) _ (.param .b64 _);
	call (retval0), %x5, (param0), prototype_0;
	ld.param.b64 %o, [retval0];
	}`), ".visible", functions+".visible", 1)
	for i, v := range mustExecute(t, text, 32) {
		if want := []uint64{10, 120}[i%2]; v != want {
			t.Errorf("thread %d: %d, want %d", i, v, want)
		}
	}
}

func TestShuffles(t *testing.T) {
	for _, c := range []struct {
		mode, b, c string
		want       func(i int) int
	}{
		{"down.b32", "1", "31", func(i int) int { return min(i+1, 31) }},
		{"up.b32", "2", "0", func(i int) int {
			if i < 2 {
				return i
			}
			return i - 2
		}},
		{"bfly.b32", "16", "31", func(i int) int { return i ^ 16 }},
		{"idx.b32", "7", "31", func(int) int { return 7 }},
		{"idx.b32", "3", "6175", func(i int) int { return i&^7 | 3 }}, // segments of 8: (0x18 << 8) | 31
	} {
		out := mustExecute(t, wrap(fmt.Sprintf(`
	shfl.sync.%s %%r2|%%p1, %%t, %s, %s, 0xffffffff;
	cvt.u64.u32 %%o, %%r2;`, c.mode, c.b, c.c)), 32)
		for i, v := range out {
			if int(v) != c.want(i) {
				t.Errorf("%s: thread %d has %d, want %d", c.mode, i, v, c.want(i))
			}
		}
	}
}

func TestVotesAndMatches(t *testing.T) {
	out := mustExecute(t, wrap(`
	setp.lt.u32 %p1, %t, 5;
	vote.sync.ballot.b32 %r1, %p1, 0xffffffff;
	shr.u32 %r2, %t, 4;
	match.any.sync.b32 %r3, %r2, 0xffffffff;
	mov.b64 %o, {%r1, %r3};`), 32)
	for i, v := range out {
		if uint32(v) != 0x1f || v>>32 != []uint64{0xffff, 0xffff0000}[i/16] {
			t.Errorf("thread %d: %#x", i, v)
		}
	}
	out = mustExecute(t, wrap(`
	redux.sync.add.u32 %r1, %t, 0xffffffff;
	setp.lt.u32 %p1, %t, 32;
	vote.sync.all.pred %p2, %p1, 0xffffffff;
	selp.u32 %r2, 1, 0, %p2;
	mov.b64 %o, {%r1, %r2};`), 32)
	if out[3] != 1<<32|31*32/2 {
		t.Errorf("redux and vote: %#x", out[3])
	}
}

func TestSubwarpsWaitForEachOther(t *testing.T) {
	// Both sides of a branch come to bar.warp.sync at different places.
	out := mustExecute(t, wrap(`
	setp.lt.u32 %p1, %t, 16;
	@%p1 bra LOW;
	bar.warp.sync 0xffffffff;
	mov.u64 %o, 2;
	bra DONE;
LOW:
	bar.warp.sync 0xffffffff;
	mov.u64 %o, 1;
DONE:`), 32)
	if out[0] != 1 || out[31] != 2 {
		t.Errorf("%d %d", out[0], out[31])
	}
}

func TestLockWithinWarp(t *testing.T) {
	// Each thread of a warp takes the same lock in a loop: those who wait must
	// not keep the owner from going on.
	text := strings.Replace(wrap(`
	mov.u64 %x4, lock;
	mov.u64 %x5, total;
TRY:
	atom.global.cas.b32 %r1, [%x4], 0, 1;
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra TRY;
	membar.gl;
	ld.global.u32 %r2, [%x5];
	add.u32 %r2, %r2, 1;
	st.global.u32 [%x5], %r2;
	membar.gl;
	atom.global.exch.b32 %r3, [%x4], 0;
	cvt.u64.u32 %o, %r2;`), ".visible", ".global .align 4 .u32 lock;\n.global .align 4 .u32 total;\n.visible", 1)
	out := mustExecute(t, text, 96)
	seen := map[uint64]bool{}
	for _, v := range out {
		seen[v] = true
	}
	if len(seen) != 96 || !seen[96] {
		t.Errorf("%d different results", len(seen))
	}
}

func TestBarrierReduction(t *testing.T) {
	out := mustExecute(t, wrap(`
	setp.lt.u32 %p1, %t, 70;
	bar.red.popc.u32 %r1, 0, %p1;
	bar.red.or.pred %p2, 0, %p1;
	bar.red.and.pred %p3, 0, %p1;
	selp.u32 %r2, 1, 0, %p2;
	selp.u32 %r3, 2, 0, %p3;
	or.b32 %r2, %r2, %r3;
	mov.b64 %o, {%r1, %r2};`), 96)
	for i, v := range out {
		if v != 1<<32|70 {
			t.Fatalf("thread %d: %#x", i, v)
		}
	}
}

// TestBarrierWithoutEnded: barrier.sync waits for the threads that have not ended,
// in the same warp and in others; bar.sync is for all threads of the block.
func TestBarrierWithoutEnded(t *testing.T) {
	const body = `
	setp.ge.u32 %p1, %t, LIMIT;
	@%p1 exit;
	BARRIER;
	mov.u64 %o, 7;`
	for _, limit := range []string{"32", "1", "40", "63"} {
		for range 2 {
			text := strings.NewReplacer("LIMIT", limit, "BARRIER", "barrier.sync 3").Replace(wrap(body))
			out := mustExecute(t, text, 64)
			for i, v := range out {
				if want := map[bool]uint64{true: 7}[i < atoi(t, limit)]; v != want {
					t.Errorf("limit %s: thread %d has %d, not %d", limit, i, v, want)
				}
			}
		}
		wantFault(t, check.Divergence, strings.NewReplacer("LIMIT", limit, "BARRIER", "bar.sync 3").
			Replace(wrap(body)), 64)
	}
	// Threads that end while others of their warp wait already.
	out := mustExecute(t, wrap(`
	setp.eq.u32 %p1, %t, 0;
	@%p1 bra WAIT;
	setp.ge.u32 %p2, %t, 32;
	@%p2 bra WAIT;
	exit;
WAIT:
	barrier.sync 8;
	mov.u64 %o, 9;`), 64)
	for i, v := range out {
		if want := map[bool]uint64{true: 9}[i == 0 || i >= 32]; v != want {
			t.Errorf("thread %d has %d, not %d", i, v, want)
		}
	}
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestTrapsDoNotDiverge: threads come together although one of their ways could
// lead to a trap.
func TestTrapsDoNotDiverge(t *testing.T) {
	out := mustExecute(t, wrap(`
	and.b32 %r1, %t, 1;
	setp.eq.u32 %p1, %r1, 0;
	@%p1 bra EVEN;
	mov.u64 %o, 1;
	bra JOIN;
EVEN:
	setp.gt.u32 %p2, %t, 1000;
	@%p2 bra BAD;
	mov.u64 %o, 2;
	bra JOIN;
BAD:
	trap;
	exit;
JOIN:
	bar.sync 0;
	activemask.b32 %r2;
	cvt.u64.u32 %x2, %r2;
	mad.lo.u64 %o, %x2, 4, %o;`), 32)
	for i, v := range out {
		if want := uint64(4*0xffffffff + 2 - i%2); v != want {
			t.Errorf("thread %d has %#x, not %#x", i, v, want)
		}
	}
}

// TestCallsComeTogether: threads that polling has taken apart, and that then call
// the same function, execute its barrier together, each with its own registers.
func TestCallsComeTogether(t *testing.T) {
	text := strings.Replace(wrap(`
	setp.eq.u32 %p1, %t, 5;
	add.u32 %r9, %t, 100;
	mov.u64 %x5, flag;
	@%p1 bra SET;
POLL:
	ld.volatile.shared.u32 %r1, [flag];
	setp.eq.u32 %p2, %r1, 0;
	@%p2 bra POLL;
	{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r9; call.uni (r), f, (a); ld.param.b32 %r10, [r]; }
	bra OUT;
SET:
	st.volatile.shared.u32 [flag], 1;
	{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r9; call.uni (r), f, (a); ld.param.b32 %r10, [r]; }
OUT:
	cvt.u64.u32 %o, %r10;`), header, header+`.shared .align 4 .u32 flag;
.func (.param .b32 r) f(.param .b32 a)
{
	.reg .b32 %r<4>;
	ld.param.b32 %r1, [a];
	barrier.sync 1;
	add.u32 %r2, %r1, 1000;
	st.param.b32 [r], %r2;
	ret;
}
`, 1)
	text = strings.Replace(text, "mov.u64 %x5, flag;", "st.volatile.shared.u32 [flag], 0;\n\tbar.warp.sync -1;", 1)
	for i, v := range mustExecute(t, text, 32) {
		if v != uint64(i+1100) {
			t.Errorf("thread %d has %d", i, v)
		}
	}
}

func TestSharedMemoryThroughBarrier(t *testing.T) {
	text := wrap(`
	mov.u64 %x2, buf;
	mul.wide.u32 %x3, %t, 4;
	add.s64 %x2, %x2, %x3;
	st.shared.u32 [%x2], %t;
	BARRIER
	mov.u64 %x2, buf;
	mov.u32 %r1, 127;
	sub.u32 %r1, %r1, %t;
	mul.wide.u32 %x3, %r1, 4;
	add.s64 %x2, %x2, %x3;
	ld.shared.u32 %r2, [%x2];
	cvt.u64.u32 %o, %r2;`)
	text = strings.Replace(text, ".reg .b64 %o", ".shared .align 4 .b8 buf[512];\n\t.reg .b64 %o", 1)
	for i, v := range mustExecute(t, strings.Replace(text, "BARRIER", "bar.sync 0;", 1), 128) {
		if int(v) != 127-i {
			t.Errorf("thread %d: %d", i, v)
		}
	}
	_, err := execute(t, strings.Replace(text, "BARRIER", "", 1), 128)
	var f *check.Fault
	if !errors.As(err, &f) || f.Kind != check.Race && f.Kind != check.Uninitialised {
		t.Errorf("without a barrier: %v", err)
	}
}

// launchWords runs a kernel k(out, a, b, c) in one thread.
func launchWords(t *testing.T, d *Device, text string) error {
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	var params []byte
	for range 4 {
		params = binary.LittleEndian.AppendUint64(params, words(t, d, []uint64{0}))
	}
	return d.Launch(m.Kernel("k"), Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{1, 1, 1}, Params: params})
}

func TestFaults(t *testing.T) {
	wantFault(t, check.Divergence, wrap("setp.lt.u32 %p1, %t, 7;\n@%p1 bra L;\nbar.sync 0;\nL:"), 32)
	wantFault(t, check.Divergence, wrap("setp.lt.u32 %p1, %t, 32;\n@%p1 bra L;\nbar.sync 0;\nL:"), 64)
	wantFault(t, check.Misaligned, wrap("add.s64 %x1, %x1, 4;\nld.global.u64 %o, [%x1];"), 32)
	wantFault(t, check.Bounds, wrap("ld.global.u64 %o, [%x1+256];"), 32)
	wantFault(t, check.Bounds, wrap("ld.u64 %o, [%o];"), 32)
	wantFault(t, check.Host, wrap("mov.u64 %o, 0x7f0000001000;\nld.u64 %o, [%o];"), 32)
	wantFault(t, check.Trap, wrap("trap;"), 32)
	wantFault(t, check.Illegal, wrap("mov.u64 %x3, 64;\ncall %x3;"), 32)
	wantFault(t, check.Division, wrap("mov.u32 %r1, 7;\nrem.u32 %r2, %r1, %t;"), 32)
	wantFault(t, check.Division, wrap("div.s64 %o, -5, %a;"), 1)
	wantFault(t, check.Illegal, wrap("call %a;"), 1)
	wantFault(t, check.Race, wrap("ld.param.u64 %x1, [p1];\nst.global.u32 [%x1], %t;"), 32)
	unset := strings.Replace(wrap("ld.shared.u64 %o, [s];"), ".visible", ".shared .align 8 .b8 s[8];\n.visible", 1)
	wantFault(t, check.Uninitialised, unset, 1)
	lax := Defaults()
	lax.Memory, lax.Unset = 64<<20, false
	if d, err := New(lax); err != nil {
		t.Fatal(err)
	} else if err := launchWords(t, d, unset); err != nil {
		t.Errorf("unset=off: %v", err)
	}
	constant := func(body string) string {
		return strings.Replace(wrap(body), ".visible",
			".const .align 8 .u64 before = 1;\n.const .align 8 .u64 c = 5;\n.visible", 1)
	}
	if out := mustExecute(t,
		constant("mov.u64 %x2, c;\ncvta.const.u64 %x3, %x2;\nld.u64 %x4, [%x3];\nisspacep.const %p1, %x3;\nisspacep.const %p2, %x1;\nld.const.u64 %x5, [c];\nadd.s64 %o, %x4, %x5;\n@%p1 add.s64 %o, %o, 100;\n@%p2 add.s64 %o, %o, 1000;"), 32); out[3] != 110 {
		t.Errorf("constants: %d", out[3])
	}
	wantFault(t, check.ReadOnly, constant("mov.u64 %x2, c;\nst.u64 [%x2], %x0;"), 32)
	wantFault(t, check.ReadOnly, constant("mov.u64 %x2, c;\nst.u8 [%x2], %x0;"), 32)
	wantFault(t, check.Bounds, constant("ld.const.u64 %o, [before+8];"), 32)
	o := Defaults()
	o.Memory, o.Budget = 1<<20, 10000
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(header + ".visible .entry k()\n{\nL: bra L;\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	var f *check.Fault
	if err := d.Launch(m.Kernel("k"), Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{1, 1, 1}}); !errors.As(err,
		&f) || f.Kind != check.Budget {
		t.Errorf("an endless loop: %v", err)
	}
}

func TestAtomics(t *testing.T) {
	for _, c := range []struct {
		op   string
		want uint64
	}{
		{"add.u64", 64 * 3}, {"max.u64", 66}, {"or.b64", 127}, {"exch.b64", 0}, {"min.s64", 0}, {"xor.b64", 0},
	} {
		text := strings.Replace(wrap(`
	cvt.u64.u32 %x3, %t;
	VALUE
	mov.u64 %x4, v;
	atom.global.OP %x5, [%x4], %x3;
	bar.sync 0;
	ld.global.u64 %o, [%x4];`), "OP", c.op, 1)
		value := "add.s64 %x3, %x3, 3;"
		switch c.op {
		case "add.u64":
			value = "mov.u64 %x3, 3;"
		case "exch.b64", "min.s64":
			value = "mov.u64 %x3, 0;"
		case "xor.b64":
			value = ""
		case "or.b64":
			value = "or.b64 %x3, %x3, 64;"
		}
		text = strings.Replace(text, "VALUE", value, 1)
		text = strings.Replace(text, ".visible", ".global .align 8 .u64 v = 0;\n.visible", 1)
		if out := mustExecute(t, text, 64); out[5] != c.want {
			t.Errorf("%s: %d, want %d", c.op, out[5], c.want)
		}
	}
}

func TestInitialisers(t *testing.T) {
	text := strings.Replace(wrap(`
	ld.global.u64 %x3, [table+8];
	ld.u32 %r1, [%x3+4];
	cvt.u64.u32 %o, %r1;`), ".visible", ".global .align 4 .u32 data[3] = {7, 8, 9};\n.global .align 8 .u64 table[2] = {0, generic(data)+4};\n.visible", 1)
	if out := mustExecute(t, text, 1); out[0] != 9 {
		t.Errorf("%d", out[0])
	}
}

// TestFunctionAddresses: addresses of functions in initialisers, also byte by
// byte as LLVM writes them into packed structures, and aliases.
func TestFunctionAddresses(t *testing.T) {
	globals := `.alias also, twice;
.global .align 8 .u64 table[2] = {fact, also};
.global .align 1 .u8 packed[9] = {1, 0xFF(also), 0xFF00(also), 0xFF0000(also), 0xFF000000(also), 0xFF00000000(also), 0xFF0000000000(also), 0xFF000000000000(also), 0xFF00000000000000(also)};
.global .align 4 .u32 data[3] = {7, 8, 9};
.global .align 1 .u8 place[8] = {0xFF(generic(data)+8), 0xFF00(generic(data)+8), 0xFF0000(generic(data)+8), 0xFF000000(generic(data)+8), 0xFF00000000(generic(data)+8), 0xFF0000000000(generic(data)+8), 0xFF000000000000(generic(data)+8), 0xFF00000000000000(generic(data)+8)};
`
	gather := func(name string, from, to string) string {
		text := "mov.u64 " + to + ", 0;\n"
		for i := range 8 {
			text += fmt.Sprintf("ld.global.u8 %%x9, [%s+%d];\nshl.b64 %%x9, %%x9, %d;\nor.b64 %s, %s, %%x9;\n", name,
				i+int(from[0]-'0'), 8*i, to, to)
		}
		return text
	}
	call := func(target, argument, to string) string {
		return `{
	.param .b64 param0;
	st.param.b64 [param0], ` + argument + `;
	.param .b64 retval0;
	prototype_0 : .callprototype (.param .b64 _) _ (.param .b64 _);
	call (retval0), ` + target + `, (param0)` + map[bool]string{true: ", prototype_0"}[target[0] == '%'] + `;
	ld.param.b64 ` + to + `, [retval0];
	}
`
	}
	body := "ld.global.u64 %x3, [table];\nld.global.u64 %x4, [table+8];\n" + gather("packed", "1",
		"%x5") + gather("place", "0", "%x6") +
		call("%x3", "4", "%x10") + call("%x4", "%x10", "%x10") + call("%x5", "%x10", "%x10") + call("also", "%x10",
		"%x10") +
		"ld.u32 %r1, [%x6];\ncvt.u64.u32 %x11, %r1;\nadd.s64 %o, %x10, %x11;"
	text := strings.Replace(wrap(body), ".visible", functions+globals+".visible", 1)
	if out := mustExecute(t, text, 1); out[0] != 24*8+9 {
		t.Errorf("%d, want %d", out[0], 24*8+9)
	}
}

func TestUndefinedAlias(t *testing.T) {
	if _, err := testDevice(t).Load(header + ".alias a, b;\n"); err == nil ||
		!strings.Contains(err.Error(), "the function b, which a is an alias of, is not defined") {
		t.Errorf("%v", err)
	}
}

// TestCountsRepeat: counts do not depend on the order of warps and blocks.
func TestCountsRepeat(t *testing.T) {
	var first string
	for seed := range uint64(3) {
		o := Defaults()
		o.Memory, o.Seed, o.Profile = 1<<22, seed, true
		d, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := d.Load(header + `.visible .entry k(.param .u64 p)
{
	.reg .b64 %x<5>;
	.reg .b32 %r<9>;
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %ctaid.x;
	mad.lo.u32 %r3, %r2, 128, %r1;
	mul.wide.u32 %x1, %r3, 4;
	ld.param.u64 %x2, [p];
	add.s64 %x3, %x2, %x1;
	st.global.u32 [%x3], %r3;
	bar.sync 0;
	ld.global.u32 %r4, [%x3];
	ret;
}
`)
		if err != nil {
			t.Fatal(err)
		}
		a, err := d.Alloc(4 * 128 * 10)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Launch(m.Kernel("k"),
			Grid{Blocks: [3]uint32{10, 1, 1}, Threads: [3]uint32{128, 1, 1},
				Params: binary.LittleEndian.AppendUint64(nil, a)}); err != nil {
			t.Fatal(err)
		}
		c := d.Profile()[0]
		if c.Instructions != 1280*10 || c.Warps != 40*10 || c.StoreTrans != 40*4 || c.LoadTrans != 40*4 ||
			c.Loads != 40 || c.Barriers != 40 {
			t.Errorf("%+v", *c)
		}
		text := fmt.Sprintf("%+v", *c)
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("seed %d: %s, before %s", seed, text, first)
		}
	}
}

// TestPadding: a part of a structure that nobody has written may be passed to a
// function, a value may not.
func TestPadding(t *testing.T) {
	text := func(param, store, load string) string {
		return strings.Replace(wrap("{\n.param .align 8 "+param+";\n"+store+"\n.param .b64 r;\ncall.uni (r), f, (a);\nld.param.u64 %o, [r];\n}"), ".visible .entry k", ".func (.param .b64 r) f(.param .align 8 "+param+
			")\n{\n\t.reg .b64 %y<3>;\n\t.reg .b32 %z<3>;\n\t.reg .b16 %h<5>;\n\t"+load+"\n\tst.param.u64 [r], %y1;\n\tret;\n}\n.visible .entry k", 1)
	}
	out, err := execute(t, text(".b8 a[8]", "st.param.b32 [a], 7;",
		"ld.param.b32 %z1, [a];\nld.param.v2.b8 {%h1, %h2}, [a+4];\ncvt.u64.u32 %y1, %z1;"), 32)
	if err != nil || out[5] != 7 {
		t.Errorf("%v, %v", out, err)
	}
	wantFault(t, check.Uninitialised, text(".b64 a", "", "ld.param.u64 %y1, [a];"), 32)
}
