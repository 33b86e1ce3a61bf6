package gpu

import (
	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/rt/abi"
)

// pass is a reduction across the teams of a league without atomic updates of
// the originals. Each team leaves its results in its record of the scratch
// memory and takes a ticket; the team with the last ticket combines all records
// in the order of the teams' numbers. So the result is the same for the same
// grid, whatever the order in which teams run, and a combiner of the user's
// runs without a lock.
type pass struct {
	sts    []body.ReductionState
	offs   map[*region.Reduction]int64
	size   int64    // of a record
	number int      // of the counter
	before int64    // bytes of the records of former passes, for each team
	last   ir.Value // shared cell: this team is the last one
}

// scratchUse is what the passes and the scans of a kernel take.
type scratchUse struct {
	param  ir.Value
	bytes  int64 // for each team
	passes int
	scans  int
}

const (
	maxPasses = abi.ScratchPasses / 4
	// maxRecord bounds the arrays that are part of a record.
	maxRecord = 4096
)

// newPass chooses the reductions that go through a pass, nil if none does.
// Structures do so where it is possible; with -fopenmp-deterministic-reductions
// all whose result depends on the order do.
func (f combining) newPass(red []body.ReductionState, levels region.Level, inLine bool) *pass {
	if levels&region.LevelDistribute == 0 {
		return nil
	}
	p := &pass{offs: map[*region.Reduction]int64{}}
	possible := inLine && f.Kernel != nil && f.scratch.passes < maxPasses
	for _, st := range red {
		must := f.Mod.Options.Deterministic && (body.IsFloat(st.Reduction.Type) || !byValue(st.Reduction))
		if must && !possible {
			f.Errorf(diag.DeterministicReduction,
				"the reduction of '%s' across teams cannot be deterministic, because the construct is not at the outermost level of the target region", st.Reduction.Name)
			continue
		}
		n, fixed := body.ConstCount(st.Reduction)
		small := st.Count == nil || fixed && n*st.Reduction.Type.Size() <= maxRecord
		if !must && !(possible && small && !byValue(st.Reduction)) {
			continue
		}
		size, align := st.Reduction.Type.Size(), max(st.Reduction.Type.Align(), 1)
		switch {
		case st.Count != nil && small:
			size *= n
		case st.Count != nil: // the address of a block of the device's heap
			size, align = 8, 8
		}
		p.size = (p.size + align - 1) / align * align
		p.offs[st.Reduction] = p.size
		p.size += size
		p.sts = append(p.sts, st)
	}
	if len(p.sts) == 0 {
		return nil
	}
	p.size = (p.size + 15) / 16 * 16
	p.number, p.before = f.scratch.passes, f.scratch.bytes
	f.scratch.passes, f.scratch.bytes = f.scratch.passes+1, f.scratch.bytes+p.size
	p.last = f.sharedCell(f.Func.Name()+".last", ir.I32, 4)
	return p
}

func (p *pass) has(st body.ReductionState) bool {
	_, ok := p.offs[st.Reduction]
	return ok
}

// scratchMemory is the kernel's parameter for it.
func (f combining) scratchMemory() ir.Value {
	if f.scratch.param == nil {
		f.scratch.param = f.AddParam("scratch", ir.PtrIn(f.Mod.Target.GlobalSpace), "noalias")
	}
	return f.scratch.param
}

// declareScratch tells the runtime what the kernel's passes take.
func (f combining) declareScratch(k *region.Kernel) {
	if f.scratch.bytes > 0 {
		f.gpu.declareNeed(k.Name+abi.ScratchSuffix, f.scratch.bytes)
	}
}

// record is the address of a team's record.
func (f combining) record(p *pass, team ir.Value) ir.Value {
	at := f.Bin("mul", f.Resize(team, ir.I64, false), ir.Num(ir.I64, p.size), "record")
	return f.GEP(ir.I8, f.records(p.before), at, "record")
}

// records is the address of the records behind those that take before bytes for each team.
func (f combining) records(before int64) ir.Value {
	at := f.Offset(f.scratchMemory(), abi.ScratchHeader, "records")
	if before == 0 {
		return at
	}
	return f.GEP(ir.I8, at, f.Bin("mul", f.Resize(f.gridDim(), ir.I64, false), ir.Num(ir.I64, before), "former"), "records")
}

