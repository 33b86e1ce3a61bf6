package sim

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// corners64 are values at which arithmetic goes wrong first.
func corners(bits uint) []uint64 {
	top := uint64(1) << (bits - 1)
	v := []uint64{0, 1, 2, 3, 7, 31, 32, 63, 64, top - 1, top, top + 1, maskOf(bits), maskOf(bits) - 1,
		0x5555555555555555 & maskOf(bits)}
	r := rand.New(rand.NewPCG(1, uint64(bits)))
	for len(v) < 32 {
		v = append(v, r.Uint64()&maskOf(bits)>>r.Uint64N(uint64(bits)))
	}
	return v
}

var floats32 = func() []uint64 {
	v := []uint64{0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x3f800001, 0x7f7fffff,
		0xff7fffff,
		0x7f800000, 0xff800000, 0x7fc00000, 0x4b7fffff, 0x4b800001, 0x33800000, 0x33800001, 0x40490fdb, 0x4f000000}
	r := rand.New(rand.NewPCG(2, 2))
	for len(v) < 64 {
		v = append(v, r.Uint64()&0xffffffff)
	}
	return v
}()

var floats64 = func() []uint64 {
	v := []uint64{0, 1 << 63, 1, 1<<63 | 1, 1<<52 - 1, 1 << 52, math.Float64bits(1), math.Float64bits(-1),
		math.Float64bits(1) + 1,
		math.Float64bits(math.MaxFloat64), math.Float64bits(math.Inf(1)), math.Float64bits(math.Inf(-1)), nan64, math.Float64bits(math.Pi)}
	r := rand.New(rand.NewPCG(3, 3))
	for len(v) < 64 {
		v = append(v, r.Uint64())
	}
	return v
}()

// apply executes one instruction in threads with all pairs of values.
func apply(t *testing.T, body string, a, b, c []uint64) []uint64 {
	t.Helper()
	var out []uint64
	for i := 0; i < len(a); i += 256 {
		end := min(i+256, len(a))
		cut := func(v []uint64) []uint64 {
			if v == nil {
				return nil
			}
			return v[i:end]
		}
		out = append(out, mustExecute(t, wrap(body), end-i, cut(a), cut(b), cut(c))...)
	}
	return out
}

func pairs(v []uint64) (a, b []uint64) {
	for _, x := range v {
		for _, y := range v {
			a, b = append(a, x), append(b, y)
		}
	}
	return a, b
}

// reg is the register and its type for operands of a width, filled from %a, %b, %c.
func narrow(bits uint, op string) string {
	switch bits {
	case 32:
		return "cvt.u32.u64 %r1, %a;\ncvt.u32.u64 %r2, %b;\ncvt.u32.u64 %r3, %c;\n" + fmt.Sprintf(op, "%r4", "%r1",
			"%r2", "%r3") + "\ncvt.u64.u32 %o, %r4;"
	case 16:
		return "cvt.u16.u64 %h1, %a;\ncvt.u16.u64 %h2, %b;\ncvt.u16.u64 %h3, %c;\n" + fmt.Sprintf(op, "%h4", "%h1",
			"%h2", "%h3") + "\ncvt.u64.u16 %o, %h4;"
	}
	return fmt.Sprintf(op, "%o", "%a", "%b", "%c")
}

// TestIntegers compares with arithmetic in math/big.
func TestIntegers(t *testing.T) {
	for _, bits := range []uint{16, 32, 64} {
		a, b := pairs(corners(bits))
		for _, signed := range []bool{false, true} {
			val := func(v uint64) *big.Int {
				if signed {
					return big.NewInt(sext(v, bits))
				}
				return new(big.Int).SetUint64(v)
			}
			letter := map[bool]string{false: "u", true: "s"}[signed]
			for op, f := range map[string]func(x, y *big.Int) *big.Int{
				"add":    func(x, y *big.Int) *big.Int { return x.Add(x, y) },
				"sub":    func(x, y *big.Int) *big.Int { return x.Sub(x, y) },
				"mul.lo": func(x, y *big.Int) *big.Int { return x.Mul(x, y) },
				"mul.hi": func(x, y *big.Int) *big.Int { x.Mul(x, y); return x.Rsh(x, bits) },
				"min": func(x, y *big.Int) *big.Int {
					if x.Cmp(y) < 0 {
						return x
					}
					return y
				},
				"max": func(x, y *big.Int) *big.Int {
					if x.Cmp(y) > 0 {
						return x
					}
					return y
				},
			} {
				name := fmt.Sprintf("%s.%s%d", op, letter, bits)
				out := apply(t, narrow(bits, name+" %[1]s, %[2]s, %[3]s;"), a, b, nil)
				mask := new(big.Int).SetUint64(maskOf(bits))
				for i := range a {
					want := f(val(a[i]), val(b[i]))
					if want.And(want, mask); want.Uint64() != out[i] {
						t.Fatalf("%s %#x, %#x = %#x, want %#x", name, a[i], b[i], out[i], want)
					}
				}
			}
		}
	}
}

