package body

import (
	"fmt"
	"slices"
	"strings"

	"ompcc/parse/diag"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Expr emits x and returns its value, nil for a void expression.
func (f *Function) Expr(x region.Expr) ir.Value {
	if f.Mod.Target.NoLongs {
		f.checkFloat(x.ExprType())
	}
	if v, ok := f.Exec.Together(x); ok {
		return v
	}
	switch x := x.(type) {
	case *region.Const, *region.FConst, *region.Null, *region.Undef:
		return ConstantOf(x)
	case *region.GlobalAddr:
		if x.Global.Space == region.SpaceThread {
			return f.Exec.ThreadVariable(x.Global)
		}
		return f.Mod.GlobalRef(x.Global)
	case *region.FuncAddr:
		return f.Mod.FuncAddr(x.Func, f.Pos)
	case *region.LocalAddr:
		return f.local(x.Local)
	case *region.ParamVal:
		return f.param(x.Param)
	case *region.TempVal:
		return f.temp(x.Temp)
	case *region.Load:
		return f.loadExpr(x)
	case *region.BitLoad:
		return f.bitLoad(x)
	case *region.PtrAdd:
		return f.ptrAdd(x)
	case *region.PtrDiff:
		return f.ptrDiff(x)
	case *region.Unary:
		return f.unary(x)
	case *region.Binary:
		return f.binary(x)
	case *region.Compare:
		return f.compare(x)
	case *region.Convert:
		return Conversions{f}.Convert(f.Expr(x.X), x.X.ExprType(), x.To)
	}
	return f.compound(x)
}

// checkFloat reports an error for values of a floating-point format in which GPUs
// cannot compute. Code may still copy objects that contain such values.
func (f *Function) checkFloat(t region.Type) {
	ft, ok := t.(*region.Float)
	if !ok || ft.Kind != region.F80 && ft.Kind != region.F128 || strings.HasPrefix(f.Pos.File, "<") { // "<…>": support code, dropped if unused
		return
	}
	if name, _ := baseType(ft); !f.Mod.Reported[f.Pos] {
		f.Mod.Reported[f.Pos] = true
		f.Errorf(diag.LongDoubleGpu, "arithmetic on '%s' is not supported on %s", name, f.Mod.Target.Triple)
	}
}

func (f *Function) compound(x region.Expr) ir.Value {
	switch x := x.(type) {
	case *region.Bitcast:
		return f.bitcast(f.Expr(x.X), TypeOf(x.To))
	case *region.Call:
		return f.callExpr(x)
	case *region.Intrinsic:
		return intrinsics{f}.intrinsic(x)
	case *region.Cond:
		return f.condExpr(x)
	case *region.AndAlso, *region.OrElse:
		return f.shortCircuit(x)
	case *region.Not:
		return f.Bin("xor", f.Expr(x.X), ir.True, "not")
	case *region.Seq:
		f.Block(x.Body)
		if x.Value == nil {
			return nil
		}
		f.Ensure()
		return f.Expr(x.Value)
	case *region.AtomicRMW:
		v := Atomics{f}.atomicRMW(x)
		if x.Op == region.AtomicXchg {
			f.Exec.Polled()
		}
		return v
	case *region.AtomicLoad:
		v := Atomics{f}.atomicLoad(x)
		f.Exec.Polled()
		return v
	case *region.CmpXchg:
		v := Atomics{f}.cmpXchg(x)
		f.Exec.Polled()
		return v
	case *region.VecElem:
		v, i := f.Expr(x.X), f.Expr(x.Index)
		return f.Elem(v, i, "elem")
	case *region.VecInsert:
		v, i := f.Expr(x.X), f.Expr(x.Index)
		y := f.Expr(x.Y)
		return f.InsertElem(v, y, i, "vec")
	case *region.VecShuffle:
		return f.shuffle(x)
	case *region.Splat:
		return f.splat(f.Expr(x.X), TypeOf(x.Type), int(x.Type.Len))
	}
	f.Errorf(diag.Internal, "unknown expression %T", x)
	return ir.Poison(ir.I32)
}

func (f *Function) loadExpr(x *region.Load) ir.Value {
	p := f.Expr(x.Addr)
	Checks{f}.checkScalar(readAccess, x.Addr, p, x.Type, x.Site)
	return f.loadFrom(p, x)
}

func (f *Function) loadFrom(p ir.Value, x *region.Load) ir.Value {
	v := f.LoadAs(MemoryType(x.Type), p, ir.Access{Volatile: x.Volatile, Align: alignOf(x.Type, x.Align),
		NonTemporal: x.NonTemporal && f.Mod.Target.NonTemporal},
		hintOf(x.Addr))
	return f.FromMemory(v, x.Type)
}

// hintOf returns a name for the value loaded from x, after its C variable.
func hintOf(x region.Expr) string {
	switch x := x.(type) {
	case *region.LocalAddr:
		return x.Local.Name
	case *region.GlobalAddr:
		return x.Global.Name
	case *region.ParamVal:
		return x.Param.Name + ".val"
	case *region.TempVal:
		return x.Temp.Name + ".val"
	case *region.PtrAdd:
		h := strings.TrimSuffix(hintOf(x.Base), ".val")
		if x.Index != nil {
			return h + ".elem"
		}
		return h + ".field"
	case *region.Load:
		return hintOf(x.Addr)
	case *region.Convert:
		return hintOf(x.X)
	}
	return "val"
}

func (f *Function) ptrAdd(x *region.PtrAdd) ir.Value {
	p := f.Expr(x.Base)
	hint := strings.TrimSuffix(hintOf(x.Base), ".val")
	if x.Index != nil && x.Scale != 0 {
		i := f.Resize(f.Expr(x.Index), ir.I64, isSigned(x.Index.ExprType()))
		if x.Scale < 0 {
			i = f.Bin("mul", i, ir.Num(ir.I64, x.Scale), "scaled")
		}
		p = f.GEP(elemType(x), p, i, hint+".at")
	} else if x.Index != nil {
		f.Expr(x.Index)
	}
	return f.Offset(p, x.Offset, hint+".at")
}

// elemType returns the type that a GEP steps over: the element type if it is a
// scalar of the size of a step, else bytes.
func elemType(x *region.PtrAdd) ir.Type {
	if x.Elem != nil && x.Elem.Size() == x.Scale {
		switch x.Elem.(type) {
		case *region.Int, *region.Float, *region.Ptr, *region.Bool:
			return MemoryType(x.Elem)
		}
	}
	if x.Scale == 1 || x.Scale < 0 {
		return ir.I8
	}
	return ir.Bytes(x.Scale)
}

func (f *Function) ptrDiff(x *region.PtrDiff) ir.Value {
	a := f.Cast("ptrtoint", f.Expr(x.X), ir.I64, "lhs")
	b := f.Cast("ptrtoint", f.Expr(x.Y), ir.I64, "rhs")
	d := f.Bin("sub", a, b, "diff")
	if x.Scale == 1 {
		return d
	}
	return f.SDivExact(d, ir.Num(ir.I64, x.Scale), "diff")
}

func (f *Function) unary(x *region.Unary) ir.Value {
	v := f.Expr(x.X)
	switch {
	case x.Op == region.Com:
		return f.Bin("xor", v, AllOnes(x.X.ExprType()), "not")
	case IsFloat(x.X.ExprType()):
		return f.FNeg(v, "neg", f.Mod.fmf())
	}
	return f.Bin("sub", zeroOf(v.Type()), v, "neg")
}

func zeroOf(t ir.Type) ir.Value {
	if ir.IsVector(t) {
		return ir.Zero(t)
	}
	return ir.Num(t, 0)
}

// AllOnes returns the value of t with all bits set.
func AllOnes(t region.Type) ir.Value {
	if v, ok := t.(*region.Vector); ok {
		elems := make([]ir.Constant, v.Len)
		for i := range elems {
			elems[i] = ir.Const(TypeOf(v.Elem), -1)
		}
		return ir.Vector(elems...)
	}
	if IsBool(t) {
		return ir.True
	}
	return ir.Num(TypeOf(t), -1)
}

// fmf returns the fast-math flags of floating-point instructions.
func (m *Module) fmf() []enum.FastMathFlag {
	flags := ir.Fast(m.Source.FP.Relaxed)
	switch {
	case m.Source.FP.Fast:
		return []enum.FastMathFlag{enum.FastMathFlagFast}
	case m.Source.FP.Contract == "fast", m.Source.FP.Contract == "" && m.Target.Contract:
		return append(flags, enum.FastMathFlagContract)
	}
	return flags
}

var intOps = map[region.BinOp][2]string{ // unsigned, signed
	region.Add: {"add", "add"}, region.Sub: {"sub", "sub"}, region.Mul: {"mul", "mul"},
	region.Div: {"udiv", "sdiv"}, region.Rem: {"urem", "srem"},
	region.And: {"and", "and"}, region.Or: {"or", "or"}, region.Xor: {"xor", "xor"},
	region.Shl: {"shl", "shl"}, region.Shr: {"lshr", "ashr"},
}

var floatOps = map[region.BinOp]string{
	region.Add: "fadd", region.Sub: "fsub", region.Mul: "fmul", region.Div: "fdiv", region.Rem: "frem",
}

func (f *Function) binary(x *region.Binary) ir.Value {
	a, b := f.Expr(x.X), f.Expr(x.Y)
	if f.anyOrder[x] && !f.Mod.Source.FP.Fast {
		name := floatOps[x.Op]
		reassoc := func(flag enum.FastMathFlag) bool { return flag == enum.FastMathFlagReassoc }
		flags := append([]enum.FastMathFlag{enum.FastMathFlagReassoc}, slices.DeleteFunc(f.Mod.fmf(), reassoc)...)
		return f.FBin(name, a, b, name[1:], flags)
	}
	return f.arith(x.Op, a, b, x.X.ExprType(), x.NSW)
}

// arith returns a op b for operands of type t.
func (f *Function) arith(op region.BinOp, a, b ir.Value, t region.Type, nsw bool) ir.Value {
	if op == region.Min || op == region.Max {
		return f.minMax(op, a, b, t)
	}
	if IsFloat(t) {
		name := floatOps[op]
		return f.FBin(name, a, b, name[1:], f.Mod.fmf())
	}
	signed := 0
	if isSigned(t) {
		signed = 1
	}
	name := intOps[op][signed]
	if nsw && signed == 1 && (op == region.Add || op == region.Sub || op == region.Mul) {
		return f.Bin(name, a, b, name, ir.NSW)
	}
	return f.Bin(name, a, b, name)
}

// minMax returns a<b ? a : b, or the maximum. On GPUs it uses the instruction for
// floating-point numbers, as region IR allows.
func (f *Function) minMax(op region.BinOp, a, b ir.Value, t region.Type) ir.Value {
	name := [...]string{"min", "max"}[op-region.Min]
	switch {
	case IsFloat(t) && f.Mod.Target.MinMax:
		return f.Call(a.Type(), fmt.Sprintf("llvm.%snum.%s", name, ir.Mangle(a.Type())), "", a, b)
	case IsFloat(t):
		pred := [...]string{"olt", "ogt"}[op-region.Min]
		c := f.FCmp(pred, a, b, "cmp", f.Mod.fmf())
		return f.Sel(c, a, b, name)
	case region.IsPtr(t):
		pred := [...]string{"ult", "ugt"}[op-region.Min]
		return f.Sel(f.ICmp(pred, a, b, "cmp"), a, b, name)
	}
	prefix := "u"
	if isSigned(t) {
		prefix = "s"
	}
	return f.Call(a.Type(), fmt.Sprintf("llvm.%s%s.%s", prefix, name, ir.Mangle(a.Type())), "", a, b)
}

func (f *Function) compare(x *region.Compare) ir.Value {
	a, b := f.Expr(x.X), f.Expr(x.Y)
	t := x.X.ExprType()
	r := f.compareVals(x.Op, a, b, t)
	if _, ok := t.(*region.Vector); ok {
		return f.Cast("sext", r, TypeOf(x.ExprType()), "mask")
	}
	return r
}

func (f *Function) compareVals(op region.CmpOp, a, b ir.Value, t region.Type) ir.Value {
	if IsFloat(t) {
		pred := [...]string{"oeq", "une", "olt", "ole", "ogt", "oge", "uno"}[op]
		return f.FCmp(pred, a, b, "cmp", f.Mod.fmf())
	}
	preds := [...]string{"eq", "ne", "ult", "ule", "ugt", "uge"}
	if isSigned(t) {
		preds = [...]string{"eq", "ne", "slt", "sle", "sgt", "sge"}
	}
	return f.ICmp(preds[op], a, b, "cmp")
}

func (f *Function) condExpr(x *region.Cond) ir.Value {
	if IsVoid(x.ExprType()) {
		f.voidCond(x)
		return nil
	}
	yes, no, done := f.NewBlock("cond.true"), f.NewBlock("cond.false"), f.NewBlock("cond.end")
	f.cond(x.C, yes, no)
	f.Place(yes)
	a := f.Expr(x.X)
	f.Ensure()
	fromA := f.Cur
	f.Br(done)
	f.Place(no)
	b := f.Expr(x.Y)
	f.Ensure()
	fromB := f.Cur
	f.Place(done)
	return f.Phi(a.Type(), "cond", a, fromA, b, fromB)
}

func (f *Function) voidCond(x *region.Cond) {
	yes, no, done := f.NewBlock("cond.true"), f.NewBlock("cond.false"), f.NewBlock("cond.end")
	f.cond(x.C, yes, no)
	f.Place(yes)
	f.Expr(x.X)
	f.Br(done)
	f.Place(no)
	f.Expr(x.Y)
	f.Place(done)
}

// shortCircuit returns the value of && or ||.
func (f *Function) shortCircuit(x region.Expr) ir.Value {
	yes, no, done := f.NewBlock("bool.true"), f.NewBlock("bool.false"), f.NewBlock("bool.end")
	f.cond(x, yes, no)
	f.Place(yes)
	f.Br(done)
	f.Place(no)
	f.Br(done)
	f.Place(done)
	return f.Phi(ir.I1, "bool", ir.True, yes, ir.False, no)
}

func (f *Function) bitcast(v ir.Value, to ir.Type) ir.Value {
	switch {
	case v.Type().Equal(to):
		return v
	case ir.IsPointer(to):
		return f.Cast("inttoptr", v, to, "ptr")
	case ir.IsPointer(v.Type()):
		return f.Cast("ptrtoint", v, to, "int")
	}
	return f.Cast("bitcast", v, to, "bits")
}

func (f *Function) splat(x ir.Value, t ir.Type, n int) ir.Value {
	v := f.InsertElem(ir.Poison(t), x, ir.Num(ir.I64, 0), "splat")
	return f.Shuffle(v, ir.Poison(t), ir.Zero(ir.VectorOf(n, ir.I32)), "splat")
}

func (f *Function) shuffle(x *region.VecShuffle) ir.Value {
	a, b := f.Expr(x.X), f.Expr(x.Y)
	mask := make([]ir.Constant, len(x.Mask))
	for i, k := range x.Mask {
		mask[i] = ir.Const(ir.I32, int64(k))
		if k < 0 {
			mask[i] = ir.Poison(ir.I32)
		}
	}
	return f.Shuffle(a, b, ir.Vector(mask...), "shuf")
}