// at is the place of st's result in a record.
func (p *pass) at(f function, st body.ReductionState, record ir.Value) ir.Value {
	return f.Offset(record, p.offs[st.Reduction], "partial")
}

// onHeap reports whether the record has only the address of st's elements.
func (p *pass) onHeap(st body.ReductionState) bool {
	n, fixed := body.ConstCount(st.Reduction)
	return st.Count != nil && !(fixed && n*st.Reduction.Type.Size() <= maxRecord)
}

// room is where this team leaves the elements of an array.
func (f combining) room(p *pass, st body.ReductionState) ir.Value {
	at := p.at(f.function, st, f.record(p, f.blockID()))
	if !p.onHeap(st) {
		return at
	}
	cell := f.sharedCell(f.Func.Name()+".room", ir.Ptr, 8)
	f.guard(false, func(function) {
		block := f.heapBlock(f.Bin("mul", *st.Count, ir.Num(ir.I64, st.Reduction.Type.Size()), "bytes"))
		f.Store(block, cell, 8)
		f.Store(block, at, 8)
	})
	return f.Load(ir.Ptr, cell, 8, "room")
}

// heapBlock allocates n bytes; without memory the kernel stops.
func (f combining) heapBlock(n ir.Value) ir.Value {
	p := f.Call(ir.Ptr, "malloc", "", n)
	none, some := f.NewBlock("no.memory"), f.NewBlock("memory")
	f.CondBr(f.ICmp("eq", p, ir.Null, "failed"), none, some)
	f.Place(none)
	f.Call(ir.Void, "llvm.trap", "noreturn nounwind")
	f.Unreachable()
	f.Place(some)
	return p
}

// arrive takes the team's ticket, by its first thread, when its record is complete.
func (f combining) arrive(p *pass) {
	f.Flush(region.AcqRel, region.ScopeDevice)
	ticket := f.RMW("add", f.counter(p), ir.Num(ir.I32, 1), f.Mod.RelaxedWord(region.ScopeDevice), "ticket")
	last := f.ICmp("eq", ticket, f.Bin("sub", f.gridDim(), ir.Num(ir.I32, 1), "end"), "last")
	f.Store(f.Cast("zext", last, ir.I32, "last"), p.last, 4)
	f.Flush(region.AcqRel, region.ScopeDevice)
}

func (f combining) counter(p *pass) ir.Value {
	return f.Offset(f.scratchMemory(), int64(4*p.number), "counter")
}

// lastTeam has the team that came last combine all records.
func (f combining) lastTeam(cr threadGroup, p *pass) {
	cr.sync()
	f.IfThen(f.ICmp("ne", f.Load(ir.I32, p.last, 4, "last"), ir.Num(ir.I32, 0), "last"), "last.team", func() {
		f.Flush(region.AcqRel, region.ScopeDevice)
		tid, n, teams := f.Resize(f.tid(), ir.I64, false), f.Resize(cr.n, ir.I64, false),
			f.Resize(f.gridDim(), ir.I64, false)
		var one []body.ReductionState
		for _, st := range p.sts {
			if st.Count != nil {
				f.acrossTeams(cr, p, st, teams)
				continue
			}
			own := f.AutoLocal(st.Reduction.Priv)
			f.Locals[st.Reduction.Priv], st.Private = own, own
			f.Block(st.Reduction.Init)
			one = append(one, st)
		}
		if len(one) > 0 {
			f.Loop("team", tid, teams, n, func(t ir.Value) {
				record := f.record(p, t)
				for _, st := range one {
					f.CombineInto(st.Reduction, st.Private, f.ToGeneric(p.at(f.function, st, record)))
				}
			})
		}
		f.tree(cr, one, func(parts []part) {
			f.deliver(parts, 0, nil)
			f.Store(ir.Num(ir.I32, 0), f.counter(p), 4) // for the next launch
		})
	})
}

