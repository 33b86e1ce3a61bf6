package codegen

import (
	"fmt"
	"math/big"
	"strings"

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

func (f *fn) intrinsic(x *region.Intrinsic) val {
	if v, ok := f.envIntrinsic(x); ok {
		return v
	}
	args := make([]val, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.expr(a)
	}
	if name, ok := simpleFloat[x.Op]; ok {
		return f.call(args[0].t, fmt.Sprintf("llvm.%s.%s", name, mangle(args[0].t)), "", args...)
	}
	switch x.Op {
	case region.OpMemcpy, region.OpMemmove:
		n := f.resize(args[2], tI64, false)
		f.checkCall(x, args, n)
		f.copyBytes(string(x.Op), args[0], args[1], n, 1, false)
		return f.result(x, args)
	case region.OpMemset:
		n := f.resize(args[2], tI64, false)
		f.checkAccess(writeAccess, x.Args[0], args[0], n, f.callSite(string(x.Op)))
		f.memset(args[0], f.resize(args[1], tI8, false), n)
		return f.result(x, args)
	case region.OpAddOverflow, region.OpSubOverflow, region.OpMulOverflow:
		return f.overflow(x, args)
	case region.OpCtz, region.OpClz, region.OpPopcount, region.OpBswap, region.OpRotl, region.OpRotr:
		return f.bitIntrinsic(x, args)
	}
	return f.controlIntrinsic(x, args)
}

// result is the destination pointer for memcpy used as a value, else nothing.
func (f *fn) result(x *region.Intrinsic, args []val) val {
	if isPtr(x.Type) {
		return args[0]
	}
	return val{t: tVoid}
}

// envIntrinsic answers the queries of the execution environment.
func (f *fn) envIntrinsic(x *region.Intrinsic) (val, bool) {
	switch x.Op {
	case region.OpThreadNum, region.OpNumThreads, region.OpMaxThreads, region.OpTeamNum, region.OpNumTeams,
		region.OpThreadLimit, region.OpNumProcs, region.OpInParallel, region.OpLevel, region.OpActiveLevel,
		region.OpAncestorThread, region.OpTeamSize, region.OpDeviceNum, region.OpWtime, region.OpWtick,
		region.OpRunSchedule, region.OpRunChunk, region.OpMaxLevels, region.OpInTask, region.OpInFinal, region.OpCancelVar,
		region.OpMaxTeams, region.OpTeamsLimit:
		return f.m.exec.query(f, x), true
	case region.OpProgressWidth:
		return f.fit(num(tI32, int64(f.m.t.WarpSize)), x.Type), true
	case region.OpSetNumThreads, region.OpSetSchedule, region.OpSetMaxLevels:
		f.m.exec.setICV(f, x)
		return val{t: tVoid}, true
	case region.OpTeamMemory:
		if f.m.t.SharedSpace == 0 {
			return val{tPtr, "null"}, true
		}
		return f.dynamicShared(0, "team.mem"), true
	case region.OpTaskCell, region.OpAllocatorCell:
		return f.m.exec.cell(f, x.Op), true
	case region.OpGrid:
		return f.resize(f.grid(), typ(x.Type), false), true
	case region.OpSetGrid:
		f.m.has(hasGrids)
		f.store(f.resize(f.expr(x.Args[0]), tI64, false), f.m.exec.cell(f, region.OpGrid), 8)
		return val{t: tVoid}, true
	case region.OpIsInitialDevice:
		return f.fit(val{tI32, "0"}, x.Type), true
	case region.OpVarArgs:
		return f.varArgs(), true
	}
	return val{}, false
}

// fit converts an i32 answer to the intrinsic's type.
func (f *fn) fit(v val, t region.Type) val {
	if isBool(t) {
		if v.id == "0" {
			return val{tI1, "false"}
		}
		return f.icmp("ne", v, val{v.t, "0"}, "flag")
	}
	return f.resize(v, typ(t), true)
}

func (f *fn) bitIntrinsic(x *region.Intrinsic, args []val) val {
	a := args[0]
	name := map[region.IntrinsicOp]string{region.OpCtz: "cttz", region.OpClz: "ctlz", region.OpPopcount: "ctpop", region.OpBswap: "bswap",
		region.OpRotl: "fshl", region.OpRotr: "fshr"}[x.Op]
	llvm := fmt.Sprintf("llvm.%s.%s", name, mangle(a.t))
	var v val
	switch x.Op {
	case region.OpCtz, region.OpClz: // zero is undefined for __builtin_ctz and __builtin_clz
		v = f.call(a.t, llvm, "", a, val{tI1, "true"})
	case region.OpRotl, region.OpRotr:
		v = f.call(a.t, llvm, "", a, a, f.resize(args[1], a.t, false))
	default:
		v = f.call(a.t, llvm, "", a)
	}
	return f.resize(v, typ(x.Type), false)
}

// overflow computes in a type wide enough for both operands and the result.
func (f *fn) overflow(x *region.Intrinsic, args []val) val {
	xt, yt := x.Args[0].ExprType(), x.Args[1].ExprType()
	rt, ok := x.Type.(*region.Int)
	if !ok {
		if rt, ok = xt.(*region.Int); !ok {
			f.errorf("internal", "overflow check of %s", xt)
			return val{tI1, "false"}
		}
	}
	wide := intN(2*max(bitsOf(xt), bitsOf(yt), rt.Bits) + 2)
	a, b := f.resizeExact(args[0], wide, isSigned(xt)), f.resizeExact(args[1], wide, isSigned(yt))
	op := map[region.IntrinsicOp]string{region.OpAddOverflow: "add", region.OpSubOverflow: "sub", region.OpMulOverflow: "mul"}[x.Op]
	r := f.bin(op, a, b, op)
	low := f.cast("trunc", r, typ(rt), "low")
	f.checkScalar(writeAccess, x.Args[2], args[2], rt, nil)
	f.store(f.toMemory(low, rt), args[2], rt.Align())
	back := f.resizeExact(low, wide, rt.Signed)
	return f.icmp("ne", back, r, "overflow")
}

func (f *fn) resizeExact(v val, t ltype, signed bool) val {
	if signed {
		return f.cast("sext", v, t, "wide")
	}
	return f.cast("zext", v, t, "wide")
}

func (f *fn) controlIntrinsic(x *region.Intrinsic, args []val) val {
	void := val{t: tVoid}
	switch x.Op {
	case region.OpTrap:
		f.call(tVoid, "llvm.trap", "noreturn nounwind")
		f.unreachable()
		f.ensure()
		return void
	case region.OpUnreach:
		f.unreachable()
		f.ensure()
		return void
	case region.OpExpect:
		return f.call(args[0].t, "llvm.expect."+mangle(args[0].t), "", args[0], args[1])
	case region.OpIsConstant:
		return f.cast("zext", f.call(tI1, "llvm.is.constant."+mangle(args[0].t), "", args[0]), typ(x.Type), "known")
	case region.OpObjectSize:
		flag := func(i int) val {
			if c, ok := x.Args[i].(*region.Const); ok && c.Val.Sign() != 0 {
				return val{tI1, "true"}
			}
			return val{tI1, "false"}
		}
		return f.call(tI64, "llvm.objectsize.i64.p0", "", args[0], flag(1), val{tI1, "true"}, flag(2))
	case region.OpAssume:
		f.call(tVoid, "llvm.assume", "", args[0])
		return void
	case region.OpPrefetch:
		f.prefetch(args)
		return void
	case region.OpSignbit:
		return f.signbit(args[0], x)
	case region.OpCycles:
		return f.call(tI64, "llvm.readcyclecounter", "")
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
func (f *fn) builtinJump(x *region.Intrinsic, args []val) val {
	if !f.m.t.BuiltinJumps {
		f.errorf("unsupported-builtin", "__builtin_%s is not supported in device code for %s", x.Op, f.m.t.Triple)
		return val{tI32, "0"}
	}
	words := args[0]
	if x.Op == region.OpSetjmp {
		f.store(f.call(tPtr, "llvm.frameaddress.p0", "", val{tI32, "0"}), words, 8)
		f.store(f.call(tPtr, "llvm.stacksave.p0", ""), f.offset(words, 16, "stack"), 8)
		return f.call(tI32, "llvm.eh.sjlj.setjmp", "", words)
	}
	f.call(tVoid, "llvm.eh.sjlj.longjmp", "noreturn", words)
	f.unreachable()
	f.ensure()
	return val{}
}

// jumpTarget is where a jump out of a nested function comes back to. The assembly, which has no instructions, may
// change the variables as far as LLVM knows, so that none of them is kept in a register.
func (f *fn) jumpTarget(args []val) val {
	if !f.m.t.Frames {
		return val{tI32, "0"} // jumpOut reports it
	}
	f.do(`call void asm sideeffect "", "r,~{memory}"(%s)`, args[1])
	return f.call(tI32, "_setjmp", "returns_twice", args[0])
}

func (f *fn) jumpOut(args []val) {
	if !f.m.t.Frames {
		f.errorf("nested-jump", "a jump out of a nested function is not supported in device code for %s", f.m.t.Triple)
		return
	}
	f.call(tVoid, "longjmp", "noreturn", args...)
	f.unreachable()
	f.ensure()
}

func (f *fn) prefetch(args []val) {
	if !f.m.t.Frames {
		return // a hint without an instruction
	}
	rw, loc := val{tI32, "0"}, val{tI32, "3"}
	if len(args) > 1 {
		rw = f.resize(args[1], tI32, false)
	}
	if len(args) > 2 {
		loc = f.resize(args[2], tI32, false)
	}
	f.call(tVoid, "llvm.prefetch.p0", "", args[0], rw, loc, val{tI32, "1"})
}

func (f *fn) signbit(v val, x *region.Intrinsic) val {
	it := intN(floatBits(x.Args[0].ExprType()))
	neg := f.icmp("slt", f.bitcast(v, it), val{it, "0"}, "signbit")
	return f.convert(neg, region.BoolT, x.Type)
}

func (f *fn) stackIntrinsic(x *region.Intrinsic, args []val) val {
	as := f.m.t.LocalSpace
	p := ptrIn(as)
	switch {
	case x.Op == region.OpFrame || x.Op == region.OpRetAddr:
		return f.frame(x, args)
	case f.ctx.grid.teamLevel && f.ctx.grid.heap.id != "":
		return f.heapStack(x, args, f.teamAlloc, f.teamFree, f.ctx.grid.heap)
	case f.ownHeap.id != "":
		return f.heapStack(x, args, f.ownAlloc, f.ownFree, f.ownHeap)
	}
	switch x.Op {
	case region.OpStackSave:
		return f.toGeneric(f.call(p, "llvm.stacksave."+mangle(p), ""))
	case region.OpStackRestore:
		f.call(tVoid, "llvm.stackrestore."+mangle(p), "", f.fromGeneric(args[0], as))
		return val{t: tVoid}
	case region.OpAlloca:
		align := int64(16)
		if c, ok := x.Args[1].(*region.Const); ok && c.Val.Sign() > 0 {
			align = c.Val.Int64()
		}
		space := ""
		if as != 0 {
			space = fmt.Sprintf(", addrspace(%d)", as)
		}
		return f.toGeneric(f.def(p, "vla", "alloca i8, %s, align %d%s", f.resize(args[0], tI64, false), align, space))
	}
	f.errorf("internal", "unknown intrinsic %s", x.Op)
	return val{typ(x.Type), "poison"}
}

func (f *fn) frame(x *region.Intrinsic, args []val) val {
	if !f.m.t.Frames {
		return val{tPtr, "null"}
	}
	name := "llvm.returnaddress"
	if x.Op == region.OpFrame {
		name = "llvm.frameaddress.p0"
	}
	level := val{tI32, "0"}
	if len(args) > 0 {
		level = f.resize(args[0], tI32, false)
	}
	return f.call(tPtr, name, "", level)
}

// toGeneric and fromGeneric move pointers between address spaces.
func (f *fn) toGeneric(p val) val {
	if !strings.HasPrefix(string(p.t), "ptr addrspace") {
		return p
	}
	return f.cast("addrspacecast", p, tPtr, strings.TrimPrefix(p.id, "%")+".gen")
}

func (f *fn) fromGeneric(p val, space int) val {
	if space == 0 {
		return p
	}
	return f.cast("addrspacecast", p, ptrIn(space), "spc")
}

func (f *fn) copyBytes(name string, dst, src, n val, align int64, volatile bool) {
	v := val{tI1, fmt.Sprint(volatile)}
	f.m.declare(tVoid, fmt.Sprintf("llvm.%s.p0.p0.i64", name), "", []val{dst, src, n, v})
	f.do("call void @llvm.%s.p0.p0.i64(ptr align %d %s, ptr align %d %s, %s, %s)", name, align, dst.bare(), align, src.bare(), n, v)
}

func (f *fn) memset(dst, b, n val) {
	v := val{tI1, "false"}
	f.call(tVoid, "llvm.memset.p0.i64", "", dst, b, n, v)
}

func (f *fn) zero(p, n val) { f.memset(p, val{tI8, "0"}, n) }

// insert puts an instruction at position i of blk.
func (f *fn) insert(blk *block, i int, in *inst) {
	blk.Insts = append(blk.Insts[:i:i], append([]irInst{in}, blk.Insts[i:]...)...)
}
