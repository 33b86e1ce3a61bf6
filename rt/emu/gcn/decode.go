package gcn

import (
	"fmt"
	"ompcc/rt/emu/check"
	"strconv"
	"strings"
)

// inst is an instruction.
type inst struct {
	addr  uint64
	text  string
	index int // in the object's code
	op    func(w *wave, in *inst)

	name      string // without what says how it is encoded
	args      []operand
	offset    int64
	target    int // of a branch
	clamp     bool
	omod      float64
	flags     map[string]string // modifiers
	dst       int               // SDWA: dst_sel
	unused    string            // SDWA: dst_unused
	row       *dpp              // of the first source
	vop       *vop
	sop       *sop
	pair      *inst // the second half of a dual instruction
	size      int   // of memory
	access    access
	addresses []int // the operands that an address is made of
	twice     bool  // two elements of memory
	swaps     bool  // an atomic operation that does not look at the old value
	merges    bool  // it puts bits of its sources together, as writes of bit-fields do: one of them with a value is enough
	// copies: the result has bits of the sources, or nothing of them is computed with.
	copies           bool
	async            asynchronous
	waits            [counters]int16 // of s_waitcnt
	vectors, scalars []uint16        // registers that are named
	results          []uint16        // vector registers that an operation writes when it ends
	bitwise          string          // and, or, xor, andn2, orn2, not, mov, cselect, a shift: the result's bits depend on those of the sources
	sign             bool
	d16              int // 1: the lower half of the register, 2: the upper half
	ret              bool
	atomic           func(old, src, cmp uint64) uint64
	class            string // in counts
	eachLane         bool   // all lanes that execute count
	masks            bool   // it may take lanes away
	idles            int    // of s_nop: its operand
	tooClose         []hazard
	polls            bool   // a load of LDS in a loop that waits for another wavefront
	firstTry         bool   // the load with which a loop of compare-and-swap begins
	packed           []bool // op_sel, op_sel_hi, neg_lo, neg_hi of three operands each
}

// unknown stands for an instruction that the emulator does not have.
func unknown(reason string) func(w *wave, in *inst) {
	return func(w *wave, in *inst) {
		w.fail(check.Internal, in, -1, "the emulator cannot execute this instruction: %s", reason)
	}
}

// decode turns an instruction's text into what is executed. One that is not known fails when it is executed.
func (o *Object) decode(i int) {
	in := &o.code[i]
	in.index = i
	defer func() {
		in.async = asynchronousOf(in, o.Arch)
		in.registersOf()
		in.classify()
	}()
	if first, second, dual := strings.Cut(in.text, " :: "); dual {
		in.pair = &inst{addr: in.addr, text: second}
		o.decodeOne(i, in.pair, strings.Replace(second, "v_dual_", "v_", 1))
		o.decodeOne(i, in, strings.Replace(first, "v_dual_", "v_", 1))
		a, b := in.op, in.pair.op
		in.op = func(w *wave, in *inst) { w.dual(in, a, b) }
		return
	}
	o.decodeOne(i, in, in.text)
}

