package body

// This file emits statements: those of C here, constructs of OpenMP by the execution model of the target (Exec).

import (
	"fmt"
	"math/big"
	"strings"

	"ompcc/parse/diag"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Block emits the statements of b. Its locals get storage on first use.
func (f *Function) Block(b *region.Block) {
	if b == nil {
		return
	}
	Described{f}.inScope(b, func() { f.blockBody(b) })
}

func (f *Function) blockBody(b *region.Block) {
	for _, l := range b.Locals {
		if _, ok := f.Locals[l]; !ok || f.Scan == nil || !f.Scan.Again() { // the scan phase reuses them
			f.declareLocal(l)
		}
	}
	if f.Scan != nil && f.Scan.Split(f, b.Stmts) {
		return
	}
	f.Stmts(b.Stmts)
}

// Stmts emits the statements of a block.
func (f *Function) Stmts(list []region.Stmt) {
	labelled := unknownLabel
	for i := 0; i < len(list); i++ {
		s := list[i]
		if f.Cur == nil && !HasLabel(s) {
			continue // unreachable
		}
		if n := f.Exec.Run(list[i:]); n > 0 {
			i += n - 1
			continue
		}
		f.At(s.StmtPos())
		if let, ok := s.(*region.Let); ok {
			if labelled == unknownLabel {
				labelled = lastLabel(list[i+1:]) + i + 1
			}
			f.let(let, f.Scan != nil && f.Scan.Jumps() || i < labelled)
			continue
		}
		f.Stmt(s)
	}
}

// let defines a temporary. With spill, the temporary lives in a stack slot: a jump
// can bypass its definition, which then does not dominate all uses.
func (f *Function) let(s *region.Let, spill bool) {
	v := f.Expr(s.X)
	Checks{f}.rememberAddress(s)
	if !spill {
		f.SetTemp(s.Temp, v)
		return
	}
	p := f.Alloca(v.Type(), 0, s.Temp.Name)
	f.Store(v, p, 0)
	f.temps[s.Temp] = slot{p, true}
}

// unknownLabel says that Stmts has not searched for the last label yet.
const unknownLabel = -2

// lastLabel returns the index of the last statement of ss that control can enter other than at its start, or -1.
func lastLabel(ss []region.Stmt) int {
	for i := len(ss) - 1; i >= 0; i-- {
		if HasLabel(ss[i]) {
			return i
		}
	}
	return -1
}

// HasLabel reports whether control can enter s other than at its start: by a
// goto, or by a switch around s.
func HasLabel(s region.Stmt) bool { return findLabel(s, true) }

func findLabel(s region.Stmt, cases bool) bool {
	found := false
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Label:
			found = true
		case *region.CaseLabel:
			found = found || cases
		case *region.Switch: // control reaches its own cases through its head
			for _, in := range s.Body.Stmts {
				found = found || findLabel(in, false)
			}
			return false
		}
		return !found
	}
	v.WalkStmt(s)
	return found
}

// Stmt emits s.
func (f *Function) Stmt(s region.Stmt) {
	switch s := s.(type) {
	case *region.Block:
		f.Block(s)
	case *region.Let:
		f.let(s, false)
	case *region.Eval:
		f.unused = s.X
		f.Expr(s.X)
	case *region.Store:
		f.storeStmt(s)
	case *region.BitStore:
		f.bitStore(s)
	case *region.AtomicStore:
		Atomics{f}.atomicStore(s)
	case *region.Copy:
		dst, src := f.Expr(s.Dst), f.Expr(s.Src)
		n := ir.Num(ir.I64, s.Type.Size())
		Checks{f}.checkCopy(s.Dst, s.Src, dst, src, n, s.Site, s.From)
		f.CopyBytes("memcpy", dst, src, n, s.Type.Align(), s.Volatile)
	case *region.Zero:
		p, n := f.Expr(s.Addr), ir.Num(ir.I64, s.Size)
		Checks{f}.checkAccess(writeAccess, s.Addr, p, n, nil)
		f.zero(p, n)
	case *region.If:
		f.ifStmt(s)
	case *region.Loop:
		f.loopStmt(s)
	case *region.Switch:
		f.switchStmt(s)
	case *region.CaseLabel:
		f.Place(f.cases[s])
	case *region.Break:
		f.Br(f.brk[len(f.brk)-1])
	case *region.Continue:
		f.Br(f.cont[len(f.cont)-1])
	default:
		f.jump(s)
	}
}

