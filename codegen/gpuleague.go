package codegen

import "ompcc/lower/region"

// ScratchSuffix is added to a kernel's name for a variable of its image whose
// size is the number of bytes that the kernel wants of scratch memory for each
// team. Such a kernel has one parameter more than its region: the address of
// scratchHeader bytes that were zero when they were allocated, and that many
// bytes for each team behind them, for this launch alone while it lasts.
const ScratchSuffix = "__scratch"

// scratchHeader holds a counter of four bytes for each pass.
const scratchHeader = 64

// pass is a reduction across the teams of a league without atomic updates of
// the originals. Each team leaves its results in its record of the scratch
// memory and takes a ticket; the team with the last ticket combines all records
// in the order of the teams' numbers. So the result is the same for the same
// grid, whatever the order in which teams run, and a combiner of the user's
// runs without a lock.
type pass struct {
	sts    []redState
	offs   map[*region.Reduction]int64
	size   int64 // of a record
	number int   // of the counter
	before int64 // bytes of the records of former passes, for each team
	last   val   // shared cell: this team is the last one
}

// scratchUse is what the passes of a kernel take.
type scratchUse struct {
	param  val
	bytes  int64 // for each team
	passes int
}

const (
	maxPasses = scratchHeader / 4
	// maxRecord bounds the arrays that are part of a record.
	maxRecord = 4096
)