// exact is an arithmetic operation on finite values as a big.Float.
type exact func(a, b, c *big.Float) *big.Float

// TestFloat32 and TestFloat64 compare each rounding mode with math/big's.
func TestFloats(t *testing.T) {
	ops := map[string]exact{
		"add": func(a, b, _ *big.Float) *big.Float { return a.Add(a, b) },
		"sub": func(a, b, _ *big.Float) *big.Float { return a.Sub(a, b) },
		"mul": func(a, b, _ *big.Float) *big.Float { return a.Mul(a, b) },
		"div": func(a, b, _ *big.Float) *big.Float {
			if b.Sign() == 0 {
				return nil
			}
			return a.Quo(a, b)
		},
		"fma": func(a, b, c *big.Float) *big.Float { a.Mul(a, b); return a.Add(a, c) },
	}
	for op, f := range ops {
		for mode, round := range map[string]rounding{"rn": toNearest, "rz": toZero, "rm": toMinus, "rp": toPlus} {
			testFloat(t, op, mode, round, f, 32, floats32)
			testFloat(t, op, mode, round, f, 64, floats64)
		}
	}
}

func testFloat(t *testing.T, op, mode string, round rounding, f exact, bits uint, values []uint64) {
	t.Helper()
	a, b := pairs(values)
	c := make([]uint64, len(a))
	for i := range c {
		c[i] = values[(i*7+i/64)%len(values)]
	}
	third := ""
	if op == "fma" {
		third = ", %[4]s"
	}
	name := fmt.Sprintf("%s.%s.f%d", op, mode, bits)
	out := apply(t, narrow(bits, name+" %[1]s, %[2]s, %[3]s"+third+";"), a, b, c)
	val := f64
	if bits == 32 {
		val = func(v uint64) float64 { return float64(f32(v)) }
	}
	for i := range a {
		if !finite(val(a[i]), val(b[i])) || op == "fma" && !finite(val(c[i])) {
			continue
		}
		z := bigOf(0)
		if op == "fma" {
			z = bigOf(val(c[i]))
		}
		x := f(bigOf(val(a[i])), bigOf(val(b[i])), z)
		if x == nil || x.Sign() == 0 {
			continue
		}
		want := rounded(x, round, bits)
		if out[i] != want {
			t.Fatalf("%s %#x, %#x, %#x = %#x, want %#x", name, a[i], b[i], c[i], out[i], want)
		}
	}
}

// rounded searches the neighbours of the nearest number, independent of the
// simulator's rounding.
func rounded(x *big.Float, mode rounding, bits uint) uint64 {
	type number struct {
		bits uint64
		v    float64
	}
	var near []number
	if bits == 64 {
		f, _ := x.Float64()
		for _, v := range []float64{math.Nextafter(f, math.Inf(-1)), f, math.Nextafter(f, math.Inf(1))} {
			near = append(near, number{math.Float64bits(v), v})
		}
	} else {
		f, _ := x.Float32()
		for _, v := range []float32{math.Nextafter32(f, float32(math.Inf(-1))), f,
			math.Nextafter32(f, float32(math.Inf(1)))} {
			near = append(near, number{uint64(math.Float32bits(v)), float64(v)})
		}
	}
	if mode == toNearest {
		return near[1].bits
	}
	sign := uint64(0)
	if x.Sign() < 0 {
		sign = 1 << (bits - 1)
	}
	up := mode == toPlus || mode == toZero && x.Sign() < 0
	best := near[1]
	found := false
	for _, n := range near {
		cmp := 1
		if !math.IsInf(n.v, 1) {
			cmp = -1
			if !math.IsInf(n.v, -1) {
				cmp = new(big.Float).SetFloat64(n.v).Cmp(x)
			}
		}
		if up && cmp >= 0 && (!found || n.v < best.v) || !up && cmp <= 0 && (!found || n.v > best.v) {
			best, found = n, true
		}
	}
	if best.v == 0 {
		return sign
	}
	return best.bits
}

