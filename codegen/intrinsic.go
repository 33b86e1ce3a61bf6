package codegen

import (
	"fmt"
	"math/big"
	"strings"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

var (
	zeroFloat = new(big.Float)
	oneFloat  = big.NewFloat(1)
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
		args[i] = f.expr(a)
	}
	if name, ok := simpleFloat[x.Op]; ok {
		return f.call(args[0].Type(), fmt.Sprintf("llvm.%s.%s", name, ir.Mangle(args[0].Type())), "", args...)
	}
	switch x.Op {
	case region.OpMemcpy, region.OpMemmove:
		n := f.Resize(args[2], ir.I64, false)
		checks{f.fn}.checkCall(x, args, n)
		f.copyBytes(string(x.Op), args[0], args[1], n, 1, false)
		return f.result(x, args)
	case region.OpMemset:
		n := f.Resize(args[2], ir.I64, false)
		checks{f.fn}.checkAccess(writeAccess, x.Args[0], args[0], n, checks{f.fn}.callSite(string(x.Op)))
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
	if isPtr(x.Type) {
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
		region.OpRunSchedule, region.OpRunChunk, region.OpMaxLevels, region.OpInTask, region.OpInFinal, region.OpCancelVar,
		region.OpMaxTeams, region.OpTeamsLimit:
		return f.exec.query(x), true
	case region.OpProgressWidth:
		return f.fit(ir.Num(ir.I32, int64(f.m.t.WarpSize)), x.Type), true
	case region.OpSetNumThreads, region.OpSetSchedule, region.OpSetMaxLevels:
		f.exec.setICV(x)
		return nil, true
	case region.OpTeamMemory:
		return f.exec.teamMemory(), true
	case region.OpTaskCell, region.OpAllocatorCell:
		return f.exec.ownWord(x.Op), true
	case region.OpGrid:
		return f.Resize(f.grid(), typ(x.Type), false), true
	case region.OpSetGrid:
		f.m.has(hasGrids)
		f.Store(f.Resize(f.expr(x.Args[0]), ir.I64, false), f.exec.ownWord(region.OpGrid), 8)
		return nil, true
	case region.OpIsInitialDevice:
		return f.fit(ir.Num(ir.I32, 0), x.Type), true
	case region.OpVarArgs:
		return f.varArgs(), true
	}
	return nil, false
}

// fit converts an i32 answer to the intrinsic's type.
func (f *fn) fit(v ir.Value, t region.Type) ir.Value {
	if isBool(t) {
		if ir.IsNum(v, 0) {
			return ir.False
		}
		return f.ICmp("ne", v, ir.Num(v.Type(), 0), "flag")
	}
	return f.Resize(v, typ(t), true)
}

func (f intrinsics) bitIntrinsic(x *region.Intrinsic, args []ir.Value) ir.Value {
	a := args[0]
	name := map[region.IntrinsicOp]string{region.OpCtz: "cttz", region.OpClz: "ctlz", region.OpPopcount: "ctpop", region.OpBswap: "bswap",
		region.OpRotl: "fshl", region.OpRotr: "fshr"}[x.Op]
	llvm := fmt.Sprintf("llvm.%s.%s", name, ir.Mangle(a.Type()))
	var v ir.Value
	switch x.Op {
	case region.OpCtz, region.OpClz: // zero is undefined for __builtin_ctz and __builtin_clz
		v = f.call(a.Type(), llvm, "", a, ir.True)
	case region.OpRotl, region.OpRotr:
		v = f.call(a.Type(), llvm, "", a, a, f.Resize(args[1], a.Type(), false))
	default:
		v = f.call(a.Type(), llvm, "", a)
	}
	return f.Resize(v, typ(x.Type), false)
}

// overflow computes in a type wide enough for both operands and the result.
func (f intrinsics) overflow(x *region.Intrinsic, args []ir.Value) ir.Value {
	xt, yt := x.Args[0].ExprType(), x.Args[1].ExprType()
	rt, ok := x.Type.(*region.Int)
	if !ok {
		if rt, ok = xt.(*region.Int); !ok {
			f.errorf("internal", "overflow check of %s", xt)
			return ir.False
		}
	}
	wide := ir.Int(2*max(bitsOf(xt), bitsOf(yt), rt.Bits) + 2)
	a, b := f.resizeExact(args[0], wide, isSigned(xt)), f.resizeExact(args[1], wide, isSigned(yt))
	op := map[region.IntrinsicOp]string{region.OpAddOverflow: "add", region.OpSubOverflow: "sub", region.OpMulOverflow: "mul"}[x.Op]
	r := f.Bin(op, a, b, op)
	low := f.Cast("trunc", r, typ(rt), "low")
	checks{f.fn}.checkScalar(writeAccess, x.Args[2], args[2], rt, nil)
	f.Store(f.toMemory(low, rt), args[2], rt.Align())
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
		f.call(ir.Void, "llvm.trap", "noreturn nounwind")
		f.Unreachable()
		f.Ensure()
		return void
	case region.OpUnreach:
		f.Unreachable()
		f.Ensure()
		return void
	case region.OpExpect:
		return f.call(args[0].Type(), "llvm.expect."+ir.Mangle(args[0].Type()), "", args[0], args[1])
	case region.OpIsConstant:
		return f.Cast("zext", f.call(ir.I1, "llvm.is.constant."+ir.Mangle(args[0].Type()), "", args[0]), typ(x.Type), "known")
	case region.OpObjectSize:
		flag := func(i int) ir.Value {
			if c, ok := x.Args[i].(*region.Const); ok && c.Val.Sign() != 0 {
				return ir.True
			}
			return ir.False
		}
		return f.call(ir.I64, "llvm.objectsize.i64.p0", "", args[0], flag(1), ir.True, flag(2))
	case region.OpAssume:
		f.call(ir.Void, "llvm.assume", "", args[0])
		return void
	case region.OpPrefetch:
		f.prefetch(args)
		return void
	case region.OpSignbit:
		return f.signbit(args[0], x)
	case region.OpCycles:
		return f.call(ir.I64, "llvm.readcyclecounter", "")
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
		f.fence(region.SeqCst, region.ScopeDevice)
		return void
	}
	return f.stackIntrinsic(x, args)
}

