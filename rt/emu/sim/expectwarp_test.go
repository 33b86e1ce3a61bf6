package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

// Instructions that look at other threads of the warp, in whole warps and in two parts
// of a warp with masks of their own.

// warpState is a set of a warp's threads that executes an instruction together.
type warpState struct {
	mask    uint32
	a, b, c []uint64 // operands by lane
}

// lanesVerdict is what a thread gets: a register, and a predicate beside it.
type lanesVerdict struct {
	want, second uint64
	open         bool // the ISA does not say
}

func warpExpectation(f form) (expectation, bool) {
	e := expectation{source: byText, isa: "9.7.13"}
	var operands string
	dst := "%r0"
	var want func(w warpState, lane int) lanesVerdict
	switch f.op {
	case "shfl":
		e.isa, dst, operands = "9.7.9", "%r0|%p0", "%r1, %r2, %r3, MASK"
		want = func(w warpState, lane int) lanesVerdict { return shuffled(f.mods[1], w, lane) }
	case "vote":
		operands = "%p1, MASK"
		if !f.has("ballot") {
			dst = "%p0"
		}
		want = func(w warpState, lane int) lanesVerdict { return voted(f.mods[1], w) }
	case "match":
		operands = bank(f.typ()) + "1, MASK"
		if f.has("all") {
			dst = "%r0|%p0"
		}
		want = func(w warpState, lane int) lanesVerdict { return matched(f, w, lane) }
	case "redux":
		operands = "%r1, MASK"
		want = func(w warpState, lane int) lanesVerdict { return reduced(f, w) }
	case "activemask":
		want = func(w warpState, lane int) lanesVerdict { return lanesVerdict{want: uint64(w.mask)} }
	case "elect":
		dst, operands = "%r0|%p0", "MASK"
		want = func(w warpState, lane int) lanesVerdict {
			first := 0
			for ; w.mask>>first&1 == 0; first++ {
			}
			return lanesVerdict{want: uint64(first), second: logical(lane == first)}
		}
	default:
		return e, false
	}
	e.check = func(t *testing.T, f form) { checkWarp(t, f, dst, operands, want) }
	return e, true
}

// shuffled is the pseudo-code of shfl.sync.
func shuffled(mode string, w warpState, lane int) lanesVerdict {
	b, c, seg := int(w.b[lane]&31), int(w.c[lane]&31), int(w.c[lane]>>8&31)
	high, low := lane&seg|c&^seg, lane&seg
	j, ok := 0, false
	switch mode {
	case "up":
		j = lane - b
		ok = j >= high
	case "down":
		j = lane + b
		ok = j <= high
	case "bfly":
		j = lane ^ b
		ok = j <= high
	case "idx":
		j = low | b&^seg
		ok = j <= high
	}
	if !ok {
		j = lane
	}
	if w.mask>>j&1 == 0 {
		return lanesVerdict{open: true}
	}
	return lanesVerdict{want: w.a[j] & 0xffffffff, second: logical(ok)}
}

func (w warpState) each(visit func(lane int)) {
	for lane := range 32 {
		if w.mask>>lane&1 == 1 {
			visit(lane)
		}
	}
}

// voted: the predicate of a lane is the lowest bit of its operand.
func voted(mode string, w warpState) lanesVerdict {
	ballot := uint64(0)
	w.each(func(lane int) { ballot |= w.a[lane] & 1 << lane })
	all, none := ballot == uint64(w.mask), ballot == 0
	switch mode {
	case "all":
		return lanesVerdict{second: logical(all)}
	case "any":
		return lanesVerdict{second: logical(!none)}
	case "uni":
		return lanesVerdict{second: logical(all || none)}
	}
	return lanesVerdict{want: ballot}
}

