// Compiles the instructions of a PTX function to the form that warps execute.

package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ompcc/rt/emu/ptx"
)

// decoder compiles one function.
type decoder struct {
	fn      *function
	src     *ptx.Func
	regs    map[string]int32
	types   map[string]string // of registers
	preds   map[string]int32
	wide    map[string][2]int32 // halves of .b128 registers
	consts  map[uint64]int32
	special map[string]int32
	vars    map[string]slot // .param and .local variables in the frame
	kernel  map[string]slot // the kernel's parameters
}

func newDecoder(fn *function) *decoder {
	return &decoder{fn: fn, src: fn.source, regs: map[string]int32{}, types: map[string]string{},
		preds: map[string]int32{},
		wide:  map[string][2]int32{}, consts: map[uint64]int32{}, special: map[string]int32{}, vars: map[string]slot{}, kernel: map[string]slot{}}
}

func (d *decoder) decode() error {
	d.layout()
	d.registers()
	code := make([]inst, 0, len(d.src.Body))
	for i := range d.src.Body {
		in, err := d.inst(&d.src.Body[i])
		if err != nil {
			return fmt.Errorf("PTX line %d: %s: %w", d.src.Body[i].Line, d.src.Body[i].Op, err)
		}
		code = append(code, in)
	}
	if len(code) == 0 {
		code = append(code, inst{kind: kindReturn, pred: -1, class: ClassControl, src: &ptx.Inst{Op: "ret"}})
	}
	dev := d.fn.module.dev
	for i := range code {
		code[i].id = int32(len(dev.insts))
		dev.insts = append(dev.insts, instRef{d.fn, i})
	}
	converge(code)
	relax(code)
	d.findCopies(code)
	findMerges(code)
	d.fn.code = code
	if dev.options.Debug != nil {
		d.fn.text = dev.text
		dev.text += TextStep * uint64(len(code)+1)
		d.fn.registers, d.fn.predicates, d.fn.vars = d.regs, d.preds, d.vars
	}
	return nil
}

// relax marks the loads before compare-and-swap loops as relaxed. LLVM's back end expands atomic operations that the
// machine does not have to such loops, and their first load may see any value.
func relax(code []inst) {
	sums := sumsOf(code)
	swapped := map[sum]bool{}
	for i := range code {
		if in := &code[i]; in.class == ClassAtomic && in.c >= 0 {
			swapped[sums.address(in)] = true
		}
	}
	for i := range code {
		in := &code[i]
		if (in.class == ClassLoadGlobal || in.class == ClassLoadShared) && in.strong == plain && len(in.vd) == 1 &&
			swapped[sums.address(in)] {
			in.strong, in.exec = relaxed, load
		}
	}
}

// sum is a register's value plus a constant.
type sum struct {
	base int32
	off  int64
}

// sums has the registers that the function sets once, to a sum.
type sums map[int32]sum

// address returns the address of an access as a sum.
func (s sums) address(in *inst) sum {
	if x, ok := s[in.a]; ok {
		return sum{x.base, x.off + in.off}
	}
	return sum{in.a, in.off}
}

func sumsOf(code []inst) sums {
	set := map[string]int{} // number of assignments, by register
	for i := range code {
		args := code[i].src.Args
		if len(args) > 0 && args[0].Kind == ptx.Vec {
			args = args[0].List
		} else if len(args) > 0 {
			args = args[:1]
		}
		for _, a := range args {
			if a.Kind == ptx.Name {
				set[a.Name]++
			}
		}
	}
	s := sums{}
	for i := range code {
		in := &code[i]
		args := in.src.Args
		if strings.HasPrefix(in.src.Op, "add.") && len(args) == 3 && args[2].Kind == ptx.Int && in.pred < 0 &&
			set[args[0].Name] == 1 && set[args[1].Name] == 1 {
			s[in.d] = sum{in.a, int64(args[2].Bits)}
		}
	}
	return s
}

// findCopies finds the loads whose values the function only stores. Such loads copy structures and unions, including
// padding that nobody has written. Consecutive copies of neighbouring elements copy one object.
func (d *decoder) findCopies(code []inst) {
	used, stored := map[string]bool{}, map[string]bool{}
	for i := range code {
		args := code[i].src.Args
		switch op, _, _ := strings.Cut(code[i].src.Op, "."); {
		case op == "ld" && len(args) > 0:
			args = args[1:]
		case op == "st" && len(args) > 0:
			use(stored, args[1:])
			args = args[:1]
		}
		use(used, args)
	}
	var run []*inst
	join := func() { run = joinCopies(run, used) }
	for i := range code {
		in := &code[i]
		switch op, _, _ := strings.Cut(in.src.Op, "."); {
		case op == "ld" && (!anyOf(used, in.src.Args[0]) || anyOf(stored, in.src.Args[0])):
			if len(run) > 0 && run[0].a != in.a {
				join()
			}
			run = append(run, in)
		case op != "st":
			join()
		}
	}
	join()
}