// newPass chooses the reductions that go through a pass, nil if none does.
// Structures do so where it is possible; with -fopenmp-deterministic-reductions
// all whose result depends on the order do.
func (f *fn) newPass(red []redState, levels region.Level, inLine bool) *pass {
	if levels&region.LevelDistribute == 0 {
		return nil
	}
	p := &pass{offs: map[*region.Reduction]int64{}}
	possible := inLine && f.ctx.kernel != nil && f.scratch.passes < maxPasses
	for _, st := range red {
		must := f.m.opts.Deterministic && (isFloat(st.r.Type) || !byValue(st.r))
		if must && !possible {
			f.errorf("deterministic-reduction", "the reduction of '%s' across teams cannot be deterministic here: the construct is in a branch, loop or function of the target region, where a team may execute it more than once or not at all; put it at the outermost level, or leave -fopenmp-deterministic-reductions out", st.r.Name)
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
	p.last = f.sharedCell(f.f.Name()+".last", tI32, 4)
	return p
}

func (p *pass) has(st redState) bool {
	_, ok := p.offs[st.r]
	return ok
}

// scratchMemory is the kernel's parameter for it.
func (f *fn) scratchMemory() val {
	if f.scratch.param.id == "" {
		f.scratch.param = f.addParam("scratch", f.m.t.GlobalSpace, "noalias")
	}
	return f.scratch.param
}

// declareScratch tells the runtime what the kernel's passes take.
func (f *fn) declareScratch(k *region.Kernel) {
	if f.scratch.bytes > 0 {
		f.m.declareNeed(k.Name+ScratchSuffix, f.scratch.bytes)
	}
}

// record is the address of a team's record.
func (f *fn) record(p *pass, team val) val {
	at := f.bin("mul", f.resize(team, tI64, false), num(tI64, p.size), "record")
	if p.before > 0 {
		former := f.bin("mul", f.resize(f.gridDim(), tI64, false), num(tI64, p.before), "former")
		at = f.bin("add", at, former, "record")
	}
	return f.gep(tI8, f.offset(f.scratchMemory(), scratchHeader, "records"), at, "record")
}

// at is the place of st's result in a record.
func (p *pass) at(f *fn, st redState, record val) val {
	return f.offset(record, p.offs[st.r], "partial")
}

// onHeap reports whether the record has only the address of st's elements.
func (p *pass) onHeap(st redState) bool {
	n, fixed := constCount(st.r)
	return st.count != nil && !(fixed && n*st.r.Type.Size() <= maxRecord)
}

// room is where this team leaves the elements of an array.
func (f *fn) room(p *pass, st redState) val {
	at := p.at(f, st, f.record(p, f.blockID()))
	if !p.onHeap(st) {
		return at
	}
	cell := f.sharedCell(f.f.Name()+".room", tPtr, 8)
	f.guard(false, func() {
		block := f.heapBlock(f.bin("mul", *st.count, num(tI64, st.r.Type.Size()), "bytes"))
		f.store(block, cell, 8)
		f.store(block, at, 8)
	})
	return f.load(tPtr, cell, 8, "room")
}

// heapBlock allocates n bytes; without memory the kernel stops.
func (f *fn) heapBlock(n val) val {
	p := f.call(tPtr, "malloc", "", n)
	none, some := f.newBlock("no.memory"), f.newBlock("memory")
	f.condBr(f.icmp("eq", p, val{tPtr, "null"}, "failed"), none, some)
	f.place(none)
	f.call(tVoid, "llvm.trap", "noreturn nounwind")
	f.unreachable()
	f.place(some)
	return p
}

// arrive takes the team's ticket, by its first thread, when its record is complete.
func (f *fn) arrive(p *pass) {
	f.fence(region.AcqRel, region.ScopeDevice)
	ticket := f.def(tI32, "ticket", "atomicrmw add %s, i32 1 %smonotonic, align 4", f.counter(p), f.m.scopeText(region.ScopeDevice))
	last := f.icmp("eq", ticket, f.bin("sub", f.gridDim(), num(tI32, 1), "end"), "last")
	f.store(f.cast("zext", last, tI32, "last"), p.last, 4)
	f.fence(region.AcqRel, region.ScopeDevice)
}

func (f *fn) counter(p *pass) val { return f.offset(f.scratchMemory(), int64(4*p.number), "counter") }

// lastTeam has the team that came last combine all records.
func (f *fn) lastTeam(cr threadGroup, p *pass) {
	cr.sync()
	f.ifThen(f.icmp("ne", f.load(tI32, p.last, 4, "last"), num(tI32, 0), "last"), "last.team", func() {
		f.fence(region.AcqRel, region.ScopeDevice)
		tid, n, teams := f.resize(f.tid(), tI64, false), f.resize(cr.n, tI64, false), f.resize(f.gridDim(), tI64, false)
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
			f.loop("team", tid, teams, n, func(t val) {
				record := f.record(p, t)
				for _, st := range one {
					f.combineInto(st.r, st.priv, f.toGeneric(p.at(f, st, record)))
				}
			})
		}
		f.tree(cr, one, func(parts []part) {
			f.deliver(parts, 0, nil)
			f.store(num(tI32, 0), f.counter(p), 4) // for the next launch
		})
	})
}

// acrossTeams combines what the teams have for each element of an array.
func (f *fn) acrossTeams(cr threadGroup, p *pass, st redState, teams val) {
	t := st.r.Type
	tid, n := f.resize(f.tid(), tI64, false), f.resize(cr.n, tI64, false)
	from := func(team, i val) val {
		at := p.at(f, st, f.record(p, team))
		if p.onHeap(st) {
			at = f.load(tPtr, at, 8, "room")
		}
		return f.toGeneric(f.gep(memType(t), at, i, "partial"))
	}
	acc := f.alloca(memType(t), t.Align(), st.r.Name+".acc")
	f.loop("elem", tid, *st.count, n, func(i val) {
		f.copyBytes("memcpy", acc, from(num(tI64, 0), i), num(tI64, t.Size()), t.Align(), false)
		f.loop("team", num(tI64, 1), teams, num(tI64, 1), func(team val) { f.combineInto(st.r, acc, from(team, i)) })
		f.combineInto(st.r, f.gep(memType(t), st.orig, i, "orig"), acc)
	})
	if p.onHeap(st) {
		cr.sync()
		f.loop("team", tid, teams, n, func(team val) {
			f.call(tVoid, "free", "", f.load(tPtr, p.at(f, st, f.record(p, team)), 8, "room"))
		})
	}
}

// teamsReduce combines the copies of the teams' initial threads (OpenMP 5.2
// §5.5.8): there is one of each for a team.
func (g *gpuModel) teamsReduce(f *fn, red []redState, inLine bool) {
	if len(red) == 0 {
		return
	}
	p := f.newPass(red, region.LevelDistribute, inLine)
	if p == nil {
		f.guard(false, func() { f.combineShared(red, region.ScopeDevice) })
		return
	}
	var rest []redState
	rooms := map[*region.Reduction]val{}
	for _, st := range red {
		switch {
		case !p.has(st):
			rest = append(rest, st)
		case st.count != nil:
			rooms[st.r] = f.room(p, st)
		}
	}
	f.sync()
	f.ifThen(f.icmp("eq", f.tid(), num(tI32, 0), "first"), "guarded", func() {
		f.asOne(func() {
			f.combineShared(rest, region.ScopeDevice)
			for _, st := range p.sts {
				f.storeSingle(p, st, rooms[st.r])
			}
			f.arrive(p)
		})
	})
	old := f.ctx.grid
	f.ctx.grid.teamLevel = false
	f.lastTeam(f.threadGroup(), p)
	f.ctx.grid = old
	f.sync()
}

// storeSingle copies the one copy that a team has of st to its record.
func (f *fn) storeSingle(p *pass, st redState, room val) {
	n := num(tI64, st.r.Type.Size())
	to := room
	if st.count == nil {
		to = p.at(f, st, f.record(p, f.blockID()))
	} else {
		n = f.bin("mul", *st.count, n, "bytes")
	}
	f.copyBytes("memcpy", f.toGeneric(to), st.priv, n, st.r.Type.Align(), false)
}

// lockTeam has all threads of a group execute gen while no other team does.
func (f *fn) lockTeam(cr threadGroup, gen func()) {
	lock := f.lockWord("__ompcc_lock")
	scope := f.m.scopeText(region.ScopeDevice)
	f.ifThen(f.icmp("eq", f.tid(), num(tI32, 0), "first"), "lock", func() {
		try, got := f.newBlock("lock.try"), f.newBlock("lock.got")
		f.place(try)
		r := f.def("{ i32, i1 }", "cas", "cmpxchg %s, i32 0, i32 1 %smonotonic monotonic, align 4", lock, scope)
		f.condBr(f.def(tI1, "mine", "extractvalue %s, 1", r), got, try)
		f.place(got)
		f.fence(region.AcqRel, region.ScopeDevice)
	})
	cr.sync()
	gen()
	cr.sync()
	f.ifThen(f.icmp("eq", f.tid(), num(tI32, 0), "first"), "unlock", func() {
		f.fence(region.AcqRel, region.ScopeDevice)
		f.do("store atomic i32 0, %s %smonotonic, align 4", lock, scope)
	})
}
