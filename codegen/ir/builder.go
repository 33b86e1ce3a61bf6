package ir

import (
	"fmt"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Builder emits the blocks and instructions of one function.
type Builder struct {
	Func  *Func
	Cur   *Block // the block to which Add appends, nil after a terminator
	Entry *Block
	// Loc is the source location of the instructions that follow, nil if they have none.
	Loc *metadata.Attachment
	// Placed, if not nil, is called for each block that Place appends.
	Placed func(*Block)
	// atStart holds the instructions that Finish puts at the start of the entry block.
	atStart []Instruction
	names   map[string]int
}

// NewBuilder returns a Builder for f, whose parameters are already named, and places the entry block.
func NewBuilder(f *Func) *Builder {
	b := &Builder{Func: f, names: map[string]int{}}
	for _, p := range f.Params {
		b.names[p.LocalName]++
	}
	b.Entry = b.NewBlock("entry")
	b.Place(b.Entry)
	return b
}

// Name makes a unique local name from a hint.
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

// NewBlock makes a block. Place appends it to the function.
func (b *Builder) NewBlock(hint string) *Block { return llir.NewBlock(b.Name(hint)) }

// Place appends blk to the function and makes it the current block. A current block without terminator branches to it.
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

// Ensure places a block for unreachable code if there is no current block.
func (b *Builder) Ensure() {
	if b.Cur == nil {
		b.Place(b.NewBlock("dead"))
	}
}

// Preheader returns the current block, from which control enters the block that is placed next.
func (b *Builder) Preheader() *Block {
	b.Ensure()
	return b.Cur
}

// AddParam appends a parameter to the function.
func (b *Builder) AddParam(hint string, t Type, attr string) *Param {
	p := llir.NewParam(b.Name(hint), t)
	p.Attrs = append(p.Attrs, Attr(attr))
	b.Func.Params = append(b.Func.Params, p)
	return p
}

// AtStart adds instructions at the start of the function, after the stack objects made so far.
func (b *Builder) AtStart(in ...Instruction) { b.atStart = append(b.atStart, in...) }

// Finish completes the function: it terminates the current block and inserts the instructions of AtStart.
func (b *Builder) Finish() {
	if b.Cur != nil {
		b.Unreachable()
	}
	b.Entry.Insts = append(b.atStart, b.Entry.Insts...)
}

// md returns the metadata of an instruction: others, then the builder's source location.
func (b *Builder) md(others ...*metadata.Attachment) llir.Metadata {
	if b.Loc != nil {
		others = append(others, b.Loc)
	}
	return others
}

// Add appends an instruction to the current block. Def is for instructions with a result.
func (b *Builder) Add(in Instruction) {
	b.Ensure()
	b.Cur.Insts = append(b.Cur.Insts, in)
}

// Result is an instruction with a result.
type Result interface {
	Instruction
	value.Named
}

// Def appends an instruction, gives its result a name and returns the result.
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

// Br branches to another block, if there is a current block.
func (b *Builder) Br(to *Block, mds ...*metadata.Attachment) {
	if b.Cur != nil {
		b.term(&llir.TermBr{Target: to, Metadata: b.md(mds...)})
	}
}

// CondBr branches to one of two blocks.
func (b *Builder) CondBr(c Value, yes, no *Block) {
	b.term(&llir.TermCondBr{Cond: c, TargetTrue: yes, TargetFalse: no, Metadata: b.md()})
}

// Switch branches to the block for the value of x.
func (b *Builder) Switch(x Value, otherwise *Block, cases ...*llir.Case) {
	b.term(&llir.TermSwitch{X: x, TargetDefault: otherwise, Cases: cases, Metadata: b.md()})
}

// Case pairs a value of a Switch with its block.
func Case(x Value, to *Block) *llir.Case { return &llir.Case{X: x, Target: to} }

// Unreachable ends a block that control never leaves.
func (b *Builder) Unreachable() { b.term(&llir.TermUnreachable{Metadata: b.md()}) }

// Ret returns v from the function. A nil v returns nothing.
func (b *Builder) Ret(v Value) { b.term(&llir.TermRet{X: v, Metadata: b.md()}) }

// CallBr calls inline assembly that may jump to the blocks others. It returns nil if ret is void.
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

// parts holds the parts of an operation: operands, overflow or fast-math flags, and the type to convert to.
type parts struct {
	x, y Value
	over []enum.OverflowFlag
	fast []enum.FastMathFlag
	to   Type
	md   llir.Metadata
}

// operations maps LLVM's names to the constructors of binary operations.
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

// Bin emits the integer operation that LLVM calls op on two values of one type.
func (b *Builder) Bin(op string, x, y Value, hint string, flags ...enum.OverflowFlag) Value {
	return b.DefBin(b.Name(hint), op, x, y, flags...)
}

// DefBin is Bin with a given name for the result.
func (b *Builder) DefBin(name, op string, x, y Value, flags ...enum.OverflowFlag) Value {
	return b.Def(name, operations[op](parts{x: x, y: y, over: flags, md: b.md()}))
}

// FBin emits the operation that LLVM calls op on two floating-point values.
func (b *Builder) FBin(op string, x, y Value, hint string, fast []enum.FastMathFlag) Value {
	return b.Def(b.Name(hint), operations[op](parts{x: x, y: y, fast: fast, md: b.md()}))
}

// SDivExact divides signed integers whose quotient is exact.
func (b *Builder) SDivExact(x, y Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstSDiv{X: x, Y: y, Exact: true, Metadata: b.md()})
}

