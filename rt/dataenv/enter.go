package dataenv

import (
	"ompcc/rt/device"
)

// Enter performs map clauses on entry to a region (OpenMP 5.2 §5.8.3): it creates
// absent storage, increments counts, moves data to new storage or for the always
// modifier, and attaches pointers. The caller must end the Op by Exit or Done.
func (env *Env) Enter(c *Construct, items []Item, args []Arg) (*Op, error) {
	env.table.mu.Lock()
	o := env.take(c, items, args)
	err := env.resolve(o)
	env.table.mu.Unlock()
	if err == nil && env.log != nil {
		env.logFound(o)
	}
	if err == nil && (o.made.n > 0 || o.waits || o.motion || o.attach) {
		err = env.build(o)
	}
	if err != nil {
		env.abandon(o)
		return nil, err
	}
	return o, nil
}

// EnterPresent is Enter for a construct whose items are all present on the device. The
// construct must move and attach nothing, and no other op may be building its entries.
// For other constructs, and on errors, EnterPresent returns nil and changes nothing.
func (env *Env) EnterPresent(c *Construct, items []Item, args []Arg) *Op {
	for i := range items {
		if items[i].Kind == itemAttach || items[i].Flags&flagAlways != 0 {
			return nil
		}
	}
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	o := env.take(c, items, args)
	if err := env.resolve(o); err == nil {
		if o.made.n == 0 && !o.waits {
			return o
		}
		env.undo(o, len(items))
	}
	env.give(o)
	return nil
}

// Done ends an op that has no exit of its own (enter data).
func (env *Env) Done(o *Op) { env.done(o) }

// resolve finds or creates the entry of each item. On an error, it has no effect for
// any item. The caller holds the lock.
func (env *Env) resolve(o *Op) error {
	for {
		switch out := env.tryResolve(o); out {
		case fine:
			return nil
		case blocked:
			env.wait(o.blocker.entry())
		case full:
			env.table.reserve(len(o.items))
		default:
			return env.refusal(o, out)
		}
	}
}

// tryResolve is resolve that neither waits nor grows the table: if resolve must, it has no effect
// and returns blocked or full.
func (env *Env) tryResolve(o *Op) outcome {
	env.table.seq++
	o.seq = env.table.seq
	for i := range o.items {
		o.res[i] = resolved{}
		switch o.items[i].Kind {
		case itemMap:
			if out := env.resolveMap(o, i); out != fine {
				o.at = i
				env.undo(o, i)
				return out
			}
		case itemAttach:
			o.attach = true
		}
	}
	if o.attach {
		env.resolveAttach(o)
	}
	return fine
}

// resolveMap finds or creates the entry of item i.
func (env *Env) resolveMap(o *Op, i int) outcome {
	it, a, r := &o.items[i], &o.args[i], &o.res[i]
	if a.Size == 0 {
		return env.resolveEmpty(o, i)
	}
	e := env.table.overlapping(a.Begin, a.Size)
	whole := e == nil || e.covers(a.Begin, a.Size)
	mine := false
	switch {
	case e == nil && it.Flags&flagIfPresent != 0:
		return fine
	case e == nil:
		if out := env.mayCreate(it, a); out != fine {
			return out
		}
		e = env.create(o, i)
		r.counted, mine = true, true
	case e.state == closing:
		o.blocker = e.ref()
		return blocked
	case !whole && it.Flags&flagImplicit == 0:
		o.blocker = e.ref()
		return isPartial
	case it.Flags&flagSelf != 0 && uintptr(e.addr(a.Begin)) != a.Begin && !e.is(self):
		return isNotSelf
	default:
		mine = o.creates(e)
		if mine && it.Flags&flagPresent != 0 {
			return isAbsent
		}
		o.waits = o.waits || e.state == building && !mine
		if it.Flags&flagMember == 0 {
			o.count(i, e)
		}
	}
	r.e = e.ref()
	if it.Flags&(flagHold|flagMember) == flagHold && e.refs != Infinite && !o.holds(i, e) {
		e.addHold()
		r.held = true
	}
	// If an implicitly mapped structure is only partly present, only the members that
	// are present have corresponding storage, and nothing moves (OpenMP 6.0 §7.9.6).
	r.move = whole && it.Flags&flagTo != 0 && it.Flags&flagSpan == 0 && (it.Flags&flagAlways != 0 || mine)
	o.motion = o.motion || r.move
	return fine
}