// builtinJump is gcc's __builtin_setjmp and __builtin_longjmp: the first and the third word
// are the frame's and the stack's address, the others the code generator's.
func (f intrinsics) builtinJump(x *region.Intrinsic, args []ir.Value) ir.Value {
	if !f.m.t.BuiltinJumps {
		f.errorf("unsupported-builtin", "__builtin_%s is not supported in device code for %s", x.Op, f.m.t.Triple)
		return ir.Num(ir.I32, 0)
	}
	words := args[0]
	if x.Op == region.OpSetjmp {
		f.Store(f.call(ir.Ptr, "llvm.frameaddress.p0", "", ir.Num(ir.I32, 0)), words, 8)
		f.Store(f.call(ir.Ptr, "llvm.stacksave.p0", ""), f.Offset(words, 16, "stack"), 8)
		return f.call(ir.I32, "llvm.eh.sjlj.setjmp", "", words)
	}
	f.call(ir.Void, "llvm.eh.sjlj.longjmp", "noreturn", words)
	f.Unreachable()
	f.Ensure()
	return nil
}

// jumpTarget is where a jump out of a nested function comes back to. The assembly, which has no instructions, may
// change the variables as far as LLVM knows, so that none of them is kept in a register.
func (f intrinsics) jumpTarget(args []ir.Value) ir.Value {
	if !f.m.t.Frames {
		return ir.Num(ir.I32, 0) // jumpOut reports it
	}
	f.CallValue(ir.Void, ir.Asm("", "r,~{memory}", true), args[1:2], "", "")
	return f.call(ir.I32, "_setjmp", "returns_twice", args[0])
}

func (f intrinsics) jumpOut(args []ir.Value) {
	if !f.m.t.Frames {
		f.errorf("nested-jump", "a jump out of a nested function is not supported in device code for %s", f.m.t.Triple)
		return
	}
	f.call(ir.Void, "longjmp", "noreturn", args...)
	f.Unreachable()
	f.Ensure()
}

