package codegen

import (
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/rt/abi"
)

// cpuModule is a module for a CPU.
type cpuModule struct{ *module }

// newCPU makes m's code that of a CPU.
func newCPU(m *module) { m.model = cpuModule{m} }

func (m cpuModule) bind(f *fn) execModel { return cpuFn{fn: f} }

func (m cpuModule) pointer(rf *region.Function) ir.Constant { return m.funcRef(rf) }

// cpuFn is a function that the threads of a runtime execute: a team's code by the thread that the runtime
// calls, parallel regions by its threads on an outlined function.
type cpuFn struct {
	*fn
	teamRecord ir.Value // *__ompcc_team_t in a kernel's team-level code
}

func (f cpuFn) of(g *fn) execModel { f.fn = g; return f }

// cpuOf is the CPU's model of f.
func cpuOf(f *fn) cpuFn { return f.exec.(cpuFn) }

func (f cpuFn) wrapper(rf *region.Function, call func(f *fn) ir.Value) {
	if v := call(f.fn); isVoid(rf.Ret) {
		f.Ret(nil)
	} else {
		f.Ret(v)
	}
}

func (f cpuFn) functionBody(rf *region.Function) {
	f.block(rf.Body)
	f.close(rf.Ret)
}

func (f cpuFn) storage(l *region.Local) ir.Value { return f.autoLocal(l) }

// kernel emits the body as a function of the parameters and the team, and an
// entry point that unpacks the arguments: so noalias can be said.
func (m cpuModule) kernel(k *region.Kernel) {
	body := m.define(k.Name+".team", ir.Void, nil, "internal")
	body.Params = append(m.kernelParams(k, 0), llir.NewParam("__team", ir.Ptr))
	m.comments[body] = kernelComment(k)
	f := m.newFn(body)
	f.begin(k, body)
	f = f.with(func(g *fn) { g.exec = cpuFn{teamRecord: body.Params[len(body.Params)-1]} })
	for i, p := range k.Params {
		f.params[p] = f.kernelParam(p, body.Params[i])
	}
	described{f}.describeParams(k)
	checks{f}.checkEnter()
	f.kernelBody(k)
	f.close(region.VoidT)
	m.entry(k, body)
}

func (m cpuModule) entry(k *region.Kernel, body *ir.Func) {
	lf := m.define(k.Name, ir.Void, []*ir.Param{llir.NewParam("args", ir.Ptr), llir.NewParam("team", ir.Ptr)}, "")
	lf.Visibility = enum.VisibilityHidden
	f := m.newFn(lf)
	if m.dbg != nil {
		// The body is inlined into it: without a subprogram its variables and lines would be lost.
		f.scope = m.dbg.subprogram(lf, nil, k.Name, posFile(k.Pos.File, m.src.File), k.Pos.Line)
		f.Loc = m.dbg.location(f.scope, region.Position(k.Pos))
	}
	var args []ir.Value
	for i, p := range k.Params {
		at := f.Load(ir.Ptr, f.GEP(ir.Ptr, lf.Params[0], ir.Num(ir.I64, int64(i)), p.Name+".slot"), 8, p.Name+".at")
		v := f.Load(memType(p.Type), at, p.Type.Align(), p.Name)
		if !paramType(p.Type).Equal(v.Type()) {
			v = f.fromMemory(v, p.Type)
		}
		args = append(args, v)
	}
	args = append(args, lf.Params[1])
	f.callPtr(ir.Void, ir.Symbol{Name: body.Name()}, args, "")
	f.Ret(nil)
	f.Finish()
	if m.dbg != nil {
		// Line tables are in the team function; calls need no location from here.
		f.Loc = nil
	}
	m.addEntry(k.Name, ir.Symbol{Name: k.Name}, 0, abi.GlobalKernel, Flags(k))
}

// cpuStructs are the structures that a CPU image shares with the runtime.
var cpuStructs = abi.Layout(abi.CPUDecls)

// teamField and selfField are the offsets of members in bytes: of the team that a kernel is
// called for, and of the calling thread's context.
func teamField(name string) int64 { return int64(cpuStructs["__ompcc_team_t"].Field(name).Offset) }
func selfField(name string) int64 { return int64(cpuStructs["__ompcc_thread_t"].Field(name).Offset) }

