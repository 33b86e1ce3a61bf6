package sim

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ompcc/rt/emu/ptx"
)

var decoders map[string]decodeFn

func init() {
	decoders = map[string]decodeFn{
		"mov": decodeMov, "setp": decodeSetp, "set": decodeSet, "selp": decodeSelp, "slct": decodeSlct,
		"mad": decode3, "fma": decode3, "mad24": decodeMul24, "mul24": decodeMul24, "sad": decodeSad,
		"bfe": decodeBits, "bfi": decodeBfi, "bmsk": decodeBits, "szext": decodeBits, "prmt": decodeBits, "lop3": decodeLop3,
		"shf": decodeBits, "dp4a": decodeDot, "dp2a": decodeDot, "fns": decodeFns, "bfind": decode1, "addc": decodeCarry, "subc": decodeCarry, "madc": decodeCarry,
		"cvt": decodeCvt, "cvta": decodeCvta, "isspacep": decodeIsspacep,
		"ld": decodeLd, "ldu": decodeLd, "st": decodeSt, "atom": decodeAtom, "red": decodeAtom,
		"prefetch": decodeNothing, "prefetchu": decodeNothing, "discard": decodeNothing, "applypriority": decodeNothing,
		"bra": decodeBra, "brx": decodeBrx, "call": decodeCall, "ret": decodeEnd, "exit": decodeEnd, "trap": decodeEnd, "brkpt": decodeNothing,
		"bar": decodeBar, "barrier": decodeBar, "shfl": decodeShfl, "vote": decodeVote, "match": decodeMatch, "redux": decodeRedux,
		"activemask": decodeActive, "elect": decodeElect, "membar": decodeFence, "fence": decodeFence, "nanosleep": decodeNothing, "pmevent": decodeNothing,
		"alloca": decodeAlloca, "stacksave": decodeStack, "stackrestore": decodeStack, "testp": decodeTestp, "griddepcontrol": decodeNothing,
	}
	for _, op := range []string{"add", "sub", "mul", "div", "rem", "min", "max", "and", "or", "xor", "shl", "shr", "copysign"} {
		decoders[op] = decode2
	}
	for _, op := range []string{"neg", "abs", "not", "cnot", "popc", "clz", "brev", "sqrt", "rcp", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh"} {
		decoders[op] = decode1
	}
}

func classOf(typ string) Class {
	switch {
	case typ == "f32":
		return ClassFloat32
	case typ == "f64":
		return ClassFloat64
	case strings.Contains(typ, "f16"):
		return ClassHalf
	}
	return ClassInteger
}

// lanes2 applies in.f2 in each thread.
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

func add32(w *warp, in *inst, m uint32) {
	d, a, b := &w.fr.regs[in.d], &w.fr.regs[in.a], &w.fr.regs[in.b]
	if m == ^uint32(0) {
		for i := range d {
			d[i] = uint64(uint32(a[i] + b[i]))
		}
		return
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		d[i] = uint64(uint32(a[i] + b[i]))
	}
}

func add64s(w *warp, in *inst, m uint32) {
	d, a, b := &w.fr.regs[in.d], &w.fr.regs[in.a], &w.fr.regs[in.b]
	if m == ^uint32(0) {
		for i := range d {
			d[i] = a[i] + b[i]
		}
		return
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		d[i] = a[i] + b[i]
	}
}

func (d *decoder) operands(in *inst, typ string, from int) error {
	to := []*int32{&in.a, &in.b, &in.c}
	for i, a := range in.src.Args[from:] {
		r, err := d.value(a, typ)
		if err != nil {
			return err
		}
		*to[i] = r
	}
	return nil
}

// decode2: d = f(a, b).
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
	switch {
	case op == "add" && (typ == "s32" || typ == "u32") && !m.has("sat"):
		in.exec = add32
	case op == "add" && (typ == "s64" || typ == "u64"):
		in.exec = add64s
	}
	if m.has("cc") {
		return decodeCarry(d, in, op, m)
	}
	return nil
}

