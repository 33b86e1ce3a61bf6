package dataenv

import "ompcc/rt/device"

// Exit does what a map clause does on exit from a region (OpenMP 5.2 §5.8.3). It decrements the counts, or sets
// them to 0 for delete. It copies data back when the count came to 0 or always, and removes storage whose count is
// 0.
func (env *Env) Exit(c *Construct, items []Item, args []Arg) error {
	env.table.mu.Lock()
	return env.leave(env.take(c, items, args))
}

// Leave is Exit for an op that Enter returned, and frees its private copies.
func (env *Env) Leave(o *Op) error {
	if env.itemwise {
		return env.leaveItemwise(o)
	}
	if err := env.freeCopies(o.c, o.copies); err != nil {
		return err
	}
	o.copies = o.copies[:0]
	return env.leaveEntries(o)
}

func (env *Env) leaveEntries(o *Op) error {
	o.made.reset()
	o.motion = false
	o.entered = true
	env.table.mu.Lock()
	return env.leave(o)
}

func (env *Env) freeCopies(c *Construct, copies []device.Addr) error {
	for _, d := range copies {
		if err := env.dev.Free(d); err != nil {
			return env.failure(c, "cannot free a private copy", err)
		}
	}
	return nil
}

// leave is called with the lock held and gives it up.
func (env *Env) leave(o *Op) error {
	err := env.release(o)
	if err != nil || !o.motion && o.gone.n == 0 {
		env.give(o)
		env.table.mu.Unlock()
		return err
	}
	env.table.mu.Unlock()
	// Detached pointers are as the host's before anything moves back.
	if o.attach {
		err = env.detachAll(o)
	}
	if err == nil && o.motion {
		err = env.moveBack(o)
	}
	if err == nil && o.gone.n > 0 {
		err = env.remove(o)
	} else if err == nil {
		err = env.run(o)
	}
	env.done(o)
	return err
}

// release changes the counts and decides what moves. Called with the lock held.
func (env *Env) release(o *Op) error {
	if err := env.findItems(o); err != nil {
		return err
	}
	env.releaseAll(o)
	if o.attach && o.gone.n > 0 {
		env.resolveDetach(o)
	}
	return nil
}

// findItems sets o.res to the ready entries of the items. Called with the lock held.
func (env *Env) findItems(o *Op) error {
	for {
		switch out := env.tryFind(o); out {
		case fine:
			return nil
		case blocked:
			env.wait(o.blocker.entry())
		default:
			return env.refusal(o, out)
		}
	}
}

// tryFind is findItems where no entry is another op's.
func (env *Env) tryFind(o *Op) outcome {
	o.flags = 0
	for i := range o.items {
		if o.items[i].Kind != itemMap {
			o.res[i] = resolved{}
			o.attach = o.attach || o.items[i].Kind == itemAttach
			continue
		}
		o.flags |= o.items[i].Flags
		if out := env.find(o, i); out != fine {
			o.at = i
			return out
		}
	}
	return fine
}

// releaseAll is release for an op whose items are found.
func (env *Env) releaseAll(o *Op) {
	env.table.seq++
	o.seq = env.table.seq
	if o.flags&flagHold != 0 {
		o.dropHolds()
	}
	for i := range o.items {
		if o.res[i].e != 0 {
			env.count(o, i)
		}
	}
	if !env.itemwise && o.flags&flagFrom == 0 || o.gone.n == 0 && o.flags&flagAlways == 0 {
		return
	}
	for i := range o.items {
		it, r := &o.items[i], &o.res[i]
		if r.e == 0 || o.args[i].Size == 0 || it.Flags&flagSpan != 0 || !env.returns(it) {
			continue
		}
		e := r.e.entry()
		r.move = (it.Flags&flagAlways != 0 || e.state == closing) && e.covers(o.args[i].Begin, o.args[i].Size)
		o.motion = o.motion || r.move
	}
}

// returns reports whether it has motion to the host: LLVM's runtime copies base pointers, too.
func (env *Env) returns(it *Item) bool {
	return it.Flags&flagFrom != 0 || env.itemwise && it.Flags&(flagPointer|flagMapped) == flagPointer
}

