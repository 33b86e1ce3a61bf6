package sim

import (
	"math/bits"
	"strings"

	"ompcc/rt/emu/check"
	"ompcc/rt/emu/ptx"
)

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
	in.space, in.size, in.strong, in.narrow = spaceMod(m), element(typ), orderOf(m), narrowOf(m)
	declared := in.space
	in.class = accessClass(declared, false)
	var err error
	if in.a, in.off, in.space, err = d.address(in.src.Args[1], in.space); err != nil {
		return err
	}
	if in.vd, err = d.vector(in.src.Args[0], typ, &in.size); err != nil {
		return err
	}
	if declared == ptx.Param && in.space == ptx.Local {
		in.padded = d.vars[in.src.Args[1].Name].size > uint64(in.size)
	}
	if _, signed := width(typ); signed {
		first := in.src.Args[0]
		if first.Kind == ptx.Vec {
			first = first.List[0]
		}
		rw, _ := width(d.types[first.Name])
		in.signed, in.imm = true, maskOf(rw)
	}
	in.fixed = int(in.a) >= d.fn.nregs && d.consts[uint64(d.fn.consts[int(in.a)-d.fn.nregs])] == in.a
	in.exec = in.quickLoad()
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
	in.space, in.size, in.strong, in.narrow = spaceMod(m), element(typ), orderOf(m), narrowOf(m)
	in.class = accessClass(in.space, true)
	var err error
	if in.a, in.off, in.space, err = d.address(in.src.Args[0], in.space); err != nil {
		return err
	}
	if in.vd, err = d.vector(in.src.Args[1], typ, &in.size); err != nil {
		return err
	}
	in.exec = in.quickStore()
	return nil
}

func decodeAtom(d *decoder, in *inst, op string, m mods) error {
	in.class = ClassAtomic
	typ := m[len(m)-1]
	in.space, in.size, in.strong, in.narrow = spaceMod(m), element(typ), max(orderOf(m), relaxed), narrowOf(m)
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
	in.flushes = what == "add" && typ == "f32"
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

func decodeFence(d *decoder, in *inst, _ string, m mods) error {
	in.class = ClassFence
	in.narrow = narrowOf(m)
	in.exec = func(w *warp, in *inst, m uint32) { w.fence(in.narrow) }
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
		w.fail(check.Stack, bits.TrailingZeros32(m), "%d bytes of stack are too many", size)
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