func anyOf(names map[string]bool, a ptx.Arg) bool {
	if a.Kind == ptx.Vec {
		return slices.ContainsFunc(a.List, func(x ptx.Arg) bool { return names[x.Name] })
	}
	return names[a.Name]
}

// joinCopies sets the extent of the object that neighbouring loads of a run copy together. It skips loads with other
// uses, and returns an empty run.
func joinCopies(run []*inst, used map[string]bool) []*inst {
	size := func(in *inst) int64 { return int64(in.size) * int64(len(in.vd)) }
	slices.SortFunc(run, func(a, b *inst) int { return int(a.off - b.off) })
	for i := 0; i < len(run); {
		end, k := run[i].off, i
		for ; k < len(run) && run[k].off == end; k++ {
			end += size(run[k])
		}
		for _, in := range run[i:k] {
			if anyOf(used, in.src.Args[0]) {
				continue
			}
			in.object = extent{uint64(in.off - run[i].off), uint64(end - run[i].off)}
		}
		i = k
	}
	return run[:0]
}

func use(used map[string]bool, args []ptx.Arg) {
	for _, a := range args {
		if a.Name != "" {
			used[a.Name] = true
		}
		use(used, a.List)
	}
}

// layout assigns offsets in the frame to parameters and local variables.
func (d *decoder) layout() {
	fn := d.fn
	if d.src.Entry {
		for _, p := range d.src.Params {
			fn.ksize = roundUp(fn.ksize, max(p.Align, 1))
			s := slot{fn.ksize, p.Size}
			d.kernel[p.Name] = s
			fn.kparams = append(fn.kparams, s)
			fn.ksize += p.Size
		}
	}
	put := func(v *ptx.Var) slot {
		fn.frame = roundUp(fn.frame, max(v.Align, 1))
		fn.align = max(fn.align, uint64(v.Align))
		s := slot{fn.frame, v.Size}
		d.vars[v.Name] = s
		fn.frame += v.Size
		if v.Space == ptx.Local {
			fn.frame += 16
		}
		return s
	}
	if !d.src.Entry {
		for _, p := range d.src.Params {
			fn.params = append(fn.params, put(p))
		}
		for _, p := range d.src.Returns {
			fn.returns = append(fn.returns, put(p))
		}
	}
	for _, v := range d.src.Locals {
		if v.Space == ptx.Param || v.Space == ptx.Local {
			put(v)
		}
	}
	fn.frame = roundUp(fn.frame, 16)
}

func (d *decoder) registers() {
	add := func(name, typ string) {
		d.types[name] = typ
		if typ == "pred" {
			d.preds[name] = int32(d.fn.npreds)
			d.fn.npreds++
			return
		}
		d.regs[name] = int32(d.fn.nregs)
		d.fn.nregs++
		if typ == "b128" {
			d.wide[name] = [2]int32{d.regs[name], int32(d.fn.nregs)}
			d.fn.nregs++
		}
	}
	for _, r := range d.src.Regs {
		if r.Count == 0 {
			add(r.Name, r.Type)
			continue
		}
		for i := range r.Count {
			add(r.Name+strconv.Itoa(i), r.Type)
		}
	}
	add("_", "b64") // sink
}

// constant returns a register that holds v.
func (d *decoder) constant(v uint64) int32 {
	if r, ok := d.consts[v]; ok {
		return r
	}
	r := int32(d.fn.nregs + len(d.fn.consts))
	d.fn.consts = append(d.fn.consts, v)
	d.consts[v] = r
	return r
}

// preset returns a register that fill sets when a frame starts.
func (d *decoder) preset(name string, fill func(w *warp, v *vec)) int32 {
	if r, ok := d.special[name]; ok {
		return r
	}
	r := int32(d.fn.nregs + len(d.fn.consts))
	d.fn.consts = append(d.fn.consts, 0)
	d.special[name] = r
	d.fn.special = append(d.fn.special, special{r, fill})
	return r
}

func (d *decoder) reg(a ptx.Arg) (int32, error) {
	if a.Kind == ptx.Name {
		if a.Name == "_" {
			return d.regs["_"], nil
		}
		if r, ok := d.regs[a.Name]; ok {
			return r, nil
		}
	}
	return -1, fmt.Errorf("%s is no register", a.Name)
}