// mayCreate returns fine if the runtime may create storage for an absent item.
func (env *Env) mayCreate(it *Item, a *Arg) outcome {
	switch {
	case it.Flags&flagPresent != 0:
		return isAbsent
	case it.Flags&flagSelf != 0 && !env.inf.SharesHost:
		return isNotSelf
	case a.Begin < nullPage && !env.selfMaps:
		return isNull
	case !env.table.room():
		return full
	}
	return fine
}

// create inserts a new entry for item i into the table.
func (env *Env) create(o *Op, i int) *Entry {
	it, a := &o.items[i], &o.args[i]
	e := env.table.insert(a.Begin, a.Size)
	e.state, e.op, e.refs = building, o.seq, 1
	e.name, e.site = it.name, address(o.c)
	if env.selfMaps || it.Flags&flagSelf != 0 {
		e.traits |= self
	} else if it.misplaced(a) {
		e.traits |= padded
	} else if env.itemwise && it.Flags&(flagSpan|flagPart) != 0 {
		e.traits |= padded | narrow
		e.shift = narrowPad(a)
	} else if it.Flags&flagSpan != 0 {
		e.traits |= padded
	}
	o.made.add(e)
	return e
}

// creates reports whether o created e, and e is not ready yet. Until then, no other op changes e.op.
func (o *Op) creates(e *Entry) bool { return e.state == building && e.op == o.seq }

// count increments e's count for item i, unless an earlier item of the construct has done so.
func (o *Op) count(i int, e *Entry) {
	if e.refs != Infinite && (e.state == ready && e.op != o.seq || !o.counts(i, e)) {
		e.refs++
		o.res[i].counted = true
	}
	if e.state == ready {
		e.op = o.seq
	}
}

// resolveEmpty is resolveMap of a zero-length section. Such a section maps nothing where nothing is mapped. In mapped
// storage it counts for all of that storage (OpenMP 5.2 §5.8.3): it is "as if the list item is an assumed-size array
// that is instead mapped with the storage map-type" (6.0 §7.9.6). The bounds of such an array are those of the matched
// candidate, and without one "no further actions that are described in this section are performed". A section that
// only represents a base pointer does not count, because no program can observe it (5.2 §5.8.6).
func (env *Env) resolveEmpty(o *Op, i int) outcome {
	it, r := &o.items[i], &o.res[i]
	e := env.table.containing(o.args[i].Begin)
	switch {
	case e == nil && it.Flags&flagPresent != 0:
		return isAbsent
	case e == nil:
		return fine
	case !it.countsEmpty():
		r.e, o.waits = e.ref(), o.waits || e.state == building
		return fine
	case e.state == closing:
		o.blocker = e.ref()
		return blocked
	}
	o.waits = o.waits || e.state == building && !o.creates(e)
	o.count(i, e)
	r.e = e.ref()
	return fine
}

// countsEmpty reports whether a zero-length section changes counts.
func (it *Item) countsEmpty() bool { return it.Flags&(flagImplicit|flagIfPresent|flagMember) == 0 }

// counts reports whether an item before i in the same mapped storage has already changed e's
// count: a construct changes it at most once (OpenMP 5.2 §5.8.3).
func (o *Op) counts(i int, e *Entry) bool {
	for j := range i {
		if o.res[j].counted && o.res[j].e == e.ref() {
			return true
		}
	}
	return false
}

// holds reports whether an item before i already holds e for the construct.
func (o *Op) holds(i int, e *Entry) bool {
	for j := range i {
		if o.res[j].held && o.res[j].e == e.ref() {
			return true
		}
	}
	return false
}

// takeBack reverts an item's changes of counts and holds.
func (r *resolved) takeBack() {
	if r.counted {
		r.e.entry().refs--
	}
	if r.held {
		r.e.entry().dropHold()
	}
}

// undo reverts what resolve did for the items before i. No other op has seen the
// changes, because the caller has held the lock since.
func (env *Env) undo(o *Op, i int) {
	for j := range i {
		o.res[j].takeBack()
	}
	for _, e := range o.made.all() {
		env.table.remove(e.entry(), false)
	}
	o.made.reset()
	clear(o.res)
	o.waits, o.motion, o.attach = false, false, false
}

