package cpu

import (
	"sync"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/rt/abi"
)

// module is a module for a CPU.
type module struct{ *body.Module }

// Attach makes m's code that of a CPU.
func Attach(m *body.Module) { m.Model = module{m} }

func (m module) Bind(f *body.Function) body.Exec { return function{Function: f} }

func (m module) Pointer(rf *region.Function) ir.Constant { return m.FuncRef(rf) }

// Finish has nothing to do.
func (module) Finish() {}

// function is a function that the threads of a runtime execute: a team's code by the thread that the runtime
// calls, parallel regions by its threads on an outlined function.
type function struct {
	*body.Function
	teamRecord ir.Value // *__ompcc_team_t in a kernel's team-level code
}

func (f function) Of(g *body.Function) body.Exec { f.Function = g; return f }

// of is the CPU's model of f.
func of(f *body.Function) function { return f.Exec.(function) }

func (f function) Wrapper(rf *region.Function, call func(f *body.Function) ir.Value) {
	if v := call(f.Function); body.IsVoid(rf.Ret) {
		f.Ret(nil)
	} else {
		f.Ret(v)
	}
}

func (f function) FunctionBody(rf *region.Function) {
	f.Block(rf.Body)
	f.Close(rf.Ret)
}

func (f function) Storage(l *region.Local) ir.Value { return f.AutoLocal(l) }

// Kernel emits the body as a function of the parameters and the team, and an
// entry point that unpacks the arguments: so noalias can be said.
func (m module) Kernel(k *region.Kernel) {
	team := m.Define(k.Name+".team", ir.Void, nil, "internal")
	team.Params = append(m.KernelParams(k, 0), llir.NewParam("__team", ir.Ptr))
	m.Comments[team] = body.KernelComment(k)
	f := m.NewFunction(team)
	f.BeginKernel(k, team)
	f = f.With(func(g *body.Function) { g.Exec = function{teamRecord: team.Params[len(team.Params)-1]} })
	for i, p := range k.Params {
		f.Params[p] = f.KernelParam(p, team.Params[i])
	}
	body.Described{Function: f}.DescribeParams(k, team.Params)
	body.Checks{Function: f}.CheckEnter()
	if k.Space != nil {
		m.Has(body.HasSpaces)
		f.Store(f.Resize(f.Params[k.Space], ir.I64, false), f.Exec.OwnWord(region.OpSpace), 8)
	}
	if k.GroupMemory != nil {
		word := f.Resize(f.Params[k.GroupMemory], ir.I64, false)
		f.Store(f.Call(ir.Ptr, "__ompcc_cpu_gprivate", "", word), f.Exec.OwnWord(region.OpGroupMemory), 8)
	}
	f.KernelBody(k)
	if k.GroupHeap && f.Cur != nil {
		f.Call(ir.Void, "__ompcc_gprivate_end", "", of(f).GroupMemory())
	}
	f.Close(region.VoidT)
	m.entry(k, team)
}

func (m module) entry(k *region.Kernel, team *ir.Func) {
	lf := m.Define(k.Name, ir.Void, []*ir.Param{llir.NewParam("args", ir.Ptr), llir.NewParam("team", ir.Ptr)}, "")
	lf.Visibility = enum.VisibilityHidden
	f := m.NewFunction(lf)
	if m.Debug != nil {
		// The body is inlined into it: without a subprogram its variables and lines would be lost.
		f.Scope = m.Debug.Subprogram(lf, nil, k.Name, body.PosFile(k.Pos.File, m.Source.File), k.Pos.Line)
		f.Loc = m.Debug.Location(f.Scope, region.Position(k.Pos))
	}
	var args []ir.Value
	for i, p := range k.Params {
		at := f.Load(ir.Ptr, f.GEP(ir.Ptr, lf.Params[0], ir.Num(ir.I64, int64(i)), p.Name+".slot"), 8, p.Name+".at")
		v := f.Load(body.MemoryType(p.Type), at, p.Type.Align(), p.Name)
		if !body.ParamType(p.Type).Equal(v.Type()) {
			v = f.FromMemory(v, p.Type)
		}
		args = append(args, v)
	}
	args = append(args, lf.Params[1])
	f.CallPtr(ir.Void, ir.Symbol{Name: team.Name()}, args, "")
	f.Ret(nil)
	f.Finish()
	if m.Debug != nil {
		// Line tables are in the team function; calls need no location from here.
		f.Loc = nil
	}
	m.AddEntry(k.Name, ir.Symbol{Name: k.Name}, 0, abi.GlobalKernel, body.Flags(k))
}

