package ir

import (
	"fmt"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Builder writes one function.
type Builder struct {
	Func  *Func
	Cur   *Block // nil behind a terminator
	Entry *Block
	// Loc is the place in the source of what follows, nil without one.
	Loc *metadata.Attachment
	// Placed is told of each block that is placed, if it is not nil.
	Placed func(*Block)
	// atStart stands at the start of the entry block.
	atStart []Instruction
	names   map[string]int
}

// NewBuilder begins f, whose parameters have their names.
func NewBuilder(f *Func) *Builder {
	b := &Builder{Func: f, names: map[string]int{}}
	for _, p := range f.Params {
		b.names[p.LocalName]++
	}
	b.Entry = b.NewBlock("entry")
	b.Place(b.Entry)
	return b
}

// Name makes a local name from a hint.
func (b *Builder) Name(hint string) string {
	hint = CleanName(hint)
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

// NewBlock makes a block that Place puts into the function.
func (b *Builder) NewBlock(hint string) *Block { return llir.NewBlock(b.Name(hint)) }

// Place appends blk to the function and continues there. An open block falls through into it.
func (b *Builder) Place(blk *Block) {
	if b.Cur != nil {
		b.Br(blk)
	}
	blk.Parent = b.Func
	b.Func.Blocks = append(b.Func.Blocks, blk)
	b.Cur = blk
	if b.Placed != nil {
		b.Placed(blk)
	}
}

// Ensure gives unreachable code a block of its own.
func (b *Builder) Ensure() {
	if b.Cur == nil {
		b.Place(b.NewBlock("dead"))
	}
}

// Preheader is the block from which control reaches what is placed next.
func (b *Builder) Preheader() *Block {
	b.Ensure()
	return b.Cur
}

// AddParam gives the function one more parameter.
func (b *Builder) AddParam(hint string, t Type, attr string) *Param {
	p := llir.NewParam(b.Name(hint), t)
	p.Attrs = append(p.Attrs, Attr(attr))
	b.Func.Params = append(b.Func.Params, p)
	return p
}

// AtStart puts instructions behind the stack objects at the start of the function.
func (b *Builder) AtStart(in ...Instruction) { b.atStart = append(b.atStart, in...) }

// Finish closes the function.
func (b *Builder) Finish() {
	if b.Cur != nil {
		b.Unreachable()
	}
	b.Entry.Insts = append(b.atStart, b.Entry.Insts...)
}

// md is the metadata of an instruction at the builder's place in the source, others first.
func (b *Builder) md(others ...*metadata.Attachment) llir.Metadata {
	if b.Loc != nil {
		others = append(others, b.Loc)
	}
	return others
}

// Add appends an instruction without a result that is asked for.
func (b *Builder) Add(in Instruction) {
	b.Ensure()
	b.Cur.Insts = append(b.Cur.Insts, in)
}

// Result is an instruction with a result.
type Result interface {
	Instruction
	value.Named
}

// Def appends an instruction whose result has a name.
func (b *Builder) Def(name string, in Result) Value {
	in.SetName(name)
	b.Add(in)
	return in
}

// Terminators.

func (b *Builder) term(t llir.Terminator) {
	b.Ensure()
	b.Cur.Term = t
	b.Cur = nil
}

// Br goes to another block, if the current one is open.
func (b *Builder) Br(to *Block, mds ...*metadata.Attachment) {
	if b.Cur != nil {
		b.term(&llir.TermBr{Target: to, Metadata: b.md(mds...)})
	}
}

// CondBr goes to one of two blocks.
func (b *Builder) CondBr(c Value, yes, no *Block) {
	b.term(&llir.TermCondBr{Cond: c, TargetTrue: yes, TargetFalse: no, Metadata: b.md()})
}

// Switch goes to the block of x's value.
func (b *Builder) Switch(x Value, otherwise *Block, cases ...*llir.Case) {
	b.term(&llir.TermSwitch{X: x, TargetDefault: otherwise, Cases: cases, Metadata: b.md()})
}

// Case is the block for a value.
func Case(x Value, to *Block) *llir.Case { return &llir.Case{X: x, Target: to} }

// Unreachable ends a block that control never leaves.
func (b *Builder) Unreachable() { b.term(&llir.TermUnreachable{Metadata: b.md()}) }

// Ret returns v, nil: nothing.
func (b *Builder) Ret(v Value) { b.term(&llir.TermRet{X: v, Metadata: b.md()}) }

// CallBr calls assembly that may jump to others. Its result is nil if it has none.
func (b *Builder) CallBr(ret Type, asm Value, args []Value, hint string, next *Block, others []*Block) Value {
	t := &llir.TermCallBr{Callee: calleeOf(asm, ret), Args: args, Typ: ret, NormalRetTarget: next, Metadata: b.md()}
	for _, o := range others {
		t.OtherRetTargets = append(t.OtherRetTargets, o)
	}
	if ret == Void {
		b.term(t)
		return nil
	}
	t.SetName(b.Name(hint))
	b.term(t)
	return t
}

// Computation.

// parts are what an operation is made of: operands, flags for overflow or for floating-point numbers, a type to convert
// to.
type parts struct {
	x, y Value
	over []enum.OverflowFlag
	fast []enum.FastMathFlag
	to   Type
	md   llir.Metadata
}

// operations are those on two values of one type, by LLVM's names.
var operations = map[string]func(p parts) Result{
	"add":  func(p parts) Result { return &llir.InstAdd{X: p.x, Y: p.y, OverflowFlags: p.over, Metadata: p.md} },
	"sub":  func(p parts) Result { return &llir.InstSub{X: p.x, Y: p.y, OverflowFlags: p.over, Metadata: p.md} },
	"mul":  func(p parts) Result { return &llir.InstMul{X: p.x, Y: p.y, OverflowFlags: p.over, Metadata: p.md} },
	"shl":  func(p parts) Result { return &llir.InstShl{X: p.x, Y: p.y, OverflowFlags: p.over, Metadata: p.md} },
	"udiv": func(p parts) Result { return &llir.InstUDiv{X: p.x, Y: p.y, Metadata: p.md} },
	"sdiv": func(p parts) Result { return &llir.InstSDiv{X: p.x, Y: p.y, Metadata: p.md} },
	"urem": func(p parts) Result { return &llir.InstURem{X: p.x, Y: p.y, Metadata: p.md} },
	"srem": func(p parts) Result { return &llir.InstSRem{X: p.x, Y: p.y, Metadata: p.md} },
	"and":  func(p parts) Result { return &llir.InstAnd{X: p.x, Y: p.y, Metadata: p.md} },
	"or":   func(p parts) Result { return &llir.InstOr{X: p.x, Y: p.y, Metadata: p.md} },
	"xor":  func(p parts) Result { return &llir.InstXor{X: p.x, Y: p.y, Metadata: p.md} },
	"lshr": func(p parts) Result { return &llir.InstLShr{X: p.x, Y: p.y, Metadata: p.md} },
	"ashr": func(p parts) Result { return &llir.InstAShr{X: p.x, Y: p.y, Metadata: p.md} },
	"fadd": func(p parts) Result { return &llir.InstFAdd{X: p.x, Y: p.y, FastMathFlags: p.fast, Metadata: p.md} },
	"fsub": func(p parts) Result { return &llir.InstFSub{X: p.x, Y: p.y, FastMathFlags: p.fast, Metadata: p.md} },
	"fmul": func(p parts) Result { return &llir.InstFMul{X: p.x, Y: p.y, FastMathFlags: p.fast, Metadata: p.md} },
	"fdiv": func(p parts) Result { return &llir.InstFDiv{X: p.x, Y: p.y, FastMathFlags: p.fast, Metadata: p.md} },
	"frem": func(p parts) Result { return &llir.InstFRem{X: p.x, Y: p.y, FastMathFlags: p.fast, Metadata: p.md} },
}

// Flags of integer operations.
const (
	NUW = enum.OverflowFlagNUW
	NSW = enum.OverflowFlagNSW
)

// Bin is an operation by LLVM's name on two values of one type.
func (b *Builder) Bin(op string, x, y Value, hint string, flags ...enum.OverflowFlag) Value {
	return b.DefBin(b.Name(hint), op, x, y, flags...)
}

// DefBin is Bin with a result that has a name.
func (b *Builder) DefBin(name, op string, x, y Value, flags ...enum.OverflowFlag) Value {
	return b.Def(name, operations[op](parts{x: x, y: y, over: flags, md: b.md()}))
}

// FBin is an operation on floating-point values.
func (b *Builder) FBin(op string, x, y Value, hint string, fast []enum.FastMathFlag) Value {
	return b.Def(b.Name(hint), operations[op](parts{x: x, y: y, fast: fast, md: b.md()}))
}

// SDivExact divides without a rest.
func (b *Builder) SDivExact(x, y Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstSDiv{X: x, Y: y, Exact: true, Metadata: b.md()})
}

// FNeg changes the sign.
func (b *Builder) FNeg(x Value, hint string, fast []enum.FastMathFlag) Value {
	return b.Def(b.Name(hint), &llir.InstFNeg{X: x, FastMathFlags: fast, Metadata: b.md()})
}

// truthOf is the type of a comparison of values of type t.
func truthOf(t Type) Type {
	if v, ok := t.(*types.VectorType); ok {
		return types.NewVector(v.Len, I1)
	}
	return I1
}

var intPreds = map[string]enum.IPred{
	"eq": enum.IPredEQ, "ne": enum.IPredNE, "ult": enum.IPredULT, "ule": enum.IPredULE, "ugt": enum.IPredUGT,
	"uge": enum.IPredUGE,
	"slt": enum.IPredSLT, "sle": enum.IPredSLE, "sgt": enum.IPredSGT, "sge": enum.IPredSGE,
}

// ICmp compares integers or pointers.
func (b *Builder) ICmp(pred string, x, y Value, hint string) Value {
	return b.Def(b.Name(hint),
		&llir.InstICmp{Pred: intPreds[pred], X: x, Y: y, Typ: truthOf(x.Type()), Metadata: b.md()})
}

var floatPreds = map[string]enum.FPred{
	"oeq": enum.FPredOEQ, "une": enum.FPredUNE, "olt": enum.FPredOLT, "ole": enum.FPredOLE, "ogt": enum.FPredOGT,
	"oge": enum.FPredOGE,
	"uno": enum.FPredUNO,
}

// FCmp compares floating-point values.
func (b *Builder) FCmp(pred string, x, y Value, hint string, fast []enum.FastMathFlag) Value {
	return b.Def(b.Name(hint),
		&llir.InstFCmp{Pred: floatPreds[pred], X: x, Y: y, FastMathFlags: fast, Typ: truthOf(x.Type()),
			Metadata: b.md()})
}

// casts are the conversions, by LLVM's names.
var casts = map[string]func(p parts) Result{
	"trunc":         func(p parts) Result { return &llir.InstTrunc{From: p.x, To: p.to, Metadata: p.md} },
	"zext":          func(p parts) Result { return &llir.InstZExt{From: p.x, To: p.to, Metadata: p.md} },
	"sext":          func(p parts) Result { return &llir.InstSExt{From: p.x, To: p.to, Metadata: p.md} },
	"fptrunc":       func(p parts) Result { return &llir.InstFPTrunc{From: p.x, To: p.to, Metadata: p.md} },
	"fpext":         func(p parts) Result { return &llir.InstFPExt{From: p.x, To: p.to, Metadata: p.md} },
	"fptoui":        func(p parts) Result { return &llir.InstFPToUI{From: p.x, To: p.to, Metadata: p.md} },
	"fptosi":        func(p parts) Result { return &llir.InstFPToSI{From: p.x, To: p.to, Metadata: p.md} },
	"uitofp":        func(p parts) Result { return &llir.InstUIToFP{From: p.x, To: p.to, Metadata: p.md} },
	"sitofp":        func(p parts) Result { return &llir.InstSIToFP{From: p.x, To: p.to, Metadata: p.md} },
	"ptrtoint":      func(p parts) Result { return &llir.InstPtrToInt{From: p.x, To: p.to, Metadata: p.md} },
	"inttoptr":      func(p parts) Result { return &llir.InstIntToPtr{From: p.x, To: p.to, Metadata: p.md} },
	"bitcast":       func(p parts) Result { return &llir.InstBitCast{From: p.x, To: p.to, Metadata: p.md} },
	"addrspacecast": func(p parts) Result { return &llir.InstAddrSpaceCast{From: p.x, To: p.to, Metadata: p.md} },
}

// Cast converts x by LLVM's name of the operation.
func (b *Builder) Cast(op string, x Value, to Type, hint string) Value {
	return b.Def(b.Name(hint), casts[op](parts{x: x, to: to, md: b.md()}))
}

// Resize extends or truncates an integer. A small constant that is not negative is the same in every type.
func (b *Builder) Resize(x Value, to Type, signed bool) Value {
	from, want := Bits(x.Type()), Bits(to)
	if n, ok := IntOf(x); ok && from >= 8 && from != want && n.Sign() >= 0 && n.IsInt64() && n.Int64() < 100 {
		return BigNum(to, n)
	}
	switch {
	case from == want:
		return x
	case from > want:
		return b.Cast("trunc", x, to, "conv")
	case signed:
		return b.Cast("sext", x, to, "conv")
	}
	return b.Cast("zext", x, to, "conv")
}

// Sel is x if c, else y.
func (b *Builder) Sel(c, x, y Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstSelect{Cond: c, ValueTrue: x, ValueFalse: y, Metadata: b.md()})
}

