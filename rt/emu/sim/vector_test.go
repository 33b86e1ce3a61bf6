package sim

import (
	"math/rand/v2"
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
			bodies = append(bodies, "cvt.u32.u64 %r1, %a;\ncvt.u32.u64 %r2, %b;\ncvt.u16.u64 %h1, %a;\ncvt.u16.u64 %h2, %b;\nsetp."+
				op+"."+typ+" %p1|%p2, "+x+", "+y+";\nselp.u64 %o, 5, 7, %p1;\n@%p2 add.s64 %o, %o, 16;")
		}
	}
	for _, body := range bodies {
		for range 8 {
			in := [3][]uint64{operands(), operands(), operands()}
			whole := mustExecute(t, wrap(body), 32, in[:]...)
			for i, want := range mustExecute(t, wrap(body), 31, in[0][:31], in[1][:31], in[2][:31]) {
				if whole[i] != want {
					t.Fatalf("%s\n%#x, %#x, %#x: %#x in a whole warp, else %#x", body, in[0][i], in[1][i], in[2][i], whole[i], want)
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