func (o *Object) decodeOne(i int, in *inst, text string) {
	mnemonic, rest, _ := strings.Cut(text, " ")
	in.name = mnemonic
	for _, suffix := range []string{"_e64_dpp", "_e32_dpp", "_dpp", "_sdwa", "_e64", "_e32"} {
		if s, ok := strings.CutSuffix(mnemonic, suffix); ok {
			in.name = s
			break
		}
	}
	if f, ok := nullary[in.name]; ok {
		in.op = f
		if strings.HasPrefix(in.name, "s_waitcnt") && in.name != "s_waitcnt_depctr" {
			if err := in.readWaits(rest); err != nil {
				in.op = unknown(err.Error())
				return
			}
		}
		in.flags = map[string]string{"": rest}
		if in.name == "s_nop" {
			n, _ := strconv.ParseInt(rest, 0, 32)
			in.idles = int(n)
		}
		if strings.HasPrefix(in.name, "s_cbranch") || in.name == "s_branch" {
			n, err := strconv.Atoi(strings.Fields(rest + " ?")[0])
			if err != nil {
				in.op = unknown("the branch has no target")
				return
			}
			t, ok := o.at[in.addr+4+uint64(int64(int16(n)))*4]
			if !ok {
				in.op = unknown("the branch leads to no instruction")
				return
			}
			in.target = t
		}
		return
	}
	operands, modifiers := fields(rest)
	in.flags = map[string]string{}
	for _, m := range modifiers {
		key, value, _ := strings.Cut(m, ":")
		in.flags[key] = value
	}
	if v, ok := in.flags["offset"]; ok {
		in.offset, _ = strconv.ParseInt(v, 0, 64)
	}
	_, in.clamp = in.flags["clamp"]
	in.omod = map[string]float64{"mul:2": 2, "mul:4": 4, "div:2": .5}["mul:"+in.flags["mul"]]
	if in.flags["div"] != "" {
		in.omod = .5
	}
	for _, text := range operands {
		if strings.HasPrefix(text, "hwreg") || strings.HasPrefix(text, "gpr_idx(") || strings.Contains(text, "(MSG_") {
			in.flags[""] = text
			continue
		}
		a, err := parseOperand(text)
		if err != nil {
			in.op = unknown(err.Error())
			return
		}
		in.args = append(in.args, a)
	}
	if err := in.variants(); err != nil {
		in.op = unknown(err.Error())
		return
	}
	if err := in.choose(); err != nil {
		in.op = unknown(err.Error())
	}
}

// choose finds what executes the instruction.
func (in *inst) choose() error {
	switch {
	case in.name == "s_set_gpr_idx_on" && len(in.args) > 0:
		in.op = indexOn
		return nil
	case strings.Contains(in.name, "_movrel"):
		return in.chooseRelative()
	case in.name == "s_load_dword", strings.HasPrefix(in.name, "s_load_"), strings.HasPrefix(in.name, "s_buffer_load"):
		return in.scalarLoad()
	case strings.HasPrefix(in.name, "s_"):
		return in.chooseScalar()
	case strings.HasPrefix(in.name, "v_"):
		return in.chooseVector()
	}
	return in.chooseMemory()
}

// SDWA selections.
const (
	selDword = iota
	selByte0
	selByte1
	selByte2
	selByte3
	selWord0
	selWord1
)

var selections = map[string]int{"DWORD": selDword, "BYTE_0": selByte0, "BYTE_1": selByte1, "BYTE_2": selByte2,
	"BYTE_3": selByte3, "WORD_0": selWord0, "WORD_1": selWord1}

// variants reads the modifiers that choose parts of operands: SDWA, DPP, op_sel.
func (in *inst) variants() error {
	in.dst, in.unused = selections[in.flags["dst_sel"]], in.flags["dst_unused"]
	sources := in.args
	if len(sources) > 0 {
		sources = sources[1:]
	}
	// The carry of an addition is a destination, too.
	if len(sources) > 0 && (strings.Contains(in.name, "_co_") || strings.HasPrefix(in.name, "v_div_scale")) {
		sources = sources[1:]
	}
	if strings.HasPrefix(in.name, "v_cmpx") && len(in.args) == 2 {
		sources = in.args
	}
	for i := range 2 {
		if s, ok := in.flags[fmt.Sprintf("src%d_sel", i)]; ok && i < len(sources) {
			sources[i].sel = selections[s]
		}
	}
	row, err := readDPP(in.flags)
	if err != nil {
		return err
	}
	if row != nil && len(sources) > 0 {
		sources[0].row, in.row = row, row
	}
	for _, name := range []string{"op_sel", "op_sel_hi", "neg_lo", "neg_hi"} {
		list := []bool{false, false, false, false}
		if name == "op_sel_hi" {
			list = []bool{true, true, true, true}
		}
		if v, ok := in.flags[name]; ok {
			for i, b := range strings.Split(strings.Trim(v, "[]"), ",") {
				if i < len(list) {
					list[i] = b == "1"
				}
			}
		}
		in.packed = append(in.packed, list...)
	}
	if _, ok := in.flags["op_sel"]; ok && !strings.HasPrefix(in.name, "v_pk_") &&
		!strings.HasPrefix(in.name, "v_dot") && !strings.HasPrefix(in.name, "v_mad_mix") &&
		!strings.HasPrefix(in.name, "v_fma_mix") {
		for i := range sources {
			sources[i].high = sources[i].high || in.packed[i]
		}
		if len(in.args) > 0 && len(sources) < 4 {
			in.args[0].high = in.args[0].high || in.packed[len(sources)]
		}
	}
	return nil
}