// Freeze is x, or some value where x has none.
func (b *Builder) Freeze(x Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstFreeze{X: x, Metadata: b.md()})
}

// Extract is element i, of type t, of the structure x.
func (b *Builder) Extract(x Value, i int, t Type, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstExtractValue{X: x, Indices: []uint64{uint64(i)}, Typ: t, Metadata: b.md()})
}

// Elem is element i of a vector.
func (b *Builder) Elem(x, i Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstExtractElement{X: x, Index: i, Metadata: b.md()})
}

// InsertElem is the vector x with y as its element i.
func (b *Builder) InsertElem(x, y, i Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstInsertElement{X: x, Elem: y, Index: i, Metadata: b.md()})
}

// Shuffle is the elements of two vectors that mask lists.
func (b *Builder) Shuffle(x, y Value, mask Constant, hint string) Value {
	t := types.NewVector(mask.Type().(*types.VectorType).Len, x.Type().(*types.VectorType).ElemType)
	return b.Def(b.Name(hint), &llir.InstShuffleVector{X: x, Y: y, Mask: mask, Typ: t, Metadata: b.md()})
}

// Phi merges values; pairs are a value and the block that it comes from.
func (b *Builder) Phi(t Type, hint string, pairs ...any) Value {
	p := b.NewPhi(t, hint)
	Incoming(p, pairs...)
	b.AddPhi(p)
	return p
}