func func2(op, typ string, m mods) (func(a, b uint64) uint64, error) {
	if classOf(typ) != ClassInteger {
		return float2(op, typ, m)
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

// packed2 is an operation on two halves of a word (add.s16x2, min.u16x2 …).
func packed2(op, typ string) (func(a, b uint64) uint64, error) {
	f, err := integer2(op, strings.TrimSuffix(typ, "x2"))
	if err != nil {
		return nil, err
	}
	return func(a, b uint64) uint64 {
		return f(a&0xffff, b&0xffff) | f(a>>16&0xffff, b>>16&0xffff)<<16
	}, nil
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

// decodePredOp is and, or, xor of predicates.
func decodePredOp(d *decoder, in *inst, op string) error {
	in.class = ClassCompare
	q, err := d.pred(in.src.Args[0])
	if err != nil {
		return err
	}
	var src [2]int32
	for i := range src {
		if src[i], err = d.predValue(in.src.Args[1+i]); err != nil {
			return err
		}
	}
	var f func(a, b uint32) uint32
	switch op {
	case "and":
		f = func(a, b uint32) uint32 { return a & b }
	case "or":
		f = func(a, b uint32) uint32 { return a | b }
	case "xor":
		f = func(a, b uint32) uint32 { return a ^ b }
	default:
		return fmt.Errorf("no operation on predicates")
	}
	in.exec = func(w *warp, in *inst, m uint32) {
		p := w.fr.preds
		p[q] = p[q]&^m | f(predOf(p, src[0]), predOf(p, src[1]))&m
	}
	return nil
}

// predValue is a predicate or a constant as an index: constants are below -1.
func (d *decoder) predValue(a ptx.Arg) (int32, error) {
	if a.Kind == ptx.Int {
		if a.Bits != 0 {
			return -3, nil
		}
		return -2, nil
	}
	return d.pred(a)
}

func predOf(p []uint32, i int32) uint32 {
	switch i {
	case -2:
		return 0
	case -3:
		return ^uint32(0)
	}
	return p[i]
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
		return err
	}
	if op == "bfind" && m.has("shiftamt") {
		op = "bfind.shiftamt"
	}
	in.f1, err = integer1(op, typ)
	return err
}

func decodeNot(d *decoder, in *inst) error {
	in.class = ClassCompare
	q, err := d.pred(in.src.Args[0])
	if err != nil {
		return err
	}
	p, err := d.predValue(in.src.Args[1])
	in.exec = func(w *warp, in *inst, m uint32) {
		w.fr.preds[q] = w.fr.preds[q]&^m | ^predOf(w.fr.preds, p)&m
	}
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
	if m.has("cc") {
		return decodeCarry(d, in, op, m)
	}
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

// decodeCarry is add.cc, addc, sub.cc, subc, mad.cc and madc: the carry is in
// a register of its own.
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
				// The carry of a subtraction is its borrow, as LLVM uses it.
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

// namedReg is a register that the function does not declare.
func (d *decoder) namedReg(name string) int32 {
	return d.preset(name, func(*warp, *vec) {})
}

// decodeBits are operations of three operands on words.
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
		in.exec = lanes2
		in.f2 = func(a, b uint64) uint64 { return maskOf(uint(min(b, 32))) << min(a, 63) & 0xffffffff }
	case "szext":
		in.exec = lanes2
		signed := typ == "s32"
		in.f2 = func(a, b uint64) uint64 {
			n := uint(min(b, 32))
			if n == 0 || !signed {
				return a & maskOf(n)
			}
			return uint64(uint32(sext(a, n)))
		}
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

func decodeMov(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassMove
	if err := in.args(2); err != nil {
		return err
	}
	typ := m[len(m)-1]
	to, from := in.src.Args[0], in.src.Args[1]
	switch {
	case typ == "pred":
		return decodeMovPred(d, in)
	case typ == "b128" || d.types[to.Name] == "b128" || d.types[from.Name] == "b128":
		return decodeMovWide(d, in)
	case to.Kind == ptx.Vec || from.Kind == ptx.Vec:
		return decodePack(d, in, typ)
	}
	var err error
	if in.d, err = d.reg(to); err != nil {
		return err
	}
	if from.Kind == ptx.Name {
		if f := dynamicSpecial(from.Name); f != nil {
			in.exec = func(w *warp, in *inst, m uint32) { setAll(&w.fr.regs[in.d], m, f(w)) }
			return nil
		}
	}
	if in.a, err = d.value(from, typ); err != nil {
		return err
	}
	in.exec = copyLanes
	return nil
}

func copyLanes(w *warp, in *inst, m uint32) {
	d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
	if m == ^uint32(0) {
		*d = *a
		return
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		d[i] = a[i]
	}
}

func decodeMovPred(d *decoder, in *inst) error {
	q, err := d.pred(in.src.Args[0])
	if err != nil {
		return err
	}
	p, err := d.predValue(in.src.Args[1])
	not := in.src.Args[1].Not
	in.exec = func(w *warp, in *inst, m uint32) {
		v := predOf(w.fr.preds, p)
		if not {
			v = ^v
		}
		w.fr.preds[q] = w.fr.preds[q]&^m | v&m
	}
	return err
}

// decodeMovWide moves 128 bits, or to and from two halves.
func decodeMovWide(d *decoder, in *inst) error {
	half := func(a ptx.Arg) ([2]int32, error) {
		if a.Kind == ptx.Vec && len(a.List) == 2 {
			lo, err := d.value(a.List[0], "b64")
			if err != nil {
				return [2]int32{}, err
			}
			hi, err := d.value(a.List[1], "b64")
			return [2]int32{lo, hi}, err
		}
		if w, ok := d.wide[a.Name]; ok {
			return w, nil
		}
		return [2]int32{}, errOperand
	}
	to, err := half(in.src.Args[0])
	if err != nil {
		return err
	}
	from, err := half(in.src.Args[1])
	in.exec = func(w *warp, in *inst, m uint32) {
		r := w.fr.regs
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			r[to[0]][i], r[to[1]][i] = r[from[0]][i], r[from[1]][i]
		}
	}
	return err
}

// decodePack packs or unpacks a vector of registers.
func decodePack(d *decoder, in *inst, typ string) error {
	w, _ := width(typ)
	if w == 0 {
		w = uint(8 * floatBytes(typ))
	}
	pack := in.src.Args[1].Kind == ptx.Vec
	list, other := in.src.Args[0].List, in.src.Args[1]
	if pack {
		list, other = in.src.Args[1].List, in.src.Args[0]
	}
	part := w / uint(len(list))
	var parts []int32
	for _, a := range list {
		r, err := d.value(a, fmt.Sprintf("b%d", part))
		if err != nil {
			return err
		}
		parts = append(parts, r)
	}
	r, err := d.value(other, typ)
	in.exec = func(wp *warp, in *inst, m uint32) {
		g := wp.fr.regs
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			if pack {
				v := uint64(0)
				for k, p := range parts {
					v |= g[p][i] & maskOf(part) << (uint(k) * part)
				}
				g[r][i] = v
				continue
			}
			v := g[r][i]
			for k, p := range parts {
				g[p][i] = v >> (uint(k) * part) & maskOf(part)
			}
		}
	}
	return err
}

// decodeSetp: p|q = (a op b) combined with c.
func decodeSetp(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassCompare
	typ := m[len(m)-1]
	to := in.src.Args[0]
	if to.Kind == ptx.Pair {
		q, err := d.pred(to.List[1])
		if err != nil {
			return err
		}
		in.d2 = q
		to = to.List[0]
	}
	var err error
	if in.q, err = d.pred(to); err != nil {
		return err
	}
	if in.a, err = d.value(in.src.Args[1], typ); err != nil {
		return err
	}
	if in.b, err = d.value(in.src.Args[2], typ); err != nil {
		return err
	}
	if _, lanes, ok := halfType(typ); ok && lanes == 2 {
		return decodeSetpHalves(in, m, typ)
	}
	if in.cmp, err = compare(m[0], typ, m); err != nil {
		return err
	}
	in.exec = setp
	if len(in.src.Args) == 4 {
		return d.combine(in, m)
	}
	return nil
}

func decodeSetpHalves(in *inst, m mods, typ string) error {
	cmp, err := compare(m[0], strings.TrimSuffix(typ, "x2"), m)
	in.exec = func(w *warp, in *inst, m uint32) {
		a, b := &w.fr.regs[in.a], &w.fr.regs[in.b]
		var lo, hi uint32
		for r := m; r != 0; r &= r - 1 {
			i := bits.TrailingZeros32(r)
			if cmp(a[i]&0xffff, b[i]&0xffff) {
				lo |= 1 << i
			}
			if cmp(a[i]>>16&0xffff, b[i]>>16&0xffff) {
				hi |= 1 << i
			}
		}
		w.fr.preds[in.q] = w.fr.preds[in.q]&^m | lo
		if in.d2 >= 0 {
			w.fr.preds[in.d2] = w.fr.preds[in.d2]&^m | hi
		}
	}
	return err
}

func (w *warp) compared(in *inst, m uint32) uint32 {
	a, b, f := &w.fr.regs[in.a], &w.fr.regs[in.b], in.cmp
	var out uint32
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		if f(a[i], b[i]) {
			out |= 1 << i
		}
	}
	return out
}

