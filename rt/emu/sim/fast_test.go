package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

// general makes a module's instructions be executed thread by thread.
func general(m *Module) {
	for _, fn := range m.dev.functions {
		for i := range fn.code {
			in := &fn.code[i]
			in.whole = nil
			switch op, _, _ := strings.Cut(in.src.Op, "."); op {
			case "ld":
				in.exec = load
			case "st":
				in.exec = store
			}
		}
	}
}

// accesses is a random kernel: its threads read and write memory in the patterns
// that have fast paths and others, with barriers between.
func accesses(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString(header + `.visible .entry k(.param .u64 p0)
{
	.shared .align 8 .b8 s[1024];
	.reg .b64 %p, %x<9>, %v;
	.reg .b32 %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %ctaid.x;
	mov.u32 %r3, %ntid.x;
	mad.lo.u32 %r4, %r2, %r3, %r1;
	cvt.u64.u32 %v, %r4;
	cvt.u32.u64 %r6, %v;
	setp.lt.u32 %q, %r1, 40;
	mov.u64 %x5, s;
`)
	for range 2 + rng.IntN(5) {
		size := []int{4, 8}[rng.IntN(2)]
		reg := map[int]string{4: "%r6", 8: "%v"}[size]
		index := []string{"%r1", "%r4", "%r4", "%r4", "%r2"}[rng.IntN(5)]
		switch rng.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "\txor.b32 %%r5, %s, 1;\n", index)
		case 1:
			b.WriteString("\tmov.u32 %r5, 3;\n")
		default:
			fmt.Fprintf(&b, "\tmov.u32 %%r5, %s;\n", index)
		}
		fmt.Fprintf(&b, "\tmul.wide.u32 %%x1, %%r5, %d;\n", size)
		guard := []string{"", "", "", "@%q "}[rng.IntN(4)]
		if rng.IntN(4) == 0 {
			b.WriteString("\tand.b64 %x1, %x1, 511;\n\tadd.s64 %x2, %x5, %x1;\n")
			if rng.IntN(2) == 0 {
				fmt.Fprintf(&b, "\t%sst.shared.u%d [%%x2+%d], %s;\n", guard, 8*size, rng.IntN(3)*size, reg)
			} else {
				fmt.Fprintf(&b, "\t%sld.shared.u%d %s, [%%x2+%d];\n", guard, 8*size, reg, rng.IntN(3)*size)
			}
		} else {
			b.WriteString("\tadd.s64 %x2, %p, %x1;\n")
			if rng.IntN(3) == 0 {
				fmt.Fprintf(&b, "\t%sst.global.u%d [%%x2+%d], %s;\n", guard, 8*size, rng.IntN(3)*size, reg)
			} else {
				fmt.Fprintf(&b, "\t%sld.global.%s%d %s, [%%x2+%d];\n", guard, []string{"u", "s"}[rng.IntN(2)], 8*size,
					reg, rng.IntN(3)*size)
			}
		}
		switch rng.IntN(4) {
		case 0:
			b.WriteString("\tbar.sync 0;\n")
		case 1:
			b.WriteString("\tbar.warp.sync -1;\n")
		}
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// TestFastAccesses: the fast paths find what thread by thread is found, with the
// same words, and leave the same.
func TestFastAccesses(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	run := func(text string, slow bool) (string, []byte) {
		o := Defaults()
		o.Memory, o.Workers, o.Profile = 16<<20, 1, true
		d, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := d.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		if slow {
			general(m)
		}
		const size = 2*64*8 + 16
		a, err := d.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Fill(a, 1, size); err != nil {
			t.Fatal(err)
		}
		message := ""
		if err := d.Launch(m.Kernel("k"),
			Grid{Blocks: [3]uint32{2, 1, 1}, Threads: [3]uint32{64, 1, 1},
				Params: binary.LittleEndian.AppendUint64(nil, a)}); err != nil {
			message = err.Error()
		}
		c := d.Profile()[0]
		message += fmt.Sprintf(" %+v", *c)
		b, err := d.Bytes(a, size)
		if err != nil {
			t.Fatal(err)
		}
		return message, bytes.Clone(b)
	}
	faults := map[string]int{}
	for i := range 600 {
		text := accesses(rng)
		fast, left := run(text, false)
		slow, leftSlow := run(text, true)
		if fast != slow || strings.HasPrefix(fast, " ") && !bytes.Equal(left, leftSlow) {
			t.Fatalf("%s\nprogram %d: %s\nthread by thread: %s", text, i, fast, slow)
		}
		kind, _, _ := strings.Cut(fast, ":")
		if strings.HasPrefix(kind, " {") {
			kind = "none"
		}
		faults[kind]++
	}
	for _, kind := range []string{"none", string(check.Race), string(check.Uninitialised)} {
		if faults[kind] < 50 {
			t.Errorf("only %d programs with %s: %v", faults[kind], kind, faults)
		}
	}
}
