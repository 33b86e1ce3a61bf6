package sim

import (
	"fmt"
	"math/bits"
	"slices"

	"ompcc/rt/emu/ptx"
)

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
	if b, c := in.src.Args[2], in.src.Args[3]; b.Kind == ptx.Int && c.Kind == ptx.Int {
		in.exec = shuffleFixed(m[1], b.Bits, c.Bits)
	}
	return nil
}

func decodeVote(d *decoder, in *inst, _ string, m mods) error {
	in.class, in.kind = ClassWarp, kindSync
	if !m.has("sync") {
		return fmt.Errorf("only vote.sync is supported")
	}
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