func (f intrinsics) prefetch(args []ir.Value) {
	if !f.m.t.Frames {
		return // a hint without an instruction
	}
	rw, loc := ir.Num(ir.I32, 0), ir.Num(ir.I32, 3)
	if len(args) > 1 {
		rw = f.Resize(args[1], ir.I32, false)
	}
	if len(args) > 2 {
		loc = f.Resize(args[2], ir.I32, false)
	}
	f.call(ir.Void, "llvm.prefetch.p0", "", args[0], rw, loc, ir.Num(ir.I32, 1))
}

func (f intrinsics) signbit(v ir.Value, x *region.Intrinsic) ir.Value {
	it := ir.Int(floatBits(x.Args[0].ExprType()))
	neg := f.ICmp("slt", f.bitcast(v, it), ir.Num(it, 0), "signbit")
	return conversions{f.fn}.convert(neg, region.BoolT, x.Type)
}

func (f intrinsics) stackIntrinsic(x *region.Intrinsic, args []ir.Value) ir.Value {
	as := f.m.t.LocalSpace
	p := ir.PtrIn(as)
	if x.Op == region.OpFrame || x.Op == region.OpRetAddr {
		return f.frame(x, args)
	}
	if v, ok := f.exec.heapStack(x, args); ok {
		return v
	}
	switch x.Op {
	case region.OpStackSave:
		return f.toGeneric(f.call(p, "llvm.stacksave."+ir.Mangle(p), ""))
	case region.OpStackRestore:
		f.call(ir.Void, "llvm.stackrestore."+ir.Mangle(p), "", f.fromGeneric(args[0], as))
		return nil
	case region.OpAlloca:
		align := int64(16)
		if c, ok := x.Args[1].(*region.Const); ok && c.Val.Sign() > 0 {
			align = c.Val.Int64()
		}
		return f.toGeneric(f.StackArray(ir.I8, f.Resize(args[0], ir.I64, false), align, as, "vla"))
	}
	f.errorf("internal", "unknown intrinsic %s", x.Op)
	return ir.Poison(typ(x.Type))
}

func (f intrinsics) frame(x *region.Intrinsic, args []ir.Value) ir.Value {
	if !f.m.t.Frames {
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
	return f.call(ir.Ptr, name, "", level)
}

// toGeneric and fromGeneric move pointers between address spaces.
func (f *fn) toGeneric(p ir.Value) ir.Value {
	if ir.SpaceOf(p.Type()) == 0 {
		return p
	}
	return f.Cast("addrspacecast", p, ir.Ptr, strings.TrimPrefix(p.Ident(), "%")+".gen")
}

func (f *fn) fromGeneric(p ir.Value, space int) ir.Value {
	if space == 0 {
		return p
	}
	return f.Cast("addrspacecast", p, ir.PtrIn(space), "spc")
}

func (f *fn) copyBytes(name string, dst, src, n ir.Value, align int64, volatile bool) {
	v := ir.Truth(volatile)
	name = fmt.Sprintf("llvm.%s.p0.p0.i64", name)
	f.m.declare(ir.Void, name, "", []ir.Value{dst, src, n, v})
	at := fmt.Sprintf("align %d", align)
	f.CallValue(ir.Void, ir.Symbol{Name: name}, []ir.Value{ir.Arg(dst, at), ir.Arg(src, at), n, v}, "", "")
}

func (f *fn) memset(dst, b, n ir.Value) {
	v := ir.False
	f.call(ir.Void, "llvm.memset.p0.i64", "", dst, b, n, v)
}

func (f *fn) zero(p, n ir.Value) { f.memset(p, ir.Num(ir.I8, 0), n) }

// ofLevel is mine for the level at, outer for that of the active region around, zero for others up
// to at, and -1 for what is no level of the thread.
func (f *fn) ofLevel(level, at, mine, activeAt, outer ir.Value, zero int64) ir.Value {
	isActive := f.Bin("and", f.ICmp("eq", level, activeAt, "is.active"), f.ICmp("ne", level, ir.Num(ir.I32, 0), "some"), "active")
	v := f.Sel(isActive, outer, ir.Num(ir.I32, zero), "outer")
	v = f.Sel(f.ICmp("eq", level, at, "here"), mine, v, "known")
	return f.Sel(f.ICmp("ule", level, at, "valid"), v, ir.Num(ir.I32, -1), "ancestor")
}

// nanosecond is 1e-9 seconds.
var nanosecond = ir.Real{Typ: ir.Double, Digits: "0x3E112E0BE826D695"}
