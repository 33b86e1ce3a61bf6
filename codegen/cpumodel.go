package codegen

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir"

	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// cpuModel runs a team's code in the thread that the runtime calls, and
// parallel regions by the runtime's threads on an outlined function.
type cpuModel struct{}

func (*cpuModel) functionBody(f *fn, rf *region.Function) {
	f.block(rf.Body)
	f.close(rf.Ret)
}

func (*cpuModel) local(f *fn, l *region.Local) val { return f.autoLocal(l) }

// kernelParams gives the LLVM parameters of k with what is known about them.
func (m *module) kernelParams(k *region.Kernel, space int) []*ir.Param {
	names := map[string]int{}
	volatile := reachesVolatile(k.Body, map[*region.Function]bool{})
	var ps []*ir.Param
	for _, p := range k.Params {
		t := paramType(p.Type)
		if isPtr(p.Type) && p.Kind != region.ParamValue {
			t = ptrIn(space)
		}
		lp := ir.NewParam(uniqueParam(names, p.Name), t)
		if isPtr(p.Type) && p.Kind != region.ParamValue {
			lp.Attrs = m.pointerAttrs(p, volatile)
		}
		ps = append(ps, lp)
	}
	return ps
}

// paramType is the type of a kernel's parameter of type t: integers have their width in memory.
func paramType(t region.Type) ltype {
	if _, ok := t.(*region.Int); ok {
		return memType(t)
	}
	return typ(t)
}

// kernelParam is the value of parameter p, which lp is.
func (f *fn) kernelParam(p *region.Param, lp *ir.Param) val {
	v := val{ltype(lp.Typ.String()), "%" + lp.LocalName}
	if _, ok := p.Type.(*region.Int); ok {
		return f.fromMemory(v, p.Type)
	}
	return v
}

// pointerAttrs says what is known about a mapped variable's address. Where
// there are volatile accesses LLVM must not take storage for constant: it would
// read it through the cache that is not kept coherent.
func (m *module) pointerAttrs(p *region.Param, volatile bool) []ir.ParamAttribute {
	var as []ir.ParamAttribute
	if (p.NoAlias || p.Kind == region.ParamCopy) && !m.opts.AliasMaps {
		as = append(as, rawAttr("noalias"))
	}
	if p.ReadOnly && !volatile || p.Kind == region.ParamCopy {
		as = append(as, rawAttr("readonly"))
	}
	return as
}

// reachesVolatile reports whether b, or a function that it calls, has volatile accesses.
func reachesVolatile(b *region.Block, seen map[*region.Function]bool) bool {
	found := false
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Store:
			found = found || s.Volatile
		case *region.BitStore:
			found = found || s.Volatile
		case *region.Copy:
			found = found || s.Volatile
		}
		return !found
	}}
	v.Expr = func(x region.Expr) bool {
		switch x := x.(type) {
		case *region.Load:
			found = found || x.Volatile
		case *region.BitLoad:
			found = found || x.Volatile
		case *region.Call:
			if x.Func != nil && x.Func.Body != nil && !seen[x.Func] {
				seen[x.Func] = true
				found = found || reachesVolatile(x.Func.Body, seen)
			}
		}
		return !found
	}
	v.Walk(b)
	return found
}

// kernel emits the body as a function of the parameters and the team, and an
// entry point that unpacks the arguments: so noalias can be said.
func (*cpuModel) kernel(m *module, k *region.Kernel) {
	body := m.define(k.Name+".team", tVoid, nil, "internal")
	body.Params = append(m.kernelParams(k, 0), ir.NewParam("__team", tPtr))
	m.comments[body] = kernelComment(k)
	f := m.newFn(m.newBuilder(body))
	f.begin(k, body)
	f.ctx.team = val{tPtr, "%__team"}
	for i, p := range k.Params {
		f.params[p] = f.kernelParam(p, body.Params[i])
	}
	f.describeParams(k)
	f.checkEnter()
	f.kernelBody(k)
	f.close(region.VoidT)
	m.cpuEntry(k, body)
}

func kernelComment(k *region.Kernel) string {
	source := strings.TrimPrefix(strings.Join(strings.Fields(k.Source), " "), "#pragma omp ")
	return fmt.Sprintf("; %s:%d: #pragma omp %s\n", k.Pos.File, k.Pos.Line, source)
}

// begin sets what is common to kernels of all targets.
func (f *fn) begin(k *region.Kernel, lf *ir.Func) {
	f.pos, f.ret, f.ctx.kernel = region.Position(k.Pos), region.VoidT, k
	if f.m.dbg != nil {
		f.scope = f.m.dbg.subprogram(lf, nil, k.Name, posFile(k.Pos.File, f.m.src.File), k.Pos.Line)
		f.loc = f.m.dbg.location(f.scope, f.pos)
	}
}

