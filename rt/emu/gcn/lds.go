package gcn

// This file executes the LDS instructions, ds_…: accesses, atomics, and moves between lanes.

import (
	"fmt"
	"strconv"
	"strings"

	"ompcc/rt/emu/check"
)

// chooseLocal decodes LDS instructions (ds_…).
func (in *inst) chooseLocal(what string) error {
	need := func(n int) error {
		if len(in.args) < n {
			return fmt.Errorf("%d operands of %d", len(in.args), n)
		}
		return nil
	}
	each := func(kind access, address int, f func(w *wave, in *inst, lane int)) {
		in.access, in.addresses = kind, []int{address}
		in.op = func(w *wave, in *inst) {
			exec := w.exec()
			w.prepare(in, exec, address+1)
			for l := range w.waveSize {
				if exec>>l&1 != 0 {
					f(w, in, l)
				}
			}
		}
	}
	at := func(w *wave, in *inst, arg, lane int) uint64 {
		return uint64(w.vgpr[in.args[arg].reg][lane] + uint32(in.offset))
	}
	switch what {
	case "bpermute_b32", "permute_b32":
		forward := what == "permute_b32"
		in.op, in.copies = func(w *wave, in *inst) { w.permute(in, forward) }, true
		return need(3)
	case "swizzle_b32":
		in.op, in.copies = func(w *wave, in *inst) { w.swizzle(in) }, true
		return need(2)
	case "nop":
		in.op = idle
		return nil
	}
	kind, rest, _ := strings.Cut(what, "_")
	kind = map[string]string{"load": "read", "store": "write", "read": "read", "write": "write", "read2": "read2",
		"load2": "read2", "write2": "write2", "store2": "write2",
		"read2st64": "read2st64", "load2st64": "read2st64"}[kind]
	if strings.HasPrefix(what, "read2") || strings.HasPrefix(what, "write2") || strings.HasPrefix(what, "load_2addr") ||
		strings.HasPrefix(what, "store_2addr") || strings.HasPrefix(what, "load_2") ||
		strings.HasPrefix(what, "store_2") {
		return in.twoAddresses(what)
	}
	for _, half := range []struct {
		text string
		n    int
	}{{"_d16_hi", 2}, {"_d16", 1}} {
		if s, ok := strings.CutSuffix(rest, half.text); ok {
			rest, in.d16 = s, half.n
			break
		}
	}
	switch kind {
	case "read":
		if in.size, in.sign = sizes(rest); in.size == 0 {
			return fmt.Errorf("it is not known")
		}
		each(loads, 1, func(w *wave, in *inst, l int) { w.loadLane(in, local, l, at(w, in, 1, l), in.args[0].reg) })
		return need(2)
	case "write":
		if in.size, in.sign = sizes(rest); in.size == 0 {
			return fmt.Errorf("it is not known")
		}
		each(stores, 0, func(w *wave, in *inst, l int) { w.storeLane(in, local, l, at(w, in, 0, l), in.args[1].reg) })
		return need(2)
	}
	if s, ok := strings.CutSuffix(what, "_rtn"); ok {
		what = s
	}
	for _, middle := range []string{"_rtn_"} {
		if strings.Contains(what, middle) {
			what, in.ret = strings.Replace(what, middle, "_", 1), true
		}
	}
	in.size = 4
	if strings.HasSuffix(what, "64") {
		in.size = 8
	}
	if in.atomic = atomicOf(what, in.size); in.atomic == nil {
		return fmt.Errorf("it is not known")
	}
	compares := strings.HasPrefix(what, "cmp")
	in.swaps = strings.Contains(what, "wrxchg") || strings.Contains(what, "storexchg")
	first := 0
	if in.ret {
		first = 1
	}
	each(updates, first, func(w *wave, in *inst, l int) {
		addr := at(w, in, first, l)
		if addr%uint64(in.size) != 0 {
			w.fail(check.Misaligned, in, l, "an atomic operation of %d bytes at offset %d of the workgroup's memory",
				in.size, addr)
		}
		value := func(arg int) uint64 {
			if in.size == 8 {
				return w.address(in.args[arg].reg, l)
			}
			return uint64(w.vgpr[in.args[arg].reg][l])
		}
		src, cmp := value(first+1), uint64(0)
		if compares { // ds_cmpst has the compare value first, gfx11's ds_cmpstore the new value
			cmp, src = src, value(first+2)
			if strings.HasPrefix(what, "cmpstore") {
				cmp, src = src, cmp
			}
		}
		b, states := w.find(in, local, l, addr, in.size)
		w.updated(in, local, l, addr, states)
		old := load(b)
		w.note(in, updates, local, l, addr, !compares || old == cmp)
		store(b, in.atomic(old, src, cmp))
		if in.ret {
			w.vgpr[in.args[0].reg][l] = uint32(old)
			if in.size == 8 {
				w.vgpr[in.args[0].reg+1][l] = uint32(old >> 32)
			}
		}
	})
	n := first + 2
	if compares {
		n++
	}
	return need(n)
}

