// Scalar ALU instructions, branches, and the instructions without register operands.

package gcn

import (
	"fmt"
	"math"
	"math/bits"
	"ompcc/rt/emu/check"
	"strings"
	"sync/atomic"
)

// sop is a scalar instruction: the types of its destination ('-' for none) and sources, and its function.
type sop struct {
	types       string
	reads, sets bool // whether it reads and sets scc
	f           func(a, b uint64, scc bool) (uint64, bool)
}

func plain(f func(a, b uint64) uint64) func(a, b uint64, scc bool) (uint64, bool) {
	return func(a, b uint64, scc bool) (uint64, bool) { return f(a, b), scc }
}

// nz wraps f such that scc becomes whether the result is nonzero.
func nz(f func(a, b uint64) uint64) func(a, b uint64, scc bool) (uint64, bool) {
	return func(a, b uint64, _ bool) (uint64, bool) { r := f(a, b); return r, r != 0 }
}

func nz32(f func(a, b uint64) uint64) func(a, b uint64, scc bool) (uint64, bool) {
	return func(a, b uint64, _ bool) (uint64, bool) { r := f(a, b); return r, uint32(r) != 0 }
}

func test(f func(a, b uint64) bool) func(a, b uint64, scc bool) (uint64, bool) {
	return func(a, b uint64, _ bool) (uint64, bool) { return 0, f(a, b) }
}

func s32(a uint64) int64 { return int64(int32(uint32(a))) }

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

var scalarOps = map[string]*sop{}

