package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// pass is a reduction across the teams of a league without atomic updates of
// the originals. Each team leaves its results in its record of the scratch
// memory and takes a ticket; the team with the last ticket combines all records
// in the order of the teams' numbers. So the result is the same for the same
// grid, whatever the order in which teams run, and a combiner of the user's
// runs without a lock.
type pass struct {
	sts    []redState
	offs   map[*region.Reduction]int64
	size   int64    // of a record
	number int      // of the counter
	before int64    // bytes of the records of former passes, for each team
	last   ir.Value // shared cell: this team is the last one
}

// scratchUse is what the passes of a kernel take.
type scratchUse struct {
	param  ir.Value
	bytes  int64 // for each team
	passes int
}

const (
	maxPasses = abi.ScratchHeader / 4
	// maxRecord bounds the arrays that are part of a record.
	maxRecord = 4096
)

// newPass chooses the reductions that go through a pass, nil if none does.
// Structures do so where it is possible; with -fopenmp-deterministic-reductions
// all whose result depends on the order do.
func (f combining) newPass(red []redState, levels region.Level, inLine bool) *pass {
	if levels&region.LevelDistribute == 0 {
		return nil
	}
	p := &pass{offs: map[*region.Reduction]int64{}}
	possible := inLine && f.kernel != nil && f.scratch.passes < maxPasses
	for _, st := range red {
		must := f.m.opts.Deterministic && (isFloat(st.r.Type) || !byValue(st.r))
		if must && !possible {
			f.errorf("deterministic-reduction", "the reduction of '%s' across teams cannot be deterministic here: the construct is not at the outermost level of the target region; move it there, or remove -fopenmp-deterministic-reductions", st.r.Name)
			continue
		}
		n, fixed := constCount(st.r)
		small := st.count == nil || fixed && n*st.r.Type.Size() <= maxRecord
		if !must && !(possible && small && !byValue(st.r)) {
			continue
		}
		size, align := st.r.Type.Size(), max(st.r.Type.Align(), 1)
		switch {
		case st.count != nil && small:
			size *= n
		case st.count != nil: // the address of a block of the device's heap
			size, align = 8, 8
		}
		p.size = (p.size + align - 1) / align * align
		p.offs[st.r] = p.size
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

func (p *pass) has(st redState) bool {
	_, ok := p.offs[st.r]
	return ok
}

// scratchMemory is the kernel's parameter for it.
func (f combining) scratchMemory() ir.Value {
	if f.scratch.param == nil {
		f.scratch.param = f.AddParam("scratch", ir.PtrIn(f.m.t.GlobalSpace), "noalias")
	}
	return f.scratch.param
}

// declareScratch tells the runtime what the kernel's passes take.
func (f combining) declareScratch(k *region.Kernel) {
	if f.scratch.bytes > 0 {
		f.mod.declareNeed(k.Name+abi.ScratchSuffix, f.scratch.bytes)
	}
}

// record is the address of a team's record.
func (f combining) record(p *pass, team ir.Value) ir.Value {
	at := f.Bin("mul", f.Resize(team, ir.I64, false), ir.Num(ir.I64, p.size), "record")
	if p.before > 0 {
		former := f.Bin("mul", f.Resize(f.gridDim(), ir.I64, false), ir.Num(ir.I64, p.before), "former")
		at = f.Bin("add", at, former, "record")
	}
	return f.GEP(ir.I8, f.Offset(f.scratchMemory(), abi.ScratchHeader, "records"), at, "record")
}

// at is the place of st's result in a record.
func (p *pass) at(f gpuFn, st redState, record ir.Value) ir.Value {
	return f.Offset(record, p.offs[st.r], "partial")
}

// onHeap reports whether the record has only the address of st's elements.
func (p *pass) onHeap(st redState) bool {
	n, fixed := constCount(st.r)
	return st.count != nil && !(fixed && n*st.r.Type.Size() <= maxRecord)
}

// room is where this team leaves the elements of an array.
func (f combining) room(p *pass, st redState) ir.Value {
	at := p.at(f.gpuFn, st, f.record(p, f.blockID()))
	if !p.onHeap(st) {
		return at
	}
	cell := f.sharedCell(f.Func.Name()+".room", ir.Ptr, 8)
	f.guard(false, func(gpuFn) {
		block := f.heapBlock(f.Bin("mul", *st.count, ir.Num(ir.I64, st.r.Type.Size()), "bytes"))
		f.Store(block, cell, 8)
		f.Store(block, at, 8)
	})
	return f.Load(ir.Ptr, cell, 8, "room")
}

// heapBlock allocates n bytes; without memory the kernel stops.
func (f combining) heapBlock(n ir.Value) ir.Value {
	p := f.call(ir.Ptr, "malloc", "", n)
	none, some := f.NewBlock("no.memory"), f.NewBlock("memory")
	f.CondBr(f.ICmp("eq", p, ir.Null, "failed"), none, some)
	f.Place(none)
	f.call(ir.Void, "llvm.trap", "noreturn nounwind")
	f.Unreachable()
	f.Place(some)
	return p
}

// arrive takes the team's ticket, by its first thread, when its record is complete.
func (f combining) arrive(p *pass) {
	f.fence(region.AcqRel, region.ScopeDevice)
	ticket := f.RMW("add", f.counter(p), ir.Num(ir.I32, 1), f.m.relaxedWord(region.ScopeDevice), "ticket")
	last := f.ICmp("eq", ticket, f.Bin("sub", f.gridDim(), ir.Num(ir.I32, 1), "end"), "last")
	f.Store(f.Cast("zext", last, ir.I32, "last"), p.last, 4)
	f.fence(region.AcqRel, region.ScopeDevice)
}

func (f combining) counter(p *pass) ir.Value {
	return f.Offset(f.scratchMemory(), int64(4*p.number), "counter")
}

// lastTeam has the team that came last combine all records.
func (f combining) lastTeam(cr threadGroup, p *pass) {
	cr.sync()
	f.IfThen(f.ICmp("ne", f.Load(ir.I32, p.last, 4, "last"), ir.Num(ir.I32, 0), "last"), "last.team", func() {
		f.fence(region.AcqRel, region.ScopeDevice)
		tid, n, teams := f.Resize(f.tid(), ir.I64, false), f.Resize(cr.n, ir.I64, false), f.Resize(f.gridDim(), ir.I64, false)
		var one []redState
		for _, st := range p.sts {
			if st.count != nil {
				f.acrossTeams(cr, p, st, teams)
				continue
			}
			own := f.autoLocal(st.r.Priv)
			f.locals[st.r.Priv], st.priv = own, own
			f.block(st.r.Init)
			one = append(one, st)
		}
		if len(one) > 0 {
			f.Loop("team", tid, teams, n, func(t ir.Value) {
				record := f.record(p, t)
				for _, st := range one {
					f.combineInto(st.r, st.priv, f.toGeneric(p.at(f.gpuFn, st, record)))
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
func (f combining) acrossTeams(cr threadGroup, p *pass, st redState, teams ir.Value) {
	t := st.r.Type
	tid, n := f.Resize(f.tid(), ir.I64, false), f.Resize(cr.n, ir.I64, false)
	from := func(team, i ir.Value) ir.Value {
		at := p.at(f.gpuFn, st, f.record(p, team))
		if p.onHeap(st) {
			at = f.Load(ir.Ptr, at, 8, "room")
		}
		return f.toGeneric(f.GEP(memType(t), at, i, "partial"))
	}
	acc := f.alloca(memType(t), t.Align(), st.r.Name+".acc")
	f.Loop("elem", tid, *st.count, n, func(i ir.Value) {
		f.copyBytes("memcpy", acc, from(ir.Num(ir.I64, 0), i), ir.Num(ir.I64, t.Size()), t.Align(), false)
		f.Loop("team", ir.Num(ir.I64, 1), teams, ir.Num(ir.I64, 1), func(team ir.Value) { f.combineInto(st.r, acc, from(team, i)) })
		f.combineInto(st.r, f.GEP(memType(t), st.orig, i, "orig"), acc)
	})
	if p.onHeap(st) {
		cr.sync()
		f.Loop("team", tid, teams, n, func(team ir.Value) {
			f.call(ir.Void, "free", "", f.Load(ir.Ptr, p.at(f.gpuFn, st, f.record(p, team)), 8, "room"))
		})
	}
}

// teamsReduce combines the copies of the teams' initial threads (OpenMP 5.2
// §5.5.8): there is one of each for a team.
func (f combining) teamsReduce(red []redState, inLine bool) {
	if len(red) == 0 {
		return
	}
	p := f.newPass(red, region.LevelDistribute, inLine)
	f.noteCombined(red, p, "", acrossWords(region.LevelDistribute))
	if p == nil {
		f.guard(false, func(f gpuFn) { f.combineShared(red, region.ScopeDevice) })
		return
	}
	var rest []redState
	rooms := map[*region.Reduction]ir.Value{}
	for _, st := range red {
		switch {
		case !p.has(st):
			rest = append(rest, st)
		case st.count != nil:
			rooms[st.r] = f.room(p, st)
		}
	}
	f.sync()
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "guarded", func() {
		f := combining{f.asOne()}
		f.combineShared(rest, region.ScopeDevice)
		for _, st := range p.sts {
			f.storeSingle(p, st, rooms[st.r])
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
func (f combining) storeSingle(p *pass, st redState, room ir.Value) {
	n := ir.Num(ir.I64, st.r.Type.Size())
	to := room
	if st.count == nil {
		to = p.at(f.gpuFn, st, f.record(p, f.blockID()))
	} else {
		n = f.Bin("mul", *st.count, n, "bytes")
	}
	f.copyBytes("memcpy", f.toGeneric(to), st.priv, n, st.r.Type.Align(), false)
}

// lockTeam has all threads of a group execute gen while no other team does.
func (f combining) lockTeam(cr threadGroup, gen func()) {
	lock := f.lockWord("__ompcc_lock")
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "lock", func() {
		try, got := f.NewBlock("lock.try"), f.NewBlock("lock.got")
		f.Place(try)
		r := f.Exchange(lock, ir.Num(ir.I32, 0), ir.Num(ir.I32, 1), f.m.relaxedWord(region.ScopeDevice), orders[region.Relaxed], false, "cas")
		f.CondBr(f.Extract(r, 1, ir.I1, "mine"), got, try)
		f.Place(got)
		f.fence(region.AcqRel, region.ScopeDevice)
	})
	cr.sync()
	gen()
	cr.sync()
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "unlock", func() {
		f.fence(region.AcqRel, region.ScopeDevice)
		f.StoreAs(ir.Num(ir.I32, 0), lock, f.m.relaxedWord(region.ScopeDevice))
	})
}
