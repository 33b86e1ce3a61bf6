package codegen

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir"
)

// val is an LLVM value: its type and how it is written as an operand.
type val struct {
	t  ltype
	id string
}

// String returns "type operand".
func (v val) String() string { return string(v.t) + " " + v.id }

// rawAttr is an attribute by its spelling.
type rawAttr string

func (a rawAttr) String() string     { return string(a) }
func (a rawAttr) IsFuncAttribute()   {}
func (a rawAttr) IsParamAttribute()  {}
func (a rawAttr) IsReturnAttribute() {}

// block is a basic block under construction.
type block struct {
	*ir.Block
	label  string
	placed bool
}

// builder writes one LLVM function. cur is nil after a terminator.
type builder struct {
	m     *module
	f     *ir.Func
	cur   *block
	entry *block
	// allocas stand at the start of the entry block.
	allocas []ir.Instruction
	names   map[string]int
	loc     string // ", !dbg !N" or ""
	// cells gives for the generic address of a stack object the object itself.
	cells map[string]val
	// stack are the addresses of stack objects.
	stack map[string]bool
	// first is set where the code of the team's first thread alone is emitted; firsts are its blocks.
	first  bool
	firsts map[string]bool
	// syncs are the instructions of each barrier of the whole team.
	syncs [][]ir.Instruction
}

func (m *module) newBuilder(f *ir.Func) *builder {
	b := &builder{m: m, f: f, names: map[string]int{}, cells: map[string]val{}, stack: map[string]bool{}, firsts: map[string]bool{}}
	for _, p := range f.Params {
		b.names[p.LocalName]++
	}
	b.entry = b.newBlock("entry")
	b.place(b.entry)
	return b
}

// uniq makes a local name from a hint.
func (b *builder) uniq(hint string) string {
	hint = sanitize(hint)
	n := b.names[hint]
	b.names[hint]++
	if n == 0 {
		return hint
	}
	for {
		s := fmt.Sprintf("%s.%d", hint, n)
		if b.names[s] == 0 {
			b.names[s]++
			return s
		}
		n++
	}
}

// sanitize keeps what may stand in an unquoted LLVM name.
func sanitize(s string) string {
	if s == "" {
		return "t"
	}
	s = strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
	if s[0] >= '0' && s[0] <= '9' {
		s = "_" + s
	}
	return s
}

func (b *builder) newBlock(hint string) *block {
	name := b.uniq(hint)
	return &block{Block: ir.NewBlock(name), label: name}
}

// place appends blk to the function and continues there; a current open block
// falls through into it.
func (b *builder) place(blk *block) {
	if b.cur != nil {
		b.br(blk)
	}
	blk.placed = true
	blk.Parent = b.f
	b.f.Blocks = append(b.f.Blocks, blk.Block)
	b.cur = blk
	if b.first {
		b.firsts[blk.label] = true
	}
}

// addParam gives the function one more parameter, a pointer.
func (b *builder) addParam(hint string, space int, attr string) val {
	p := ir.NewParam(b.uniq(hint), ptrIn(space))
	p.Attrs = append(p.Attrs, rawAttr(attr))
	b.f.Params = append(b.f.Params, p)
	return val{ptrIn(space), "%" + p.LocalName}
}

// ensure gives unreachable code a block of its own.
func (b *builder) ensure() {
	if b.cur == nil {
		b.place(b.newBlock("dead"))
	}
}

func (b *builder) add(i *inst) {
	b.ensure()
	i.loc = b.loc
	b.cur.Insts = append(b.cur.Insts, i)
}

// do writes an instruction without a result.
func (b *builder) do(format string, args ...any) { b.add(newInst("", format, args...)) }

// def writes an instruction with a result of type t named after hint.
func (b *builder) def(t ltype, hint, format string, args ...any) val {
	v := val{t, "%" + b.uniq(hint)}
	b.add(newInst(v.id, format, args...))
	return v
}

// set is def for a result that has its name already.
func (b *builder) set(v val, format string, args ...any) { b.add(newInst(v.id, format, args...)) }

// term ends the block with a terminator behind which next may follow.
func (b *builder) term(text string, next ...*block) {
	b.ensure()
	b.cur.Term = &terminator{&ir.TermUnreachable{}, text + b.loc, next}
	b.cur = nil
}

func (b *builder) br(to *block) {
	if b.cur != nil {
		b.term("br label %"+to.label, to)
	}
}

func (b *builder) condBr(c val, yes, no *block) {
	b.term(fmt.Sprintf("br %s, label %%%s, label %%%s", c, yes.label, no.label), yes, no)
}

func (b *builder) unreachable() { b.term("unreachable") }

func (b *builder) ret(v *val) {
	if v == nil {
		b.term("ret void")
		return
	}
	b.term("ret " + v.String())
}

// alloca makes a stack object in the entry block and returns its generic address.
func (b *builder) alloca(t ltype, align int64, hint string) val {
	as := b.m.t.LocalSpace
	align = max(align, b.m.t.StackAlign)
	p := val{ptrIn(as), "%" + b.uniq(hint)}
	text := ""
	if align > 0 {
		text += fmt.Sprintf(", align %d", align)
	}
	if as != 0 {
		text += fmt.Sprintf(", addrspace(%d)", as)
	}
	b.allocas = append(b.allocas, newInst(p.id, "alloca %s%s", t, text))
	b.stack[p.id] = true
	if as == 0 {
		return p
	}
	g := val{tPtr, "%" + b.uniq(hint+".addr")}
	b.cells[g.id] = p
	b.stack[g.id] = true
	b.allocas = append(b.allocas, newInst(g.id, "addrspacecast %s to ptr", p))
	return g
}