func setp(w *warp, in *inst, m uint32) {
	out := w.compared(in, m)
	p := w.fr.preds
	p[in.q] = p[in.q]&^m | out
	if in.d2 >= 0 {
		p[in.d2] = p[in.d2]&^m | ^out&m
	}
}

// combine is setp with a boolean operation: p = (a op b) bool c, q = !(a op b) bool c.
func (d *decoder) combine(in *inst, m mods) error {
	p, err := d.predValue(in.src.Args[3])
	if err != nil {
		return err
	}
	not := in.src.Args[3].Not
	f := func(a, b uint32) uint32 { return a & b }
	switch m[1] {
	case "or":
		f = func(a, b uint32) uint32 { return a | b }
	case "xor":
		f = func(a, b uint32) uint32 { return a ^ b }
	}
	in.exec = func(w *warp, in *inst, m uint32) {
		out := w.compared(in, m)
		g := w.fr.preds
		c := predOf(g, p)
		if not {
			c = ^c
		}
		g[in.q] = g[in.q]&^m | f(out, c)&m
		if in.d2 >= 0 {
			g[in.d2] = g[in.d2]&^m | f(^out, c)&m
		}
	}
	return nil
}

// decodeSet: a comparison's result as a number.
func decodeSet(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassCompare
	if len(in.src.Args) == 4 {
		return fmt.Errorf("set with a predicate is not supported")
	}
	from, to := m[len(m)-1], m[len(m)-2]
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, from, 1); err != nil {
		return err
	}
	yes := uint64(0xffffffff)
	switch classOf(to) {
	case ClassFloat32:
		yes = b32(1)
	case ClassHalf:
		h, _, _ := halfType(to)
		yes = h.from64(1, toNearest)
	}
	if _, lanes, ok := halfType(from); ok && lanes == 2 {
		cmp, err := compare(m[0], strings.TrimSuffix(from, "x2"), m)
		if classOf(to) == ClassInteger {
			yes = 0xffff
		}
		in.exec = lanes2
		in.f2 = func(a, b uint64) uint64 {
			return truth(cmp(a&0xffff, b&0xffff))*yes | truth(cmp(a>>16&0xffff, b>>16&0xffff))*yes<<16
		}
		return err
	}
	cmp, err := compare(m[0], from, m)
	in.exec = lanes2
	in.f2 = func(a, b uint64) uint64 { return truth(cmp(a, b)) * yes }
	return err
}