func init() {
	add := func(name, types string, f func(a, b uint64, scc bool) (uint64, bool)) {
		scalarOps[name] = &sop{types: types, f: f}
	}
	logic := map[string]func(a, b uint64) uint64{
		"and": func(a, b uint64) uint64 { return a & b }, "or": func(a, b uint64) uint64 { return a | b }, "xor": func(a, b uint64) uint64 { return a ^ b },
		"andn2": func(a, b uint64) uint64 { return a &^ b }, "orn2": func(a, b uint64) uint64 { return a | ^b }, "nand": func(a, b uint64) uint64 { return ^(a & b) },
		"nor": func(a, b uint64) uint64 { return ^(a | b) }, "xnor": func(a, b uint64) uint64 { return ^(a ^ b) },
		"andn1": func(a, b uint64) uint64 { return ^a & b }, "orn1": func(a, b uint64) uint64 { return ^a | b },
		"and_not0": func(a, b uint64) uint64 { return ^a & b }, "or_not0": func(a, b uint64) uint64 { return ^a | b },
	}
	for name, f := range logic {
		add("s_"+name+"_b32", "uuu", nz32(f))
		add("s_"+name+"_b64", "qqq", nz(f))
	}
	add("s_and_not1_b32", "uuu", nz32(logic["andn2"]))
	add("s_and_not1_b64", "qqq", nz(logic["andn2"]))
	add("s_or_not1_b32", "uuu", nz32(logic["orn2"]))
	add("s_or_not1_b64", "qqq", nz(logic["orn2"]))
	for _, bits := range []string{"32", "64"} {
		t := map[string]string{"32": "uu", "64": "qq"}[bits]
		add("s_mov_b"+bits, t, plain(func(a, _ uint64) uint64 { return a }))
		add("s_cmov_b"+bits, t+"!", nil)
		add("s_cselect_b"+bits, t+t[:1], func(a, b uint64, scc bool) (uint64, bool) {
			if scc {
				return a, scc
			}
			return b, scc
		})
		add("s_wqm_b"+bits, t, nz(func(a, _ uint64) uint64 {
			var r uint64
			for i := 0; i < 64; i += 4 {
				if a>>i&15 != 0 {
					r |= 15 << i
				}
			}
			return r
		}))
	}
	add("s_not_b32", "uu", nz32(func(a, _ uint64) uint64 { return ^a }))
	add("s_not_b64", "qq", nz(func(a, _ uint64) uint64 { return ^a }))
	add("s_brev_b32", "uu", plain(func(a, _ uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) }))
	add("s_brev_b64", "qq", plain(func(a, _ uint64) uint64 { return bits.Reverse64(a) }))
	add("s_bcnt0_i32_b32", "uu", nz32(func(a, _ uint64) uint64 { return uint64(32 - bits.OnesCount32(uint32(a))) }))
	add("s_bcnt0_i32_b64", "uq", nz32(func(a, _ uint64) uint64 { return uint64(64 - bits.OnesCount64(a)) }))
	add("s_bcnt1_i32_b32", "uu", nz32(func(a, _ uint64) uint64 { return uint64(bits.OnesCount32(uint32(a))) }))
	add("s_bcnt1_i32_b64", "uq", nz32(func(a, _ uint64) uint64 { return uint64(bits.OnesCount64(a)) }))
	first := func(n, width int) uint64 {
		if n == width {
			return math.MaxUint32
		}
		return uint64(n)
	}
	for _, p := range [][3]string{{"s_ff1_i32_b", "s_ff0_i32_b", "s_flbit_i32_b"},
		{"s_ctz_i32_b", "s_ff0_i32_b", "s_clz_i32_u"}} {
		add(p[0]+"32", "uu", plain(func(a, _ uint64) uint64 { return first(bits.TrailingZeros32(uint32(a)), 32) }))
		add(p[0]+"64", "uq", plain(func(a, _ uint64) uint64 { return first(bits.TrailingZeros64(a), 64) }))
		add(p[1]+"32", "uu", plain(func(a, _ uint64) uint64 { return first(bits.TrailingZeros32(^uint32(a)), 32) }))
		add(p[1]+"64", "uq", plain(func(a, _ uint64) uint64 { return first(bits.TrailingZeros64(^a), 64) }))
		add(p[2]+"32", "uu", plain(func(a, _ uint64) uint64 { return first(bits.LeadingZeros32(uint32(a)), 32) }))
		add(p[2]+"64", "uq", plain(func(a, _ uint64) uint64 { return first(bits.LeadingZeros64(a), 64) }))
	}
	signBits := func(a uint64) uint64 {
		v := uint32(a) ^ uint32(int32(uint32(a))>>31)
		return first(bits.LeadingZeros32(v), 32)
	}
	add("s_flbit_i32", "uu", plain(func(a, _ uint64) uint64 { return signBits(a) }))
	add("s_cls_i32", "uu", plain(func(a, _ uint64) uint64 { return signBits(a) }))
	add("s_flbit_i32_i64", "uq", plain(func(a, _ uint64) uint64 { return first(bits.LeadingZeros64(a^uint64(int64(a)>>63)), 64) }))
	add("s_cls_i32_i64", "uq", plain(func(a, _ uint64) uint64 { return first(bits.LeadingZeros64(a^uint64(int64(a)>>63)), 64) }))
	add("s_sext_i32_i8", "uu", plain(func(a, _ uint64) uint64 { return uint64(int64(int8(a))) }))
	add("s_sext_i32_i16", "uu", plain(func(a, _ uint64) uint64 { return uint64(int64(int16(a))) }))
	add("s_abs_i32", "uu", nz32(func(a, _ uint64) uint64 {
		if int32(a) < 0 {
			return -a
		}
		return a
	}))
	add("s_add_u32", "uuu", func(a, b uint64, _ bool) (uint64, bool) { return a + b, (a+b)>>32 != 0 })
	add("s_addc_u32", "uuu", func(a, b uint64, c bool) (uint64, bool) { r := a + b + b2u(c); return r, r>>32 != 0 })
	add("s_sub_u32", "uuu", func(a, b uint64, _ bool) (uint64, bool) { return a - b, b > a })
	add("s_subb_u32", "uuu", func(a, b uint64, c bool) (uint64, bool) { return a - b - b2u(c), b+b2u(c) > a })
	overflow := func(r int64) bool { return r != int64(int32(r)) }
	addi := func(a, b uint64, _ bool) (uint64, bool) { r := s32(a) + s32(b); return uint64(r), overflow(r) }
	add("s_add_i32", "uuu", addi)
	add("s_sub_i32", "uuu", func(a, b uint64, _ bool) (uint64, bool) { r := s32(a) - s32(b); return uint64(r), overflow(r) })
	add("s_mul_i32", "uuu", plain(func(a, b uint64) uint64 { return a * b }))
	add("s_mul_hi_u32", "uuu", plain(func(a, b uint64) uint64 { return a * b >> 32 }))
	add("s_mul_hi_i32", "uuu", plain(func(a, b uint64) uint64 { return uint64(s32(a) * s32(b) >> 32) }))
	add("s_add_u64", "qqq", plain(func(a, b uint64) uint64 { return a + b }))
	add("s_absdiff_i32", "uuu", nz32(func(a, b uint64) uint64 {
		d := s32(a) - s32(b)
		if d < 0 {
			d = -d
		}
		return uint64(d)
	}))
	add("s_lshl_b32", "uuu", nz32(func(a, b uint64) uint64 { return a << (b & 31) }))
	add("s_lshr_b32", "uuu", nz32(func(a, b uint64) uint64 { return a >> (b & 31) }))
	add("s_ashr_i32", "uuu", nz32(func(a, b uint64) uint64 { return uint64(s32(a) >> (b & 31)) }))
	add("s_lshl_b64", "qqu", nz(func(a, b uint64) uint64 { return a << (b & 63) }))
	add("s_lshr_b64", "qqu", nz(func(a, b uint64) uint64 { return a >> (b & 63) }))
	add("s_ashr_i64", "qqu", nz(func(a, b uint64) uint64 { return uint64(int64(a) >> (b & 63)) }))
	for n := range 4 {
		add(fmt.Sprintf("s_lshl%d_add_u32", n+1), "uuu", func(a, b uint64, _ bool) (uint64, bool) { r := a<<(n+1) + b; return r, r>>32 != 0 })
	}
	add("s_bfm_b32", "uuu", plain(func(a, b uint64) uint64 { return (1<<(a&31) - 1) << (b & 31) }))
	add("s_bfm_b64", "quu", plain(func(a, b uint64) uint64 { return (1<<(a&63) - 1) << (b & 63) }))
	add("s_bfe_u32", "uuu", nz32(func(a, b uint64) uint64 { return a >> (b & 31) & (1<<min(b>>16&127, 32) - 1) }))
	add("s_bfe_u64", "qqu", nz(func(a, b uint64) uint64 { return a >> (b & 63) & mask(b>>16&127) }))
	add("s_bfe_i32", "uuu", nz32(func(a, b uint64) uint64 { return extend(a>>(b&31), b>>16&127, 32) }))
	add("s_bfe_i64", "qqu", nz(func(a, b uint64) uint64 { return extend(a>>(b&63), b>>16&127, 64) }))
	add("s_pack_ll_b32_b16", "uuu", plain(func(a, b uint64) uint64 { return a&0xffff | b<<16 }))
	add("s_pack_lh_b32_b16", "uuu", plain(func(a, b uint64) uint64 { return a&0xffff | b&0xffff0000 }))
	add("s_pack_hh_b32_b16", "uuu", plain(func(a, b uint64) uint64 { return a>>16 | b&0xffff0000 }))
	add("s_pack_hl_b32_b16", "uuu", plain(func(a, b uint64) uint64 { return a>>16 | b<<16 }))
	signed, unsigned := func(a uint64) int64 { return s32(a) }, func(a uint64) int64 { return int64(uint32(a)) }
	for suffix, v := range map[string]func(uint64) int64{"i32": signed, "u32": unsigned} {
		add("s_min_"+suffix, "uuu", func(a, b uint64, _ bool) (uint64, bool) {
			if v(a) < v(b) {
				return a, true
			}
			return b, false
		})
		add("s_max_"+suffix, "uuu", func(a, b uint64, _ bool) (uint64, bool) {
			if v(a) >= v(b) {
				return a, v(a) > v(b)
			}
			return b, false
		})
		for name, f := range map[string]func(a, b int64) bool{
			"eq": func(a, b int64) bool { return a == b }, "lg": func(a, b int64) bool { return a != b }, "gt": func(a, b int64) bool { return a > b },
			"ge": func(a, b int64) bool { return a >= b }, "lt": func(a, b int64) bool { return a < b }, "le": func(a, b int64) bool { return a <= b },
		} {
			add("s_cmp_"+name+"_"+suffix, "-uu", test(func(a, b uint64) bool { return f(v(a), v(b)) }))
			add("s_cmpk_"+name+"_"+suffix, "-uu", test(func(a, b uint64) bool { return f(v(a), v(b)) }))
		}
	}
	add("s_cmp_eq_u64", "-qq", test(func(a, b uint64) bool { return a == b }))
	add("s_cmp_lg_u64", "-qq", test(func(a, b uint64) bool { return a != b }))
	add("s_bitcmp0_b32", "-uu", test(func(a, b uint64) bool { return a>>(b&31)&1 == 0 }))
	add("s_bitcmp1_b32", "-uu", test(func(a, b uint64) bool { return a>>(b&31)&1 != 0 }))
	add("s_bitcmp0_b64", "-qu", test(func(a, b uint64) bool { return a>>(b&63)&1 == 0 }))
	add("s_bitcmp1_b64", "-qu", test(func(a, b uint64) bool { return a>>(b&63)&1 != 0 }))
	add("s_movk_i32", "uu", plain(func(a, _ uint64) uint64 { return uint64(int64(int16(a))) }))
}