func matched(f form, w warpState, lane int) lanesVerdict {
	low := uint64(1)<<(typeBits(f.typ())-1)<<1 - 1
	same := uint64(0)
	w.each(func(other int) {
		if w.a[other]&low == w.a[lane]&low {
			same |= 1 << other
		}
	})
	if f.has("any") {
		return lanesVerdict{want: same}
	}
	if same != uint64(w.mask) {
		return lanesVerdict{}
	}
	return lanesVerdict{want: same, second: 1}
}

func reduced(f form, w warpState) lanesVerdict {
	t, _ := oracleIntOf(f.typ())
	op := map[string]func(z, x, y *big.Int) *big.Int{"add": (*big.Int).Add, "and": (*big.Int).And, "or": (*big.Int).Or,
		"xor": (*big.Int).Xor,
		"min": func(_, x, y *big.Int) *big.Int {
			if y.Cmp(x) < 0 {
				return y
			}
			return x
		},
		"max": func(_, x, y *big.Int) *big.Int {
			if y.Cmp(x) > 0 {
				return y
			}
			return x
		}}[f.mods[1]]
	var v *big.Int
	w.each(func(lane int) {
		if x := t.value(w.a[lane]); v == nil {
			v = x
		} else {
			v = op(new(big.Int), v, x)
		}
	})
	return lanesVerdict{want: t.wrap(v)}
}

// checkWarp executes the form in all threads, and in two parts of each warp.
func checkWarp(t *testing.T, f form, dst, operands string, want func(w warpState, lane int) lanesVerdict) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, uint64(len(f.text))))
	for round := range 24 {
		mask := []uint32{0xffffffff, 0x0000ffff, 0x55555555, 0x80000001, 0x7ffffffe, r.Uint32() | 4}[round%6]
		w := warpState{mask, make([]uint64, 32), make([]uint64, 32), make([]uint64, 32)}
		uniform := r.Uint64() // of all lanes: votes, matches and shuffles often have one
		for lane := range 32 {
			w.a[lane] = []uint64{r.Uint64(), r.Uint64N(3), uniform, r.Uint64N(2) << 40}[round/6]
			w.b[lane], w.c[lane] = r.Uint64N(40), r.Uint64N(1<<13)
			if round%2 == 0 {
				w.b[lane], w.c[lane] = uniform&31, []uint64{0x1f, 0x181f, 0, 0x1c1f}[uniform>>8&3]
			}
		}
		if f.op == "shfl" {
			w.within(f.mods[1], r)
		}
		out, ok := runWarp(t, f, dst, operands, w)
		if !ok {
			return
		}
		for lane := range 32 {
			part := w
			if mask>>lane&1 == 0 {
				part.mask = ^mask
			}
			v := want(part, lane)
			if !v.open && (out[2*lane] != v.want || out[2*lane+1] != v.second) {
				t.Errorf("%s in thread %d of %#x of %#x, %#x, %#x: %#x, %d, want %#x, %d", f.text, lane, part.mask, w.a,
					w.b, w.c, out[2*lane], out[2*lane+1], v.want, v.second)
				return
			}
		}
	}
}

// within changes operands until no thread wants the value of one that does not take part,
// of which the ISA says nothing.
func (w warpState) within(mode string, r *rand.Rand) {
	for lane := range 32 {
		part := w
		if w.mask>>lane&1 == 0 {
			part.mask = ^w.mask
		}
		for shuffled(mode, part, lane).open {
			w.b[lane], w.c[lane] = r.Uint64N(40), r.Uint64N(1<<13)
		}
	}
}

