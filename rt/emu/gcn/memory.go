package gcn

import (
	"bytes"
	"fmt"
	"math"
	"ompcc/rt/emu/check"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"
)

// The apertures of LDS and scratch memory: the upper 32 bits of their flat addresses.
const (
	sharedHigh  = 0x10000
	privateHigh = 0x20000
	// privateBuffer is the second word of the buffer descriptor of a wavefront's scratch memory.
	privateBuffer = 0x4000
)

// Address spaces of an access.
const (
	flat = iota
	local
	stack
)

// find returns the bytes that a lane accesses, and their states. A lane of -1 is a scalar access.
func (w *wave) find(in *inst, space, lane int, addr uint64, size int) (b, states []byte) {
	n := uint64(size)
	if space == flat {
		switch addr >> 32 {
		case sharedHigh:
			space, addr = local, addr&math.MaxUint32
		case privateHigh:
			space, addr = stack, addr&math.MaxUint32
		}
	}
	if w.stats != nil && lane >= 0 {
		w.stats.accessed(space, addr)
	}
	if d := w.dev.Debug; d != nil && len(d.watches) != 0 {
		d.accessed(w, in, space, lane, addr, n)
	}
	switch space {
	case local:
		w.touched.local, w.program.current = true, false
		w.shared(in, local, lane, addr, n)
		if addr+n > uint64(len(w.lds)-16) {
			w.fail(check.Bounds, in, lane, "%d bytes at offset %d of the workgroup's memory, which has %d bytes", n,
				addr, len(w.lds)-16)
		}
		return w.lds[addr : addr+n : addr+n], w.ldsStates[addr : addr+n : addr+n]
	case stack:
		w.program.current = false
		if addr+n > w.private || addr > math.MaxUint32 {
			w.fail(check.Stack, in, lane, "%d bytes at offset %d of the lane's scratch memory, which has %d bytes", n,
				int64(addr), w.private)
		}
		at := uint64(lane)*w.private + addr
		return w.scratch[at : at+n : at+n], w.scratchStates[at : at+n : at+n]
	}
	w.touched.global, w.program.current = true, false
	if w.splitCaches {
		w.shared(in, flat, lane, addr, n)
	}
	b, ok := w.dev.Memory.bytes(addr, n)
	if !ok && w.dev.Program != nil {
		return w.findInProgram(in, lane, addr, n)
	}
	if !ok {
		w.outside(in, lane, addr, n)
	}
	states = w.dev.Memory.states(b)
	if !usable(states) && !(in.strong() && in.size == 4 && slices.ContainsFunc(states, func(s byte) bool { return s&allocated != 0 })) {
		w.outside(in, lane, addr, n)
	}
	if w.dev.Memory.marked.Load() && in.access != stores {
		w.readStale(in, addr, states)
	}
	return b, states
}

// shared notes an access to memory by which the wavefronts of a workgroup exchange data.
func (w *wave) shared(in *inst, space, lane int, addr, n uint64) {
	if len(w.unseen) != 0 {
		w.checkSeen(in, space, lane, addr, n)
	}
	if in.access == stores || in.access == updates {
		w.touched.write(space, addr, n)
	}
}

func load(b []byte) (v uint64) {
	p := unsafe.Pointer(&b[0])
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func store(b []byte, v uint64) {
	p := unsafe.Pointer(&b[0])
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		*(*uint16)(p) = uint16(v)
	case 4:
		*(*uint32)(p) = uint32(v)
	default:
		*(*uint64)(p) = v
	}
}

// scalarLoad decodes s_load and s_buffer_load.
func (in *inst) scalarLoad() error {
	name := strings.TrimPrefix(strings.TrimPrefix(in.name, "s_load_"), "s_buffer_load_")
	in.size, in.sign = sizes(name)
	if in.size == 0 || len(in.args) < 3 {
		return fmt.Errorf("it is not known")
	}
	in.op = func(w *wave, in *inst) {
		w.needDefined(in, &in.args[1], 2, 1, "it is an address")
		addr := w.get(&in.args[1], 'q') + uint64(in.offset)
		if o := &in.args[2]; o.kind == constant {
			addr += uint64(int64(o.value))
		} else {
			addr += w.get(o, 'u')
		}
		if in.size >= 4 {
			if addr&3 != 0 { // the hardware ignores these bits
				w.fail(check.Misaligned, in, -1, "%s", check.BadAlignment(addr, 4))
			}
			for i := range in.size / 4 {
				w.scalarWord(in, in.args[0].reg+i, addr+uint64(4*i), 4)
			}
			return
		}
		w.scalarWord(in, in.args[0].reg, addr, in.size)
	}
	return nil
}