func init() {
	for name, s := range scalarOps {
		s.reads = strings.HasPrefix(name, "s_addc") || strings.HasPrefix(name, "s_subb")
		if s.f != nil {
			_, kept1 := s.f(1, 2, true)
			_, kept0 := s.f(1, 2, false)
			s.sets = !kept1 || kept0
		}
	}
}

func mask(n uint64) uint64 {
	if n >= 64 {
		return math.MaxUint64
	}
	return 1<<n - 1
}

// extend sign-extends the lowest n bits of a, at most width of them.
func extend(a, n, width uint64) uint64 {
	n = min(n, width)
	if n == 0 {
		return 0
	}
	return uint64(int64(a<<(64-n)) >> (64 - n))
}

// get reads a scalar source.
func (w *wave) get(o *operand, t byte) uint64 {
	wide := t == 'q' || t == 'd'
	switch o.kind {
	case scalar:
		if w.defined.scalar[o.reg] != 0 || wide && o.count != 1 && w.defined.scalar[o.reg+1] != 0 {
			w.readScalar(o.reg, wide && o.count != 1)
		}
		if wide && o.count != 1 {
			return uint64(w.sgpr[o.reg]) | uint64(w.sgpr[o.reg+1])<<32
		}
		return uint64(w.sgpr[o.reg])
	case constant, floating:
		return o.constantOf(t)
	case shared:
		return apertureOf(sharedHigh, wide)
	case private:
		return apertureOf(privateHigh, wide)
	case sccBit:
		return b2u(w.scc)
	case vector:
		return uint64(w.vgpr[o.reg][0])
	}
	return 0
}

