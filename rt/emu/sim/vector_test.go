package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestVectors: an operation on a whole warp gives what it gives when a thread
// is missing, which the other tests compare with independent expectations.
func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	operands := func() []uint64 {
		v := make([]uint64, 32)
		for i := range v {
			switch rng.IntN(4) {
			case 0:
				v[i] = floats32[rng.IntN(len(floats32))]
			case 1:
				v[i] = floats64[rng.IntN(len(floats64))]
			case 2:
				v[i] = rng.Uint64N(70)
			default:
				v[i] = rng.Uint64()
			}
		}
		return v
	}
	var bodies []string
	for op := range vectors2 {
		bodies = append(bodies, vectorBody(op, "%[1]s, %[2]s, %[3]s"))
	}
	for op := range vectors1 {
		bodies = append(bodies, vectorBody(op, "%[1]s, %[2]s"))
	}
	bodies = append(bodies, moves...)
	for op := range strings.FieldsSeq("lt le gt ge eq ne ltu leu gtu geu equ neu num nan") {
		bodies = append(bodies,
			"mov.b64 %d1, %a;\nmov.b64 %d2, %b;\nsetp."+op+".f64 %p1|%p2, %d1, %d2;\nselp.u64 %o, 5, 7, %p1;\n@%p2 add.s64 %o, %o, 16;",
			"cvt.u32.u64 %r1, %a;\ncvt.u32.u64 %r2, %b;\nmov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\nsetp."+op+".f32 %p1|%p2, %f1, %f2;\nselp.u64 %o, 5, 7, %p1;\n@%p2 add.s64 %o, %o, 16;")
	}
	for op := range vectors3 {
		bodies = append(bodies, vectorBody(op, "%[1]s, %[2]s, %[3]s, %[4]s"))
	}
	for _, typ := range []string{"u32", "s32", "u64", "s64", "b32", "u16", "s16"} {
		for _, op := range []string{"eq", "ne", "lt", "le", "gt", "ge"} {
			x, y := "%a", "%b"
			switch typeBits(typ) {
			case 32:
				x, y = "%r1", "%r2"
			case 16:
				x, y = "%h1", "%h2"
			}
			bodies = append(bodies,
				"cvt.u32.u64 %r1, %a;\ncvt.u32.u64 %r2, %b;\ncvt.u16.u64 %h1, %a;\ncvt.u16.u64 %h2, %b;\nsetp."+
					op+"."+typ+" %p1|%p2, "+x+", "+y+";\nselp.u64 %o, 5, 7, %p1;\n@%p2 add.s64 %o, %o, 16;")
		}
	}
	for _, body := range bodies {
		for range 8 {
			in := [3][]uint64{operands(), operands(), operands()}
			whole := mustExecute(t, wrap(body), 32, in[:]...)
			for i, want := range mustExecute(t, wrap(body), 31, in[0][:31], in[1][:31], in[2][:31]) {
				if whole[i] != want {
					t.Fatalf("%s\n%#x, %#x, %#x: %#x in a whole warp, else %#x", body, in[0][i], in[1][i], in[2][i],
						whole[i], want)
				}
			}
		}
	}
}

// moves are operations of other forms that whole warps have.
var moves = []string{
	"cvt.u32.u64 %r1, %a;\ncvt.s64.s32 %o, %r1;",
	"cvt.u32.u64 %r1, %a;\ncvt.u64.u32 %o, %r1;",
	"cvt.u16.u64 %h1, %a;\ncvt.s32.s16 %r1, %h1;\ncvt.u64.u32 %o, %r1;",
	"cvt.u16.u64 %h1, %a;\ncvt.s64.s8 %o, %h1;",
	"cvt.u16.u64 %h1, %a;\ncvt.u32.u8 %r1, %h1;\ncvt.u64.u32 %o, %r1;",
	"cvt.s32.s8 %r1, %a;\ncvt.u64.u32 %o, %r1;",
	"mov.b64 {%r1, %r2}, %a;\nmov.b64 %o, {%r2, %r1};",
	"mov.b64 {%r1, _}, %a;\nmov.b64 {_, %r1}, %b;\nmov.b64 %o, {%r1, %r1};",
	"setp.lt.u64 %p1, %a, %b;\nselp.b64 %o, %a, %b, %p1;",
	"setp.lt.s64 %p1, %a, %b;\nselp.b64 %o, %b, %a, !%p1;",
	"cvta.to.shared.u64 %o, %a;\ncvta.shared.u64 %x9, %b;\nadd.s64 %o, %o, %x9;",
	"mov.u64 %o, %a;\nmov.u64 %o, %b;",
}

// TestShufflesWithConstants: they give what they give when the operands are in
// registers.
func TestShufflesWithConstants(t *testing.T) {
	values := make([]uint64, 32)
	for i := range values {
		values[i] = uint64(i)*0x0101 + 7
	}
	for mode := range strings.FieldsSeq("up down bfly idx") {
		for _, b := range []uint32{0, 1, 5, 16, 31, 33} {
			for _, c := range []uint32{0, 31, 0x1f00, 0x181f, 0x1807, 0x1c1f} {
				body := "cvt.u32.u64 %r1, %a;\nmov.u32 %r2, B;\nmov.u32 %r3, C;\nshfl.sync." + mode + ".b32 %r4|%p1, %r1, OPERANDS, -1;\nselp.u32 %r5, 1, 2, %p1;\nmov.b64 %o, {%r4, %r5};"
				body = strings.NewReplacer("B;", fmt.Sprint(b, ";"), "C;", fmt.Sprint(c, ";")).Replace(body)
				fixed := mustExecute(t, wrap(strings.Replace(body, "OPERANDS", fmt.Sprint(b, ", ", c), 1)), 32, values)
				free := mustExecute(t, wrap(strings.Replace(body, "OPERANDS", "%r2, %r3", 1)), 32, values)
				if !slices.Equal(fixed, free) {
					t.Errorf("shfl.sync.%s %d, %#x: %x with constants, %x with registers", mode, b, c, fixed, free)
				}
			}
		}
	}
}

func typeBits(typ string) uint {
	w, _ := width(typ)
	if w == 0 {
		w = uint(8 * floatBytes(typ))
	}
	return w
}

// vectorBody computes %o with an operation.
func vectorBody(op, operands string) string {
	typ := op[strings.LastIndexByte(op, '.')+1:]
	bits := typeBits(typ)
	if strings.HasPrefix(op, "shl") || strings.HasPrefix(op, "shr") {
		if bits == 64 {
			return "cvt.u32.u64 %r2, %b;\n" + op + " %o, %a, %r2;"
		}
	}
	if !strings.Contains(op, ".wide") {
		return narrow(bits, op+" "+operands+";")
	}
	last := ""
	if strings.HasPrefix(op, "mad") {
		last = ", %c"
	}
	return "cvt.u32.u64 %r1, %a;\ncvt.u32.u64 %r2, %b;\n" + op + " %o, %r1, %r2" + last + ";"
}
