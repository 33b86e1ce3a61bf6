// Decodes arithmetic instructions of PTX, and executes those without a fast path.

package sim

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ompcc/rt/emu/check"
)

// lanes2 executes in.f2 for each thread in m.
func lanes2(w *warp, in *inst, m uint32) {
	d, a, b, f := &w.fr.regs[in.d], &w.fr.regs[in.a], &w.fr.regs[in.b], in.f2
	if m == ^uint32(0) {
		for i := range d {
			d[i] = f(a[i], b[i])
		}
		return
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		d[i] = f(a[i], b[i])
	}
}

// divides executes integer div and rem. The result of a division by zero is machine-specific (PTX ISA 9.7.1.8), so
// divides reports it as a fault.
func divides(w *warp, in *inst, m uint32) {
	b := &w.fr.regs[in.b]
	for r := m; r != 0; r &= r - 1 {
		if lane := bits.TrailingZeros32(r); b[lane] == 0 {
			typ := in.src.Op[strings.LastIndexByte(in.src.Op, '.')+1:]
			v := strconv.FormatUint(w.fr.regs[in.a][lane], 10)
			if bits, signed := width(typ); signed {
				v = strconv.FormatInt(sext(w.fr.regs[in.a][lane], bits), 10)
			}
			w.fail(check.Division, lane, "%s by 0", v)
			return
		}
	}
	lanes2(w, in, m)
}

func lanes1(w *warp, in *inst, m uint32) {
	d, a, f := &w.fr.regs[in.d], &w.fr.regs[in.a], in.f1
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		d[i] = f(a[i])
	}
}

func lanes3(w *warp, in *inst, m uint32) {
	d, a, b, c, f := &w.fr.regs[in.d], &w.fr.regs[in.a], &w.fr.regs[in.b], &w.fr.regs[in.c], in.f3
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		d[i] = f(a[i], b[i], c[i])
	}
}

// decode2 decodes d = f(a, b).
func decode2(d *decoder, in *inst, op string, m mods) error {
	if err := in.args(3); err != nil {
		return err
	}
	typ := m[len(m)-1]
	if typ == "pred" {
		return decodePredOp(d, in, op)
	}
	in.class = classOf(typ)
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, typ, 1); err != nil {
		return err
	}
	if op == "shl" || op == "shr" {
		if in.b, err = d.value(in.src.Args[2], "u32"); err != nil {
			return err
		}
	}
	in.exec = lanes2
	if in.f2, err = func2(op, typ, m); err != nil {
		return err
	}
	if in.class == ClassInteger && (op == "div" || op == "rem") {
		in.exec = divides
	}
	if m.has("cc") {
		return decodeCarry(d, in, op, m)
	}
	in.whole = vectors2[in.src.Op]
	return nil
}

func func2(op, typ string, m mods) (func(a, b uint64) uint64, error) {
	if classOf(typ) != ClassInteger {
		return float2(op, typ, m)
	}
	if m.has("relu") {
		return rectified(op, typ)
	}
	if strings.HasSuffix(typ, "x2") {
		return packed2(op, typ)
	}
	if op == "mul" {
		op = "mul." + m[0]
	}
	if m.has("sat") && typ == "s32" {
		return saturating(op)
	}
	return integer2(op, typ)
}

// packed2 returns the function of an operation on the two halves of a word (add.s16x2, min.u16x2 …).
func packed2(op, typ string) (func(a, b uint64) uint64, error) {
	f, err := integer2(op, strings.TrimSuffix(typ, "x2"))
	if err != nil {
		return nil, err
	}
	return func(a, b uint64) uint64 {
		return f(a&0xffff, b&0xffff) | f(a>>16&0xffff, b>>16&0xffff)<<16
	}, nil
}

// rectified returns the function of min.relu or max.relu, which replace a negative result by 0.
func rectified(op, typ string) (func(a, b uint64) uint64, error) {
	if typ != "s32" && typ != "s16x2" {
		return nil, fmt.Errorf("the modifier .relu is not supported for .%s", typ)
	}
	f, err := integer2(op, strings.TrimSuffix(typ, "x2"))
	if err != nil {
		return nil, err
	}
	if typ == "s32" {
		return func(a, b uint64) uint64 { return uint64(max(sext(f(a, b), 32), 0)) }, nil
	}
	one := func(a, b uint64) uint64 { return uint64(max(sext(f(a&0xffff, b&0xffff), 16), 0)) }
	return func(a, b uint64) uint64 { return one(a, b) | one(a>>16, b>>16)<<16 }, nil
}