func apertureOf(high uint64, wide bool) uint64 {
	if wide {
		return high << 32
	}
	return high
}

// put writes a scalar destination.
func (w *wave) put(o *operand, wide bool, v uint64) {
	if o.kind != scalar {
		return
	}
	w.sgpr[o.reg], w.defined.scalar[o.reg] = uint32(v), 0
	if wide {
		w.sgpr[o.reg+1], w.defined.scalar[o.reg+1] = uint32(v>>32), 0
	}
}

// putMask writes a mask of lanes.
func (w *wave) putMask(o *operand, v uint64) { w.put(o, w.waveSize == 64, v) }

func (w *wave) getMask(o *operand) uint64 {
	if w.waveSize == 64 {
		return w.get(o, 'q')
	}
	return w.get(o, 'u')
}

func scalarOp(w *wave, in *inst) {
	s := in.sop
	var a, b uint64
	first := 1
	if s.types[0] == '-' {
		first = 0
	}
	a = w.get(&in.args[first], s.types[1])
	d := &w.defined
	ua, ub := d.take(), uint64(0)
	if len(s.types) > 2 {
		b = w.get(&in.args[first+1], s.types[2])
		ub = d.take()
	}
	r, scc := s.f(a, b, w.scc)
	w.scc = scc
	if first == 1 {
		w.put(&in.args[0], s.types[0] == 'q', r)
	}
	if ua|ub != 0 || d.scc {
		w.undefinedScalar(in, r, a, b, ua, ub)
	}
}