// kernelBody emits a team's work with the reductions of the teams construct.
func (f *fn) kernelBody(k *region.Kernel) {
	red := f.beginReductions(k.Reductions)
	f.block(k.Body)
	if f.cur != nil {
		f.combineShared(red, region.ScopeDevice)
	}
}

func (m *module) cpuEntry(k *region.Kernel, body *ir.Func) {
	lf := m.define(k.Name, tVoid, []val{{tPtr, "%args"}, {tPtr, "%team"}}, "")
	lf.Visibility = visibilityHidden
	f := m.newFn(m.newBuilder(lf))
	if m.dbg != nil {
		// The body is inlined into it: without a subprogram its variables and lines would be lost.
		f.scope = m.dbg.subprogram(lf, nil, k.Name, posFile(k.Pos.File, m.src.File), k.Pos.Line)
		f.loc = m.dbg.location(f.scope, region.Position(k.Pos))
	}
	var args []val
	for i, p := range k.Params {
		at := f.load(tPtr, f.gep(tPtr, val{tPtr, "%args"}, num(tI64, int64(i)), p.Name+".slot"), 8, p.Name+".at")
		v := f.load(memType(p.Type), at, p.Type.Align(), p.Name)
		if paramType(p.Type) != v.t {
			v = f.fromMemory(v, p.Type)
		}
		args = append(args, v)
	}
	args = append(args, val{tPtr, "%team"})
	f.callPtr(tVoid, "@"+quoteName(body.Name()), args, "")
	f.builder.ret(nil)
	f.finish()
	if m.dbg != nil {
		// Line tables are in the team function; calls need no location from here.
		f.loc = ""
	}
	m.entries = append(m.entries, entry{k.Name, "@" + quoteName(k.Name), 0, abi.GlobalKernel, Flags(k)})
}

// cpuStructs are the structures that a CPU image shares with the runtime.
var cpuStructs = abi.Layout(abi.CPUDecls)

// teamField and selfField are the offsets of members in bytes: of the team that a kernel is
// called for, and of the calling thread's context.
func teamField(name string) int64 { return int64(cpuStructs["__ompcc_team_t"].Field(name).Offset) }
func selfField(name string) int64 { return int64(cpuStructs["__ompcc_thread_t"].Field(name).Offset) }

func (f *fn) self(field int64, name string) val {
	p := f.call(tPtr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	return f.load(tI32, f.offset(p, field, name+".at"), 4, name)
}

func (*cpuModel) query(f *fn, x *region.Intrinsic) val {
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
		return f.fit(f.bin("and", f.self(selfField("task"), "task"), num(tI32, taskExplicit), "explicit"), x.Type)
	case region.OpCancelVar:
		return f.fit(f.call(tI32, "omp_get_cancellation", ""), x.Type) // the host runtime's, in the same process
	case region.OpInFinal:
		return f.fit(f.bin("lshr", f.self(selfField("task"), "task"), num(tI32, 1), "final"), x.Type)
	case region.OpAncestorThread, region.OpTeamSize:
		return f.resize(f.ancestor(x, f.expr(x.Args[0])), typ(x.Type), true)
	case region.OpWtime:
		return f.cpuTime()
	case region.OpWtick:
		return val{"double", "0x3E112E0BE826D695"} // 1e-9
	}
	f.errorf("internal", "unknown query %s", x.Op)
	return val{typ(x.Type), "poison"}
}

// asFlag turns active_level into in_parallel's 0 or 1.
func (f *fn) asFlag(v val, op region.IntrinsicOp) val {
	if op != region.OpInParallel {
		return v
	}
	return f.cast("zext", f.icmp("ne", v, num(tI32, 0), "active"), tI32, "in")
}

// ancestor answers omp_get_ancestor_thread_num and omp_get_team_size; level 0 is the
// initial thread, others than the current ones are -1 (OpenMP 5.2 §18.2.17, §18.2.18). Of
// the regions around one is active; the threads of the others have number 0 in a team of 1.
func (f *fn) ancestor(x *region.Intrinsic, level val) val {
	level = f.resize(level, tI32, true)
	field, active, zero := selfField("thread_num"), selfField("active_num"), int64(0)
	if x.Op == region.OpTeamSize {
		field, active, zero = selfField("num_threads"), selfField("active_threads"), 1
	}
	mine, at := f.self(field, "mine"), f.self(selfField("level"), "level")
	return f.ofLevel(level, at, mine, f.self(selfField("active_at"), "active_at"), f.self(active, "active"), zero)
}

