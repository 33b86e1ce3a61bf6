package body

import (
	"fmt"
	"math/big"
	"strings"

	"ompcc/parse/diag"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

var (
	zeroFloat = new(big.Float)
	// One is 1.
	One = big.NewFloat(1)
)

// simpleFloat are intrinsics with one name, overloaded on the operand type.
var simpleFloat = map[region.IntrinsicOp]string{
	region.OpSqrt: "sqrt", region.OpFabs: "fabs", region.OpFma: "fma", region.OpFloor: "floor", region.OpCeil: "ceil",
	region.OpTrunc: "trunc", region.OpRint: "rint", region.OpRound: "round", region.OpCopysign: "copysign",
	region.OpFmin: "minnum", region.OpFmax: "maxnum",
}

func (f intrinsics) intrinsic(x *region.Intrinsic) ir.Value {
	if v, ok := f.envIntrinsic(x); ok {
		return v
	}
	args := make([]ir.Value, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.Expr(a)
	}
	if name, ok := simpleFloat[x.Op]; ok {
		return f.Call(args[0].Type(), fmt.Sprintf("llvm.%s.%s", name, ir.Mangle(args[0].Type())), "", args...)
	}
	switch x.Op {
	case region.OpMemcpy, region.OpMemmove:
		n := f.Resize(args[2], ir.I64, false)
		Checks{f.Function}.checkCall(x, args, n)
		f.CopyBytes(string(x.Op), args[0], args[1], n, 1, false)
		return f.result(x, args)
	case region.OpMemset:
		n := f.Resize(args[2], ir.I64, false)
		Checks{f.Function}.checkAccess(writeAccess, x.Args[0], args[0], n, Checks{f.Function}.callSite(string(x.Op)))
		f.memset(args[0], f.Resize(args[1], ir.I8, false), n)
		return f.result(x, args)
	case region.OpAddOverflow, region.OpSubOverflow, region.OpMulOverflow:
		return f.overflow(x, args)
	case region.OpCtz, region.OpClz, region.OpPopcount, region.OpBswap, region.OpRotl, region.OpRotr:
		return f.bitIntrinsic(x, args)
	}
	return f.controlIntrinsic(x, args)
}

// result is the destination pointer for memcpy used as a value, else nothing.
func (f intrinsics) result(x *region.Intrinsic, args []ir.Value) ir.Value {
	if region.IsPtr(x.Type) {
		return args[0]
	}
	return nil
}

// envIntrinsic answers the queries of the execution environment.
func (f intrinsics) envIntrinsic(x *region.Intrinsic) (ir.Value, bool) {
	switch x.Op {
	case region.OpThreadNum, region.OpNumThreads, region.OpMaxThreads, region.OpTeamNum, region.OpNumTeams,
		region.OpThreadLimit, region.OpNumProcs, region.OpInParallel, region.OpLevel, region.OpActiveLevel,
		region.OpAncestorThread, region.OpTeamSize, region.OpDeviceNum, region.OpWtime, region.OpWtick,
		region.OpRunSchedule, region.OpRunChunk, region.OpMaxLevels, region.OpSupportedLevels, region.OpInTask, region.OpInFinal,
		region.OpCancelVar,
		region.OpMaxTeams, region.OpTeamsLimit, region.OpHardwareThread:
		return f.Exec.Query(x), true
	case region.OpProgressWidth:
		return f.Fit(ir.Num(ir.I32, int64(f.Mod.Target.WarpSize)), x.Type), true
	case region.OpSetNumThreads, region.OpSetSchedule, region.OpSetMaxLevels:
		f.Exec.SetICV(x)
		return nil, true
	case region.OpTeamMemory:
		return f.Exec.TeamMemory(), true
	case region.OpTaskCell, region.OpAllocatorCell:
		return f.Exec.OwnWord(x.Op), true
	case region.OpGroupMemory:
		return f.Exec.GroupMemory(), true
	case region.OpSpace:
		return f.Resize(f.spatial(x.Op, HasSpaces, f.Exec.OwnWord(x.Op)), TypeOf(x.Type), false), true
	case region.OpExtents:
		return f.Resize(f.spatial(x.Op, HasExtents, f.Exec.OwnWord(x.Op)), TypeOf(x.Type), false), true
	case region.OpIsInitialDevice:
		return f.Fit(ir.Num(ir.I32, 0), x.Type), true
	case region.OpVarArgs:
		return f.varArgs(), true
	}
	return nil, false
}

// Fit converts an i32 answer to the intrinsic's type.
func (f *Function) Fit(v ir.Value, t region.Type) ir.Value {
	if IsBool(t) {
		if ir.IsNum(v, 0) {
			return ir.False
		}
		return f.ICmp("ne", v, ir.Num(v.Type(), 0), "flag")
	}
	return f.Resize(v, TypeOf(t), true)
}

func (f intrinsics) bitIntrinsic(x *region.Intrinsic, args []ir.Value) ir.Value {
	a := args[0]
	name := map[region.IntrinsicOp]string{region.OpCtz: "cttz", region.OpClz: "ctlz", region.OpPopcount: "ctpop",
		region.OpBswap: "bswap",
		region.OpRotl:  "fshl", region.OpRotr: "fshr"}[x.Op]
	llvm := fmt.Sprintf("llvm.%s.%s", name, ir.Mangle(a.Type()))
	var v ir.Value
	switch x.Op {
	case region.OpCtz, region.OpClz: // zero is undefined for __builtin_ctz and __builtin_clz
		v = f.Call(a.Type(), llvm, "", a, ir.True)
	case region.OpRotl, region.OpRotr:
		v = f.Call(a.Type(), llvm, "", a, a, f.Resize(args[1], a.Type(), false))
	default:
		v = f.Call(a.Type(), llvm, "", a)
	}
	return f.Resize(v, TypeOf(x.Type), false)
}

// overflow computes in a type wide enough for both operands and the result.
func (f intrinsics) overflow(x *region.Intrinsic, args []ir.Value) ir.Value {
	xt, yt := x.Args[0].ExprType(), x.Args[1].ExprType()
	rt, ok := x.Type.(*region.Int)
	if !ok {
		if rt, ok = xt.(*region.Int); !ok {
			f.Errorf(diag.Internal, "overflow check of %s", xt)
			return ir.False
		}
	}
	wide := ir.Int(2*max(bitsOf(xt), bitsOf(yt), rt.Bits) + 2)
	a, b := f.resizeExact(args[0], wide, isSigned(xt)), f.resizeExact(args[1], wide, isSigned(yt))
	op := map[region.IntrinsicOp]string{region.OpAddOverflow: "add", region.OpSubOverflow: "sub",
		region.OpMulOverflow: "mul"}[x.Op]
	r := f.Bin(op, a, b, op)
	low := f.Cast("trunc", r, TypeOf(rt), "low")
	Checks{f.Function}.checkScalar(writeAccess, x.Args[2], args[2], rt, nil)
	f.Store(f.ToMemory(low, rt), args[2], rt.Align())
	back := f.resizeExact(low, wide, rt.Signed)
	return f.ICmp("ne", back, r, "overflow")
}

func (f intrinsics) resizeExact(v ir.Value, t ir.Type, signed bool) ir.Value {
	if signed {
		return f.Cast("sext", v, t, "wide")
	}
	return f.Cast("zext", v, t, "wide")
}

func (f intrinsics) controlIntrinsic(x *region.Intrinsic, args []ir.Value) ir.Value {
	void := ir.Value(nil)
	switch x.Op {
	case region.OpTrap:
		f.Call(ir.Void, "llvm.trap", "noreturn nounwind")
		f.Unreachable()
		f.Ensure()
		return void
	case region.OpUnreach:
		f.Unreachable()
		f.Ensure()
		return void
	case region.OpExpect:
		return f.Call(args[0].Type(), "llvm.expect."+ir.Mangle(args[0].Type()), "", args[0], args[1])
	case region.OpIsConstant:
		return f.Cast("zext", f.Call(ir.I1, "llvm.is.constant."+ir.Mangle(args[0].Type()), "", args[0]), TypeOf(x.Type),
			"known")
	case region.OpObjectSize:
		flag := func(i int) ir.Value {
			if c, ok := x.Args[i].(*region.Const); ok && c.Val.Sign() != 0 {
				return ir.True
			}
			return ir.False
		}
		return f.Call(ir.I64, "llvm.objectsize.i64.p0", "", args[0], flag(1), ir.True, flag(2))
	case region.OpAssume:
		f.Call(ir.Void, "llvm.assume", "", args[0])
		return void
	case region.OpPrefetch:
		f.prefetch(args)
		return void
	case region.OpSignbit:
		return f.signbit(args[0], x)
	case region.OpCycles:
		return f.Call(ir.I64, "llvm.readcyclecounter", "")
	case region.OpSetjmp, region.OpLongjmp:
		return f.builtinJump(x, args)
	case region.OpJumpTarget:
		return f.jumpTarget(args)
	case region.OpJumpOut:
		f.jumpOut(args)
		return void
	case region.OpTrampoline:
		return f.trampoline(x, args)
	case region.OpFence:
		f.Flush(region.SeqCst, region.ScopeDevice)
		return void
	}
	return f.stackIntrinsic(x, args)
}

// builtinJump is gcc's __builtin_setjmp and __builtin_longjmp: the first and the third word
// are the frame's and the stack's address, the others the code generator's.
func (f intrinsics) builtinJump(x *region.Intrinsic, args []ir.Value) ir.Value {
	if !f.Mod.Target.BuiltinJumps {
		f.Errorf(diag.UnsupportedBuiltin, "__builtin_%s is not supported in device code for %s", x.Op,
			f.Mod.Target.Triple)
		return ir.Num(ir.I32, 0)
	}
	words := args[0]
	if x.Op == region.OpSetjmp {
		f.Store(f.Call(ir.Ptr, "llvm.frameaddress.p0", "", ir.Num(ir.I32, 0)), words, 8)
		f.Store(f.Call(ir.Ptr, stackFunction("save", ir.Ptr), ""), f.Offset(words, 16, "stack"), 8)
		return f.Call(ir.I32, "llvm.eh.sjlj.setjmp", "", words)
	}
	f.Call(ir.Void, "llvm.eh.sjlj.longjmp", "noreturn", words)
	f.Unreachable()
	f.Ensure()
	return nil
}

// jumpTarget is where a jump out of a nested function comes back to. The assembly, which has no instructions, may
// change the variables as far as LLVM knows, so that none of them is kept in a register.
func (f intrinsics) jumpTarget(args []ir.Value) ir.Value {
	if !f.Mod.Target.Frames {
		return ir.Num(ir.I32, 0) // jumpOut reports it
	}
	f.CallValue(ir.Void, ir.Asm("", "r,~{memory}", true), args[1:2], "", "")
	return f.Call(ir.I32, "_setjmp", "returns_twice", args[0])
}

func (f intrinsics) jumpOut(args []ir.Value) {
	if !f.Mod.Target.Frames {
		f.Errorf(diag.NestedJump, "a jump out of a nested function is not supported in device code for %s",
			f.Mod.Target.Triple)
		return
	}
	f.Call(ir.Void, "longjmp", "noreturn", args...)
	f.Unreachable()
	f.Ensure()
}

func (f intrinsics) prefetch(args []ir.Value) {
	if !f.Mod.Target.Frames {
		return // a hint without an instruction
	}
	rw, loc := ir.Num(ir.I32, 0), ir.Num(ir.I32, 3)
	if len(args) > 1 {
		rw = f.Resize(args[1], ir.I32, false)
	}
	if len(args) > 2 {
		loc = f.Resize(args[2], ir.I32, false)
	}
	f.Call(ir.Void, "llvm.prefetch.p0", "", args[0], rw, loc, ir.Num(ir.I32, 1))
}

func (f intrinsics) signbit(v ir.Value, x *region.Intrinsic) ir.Value {
	it := ir.Int(floatBits(x.Args[0].ExprType()))
	neg := f.ICmp("slt", f.bitcast(v, it), ir.Num(it, 0), "signbit")
	return Conversions{f.Function}.Convert(neg, region.BoolT, x.Type)
}

// stackFunction names llvm.stacksave or llvm.stackrestore for pointers of a type. For the default address space it is the
// name that LLVM 17 has, which later ones read, too.
func stackFunction(what string, p ir.Type) string {
	name := "llvm.stack" + what
	if suffix := ir.Mangle(p); suffix != "p0" {
		name += "." + suffix
	}
	return name
}

func (f intrinsics) stackIntrinsic(x *region.Intrinsic, args []ir.Value) ir.Value {
	as := f.Mod.Target.LocalSpace
	p := ir.PtrIn(as)
	if x.Op == region.OpFrame || x.Op == region.OpRetAddr {
		return f.frame(x, args)
	}
	if v, ok := f.Exec.HeapStack(x, args); ok {
		return v
	}
	switch x.Op {
	case region.OpStackSave:
		return f.ToGeneric(f.Call(p, stackFunction("save", p), ""))
	case region.OpStackRestore:
		f.Call(ir.Void, stackFunction("restore", p), "", f.fromGeneric(args[0], as))
		return nil
	case region.OpAlloca:
		align := int64(16)
		if c, ok := x.Args[1].(*region.Const); ok && c.Val.Sign() > 0 {
			align = c.Val.Int64()
		}
		return f.ToGeneric(f.StackArray(ir.I8, f.Resize(args[0], ir.I64, false), align, as, "vla"))
	}
	f.Errorf(diag.Internal, "unknown intrinsic %s", x.Op)
	return ir.Poison(TypeOf(x.Type))
}

func (f intrinsics) frame(x *region.Intrinsic, args []ir.Value) ir.Value {
	if !f.Mod.Target.Frames {
		return ir.Null
	}
	name := "llvm.returnaddress"
	if x.Op == region.OpFrame {
		name = "llvm.frameaddress.p0"
	}
	level := ir.Num(ir.I32, 0)
	if len(args) > 0 {
		level = f.Resize(args[0], ir.I32, false)
	}
	return f.Call(ir.Ptr, name, "", level)
}

// ToGeneric and fromGeneric move pointers between address spaces.
func (f *Function) ToGeneric(p ir.Value) ir.Value {
	if ir.SpaceOf(p.Type()) == 0 {
		return p
	}
	return f.Cast("addrspacecast", p, ir.Ptr, strings.TrimPrefix(p.Ident(), "%")+".gen")
}

func (f *Function) fromGeneric(p ir.Value, space int) ir.Value {
	if space == 0 {
		return p
	}
	return f.Cast("addrspacecast", p, ir.PtrIn(space), "spc")
}

// CopyBytes copies n bytes by the intrinsic of that name.
func (f *Function) CopyBytes(name string, dst, src, n ir.Value, align int64, volatile bool) {
	v := ir.Truth(volatile)
	name = fmt.Sprintf("llvm.%s.p0.p0.i64", name)
	f.Mod.Declare(ir.Void, name, "", []ir.Value{dst, src, n, v})
	at := fmt.Sprintf("align %d", align)
	f.CallValue(ir.Void, ir.Symbol{Name: name}, []ir.Value{ir.Arg(dst, at), ir.Arg(src, at), n, v}, "", "")
}

func (f *Function) memset(dst, b, n ir.Value) {
	v := ir.False
	f.Call(ir.Void, "llvm.memset.p0.i64", "", dst, b, n, v)
}

func (f *Function) zero(p, n ir.Value) { f.memset(p, ir.Num(ir.I8, 0), n) }

// OfLevel is mine for the level at, outer for that of the active region around, zero for others up
// to at, and -1 for what is no level of the thread.
func (f *Function) OfLevel(level, at, mine, activeAt, outer ir.Value, zero int64) ir.Value {
	isActive := f.Bin("and", f.ICmp("eq", level, activeAt, "is.active"), f.ICmp("ne", level, ir.Num(ir.I32, 0), "some"),
		"active")
	v := f.Sel(isActive, outer, ir.Num(ir.I32, zero), "outer")
	v = f.Sel(f.ICmp("eq", level, at, "here"), mine, v, "known")
	return f.Sel(f.ICmp("ule", level, at, "valid"), v, ir.Num(ir.I32, -1), "ancestor")
}

// Nanosecond is 1e-9 seconds.
var Nanosecond = ir.Real{Typ: ir.Double, Digits: "0x3E112E0BE826D695"}