func (f *Function) jump(s region.Stmt) {
	switch s := s.(type) {
	case *region.Return:
		f.returnStmt(s)
	case *region.Label:
		f.Place(f.label(s))
	case *region.Goto:
		f.Br(f.label(s.Label))
	case *region.Asm:
		assembly{f}.asm(s)
	default:
		f.omp(s)
	}
}

func (f *Function) omp(s region.Stmt) {
	x := f.Exec
	switch s := s.(type) {
	case *region.Parallel:
		x.Parallel(s)
	case *region.WsLoop:
		x.WsLoop(s)
	case *region.Barrier:
		if s.Kind != region.BarrierAll {
			x.Rendezvous(s)
			return
		}
		x.Barrier()
	case *region.Critical:
		x.Critical(s)
	case *region.Single:
		x.Single(s)
	case *region.Masked:
		x.Masked(s)
	case *region.Scan:
		if !s.Init { // f.Scan has handled the end of the initialization phase
			f.Errorf(diag.Internal, "a scan outside of its loop")
		}
	case *region.Sections:
		x.Sections(s)
	case *region.Ordered:
		x.Ordered(s)
	case *region.Flush:
		f.Flush(s.Order, s.Scope)
		f.Exec.Polled()
	case *region.Task:
		x.Task(s)
	default:
		f.Errorf(diag.Internal, "unknown statement %T", s)
	}
}

func (f *Function) returnStmt(s *region.Return) {
	if s.X == nil {
		f.Exec.Leave()
		f.Ret(nil)
		return
	}
	v := f.Expr(s.X)
	f.Exec.Leave()
	f.Ret(v)
}

func (f *Function) label(l *region.Label) *ir.Block {
	b, ok := f.labels[l]
	if !ok {
		b = f.NewBlock(l.Name)
		f.labels[l] = b
	}
	return b
}

func (f *Function) storeStmt(s *region.Store) {
	f.licence(s)
	if isParameter(s) { // it gets no line, so that debuggers stop after it
		loc := f.Loc
		f.Loc = nil
		defer func() { f.Loc = loc }()
	}
	p := f.Expr(s.Addr)
	var v ir.Value
	if l := (Checks{f}).byteCopy(s); l != nil {
		from := f.Expr(l.Addr)
		Checks{f}.checkCopy(s.Addr, l.Addr, p, from, ir.Num(ir.I64, 1), s.Site, l.Site)
		v = f.ToMemory(f.loadFrom(from, l), l.Type)
	} else {
		v = f.ToMemory(f.Expr(s.X), s.X.ExprType())
		Checks{f}.checkScalar(writeAccess, s.Addr, p, s.X.ExprType(), s.Site)
	}
	store := func() {
		f.StoreAs(v, p, ir.Access{Volatile: s.Volatile, Align: alignOf(s.X.ExprType(), s.Align),
			NonTemporal: s.NonTemporal && f.Mod.Target.NonTemporal})
	}
	f.Exec.Stores(s.Addr, store)
}

// isParameter reports whether s stores a parameter's value in the parameter's variable.
func isParameter(s *region.Store) bool {
	l, ok := s.Addr.(*region.LocalAddr)
	if !ok || l.Local.ArgNo == 0 {
		return false
	}
	x := s.X
	for {
		c, ok := x.(*region.Convert)
		if !ok {
			break
		}
		x = c.X
	}
	_, ok = x.(*region.ParamVal)
	return ok
}

func alignOf(t region.Type, align int64) int64 {
	if align != 0 {
		return align
	}
	return t.Align()
}

// ToMemory converts a value of type t to its representation in memory.
func (f *Function) ToMemory(v ir.Value, t region.Type) ir.Value {
	mt := MemoryType(t)
	if v.Type().Equal(mt) {
		return v
	}
	return f.Resize(v, mt, isSigned(t))
}