// FNeg negates a floating-point value.
func (b *Builder) FNeg(x Value, hint string, fast []enum.FastMathFlag) Value {
	return b.Def(b.Name(hint), &llir.InstFNeg{X: x, FastMathFlags: fast, Metadata: b.md()})
}

// truthOf returns the result type of a comparison of values of type t.
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

// casts maps LLVM's names to the constructors of conversions.
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

// Cast converts x by the operation that LLVM calls op.
func (b *Builder) Cast(op string, x Value, to Type, hint string) Value {
	return b.Def(b.Name(hint), casts[op](parts{x: x, to: to, md: b.md()}))
}

// Resize extends or truncates an integer. For a small non-negative constant it emits no instruction.
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

// Sel selects x if c holds, else y.
func (b *Builder) Sel(c, x, y Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstSelect{Cond: c, ValueTrue: x, ValueFalse: y, Metadata: b.md()})
}

// Freeze returns x, or an arbitrary but fixed value if x is undefined or poison.
func (b *Builder) Freeze(x Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstFreeze{X: x, Metadata: b.md()})
}

// Extract returns element i, of type t, of the structure x.
func (b *Builder) Extract(x Value, i int, t Type, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstExtractValue{X: x, Indices: []uint64{uint64(i)}, Typ: t, Metadata: b.md()})
}

// Elem returns element i of the vector x.
func (b *Builder) Elem(x, i Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstExtractElement{X: x, Index: i, Metadata: b.md()})
}

// InsertElem returns the vector x with element i replaced by y.
func (b *Builder) InsertElem(x, y, i Value, hint string) Value {
	return b.Def(b.Name(hint), &llir.InstInsertElement{X: x, Elem: y, Index: i, Metadata: b.md()})
}

// Shuffle returns a vector of the elements of x and y that mask lists.
func (b *Builder) Shuffle(x, y Value, mask Constant, hint string) Value {
	t := types.NewVector(mask.Type().(*types.VectorType).Len, x.Type().(*types.VectorType).ElemType)
	return b.Def(b.Name(hint), &llir.InstShuffleVector{X: x, Y: y, Mask: mask, Typ: t, Metadata: b.md()})
}

// Phi adds a phi to the current block. pairs alternates values and the blocks that they come from.
func (b *Builder) Phi(t Type, hint string, pairs ...any) Value {
	p := b.NewPhi(t, hint)
	Incoming(p, pairs...)
	b.AddPhi(p)
	return p
}

// NewPhi makes a phi without a source location. Add puts it into a block, and Incoming adds its values.
func (b *Builder) NewPhi(t Type, hint string) *llir.InstPhi {
	p := &llir.InstPhi{Typ: t}
	p.SetName(b.Name(hint))
	return p
}

// AddPhi adds p to the current block, with the builder's source location.
func (b *Builder) AddPhi(p *llir.InstPhi) {
	p.Metadata = b.md()
	b.Add(p)
}

// OpenPhi adds a phi without values to the current block. Incoming adds the values later.
func (b *Builder) OpenPhi(t Type, hint string) *llir.InstPhi {
	p := b.NewPhi(t, hint)
	b.Add(p)
	return p
}

// Incoming adds values to p. pairs alternates values and the blocks that they come from.
func Incoming(p *llir.InstPhi, pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		p.Incs = append(p.Incs, llir.NewIncoming(pairs[i].(Value), pairs[i+1].(*Block)))
	}
}

// Memory.

// StackObject allocates an object on the stack, in the entry block.
func (b *Builder) StackObject(t Type, align int64, space int, hint string) *Alloca {
	a := &Alloca{llir.InstAlloca{ElemType: t, Align: llir.Align(align), AddrSpace: types.AddrSpace(space)}}
	a.SetName(b.Name(hint))
	b.atStart = append(b.atStart, a)
	return a
}

// StartCast casts a pointer to another address space at the start of the function.
func (b *Builder) StartCast(x Value, to Type, hint string) Value {
	c := &llir.InstAddrSpaceCast{From: x, To: to}
	c.SetName(b.Name(hint))
	b.atStart = append(b.atStart, c)
	return c
}

// StackArray allocates n elements on the stack, in the current block.
func (b *Builder) StackArray(t Type, n Value, align int64, space int, hint string) Value {
	return b.Def(b.Name(hint),
		&Alloca{llir.InstAlloca{ElemType: t, NElems: n, Align: llir.Align(align), AddrSpace: types.AddrSpace(space),
			Metadata: b.md()}})
}