// ofLevel is mine for the level at, outer for that of the active region around, zero for others up
// to at, and -1 for what is no level of the thread.
func (f *fn) ofLevel(level, at, mine, activeAt, outer val, zero int64) val {
	isActive := f.bin("and", f.icmp("eq", level, activeAt, "is.active"), f.icmp("ne", level, num(tI32, 0), "some"), "active")
	v := f.sel(isActive, outer, num(tI32, zero), "outer")
	v = f.sel(f.icmp("eq", level, at, "here"), mine, v, "known")
	return f.sel(f.icmp("ule", level, at, "valid"), v, num(tI32, -1), "ancestor")
}

// cpuTime is clock_gettime(CLOCK_MONOTONIC) in seconds.
func (f *fn) cpuTime() val {
	ts := f.alloca("{ i64, i64 }", 8, "now")
	f.call(tI32, "clock_gettime", "", val{tI32, "1"}, ts)
	sec := f.cast("sitofp", f.load(tI64, ts, 8, "sec"), "double", "sec")
	nsec := f.cast("sitofp", f.load(tI64, f.offset(ts, 8, "nsec.at"), 8, "nsec"), "double", "nsec")
	frac := f.def("double", "frac", "fmul %s, 0x3E112E0BE826D695", nsec)
	return f.def("double", "wtime", "fadd %s, %s", sec, frac.bare())
}

func (*cpuModel) barrier(f *fn) { f.call(tVoid, "__ompcc_cpu_barrier", "") }

func (*cpuModel) polled(f *fn) { f.call(tVoid, "__ompcc_cpu_yield", "") }

func (*cpuModel) locked(f *fn, gen func()) {
	f.call(tVoid, "__ompcc_cpu_lock", "")
	gen()
	f.call(tVoid, "__ompcc_cpu_unlock", "")
}

func (*cpuModel) critical(f *fn, s *region.Critical) {
	name := f.m.stringConst(s.Name)
	f.call(tVoid, "__ompcc_cpu_critical_begin", "", name)
	f.block(s.Body)
	if f.cur != nil {
		f.call(tVoid, "__ompcc_cpu_critical_end", "", name)
	}
}

func (c *cpuModel) single(f *fn, s *region.Single) {
	mine := f.call(tI32, "__ompcc_cpu_single", "")
	f.ifThen(f.icmp("ne", mine, num(tI32, 0), "mine"), "single", func() { f.block(s.Body) })
	if len(s.Copy) > 0 {
		c.copyPrivate(f, s, mine)
	} else if !s.NoWait {
		c.barrier(f)
	}
}

func (*cpuModel) copyPrivate(f *fn, s *region.Single, mine val) {
	n := len(s.Copy)
	addrs := f.alloca(ltype(fmt.Sprintf("[%d x ptr]", n)), 8, "copy.addr")
	sizes := f.alloca(ltype(fmt.Sprintf("[%d x i64]", n)), 8, "copy.size")
	for i, c := range s.Copy {
		f.store(f.expr(c.Addr), f.offset(addrs, int64(8*i), "addr.at"), 8)
		f.store(num(tI64, c.Type.Size()), f.offset(sizes, int64(8*i), "size.at"), 8)
	}
	f.call(tVoid, "__ompcc_cpu_copyprivate", "", addrs, sizes, num(tI32, int64(n)), mine)
}

func (*cpuModel) masked(f *fn, s *region.Masked) {
	filter := num(tI32, 0)
	if s.Filter != nil {
		filter = f.resize(f.expr(s.Filter), tI32, true)
	}
	c := f.icmp("eq", f.self(selfField("thread_num"), "thread"), filter, "masked")
	f.ifThen(c, "masked", func() { f.block(s.Body) })
}

func (*cpuModel) ordered(f *fn, s *region.Ordered) {
	it := f.ctx.ordered
	if it == nil { // no loop with an ordered clause in this function: one thread runs the iterations
		f.block(s.Body)
		return
	}
	f.call(tVoid, "__ompcc_cpu_ordered_begin", "", *it)
	f.block(s.Body)
	if f.cur != nil {
		f.call(tVoid, "__ompcc_cpu_ordered_end", "", *it)
	}
}

// orderedEnd passes an iteration's turn on.
func (*cpuModel) orderedEnd(f *fn, iter val) { f.call(tVoid, "__ompcc_cpu_ordered_end", "", iter) }