func decodeSelp(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassMove
	if err := in.args(4); err != nil {
		return err
	}
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	typ := m[0]
	if in.a, err = d.value(in.src.Args[1], typ); err != nil {
		return err
	}
	if in.b, err = d.value(in.src.Args[2], typ); err != nil {
		return err
	}
	if in.p, err = d.predValue(in.src.Args[3]); err != nil {
		return err
	}
	in.pn = in.src.Args[3].Not
	in.exec = func(w *warp, in *inst, m uint32) {
		d, a, b := &w.fr.regs[in.d], &w.fr.regs[in.a], &w.fr.regs[in.b]
		p := predOf(w.fr.preds, in.p)
		if in.pn {
			p = ^p
		}
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			if p>>i&1 == 1 {
				d[i] = a[i]
			} else {
				d[i] = b[i]
			}
		}
	}
	return nil
}

func decodeSlct(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassMove
	typ, ctyp := m[len(m)-2], m[len(m)-1]
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, typ, 1); err != nil {
		return err
	}
	if in.c, err = d.value(in.src.Args[3], ctyp); err != nil {
		return err
	}
	in.exec = lanes3
	float, ftz := ctyp == "f32", m.has("ftz")
	in.f3 = func(a, b, c uint64) uint64 {
		yes := int32(c) >= 0
		if float {
			if ftz {
				c = flush(c)
			}
			yes = f32(c) >= 0
		}
		if yes {
			return a
		}
		return b
	}
	return nil
}

func decodeTestp(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassCompare
	typ := m[1]
	var err error
	if in.q, err = d.pred(in.src.Args[0]); err != nil {
		return err
	}
	if in.a, err = d.value(in.src.Args[1], typ); err != nil {
		return err
	}
	in.b = in.a
	frac, exp := uint(52), uint64(2047)
	if typ == "f32" {
		frac, exp = 23, 255
	}
	in.cmp = func(a, _ uint64) bool {
		e, f := a>>frac&exp, a&maskOf(frac)
		switch m[0] {
		case "finite":
			return e != exp
		case "infinite":
			return e == exp && f == 0
		case "number":
			return e != exp || f == 0
		case "notanumber":
			return e == exp && f != 0
		case "normal":
			return e != 0 && e != exp
		}
		return e == 0 // subnormal
	}
	in.exec = setp
	return nil
}