func TestFloatCorners(t *testing.T) {
	inf, nan := uint64(0x7f800000), uint64(nan32)
	for _, c := range []struct {
		op         string
		a, b, want uint64
	}{
		{"add.rn.f32", inf, inf | 1<<31, nan}, {"mul.rn.f32", 0, inf, nan}, {"div.rn.f32", 0, 0, nan},
		{"div.rn.f32", 0x3f800000, 0x80000000, inf | 1<<31},
		{"add.rm.f32", 0x3f800000, 0xbf800000, 0x80000000}, {"add.rn.f32", 0x80000000, 0x80000000, 0x80000000},
		{"min.f32", 0x7fc00000, 0x3f800000, 0x3f800000}, {"min.f32", 0, 0x80000000, 0x80000000},
		{"max.f32", 0x80000000, 0, 0},
		{"max.NaN.f32", 0x7fc00000, 0x3f800000, nan}, {"add.ftz.f32", 1, 1, 0},
		{"mul.sat.f32", 0x40000000, 0x40000000, 0x3f800000},
		{"add.sat.f32", 0xbf800000, 0, 0}, {"copysign.f32", 1 << 31, 0x3f800000, 0xbf800000},
	} {
		out := apply(t, narrow(32, c.op+" %[1]s, %[2]s, %[3]s;"), []uint64{c.a}, []uint64{c.b}, nil)
		if out[0] != c.want {
			t.Errorf("%s %#x, %#x = %#x, want %#x", c.op, c.a, c.b, out[0], c.want)
		}
	}
}

func TestSquareRoots(t *testing.T) {
	for mode, round := range map[string]rounding{"rn": toNearest, "rz": toZero, "rm": toMinus, "rp": toPlus} {
		out := apply(t, narrow(32, "sqrt."+mode+".f32 %[1]s, %[2]s;"), floats32, nil, nil)
		for i, a := range floats32 {
			v := float64(f32(a))
			if !(v > 0) || math.IsInf(v, 0) {
				continue
			}
			want := rounded(new(big.Float).SetPrec(400).Sqrt(bigOf(v)), round, 32)
			if out[i] != want {
				t.Errorf("sqrt.%s.f32 %#x = %#x, want %#x", mode, a, out[i], want)
			}
		}
	}
}