// dpp is how a lane finds the lane that it reads (data parallel primitives). A source is invalid if it lies outside the
// row or the wavefront, or if its lane is inactive ("AMDGPU Modifier Syntax" of LLVM, bound_ctrl and fi).
type dpp struct {
	from        func(lane int) int // -1: none
	rows, banks int
	zero        bool // bound_ctrl: a lane without a valid source reads 0; else the instruction does not write it
	inactive    bool // fi: inactive lanes are valid sources
}

// source returns the lane whose value a lane reads, -1 if it is invalid.
func (w *wave) source(d *dpp, lane int) int {
	from := d.from(lane)
	if from < 0 || from >= w.waveSize || !d.inactive && w.exec()>>from&1 == 0 {
		return -1
	}
	return from
}

func readDPP(flags map[string]string) (*dpp, error) {
	d := &dpp{rows: 15, banks: 15}
	within := func(lane, n int) int {
		if n < 0 || n > 15 {
			return -1
		}
		return lane&^15 + n
	}
	list := func(v string) (n []int) {
		for _, s := range strings.Split(strings.Trim(v, "[]"), ",") {
			i, _ := strconv.Atoi(s)
			n = append(n, i)
		}
		return n
	}
	for key, value := range flags {
		n, _ := strconv.Atoi(value)
		switch key {
		case "quad_perm":
			q := list(value)
			if len(q) != 4 {
				return nil, fmt.Errorf("quad_perm:%s", value)
			}
			d.from = func(l int) int { return l&^3 + q[l&3] }
		case "dpp8":
			q := list(value)
			if len(q) != 8 {
				return nil, fmt.Errorf("dpp8:%s", value)
			}
			d.from = func(l int) int { return l&^7 + q[l&7] }
			d.zero = true // it has no bound_ctrl: inactive lanes supply 0
		case "row_shl":
			d.from = func(l int) int { return within(l, l&15+n) }
		case "row_shr":
			d.from = func(l int) int { return within(l, l&15-n) }
		case "row_ror":
			d.from = func(l int) int { return within(l, (l-n)&15) }
		case "row_mirror":
			d.from = func(l int) int { return l ^ 15 }
		case "row_half_mirror":
			d.from = func(l int) int { return l ^ 7 }
		case "row_newbcast", "row_share":
			d.from = func(l int) int { return within(l, n) }
		case "row_xmask":
			d.from = func(l int) int { return l ^ n }
		case "row_bcast":
			if n == 15 {
				d.from = func(l int) int { return l&^15 - 1 }
			} else {
				d.from = func(l int) int { return l&^31 - 1 }
			}
		case "wave_shr":
			d.from = func(l int) int { return l - 1 }
		case "wave_shl":
			d.from = func(l int) int {
				if l == 63 {
					return -1
				}
				return l + 1
			}
		case "wave_ror":
			d.from = func(l int) int { return (l - 1) & 63 }
		case "wave_rol":
			d.from = func(l int) int { return (l + 1) & 63 }
		case "row_mask":
			v, _ := strconv.ParseInt(value, 0, 64)
			d.rows = int(v)
		case "bank_mask":
			v, _ := strconv.ParseInt(value, 0, 64)
			d.banks = int(v)
		case "bound_ctrl":
			d.zero = true
		case "fi":
			d.inactive = n == 1
		}
	}
	if d.from == nil {
		return nil, nil
	}
	return d, nil
}