// undefinedScalar records which bits of a scalar result are undefined.
func (w *wave) undefinedScalar(in *inst, r, a, b, ua, ub uint64) {
	d, s := &w.defined, in.sop
	wide := s.types[0] == 'q'
	var bad uint64
	if d.scc && (s.reads || in.bitwise == "cselect") {
		d.origin = d.sccFrom
	}
	switch {
	case s.reads && d.scc:
		bad = ^uint64(0)
	case in.bitwise == "cselect" && d.scc:
		bad = a ^ b | ua | ub
	case in.bitwise == "cselect" && w.scc:
		bad = ua
	case in.bitwise == "cselect":
		bad = ub
	case in.bitwise == "mov" || in.bitwise == "not":
		bad = ua
	case ub == 0 && in.bitwise == "lshl", ub == 0 && in.bitwise == "lshr", ub == 0 && in.bitwise == "ashr":
		bad, _ = s.f(ua, b, false)
	default:
		bad = undefinedBits(in.bitwise, a, b, ua, ub)
	}
	if !wide {
		bad &= math.MaxUint32
		r &= math.MaxUint32
	}
	if s.sets {
		d.scc, d.sccFrom = bad != 0 && (r&^bad == 0 || s.types[0] == '-'), d.origin
	}
	if s.types[0] != '-' && bad != 0 {
		w.writeScalar(in, in.args[0].reg, wide, bad)
	}
}