func runWarp(t *testing.T, f form, dst, operands string, w warpState) ([]uint64, bool) {
	t.Helper()
	line := func(mask uint32) string {
		return "\t" + strings.TrimSuffix(f.text+" "+dst+", "+strings.Replace(operands, "MASK",
			fmt.Sprintf("0x%x", mask), 1), ", ") + ";\n"
	}
	body := line(w.mask)
	if w.mask != everyone {
		body = fmt.Sprintf("\tshr.u32 %%r5, %d, %%t0;\n\tand.b32 %%r5, %%r5, 1;\n\tsetp.eq.u32 %%p5, %%r5, 0;\n\t@%%p5 bra OTHERS;\n%s\tbra JOIN;\nOTHERS:\n%sJOIN:\n", w.mask, line(w.mask), line(^w.mask))
	}
	text := header + `.visible .entry k(.param .u64 p0, .param .u64 p1)
{
	.reg .b64 %v<4>, %y<4>, %x<4>;
	.reg .b32 %t<2>, %r<9>;
	.reg .pred %p<9>;
	mov.u32 %t0, %tid.x;
	mul.wide.u32 %y0, %t0, 32;
	ld.param.u64 %y1, [p0];
	add.u64 %y1, %y1, %y0;
	mul.wide.u32 %y0, %t0, 16;
	ld.param.u64 %y2, [p1];
	add.u64 %y2, %y2, %y0;
	ld.global.u64 %x1, [%y1];
	cvt.u32.u64 %r1, %x1;
	and.b64 %x2, %x1, 1;
	setp.ne.u64 %p1, %x2, 0;
	ld.global.u32 %r2, [%y1+8];
	ld.global.u32 %r3, [%y1+16];
	mov.u32 %r0, 0;
	setp.ne.u32 %p0, 0, 0;
` + body + `	cvt.u64.u32 %v0, %r0;
	selp.u64 %v1, 1, 0, %p0;
	st.global.u64 [%y2], %v0;
	st.global.u64 [%y2+8], %v1;
	ret;
}
`
	var in []uint64
	for lane := range 32 {
		in = append(in, w.a[lane], w.b[lane], w.c[lane], 0)
	}
	out, err := launchOn(t, text, 1, 32, in, 64)
	if err != nil {
		t.Errorf("%s: %v\n%s", f.text, err, text)
	}
	return out, err == nil
}

// launchOn launches k(in, out).
func launchOn(t *testing.T, text string, blocks, threads uint32, in []uint64, n int) ([]uint64, error) {
	t.Helper()
	d := testDevice(t)
	m, err := d.Load(text)
	if err != nil {
		return nil, err
	}
	to := words(t, d, make([]uint64, n))
	params := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, words(t, d, in)), to)
	if err := d.Launch(m.Kernel("k"),
		Grid{Blocks: [3]uint32{blocks, 1, 1}, Threads: [3]uint32{threads, 1, 1}, Params: params}); err != nil {
		return nil, err
	}
	return readWords(t, d, to, n), nil
}

// Instructions that order memory: with them what other threads have written is there, and
// no race; without them it is a race.

func orderExpectation(f form) (expectation, bool) {
	e := expectation{source: "what other threads have written is seen with it and is a race without it", isa: "9.7.13"}
	switch f.op {
	case "bar", "barrier":
		e.check = checkBarrier
	case "membar", "fence":
		e.check = checkFence
	case "nanosleep":
		e.source, e.isa = "no effect: the kernel goes on with the same registers", "9.7.19"
		e.check = func(t *testing.T, f form) {
			out, err := launchOn(t, orderText("\tmov.u64 %x1, 77;\n\t"+f.text+" 20;\n\tst.global.u64 [%y1], %x1;\n"), 1,
				32, nil, 32)
			if err != nil || out[31] != 77 {
				t.Errorf("%s: %v, %v", f.text, out, err)
			}
		}
	default:
		return e, false
	}
	return e, true
}

// orderText is a kernel k(in, out) of which each thread has a word of out at %y1.
func orderText(body string) string {
	return header + `.shared .align 8 .b8 s[512];
.visible .entry k(.param .u64 p0, .param .u64 p1)
{
	.reg .b64 %y<9>, %x<9>;
	.reg .b32 %t<4>, %r<9>;
	.reg .pred %p<9>;
	mov.u32 %t0, %tid.x;
	mov.u32 %t1, %ctaid.x;
	mov.u32 %t2, %ntid.x;
	mad.lo.u32 %t3, %t1, %t2, %t0;
	ld.param.u64 %y0, [p1];
	mul.wide.u32 %y1, %t3, 8;
	add.u64 %y1, %y0, %y1;
	mov.u64 %y2, s;
	mul.wide.u32 %y3, %t0, 8;
	add.u64 %y3, %y2, %y3;
` + body + "\tret;\n}\n"
}