// scalarWord loads at most four bytes into a scalar register.
func (w *wave) scalarWord(in *inst, reg int, addr uint64, size int) {
	b, states := w.find(in, flat, -1, addr, size)
	w.note(in, loads, flat, -1, addr, false)
	w.leaveCache(addr, size) // scalar loads have a cache of their own, behind which is that of stores
	v := load(b)
	if in.sign {
		v = extend(v, uint64(8*size), 32)
	}
	w.sgpr[reg], w.defined.scalar[reg] = uint32(v), 0
	if unset(states) {
		w.loaded(in, flat, reg, -1, addr, uint64(size))
	}
}

// sizes parses the type in the name of a memory instruction ("dwordx2", "b64", "ubyte" …): its size in bytes, and
// whether a load sign-extends it.
func sizes(name string) (n int, sign bool) {
	switch name {
	case "ubyte", "byte", "u8", "b8":
		return 1, false
	case "sbyte", "i8":
		return 1, true
	case "ushort", "short", "u16", "b16":
		return 2, false
	case "sshort", "i16":
		return 2, true
	case "dword", "b32":
		return 4, false
	}
	if v, ok := strings.CutPrefix(name, "dwordx"); ok {
		n, _ = strconv.Atoi(v)
		return 4 * n, false
	}
	if v, ok := strings.CutPrefix(name, "b"); ok {
		n, _ = strconv.Atoi(v)
		return n / 8, false
	}
	return 0, false
}

// chooseMemory decodes vector loads, stores and atomic operations.
func (in *inst) chooseMemory() error {
	space, rest, _ := strings.Cut(in.name, "_")
	if space == "ds" {
		return in.chooseLocal(rest)
	}
	if space != "global" && space != "flat" && space != "scratch" && space != "buffer" {
		return fmt.Errorf("it is not known")
	}
	kind, what, _ := strings.Cut(rest, "_")
	if strings.HasPrefix(what, "lds_") || in.flags["lds"] != "" {
		return fmt.Errorf("loads into LDS are not known")
	}
	for _, half := range []struct {
		text string
		n    int
	}{{"_d16_hi", 2}, {"_d16", 1}} {
		if s, ok := strings.CutSuffix(what, half.text); ok {
			what, in.d16 = s, half.n
			break
		}
	}
	for _, half := range []struct {
		text string
		n    int
	}{{"d16_hi_", 2}, {"d16_", 1}} {
		if s, ok := strings.CutPrefix(what, half.text); ok {
			what, in.d16 = s, half.n
			break
		}
	}
	switch kind {
	case "load", "store":
		if in.size, in.sign = sizes(what); in.size == 0 {
			return fmt.Errorf("it is not known")
		}
	case "atomic":
		if err := in.chooseAtomic(what); err != nil {
			return err
		}
	default:
		return fmt.Errorf("it is not known")
	}
	data, at, err := in.addressing(space, kind)
	if err != nil {
		return err
	}
	in.access = map[string]access{"load": loads, "store": stores, "atomic": updates}[kind]
	in.op = func(w *wave, in *inst) {
		exec := w.exec()
		w.prepare(in, exec, data)
		for l := range w.waveSize {
			if exec>>l&1 == 0 {
				continue
			}
			addr, space := at(w, in, l)
			switch kind {
			case "load":
				w.loadLane(in, space, l, addr, in.args[0].reg)
			case "store":
				w.storeLane(in, space, l, addr, in.args[data].reg)
			default:
				w.atomicLane(in, space, l, addr, data)
			}
		}
	}
	return nil
}