func (in *inst) chooseScalar() error {
	need := func(n int) error {
		if len(in.args) < n {
			return fmt.Errorf("%d operands of %d", len(in.args), n)
		}
		return nil
	}
	if body, ok := strings.CutPrefix(in.name, "s_"); ok && strings.Contains(body, "_saveexec_b") {
		f := scalarOps["s_"+strings.Replace(body, "_saveexec", "", 1)]
		if f == nil || need(2) != nil {
			return fmt.Errorf("it is not known")
		}
		// andn2 and and_not1 are S0 & ~EXEC, andn1 and and_not0 are ~S0 & EXEC; orn2 and orn1 likewise.
		wide := strings.HasSuffix(in.name, "64")
		op := map[string]string{"and": "and", "or": "or", "xor": "xor", "andn2": "andn2", "and_not1": "andn2",
			"orn2": "orn2", "or_not1": "orn2"}[body[:strings.Index(body, "_saveexec")]]
		in.op = func(w *wave, in *inst) {
			t := byte('u')
			if wide {
				t = 'q'
			}
			src := w.get(&in.args[1], t)
			bad := w.defined.take()
			old := w.exec()
			if !wide {
				old &= math.MaxUint32
			}
			r, scc := f.f(src, old, w.scc)
			w.put(&in.args[0], wide, old)
			if !wide {
				r &= math.MaxUint32
			}
			w.setExec(r)
			w.scc, w.defined.scc = scc, false
			if bad != 0 {
				if bad = undefinedBits(op, src, old, bad, 0); !wide {
					bad &= math.MaxUint32
				}
				if bad != 0 {
					w.undefinedBranch(in, bad)
				}
			}
		}
		return nil
	}
	switch in.name {
	case "s_getpc_b64":
		in.op = func(w *wave, in *inst) { w.put(&in.args[0], true, w.object.base+in.addr+4) }
		return need(1)
	case "s_setpc_b64":
		in.op = func(w *wave, in *inst) { w.jump(in, w.get(&in.args[0], 'q')) }
		return need(1)
	case "s_swappc_b64":
		in.op = func(w *wave, in *inst) {
			to := w.get(&in.args[1], 'q')
			w.put(&in.args[0], true, w.object.base+in.addr+4)
			w.jump(in, to)
		}
		return need(2)
	case "s_addk_i32", "s_mulk_i32", "s_cmovk_i32":
		name := in.name
		in.op = func(w *wave, in *inst) {
			a, k := s32(w.get(&in.args[0], 'u')), int64(int16(in.args[1].value))
			switch name {
			case "s_addk_i32":
				a += k
				w.scc = a != int64(int32(a))
			case "s_mulk_i32":
				a *= k
			default:
				if !w.scc {
					return
				}
				a = k
			}
			w.put(&in.args[0], false, uint64(a))
			bad := w.defined.take()
			if name == "s_addk_i32" {
				w.defined.scc, w.defined.sccFrom = bad != 0, w.defined.origin
			}
			if bad != 0 {
				w.writeScalar(in, in.args[0].reg, false, math.MaxUint32)
			}
		}
		return need(2)
	case "s_cmov_b32", "s_cmov_b64":
		wide := in.name == "s_cmov_b64"
		in.op = func(w *wave, in *inst) {
			if w.scc {
				t := byte('u')
				if wide {
					t = 'q'
				}
				w.put(&in.args[0], wide, w.get(&in.args[1], t))
			}
		}
		return need(2)
	case "s_bitset0_b32", "s_bitset1_b32", "s_bitset0_b64", "s_bitset1_b64":
		wide, set := strings.HasSuffix(in.name, "64"), strings.HasPrefix(in.name, "s_bitset1")
		in.op = func(w *wave, in *inst) {
			t, n := byte('u'), w.get(&in.args[1], 'u')
			if wide {
				t = 'q'
			} else {
				n &= 31
			}
			v := w.get(&in.args[0], t) &^ (1 << (n & 63))
			if set {
				v |= 1 << (n & 63)
			}
			w.put(&in.args[0], wide, v)
		}
		return need(2)
	case "s_memtime", "s_memrealtime", "s_getreg_b32", "s_sendmsg_rtn_b64", "s_sendmsg_rtn_b32":
		wide := in.name != "s_getreg_b32" && in.name != "s_sendmsg_rtn_b32"
		in.op = func(w *wave, in *inst) {
			v := clock.Add(100)
			if strings.Contains(in.flags[""], "HW_ID") || strings.Contains(in.flags[""], "MODE") ||
				strings.Contains(in.flags[""], "XCC_ID") {
				v = 0
			}
			w.put(&in.args[0], wide, v)
		}
		return need(1)
	}
	if strings.HasPrefix(in.name, "s_cmpk_") && strings.HasSuffix(in.name, "_i32") && len(in.args) == 2 &&
		in.args[1].kind == constant {
		in.args[1].value = uint64(int64(int16(in.args[1].value)))
	}
	s := scalarOps[in.name]
	if s == nil {
		return fmt.Errorf("it is not known")
	}
	in.sop, in.op = s, scalarOp
	in.bitwise, in.copies = bitwise(in.name)
	n := len(s.types)
	if s.types[0] == '-' {
		n--
	}
	return need(n)
}

// clock is the time that programs read: it advances with each read.
var clock atomic.Uint64

// jump continues execution at an address.
func (w *wave) jump(in *inst, to uint64) {
	pc, ok := w.object.at[to-w.object.base]
	if !ok {
		w.fail(check.Illegal, in, -1,
			"jump to 0x%x, which is no instruction of the program: a call through a pointer that is null or a function of the host", to)
	}
	w.pc = pc
}