func saturating(op string) (func(a, b uint64) uint64, error) {
	sign := int64(1)
	switch op {
	case "sub":
		sign = -1
	case "add":
	default:
		return nil, fmt.Errorf("no saturating form")
	}
	return func(a, b uint64) uint64 {
		v := sext(a, 32) + sign*sext(b, 32)
		return uint64(uint32(min(max(v, -1<<31), 1<<31-1)))
	}, nil
}

func decode1(d *decoder, in *inst, op string, m mods) error {
	if err := in.args(2); err != nil {
		return err
	}
	typ := m[len(m)-1]
	if typ == "pred" {
		return decodeNot(d, in)
	}
	in.class = classOf(typ)
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, typ, 1); err != nil {
		return err
	}
	in.exec = lanes1
	if in.class != ClassInteger {
		in.f1, err = float1(op, typ, m)
		in.whole = vectors1[in.src.Op]
		return err
	}
	if op == "bfind" && m.has("shiftamt") {
		op = "bfind.shiftamt"
	}
	in.f1, err = integer1(op, typ)
	return err
}

func decode3(d *decoder, in *inst, op string, m mods) error {
	if err := in.args(4); err != nil {
		return err
	}
	typ := m[len(m)-1]
	in.class = classOf(typ)
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, typ, 1); err != nil {
		return err
	}
	in.exec = lanes3
	if in.class != ClassInteger {
		in.f3, err = float3(op, typ, m)
		in.whole = vectors3[in.src.Op]
		return err
	}
	if m[0] == "wide" {
		wide := map[string]string{"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}[typ]
		if in.c, err = d.value(in.src.Args[3], wide); err != nil {
			return err
		}
	}
	if in.f3, err = mad(m[0], typ); err != nil {
		return err
	}
	if m.has("sat") {
		if m[0] != "hi" || typ != "s32" {
			return fmt.Errorf("the modifier .sat is not supported for mad.%s.%s", m[0], typ)
		}
		in.f3 = madSaturated
	}
	if m.has("cc") {
		return decodeCarry(d, in, op, m)
	}
	in.whole = vectors3[in.src.Op]
	return nil
}

func decodeMul24(d *decoder, in *inst, op string, m mods) error {
	typ := m[len(m)-1]
	_, signed := width(typ)
	low := func(v uint64) int64 {
		if signed {
			return sext(v, 24)
		}
		return int64(v & 0xffffff)
	}
	shift := uint(0)
	if m[0] == "hi" {
		shift = 16
	}
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, typ, 1); err != nil {
		return err
	}
	if op == "mul24" {
		in.exec = lanes2
		in.f2 = func(a, b uint64) uint64 { return uint64(uint32(low(a) * low(b) >> shift)) }
		return nil
	}
	in.exec = lanes3
	in.f3 = func(a, b, c uint64) uint64 { return uint64(uint32(uint64(low(a)*low(b)>>shift) + c)) }
	return nil
}

func decodeSad(d *decoder, in *inst, _ string, m mods) error {
	typ := m[len(m)-1]
	w, signed := width(typ)
	lo, hi := extreme(false, w, signed), extreme(true, w, signed)
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	in.exec = lanes3
	in.f3 = func(a, b, c uint64) uint64 { return (hi(a, b) - lo(a, b) + c) & maskOf(w) }
	return d.operands(in, typ, 1)
}

// decodeCarry decodes add.cc, addc, sub.cc, subc, mad.cc and madc. The carry has its own register.
func decodeCarry(d *decoder, in *inst, op string, m mods) error {
	typ := m[len(m)-1]
	w, _ := width(typ)
	carry := d.namedReg("#carry")
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, typ, 1); err != nil {
		return err
	}
	sets, uses := m.has("cc"), strings.HasSuffix(op, "c") && op != "cc"
	var mul func(a, b uint64) uint64
	if strings.HasPrefix(op, "mad") {
		if mul, err = integer2("mul."+m[0], typ); err != nil {
			return err
		}
	}
	sub := strings.HasPrefix(op, "sub")
	in.exec = func(w2 *warp, in *inst, mask uint32) {
		r := w2.fr.regs
		for ; mask != 0; mask &= mask - 1 {
			i := bits.TrailingZeros32(mask)
			x, y, cin := r[in.a][i], r[in.b][i], uint64(0)
			if mul != nil {
				x, y = mul(x, y), r[in.c][i]
			}
			if uses {
				cin = r[carry][i]
			}
			if sub {
				// The carry of a subtraction is the borrow, as LLVM expects.
				v, b := bits.Sub64(x, y, cin)
				r[in.d][i] = v & maskOf(w)
				if sets {
					r[carry][i] = b
				}
				continue
			}
			v, c := bits.Add64(x, y, cin)
			if w < 64 {
				c = v >> w
			}
			r[in.d][i] = v & maskOf(w)
			if sets {
				r[carry][i] = c
			}
		}
	}
	return nil
}