// addressing returns the index of the data operand and a function that computes a lane's address and address space.
func (in *inst) addressing(space, kind string) (data int, at func(w *wave, in *inst, lane int) (uint64, int),
	err error) {
	args := in.args
	if space == "buffer" {
		if len(args) < 4 {
			return 0, nil, fmt.Errorf("%d operands", len(args))
		}
		in.ret = kind == "atomic" && (has(in.flags, "glc") || has(in.flags, "sc0"))
		offen := has(in.flags, "offen")
		if offen {
			in.addresses = []int{1}
		}
		return 0, func(w *wave, in *inst, lane int) (uint64, int) {
			offset := uint64(in.offset)
			if offen {
				offset += uint64(w.vgpr[in.args[1].reg][lane])
			}
			soffset := w.get(&in.args[3], 'u')
			rsrc := in.args[2].reg
			if w.sgpr[rsrc+1] == privateBuffer { // a swizzled buffer: soffset covers all lanes
				// From gfx9 on, LLVM adds constants to negative offsets (GCNSubtarget,
				// privateMemoryResourceIsRangeChecked), so the sum may wrap around.
				return uint64(uint32(soffset/uint64(w.waveSize) + offset)), stack
			}
			return uint64(w.sgpr[rsrc]) | uint64(w.sgpr[rsrc+1]&0xffff)<<32 + soffset + offset, flat
		}, nil
	}
	want := map[string]int{"global": 3, "scratch": 3, "flat": 2}[space]
	if kind == "atomic" && len(args) == want+1 {
		in.ret = true
	}
	first := 0 // index of the address operand
	if kind == "load" || in.ret {
		first = 1
	}
	data = first + 1
	if kind == "load" {
		data = 0
	}
	scalarAt := first + 1
	if kind != "load" {
		scalarAt++
	}
	if space == "flat" {
		if len(args) < first+1 {
			return 0, nil, fmt.Errorf("%d operands", len(args))
		}
		in.addresses = []int{first}
		return data, func(w *wave, in *inst, lane int) (uint64, int) {
			return w.address(in.args[first].reg, lane) + uint64(in.offset), flat
		}, nil
	}
	if len(args) <= scalarAt {
		return 0, nil, fmt.Errorf("%d operands", len(args))
	}
	v, s := args[first], args[scalarAt]
	in.addresses = []int{first, scalarAt}
	if space == "scratch" {
		return data, func(w *wave, in *inst, lane int) (uint64, int) {
			addr := uint64(in.offset)
			if s.kind == scalar {
				addr += w.get(&s, 'u')
			}
			if v.kind == vector {
				addr += uint64(w.vgpr[v.reg][lane])
			}
			return addr & math.MaxUint32, stack
		}, nil
	}
	return data, func(w *wave, in *inst, lane int) (uint64, int) {
		if s.kind == scalar {
			return w.get(&s, 'q') + uint64(w.vgpr[v.reg][lane]) + uint64(in.offset), flat
		}
		return w.address(v.reg, lane) + uint64(in.offset), flat
	}, nil
}

func has(flags map[string]string, name string) bool { _, ok := flags[name]; return ok }

func (w *wave) address(reg, lane int) uint64 {
	return uint64(w.vgpr[reg][lane]) | uint64(w.vgpr[reg+1][lane])<<32
}

// access is the kind of an instruction's memory access.
type access uint8

const (
	noAccess access = iota
	loads
	stores
	updates
)

// prepare checks the registers of an access before the loop over its lanes: addresses and operands of atomic
// operations must be defined. It also marks the destination of a load as defined.
func (w *wave) prepare(in *inst, exec uint64, data int) {
	for _, i := range in.addresses {
		o := &in.args[i]
		w.needDefined(in, o, o.count, exec, "it is an address")
	}
	d := &w.defined
	if in.access == updates {
		o := &in.args[data]
		w.needDefined(in, o, o.count, exec, "it is an operand of an atomic operation")
	}
	if in.access == loads || in.ret {
		for i := range max(in.size/4, 1) * in.times() {
			d.vector[in.args[0].reg+i] &^= exec
			d.computed[in.args[0].reg+i] &^= exec
		}
	}
}

// times returns how many elements each lane accesses.
func (in *inst) times() int {
	if in.twice {
		return 2
	}
	return 1
}

func (w *wave) loadLane(in *inst, space, lane int, addr uint64, to int) {
	b, states := w.find(in, space, lane, addr, in.size)
	w.note(in, loads, space, lane, addr, false)
	if w.cache != nil && w.placeOf(space, lane, addr).space == flat {
		b = w.loadCached(in, addr, b, states)
	}
	for i := 0; i < in.size; i += 4 {
		if n := min(in.size, 4); unset(states[i : i+n]) {
			w.loaded(in, space, to+i/4, lane, addr+uint64(i), uint64(n))
		}
	}
	if in.size < 4 {
		v := load(b)
		if in.sign {
			v = extend(v, uint64(8*in.size), 32)
		}
		r := &w.vgpr[to][lane]
		switch in.d16 {
		case 1:
			*r = *r&^0xffff | uint32(v)&0xffff
		case 2:
			*r = *r&0xffff | uint32(v)<<16
		default:
			*r = uint32(v)
		}
		return
	}
	if in.size == 8 && addr&7 == 0 { // in one access, as the hardware does
		v := load(b)
		w.vgpr[to][lane], w.vgpr[to+1][lane] = uint32(v), uint32(v>>32)
		return
	}
	for i := range in.size / 4 {
		w.vgpr[to+i][lane] = uint32(load(b[4*i : 4*i+4]))
	}
}