// raceIn reports whether an error is a race.
func raceIn(err error) bool {
	var f *check.Fault
	return errors.As(err, &f) && f.Kind == check.Race
}

// checkBarrier: thread i writes s[i] and reads s[i ^ 1] (of another warp with the barriers of
// blocks: s[i ^ 32]) behind the barrier, which counts its predicates.
func checkBarrier(t *testing.T, f form) {
	t.Helper()
	threads, partner, line := uint32(64), 32, f.text+" 0;"
	warp := f.has("warp")
	if warp {
		threads, partner, line = 32, 1, f.text+" 0xffffffff;"
	}
	red := f.first("popc", "and", "or")
	for _, below := range []uint64{0, 1, 40, 64} { // threads with the predicate
		switch red {
		case "popc":
			line = f.text + " %r1, 0, %p1;\n\tcvt.u64.u32 %x2, %r1;"
		case "and", "or":
			line = f.text + " %p2, 0, %p1;\n\tselp.u64 %x2, 1, 0, %p2;"
		}
		body := fmt.Sprintf("\tsetp.lt.u32 %%p1, %%t0, %d;\n\tmov.u64 %%x2, 0;\n\tmov.u64 %%x1, 0;\n\tst.shared.u64 [%%y3], %%x1;\n\tbar.sync 1;\n\tcvt.u64.u32 %%x1, %%t0;\n\tst.shared.u64 [%%y3], %%x1;\n\t%s\n\txor.b32 %%r2, %%t0, %d;\n\tmul.wide.u32 %%y4, %%r2, 8;\n\tadd.u64 %%y4, %%y2, %%y4;\n\tld.shared.u64 %%x3, [%%y4];\n\tmad.lo.u64 %%x3, %%x2, 1000, %%x3;\n\tst.global.u64 [%%y1], %%x3;\n", below, line, partner)
		out, err := launchOn(t, orderText(body), 1, threads, nil, int(threads))
		if err != nil {
			t.Errorf("%s: %v", f.text, err)
			return
		}
		result := map[string]uint64{"popc": below, "and": logical(below == 64), "or": logical(below > 0)}[red]
		for i, v := range out {
			if want := result*1000 + uint64(i^partner); v != want {
				t.Errorf("%s: thread %d has %d, want %d", f.text, i, v, want)
				return
			}
		}
		if _, err := launchOn(t, orderText(strings.Replace(body, line, "", 1)), 1, threads, nil,
			int(threads)); !raceIn(err) {
			t.Errorf("without %s: %v, want a race", f.text, err)
		}
	}
}