// structs are the structures that a CPU image shares with the runtime.
var structs = sync.OnceValue(func() map[string]*abi.Struct { return abi.Layout(abi.CPUDecls) })

// teamField and selfField are the offsets of members in bytes: of the team that a kernel is
// called for, and of the calling thread's context.
func teamField(name string) int64 { return int64(structs()["__ompcc_team_t"].Field(name).Offset) }
func selfField(name string) int64 { return int64(structs()["__ompcc_thread_t"].Field(name).Offset) }

func (f function) self(field int64, name string) ir.Value {
	p := f.Call(ir.Ptr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	return f.Load(ir.I32, f.Offset(p, field, name+".at"), 4, name)
}

func (f function) Query(x *region.Intrinsic) ir.Value {
	fields := map[region.IntrinsicOp]int64{
		region.OpThreadNum: selfField("thread_num"), region.OpNumThreads: selfField("num_threads"),
		region.OpMaxThreads: selfField("max_threads"), region.OpHardwareThread: selfField("thread_num"),
		region.OpTeamNum: selfField("team_num"), region.OpNumTeams: selfField("num_teams"),
		region.OpThreadLimit: selfField("thread_limit"),
		region.OpLevel:       selfField("level"), region.OpActiveLevel: selfField("active_level"),
		region.OpDeviceNum: selfField("device_num"), region.OpInParallel: selfField("active_level"),
		region.OpRunSchedule: selfField("run_schedule"), region.OpRunChunk: selfField("run_chunk"),
		region.OpMaxLevels: selfField("max_levels"),
		region.OpMaxTeams:  selfField("max_teams"), region.OpTeamsLimit: selfField("teams_thread_limit"),
		region.OpNumProcs: selfField("num_procs"),
	}
	if field, ok := fields[x.Op]; ok {
		return f.Fit(f.asFlag(f.self(field, string(x.Op)), x.Op), x.Type)
	}
	switch x.Op {
	case region.OpSupportedLevels:
		return f.Fit(ir.Num(ir.I32, 1), x.Type)
	case region.OpInTask:
		return f.Fit(f.Bin("and", f.self(selfField("task"), "task"), ir.Num(ir.I32, taskExplicit), "explicit"), x.Type)
	case region.OpCancelVar:
		return f.Fit(f.Call(ir.I32, "omp_get_cancellation", ""), x.Type) // the host runtime's, in the same process
	case region.OpInFinal:
		return f.Fit(f.Bin("lshr", f.self(selfField("task"), "task"), ir.Num(ir.I32, 1), "final"), x.Type)
	case region.OpAncestorThread, region.OpTeamSize:
		return f.Resize(f.ancestor(x, f.Expr(x.Args[0])), body.TypeOf(x.Type), true)
	case region.OpWtime:
		return f.cpuTime()
	case region.OpWtick:
		return body.Nanosecond
	}
	f.Errorf(diag.Internal, "unknown query %s", x.Op)
	return ir.Poison(body.TypeOf(x.Type))
}

// asFlag turns active_level into in_parallel's 0 or 1.
func (f function) asFlag(v ir.Value, op region.IntrinsicOp) ir.Value {
	if op != region.OpInParallel {
		return v
	}
	return f.Cast("zext", f.ICmp("ne", v, ir.Num(ir.I32, 0), "active"), ir.I32, "in")
}

// ancestor answers omp_get_ancestor_thread_num and omp_get_team_size; level 0 is the
// initial thread, others than the current ones are -1 (OpenMP 5.2 §18.2.17, §18.2.18). Of
// the regions around one is active; the threads of the others have number 0 in a team of 1.
func (f function) ancestor(x *region.Intrinsic, level ir.Value) ir.Value {
	level = f.Resize(level, ir.I32, true)
	field, active, zero := selfField("thread_num"), selfField("active_num"), int64(0)
	if x.Op == region.OpTeamSize {
		field, active, zero = selfField("num_threads"), selfField("active_threads"), 1
	}
	mine, at := f.self(field, "mine"), f.self(selfField("level"), "level")
	return f.OfLevel(level, at, mine, f.self(selfField("active_at"), "active_at"), f.self(active, "active"), zero)
}

// cpuTime is clock_gettime(CLOCK_MONOTONIC) in seconds.
func (f function) cpuTime() ir.Value {
	ts := f.Alloca(ir.StructOf(ir.I64, ir.I64), 8, "now")
	f.Call(ir.I32, "clock_gettime", "", ir.Num(ir.I32, 1), ts)
	sec := f.Cast("sitofp", f.Load(ir.I64, ts, 8, "sec"), ir.Double, "sec")
	nsec := f.Cast("sitofp", f.Load(ir.I64, f.Offset(ts, 8, "nsec.at"), 8, "nsec"), ir.Double, "nsec")
	frac := f.FBin("fmul", nsec, body.Nanosecond, "frac", nil)
	return f.FBin("fadd", sec, frac, "wtime", nil)
}

func (f function) Barrier() { f.Call(ir.Void, "__ompcc_cpu_barrier", "") }

func (f function) Polled() { f.Call(ir.Void, "__ompcc_cpu_yield", "") }

func (f function) Locked(gen func()) {
	f.Call(ir.Void, "__ompcc_cpu_lock", "")
	gen()
	f.Call(ir.Void, "__ompcc_cpu_unlock", "")
}

func (f function) Critical(s *region.Critical) {
	name := f.Mod.StringConst(s.Name)
	f.Call(ir.Void, "__ompcc_cpu_critical_begin", "", name)
	f.Block(s.Body)
	if f.Cur != nil {
		f.Call(ir.Void, "__ompcc_cpu_critical_end", "", name)
	}
}

func (f function) Single(s *region.Single) {
	mine := f.Call(ir.I32, "__ompcc_cpu_single", "")
	f.IfThen(f.ICmp("ne", mine, ir.Num(ir.I32, 0), "mine"), "single", func() { f.Block(s.Body) })
	if len(s.Copy) > 0 {
		f.copyPrivate(s, mine)
	} else if !s.NoWait {
		f.Barrier()
	}
}

func (f function) copyPrivate(s *region.Single, mine ir.Value) {
	n := len(s.Copy)
	addrs := f.Alloca(ir.ArrayOf(int64(n), ir.Ptr), 8, "copy.addr")
	sizes := f.Alloca(ir.ArrayOf(int64(n), ir.I64), 8, "copy.size")
	for i, c := range s.Copy {
		f.Store(f.Expr(c.Addr), f.Offset(addrs, int64(8*i), "addr.at"), 8)
		f.Store(ir.Num(ir.I64, c.Type.Size()), f.Offset(sizes, int64(8*i), "size.at"), 8)
	}
	f.Call(ir.Void, "__ompcc_cpu_copyprivate", "", addrs, sizes, ir.Num(ir.I32, int64(n)), mine)
}

func (f function) Masked(s *region.Masked) {
	filter := ir.Num(ir.I32, 0)
	if s.Filter != nil {
		filter = f.Resize(f.Expr(s.Filter), ir.I32, true)
	}
	c := f.ICmp("eq", f.self(selfField("thread_num"), "thread"), filter, "masked")
	f.IfThen(c, "masked", func() { f.Block(s.Body) })
}

func (f function) Ordered(s *region.Ordered) {
	it := f.OrderedIter
	if it == nil { // no loop with an ordered clause in this function: one thread runs the iterations
		f.Block(s.Body)
		return
	}
	f.Call(ir.Void, "__ompcc_cpu_ordered_begin", "", *it)
	f.Block(s.Body)
	if f.Cur != nil {
		f.Call(ir.Void, "__ompcc_cpu_ordered_end", "", *it)
	}
}

// OrderedEnd passes an iteration's turn on.
func (f function) OrderedEnd(iter ir.Value) {
	f.Call(ir.Void, "__ompcc_cpu_ordered_end", "", iter)
}

// The hooks for what a team's threads do together: a team's code on a CPU is one thread's.

func (function) Run([]region.Stmt) int                                    { return 0 }
func (function) Stores(_ region.Expr, store func())                       { store() }
func (function) Together(region.Expr) (ir.Value, bool)                    { return nil, false }
func (function) Allocate(func() ir.Value) (ir.Value, bool)                { return nil, false }
func (function) HeapStack(*region.Intrinsic, []ir.Value) (ir.Value, bool) { return nil, false }

// GroupMemory is what the kernel got for the team.
func (f function) GroupMemory() ir.Value {
	return f.Load(ir.Ptr, f.OwnWord(region.OpGroupMemory), 8, "group.memory")
}

func (function) TeamMemory() ir.Value { return ir.Null }
func (function) Leave()               {}

// Rendezvous: threads of a CPU device can wait anywhere, so those that leave take part in the
// next barrier where they are.
func (f function) Rendezvous(s *region.Barrier) {
	switch {
	case s.Kind == region.BarrierJoin:
	case s.Cond != nil:
		f.IfThen(f.Expr(s.Cond), "leave", func() { f.Barrier() })
	default:
		f.Barrier()
	}
}

// ThreadVariable is the address of the calling device thread's copy of g: that of its OS thread, which
// the runtime replaces where several device threads share an OS thread.
func (f function) ThreadVariable(g *region.Global) ir.Value {
	const storage = "__ompcc_cpu_thread_storage"
	args := []ir.Value{f.Mod.GlobalRef(g), ir.Num(ir.I64, g.Type.Size()), ir.Num(ir.I64, max(g.Align, g.Type.Align()))}
	f.Mod.Declare(ir.Ptr, storage, "", args)
	return f.CallValue(ir.Ptr, ir.Symbol{Name: storage}, args, "nounwind willreturn memory(none)", g.Name)
}

// Remark says what shape a kernel has on the CPU device.
func (module) Remark(r *body.Remarker) {
	at := region.Position{}
	switch {
	case body.KernelLoop(r.Kernel) != nil:
		r.Add(diag.Passed, "LoopInChunks", at,
			"the device's threads execute the loop in chunks, without teams of their own")
	case body.DistributeLoop(r.Kernel) != nil:
		r.Add(diag.Passed, "LoopOfTeams", at,
			"the device's threads execute the distributed loop in chunks, with a team for each iteration")
	case !body.HasParallel(r.Kernel.Body) && !r.Kernel.Teams:
		r.Add(diag.Missed, "SingleThread", at,
			"one thread executes the region: it has no teams and no parallel construct; write ", "'",
			diag.Fact("Fix", "target teams distribute parallel for"), "' for a loop with independent iterations")
	default:
		r.Add(diag.Passed, "General", at,
			"each team's threads execute the region, with barriers where its constructs have them")
	}
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		if l, ok := s.(*region.WsLoop); ok && l.Scan {
			for _, red := range l.Reductions {
				if red.Scanned {
					r.Add(diag.Analysis, "Scan", region.Position(l.StmtPos()), "'", diag.Fact("Variable", red.Name),
						"': ", diag.Fact("Strategy",
							"tile by tile: each thread adds up its part, and executes its scan phases once it knows the sums of the threads before it"))
				}
			}
		}
		return true
	}
	v.Walk(r.Kernel.Body)
}