func (w *wave) storeLane(in *inst, space, lane int, addr uint64, from int) {
	b, states := w.find(in, space, lane, addr, in.size)
	if w.history != nil {
		before := bytes.Clone(b)
		defer func() { w.noteStore(in, stores, space, lane, addr, false, before, b) }()
	}
	if w.cache != nil && w.placeOf(space, lane, addr).space == flat {
		before := bytes.Clone(b)
		defer func() { w.storeCached(in, addr, b, before, states) }()
	}
	set(states, true)
	for i := 0; i < in.size; i += 4 {
		if w.defined.vector[from+i/4]>>lane&1 != 0 {
			w.storeUndefined(in, space, lane, from+i/4, addr+uint64(i), states[i:min(i+4, in.size)])
		}
	}
	v := uint64(w.vgpr[from][lane])
	if in.d16 == 2 {
		v >>= 16
	}
	switch {
	case in.size <= 4:
		store(b, v)
	case in.size == 8 && addr&7 == 0:
		store(b, v|uint64(w.vgpr[from+1][lane])<<32)
	default:
		for i := range in.size / 4 {
			store(b[4*i:4*i+4], uint64(w.vgpr[from+i][lane]))
		}
	}
	if w.program.current {
		w.writeProgram(in, lane, b)
	}
}

// storeUndefined handles the store of an undefined register. A store to global memory is an error if the value was
// computed from memory that was never written. Other undefined values are legal, because the optimiser may compute
// with undefined registers: storeUndefined marks the bytes as unwritten and remembers the origin of the value.
func (w *wave) storeUndefined(in *inst, space, lane, reg int, addr uint64, states []byte) {
	d := &w.defined
	if d.computed[reg]>>lane&1 != 0 && d.from[reg] != 0 && addr-w.dev.Memory.Base < uint64(len(w.dev.Memory.Bytes)) {
		w.failUndefined(in, lane, d.from[reg], "what is computed from it is stored")
	}
	set(states, false)
	if len(w.stored) < 1<<16 {
		if w.stored == nil {
			w.stored = map[place]unsetLoad{}
		}
		load := unsetLoad{register: true}
		if from := d.from[reg]; from != 0 {
			load = d.loads[from-1]
		}
		w.stored[w.placeOf(space, lane, addr)] = load
	}
}

// update atomically replaces the old value of a word by f(old), and returns the old value.
func update(b []byte, f func(old uint64) uint64) uint64 {
	p := unsafe.Pointer(&b[0])
	for {
		if len(b) == 4 {
			old := atomic.LoadUint32((*uint32)(p))
			if atomic.CompareAndSwapUint32((*uint32)(p), old, uint32(f(uint64(old)))) {
				return uint64(old)
			}
			continue
		}
		old := atomic.LoadUint64((*uint64)(p))
		if atomic.CompareAndSwapUint64((*uint64)(p), old, f(old)) {
			return old
		}
	}
}

// atomicLane executes a lane's atomic operation. Compare-and-swap has the new value in the first data registers and the
// compare value in the next ones.
func (w *wave) atomicLane(in *inst, space, lane int, addr uint64, data int) {
	if addr%uint64(in.size) != 0 {
		w.fail(check.Misaligned, in, lane, "an atomic operation of %d bytes at 0x%x", in.size, addr)
	}
	b, states := w.find(in, space, lane, addr, in.size)
	w.updated(in, space, lane, addr, states)
	w.leaveCache(addr, in.size)
	reg, words := in.args[data].reg, in.size/4
	wide := func(reg int) uint64 {
		if words == 2 {
			return w.address(reg, lane)
		}
		return uint64(w.vgpr[reg][lane])
	}
	src, cmp := wide(reg), uint64(0)
	if strings.Contains(in.name, "cmpswap") {
		cmp = wide(reg + words)
	}
	w.note(in, updates, space, lane, addr, !strings.Contains(in.name, "cmpswap") || load(b) == cmp)
	change := func(old uint64) uint64 { return in.atomic(old, src, cmp) }
	var old uint64
	if w.program.current {
		old = w.updateProgram(in, lane, b, change)
	} else {
		old = update(b, change)
	}
	if in.ret {
		to := in.args[0].reg
		w.vgpr[to][lane] = uint32(old)
		if words == 2 {
			w.vgpr[to+1][lane] = uint32(old >> 32)
		}
	}
}

// updated records an atomic operation in the states of its bytes. Every operation except a swap reads the old value,
// which must be written.
func (w *wave) updated(in *inst, space, lane int, addr uint64, states []byte) {
	if unset(states) && w.dev.Unset && !in.swaps {
		w.loaded(in, space, 0, lane, addr, uint64(in.size))
		w.failUndefined(in, lane, uint32(len(w.defined.loads)), "an atomic operation changes it")
	}
	for i := range states {
		if states[i]&allocated != 0 || space != flat {
			states[i] |= allocated | written
		}
	}
}

