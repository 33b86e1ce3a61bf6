package gpu

import (
	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// ICVs that routines set in device code (OpenMP 5.2 §18.2.1, §18.2.11, §18.2.15). A
// team has one copy of them, set by its initial task; 0 is "as launched". Inside of
// a parallel region of a GPU every further region is one thread's, so that levels
// set there change nothing, and a number of threads only what routines tell (ownthreads.go).
const icvsName = "__ompcc_team_icvs"

const (
	icvThreads, icvSchedule, icvChunk = 0, 1, 2
	icvNoLevels                       = 3 // 1: no parallel region is active
	icvCount                          = 4
)

const (
	schedStatic = 1 // omp_sched_static
	schedKinds  = 7 // omp_sched_t without its modifier
)

// mayMeetICVs reports whether k's code, or a function that it calls, may set or
// heed the team's ICVs. What other files do for themselves nobody knows here.
func mayMeetICVs(k *region.Kernel) bool {
	return someExpr(k.Body, func(region.Stmt) bool { return true }, func(x region.Expr, visit func(*region.Function)) bool {
		switch x := x.(type) {
		case *region.Intrinsic:
			return isICV(x.Op)
		case *region.Call:
			fn := x.Func
			if fn == nil || fn.Body == nil && !fn.Library || fn.UsesParallel {
				return true
			}
			visit(fn)
		}
		return false
	})
}

// mayChangeICVs reports whether what k's team executes outside of parallel regions may
// set ICVs that parallel regions of k heed: code of this file, or what it calls.
func mayChangeICVs(m *region.Module, k *region.Kernel) bool {
	if m.SetsICVs {
		return mayMeetICVs(k)
	}
	outside := func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Parallel:
			return false
		case *region.WsLoop:
			return s.Levels&region.LevelFor == 0
		}
		return true
	}
	return someExpr(k.Body, outside, func(x region.Expr, visit func(*region.Function)) bool {
		c, ok := x.(*region.Call)
		if !ok {
			return false
		}
		if c.Func != nil {
			visit(c.Func)
		}
		return c.Func == nil || c.Func.Body == nil && !c.Func.Library
	})
}

// someExpr reports whether found holds for an expression of b, in statements that enter
// lets pass, or of one of the functions that found visits.
func someExpr(b *region.Block, enter func(region.Stmt) bool,
	found func(x region.Expr, visit func(*region.Function)) bool) bool {
	done := false
	seen := map[*region.Function]bool{}
	var walk func(b *region.Block)
	walk = func(b *region.Block) {
		v := region.Visitor{Stmt: func(s region.Stmt) bool { return !done && enter(s) }}
		v.Expr = func(x region.Expr) bool {
			done = done || found(x, func(fn *region.Function) {
				if !seen[fn] && fn.Body != nil {
					seen[fn] = true
					walk(fn.Body)
				}
			})
			return !done
		}
		v.Walk(b)
	}
	walk(b)
	return done
}

// setsOwnICV reports whether x sets an ICV of which each lane of a subgroup has a copy.
func (f function) setsOwnICV(x region.Expr) bool {
	i, ok := x.(*region.Intrinsic)
	return ok && f.ctx.group != nil && (i.Op == region.OpSetNumThreads || i.Op == region.OpSetSchedule || i.Op == region.OpSetMaxLevels)
}

func isICV(op region.IntrinsicOp) bool {
	switch op {
	case region.OpSetNumThreads, region.OpSetSchedule, region.OpRunSchedule, region.OpRunChunk,
		region.OpSetMaxLevels, region.OpMaxLevels:
		return true
	}
	return false
}

func (f teamState) icvCells() ir.Value {
	return f.weakShared(icvsName, ir.ArrayOf(icvCount, ir.I32), 4)
}

// icvStart is the function that makes the team's ICVs those of the launch, which a
// kernel calls first.
const icvStart = "__ompcc_start_icvs"

func (f teamState) startICVs() {
	f.gpu.defineICVStart()
	f.Call(ir.Void, icvStart, "convergent nounwind")
}