// finish puts the allocas in front and closes the function.
func (b *builder) finish() {
	if b.cur != nil {
		b.unreachable()
	}
	b.entry.Insts = append(b.allocas, b.entry.Insts...)
}

// The common instructions.

func (b *builder) bin(op string, x, y val, hint string) val {
	return b.def(x.t, hint, "%s %s, %s", op, x, y.bare())
}

func (b *builder) icmp(pred string, x, y val, hint string) val {
	return b.def(tI1, hint, "icmp %s %s, %s", pred, x, y.bare())
}

func (b *builder) cast(op string, x val, to ltype, hint string) val {
	return b.def(to, hint, "%s %s to %s", op, x, to)
}

// resize extends or truncates an integer.
func (b *builder) resize(x val, to ltype, signed bool) val {
	from, want := intBits(x.t), intBits(to)
	if c, ok := constInt(x); ok && from != want {
		return val{to, c}
	}
	switch {
	case from == want:
		return x
	case from > want:
		return b.cast("trunc", x, to, "conv")
	case signed:
		return b.cast("sext", x, to, "conv")
	}
	return b.cast("zext", x, to, "conv")
}

// constInt returns the digits of a small non-negative constant, which means
// the same in every integer type.
func constInt(x val) (string, bool) {
	if x.id == "" || len(x.id) > 2 {
		return "", false
	}
	for _, r := range x.id {
		if r < '0' || r > '9' {
			return "", false
		}
	}
	return x.id, intBits(x.t) >= 8
}

func intBits(t ltype) int {
	if n, _, ok := numberBehind(t, "i"); ok {
		return n
	}
	return 64
}

func (b *builder) sel(c, x, y val, hint string) val {
	return b.def(x.t, hint, "select %s, %s, %s", c, x, y)
}

func (b *builder) gep(elem ltype, p, i val, hint string) val {
	return b.def(p.t, hint, "getelementptr inbounds %s, %s, %s", elem, p, i)
}

func (b *builder) offset(p val, off int64, hint string) val {
	if off == 0 {
		return p
	}
	return b.gep(tI8, p, num(tI64, off), hint)
}

func (b *builder) load(t ltype, p val, align int64, hint string) val {
	return b.def(t, hint, "load %s, %s%s", t, p, alignText(align))
}

func (b *builder) store(x, p val, align int64) {
	b.do("store %s, %s%s", x, p, alignText(align))
}

func alignText(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", align %d", n)
}

// phi merges values; pairs are (value, block).
func (b *builder) phi(t ltype, hint string, pairs ...any) val {
	v := val{t, "%" + b.uniq(hint)}
	b.add(phiInst(v, pairs...))
	return v
}

// call calls a function known by name, declaring it on first use.
func (b *builder) call(ret ltype, name, attrs string, args ...val) val {
	b.m.declare(ret, name, attrs, args)
	return b.callPtr(ret, "@"+name, args, name)
}

func (b *builder) callPtr(ret ltype, callee string, args []val, hint string) val {
	var to any = operand{tPtr, callee}
	if name, direct := strings.CutPrefix(callee, "@"); direct {
		to = symbol(name)
	}
	format, list := "call %s %s(", []any{ret, to}
	for i, a := range args {
		if i > 0 {
			format += ", "
		}
		format += "%s"
		list = append(list, a)
	}
	format += ")"
	if b.m.t.Convergent && !strings.HasPrefix(callee, "@") {
		format += " " + convergent
	}
	if ret == tVoid {
		b.do(format, list...)
		return val{tVoid, ""}
	}
	if strings.HasPrefix(hint, "llvm.") { // llvm.umin.i64 → umin
		hint = strings.TrimPrefix(hint, "llvm.")
		for _, p := range b.m.t.Hints {
			hint = strings.TrimPrefix(hint, p)
		}
		hint, _, _ = strings.Cut(hint, ".")
	}
	return b.def(ret, hint, format, list...)
}

// loop writes a counted loop for i in [lo, hi) of step; gen writes the body.
func (b *builder) loop(hint string, lo, hi, step val, gen func(i val)) {
	b.loopOf(hint, lo, hi, step, func(i val, _ *block) { gen(i) })
}

// loopOf is loop whose body may go to the block behind the loop.
func (b *builder) loopOf(hint string, lo, hi, step val, gen func(i val, behind *block)) {
	pre := b.preheader()
	head, body, done := b.newBlock(hint+".cond"), b.newBlock(hint+".body"), b.newBlock(hint+".end")
	latch := b.newBlock(hint + ".inc")
	next := val{lo.t, "%" + b.uniq(hint+".next")}
	b.place(head)
	i := b.phi(lo.t, hint, lo, pre, next, latch)
	b.condBr(b.icmp("ult", i, hi, hint+".more"), body, done)
	b.place(body)
	gen(i, done)
	b.place(latch)
	b.set(next, "add nuw %s, %s", i, step.bare())
	b.br(head)
	b.place(done)
}

// preheader returns the block from which control reaches what is placed next.
func (b *builder) preheader() *block {
	b.ensure()
	return b.cur
}

// ifThen writes gen under condition c.
func (b *builder) ifThen(c val, hint string, gen func()) {
	then, done := b.newBlock(hint), b.newBlock(hint+".end")
	b.condBr(c, then, done)
	b.place(then)
	gen()
	b.place(done)
}

// ifFirst is ifThen for the team's first thread, whose number tid is.
func (b *builder) ifFirst(tid val, hint string, gen func()) {
	then, done := b.newBlock(hint), b.newBlock(hint+".end")
	b.condBr(b.icmp("eq", tid, num(tI32, 0), "first"), then, done)
	old := b.first
	b.first = true
	b.place(then)
	gen()
	b.first = old
	b.place(done)
}

func num(t ltype, n int64) val { return val{t, fmt.Sprintf("%d", n)} }
