package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// expr emits x and returns its value; void expressions return a void ir.Value.
func (f *fn) expr(x region.Expr) ir.Value {
	if f.m.t.NoLongs {
		f.checkFloat(x.ExprType())
	}
	if v, ok := f.exec.together(x); ok {
		return v
	}
	switch x := x.(type) {
	case *region.Const, *region.FConst, *region.Null, *region.Undef:
		return constantOf(x)
	case *region.GlobalAddr:
		if x.Global.Space == region.SpaceThread {
			return f.exec.threadVariable(x.Global)
		}
		return f.m.globalRef(x.Global)
	case *region.FuncAddr:
		return f.m.funcAddr(x.Func, f.pos)
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
		return conversions{f}.convert(f.expr(x.X), x.X.ExprType(), x.To)
	}
	return f.compound(x)
}

// checkFloat reports values of a format that GPUs cannot compute with; objects
// that hold them may be copied.
func (f *fn) checkFloat(t region.Type) {
	ft, ok := t.(*region.Float)
	if !ok || ft.Kind != region.F80 && ft.Kind != region.F128 || strings.HasPrefix(f.pos.File, "<") { // "<…>": support code, dropped if unused
		return
	}
	if name, _ := baseType(ft); !f.m.reported[f.pos] {
		f.m.reported[f.pos] = true
		f.errorf("long-double-gpu", "arithmetic on '%s' is not supported on %s", name, f.m.t.Triple)
	}
}

func (f *fn) compound(x region.Expr) ir.Value {
	switch x := x.(type) {
	case *region.Bitcast:
		return f.bitcast(f.expr(x.X), typ(x.To))
	case *region.Call:
		return f.callExpr(x)
	case *region.Intrinsic:
		return intrinsics{f}.intrinsic(x)
	case *region.Cond:
		return f.condExpr(x)
	case *region.AndAlso, *region.OrElse:
		return f.shortCircuit(x)
	case *region.Not:
		return f.Bin("xor", f.expr(x.X), ir.True, "not")
	case *region.Seq:
		f.block(x.Body)
		if x.Value == nil {
			return nil
		}
		f.Ensure()
		return f.expr(x.Value)
	case *region.AtomicRMW:
		v := atomics{f}.atomicRMW(x)
		if x.Op == region.AtomicXchg {
			f.exec.polled()
		}
		return v
	case *region.AtomicLoad:
		v := atomics{f}.atomicLoad(x)
		f.exec.polled()
		return v
	case *region.CmpXchg:
		v := atomics{f}.cmpXchg(x)
		f.exec.polled()
		return v
	case *region.VecElem:
		v, i := f.expr(x.X), f.expr(x.Index)
		return f.Elem(v, i, "elem")
	case *region.VecInsert:
		v, i := f.expr(x.X), f.expr(x.Index)
		y := f.expr(x.Y)
		return f.InsertElem(v, y, i, "vec")
	case *region.VecShuffle:
		return f.shuffle(x)
	case *region.Splat:
		return f.splat(f.expr(x.X), typ(x.Type), int(x.Type.Len))
	}
	f.errorf("internal", "unknown expression %T", x)
	return ir.Poison(ir.I32)
}

func (f *fn) loadExpr(x *region.Load) ir.Value {
	p := f.expr(x.Addr)
	checks{f}.checkScalar(readAccess, x.Addr, p, x.Type, x.Site)
	return f.loadFrom(p, x)
}

func (f *fn) loadFrom(p ir.Value, x *region.Load) ir.Value {
	v := f.LoadAs(memType(x.Type), p, ir.Access{Volatile: x.Volatile, Align: alignOf(x.Type, x.Align)}, hintOf(x.Addr))
	return f.fromMemory(v, x.Type)
}

// hintOf names a loaded value after the C variable that it comes from.
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