func (m *module) defineICVStart() {
	if m.Declared[icvStart] {
		return
	}
	lf := m.Define(icvStart, ir.Void, nil, "linkonce_odr")
	f := of(m.NewFunction(lf))
	f.IfHas(body.SetsICVs, func() {
		f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "start", func() {
			for i := int64(0); i < icvCount; i++ {
				f.Store(ir.Num(ir.I32, 0), f.GEP(ir.I32, teamState{f}.icvCells(), ir.Num(ir.I32, i), "icv.at"), 4)
			}
		})
		f.sync()
	})
	f.Ret(nil)
	f.Close(region.VoidT)
}

// Functions through which the team's ICVs are read and set.
// Team-level code reads behind a barrier, since the thread that sets may be ahead.
const (
	icvRead     = "__ompcc_icv"
	icvReadTeam = "__ompcc_team_icv"
	icvSet      = "__ompcc_set_icv"
)

// defineICVAccess defines such a function with parameters which and, to set, value.
func (m *module) defineICVAccess(name string, params []*ir.Param, ret ir.Type, gen func(f function, cell ir.Value)) {
	if m.Declared[name] {
		return
	}
	lf := m.Define(name, ret, params, "linkonce_odr")
	lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr("alwaysinline"))
	f := of(m.NewFunction(lf))
	gen(f, f.GEP(ir.I32, teamState{f}.icvCells(), params[0], "icv.at"))
	f.Close(region.VoidT)
}

// readICV is an ICV of the team, 0 if it is as launched.
func (f teamState) readICV(which int64, published bool) ir.Value {
	name := icvRead
	if published {
		name = icvReadTeam
	}
	f.gpu.defineICVAccess(name, []*ir.Param{llir.NewParam("which", ir.I32)}, ir.I32, func(f function, cell ir.Value) {
		f.IfHas(body.SetsICVs, func() {
			if published {
				f.sync()
			}
			v := f.Load(ir.I32, cell, 4, "icv")
			f.Ret(v)
		})
		f.Ret(ir.Num(ir.I32, 0))
	})
	return f.Call(ir.I32, name, "convergent nounwind", ir.Num(ir.I32, which))
}

// setTeamICV stores atomically: the threads of a region all set the same.
func (f teamState) setTeamICV(which int64, v ir.Value) {
	f.Mod.Has(body.SetsICVs)
	f.gpu.defineICVAccess(icvSet, []*ir.Param{llir.NewParam("which", ir.I32), llir.NewParam("value", ir.I32)}, ir.Void,
		func(f function, cell ir.Value) {
			f.StoreAs(f.Func.Params[1], cell, f.Mod.RelaxedWord(region.ScopeTeam))
			f.Ret(nil)
		})
	f.Call(ir.Void, icvSet, "convergent nounwind", ir.Num(ir.I32, which), v)
}

// mayHaveICVs reports whether the team's ICVs can be other than at launch.
func (f teamState) mayHaveICVs() bool { return f.ctx.icvs || f.ctx.orphan }

// icv reads an ICV of the team; unset is its value at launch.
func (f teamState) icv(which int64, unset ir.Value) ir.Value {
	if !f.mayHaveICVs() {
		return unset
	}
	v := f.readICV(which, f.ctx.teamLevel)
	return f.Sel(f.ICmp("sgt", v, ir.Num(ir.I32, 0), "set"), v, unset, "icv")
}

// maxLevels is max-active-levels-var; a GPU supports one active level.
func (f teamState) maxLevels() ir.Value {
	return f.Bin("sub", ir.Num(ir.I32, 1), f.icv(icvNoLevels, ir.Num(ir.I32, 0)), "max.levels")
}

// maxThreads is nthreads-var, which the tasks of a parallel region inherit (OpenMP 5.2 §2.4), though
// every further region is one thread's.
func (f teamState) maxThreads() ir.Value {
	v := f.icv(icvThreads, f.blockDim())
	if !f.mayHaveICVs() || f.ctx.teamLevel {
		return v
	}
	own := f.Resize(f.ownThreads(), ir.I32, false)
	set := f.ICmp("ne", own, ir.Num(ir.I32, 0), "set")
	if f.ctx.orphan {
		set = f.Bin("and", set, f.ICmp("ne", f.state(), ir.Num(ir.I32, 0), "inside"), "set")
	}
	return f.Sel(set, own, v, "max.threads")
}