func TestConversions(t *testing.T) {
	for _, c := range []struct {
		body    string
		a, want uint64
	}{
		{"cvt.s64.s32 %o, %r1;", 0x80000000, 0xffffffff80000000},
		{"cvt.u64.u32 %o, %r1;", 0x80000000, 0x80000000},
		{"cvt.s64.s8 %o, %r1;", 0x1ff, ^uint64(0)},
		{"cvt.rzi.s64.f32 %o, %r1;", 0x7fc00000, 1 << 63},
		{"cvt.rzi.u64.f32 %o, %r1;", 0xbf800000, 0},
		{"cvt.rzi.s32.f32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 0x4f000000, 0x7fffffff},
		{"cvt.rni.s64.f32 %o, %r1;", 0x40200000, 2}, // 2.5
		{"cvt.rpi.s64.f32 %o, %r1;", 0x40200000, 3},
		{"cvt.rmi.s64.f32 %o, %r1;", 0xc0200000, ^uint64(2)},
		{"cvt.rn.f32.u32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 0xffffffff, 0x4f800000},
		{"cvt.rz.f32.u32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 0xffffffff, 0x4f7fffff},
		{"cvt.f64.f32 %o, %r1;", 0x3fc00000, math.Float64bits(1.5)},
		{"cvt.rn.f16.f32 %h1, %r1;\ncvt.u64.u16 %o, %h1;", 0x477ff000, 0x7c00}, // 65520 rounds to infinity
		{"cvt.rz.f16.f32 %h1, %r1;\ncvt.u64.u16 %o, %h1;", 0x477ff000, 0x7bff},
		{"cvt.rn.f16.f32 %h1, %r1;\ncvt.u64.u16 %o, %h1;", 0x33800000, 1}, // the smallest subnormal
		{"cvt.rn.f16.f32 %h1, %r1;\ncvt.u64.u16 %o, %h1;", 0x33000000, 0}, // half of it, to even
		{"cvt.rn.bf16.f32 %h1, %r1;\ncvt.u64.u16 %o, %h1;", 0x3f808000, 0x3f80},
		{"cvt.rn.bf16.f32 %h1, %r1;\ncvt.u64.u16 %o, %h1;", 0x3f818000, 0x3f82},
		{"cvt.sat.u8.s32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 0xfffffff0, 0},
		{"cvt.sat.u8.s32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 0x1ff, 255},
		{"popc.b32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 0xf0f0, 8},
		{"clz.b32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 0x00010000, 15},
		{"brev.b32 %r2, %r1;\ncvt.u64.u32 %o, %r2;", 1, 0x80000000},
		{"bfe.s32 %r2, %r1, 4, 4;\ncvt.u64.u32 %o, %r2;", 0x80, 0xfffffff8},
		{"bfi.b32 %r2, 15, %r1, 4, 4;\ncvt.u64.u32 %o, %r2;", 0x1000, 0x10f0},
		{"prmt.b32 %r2, %r1, 0, 291;\ncvt.u64.u32 %o, %r2;", 0x44332211, 0x11223344},
		{"lop3.b32 %r2, %r1, 0xff00, 0xf0f0, 0x96;\ncvt.u64.u32 %o, %r2;", 0xcccc, 0xcccc ^ 0xff00 ^ 0xf0f0},
		{"shf.l.wrap.b32 %r2, %r1, 1, 36;\ncvt.u64.u32 %o, %r2;", 0xf0000000, 0x1f},
		{"dp4a.u32.u32 %r2, %r1, 0x01010101, 5;\ncvt.u64.u32 %o, %r2;", 0x04030201, 15},
		{"mul.wide.s32 %o, %r1, -2;", 0xffffffff, 2},
		{"mad.wide.u32 %o, %r1, 2, 5;", 0xffffffff, 0x200000003},
		{"add.cc.u32 %r2, %r1, 1;\naddc.u32 %r3, 0, 0;\nmov.b64 %o, {%r2, %r3};", 0xffffffff, 1 << 32},
		{"setp.lt.s32 %p1, %r1, 0;\nselp.b64 %o, 1, 2, %p1;", 0x80000000, 1},
		{"setp.ltu.f32 %p1, %r1, 0f00000000;\nselp.b64 %o, 1, 2, %p1;", 0x7fc00000, 1},
		{"setp.lt.f32 %p1|%p2, %r1, 0f00000000;\nselp.b64 %o, 1, 2, %p2;", 0x7fc00000, 1},
		{"shr.s32 %r2, %r1, 40;\ncvt.u64.u32 %o, %r2;", 0x80000000, 0xffffffff},
		{"shl.b32 %r2, %r1, 32;\ncvt.u64.u32 %o, %r2;", 1, 0},
		{"mov.b32 {%h1, %h2}, %r1;\nmov.b32 %r2, {%h2, %h1};\ncvt.u64.u32 %o, %r2;", 0x12345678, 0x56781234},
	} {
		out := mustExecute(t, wrap("cvt.u32.u64 %r1, %a;\n"+c.body), 1, []uint64{c.a})
		if out[0] != c.want {
			t.Errorf("%s of %#x gives %#x, want %#x", c.body, c.a, out[0], c.want)
		}
	}
}

// TestHalves compares all halves with float64 arithmetic, which is exact for
// sums and products of them.
func TestHalves(t *testing.T) {
	for v := range uint64(1 << 16) {
		f := fp16.to64(v)
		if f != f {
			continue
		}
		if back := fp16.from64(f, toNearest); back != v {
			t.Fatalf("%#x is %g, which is %#x", v, f, back)
		}
		if f := bf16.to64(v); f == f && f != float64(math.Float32frombits(uint32(v)<<16)) {
			t.Fatalf("bf16 %#x is %g", v, f)
		}
	}
}