func decodeCvt(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassConvert
	to, from := m[len(m)-2], m[len(m)-1]
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if err := d.operands(in, from, 1); err != nil {
		return err
	}
	if len(in.src.Args) == 3 {
		in.exec = lanes2
		in.f2, err = packHalves(to, m)
		return err
	}
	// The destination may be wider than the type: integers are extended.
	f, err := convert(to, from, m)
	if err != nil {
		return err
	}
	in.exec, in.f1 = lanes1, f
	if tw, signed := width(to); signed {
		if rw, _ := width(d.types[in.src.Args[0].Name]); rw > tw {
			in.f1 = func(a uint64) uint64 { return uint64(sext(f(a), tw)) & maskOf(rw) }
		}
	}
	return nil
}

var windows = map[string]uint64{"global": 0, "const": 0, "shared": sharedBase, "shared::cta": sharedBase, "shared::cluster": sharedBase, "param": 0, "local": localBase}

func decodeCvta(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassMove
	to := m[0] == "to"
	space := m[0]
	if to {
		space = m[1]
	}
	base, ok := windows[space]
	if !ok {
		return fmt.Errorf("unknown space")
	}
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if in.a, err = d.value(in.src.Args[1], m[len(m)-1]); err != nil {
		return err
	}
	local := space == "local"
	in.exec = func(w *warp, in *inst, m uint32) {
		d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			off := base
			if local {
				off += uint64(w.id*32+i) * localStep
			}
			if to {
				off = -off
			}
			d[i] = a[i] + off
		}
	}
	return nil
}

func decodeIsspacep(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassCompare
	var err error
	if in.q, err = d.pred(in.src.Args[0]); err != nil {
		return err
	}
	if in.a, err = d.value(in.src.Args[1], "b64"); err != nil {
		return err
	}
	in.b = in.a
	base := map[string]uint64{"global": globalBase, "const": globalBase, "shared": sharedBase, "shared::cta": sharedBase, "local": localBase, "param": paramBase}[m[0]]
	mod := d.fn.module
	in.cmp = func(a, _ uint64) bool { return a-base < windowSize }
	if m[0] == "const" {
		in.cmp = func(a, _ uint64) bool { return a-mod.constStart < mod.constSize }
	}
	in.exec = setp
	return nil
}

func spaceMod(m mods) ptx.Space {
	for _, x := range m {
		switch x, _, _ := strings.Cut(x, "::"); x {
		case "global":
			return ptx.Global
		case "const":
			return ptx.Const
		case "shared":
			return ptx.Shared
		case "local":
			return ptx.Local
		case "param":
			return ptx.Param
		}
	}
	return ptx.Generic
}

func accessClass(space ptx.Space, write bool) Class {
	switch {
	case space == ptx.Param:
		return ClassParam
	case space == ptx.Local:
		return ClassLocal
	case space == ptx.Shared && write:
		return ClassStoreShared
	case space == ptx.Shared:
		return ClassLoadShared
	case write:
		return ClassStoreGlobal
	}
	return ClassLoadGlobal
}

// element is the size of an element of a load or store.
func element(typ string) uint8 {
	if w, _ := width(typ); w > 0 {
		return uint8(w / 8)
	}
	return uint8(floatBytes(typ))
}

func decodeLd(d *decoder, in *inst, _ string, m mods) error {
	if len(in.src.Args) < 2 {
		return errOperand
	}
	typ := m[len(m)-1]
	in.space, in.size, in.strong = spaceMod(m), element(typ), orderOf(m)
	declared := in.space
	in.class = accessClass(declared, false)
	var err error
	if in.a, in.off, in.space, err = d.address(in.src.Args[1], in.space); err != nil {
		return err
	}
	if in.vd, err = d.vector(in.src.Args[0], typ, &in.size); err != nil {
		return err
	}
	if _, signed := width(typ); signed {
		first := in.src.Args[0]
		if first.Kind == ptx.Vec {
			first = first.List[0]
		}
		rw, _ := width(d.types[first.Name])
		in.signed, in.imm = true, maskOf(rw)
	}
	switch in.exec = load; {
	case in.quick() && in.size == 4:
		in.exec = loadWord[uint32]
	case in.quick():
		in.exec = loadWord[uint64]
	}
	return nil
}