// chooseAtomic parses the operation of an atomic instruction: "add_x2", "fadd", "add_f32", "smin" ….
func (in *inst) chooseAtomic(what string) error {
	in.size = 4
	if s, ok := strings.CutSuffix(what, "_x2"); ok {
		what, in.size = s, 8
	}
	for _, suffix := range []string{"_u64", "_b64", "_i64", "_f64"} {
		if strings.HasSuffix(what, suffix) {
			in.size = 8
		}
	}
	f := atomicOf(what, in.size)
	if f == nil {
		return fmt.Errorf("it is not known")
	}
	in.atomic, in.swaps = f, strings.HasPrefix(what, "swap")
	return nil
}

func atomicOf(what string, size int) func(old, src, cmp uint64) uint64 {
	signed := func(a uint64) int64 {
		if size == 4 {
			return s32(a)
		}
		return int64(a)
	}
	switch what {
	case "swap", "swap_b32", "swap_b64", "wrxchg", "wrxchg_b32", "wrxchg_b64", "storexchg_b32":
		return func(_, s, _ uint64) uint64 { return s }
	case "cmpswap", "cmpswap_b32", "cmpswap_b64", "cmpst", "cmpst_b32", "cmpst_b64", "cmpstore_b32", "cmpstore_b64":
		return func(o, s, c uint64) uint64 {
			if o == c {
				return s
			}
			return o
		}
	case "add", "add_u32", "add_u64":
		return func(o, s, _ uint64) uint64 { return o + s }
	case "sub", "sub_u32", "sub_u64":
		return func(o, s, _ uint64) uint64 { return o - s }
	case "rsub", "rsub_u32", "rsub_u64":
		return func(o, s, _ uint64) uint64 { return s - o }
	case "and", "and_b32", "and_b64":
		return func(o, s, _ uint64) uint64 { return o & s }
	case "or", "or_b32", "or_b64":
		return func(o, s, _ uint64) uint64 { return o | s }
	case "xor", "xor_b32", "xor_b64":
		return func(o, s, _ uint64) uint64 { return o ^ s }
	case "umin", "min_u32", "min_u64":
		return func(o, s, _ uint64) uint64 { return min(o, s) }
	case "umax", "max_u32", "max_u64":
		return func(o, s, _ uint64) uint64 { return max(o, s) }
	case "smin", "min_i32", "min_i64":
		return func(o, s, _ uint64) uint64 {
			if signed(s) < signed(o) {
				return s
			}
			return o
		}
	case "smax", "max_i32", "max_i64":
		return func(o, s, _ uint64) uint64 {
			if signed(s) > signed(o) {
				return s
			}
			return o
		}
	case "inc", "inc_u32", "inc_u64":
		return func(o, s, _ uint64) uint64 {
			if o >= s {
				return 0
			}
			return o + 1
		}
	case "dec", "dec_u32", "dec_u64":
		return func(o, s, _ uint64) uint64 {
			if o == 0 || o > s {
				return s
			}
			return o - 1
		}
	case "add_f32", "fadd":
		return func(o, s, _ uint64) uint64 { return u32(f32(o) + f32(s)) }
	case "add_f64":
		return func(o, s, _ uint64) uint64 { return u64(f64(o) + f64(s)) }
	case "min_f64":
		return func(o, s, _ uint64) uint64 { return u64(minNum(f64(o), f64(s))) }
	case "max_f64":
		return func(o, s, _ uint64) uint64 { return u64(maxNum(f64(o), f64(s))) }
	case "min_f32", "fmin":
		return func(o, s, _ uint64) uint64 { return u32(float32(minNum(float64(f32(o)), float64(f32(s))))) }
	case "max_f32", "fmax":
		return func(o, s, _ uint64) uint64 { return u32(float32(maxNum(float64(f32(o)), float64(f32(s))))) }
	case "pk_add_f16":
		return func(o, s, _ uint64) uint64 { return u16(f16(o)+f16(s)) | u16(f16(o>>16)+f16(s>>16))<<16 }
	}
	return nil
}

// strong reports whether an access is atomic. The compiler implements an atomic operation on one or two bytes by an
// access to the whole word, whose other bytes may be unallocated.
func (in *inst) strong() bool {
	return in.access == updates || has(in.flags, "sc1") || has(in.flags, "sc0") ||
		has(in.flags, "glc") && !has(in.flags, "slc") // with slc it is nontemporal
}