func (f *fn) ptrAdd(x *region.PtrAdd) ir.Value {
	p := f.expr(x.Base)
	hint := strings.TrimSuffix(hintOf(x.Base), ".val")
	if x.Index != nil && x.Scale != 0 {
		i := f.Resize(f.expr(x.Index), ir.I64, isSigned(x.Index.ExprType()))
		if x.Scale < 0 {
			i = f.Bin("mul", i, ir.Num(ir.I64, x.Scale), "scaled")
		}
		p = f.GEP(elemType(x), p, i, hint+".at")
	} else if x.Index != nil {
		f.expr(x.Index)
	}
	return f.Offset(p, x.Offset, hint+".at")
}

// elemType is the type that a GEP steps over: the element's own when it is a
// scalar of that size, bytes otherwise.
func elemType(x *region.PtrAdd) ir.Type {
	if x.Elem != nil && x.Elem.Size() == x.Scale {
		switch x.Elem.(type) {
		case *region.Int, *region.Float, *region.Ptr, *region.Bool:
			return memType(x.Elem)
		}
	}
	if x.Scale == 1 || x.Scale < 0 {
		return ir.I8
	}
	return ir.Bytes(x.Scale)
}

func (f *fn) ptrDiff(x *region.PtrDiff) ir.Value {
	a := f.Cast("ptrtoint", f.expr(x.X), ir.I64, "lhs")
	b := f.Cast("ptrtoint", f.expr(x.Y), ir.I64, "rhs")
	d := f.Bin("sub", a, b, "diff")
	if x.Scale == 1 {
		return d
	}
	return f.SDivExact(d, ir.Num(ir.I64, x.Scale), "diff")
}

func (f *fn) unary(x *region.Unary) ir.Value {
	v := f.expr(x.X)
	switch {
	case x.Op == region.Com:
		return f.Bin("xor", v, allOnes(x.X.ExprType()), "not")
	case isFloat(x.X.ExprType()):
		return f.FNeg(v, "neg", f.m.fmf())
	}
	return f.Bin("sub", zeroOf(v.Type()), v, "neg")
}

func zeroOf(t ir.Type) ir.Value {
	if ir.IsVector(t) {
		return ir.Zero(t)
	}
	return ir.Num(t, 0)
}

func allOnes(t region.Type) ir.Value {
	if v, ok := t.(*region.Vector); ok {
		elems := make([]ir.Constant, v.Len)
		for i := range elems {
			elems[i] = ir.Const(typ(v.Elem), -1)
		}
		return ir.Vector(elems...)
	}
	if isBool(t) {
		return ir.True
	}
	return ir.Num(typ(t), -1)
}