func idle(*wave, *inst) {}

func sccUndefined(w *wave) (bool, uint32) { return w.defined.scc, w.defined.sccFrom }

// vccUndefined reports whether vcc == 0 depends on undefined bits.
func vccUndefined(w *wave) (bool, uint32) {
	d := &w.defined
	if d.scalar[vcc]|d.scalar[vcc+1] == 0 {
		return false, 0
	}
	u := uint64(d.scalar[vcc])
	if w.waveSize == 64 {
		u |= uint64(d.scalar[vcc+1]) << 32
	}
	return u != 0 && w.vccMask()&^u == 0, d.fromS[vcc]
}

func branch(cond func(w *wave) bool, undefined func(w *wave) (bool, uint32)) func(w *wave, in *inst) {
	return func(w *wave, in *inst) {
		if undefined != nil {
			if u, from := undefined(w); u {
				w.failUndefined(in, -1, from, "a branch depends on it")
			}
		}
		if cond(w) {
			w.pc = in.target
		}
	}
}

func (w *wave) vccMask() uint64 {
	if w.waveSize == 32 {
		return uint64(w.sgpr[vcc])
	}
	return uint64(w.sgpr[vcc]) | uint64(w.sgpr[vcc+1])<<32
}

// nullary has the instructions without register operands.
var nullary map[string]func(w *wave, in *inst)

func init() {
	nullary = map[string]func(w *wave, in *inst){
		"s_branch":        func(w *wave, in *inst) { w.pc = in.target },
		"s_cbranch_scc0":  branch(func(w *wave) bool { return !w.scc }, sccUndefined),
		"s_cbranch_scc1":  branch(func(w *wave) bool { return w.scc }, sccUndefined),
		"s_cbranch_vccz":  branch(func(w *wave) bool { return w.vccMask() == 0 }, vccUndefined),
		"s_cbranch_vccnz": branch(func(w *wave) bool { return w.vccMask() != 0 }, vccUndefined),
		"s_cbranch_execz": branch(func(w *wave) bool { return w.exec() == 0 }, nil), "s_cbranch_execnz": branch(func(w *wave) bool { return w.exec() != 0 }, nil),
		"s_endpgm": func(w *wave, _ *inst) { w.ended = true }, "s_endpgm_saved": func(w *wave, _ *inst) { w.ended = true },
		"s_barrier":   barrier,
		"buffer_wbl2": writeBack, "buffer_inv": invalidate, "buffer_wbinvl1_vol": invalidate, "buffer_wbinvl1": invalidate,
		"buffer_gl0_inv": invalidate, "buffer_gl1_inv": invalidate,
		"s_set_gpr_idx_off": func(w *wave, _ *inst) { w.gprIndex = registerIndex{} },
		"s_sleep":           func(w *wave, _ *inst) { w.asleep = true },
		"s_trap": func(w *wave, in *inst) {
			w.fail(check.Trap, in, -1, "the program has ended itself (abort, assert or a check of the compiler)")
		},
	}
	for _, n := range []string{"s_waitcnt", "s_waitcnt_vscnt", "s_waitcnt_vmcnt", "s_waitcnt_expcnt",
		"s_waitcnt_lgkmcnt"} {
		nullary[n] = waitcnt
	}
	for _, n := range []string{"s_nop", "s_delay_alu", "s_clause", "s_setprio", "s_inst_prefetch",
		"s_set_inst_prefetch_distance", "s_icache_inv", "s_dcache_wb", "s_dcache_inv", "buffer_invl2", "s_code_end",
		"s_sendmsg", "s_setreg_b32", "s_setreg_imm32_b32", "s_waitcnt_depctr", "s_denorm_mode", "s_round_mode",
		"s_sethalt", "v_nop", "s_ttracedata", "s_wait_idle", "s_version", "buffer_wbinvl1_vol_sc"} {
		nullary[n] = idle
	}
}