// checkFence: a thread writes data and a flag, one of another warp (fences of blocks) or
// block waits for the flag and reads the data; between the two accesses of each is the fence.
func checkFence(t *testing.T, f form) {
	t.Helper()
	const body = `	setp.ne.u32 %p1, %t0, 0;
	@%p1 bra DONE;
	setp.eq.u32 %p2, %t1, 0;
	@!%p2 bra WAIT;
	mov.u64 %x1, 42;
	st.global.u64 [%y0+8], %x1;
	FENCE;
	mov.u32 %r1, 1;
	st.volatile.global.u32 [%y0], %r1;
	bra DONE;
WAIT:
	ld.volatile.global.u32 %r2, [%y0];
	setp.eq.u32 %p3, %r2, 0;
	@%p3 bra WAIT;
	FENCE;
	ld.global.u64 %x2, [%y0+8];
	st.global.u64 [%y0+16], %x2;
DONE:
`
	text, blocks, threads := body, uint32(2), uint32(32)
	narrow := f.has("cta") || f.has("cluster")
	if narrow {
		text, blocks, threads = strings.Replace(strings.Replace(body, "%p1, %t0, 0", "%p1, %r3, 0", 1), "%p2, %t1, 0",
			"%p2, %t0, 0", 1), 1, 64
		text = "\tand.b32 %r3, %t0, 31;\n" + text
	}
	for seed := range 3 {
		out, err := launchOn(t, orderText(strings.ReplaceAll(text, "FENCE", f.text)), blocks, threads, nil, 64)
		if err != nil || out[2] != 42 {
			t.Errorf("%s (%d): %v, %v", f.text, seed, out, err)
			return
		}
	}
	if _, err := launchOn(t, orderText(strings.ReplaceAll(text, "\tFENCE;\n", "")), blocks, threads, nil,
		64); !raceIn(err) {
		t.Errorf("without %s: %v, want a race", f.text, err)
	}
	if !narrow {
		return
	}
	if _, err := launchOn(t, orderText(strings.ReplaceAll(body, "FENCE", f.text)), 2, 32, nil, 64); !raceIn(err) {
		t.Errorf("%s between two blocks: %v, want a race", f.text, err)
	}
}

// Address spaces and local memory of variable size.

func spaceExpectation(f form) (expectation, bool) {
	e := expectation{source: "the same bytes are at both addresses", isa: "9.7.9"}
	switch f.op {
	case "cvta":
		e.check = checkCvta
	case "isspacep":
		e.source, e.check = "generic addresses of all spaces", checkIsspacep
	case "alloca", "stacksave", "stackrestore":
		e.source, e.isa, e.check = "bytes of two allocations, and addresses of one that was given back", "9.7.17",
			checkStack
	default:
		return e, false
	}
	return e, true
}

const spacesText = header + `.global .align 8 .b8 vglobal[16] = {1,0,0,0,0,0,0,0};
.const .align 8 .b8 vconst[16] = {2,0,0,0,0,0,0,0};
.visible .entry k(.param .u64 p0, .param .u64 p1)
{
	.shared .align 8 .b8 vshared[16];
	.local .align 8 .b8 vlocal[16];
	.param .align 8 .b8 vparam[16];
	.reg .b64 %y<9>, %x<9>;
	.reg .b32 %t<4>;
	.reg .pred %p<9>;
	mov.u32 %t0, %tid.x;
	mul.wide.u32 %y1, %t0, 8;
	ld.param.u64 %y0, [p1];
	add.u64 %y1, %y0, %y1;
	mov.u64 %x1, 3;
	st.shared.u64 [vshared], %x1;
	mov.u64 %x1, 4;
	st.local.u64 [vlocal], %x1;
	mov.u64 %x1, 0;
BODY	st.global.u64 [%y1], %x1;
	ret;
}
`

var spaceNumber = map[string]uint64{"global": 1, "const": 2, "shared": 3, "local": 4}

// checkCvta reads a variable by its generic address, and back by the address in its space.
func checkCvta(t *testing.T, f form) {
	t.Helper()
	space := f.first("global", "const", "shared", "local", "param")
	variable, load := "v"+space, "ld."+space+".u64 %x1, [%x2]"
	want := spaceNumber[space]
	if space == "param" { // a parameter of the kernel
		variable, load = "p0", "ld.param.u64 %x1, [%x2]"
	}
	body := "\tmov.u64 %x3, " + variable + ";\n"
	if f.has("to") {
		body += "\tcvta." + space + ".u64 %x4, %x3;\n\t" + f.text + " %x2, %x4;\n\t" + load + ";\n"
	} else {
		body += "\t" + f.text + " %x2, %x3;\n\tld.u64 %x1, [%x2];\n"
	}
	if space == "param" {
		body += "\tld.param.u64 %x5, [p0];\n\tsub.u64 %x1, %x1, %x5;\n" // 0
	}
	out, err := launchOn(t, strings.Replace(spacesText, "BODY", body, 1), 1, 1, []uint64{9}, 1)
	if err != nil || out[0] != want {
		t.Errorf("%s: %v, %v, want %d", f.text, out, err, want)
	}
}

