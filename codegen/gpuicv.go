package codegen

import (
	"regexp"
	"strings"

	"ompcc/lower/region"
)

// ICVs that routines set in device code (OpenMP 5.2 §18.2.1, §18.2.11, §18.2.15). A
// team has one copy of them, set by its initial task; 0 is "as launched". Inside of
// a parallel region of a GPU every further region is one thread's, so that a
// number of threads or levels set there changes nothing.
const icvsName = "__ompcc_team_icvs"

const (
	icvThreads, icvSchedule, icvChunk = 0, 1, 2
	icvNoLevels                       = 3 // 1: no parallel region is active
	icvCount                          = 4
)

const (
	schedStatic = 1 // omp_sched_static
)

// mayMeetICVs reports whether k's code, or a function that it calls, may set or
// heed the team's ICVs. Functions of other files may set them for themselves.
func mayMeetICVs(m *region.Module, k *region.Kernel) bool {
	found := false
	seen := map[*region.Function]bool{}
	var visit func(b *region.Block)
	visit = func(b *region.Block) {
		v := region.Visitor{Stmt: func(region.Stmt) bool { return !found }}
		v.Expr = func(x region.Expr) bool {
			switch x := x.(type) {
			case *region.Intrinsic:
				found = found || isICV(x.Op)
			case *region.Call:
				switch fn := x.Func; {
				case fn == nil || fn.Body == nil && !fn.Library:
					found = true
				case fn.Body != nil && !seen[fn]:
					seen[fn] = true
					found = found || m.SetsICVs && fn.UsesParallel
					visit(fn.Body)
				}
			}
			return !found
		}
		v.Walk(b)
	}
	visit(k.Body)
	return found
}

func isICV(op region.IntrinsicOp) bool {
	switch op {
	case region.OpSetNumThreads, region.OpSetSchedule, region.OpRunSchedule, region.OpRunChunk,
		region.OpSetMaxLevels, region.OpMaxLevels:
		return true
	}
	return false
}

func (f *fn) icvCell(which int64) val {
	cells := f.weakShared(icvsName, "[4 x i32]", 4)
	return f.gep(tI32, cells, num(tI32, which), "icv.at")
}

// icvStart is the function that makes the team's ICVs those of the launch, which a
// kernel calls first. It is one of its own so that DropICVStart finds it.
const icvStart = "__ompcc_start_icvs"

func (f *fn) startICVs() {
	f.m.defineICVStart()
	f.call(tVoid, icvStart, "convergent nounwind")
}

func (m *module) defineICVStart() {
	if m.declared[icvStart] {
		return
	}
	lf := m.define(icvStart, tVoid, nil, "linkonce_odr")
	lf.FuncAttrs = append(lf.FuncAttrs, rawAttr("convergent"))
	f := m.newFn(m.newBuilder(lf))
	f.ifThen(f.icmp("eq", f.tid(), num(tI32, 0), "first"), "start", func() {
		for i := int64(0); i < icvCount; i++ {
			f.store(num(tI32, 0), f.icvCell(i), 4)
		}
	})
	f.sync()
	f.builder.ret(nil)
	f.close(region.VoidT)
}

var (
	icvStartBody = regexp.MustCompile(`(?ms)^define [^\n]*@` + icvStart + `\(.*?^}\n`)
	icvStartCall = regexp.MustCompile(`(?m)^[ \t]*call void @` + icvStart + `\([^\n]*\n`)
)

// DropICVStart takes the start of the teams' ICVs, and its barrier, out of
// whole-program IR in which nothing else uses them: a kernel cannot know that of the functions
// that it calls through pointers or in other files.
func DropICVStart(ir string) string {
	if !strings.Contains(ir, "@"+icvStart) {
		return ir
	}
	const name = "@" + icvsName
	rest := icvStartBody.ReplaceAllString(ir, "")
	if strings.Count(rest, name) > strings.Count(rest, "\n"+name+" = ") {
		return ir
	}
	return icvStartCall.ReplaceAllString(ir, "")
}

// mayHaveICVs reports whether the team's ICVs can be other than at launch.
func (f *fn) mayHaveICVs() bool {
	return f.ctx.grid.icvs || f.ctx.grid.orphan && f.m.src.SetsICVs
}

// icv reads an ICV of the team; unset is its value at launch.
func (f *fn) icv(which int64, unset val) val {
	if !f.mayHaveICVs() {
		return unset
	}
	if f.ctx.grid.teamLevel {
		f.sync() // the thread that sets it may be ahead
	}
	v := f.load(tI32, f.icvCell(which), 4, "icv")
	return f.sel(f.icmp("sgt", v, num(tI32, 0), "set"), v, unset, "icv")
}

// maxLevels is max-active-levels-var; a GPU supports one active level.
func (f *fn) maxLevels() val {
	return f.bin("sub", num(tI32, 1), f.icv(icvNoLevels, num(tI32, 0)), "max.levels")
}

// maxThreads is nthreads-var outside of parallel regions.
func (f *fn) maxThreads() val { return f.icv(icvThreads, f.blockDim()) }

func (f *fn) runSchedule() val {
	if !f.mayHaveICVs() {
		return num(tI32, schedStatic)
	}
	v := f.load(tI32, f.icvCell(icvSchedule), 4, "schedule")
	return f.sel(f.icmp("ne", v, num(tI32, 0), "set"), v, num(tI32, schedStatic), "schedule")
}

// setICV is met by a team's initial thread, or by the threads of a region.
func (g *gpuModel) setICV(f *fn, x *region.Intrinsic) {
	args := make([]val, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.resize(f.expr(a), tI32, true)
	}
	if x.Op == region.OpSetSchedule {
		g.setTeamICV(f, icvSchedule, args[0])
		g.setTeamICV(f, icvChunk, args[1])
		return
	}
	if f.ctx.parallel {
		return
	}
	which, v := int64(icvThreads), args[0]
	if x.Op == region.OpSetMaxLevels {
		which, v = icvNoLevels, f.bin("sub", num(tI32, 1), args[0], "no.levels")
	}
	if !f.ctx.grid.orphan {
		g.setTeamICV(f, which, v)
		return
	}
	f.ifThen(f.icmp("eq", f.state(), num(tI32, 0), "outside"), "set", func() { g.setTeamICV(f, which, v) })
}

// setTeamICV stores atomically: the threads of a region all set the same.
func (g *gpuModel) setTeamICV(f *fn, which int64, v val) {
	f.do("store atomic i32 %s, %s %smonotonic, align 4", v.id, f.icvCell(which), f.m.scopeText(region.ScopeTeam))
}
