package codegen

import (
	"fmt"
	"strings"

	"ompcc/lower/region"
)

// expr emits x and returns its value; void expressions return a void val.
func (f *fn) expr(x region.Expr) val {
	if f.m.t.NoLongs {
		f.checkFloat(x.ExprType())
	}
	if f.ctx.grid.teamLevel {
		if c, ok := x.(*region.Call); ok && mayDispatch(c) {
			return f.teamCall(c)
		}
		if impureRoot(x) {
			return f.broadcast(x)
		}
	}
	switch x := x.(type) {
	case *region.Const, *region.FConst, *region.Null, *region.Undef:
		return constantOf(x)
	case *region.GlobalAddr:
		switch {
		case f.m.isThreadVariable(x.Global):
			return f.threadStorage(x.Global)
		case x.Global.Space == region.SpaceThread:
			return f.cpuThreadStorage(x.Global)
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
		return f.convert(f.expr(x.X), x.X.ExprType(), x.To)
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
		f.errorf("long-double-gpu", "%s has no arithmetic on %s", name, f.m.t.Triple)
	}
}

func (f *fn) compound(x region.Expr) val {
	switch x := x.(type) {
	case *region.Bitcast:
		return f.bitcast(f.expr(x.X), typ(x.To))
	case *region.Call:
		return f.callExpr(x)
	case *region.Intrinsic:
		return f.intrinsic(x)
	case *region.Cond:
		return f.condExpr(x)
	case *region.AndAlso, *region.OrElse:
		return f.shortCircuit(x)
	case *region.Not:
		return f.bin("xor", f.expr(x.X), val{tI1, "true"}, "not")
	case *region.Seq:
		f.block(x.Body)
		if x.Value == nil {
			return val{t: tVoid}
		}
		f.ensure()
		return f.expr(x.Value)
	case *region.AtomicRMW:
		v := f.atomicRMW(x)
		if x.Op == region.AtomicXchg {
			f.m.exec.polled(f)
		}
		return v
	case *region.AtomicLoad:
		v := f.atomicLoad(x)
		f.m.exec.polled(f)
		return v
	case *region.CmpXchg:
		v := f.cmpXchg(x)
		f.m.exec.polled(f)
		return v
	case *region.VecElem:
		v, i := f.expr(x.X), f.expr(x.Index)
		return f.def(typ(x.ExprType()), "elem", "extractelement %s, %s", v, i)
	case *region.VecInsert:
		v, i := f.expr(x.X), f.expr(x.Index)
		y := f.expr(x.Y)
		return f.def(v.t, "vec", "insertelement %s, %s, %s", v, y, i)
	case *region.VecShuffle:
		return f.shuffle(x)
	case *region.Splat:
		return f.splat(f.expr(x.X), typ(x.Type), int(x.Type.Len))
	}
	f.errorf("internal", "unknown expression %T", x)
	return val{tI32, "poison"}
}

func (f *fn) loadExpr(x *region.Load) val {
	p := f.expr(x.Addr)
	f.checkScalar(readAccess, x.Addr, p, x.Type, x.Site)
	return f.loadFrom(p, x)
}

func (f *fn) loadFrom(p val, x *region.Load) val {
	v := f.def(memType(x.Type), hintOf(x.Addr), "load %s%s, %s%s", volatileText(x.Volatile), memType(x.Type), p, alignText(alignOf(x.Type, x.Align)))
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

func (f *fn) ptrAdd(x *region.PtrAdd) val {
	p := f.expr(x.Base)
	hint := strings.TrimSuffix(hintOf(x.Base), ".val")
	if x.Index != nil && x.Scale != 0 {
		i := f.resize(f.expr(x.Index), tI64, isSigned(x.Index.ExprType()))
		if x.Scale < 0 {
			i = f.bin("mul", i, num(tI64, x.Scale), "scaled")
		}
		p = f.gep(elemType(x), p, i, hint+".at")
	} else if x.Index != nil {
		f.expr(x.Index)
	}
	return f.offset(p, x.Offset, hint+".at")
}

// elemType is the type that a GEP steps over: the element's own when it is a
// scalar of that size, bytes otherwise.
func elemType(x *region.PtrAdd) ltype {
	if x.Elem != nil && x.Elem.Size() == x.Scale {
		switch x.Elem.(type) {
		case *region.Int, *region.Float, *region.Ptr, *region.Bool:
			return memType(x.Elem)
		}
	}
	if x.Scale == 1 || x.Scale < 0 {
		return tI8
	}
	return ltype(fmt.Sprintf("[%d x i8]", x.Scale))
}

func (f *fn) ptrDiff(x *region.PtrDiff) val {
	a := f.cast("ptrtoint", f.expr(x.X), tI64, "lhs")
	b := f.cast("ptrtoint", f.expr(x.Y), tI64, "rhs")
	d := f.bin("sub", a, b, "diff")
	if x.Scale == 1 {
		return d
	}
	return f.def(tI64, "diff", "sdiv exact %s, %d", d, x.Scale)
}

func (f *fn) unary(x *region.Unary) val {
	v := f.expr(x.X)
	switch {
	case x.Op == region.Com:
		return f.bin("xor", v, allOnes(x.X.ExprType()), "not")
	case isFloat(x.X.ExprType()):
		return f.def(v.t, "neg", "fneg %s%s", f.m.fmf(), v)
	}
	return f.bin("sub", val{v.t, zeroOf(v.t)}, v, "neg")
}

func zeroOf(t ltype) string {
	if strings.HasPrefix(string(t), "<") {
		return "zeroinitializer"
	}
	return "0"
}

func allOnes(t region.Type) val {
	if v, ok := t.(*region.Vector); ok {
		elems := make([]string, v.Len)
		for i := range elems {
			elems[i] = fmt.Sprintf("%s -1", typ(v.Elem))
		}
		return val{typ(t), "<" + strings.Join(elems, ", ") + ">"}
	}
	if isBool(t) {
		return val{tI1, "true"}
	}
	return val{typ(t), "-1"}
}

// fmf are the fast-math flags of floating instructions, with a space after.
func (m *module) fmf() string {
	flags := ""
	if m.src.FP.Relaxed != "" {
		flags = m.src.FP.Relaxed + " "
	}
	switch {
	case m.src.FP.Fast:
		return "fast "
	case m.src.FP.Contract == "fast", m.src.FP.Contract == "" && m.t.Contract:
		return flags + "contract "
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

func (f *fn) binary(x *region.Binary) val {
	a, b := f.expr(x.X), f.expr(x.Y)
	if f.anyOrder[x] && !f.m.src.FP.Fast {
		name := floatOps[x.Op]
		return f.def(a.t, name[1:], "%s reassoc %s%s, %s", name, strings.Replace(f.m.fmf(), "reassoc ", "", 1), a, b.bare())
	}
	return f.arith(x.Op, a, b, x.X.ExprType(), x.NSW)
}

// arith computes a op b for operands of type t.
func (f *fn) arith(op region.BinOp, a, b val, t region.Type, nsw bool) val {
	if op == region.Min || op == region.Max {
		return f.minMax(op, a, b, t)
	}
	if isFloat(t) {
		name := floatOps[op]
		return f.def(a.t, name[1:], "%s %s%s, %s", name, f.m.fmf(), a, b.bare())
	}
	signed := 0
	if isSigned(t) {
		signed = 1
	}
	name := intOps[op][signed]
	flag := ""
	if nsw && signed == 1 && (op == region.Add || op == region.Sub || op == region.Mul) {
		flag = " nsw"
	}
	return f.def(a.t, name, "%s%s %s, %s", name, flag, a, b.bare())
}

// minMax is x<y ? x : y; on GPUs floating minima use the instruction, which
// region IR allows.
func (f *fn) minMax(op region.BinOp, a, b val, t region.Type) val {
	name := [...]string{"min", "max"}[op-region.Min]
	switch {
	case isFloat(t) && f.m.t.MinMax:
		return f.call(a.t, fmt.Sprintf("llvm.%snum.%s", name, mangle(a.t)), "", a, b)
	case isFloat(t):
		pred := [...]string{"olt", "ogt"}[op-region.Min]
		c := f.def(boolLike(a.t, t), "cmp", "fcmp %s%s %s, %s", f.m.fmf(), pred, a, b.bare())
		return f.sel(c, a, b, name)
	case isPtr(t):
		pred := [...]string{"ult", "ugt"}[op-region.Min]
		return f.sel(f.icmp(pred, a, b, "cmp"), a, b, name)
	}
	prefix := "u"
	if isSigned(t) {
		prefix = "s"
	}
	return f.call(a.t, fmt.Sprintf("llvm.%s%s.%s", prefix, name, mangle(a.t)), "", a, b)
}

// mangle is the type suffix of an overloaded intrinsic.
func mangle(t ltype) string {
	switch t {
	case "half":
		return "f16"
	case "bfloat":
		return "bf16"
	case "float":
		return "f32"
	case "double":
		return "f64"
	case "x86_fp80":
		return "f80"
	case "fp128":
		return "f128"
	case tPtr:
		return "p0"
	}
	if n, rest, ok := numberBehind(t, "<"); ok {
		return fmt.Sprintf("v%d%s", n, mangle(ltype(strings.TrimSuffix(strings.TrimPrefix(rest, " x "), ">"))))
	}
	if space, _, ok := numberBehind(t, "ptr addrspace("); ok {
		return fmt.Sprintf("p%d", space)
	}
	return string(t)
}

// boolLike is i1, or a vector of i1 as long as t.
func boolLike(_ ltype, t region.Type) ltype {
	if v, ok := t.(*region.Vector); ok {
		return ltype(fmt.Sprintf("<%d x i1>", v.Len))
	}
	return tI1
}

func (f *fn) compare(x *region.Compare) val {
	a, b := f.expr(x.X), f.expr(x.Y)
	t := x.X.ExprType()
	r := f.compareVals(x.Op, a, b, t)
	if _, ok := t.(*region.Vector); ok {
		return f.cast("sext", r, typ(x.ExprType()), "mask")
	}
	return r
}

func (f *fn) compareVals(op region.CmpOp, a, b val, t region.Type) val {
	bt := boolLike(a.t, t)
	if isFloat(t) {
		pred := [...]string{"oeq", "une", "olt", "ole", "ogt", "oge", "uno"}[op]
		return f.def(bt, "cmp", "fcmp %s%s %s, %s", f.m.fmf(), pred, a, b.bare())
	}
	preds := [...]string{"eq", "ne", "ult", "ule", "ugt", "uge"}
	if isSigned(t) {
		preds = [...]string{"eq", "ne", "slt", "sle", "sgt", "sge"}
	}
	return f.def(bt, "cmp", "icmp %s %s, %s", preds[op], a, b.bare())
}

func (f *fn) condExpr(x *region.Cond) val {
	if isVoid(x.ExprType()) {
		f.voidCond(x)
		return val{t: tVoid}
	}
	yes, no, done := f.newBlock("cond.true"), f.newBlock("cond.false"), f.newBlock("cond.end")
	f.cond(x.C, yes, no)
	f.place(yes)
	a := f.expr(x.X)
	f.ensure()
	fromA := f.cur
	f.br(done)
	f.place(no)
	b := f.expr(x.Y)
	f.ensure()
	fromB := f.cur
	f.place(done)
	return f.phi(a.t, "cond", a, fromA, b, fromB)
}

func (f *fn) voidCond(x *region.Cond) {
	yes, no, done := f.newBlock("cond.true"), f.newBlock("cond.false"), f.newBlock("cond.end")
	f.cond(x.C, yes, no)
	f.place(yes)
	f.expr(x.X)
	f.br(done)
	f.place(no)
	f.expr(x.Y)
	f.place(done)
}

// shortCircuit gives the value of && or ||.
func (f *fn) shortCircuit(x region.Expr) val {
	yes, no, done := f.newBlock("bool.true"), f.newBlock("bool.false"), f.newBlock("bool.end")
	f.cond(x, yes, no)
	f.place(yes)
	f.br(done)
	f.place(no)
	f.br(done)
	f.place(done)
	return f.phi(tI1, "bool", val{tI1, "true"}, yes, val{tI1, "false"}, no)
}

func (f *fn) bitcast(v val, to ltype) val {
	switch {
	case v.t == to:
		return v
	case to == tPtr:
		return f.cast("inttoptr", v, to, "ptr")
	case v.t == tPtr:
		return f.cast("ptrtoint", v, to, "int")
	}
	return f.cast("bitcast", v, to, "bits")
}

func (f *fn) splat(x val, t ltype, n int) val {
	v := f.def(t, "splat", "insertelement %s poison, %s, i64 0", t, x)
	return f.def(t, "splat", "shufflevector %s, %s poison, <%d x i32> zeroinitializer", v, t, n)
}

func (f *fn) shuffle(x *region.VecShuffle) val {
	a, b := f.expr(x.X), f.expr(x.Y)
	mask := make([]string, len(x.Mask))
	for i, k := range x.Mask {
		mask[i] = fmt.Sprintf("i32 %d", k)
		if k < 0 {
			mask[i] = "i32 poison"
		}
	}
	return f.def(typ(x.ExprType()), "shuf", "shufflevector %s, %s, <%d x i32> <%s>", a, b, len(mask), strings.Join(mask, ", "))
}