// twoAddresses decodes ds_read2, ds_write2 and their variants with a stride of 64 elements.
func (in *inst) twoAddresses(what string) error {
	size := 4
	if strings.HasSuffix(what, "64") && strings.HasSuffix(what, "b64") {
		size = 8
	}
	stride := size
	if strings.Contains(what, "st64") || strings.Contains(what, "stride64") {
		stride *= 64
	}
	var offsets [2]uint64
	for i, name := range []string{"offset0", "offset1"} {
		n, _ := strconv.ParseUint(in.flags[name], 0, 32)
		offsets[i] = n * uint64(stride)
	}
	reads := strings.HasPrefix(what, "read") || strings.HasPrefix(what, "load")
	in.size, in.twice, in.access, in.addresses = size, true, stores, []int{0}
	if reads {
		in.access, in.addresses = loads, []int{1}
	}
	in.op = func(w *wave, in *inst) {
		exec := w.exec()
		w.prepare(in, exec, 0)
		for l := range w.waveSize {
			if exec>>l&1 == 0 {
				continue
			}
			first := 0
			if reads {
				first = 1
			}
			base := uint64(w.vgpr[in.args[first].reg][l])
			for i, offset := range offsets {
				if reads {
					w.loadLane(in, local, l, base+offset, in.args[0].reg+i*size/4)
				} else {
					w.storeLane(in, local, l, base+offset, in.args[1+i].reg)
				}
			}
		}
	}
	if len(in.args) < 2 || !reads && len(in.args) < 3 {
		return fmt.Errorf("%d operands", len(in.args))
	}
	return nil
}

// permute executes ds_permute (forward) and ds_bpermute. An inactive source lane supplies 0.
func (w *wave) permute(in *inst, forward bool) {
	exec, lanes := w.exec(), w.waveSize
	addr, data, to := w.vgpr[in.args[1].reg], w.vgpr[in.args[2].reg], &w.vgpr[in.args[0].reg]
	w.needDefined(in, &in.args[1], 1, exec, "it selects a lane")
	w.readVector(&operand{kind: vector, reg: in.args[2].reg}, false)
	d := &w.defined
	undefined := d.lanes
	d.lanes = 0
	var result [64]uint32
	for l := range lanes {
		other := int(addr[l]+uint32(in.offset)) >> 2 & (lanes - 1)
		switch {
		case forward && exec>>l&1 != 0:
			result[other] = data[l]
			d.lanes |= undefined >> l & 1 << other
		case !forward && exec>>other&1 != 0:
			result[l] = data[other]
			d.lanes |= undefined >> other & 1 << l
		}
	}
	w.writeVector(in, in.args[0].reg, exec)
	for l := range lanes {
		if exec>>l&1 != 0 {
			to[l] = result[l]
		}
	}
}

// swizzle executes ds_swizzle, which moves values between lanes of a group of 4 or 32.
func (w *wave) swizzle(in *inst) {
	exec := w.exec()
	data, to := w.vgpr[in.args[1].reg], &w.vgpr[in.args[0].reg]
	text := ""
	for key, value := range in.flags {
		if strings.HasPrefix(key, "offset") {
			text = value
		}
	}
	from := func(l int) int { return l }
	var n [8]int
	args := func(name string) bool {
		rest, ok := strings.CutPrefix(text, "swizzle("+name+",")
		for i, v := range strings.Split(strings.TrimSuffix(rest, ")"), ",") {
			if i < len(n) {
				n[i], _ = strconv.Atoi(v)
			}
		}
		return ok
	}
	bits := func(and, or, xor int) { from = func(l int) int { return l&32 | ((l&31&and | or) ^ xor) } }
	switch {
	case args("QUAD_PERM"):
		from = func(l int) int { return l&^3 + n[l&3] }
	case args("SWAP"):
		bits(31, 0, n[0])
	case args("REVERSE"):
		bits(31, 0, n[0]-1)
	case args("BROADCAST"):
		bits(32-n[0], n[1], 0)
	default:
		if in.offset>>15&1 != 0 {
			from = func(l int) int { return l&^3 + int(in.offset>>(2*(l&3))&3) }
		} else if in.offset != 0 {
			bits(int(in.offset&31), int(in.offset>>5&31), int(in.offset>>10&31))
		} else if text != "" && text != "0" {
			w.fail(check.Internal, in, -1, "the emulator does not know this swizzle")
		}
	}
	w.readVector(&operand{kind: vector, reg: in.args[1].reg}, false)
	w.defined.lanes = moveLanes(w.defined.lanes&exec, from)
	w.writeVector(in, in.args[0].reg, exec)
	for l := range w.waveSize {
		if exec>>l&1 != 0 {
			to[l] = 0
			if f := from(l); exec>>f&1 != 0 {
				to[l] = data[f]
			}
		}
	}
}