// NewPhi makes a phi that Add puts into a block and Incoming gives its values. It has no place in the source.
func (b *Builder) NewPhi(t Type, hint string) *llir.InstPhi {
	p := &llir.InstPhi{Typ: t}
	p.SetName(b.Name(hint))
	return p
}

// AddPhi puts a phi into the current block, at the builder's place in the source.
func (b *Builder) AddPhi(p *llir.InstPhi) {
	p.Metadata = b.md()
	b.Add(p)
}

// OpenPhi is a phi in the current block whose values come later.
func (b *Builder) OpenPhi(t Type, hint string) *llir.InstPhi {
	p := b.NewPhi(t, hint)
	b.Add(p)
	return p
}

// Incoming adds pairs of a value and the block that it comes from.
func Incoming(p *llir.InstPhi, pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		p.Incs = append(p.Incs, llir.NewIncoming(pairs[i].(Value), pairs[i+1].(*Block)))
	}
}

// Memory.

// StackObject makes an object in the entry block.
func (b *Builder) StackObject(t Type, align int64, space int, hint string) *Alloca {
	a := &Alloca{llir.InstAlloca{ElemType: t, Align: llir.Align(align), AddrSpace: types.AddrSpace(space)}}
	a.SetName(b.Name(hint))
	b.atStart = append(b.atStart, a)
	return a
}

