package sim

import (
	"fmt"
	"math/bits"
	"strings"

	"ompcc/rt/emu/ptx"
)

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
	if len(in.src.Args) == 4 {
		return d.combine(in, m)
	}
	if in.exec = setp; compareWords(in, m[0], typ) || !m.has("ftz") && compareNumbers(in, m[0], typ) {
		in.cmp = nil
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
		return fmt.Errorf("the form with a predicate is not supported")
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
		case "normal": // zeros are
			return e != exp && (e != 0 || f == 0)
		}
		return e == 0 && f != 0 // subnormal
	}
	in.exec = setp
	return nil
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