// setSchedule is what the team has been given as run-sched-var, 0 if nothing.
func (f teamState) setSchedule() (kind ir.Value, set ir.Value) {
	if !f.mayHaveICVs() {
		return ir.Num(ir.I32, 0), ir.False
	}
	kind = f.readICV(icvSchedule, false)
	return kind, f.ICmp("ne", kind, ir.Num(ir.I32, 0), "set")
}

// askedSchedule is run-sched-var as the team or OMP_SCHEDULE has it, 0 if neither does.
func (f teamState) askedSchedule() ir.Value {
	kind, set := f.setSchedule()
	return f.Sel(set, kind, f.Load(ir.I32, f.deviceWord(abi.RunScheduleName), 4, "run_schedule"), "asked")
}

func (f teamState) runSchedule() ir.Value {
	v := f.askedSchedule()
	return f.Sel(f.ICmp("ne", v, ir.Num(ir.I32, 0), "given"), v, ir.Num(ir.I32, schedStatic), "schedule")
}

func (f teamState) runChunk() ir.Value {
	_, set := f.setSchedule()
	env := f.Load(ir.I32, f.deviceWord(abi.RunChunkName), 4, "run_chunk")
	if !f.mayHaveICVs() {
		return env
	}
	return f.Sel(set, f.readICV(icvChunk, false), env, "chunk")
}

// runChunkSize is the size of the chunks of schedule(runtime) of a loop with total iterations that count threads
// share. A static schedule without a chunk size has one chunk for each (OpenMP 5.2 §11.5.3), if somebody asks for it.
func (f teamState) runChunkSize(total, count ir.Value) ir.Value {
	size := f.runChunk()
	given := f.Call(ir.I32, "llvm.smax.i32", "", size, ir.Num(ir.I32, 1))
	kind := f.Bin("and", f.askedSchedule(), ir.Num(ir.I32, schedKinds), "kind")
	blocks := f.Bin("and", f.ICmp("eq", kind, ir.Num(ir.I32, schedStatic), "static"),
		f.ICmp("slt", size, ir.Num(ir.I32, 1), "unsized"), "blocks")
	share := f.Bin("udiv", f.Bin("add", total, f.Bin("sub", count, ir.Num(ir.I64, 1), "most"), "up"), count, "share")
	return f.Sel(blocks, f.Call(ir.I64, "llvm.umax.i64", "", share, ir.Num(ir.I64, 1)), f.Resize(given, ir.I64, false),
		"size")
}

// SetICV is met by a team's initial thread, or by the threads of a region.
func (f function) SetICV(x *region.Intrinsic) {
	args := make([]ir.Value, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.Resize(f.Expr(a), ir.I32, true)
	}
	if f.ctx.group != nil {
		f.setSubgroupICV(x, args)
		return
	}
	if x.Op == region.OpSetSchedule {
		teamState{f}.setTeamICV(icvSchedule, args[0])
		teamState{f}.setTeamICV(icvChunk, args[1])
		return
	}
	own := func() {
		if x.Op == region.OpSetNumThreads {
			teamState{f}.setOwnThreads(ownThreadsSet, f.Resize(args[0], ir.I64, false))
		}
	}
	if f.ctx.parallel {
		own()
		return
	}
	which, v := int64(icvThreads), args[0]
	if x.Op == region.OpSetMaxLevels {
		which, v = icvNoLevels, f.Cast("zext", f.ICmp("eq", args[0], ir.Num(ir.I32, 0), "none"), ir.I32, "no.levels")
	}
	if !f.ctx.orphan {
		teamState{f}.setTeamICV(which, v)
		return
	}
	f.IfThen(f.ICmp("eq", teamState{f}.state(), ir.Num(ir.I32, 0), "outside"), "set", func() { teamState{f}.setTeamICV(which, v) })
	f.IfThen(f.ICmp("ne", teamState{f}.state(), ir.Num(ir.I32, 0), "inside"), "set.own", own)
}
