package sim

import (
	"fmt"
	"math/bits"
	"strings"

	"ompcc/rt/emu/ptx"
)

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
	if m == everyone {
		*d = *a
		return
	}
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & 31
		d[i] = a[i]
	}
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
	if len(parts) == 2 && part == 32 {
		in.d, in.a, in.b, in.whole = r, parts[0], parts[1], lanesUnpack
		if pack {
			in.whole = lanesPack
		}
	}
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
	in.whole = lanesSelect
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
	tw, signed := width(to)
	if rw, _ := width(d.types[in.src.Args[0].Name]); signed && rw > tw {
		in.f1 = func(a uint64) uint64 { return uint64(sext(f(a), tw)) & maskOf(rw) }
		return nil
	}
	if fw, fs := width(from); tw > 0 && fw > 0 && !m.has("sat") {
		in.whole = lanesExtend(fw, fs, tw)
	}
	return nil
}

var windows = map[string]uint64{"global": 0, "const": 0, "shared": sharedBase, "param": 0, "local": localBase}

func decodeCvta(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassMove
	to := m[0] == "to"
	space := m[0]
	if to {
		space = m[1]
	}
	space, _, _ = strings.Cut(space, "::")
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
	if !local {
		off := base
		if to {
			off = -off
		}
		in.whole = func(w *warp, in *inst) {
			d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
			for i := range d {
				d[i] = a[i] + off
			}
		}
	}
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
	// A block is a cluster of its own, and parameters of functions are no space of a window.
	space, _, _ := strings.Cut(m[0], "::")
	base := map[string]uint64{"global": globalBase, "const": globalBase, "shared": sharedBase, "local": localBase,
		"param": paramBase}[space]
	mod := d.fn.module
	in.cmp = func(a, _ uint64) bool { return a-base < windowSize }
	if m[0] == "const" {
		in.cmp = func(a, _ uint64) bool { return a-mod.constStart < mod.constSize }
	}
	in.exec = setp
	return nil
}