// build allocates and fills the entries that o created. It then waits for entries
// that other ops are building, moves data for the always modifier, and attaches
// pointers.
func (env *Env) build(o *Op) error {
	if env.itemwise && !o.waits {
		return env.buildItemwise(o)
	}
	if o.made.n > 0 {
		if err := env.fill(o); err != nil {
			return err
		}
	}
	if o.waits {
		if err := env.waitReady(o); err != nil {
			return err
		}
	}
	if o.motion {
		for i := range o.items {
			if r := &o.res[i]; r.move {
				if err := env.moveTo(o, i); err != nil {
					return err
				}
			}
		}
	}
	if o.attach {
		return env.attachAll(o)
	}
	return nil
}

// allocate allocates e's storage, with the alignment that the types of o's items in it need.
func (env *Env) allocate(o *Op, e *Entry) error {
	if !e.is(padded) {
		o.steps.alloc(e)
		return nil
	}
	if err := env.run(o); err != nil {
		return err
	}
	align := uintptr(blockAlign)
	for i := range o.res {
		if o.res[i].e == e.ref() {
			align = max(align, o.items[i].align())
		}
	}
	if e.is(narrow) && align == blockAlign {
		return env.allocateNarrow(o, e)
	}
	e.traits &^= narrow
	env.announce(device.Host(e.host))
	e.shift = 0
	d, err := env.dev.Alloc(max(e.size+e.pad()+align-blockAlign, blockAlign))
	if err != nil {
		return env.allocError(o, e, err)
	}
	e.place(d, align)
	e.dev = d + device.Addr(e.pad())
	if env.log != nil {
		env.log.Alloc(env.Num, e)
	}
	return nil
}

// initialise adds the steps that copy o's data to the new entries.
func (o *Op) initialise() {
	for i := range o.items {
		if r := &o.res[i]; r.move && o.items[i].Flags&flagAlways == 0 {
			r.move = false
			if own := r.e.entry(); own.own() {
				o.steps.move(device.StepTo, own, i, o.args[i].Begin, o.args[i].Size)
			}
		}
	}
}

// fill allocates and initialises the entries that o created.
func (env *Env) fill(o *Op) error {
	for _, r := range o.made.all() {
		e := r.entry()
		if !e.own() {
			e.dev = device.Addr(e.host)
			continue
		}
		if err := env.allocate(o, e); err != nil {
			return err
		}
	}
	if o.motion {
		o.initialise()
	}
	if err := env.run(o); err != nil {
		return err
	}
	return env.publish(o)
}

// publish lets other ops use the entries that o created, and sets the device's references to link variables.
func (env *Env) publish(o *Op) error {
	env.table.mu.Lock()
	linked := len(env.links) > 0
	o.made.open()
	env.broadcast()
	env.table.mu.Unlock()
	if linked {
		return env.setLinks(o)
	}
	return nil
}

// setLinks sets the device's references to the link variables that o mapped, as a whole or in part.
func (env *Env) setLinks(o *Op) error {
	env.table.mu.Lock()
	links := env.links
	env.table.mu.Unlock()
	for _, r := range o.made.all() {
		e := r.entry()
		for i := range links {
			l, dev := &links[i], env.own
			if !e.overlaps(l.host, l.size) {
				continue
			}
			if env.itemwise { // LLVM's runtime tells of it
				if dev = env.dev; !env.changes(l, e.addr(l.host)) {
					continue
				}
			}
			if err := store(dev, o, l.ref, e.addr(l.host)); err != nil {
				return env.failure(o.c, "cannot set the device's reference to "+itemName(e), err)
			}
		}
	}
	return nil
}

// waitReady waits for entries that other ops are building.
func (env *Env) waitReady(o *Op) error {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	for i := range o.res {
		for _, r := range [2]ref{o.res[i].e, o.res[i].ptr} {
			if r == 0 {
				continue
			}
			e := r.entry()
			env.wait(e)
			if e.state == failed {
				return env.text(o.c, &o.items[i], "could not be mapped: another thread's attempt failed")
			}
		}
	}
	return nil
}

// abandon ends an op that failed. It frees the entries that the op created, marks them
// as failed for waiting ops, and restores the counts. The host's data are unchanged.
func (env *Env) abandon(o *Op) {
	env.table.mu.Lock()
	for i := range o.res {
		o.res[i].takeBack()
	}
	var dead []device.Step
	for _, r := range o.made.all() {
		e := r.entry()
		if e.dev != 0 && e.own() {
			dead = append(dead, e.deletion())
		}
		e.state = failed
		env.table.remove(e, true)
	}
	env.broadcast()
	env.table.mu.Unlock()
	_ = env.giveBack(dead) // Enter returns the first error
	for _, d := range o.copies {
		_ = env.dev.Free(d)
	}
	env.done(o)
}