// dropHolds takes the op's own off the holds of its entries.
func (o *Op) dropHolds() {
	for i := range o.items {
		r := &o.res[i]
		if r.e == 0 || o.items[i].Flags&(flagHold|flagMember) != flagHold {
			continue
		}
		if e := r.e.entry(); e.refs != Infinite && !o.holds(i, e) {
			e.dropHold()
			r.held = true
		}
	}
}

// find sets o.res[i].e to the ready entry of item i, 0 if it is absent. What Enter counted of a zero-length section
// stays in o.res[i].counted: there may have to be another attempt.
func (env *Env) find(o *Op, i int) outcome {
	it, a, r := &o.items[i], &o.args[i], &o.res[i]
	empty := a.Size == 0
	ignored := empty && (!it.countsEmpty() || o.entered && !r.counted)
	*r = resolved{counted: empty && !ignored}
	if ignored {
		return fine
	}
	e := env.table.overlapping(a.Begin, max(a.Size, 1))
	switch {
	case e == nil && it.Flags&flagPresent != 0:
		return isAbsent
	case e == nil:
		return fine
	}
	o.blocker = e.ref()
	switch {
	case e.state == building || e.state == closing:
		return blocked
	case !e.covers(a.Begin, a.Size) && it.Flags&flagImplicit == 0:
		return isPartial
	}
	r.e = e.ref()
	return fine
}

// count takes item i's part off its entry's count: one for all items of the construct that lie in it, or all
// that no other construct holds for delete (OpenMP 5.2 §5.8.3).
func (env *Env) count(o *Op, i int) {
	it, r := &o.items[i], &o.res[i]
	e := r.e.entry()
	r.counted = false
	if it.Flags&flagMember != 0 || e.refs == Infinite || e.state == closing {
		return
	}
	if e.op != o.seq || !o.counts(i, e) {
		e.op = o.seq
		r.counted = true
		if e.refs > int32(e.hold) { // else this ends what was deleted, or never begun
			e.refs--
		}
	}
	if it.Flags&flagDelete != 0 {
		e.refs = int32(e.hold)
	}
	if e.refs <= 0 {
		e.refs = 0
		e.state = closing
		o.gone.add(e)
	}
}

// nth is the i-th item of o to leave: a tool of LLVM's expects the last one first.
func (env *Env) nth(o *Op, i int) int {
	if env.itemwise {
		return o.turn(len(o.items) - 1 - i)
	}
	return i
}

func (env *Env) moveBack(o *Op) error {
	for k := range o.items {
		i := env.nth(o, k)
		if !o.res[i].move {
			continue
		}
		e, a := o.res[i].e.entry(), &o.args[i]
		if e.stepwise() {
			o.steps.move(device.StepFrom, e, i, a.Begin, a.Size)
			continue
		}
		if err := env.run(o); err != nil {
			return err
		}
		if err := env.moveFrom(o, i); err != nil {
			return err
		}
	}
	return nil
}

// remove frees the storage of the entries whose count this op took to 0.
func (env *Env) remove(o *Op) error {
	var err error
	if env.hostLinks {
		if err = env.run(o); err != nil { // what moves back comes first
			return err
		}
		for _, e := range o.gone.all() {
			if lerr := env.resetLinks(o, e.entry()); lerr != nil && err == nil {
				err = lerr
			}
		}
	}
	env.free(o)
	if rerr := env.run(o); err == nil {
		err = rerr
	}
	env.closeAll(o)
	return err
}

// closeAll takes the entries that o removes out of the table, with their attachments.
func (env *Env) closeAll(o *Op) {
	env.table.mu.Lock()
	for _, r := range o.gone.all() {
		if e := r.entry(); e.is(attached) {
			delete(env.attached, e.id)
		}
	}
	env.close(&o.gone)
	env.broadcast()
	env.table.mu.Unlock()
}

// free adds the deletions of the storage of the entries that o removes.
func (env *Env) free(o *Op) {
	if env.itemwise {
		o.freeInTurn()
		return
	}
	for _, r := range o.gone.all() {
		o.freeEntry(r.entry())
	}
}

func (o *Op) freeEntry(e *Entry) {
	if e.own() {
		o.steps.add(device.StepFree, e.host, uintptr(e.block()), e.size, stepOf{e: e.ref()})
	}
}

// close takes entries whose count is 0 out of the table. Called with the lock held.
func (env *Env) close(gone *entries) {
	for _, e := range gone.all() {
		env.table.remove(e.entry(), false)
	}
}
