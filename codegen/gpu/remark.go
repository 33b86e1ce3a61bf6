package gpu

import (
	"fmt"
	"slices"
	"strings"

	"ompcc/codegen/body"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// kernelNotes is what was noticed while a kernel was emitted, for its remarks.
type kernelNotes struct {
	guarded []region.Position
	// combined say how each reduction and scan is done.
	combined []combination
}

// combination is how a reduction variable's copies become one.
type combination struct{ id, name, how string }

// notes are those of the kernel that f is a part of, nil outside of kernels and where nobody asks for remarks.
func (f function) notes() *kernelNotes {
	if !f.Mod.Options.Remarks || f.Kernel == nil || f.ctx.group != nil {
		return nil
	}
	n := f.gpu.notes[f.Kernel]
	if n == nil {
		n = &kernelNotes{}
		f.gpu.notes[f.Kernel] = n
	}
	return n
}

// noteGuard remembers a place that thread 0 executes between barriers.
func (f function) noteGuard() {
	if n := f.notes(); n != nil && f.Pos.Line > 0 && !slices.Contains(n.guarded, f.Pos) {
		n.guarded = append(n.guarded, f.Pos)
	}
}

// noteCombined remembers how the reductions red are combined; p is the pass of some of them.
func (f function) noteCombined(red []body.ReductionState, p *pass, inTeam, across string) {
	n := f.notes()
	if n == nil {
		return
	}
	for _, st := range red {
		how := []string{inTeam, across}
		if p != nil && p.has(st) {
			how[1] = "the team that comes last combines the results of all teams in their order"
		}
		c := combination{"Reduction", st.Reduction.Name, strings.Join(slices.DeleteFunc(how, func(s string) bool { return s == "" }), ", then ")}
		if !slices.Contains(n.combined, c) {
			n.combined = append(n.combined, c)
		}
	}
}

// noteScan remembers how the list items of a scan directive are scanned.
func (f function) noteScan(sl *scanLoop) {
	n := f.notes()
	if n == nil || sl.solo {
		return
	}
	for _, it := range sl.items {
		if !it.st.Reduction.Scanned {
			continue
		}
		bytes := it.st.Reduction.Type.Size()
		how := fmt.Sprintf("tile by tile: the lanes of a warp scan their iterations by shuffles, the warps hand on their sums in shared memory, %d bytes for each, and all carry the sum on to the next tile", bytes)
		if it.cells == nil {
			how = fmt.Sprintf("tile by tile: the warps hand on their sums of %d bytes in pieces through %d bytes of shared memory, since one for each warp does not fit; fewer bytes for each iteration are faster", bytes, scanWindow)
		}
		if c := (combination{"Scan", it.st.Reduction.Name, how}); !slices.Contains(n.combined, c) {
			n.combined = append(n.combined, c)
		}
	}
}

// noteLeagueScan remembers how the list items of a scan directive are scanned across the teams.
func (f function) noteLeagueScan(ls *leagueScan) {
	n := f.notes()
	if n == nil {
		return
	}
	for _, it := range ls.items {
		how := fmt.Sprintf("in one pass by all teams: a tile has %d iterations for each thread, and adds its sum to that of the tiles before it, which it finds in the device's memory", ls.each)
		if c := (combination{"Scan", it.st.Reduction.Name, how}); !slices.Contains(n.combined, c) {
			n.combined = append(n.combined, c)
		}
	}
}

// inTeamWords and acrossWords say how values of a team's threads and of the teams come together.
func inTeamWords(levels region.Level) string {
	if levels&region.LevelFor == 0 {
		return ""
	}
	return "the lanes of a warp combine by shuffles and the warps through shared memory"
}

func acrossWords(levels region.Level) string {
	if levels&region.LevelDistribute == 0 {
		return ""
	}
	return "each team updates the original by an atomic operation or under a lock"
}

// remarker writes the remarks about a kernel on GPUs.
type remarker struct {
	*body.Remarker
	m     *module
	notes *kernelNotes
}

func (m *module) Remark(r *body.Remarker) {
	g := remarker{r, m, m.notes[r.Kernel]}
	if g.notes == nil {
		g.notes = &kernelNotes{}
	}
	g.gridForm()
	g.grid()
}

// gridForm is the kernel's shape on GPUs.
func (r remarker) gridForm() {
	k, at := r.Kernel, region.Position{}
	loop := body.SoleLoop(k)
	threads := diag.Fact("Threads", r.m.launchBound(k))
	switch {
	case loop != nil && body.DistributeLoop(k) != nil:
		r.Add(diag.Passed, "OneIterationPerTeam", at, "one iteration of the distributed loop for each team, of ",
			threads, " threads at most")
	case loop != nil && loop.Levels&region.LevelFor != 0 && r.m.hasOnce(k):
		r.Add(diag.Passed, "OneIterationPerThread", at, "one iteration for each thread, teams of ", threads, " threads")
		r.wide()
	case loop != nil && loop.Levels&region.LevelFor != 0:
		r.Add(diag.Passed, "GridStride", at, "the threads of all teams share the loop in steps of the grid, teams of ",
			threads, " threads at most")
		r.Add(diag.Missed, "NotOneIteration", region.Position(loop.StmtPos()), "no thread for each iteration: ",
			diag.Fact("Reason", r.whyStrided(loop)))
	case !body.HasParallel(k.Body) && !k.Teams:
		r.Add(diag.Missed, "SingleThread", at,
			"one thread executes the region: it has no teams and no parallel construct; write ", "'",
			diag.Fact("Fix", "target teams distribute parallel for"), "' for a loop with independent iterations")
	case !k.Teams:
		r.Add(diag.Missed, "SingleTeam", at, "one team of ", threads,
			" threads at most executes the region, so that one multiprocessor works; write ", "'",
			diag.Fact("Fix", "target teams distribute parallel for"), "' for a loop with independent iterations")
	case !body.HasParallel(k.Body):
		r.Add(diag.Missed, "OneThreadPerTeam", at,
			"one thread of each team works: the region has no parallel construct; add ", "'",
			diag.Fact("Fix", "parallel for"), "' to share the work among ", threads, " threads")
	default:
		r.Add(diag.Passed, "General", at, "the threads of each team execute the region together, ", threads,
			" at most; code outside of its parallel constructs is recomputed by each")
	}
	if at, name, asks := r.stateful(); asks {
		r.Add(diag.Missed, "TracksParallelism", at,
			"the kernel keeps track of its parallel regions at run time, since it calls ", diag.Fact("Callee", name),
			", which depends on them; write its parallel construct in the region, or compile its definition in the same file")
	}
	if r.m.nesting.blockUse(k.Body).nested {
		if why := r.m.nesting.obstacle(r.m.Module, k); why != "" {
			r.Add(diag.Missed, "SerialNesting", at, "each nested parallel region has one thread, whatever max-active-levels-var is: ", diag.Fact("Reason", why))
		} else {
			r.Add(diag.Passed, "Nesting", at, "nested parallel regions get parts of their team's threads if max-active-levels-var asks for it, teams of ",
				diag.Fact("Threads", r.m.nestedBound(k)), " threads at most then")
		}
	}
	if !body.HasParallel(k.Body) {
		return
	}
	for _, p := range r.notes.guarded {
		r.Add(diag.Missed, "Guarded", p,
			"thread 0 of each team executes this between two barriers, since it stands outside of parallel constructs and has an effect that others see; move it into a parallel construct or out of the region")
	}
}

// wide says whether the kernel has a second form with wide accesses.
func (r remarker) wide() {
	s, joined := r.m.streamOf(r.Kernel)
	switch {
	case joined:
		r.Add(diag.Passed, "SeveralIterationsPerThread", region.Position{},
			diag.Fact("Iterations", s.each), " consecutive iterations for each thread, so that accesses of ",
			diag.Fact("Bytes", r.m.Target.AccessBytes),
			" bytes serve several iterations, in launches with teams enough for the whole device")
	case s != nil && !r.m.Options.AliasMaps:
		r.Add(diag.Missed, "NoWideAccesses", region.Position(s.loop.StmtPos()),
			"each thread accesses one element at a time, since a store may change what a later iteration loads; map the "+
				"arrays that it accesses by ", diag.Fact("Fix", "map"), " clauses of the construct")
	}
}

// whyStrided says what keeps a kernel whose whole work is loop from having a thread for each iteration.
func (r remarker) whyStrided(loop *region.WsLoop) string {
	switch {
	case loop.Ordered:
		return "the loop is ordered; leave the ordered clause out if its iterations are independent"
	case loop.DistChunk != nil:
		return "dist_schedule has a chunk size; leave it out"
	case loop.Schedule == region.SchedRuntime:
		return "schedule(runtime) is known at run time only; leave it out"
	case !inTurn(loop):
		return "the schedule clause has a chunk size; leave it out, so that neighbouring threads use neighbouring memory"
	case loop.If != nil:
		return "the if clause decides at run time; put it on the target construct: if(target: …)"
	case loop.NumThreads != nil && body.PositiveConst(loop.NumThreads) < r.m.launchBound(r.Kernel):
		return "num_threads is not constant, or less than the team has; leave it out or write thread_limit"
	}
	return "the region may change ICVs; call omp_set_… outside of it"
}

// stateful finds the call that makes the kernel keep track of its regions.
func (r remarker) stateful() (at region.Position, callee string, asks bool) {
	if !needsState(r.Kernel) {
		return at, "", false
	}
	v := region.Visitor{}
	pos := region.Position{}
	v.Stmt = func(s region.Stmt) bool { pos = s.StmtPos(); return callee == "" }
	v.Expr = func(x region.Expr) bool {
		if c, ok := x.(*region.Call); ok && callee == "" && asksThreads(c.Func, map[*region.Function]bool{}) {
			at, callee = pos, "a function by pointer"
			if c.Func != nil {
				callee = "'" + body.UserName(c.Func) + "'"
			}
		}
		return callee == ""
	}
	v.Walk(r.Kernel.Body)
	return at, callee, callee != ""
}

// grid are the facts about a kernel on a GPU: teams, shared memory, reductions.
func (r remarker) grid() {
	k, at := r.Kernel, region.Position{}
	teams := "as many as its iterations need"
	switch {
	case !k.Teams:
		teams = "1"
	case k.NumTeamsConst > 0:
		teams = fmt.Sprint(k.NumTeamsConst)
	case body.SoleLoop(k) == nil:
		teams = "as many as the device runs at a time"
	}
	r.Add(diag.Analysis, "Launch", at, "teams: ", diag.Fact("Teams", teams), "; threads of a team: at most ",
		diag.Fact("ThreadLimit", r.m.launchBound(k)))
	var total int64
	shared := sharedLocals(k)
	eachLocal(k.Body, func(l *region.Local) {
		if !shared[l] && l.Space != region.SpaceTeam {
			return
		}
		why := "its team's threads share it"
		if l.Space == region.SpaceTeam {
			why = "an allocate directive or clause puts it there"
		}
		total += l.Type.Size()
		r.Add(diag.Analysis, "SharedMemory", region.Position(l.Pos), "'", diag.Fact("Variable", l.Name),
			"' lives in the team's shared memory, ", diag.Fact("Bytes", l.Type.Size()), " bytes: ", why)
	})
	if total > 0 {
		r.Add(diag.Analysis, "SharedBytes", at, "variables take ", diag.Fact("SharedBytes", total),
			" bytes of shared memory of each team")
	}
	for _, c := range r.notes.combined {
		r.Add(diag.Analysis, c.id, at, "'", diag.Fact("Variable", c.name), "': ", diag.Fact("Strategy", c.how))
	}
}