// acrossTeams combines what the teams have for each element of an array.
func (f combining) acrossTeams(cr threadGroup, p *pass, st body.ReductionState, teams ir.Value) {
	t := st.Reduction.Type
	tid, n := f.Resize(f.tid(), ir.I64, false), f.Resize(cr.n, ir.I64, false)
	from := func(team, i ir.Value) ir.Value {
		at := p.at(f.function, st, f.record(p, team))
		if p.onHeap(st) {
			at = f.Load(ir.Ptr, at, 8, "room")
		}
		return f.ToGeneric(f.GEP(body.MemoryType(t), at, i, "partial"))
	}
	acc := f.Alloca(body.MemoryType(t), t.Align(), st.Reduction.Name+".acc")
	f.Loop("elem", tid, *st.Count, n, func(i ir.Value) {
		f.CopyBytes("memcpy", acc, from(ir.Num(ir.I64, 0), i), ir.Num(ir.I64, t.Size()), t.Align(), false)
		f.Loop("team", ir.Num(ir.I64, 1), teams, ir.Num(ir.I64, 1), func(team ir.Value) { f.CombineInto(st.Reduction, acc, from(team, i)) })
		f.CombineInto(st.Reduction, f.GEP(body.MemoryType(t), st.Original, i, "orig"), acc)
	})
	if p.onHeap(st) {
		cr.sync()
		f.Loop("team", tid, teams, n, func(team ir.Value) {
			f.Call(ir.Void, "free", "", f.Load(ir.Ptr, p.at(f.function, st, f.record(p, team)), 8, "room"))
		})
	}
}

// teamsReduce combines the copies of the teams' initial threads (OpenMP 5.2
// §5.5.8): there is one of each for a team.
func (f combining) teamsReduce(red []body.ReductionState, inLine bool) {
	if len(red) == 0 {
		return
	}
	var p *pass
	if f.ctx.group == nil {
		p = f.newPass(red, region.LevelDistribute, inLine)
	}
	f.noteCombined(red, p, "", acrossWords(region.LevelDistribute))
	if p == nil {
		f.guard(false, func(f function) { f.CombineShared(red, region.ScopeDevice) })
		return
	}
	var rest []body.ReductionState
	rooms := map[*region.Reduction]ir.Value{}
	for _, st := range red {
		switch {
		case !p.has(st):
			rest = append(rest, st)
		case st.Count != nil:
			rooms[st.Reduction] = f.room(p, st)
		}
	}
	f.sync()
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "guarded", func() {
		f := combining{f.asOne()}
		f.CombineShared(rest, region.ScopeDevice)
		for _, st := range p.sts {
			f.storeSingle(p, st, rooms[st.Reduction])
		}
		f.arrive(p)
	})
	c := f.ctx
	c.teamLevel = false
	all := combining{f.in(c)}
	all.lastTeam(all.threadGroup(), p)
	f.sync()
}

// storeSingle copies the one copy that a team has of st to its record.
func (f combining) storeSingle(p *pass, st body.ReductionState, room ir.Value) {
	n := ir.Num(ir.I64, st.Reduction.Type.Size())
	to := room
	if st.Count == nil {
		to = p.at(f.function, st, f.record(p, f.blockID()))
	} else {
		n = f.Bin("mul", *st.Count, n, "bytes")
	}
	f.CopyBytes("memcpy", f.ToGeneric(to), st.Private, n, st.Reduction.Type.Align(), false)
}

// lockTeam has all threads of a group execute gen while no other team does.
func (f combining) lockTeam(cr threadGroup, gen func()) {
	lock := f.lockWord("__ompcc_lock")
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "lock", func() {
		try, got := f.NewBlock("lock.try"), f.NewBlock("lock.got")
		f.Place(try)
		r := f.Exchange(lock, ir.Num(ir.I32, 0), ir.Num(ir.I32, 1), f.Mod.RelaxedWord(region.ScopeDevice),
			body.Orderings[region.Relaxed], false, "cas")
		f.CondBr(f.Extract(r, 1, ir.I1, "mine"), got, try)
		f.Place(got)
		f.Flush(region.AcqRel, region.ScopeDevice)
	})
	cr.sync()
	gen()
	cr.sync()
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "unlock", func() {
		f.Flush(region.AcqRel, region.ScopeDevice)
		f.StoreAs(ir.Num(ir.I32, 0), lock, f.Mod.RelaxedWord(region.ScopeDevice))
	})
}