func (f cpuFn) self(field int64, name string) ir.Value {
	p := f.call(ir.Ptr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	return f.Load(ir.I32, f.Offset(p, field, name+".at"), 4, name)
}

func (f cpuFn) query(x *region.Intrinsic) ir.Value {
	fields := map[region.IntrinsicOp]int64{
		region.OpThreadNum: selfField("thread_num"), region.OpNumThreads: selfField("num_threads"), region.OpMaxThreads: selfField("max_threads"),
		region.OpTeamNum: selfField("team_num"), region.OpNumTeams: selfField("num_teams"), region.OpThreadLimit: selfField("thread_limit"),
		region.OpLevel: selfField("level"), region.OpActiveLevel: selfField("active_level"), region.OpDeviceNum: selfField("device_num"), region.OpInParallel: selfField("active_level"),
		region.OpRunSchedule: selfField("run_schedule"), region.OpRunChunk: selfField("run_chunk"), region.OpMaxLevels: selfField("max_levels"),
		region.OpMaxTeams: selfField("max_teams"), region.OpTeamsLimit: selfField("teams_thread_limit"), region.OpNumProcs: selfField("num_procs"),
	}
	if field, ok := fields[x.Op]; ok {
		return f.fit(f.asFlag(f.self(field, string(x.Op)), x.Op), x.Type)
	}
	switch x.Op {
	case region.OpInTask:
		return f.fit(f.Bin("and", f.self(selfField("task"), "task"), ir.Num(ir.I32, taskExplicit), "explicit"), x.Type)
	case region.OpCancelVar:
		return f.fit(f.call(ir.I32, "omp_get_cancellation", ""), x.Type) // the host runtime's, in the same process
	case region.OpInFinal:
		return f.fit(f.Bin("lshr", f.self(selfField("task"), "task"), ir.Num(ir.I32, 1), "final"), x.Type)
	case region.OpAncestorThread, region.OpTeamSize:
		return f.Resize(f.ancestor(x, f.expr(x.Args[0])), typ(x.Type), true)
	case region.OpWtime:
		return f.cpuTime()
	case region.OpWtick:
		return nanosecond
	}
	f.errorf("internal", "unknown query %s", x.Op)
	return ir.Poison(typ(x.Type))
}

// asFlag turns active_level into in_parallel's 0 or 1.
func (f cpuFn) asFlag(v ir.Value, op region.IntrinsicOp) ir.Value {
	if op != region.OpInParallel {
		return v
	}
	return f.Cast("zext", f.ICmp("ne", v, ir.Num(ir.I32, 0), "active"), ir.I32, "in")
}

// ancestor answers omp_get_ancestor_thread_num and omp_get_team_size; level 0 is the
// initial thread, others than the current ones are -1 (OpenMP 5.2 §18.2.17, §18.2.18). Of
// the regions around one is active; the threads of the others have number 0 in a team of 1.
func (f cpuFn) ancestor(x *region.Intrinsic, level ir.Value) ir.Value {
	level = f.Resize(level, ir.I32, true)
	field, active, zero := selfField("thread_num"), selfField("active_num"), int64(0)
	if x.Op == region.OpTeamSize {
		field, active, zero = selfField("num_threads"), selfField("active_threads"), 1
	}
	mine, at := f.self(field, "mine"), f.self(selfField("level"), "level")
	return f.ofLevel(level, at, mine, f.self(selfField("active_at"), "active_at"), f.self(active, "active"), zero)
}

// cpuTime is clock_gettime(CLOCK_MONOTONIC) in seconds.
func (f cpuFn) cpuTime() ir.Value {
	ts := f.alloca(ir.StructOf(ir.I64, ir.I64), 8, "now")
	f.call(ir.I32, "clock_gettime", "", ir.Num(ir.I32, 1), ts)
	sec := f.Cast("sitofp", f.Load(ir.I64, ts, 8, "sec"), ir.Double, "sec")
	nsec := f.Cast("sitofp", f.Load(ir.I64, f.Offset(ts, 8, "nsec.at"), 8, "nsec"), ir.Double, "nsec")
	frac := f.FBin("fmul", nsec, nanosecond, "frac", nil)
	return f.FBin("fadd", sec, frac, "wtime", nil)
}

func (f cpuFn) barrier() { f.call(ir.Void, "__ompcc_cpu_barrier", "") }

func (f cpuFn) polled() { f.call(ir.Void, "__ompcc_cpu_yield", "") }

func (f cpuFn) locked(gen func()) {
	f.call(ir.Void, "__ompcc_cpu_lock", "")
	gen()
	f.call(ir.Void, "__ompcc_cpu_unlock", "")
}

func (f cpuFn) critical(s *region.Critical) {
	name := f.m.stringConst(s.Name)
	f.call(ir.Void, "__ompcc_cpu_critical_begin", "", name)
	f.block(s.Body)
	if f.Cur != nil {
		f.call(ir.Void, "__ompcc_cpu_critical_end", "", name)
	}
}

func (f cpuFn) single(s *region.Single) {
	mine := f.call(ir.I32, "__ompcc_cpu_single", "")
	f.IfThen(f.ICmp("ne", mine, ir.Num(ir.I32, 0), "mine"), "single", func() { f.block(s.Body) })
	if len(s.Copy) > 0 {
		f.copyPrivate(s, mine)
	} else if !s.NoWait {
		f.barrier()
	}
}

func (f cpuFn) copyPrivate(s *region.Single, mine ir.Value) {
	n := len(s.Copy)
	addrs := f.alloca(ir.ArrayOf(int64(n), ir.Ptr), 8, "copy.addr")
	sizes := f.alloca(ir.ArrayOf(int64(n), ir.I64), 8, "copy.size")
	for i, c := range s.Copy {
		f.Store(f.expr(c.Addr), f.Offset(addrs, int64(8*i), "addr.at"), 8)
		f.Store(ir.Num(ir.I64, c.Type.Size()), f.Offset(sizes, int64(8*i), "size.at"), 8)
	}
	f.call(ir.Void, "__ompcc_cpu_copyprivate", "", addrs, sizes, ir.Num(ir.I32, int64(n)), mine)
}

func (f cpuFn) masked(s *region.Masked) {
	filter := ir.Num(ir.I32, 0)
	if s.Filter != nil {
		filter = f.Resize(f.expr(s.Filter), ir.I32, true)
	}
	c := f.ICmp("eq", f.self(selfField("thread_num"), "thread"), filter, "masked")
	f.IfThen(c, "masked", func() { f.block(s.Body) })
}

func (f cpuFn) ordered(s *region.Ordered) {
	it := f.orderedIter
	if it == nil { // no loop with an ordered clause in this function: one thread runs the iterations
		f.block(s.Body)
		return
	}
	f.call(ir.Void, "__ompcc_cpu_ordered_begin", "", *it)
	f.block(s.Body)
	if f.Cur != nil {
		f.call(ir.Void, "__ompcc_cpu_ordered_end", "", *it)
	}
}

// orderedEnd passes an iteration's turn on.
func (f cpuFn) orderedEnd(iter ir.Value) {
	f.call(ir.Void, "__ompcc_cpu_ordered_end", "", iter)
}

// The hooks for what a team's threads do together: a team's code on a CPU is one thread's.

func (cpuFn) run([]region.Stmt) int                                    { return 0 }
func (cpuFn) stores(_ region.Expr, store func())                       { store() }
func (cpuFn) together(region.Expr) (ir.Value, bool)                    { return nil, false }
func (cpuFn) allocate(func() ir.Value) (ir.Value, bool)                { return nil, false }
func (cpuFn) heapStack(*region.Intrinsic, []ir.Value) (ir.Value, bool) { return nil, false }
func (cpuFn) teamMemory() ir.Value                                     { return ir.Null }
func (cpuFn) leave()                                                   {}

// rendezvous: threads of a CPU device can wait anywhere, so those that leave take part in the
// next barrier where they are.
func (f cpuFn) rendezvous(s *region.Barrier) {
	switch {
	case s.Kind == region.BarrierJoin:
	case s.Cond != nil:
		f.IfThen(f.expr(s.Cond), "leave", func() { f.barrier() })
	default:
		f.barrier()
	}
}

// threadVariable is the address of the calling device thread's copy of g: that of its OS thread, which
// the runtime replaces where several device threads share an OS thread.
func (f cpuFn) threadVariable(g *region.Global) ir.Value {
	const storage = "__ompcc_cpu_thread_storage"
	args := []ir.Value{f.m.globalRef(g), ir.Num(ir.I64, g.Type.Size()), ir.Num(ir.I64, max(g.Align, g.Type.Align()))}
	f.m.declare(ir.Ptr, storage, "", args)
	return f.CallValue(ir.Ptr, ir.Symbol{Name: storage}, args, "nounwind willreturn memory(none)", g.Name)
}

// remark says what shape a kernel has on the CPU device.
func (cpuModule) remark(r *kernelRemarker) {
	at := region.Position{}
	switch {
	case kernelLoop(r.k) != nil:
		r.add(diag.Passed, "LoopInChunks", at, "the device's threads execute the loop in chunks, without teams of their own")
	case distributeLoop(r.k) != nil:
		r.add(diag.Passed, "LoopOfTeams", at, "the device's threads execute the distributed loop in chunks, with a team for each iteration")
	case !hasParallel(r.k.Body) && !r.k.Teams:
		r.add(diag.Missed, "SingleThread", at, "one thread executes the region: it has no teams and no parallel construct; write ", "'", diag.Fact("Fix", "target teams distribute parallel for"), "' for a loop with independent iterations")
	default:
		r.add(diag.Passed, "General", at, "each team's threads execute the region, with barriers where its constructs have them")
	}
}