// FromMemory is the inverse of ToMemory.
func (f *Function) FromMemory(v ir.Value, t region.Type) ir.Value {
	if vt := TypeOf(t); !v.Type().Equal(vt) {
		return f.Cast("trunc", v, vt, "bool")
	}
	return v
}

func (f *Function) ifStmt(s *region.If) {
	then, done := f.NewBlock("if.then"), f.NewBlock("if.end")
	els := done
	if s.Else != nil {
		els = f.NewBlock("if.else")
	}
	f.cond(s.Cond, then, els)
	f.Place(then)
	f.Block(s.Then)
	f.Br(done)
	if s.Else != nil {
		f.Place(els)
		f.Block(s.Else)
		f.Br(done)
	}
	f.Place(done)
}

// cond branches to yes or no on x. It emits && and || as control flow.
func (f *Function) cond(x region.Expr, yes, no *ir.Block) {
	switch x := x.(type) {
	case *region.AndAlso:
		mid := f.NewBlock("and.rhs")
		f.cond(x.X, mid, no)
		f.Place(mid)
		f.cond(x.Y, yes, no)
	case *region.OrElse:
		mid := f.NewBlock("or.rhs")
		f.cond(x.X, yes, mid)
		f.Place(mid)
		f.cond(x.Y, yes, no)
	case *region.Not:
		f.cond(x.X, no, yes)
	default:
		f.CondBr(f.Expr(x), yes, no)
	}
}

func (f *Function) loopStmt(s *region.Loop) {
	head, body, post, done := f.NewBlock("while.cond"), f.NewBlock("while.body"), f.NewBlock("while.next"),
		f.NewBlock("while.end")
	if s.DoWhile {
		f.Place(body)
	} else {
		f.Place(head)
		if s.Cond != nil {
			f.cond(s.Cond, body, done)
		}
		f.Place(body)
	}
	f.brk, f.cont = append(f.brk, done), append(f.cont, post)
	f.Block(s.Body)
	f.brk, f.cont = f.brk[:len(f.brk)-1], f.cont[:len(f.cont)-1]
	f.Place(post)
	f.Block(s.Post)
	switch {
	case !s.DoWhile:
		f.backEdge(head, s)
	case s.Cond == nil:
		f.backEdge(body, s)
	default:
		latch := f.NewBlock("while.again")
		f.cond(s.Cond, latch, done)
		f.Place(latch)
		f.backEdge(body, s)
	}
	f.Place(done)
}

func (f *Function) backEdge(to *ir.Block, s *region.Loop) {
	if f.Cur == nil {
		return
	}
	f.Br(to, f.Mod.loopHint(s.Unroll, s.Vectorize, 0)...)
}

// loopHint returns the metadata of a loop's back edge, nil if there are no hints.
func (m *Module) loopHint(unroll int, vectorize bool, width int64) []*metadata.Attachment {
	var props []string
	switch {
	case unroll < 0:
		props = append(props, `!{!"llvm.loop.unroll.full"}`)
	case unroll == 1:
		props = append(props, `!{!"llvm.loop.unroll.disable"}`)
	case unroll > 1:
		props = append(props, fmt.Sprintf(`!{!"llvm.loop.unroll.count", i32 %d}`, unroll))
	}
	if vectorize && m.Target.Vectorize {
		props = append(props, `!{!"llvm.loop.vectorize.enable", i1 true}`)
		if width > 1 {
			props = append(props, fmt.Sprintf(`!{!"llvm.loop.vectorize.width", i32 %d}`, width))
		}
	}
	return m.loopMD(props)
}

// ScalarLoop returns the metadata of a loop that LLVM must not vectorise, because
// threads share its iterations: a thread's consecutive iterations access memory far
// apart.
func (m *Module) ScalarLoop() []*metadata.Attachment {
	return m.loopMD([]string{`!{!"llvm.loop.vectorize.enable", i1 false}`})
}

// UnrolledLoop returns the metadata of a loop that LLVM unrolls completely.
func (m *Module) UnrolledLoop() []*metadata.Attachment { return m.loopHint(-1, false, 0) }