func checkIsspacep(t *testing.T, f form) {
	t.Helper()
	space := strings.TrimSuffix(f.typ(), "::cluster")
	for name := range spaceNumber {
		body := "\tmov.u64 %x3, v" + name + ";\n\tcvta." + name + ".u64 %x4, %x3;\n\t" + f.text + " %p1, %x4;\n\tselp.u64 %x1, 1, 0, %p1;\n"
		// Constants are in global memory.
		want := logical(name == space || name == "const" && space == "global")
		out, err := launchOn(t, strings.Replace(spacesText, "BODY", body, 1), 1, 1, []uint64{9}, 1)
		if err != nil || out[0] != want {
			t.Errorf("%s of an address of %s: %v, %v, want %d", f.text, name, out, err, want)
		}
	}
}

// checkStack: two allocations do not overlap and are aligned; what is taken after the
// stack was restored is where it was before.
func checkStack(t *testing.T, f form) {
	t.Helper()
	body := `	stacksave.u64 %y5;
	alloca.u64 %x2, 24, 32;
	alloca.u64 %x3, 8, 8;
	mov.u64 %x4, 100;
	st.local.u64 [%x2+16], %x4;
	mov.u64 %x4, 20;
	st.local.u64 [%x3], %x4;
	ld.local.u64 %x4, [%x2+16];
	ld.local.u64 %x5, [%x3];
	add.u64 %x1, %x4, %x5;
	and.b64 %x4, %x2, 31;
	add.u64 %x1, %x1, %x4;
	stackrestore.u64 %y5;
	alloca.u64 %x6, 24, 32;
	sub.u64 %x6, %x6, %x2;
	add.u64 %x1, %x1, %x6;
`
	out, err := launchOn(t, strings.Replace(spacesText, "BODY", body, 1), 1, 1, []uint64{9}, 1)
	if err != nil || out[0] != 120 {
		t.Errorf("%s: %v, %v, want 120", f.text, out, err)
	}
}

