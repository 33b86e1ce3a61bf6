package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// histories is a random kernel that reads a lot, and writes here and there: what is remembered
// of its accesses is of many kinds.
func histories(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString(header + `.visible .entry k(.param .u64 p0)
{
	.reg .b64 %p, %x<9>, %v<3>;
	.reg .b32 %t, %c, %g, %r<9>;
	.reg .pred %q;
	ld.param.u64 %p, [p0];
	mov.u32 %t, %tid.x;
	mov.u32 %c, %ctaid.x;
	mov.u32 %r3, %ntid.x;
	mad.lo.u32 %g, %c, %r3, %t;
	cvt.u64.u32 %v1, %g;
	mov.u64 %v2, 7;
	cvt.u32.u64 %r6, %v1;
`)
	pick := func(all ...string) string { return all[rng.IntN(len(all))] }
	writes := rng.IntN(3)
	for range 4 + rng.IntN(12) {
		fmt.Fprintf(&b, "\tmov.u32 %%r5, %s;\n", pick("%g", "%g", "%g", "%g", "%t", "%c", "3"))
		b.WriteString(pick("", "", "", "\txor.b32 %r5, %r5, 1;\n", "\tshr.u32 %r5, %r5, 1;\n",
			"\tshl.b32 %r5, %r5, 1;\n",
			"\tmul.lo.u32 %r5, %r5, 7;\n\tand.b32 %r5, %r5, 127;\n", "\tadd.u32 %r5, %r5, 1;\n", "\tadd.u32 %r5, %r5, 32;\n"))
		size := []int{4, 4, 4, 8, 8, 16, 1, 2}[rng.IntN(8)]
		fmt.Fprintf(&b, "\tmul.wide.u32 %%x1, %%r5, %d;\n\tadd.s64 %%x2, %%p, %%x1;\n", size)
		lanes := pick("", "", "setp.lt.u32 %q, %t, 40;", "setp.eq.u32 %q, %t, 33;", "setp.ne.u32 %q, %c, 1;",
			"and.b32 %r7, %t, 3; setp.eq.u32 %q, %r7, 1;")
		guard := ""
		if lanes != "" {
			guard = "@%q "
			b.WriteString("\t" + lanes + "\n")
		}
		regs := map[int]string{1: "%r6", 2: "%r6", 4: "%r6", 8: "%v1", 16: "{%v1, %v2}"}[size]
		typ := map[int]string{1: "u8", 2: "u16", 4: "u32", 8: "u64", 16: "v2.u64"}[size]
		if pair := rng.IntN(3) == 0; pair && size == 8 {
			regs, typ = "{%r6, %r8}", "v2.u32"
		}
		if size == 16 {
			b.WriteString("\tand.b64 %x2, %x2, -16;\n")
		}
		switch rng.IntN(12) {
		case 0, 1:
			if writes--; writes >= 0 {
				fmt.Fprintf(&b, "\t%sst.%sglobal.%s [%%x2], %s;\n", guard, pick("", "", "volatile."), typ, regs)
			}
		case 2:
			if size == 4 || size == 8 && regs == "%v1" {
				fmt.Fprintf(&b, "\t%satom.%sglobal.add.%s %s, [%%x2], 1;\n", guard,
					pick("", "relaxed.cta.", "relaxed.gpu."), typ, regs)
			}
		case 3:
			fmt.Fprintf(&b, "\t%sld.volatile.global.%s %s, [%%x2];\n", guard, typ, regs)
		default:
			fmt.Fprintf(&b, "\t%sld.global.%s %s, [%%x2];\n", guard, typ, regs)
		}
		b.WriteString(pick("", "", "", "", "\tbar.sync 0;\n", "\tbar.warp.sync -1;\n", "\tmembar.gl;\n"))
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// allCells makes the words of all rows have cells from the start on.
func (m *memory) allCells() {
	for i := range m.size / rowBytes {
		(*row)(unsafe.Add(m.rows, i*rowBytes)).wide = launchMask
	}
}

// TestRows: what is found with runs of words is what is found word by word, with the same message.
func TestRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	run := func(text string, cells bool) (string, []byte, bool) {
		o := Defaults()
		o.Memory, o.Workers = 1<<20, 1
		d, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := d.Load(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if cells {
			d.mem.allCells()
		}
		const size = 8192
		a, err := d.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Fill(a, 1, size); err != nil {
			t.Fatal(err)
		}
		message := ""
		for range 2 {
			if err := d.Launch(m.Kernel("k"),
				Grid{Blocks: [3]uint32{3, 1, 1}, Threads: [3]uint32{96, 1, 1},
					Params: binary.LittleEndian.AppendUint64(nil, a)}); err != nil {
				message = err.Error()
				break
			}
		}
		b, err := d.Bytes(a, size)
		if err != nil {
			t.Fatal(err)
		}
		expanded := d.mem.rowAt(a-globalBase).wide != 0
		return message, bytes.Clone(b), expanded
	}
	right, wrong, compact := 0, 0, 0
	for i := range 400 {
		if raced && i == 50 {
			return
		}
		text := histories(rng)
		rows, left, expanded := run(text, false)
		cells, leftCells, _ := run(text, true)
		if rows != cells || rows == "" && !bytes.Equal(left, leftCells) {
			t.Fatalf("%s\nprogram %d: %s\nword by word: %s", text, i, rows, cells)
		}
		if rows == "" {
			right++
		} else {
			wrong++
		}
		if !expanded {
			compact++
		}
	}
	t.Logf("%d kernels are right, %d wrong; runs were enough for %d", right, wrong, compact)
	if right < 50 || wrong < 50 || compact < 50 {
		t.Errorf("%d right, %d wrong, %d with runs to the end", right, wrong, compact)
	}
}