// fmf are the fast-math flags of floating instructions.
func (m *module) fmf() []enum.FastMathFlag {
	flags := ir.Fast(m.src.FP.Relaxed)
	switch {
	case m.src.FP.Fast:
		return []enum.FastMathFlag{enum.FastMathFlagFast}
	case m.src.FP.Contract == "fast", m.src.FP.Contract == "" && m.t.Contract:
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

func (f *fn) binary(x *region.Binary) ir.Value {
	a, b := f.expr(x.X), f.expr(x.Y)
	if f.anyOrder[x] && !f.m.src.FP.Fast {
		name := floatOps[x.Op]
		reassoc := func(flag enum.FastMathFlag) bool { return flag == enum.FastMathFlagReassoc }
		flags := append([]enum.FastMathFlag{enum.FastMathFlagReassoc}, slices.DeleteFunc(f.m.fmf(), reassoc)...)
		return f.FBin(name, a, b, name[1:], flags)
	}
	return f.arith(x.Op, a, b, x.X.ExprType(), x.NSW)
}

// arith computes a op b for operands of type t.
func (f *fn) arith(op region.BinOp, a, b ir.Value, t region.Type, nsw bool) ir.Value {
	if op == region.Min || op == region.Max {
		return f.minMax(op, a, b, t)
	}
	if isFloat(t) {
		name := floatOps[op]
		return f.FBin(name, a, b, name[1:], f.m.fmf())
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

// minMax is x<y ? x : y; on GPUs floating minima use the instruction, which
// region IR allows.
func (f *fn) minMax(op region.BinOp, a, b ir.Value, t region.Type) ir.Value {
	name := [...]string{"min", "max"}[op-region.Min]
	switch {
	case isFloat(t) && f.m.t.MinMax:
		return f.call(a.Type(), fmt.Sprintf("llvm.%snum.%s", name, ir.Mangle(a.Type())), "", a, b)
	case isFloat(t):
		pred := [...]string{"olt", "ogt"}[op-region.Min]
		c := f.FCmp(pred, a, b, "cmp", f.m.fmf())
		return f.Sel(c, a, b, name)
	case isPtr(t):
		pred := [...]string{"ult", "ugt"}[op-region.Min]
		return f.Sel(f.ICmp(pred, a, b, "cmp"), a, b, name)
	}
	prefix := "u"
	if isSigned(t) {
		prefix = "s"
	}
	return f.call(a.Type(), fmt.Sprintf("llvm.%s%s.%s", prefix, name, ir.Mangle(a.Type())), "", a, b)
}

func (f *fn) compare(x *region.Compare) ir.Value {
	a, b := f.expr(x.X), f.expr(x.Y)
	t := x.X.ExprType()
	r := f.compareVals(x.Op, a, b, t)
	if _, ok := t.(*region.Vector); ok {
		return f.Cast("sext", r, typ(x.ExprType()), "mask")
	}
	return r
}

func (f *fn) compareVals(op region.CmpOp, a, b ir.Value, t region.Type) ir.Value {
	if isFloat(t) {
		pred := [...]string{"oeq", "une", "olt", "ole", "ogt", "oge", "uno"}[op]
		return f.FCmp(pred, a, b, "cmp", f.m.fmf())
	}
	preds := [...]string{"eq", "ne", "ult", "ule", "ugt", "uge"}
	if isSigned(t) {
		preds = [...]string{"eq", "ne", "slt", "sle", "sgt", "sge"}
	}
	return f.ICmp(preds[op], a, b, "cmp")
}

func (f *fn) condExpr(x *region.Cond) ir.Value {
	if isVoid(x.ExprType()) {
		f.voidCond(x)
		return nil
	}
	yes, no, done := f.NewBlock("cond.true"), f.NewBlock("cond.false"), f.NewBlock("cond.end")
	f.cond(x.C, yes, no)
	f.Place(yes)
	a := f.expr(x.X)
	f.Ensure()
	fromA := f.Cur
	f.Br(done)
	f.Place(no)
	b := f.expr(x.Y)
	f.Ensure()
	fromB := f.Cur
	f.Place(done)
	return f.Phi(a.Type(), "cond", a, fromA, b, fromB)
}

func (f *fn) voidCond(x *region.Cond) {
	yes, no, done := f.NewBlock("cond.true"), f.NewBlock("cond.false"), f.NewBlock("cond.end")
	f.cond(x.C, yes, no)
	f.Place(yes)
	f.expr(x.X)
	f.Br(done)
	f.Place(no)
	f.expr(x.Y)
	f.Place(done)
}

// shortCircuit gives the value of && or ||.
func (f *fn) shortCircuit(x region.Expr) ir.Value {
	yes, no, done := f.NewBlock("bool.true"), f.NewBlock("bool.false"), f.NewBlock("bool.end")
	f.cond(x, yes, no)
	f.Place(yes)
	f.Br(done)
	f.Place(no)
	f.Br(done)
	f.Place(done)
	return f.Phi(ir.I1, "bool", ir.True, yes, ir.False, no)
}

func (f *fn) bitcast(v ir.Value, to ir.Type) ir.Value {
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

func (f *fn) splat(x ir.Value, t ir.Type, n int) ir.Value {
	v := f.InsertElem(ir.Poison(t), x, ir.Num(ir.I64, 0), "splat")
	return f.Shuffle(v, ir.Poison(t), ir.Zero(ir.VectorOf(n, ir.I32)), "splat")
}

func (f *fn) shuffle(x *region.VecShuffle) ir.Value {
	a, b := f.expr(x.X), f.expr(x.Y)
	mask := make([]ir.Constant, len(x.Mask))
	for i, k := range x.Mask {
		mask[i] = ir.Const(ir.I32, int64(k))
		if k < 0 {
			mask[i] = ir.Poison(ir.I32)
		}
	}
	return f.Shuffle(a, b, ir.Vector(mask...), "shuf")
}