// TestSpecialRegisters reads each special register in all threads of a launch of three
// dimensions, and compares it with what its section (PTX ISA 10) says.
func TestSpecialRegisters(t *testing.T) {
	dim, grid := [3]uint64{5, 4, 3}, [3]uint64{3, 2, 2}
	type where struct{ thread, block, warp, lane uint64 }
	at := func(n uint64, size [3]uint64, i int) uint64 {
		return [3]uint64{n % size[0], n / size[0] % size[1], n / size[0] / size[1]}[i]
	}
	want := map[string]func(w where) uint64{
		"%laneid": func(w where) uint64 { return w.lane }, "%warpid": func(w where) uint64 { return w.warp }, "%nwarpid": func(where) uint64 { return 32 }, "WARP_SZ": func(where) uint64 { return 32 },
		"%lanemask_eq": func(w where) uint64 { return 1 << w.lane }, "%lanemask_lt": func(w where) uint64 { return 1<<w.lane - 1 }, "%lanemask_le": func(w where) uint64 { return 2<<w.lane - 1 },
		"%lanemask_gt": func(w where) uint64 { return 0xffffffff &^ (2<<w.lane - 1) }, "%lanemask_ge": func(w where) uint64 { return 0xffffffff &^ (1<<w.lane - 1) },
		"%dynamic_smem_size": func(where) uint64 { return 64 }, "%total_smem_size": func(where) uint64 { return 640 }, // in units of 128 bytes
		"%envreg0": func(where) uint64 { return 0 },
	}
	for i, c := range []string{"x", "y", "z"} {
		want["%tid."+c] = func(w where) uint64 { return at(w.thread, dim, i) }
		want["%ntid."+c] = func(where) uint64 { return dim[i] }
		want["%ctaid."+c] = func(w where) uint64 { return at(w.block, grid, i) }
		want["%nctaid."+c] = func(where) uint64 { return grid[i] }
	}
	// These are of the machine, or of its time; the first two are below the third.
	some := map[string]func(v uint64) bool{"%smid": func(v uint64) bool { return v < 2 }, "%nsmid": func(v uint64) bool { return v == 2 }, "%gridid": func(v uint64) bool { return v < 100 }}
	for name := range presets {
		if want[name] == nil && some[name] == nil {
			t.Errorf("%s has no expectation", name)
		}
	}
	const threads, blocks = 60, 12
	read := func(name string) []uint64 {
		text := header + `.extern .shared .align 8 .b8 d[];
.visible .entry k(.param .u64 p0)
{
	.shared .align 8 .b8 s[512];
	.reg .b64 %x<6>;
	.reg .b32 %r<20>;
	mov.u64 %x4, s;
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %tid.y;
	mov.u32 %r3, %tid.z;
	mad.lo.u32 %r2, %r3, 4, %r2;
	mad.lo.u32 %r1, %r2, 5, %r1;
	mov.u32 %r4, %ctaid.x;
	mov.u32 %r5, %ctaid.y;
	mov.u32 %r6, %ctaid.z;
	mad.lo.u32 %r5, %r6, 2, %r5;
	mad.lo.u32 %r4, %r5, 3, %r4;
	mad.lo.u32 %r1, %r4, 60, %r1;
	ld.param.u64 %x1, [p0];
	mul.wide.u32 %x2, %r1, 8;
	add.u64 %x1, %x1, %x2;
	mov.u32 %r9, ` + name + `;
	cvt.u64.u32 %x3, %r9;
	st.global.u64 [%x1], %x3;
	ret;
}
`
		d := testDevice(t)
		m, err := d.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		out := words(t, d, make([]uint64, threads*blocks))
		if err := d.Launch(m.Kernel("k"),
			Grid{Blocks: [3]uint32{3, 2, 2}, Threads: [3]uint32{5, 4, 3}, Shared: 64,
				Params: binary.LittleEndian.AppendUint64(nil, out)}); err != nil {
			t.Fatal(err)
		}
		return readWords(t, d, out, threads*blocks)
	}
	for name, f := range want {
		for i, v := range read(name) {
			thread := uint64(i % threads)
			w := where{thread: thread, block: uint64(i / threads), warp: thread / 32, lane: thread % 32}
			if v != f(w)&0xffffffff {
				t.Errorf("%s in thread %d of block %d: %#x, want %#x", name, thread, w.block, v, f(w))
				break
			}
		}
	}
	for name, f := range some {
		for i, v := range read(name) {
			if !f(v) {
				t.Errorf("%s in thread %d: %d", name, i, v)
				break
			}
		}
	}
	for _, name := range []string{"%clock_hi", "%globaltimer_hi"} {
		if v := read(name); slices.Max(v) != 0 { // nothing takes so long here
			t.Errorf("%s: %d", name, slices.Max(v))
		}
	}
	// Clocks go on.
	for _, name := range []string{"%clock", "%clock64", "%globaltimer", "%globaltimer_lo"} {
		typ, reg := "u64", "%x"
		if name == "%clock" || name == "%globaltimer_lo" {
			typ, reg = "u32", "%r"
		}
		body := fmt.Sprintf("\tmov.%[1]s %[2]s2, %[3]s;\n\tmov.%[1]s %[2]s3, %[3]s;\n\tsetp.lt.%[1]s %%p1, %[2]s2, %[2]s3;\n\tselp.u64 %%x1, 1, 0, %%p1;\n\tst.global.u64 [%%y1], %%x1;\n", typ, reg, name)
		out, err := launchOn(t, orderText(body), 2, 64, nil, 128)
		if err != nil || slices.Contains(out, 0) {
			t.Errorf("%s: %v, %v", name, out, err)
		}
	}
}