// KeptLoop returns the metadata of a loop that LLVM neither unrolls nor vectorises.
func (m *Module) KeptLoop() []*metadata.Attachment {
	return m.loopMD([]string{`!{!"llvm.loop.unroll.disable"}`, `!{!"llvm.loop.vectorize.enable", i1 false}`})
}

func (m *Module) loopMD(props []string) []*metadata.Attachment {
	if len(props) == 0 {
		return nil
	}
	self := m.newMD()
	ids := []string{fmt.Sprintf("!%d", self)}
	for _, p := range props {
		id := m.newMD()
		m.loopMDs = append(m.loopMDs, fmt.Sprintf("!%d = %s", id, p))
		ids = append(ids, fmt.Sprintf("!%d", id))
	}
	m.loopMDs = append(m.loopMDs, fmt.Sprintf("!%d = distinct !{%s}", self, strings.Join(ids, ", ")))
	return []*metadata.Attachment{ir.Attach("llvm.loop", ir.Node(self))}
}

// maxCaseSpan limits the GNU case ranges that become single cases. For wider
// ranges, switchOn emits a comparison.
const maxCaseSpan = 64

func (f *Function) switchStmt(s *region.Switch) {
	x := f.Expr(s.X)
	if s.Computed && len(s.Cases) > 0 {
		f.computedGoto(x, s)
		return
	}
	f.switchOn(x, s)
}

// computed is the shared branch of all computed gotos of a function: its block, and
// the stack slot in which they leave the number of the label.
type computed struct {
	at     *ir.Block
	number ir.Value
}

// computedGoto branches to the label with number x. All computed gotos of a
// function share one branch, as in clang's code. If each of them had an edge to
// every label, LLVM's passes would take several times as long on an interpreter.
func (f *Function) computedGoto(x ir.Value, s *region.Switch) {
	first := f.label(s.Body.Stmts[1].(*region.Goto).Label)
	if c, ok := f.gotos[first]; ok {
		f.Store(x, c.number, 0)
		f.Br(c.at)
		return
	}
	c := computed{f.NewBlock("goto"), f.Alloca(x.Type(), 0, "goto.label")}
	f.gotos[first] = c
	f.Store(x, c.number, 0)
	f.Place(c.at)
	f.switchOn(f.Load(x.Type(), c.number, 0, "label"), s)
}

func (f *Function) switchOn(x ir.Value, s *region.Switch) {
	done := f.NewBlock("switch.end")
	dflt := done
	if s.Default != nil {
		dflt = f.NewBlock("switch.default")
		f.cases[s.Default] = dflt
	}
	t, _ := s.X.ExprType().(*region.Int)
	var arms []*llir.Case
	for _, c := range s.Cases {
		if c.Default {
			continue
		}
		b := f.NewBlock("case")
		f.cases[c] = b
		lo, hi := c.Lo, c.Hi
		if hi == nil {
			hi = lo
		}
		span := new(big.Int).Sub(hi.Val, lo.Val)
		if span.IsInt64() && span.Int64() < maxCaseSpan {
			for i := int64(0); i <= span.Int64(); i++ {
				n := new(big.Int).Add(lo.Val, big.NewInt(i))
				arms = append(arms, ir.Case(ir.BigNum(x.Type(), wrap(n, t.Bits, t.Signed)), b))
			}
			continue
		}
		f.caseRange(x, lo, span, t, b)
	}
	f.Switch(x, dflt, arms...)
	f.brk = append(f.brk, done)
	f.Block(s.Body)
	f.brk = f.brk[:len(f.brk)-1]
	f.Place(done)
}

// caseRange branches to to if (unsigned)(x - lo) <= span.
func (f *Function) caseRange(x ir.Value, lo *region.Const, span *big.Int, t *region.Int, to *ir.Block) {
	d := f.Bin("sub", x, ir.BigNum(x.Type(), wrap(lo.Val, t.Bits, t.Signed)), "range")
	in := f.ICmp("ule", d, ir.BigNum(x.Type(), wrap(span, t.Bits, false)), "inrange")
	next := f.NewBlock("range.next")
	f.CondBr(in, to, next)
	f.Place(next)
}