// namedReg returns a register that the PTX function does not declare.
func (d *decoder) namedReg(name string) int32 {
	return d.preset(name, func(*warp, *vec) {})
}

// decodeBits decodes bit operations with three operands.
func decodeBits(d *decoder, in *inst, op string, m mods) error {
	typ := m[len(m)-1]
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	for i, a := range in.src.Args[1:] {
		t := typ
		if op == "bfe" && i > 0 {
			t = "u32"
		}
		r, err := d.value(a, t)
		if err != nil {
			return err
		}
		*[]*int32{&in.a, &in.b, &in.c}[i] = r
	}
	in.exec = lanes3
	switch op {
	case "bfe":
		in.f3 = bfe(typ)
	case "prmt":
		mode := ""
		if len(m) > 1 {
			mode = m[1]
		}
		in.f3, err = prmt(mode)
	case "shf":
		in.f3 = funnel(m[0] == "l", m.has("clamp"))
	case "bmsk":
		in.exec, in.f2 = lanes2, bmsk(m.has("clamp"))
	case "szext":
		in.exec, in.f2 = lanes2, szext(m.has("clamp"), typ == "s32")
	}
	return err
}

func decodeBfi(d *decoder, in *inst, _ string, m mods) error {
	if err := in.args(5); err != nil {
		return err
	}
	typ := m[0]
	w, _ := width(typ)
	var r [5]int32
	for i, a := range in.src.Args {
		t := typ
		if i > 2 {
			t = "u32"
		}
		v, err := d.value(a, t)
		if err != nil {
			return err
		}
		r[i] = v
	}
	in.exec = func(wp *warp, in *inst, mask uint32) {
		g := wp.fr.regs
		for ; mask != 0; mask &= mask - 1 {
			i := bits.TrailingZeros32(mask)
			pos, n := g[r[3]][i]&0xff, g[r[4]][i]&0xff
			field := shiftLeft(maskOf(uint(min(n, 64))), pos) & maskOf(w)
			g[r[0]][i] = g[r[2]][i]&^field | shiftLeft(g[r[1]][i], pos)&field
		}
	}
	return nil
}

func decodeLop3(d *decoder, in *inst, _ string, m mods) error {
	if err := in.args(5); err != nil {
		return err
	}
	table := in.src.Args[4].Bits
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	for i, to := range []*int32{&in.a, &in.b, &in.c} {
		if *to, err = d.value(in.src.Args[1+i], "b32"); err != nil {
			return err
		}
	}
	in.exec = lanes3
	in.f3 = func(a, b, c uint64) uint64 {
		out := uint64(0)
		for k := range uint64(8) {
			if table>>k&1 == 0 {
				continue
			}
			t := ^uint64(0)
			for i, v := range [3]uint64{c, b, a} {
				if k>>i&1 == 1 {
					t &= v
				} else {
					t &= ^v
				}
			}
			out |= t
		}
		return out & 0xffffffff
	}
	return nil
}

func decodeDot(d *decoder, in *inst, op string, m mods) error {
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	in.exec = lanes3
	at, bt := m[len(m)-2], m[len(m)-1]
	n := uint(4)
	if op == "dp2a" {
		n = 2
	}
	in.f3 = dot(n, at == "s32", bt == "s32", m.has("hi"))
	return d.operands(in, "b32", 1)
}

func decodeFns(d *decoder, in *inst, _ string, _ mods) error {
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	in.exec = lanes3
	in.f3 = func(mask, base, offset uint64) uint64 {
		n, step, i := int32(offset), 1, int(base)
		if n == 0 {
			if mask>>base&1 == 1 {
				return base
			}
			return 0xffffffff
		}
		if n < 0 {
			n, step = -n, -1
		}
		for ; i >= 0 && i < 32; i += step {
			if mask>>i&1 == 1 {
				if n--; n == 0 {
					return uint64(i)
				}
			}
		}
		return 0xffffffff
	}
	return d.operands(in, "b32", 1)
}