// StartCast casts a pointer at the start of the function.
func (b *Builder) StartCast(x Value, to Type, hint string) Value {
	c := &llir.InstAddrSpaceCast{From: x, To: to}
	c.SetName(b.Name(hint))
	b.atStart = append(b.atStart, c)
	return c
}

// StackArray makes an object of n elements where the builder is.
func (b *Builder) StackArray(t Type, n Value, align int64, space int, hint string) Value {
	return b.Def(b.Name(hint),
		&Alloca{llir.InstAlloca{ElemType: t, NElems: n, Align: llir.Align(align), AddrSpace: types.AddrSpace(space),
			Metadata: b.md()}})
}

// GEP is the address of element i behind p.
func (b *Builder) GEP(elem Type, p, i Value, hint string) Value {
	return b.Def(b.Name(hint),
		&llir.InstGetElementPtr{ElemType: elem, Src: p, Indices: []Value{i}, InBounds: true, Typ: p.Type(),
			Metadata: b.md()})
}

// Offset is the address off bytes behind p.
func (b *Builder) Offset(p Value, off int64, hint string) Value {
	if off == 0 {
		return p
	}
	return b.GEP(I8, p, Num(I64, off), hint)
}

// Load reads a t.
func (b *Builder) Load(t Type, p Value, align int64, hint string) Value {
	return b.LoadAs(t, p, Access{Align: align}, hint)
}

// LoadAs reads a t.
func (b *Builder) LoadAs(t Type, p Value, how Access, hint string) Value {
	var mds []*metadata.Attachment
	if how.Invariant {
		mds = append(mds, Attach(invariantLoad, Inline()))
	}
	return b.Def(b.Name(hint),
		&llir.InstLoad{ElemType: t, Src: p, Volatile: how.Volatile, Atomic: how.Atomic, SyncScope: how.Scope,
			Ordering: how.Order,
			Align:    llir.Align(how.Align), Metadata: b.md(mds...)})
}