func (d *decoder) pred(a ptx.Arg) (int32, error) {
	if a.Kind == ptx.Name {
		if p, ok := d.preds[a.Name]; ok {
			return p, nil
		}
		if a.Name == "_" {
			return d.scratch(), nil
		}
	}
	return -1, fmt.Errorf("%s is no predicate", a.Name)
}

// scratch returns a predicate that no instruction reads.
func (d *decoder) scratch() int32 {
	if p, ok := d.preds["_"]; ok {
		return p
	}
	d.preds["_"] = int32(d.fn.npreds)
	d.fn.npreds++
	return d.preds["_"]
}

// value returns the register that holds an operand of a type.
func (d *decoder) value(a ptx.Arg, typ string) (int32, error) {
	switch a.Kind {
	case ptx.Int:
		w, _ := width(typ)
		if w == 0 {
			w = uint(8 * floatBytes(typ))
		}
		return d.constant(a.Bits & maskOf(w)), nil
	case ptx.F32, ptx.F64:
		return d.constant(floatBits(a, typ)), nil
	case ptx.Name:
		if r, ok := d.regs[a.Name]; ok {
			return r, nil
		}
		if strings.HasPrefix(a.Name, "%") || a.Name == "WARP_SZ" {
			return d.specialReg(a.Name)
		}
		return d.symbol(a)
	}
	return -1, errOperand
}

func floatBytes(typ string) uint64 {
	switch typ {
	case "f64":
		return 8
	case "f16", "bf16":
		return 2
	}
	return 4
}

func floatBits(a ptx.Arg, typ string) uint64 {
	if a.Kind == ptx.F32 && typ == "f64" {
		return b64(float64(f32(a.Bits)))
	}
	if a.Kind == ptx.F64 && typ == "f32" {
		return b32(float32(f64(a.Bits)))
	}
	return a.Bits
}

// symbol returns a register with the address of a variable or function.
func (d *decoder) symbol(a ptx.Arg) (int32, error) {
	if s, ok := d.kernel[a.Name]; ok {
		return d.constant(paramBase + s.off + uint64(a.Offset)), nil
	}
	if s, ok := d.vars[a.Name]; ok {
		off := s.off + uint64(a.Offset)
		// A variable of a frame has the same local address in all threads.
		return d.preset(fmt.Sprintf("local%d", off), func(w *warp, v *vec) { setAll(v, ^uint32(0), w.frameBase()+off) }), nil
	}
	m := d.fn.module
	if g, ok := m.globals[localName(d.src.Name, a.Name)]; ok {
		return d.constant(g.addr + uint64(a.Offset)), nil
	}
	addr, err := m.address(a.Name, false)
	return d.constant(addr + uint64(a.Offset)), err
}

// address splits a memory operand into a base register and an offset. It also returns the state space, which is local
// for parameters in the frame.
func (d *decoder) address(a ptx.Arg, space ptx.Space) (base int32, off int64, where ptx.Space, err error) {
	if a.Kind != ptx.Mem {
		return -1, 0, space, errOperand
	}
	if a.Name == "" {
		return d.constant(0), a.Offset, space, nil
	}
	if r, ok := d.regs[a.Name]; ok {
		return r, a.Offset, space, nil
	}
	if _, ok := d.vars[a.Name]; ok && space == ptx.Param {
		space = ptx.Local
	}
	base, err = d.symbol(ptx.Arg{Kind: ptx.Name, Name: a.Name})
	return base, a.Offset, space, err
}

// inst decodes one instruction.
func (d *decoder) inst(src *ptx.Inst) (inst, error) {
	in := inst{src: src, pred: -1, p: -1, q: -1, a: -1, b: -1, c: -1, d: -1, d2: -1, negated: src.Negated}
	if src.Pred != "" {
		p, err := d.pred(ptx.Arg{Kind: ptx.Name, Name: src.Pred})
		if err != nil {
			return in, err
		}
		in.pred = p
	}
	parts := strings.Split(src.Op, ".")
	op, m := parts[0], mods(parts[1:])
	decode := decoders[op]
	if decode == nil {
		return in, fmt.Errorf("unknown instruction")
	}
	if err := checkModifiers(op, m); err != nil {
		return in, err
	}
	defer func() {
		if e := recover(); e != nil {
			panic(fmt.Sprintf("%s %v: %v", src.Op, src.Args, e))
		}
	}()
	return in, decode(d, &in, op, m)
}

// args returns an error unless the instruction has n operands.
func (in *inst) args(n int) error {
	if len(in.src.Args) != n {
		return fmt.Errorf("%d operands where %d were expected", len(in.src.Args), n)
	}
	return nil
}

type decodeFn func(d *decoder, in *inst, op string, m mods) error