// vector returns the registers of a load or store; 128-bit elements are two.
func (d *decoder) vector(a ptx.Arg, typ string, size *uint8) ([]int32, error) {
	list := []ptx.Arg{a}
	if a.Kind == ptx.Vec {
		list = a.List
	}
	var all []int32
	for _, x := range list {
		if *size == 16 {
			w, ok := d.wide[x.Name]
			if !ok {
				return nil, errOperand
			}
			all = append(all, w[0], w[1])
			continue
		}
		r, err := d.value(x, typ)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	if *size == 16 {
		*size = 8
	}
	return all, nil
}

func decodeSt(d *decoder, in *inst, _ string, m mods) error {
	if len(in.src.Args) < 2 {
		return errOperand
	}
	typ := m[len(m)-1]
	in.space, in.size, in.strong = spaceMod(m), element(typ), orderOf(m)
	in.class = accessClass(in.space, true)
	var err error
	if in.a, in.off, in.space, err = d.address(in.src.Args[0], in.space); err != nil {
		return err
	}
	if in.vd, err = d.vector(in.src.Args[1], typ, &in.size); err != nil {
		return err
	}
	switch in.exec = store; {
	case in.quick() && in.size == 4:
		in.exec = storeWord[uint32]
	case in.quick():
		in.exec = storeWord[uint64]
	}
	return nil
}

func decodeAtom(d *decoder, in *inst, op string, m mods) error {
	in.class = ClassAtomic
	typ := m[len(m)-1]
	in.space, in.size, in.strong = spaceMod(m), element(typ), max(orderOf(m), relaxed)
	args := in.src.Args
	if op == "atom" {
		if len(args) < 3 {
			return errOperand
		}
		args = args[1:]
	}
	var err error
	if in.a, in.off, in.space, err = d.address(args[0], in.space); err != nil {
		return err
	}
	what := ""
	for _, x := range m {
		switch x {
		case "add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec":
			what = x
		}
	}
	if in.size == 16 {
		return d.atomWide(in, what)
	}
	if op == "atom" {
		if in.d, err = d.reg(in.src.Args[0]); err != nil {
			return err
		}
	}
	if in.b, err = d.value(args[1], typ); err != nil {
		return err
	}
	if len(args) > 2 {
		if in.c, err = d.value(args[2], typ); err != nil {
			return err
		}
	}
	in.exec, in.swap, in.polls = atomicRun, what == "cas", op == "atom"
	in.f3, err = atomicOp(what, typ)
	return err
}

func (d *decoder) atomWide(in *inst, what string) error {
	for i, a := range in.src.Args {
		if i == 1 {
			continue
		}
		w, ok := d.wide[a.Name]
		if !ok {
			return errOperand
		}
		in.vd = append(in.vd, w[0], w[1])
	}
	if n := map[string]int{"exch": 4, "cas": 6}[what]; n != len(in.vd) {
		return errOperand
	}
	in.exec = atomicWide
	return nil
}

func decodeNothing(d *decoder, in *inst, _ string, _ mods) error {
	in.class = ClassControl
	in.exec = func(*warp, *inst, uint32) {}
	return nil
}

func (d *decoder) label(a ptx.Arg) (int, error) {
	to, ok := d.src.Labels[a.Name]
	if !ok {
		return 0, fmt.Errorf("the label %s does not exist", a.Name)
	}
	return to, nil
}

func decodeBra(d *decoder, in *inst, _ string, _ mods) error {
	in.class, in.kind = ClassControl, kindBranch
	if err := in.args(1); err != nil {
		return err
	}
	to, err := d.label(in.src.Args[0])
	in.target = int32(to)
	return err
}

func decodeBrx(d *decoder, in *inst, _ string, _ mods) error {
	in.class, in.kind = ClassControl, kindTable
	var err error
	if in.a, err = d.value(in.src.Args[0], "u32"); err != nil {
		return err
	}
	for _, name := range d.src.Tables[in.src.Args[1].Name] {
		to, err := d.label(ptx.Arg{Name: name})
		if err != nil {
			return err
		}
		in.table = append(in.table, to)
	}
	return nil
}

// decodeCall: call (results), callee, (arguments), prototype.
func decodeCall(d *decoder, in *inst, _ string, _ mods) error {
	in.class, in.kind = ClassCall, kindCall
	site := &callSite{}
	in.call = site
	args := in.src.Args
	if len(args) > 0 && args[0].Kind == ptx.List {
		for _, a := range args[0].List {
			site.rets = append(site.rets, d.vars[a.Name])
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return errOperand
	}
	name := args[0].Name
	if len(args) > 1 && args[1].Kind == ptx.List {
		for _, a := range args[1].List {
			s, ok := d.vars[a.Name]
			if !ok {
				return fmt.Errorf("the argument %s is no parameter", a.Name)
			}
			site.args = append(site.args, s)
		}
	}
	if r, ok := d.regs[name]; ok {
		in.a = r
		return nil
	}
	if site.callee = d.fn.module.functions[name]; site.callee != nil {
		return nil
	}
	if site.builtin = builtins[name]; site.builtin == nil {
		return fmt.Errorf("the function %s is not defined", name)
	}
	return nil
}

func decodeEnd(d *decoder, in *inst, op string, _ mods) error {
	in.class = ClassControl
	in.kind = map[string]kind{"ret": kindReturn, "exit": kindExit, "trap": kindTrap}[op]
	return nil
}

// decodeBar is bar and barrier in all forms.
func decodeBar(d *decoder, in *inst, op string, m mods) error {
	if slices.Contains(m, "warp") {
		in.class, in.kind = ClassWarp, kindSync
		var err error
		in.c, err = d.value(in.src.Args[0], "b32")
		in.exec = func(*warp, *inst, uint32) {}
		return err
	}
	if slices.Contains(m, "cluster") {
		return fmt.Errorf("clusters are not supported")
	}
	in.class, in.kind = ClassBarrier, kindBarrier
	in.aligned = op == "bar" || m.has("aligned")
	in.arrive = m.has("arrive")
	args := in.src.Args
	if m.has("red") {
		rest, err := d.barRed(in, m, args)
		if err != nil {
			return err
		}
		args = rest
	}
	if len(args) == 0 {
		args = []ptx.Arg{{Kind: ptx.Int}}
	}
	var err error
	if in.a, err = d.value(args[0], "u32"); err != nil {
		return err
	}
	if len(args) > 1 {
		in.b, err = d.value(args[1], "u32")
	}
	return err
}

func (d *decoder) barRed(in *inst, m mods, args []ptx.Arg) (rest []ptx.Arg, err error) {
	last := args[len(args)-1]
	if in.p, err = d.pred(last); err != nil {
		return nil, err
	}
	in.pn = last.Not
	if m.has("popc") {
		in.f2 = func(count, _ uint64) uint64 { return count }
		in.d, err = d.reg(args[0])
	} else {
		in.f2 = func(count, all uint64) uint64 { return truth(count > 0) }
		if m.has("and") {
			in.f2 = func(_, all uint64) uint64 { return all }
		}
		in.q, err = d.pred(args[0])
	}
	return args[1 : len(args)-1], err
}

// decodeShfl: d|p, a, b, c, membermask.
func decodeShfl(d *decoder, in *inst, _ string, m mods) error {
	in.class, in.kind = ClassWarp, kindSync
	to := in.src.Args[0]
	var err error
	if to.Kind == ptx.Pair {
		if in.q, err = d.pred(to.List[1]); err != nil {
			return err
		}
		to = to.List[0]
	}
	if len(in.src.Args) != 5 {
		return fmt.Errorf("only shfl.sync is supported")
	}
	if in.d, err = d.reg(to); err != nil {
		return err
	}
	regs := []*int32{&in.a, &in.b, nil, &in.c}
	in.vd = []int32{0}
	regs[2] = &in.vd[0]
	for i, a := range in.src.Args[1:] {
		if *regs[i], err = d.value(a, "b32"); err != nil {
			return err
		}
	}
	in.exec = shuffle(m[1])
	return nil
}

func decodeVote(d *decoder, in *inst, _ string, m mods) error {
	in.class, in.kind = ClassWarp, kindSync
	if err := in.args(3); err != nil {
		return err
	}
	var err error
	if m[1] == "ballot" {
		in.d, err = d.reg(in.src.Args[0])
	} else {
		in.q, err = d.pred(in.src.Args[0])
	}
	if err != nil {
		return err
	}
	a := in.src.Args[1]
	in.pn = a.Not
	if a.Kind == ptx.Int {
		in.p = d.constPred(a.Bits != 0)
	} else if in.p, err = d.pred(a); err != nil {
		return err
	}
	in.c, err = d.value(in.src.Args[2], "b32")
	in.exec = vote(m[1])
	return err
}

// constPred is a predicate that is always false; for true it is negated by a
// register that is preset.
func (d *decoder) constPred(v bool) int32 {
	name := fmt.Sprint("#", v)
	if p, ok := d.preds[name]; ok {
		return p
	}
	p := int32(d.fn.npreds)
	d.fn.npreds++
	d.preds[name] = p
	if v {
		d.preset(name, func(w *warp, _ *vec) { w.starting().preds[p] = ^uint32(0) })
	}
	return p
}

func decodeMatch(d *decoder, in *inst, _ string, m mods) error {
	in.class, in.kind = ClassWarp, kindSync
	if err := in.args(3); err != nil {
		return err
	}
	to := in.src.Args[0]
	var err error
	if to.Kind == ptx.Pair {
		if in.q, err = d.pred(to.List[1]); err != nil {
			return err
		}
		to = to.List[0]
	}
	if in.d, err = d.reg(to); err != nil {
		return err
	}
	if in.a, err = d.value(in.src.Args[1], m[len(m)-1]); err != nil {
		return err
	}
	in.c, err = d.value(in.src.Args[2], "b32")
	in.exec = match(m[0] == "all")
	return err
}

func decodeRedux(d *decoder, in *inst, _ string, m mods) error {
	in.class, in.kind = ClassWarp, kindSync
	if err := in.args(3); err != nil {
		return err
	}
	typ := m[len(m)-1]
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if in.a, err = d.value(in.src.Args[1], typ); err != nil {
		return err
	}
	if in.c, err = d.value(in.src.Args[2], "b32"); err != nil {
		return err
	}
	f, err := integer2(m[1], typ)
	if err == nil {
		in.exec = redux(f)
	}
	return err
}

func decodeActive(d *decoder, in *inst, _ string, _ mods) error {
	in.class = ClassWarp
	var err error
	in.d, err = d.reg(in.src.Args[0])
	in.exec = func(w *warp, in *inst, m uint32) { setAll(&w.fr.regs[in.d], m, uint64(m)) }
	return err
}

// decodeElect: d|p, membermask: the lowest thread is elected.
func decodeElect(d *decoder, in *inst, _ string, _ mods) error {
	in.class, in.kind = ClassWarp, kindSync
	to := in.src.Args[0]
	if to.Kind != ptx.Pair {
		return errOperand
	}
	var err error
	if in.d, err = d.reg(to.List[0]); err != nil {
		return err
	}
	if in.q, err = d.pred(to.List[1]); err != nil {
		return err
	}
	in.c, err = d.value(in.src.Args[1], "b32")
	in.exec = func(w *warp, in *inst, m uint32) {
		first := bits.TrailingZeros32(m)
		setAll(&w.fr.regs[in.d], m, uint64(first))
		w.fr.preds[in.q] = w.fr.preds[in.q]&^m | 1<<first
	}
	return err
}

func decodeFence(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassFence
	in.exec = func(w *warp, in *inst, m uint32) { w.fence() }
	return nil
}

// decodeAlloca: d, size, alignment. Threads of the warp get the same size, the
// largest that one asks for.
func decodeAlloca(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassLocal
	var err error
	if in.d, err = d.reg(in.src.Args[0]); err != nil {
		return err
	}
	if in.a, err = d.value(in.src.Args[1], "u64"); err != nil {
		return err
	}
	align := uint64(8)
	if len(in.src.Args) > 2 {
		align = max(in.src.Args[2].Bits, 8)
	}
	in.exec = func(w *warp, in *inst, m uint32) {
		size := uint64(0)
		for r := m; r != 0; r &= r - 1 {
			size = max(size, w.fr.regs[in.a][bits.TrailingZeros32(r)])
		}
		w.allocaLocal(in, m, size, align)
	}
	return nil
}

func (w *warp) allocaLocal(in *inst, m uint32, size, align uint64) {
	fr := w.fr
	start := roundUp(fr.base+fr.fn.frame+fr.extra, align)
	end := start + size
	if size > maxLocal || end > maxLocal {
		w.fail(FaultStack, bits.TrailingZeros32(m), "%d bytes of stack are too many", size)
		return
	}
	fr.extra = end - fr.base - fr.fn.frame
	for r := m; r != 0; r &= r - 1 {
		l := &w.local[bits.TrailingZeros32(r)]
		if uint64(len(l.data)) < end {
			l.grow(end)
		}
		for i := start; i < end; i++ {
			l.state[i] = allocated
		}
	}
	setAll(&fr.regs[in.d], m, start)
}

func decodeStack(d *decoder, in *inst, op string, _ mods) error {
	in.class = ClassLocal
	var err error
	if op == "stacksave" {
		in.d, err = d.reg(in.src.Args[0])
		in.exec = func(w *warp, in *inst, m uint32) { setAll(&w.fr.regs[in.d], m, w.fr.extra) }
		return err
	}
	in.a, err = d.reg(in.src.Args[0])
	in.exec = func(w *warp, in *inst, m uint32) {
		if m == w.alive {
			w.fr.extra = w.fr.regs[in.a][bits.TrailingZeros32(m)]
		}
	}
	return err
}