// Store writes x.
func (b *Builder) Store(x, p Value, align int64) { b.StoreAs(x, p, Access{Align: align}) }

// StoreAs writes x.
func (b *Builder) StoreAs(x, p Value, how Access) {
	b.Add(&llir.InstStore{Src: x, Dst: p, Volatile: how.Volatile, Atomic: how.Atomic, SyncScope: how.Scope,
		Ordering: how.Order,
		Align:    llir.Align(how.Align), Metadata: b.md()})
}

// Fence orders accesses.
func (b *Builder) Fence(order enum.AtomicOrdering, scope string) {
	b.Add(&llir.InstFence{Ordering: order, SyncScope: scope, Metadata: b.md()})
}

var rmwOps = map[string]enum.AtomicOp{
	"xchg": enum.AtomicOpXChg, "add": enum.AtomicOpAdd, "sub": enum.AtomicOpSub, "and": enum.AtomicOpAnd,
	"nand": enum.AtomicOpNAnd,
	"or":   enum.AtomicOpOr, "xor": enum.AtomicOpXor, "min": enum.AtomicOpMin, "max": enum.AtomicOpMax,
	"umin": enum.AtomicOpUMin,
	"umax": enum.AtomicOpUMax, "fadd": enum.AtomicOpFAdd, "fsub": enum.AtomicOpFSub,
}

// RMW changes *p by an operation of LLVM's name and x, and is the old value.
func (b *Builder) RMW(op string, p, x Value, how Access, hint string) Value {
	return b.Def(b.Name(hint),
		&AtomicRMW{llir.InstAtomicRMW{Op: rmwOps[op], Dst: p, X: x, Ordering: how.Order, SyncScope: how.Scope,
			Typ: x.Type(), Metadata: b.md()},
			llir.Align(how.Align)})
}

// Exchange writes x to *p if that is expect. The result is the old value and whether it was.
func (b *Builder) Exchange(p, expect, x Value, how Access, fail enum.AtomicOrdering, weak bool, hint string) Value {
	return b.Def(b.Name(hint),
		&CmpXchg{llir.InstCmpXchg{Ptr: p, Cmp: expect, New: x, SuccessOrdering: how.Order, FailureOrdering: fail,
			SyncScope: how.Scope, Weak: weak,
			Typ: StructOf(x.Type(), I1), Metadata: b.md()}, llir.Align(how.Align)})
}

// Calls.

// NewCall makes a call; its result has the name if it has one.
func NewCall(ret Type, name string, to Value, args []Value, attrs string, md llir.Metadata) *llir.InstCall {
	c := &llir.InstCall{Callee: calleeOf(to, ret), Args: args, Typ: ret, FuncAttrs: Attrs(attrs), Metadata: md}
	if ret != Void {
		c.SetName(name)
	}
	return c
}

// CallValue calls what to is the address of. The result is nil where there is none.
func (b *Builder) CallValue(ret Type, to Value, args []Value, attrs, hint string, mds ...*metadata.Attachment) Value {
	if ret == Void {
		b.Add(NewCall(ret, "", to, args, attrs, b.md(mds...)))
		return nil
	}
	name := b.Name(hint)
	return b.Def(name, NewCall(ret, name, to, args, attrs, b.md(mds...)))
}

// Control flow.

// Loop writes a counted loop for i in [lo, hi) of step; gen writes the body.
func (b *Builder) Loop(hint string, lo, hi, step Value, gen func(i Value)) {
	b.LoopOf(hint, lo, hi, step, func(i Value, _ *Block) { gen(i) })
}

// LoopOf is Loop whose body may go to the block behind the loop.
func (b *Builder) LoopOf(hint string, lo, hi, step Value, gen func(i Value, behind *Block)) {
	pre := b.Preheader()
	head, body, done := b.NewBlock(hint+".cond"), b.NewBlock(hint+".body"), b.NewBlock(hint+".end")
	latch := b.NewBlock(hint + ".inc")
	next := b.Name(hint + ".next")
	b.Place(head)
	i := b.NewPhi(lo.Type(), hint)
	b.AddPhi(i)
	b.CondBr(b.ICmp("ult", i, hi, hint+".more"), body, done)
	b.Place(body)
	gen(i, done)
	b.Place(latch)
	Incoming(i, lo, pre, b.DefBin(next, "add", i, step, NUW), latch)
	b.Br(head)
	b.Place(done)
}

// IfThen writes gen under condition c.
func (b *Builder) IfThen(c Value, hint string, gen func()) {
	then, done := b.NewBlock(hint), b.NewBlock(hint+".end")
	b.CondBr(c, then, done)
	b.Place(then)
	gen()
	b.Place(done)
}