// GEP returns the address of element i of the array at p.
func (b *Builder) GEP(elem Type, p, i Value, hint string) Value {
	return b.Def(b.Name(hint),
		&llir.InstGetElementPtr{ElemType: elem, Src: p, Indices: []Value{i}, InBounds: true, Typ: p.Type(),
			Metadata: b.md()})
}

// Offset returns the address off bytes after p.
func (b *Builder) Offset(p Value, off int64, hint string) Value {
	if off == 0 {
		return p
	}
	return b.GEP(I8, p, Num(I64, off), hint)
}

// Load reads a value of type t at p.
func (b *Builder) Load(t Type, p Value, align int64, hint string) Value {
	return b.LoadAs(t, p, Access{Align: align}, hint)
}

// LoadAs reads a value of type t at p, with the properties of how.
func (b *Builder) LoadAs(t Type, p Value, how Access, hint string) Value {
	return b.Def(b.Name(hint),
		&llir.InstLoad{ElemType: t, Src: p, Volatile: how.Volatile, Atomic: how.Atomic, SyncScope: how.Scope,
			Ordering: how.Order,
			Align:    llir.Align(how.Align), Metadata: b.md(how.hints()...)})
}

// Store writes x to p.
func (b *Builder) Store(x, p Value, align int64) { b.StoreAs(x, p, Access{Align: align}) }

// StoreAs writes x to p, with the properties of how.
func (b *Builder) StoreAs(x, p Value, how Access) {
	b.Add(&llir.InstStore{Src: x, Dst: p, Volatile: how.Volatile, Atomic: how.Atomic, SyncScope: how.Scope,
		Ordering: how.Order,
		Align:    llir.Align(how.Align), Metadata: b.md(how.hints()...)})
}

// Fence emits a fence of the given order and synchronization scope.
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

// RMW updates *p atomically by the atomicrmw operation op and x, and returns the old value.
func (b *Builder) RMW(op string, p, x Value, how Access, hint string) Value {
	return b.Def(b.Name(hint),
		&AtomicRMW{llir.InstAtomicRMW{Op: rmwOps[op], Dst: p, X: x, Ordering: how.Order, SyncScope: how.Scope,
			Typ: x.Type(), Metadata: b.md(how.hints()...)},
			llir.Align(how.Align)})
}

// Exchange atomically writes x to *p if *p equals expect. It returns the old value and whether it wrote x.
func (b *Builder) Exchange(p, expect, x Value, how Access, fail enum.AtomicOrdering, weak bool, hint string) Value {
	return b.Def(b.Name(hint),
		&CmpXchg{llir.InstCmpXchg{Ptr: p, Cmp: expect, New: x, SuccessOrdering: how.Order, FailureOrdering: fail,
			SyncScope: how.Scope, Weak: weak,
			Typ: StructOf(x.Type(), I1), Metadata: b.md()}, llir.Align(how.Align)})
}

// Calls.

// NewCall makes a call of to. If ret is not void, name becomes the name of the result.
func NewCall(ret Type, name string, to Value, args []Value, attrs string, md llir.Metadata) *llir.InstCall {
	c := &llir.InstCall{Callee: calleeOf(to, ret), Args: args, Typ: ret, FuncAttrs: Attrs(attrs), Metadata: md}
	if ret != Void {
		c.SetName(name)
	}
	return c
}

// CallValue calls the function at address to. It returns nil if ret is void.
func (b *Builder) CallValue(ret Type, to Value, args []Value, attrs, hint string, mds ...*metadata.Attachment) Value {
	if ret == Void {
		b.Add(NewCall(ret, "", to, args, attrs, b.md(mds...)))
		return nil
	}
	name := b.Name(hint)
	return b.Def(name, NewCall(ret, name, to, args, attrs, b.md(mds...)))
}

// AssumeAligned calls llvm.assume, which must have been declared: addr is a multiple of n.
func (b *Builder) AssumeAligned(addr Value, n int64) {
	call := NewCall(Void, "", Symbol{Name: "llvm.assume"}, []Value{True}, "", b.md())
	call.OperandBundles = []*llir.OperandBundle{llir.NewOperandBundle("align", addr, Num(I64, n))}
	b.Add(call)
}

// Control flow.

// Loop emits a counted loop over i from lo to below hi in steps of step. gen emits the body. mds is the metadata of the
// back edge.
func (b *Builder) Loop(hint string, lo, hi, step Value, gen func(i Value), mds ...*metadata.Attachment) {
	b.LoopOf(hint, lo, hi, step, func(i Value, _ *Block) { gen(i) }, mds...)
}

// LoopOf is Loop with a body that may branch to behind, the block after the loop.
func (b *Builder) LoopOf(hint string, lo, hi, step Value, gen func(i Value, after *Block),
	mds ...*metadata.Attachment) {
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
	b.Br(head, mds...)
	b.Place(done)
}

// IfThen emits gen under condition c.
func (b *Builder) IfThen(c Value, hint string, gen func()) {
	then, done := b.NewBlock(hint), b.NewBlock(hint+".end")
	b.CondBr(c, then, done)
	b.Place(then)
	gen()
	b.Place(done)
}
