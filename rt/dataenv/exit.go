package dataenv

import "ompcc/rt/device"

// Exit does what a map clause does on exit from a region (OpenMP 5.2 §5.8.3):
// counts go down by one, or to 0 for delete; data moves back when the count
// came to 0 or always; storage whose count is 0 is removed.
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
	if err != nil || !o.motion && len(o.gone.list) == 0 {
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
	if err == nil && len(o.gone.list) > 0 {
		err = env.remove(o)
	} else if err == nil {
		err = env.run(o)
	}
	env.done(o)
	return err
}

// release changes the counts and decides what moves. Called with the lock held.
func (env *Env) release(o *Op) error {
	for i := range o.items {
		if o.items[i].Kind != itemMap {
			o.res[i] = resolved{}
			o.attach = o.attach || o.items[i].Kind == itemAttach
			continue
		}
		if err := env.find(o, i); err != nil {
			return err
		}
	}
	env.table.seq++
	o.seq = env.table.seq
	for i := range o.items {
		if r := &o.res[i]; r.e != nil && o.items[i].Flags&(flagHold|flagMember) == flagHold && r.e.refs != Infinite && !o.holds(i, r.e) {
			r.e.dropHold()
			r.held = true
		}
	}
	for i := range o.items {
		if o.res[i].e != nil {
			env.count(o, i)
		}
	}
	if o.attach && len(o.gone.list) > 0 {
		env.resolveDetach(o)
	}
	for i := range o.items {
		it, r := &o.items[i], &o.res[i]
		if r.e == nil || o.args[i].Size == 0 || it.Flags&flagFrom == 0 || it.Flags&flagSpan != 0 ||
			!r.e.covers(o.args[i].Begin, o.args[i].Size) {
			continue
		}
		r.move = it.Flags&flagAlways != 0 || r.e.state == closing && (r.counted || o.gone.has(r.e))
		o.motion = o.motion || r.move
	}
	return nil
}

// find sets o.res[i].e to the ready entry of item i, nil if it is absent.
func (env *Env) find(o *Op, i int) error {
	it, a, r := &o.items[i], &o.args[i], &o.res[i]
	ignored := a.Size == 0 && (!it.countsEmpty() || o.entered && !r.counted)
	*r = resolved{}
	if ignored {
		return nil
	}
	for {
		e := env.table.overlapping(a.Begin, max(a.Size, 1))
		if e == nil {
			if it.Flags&flagPresent != 0 {
				return env.absent(o, i)
			}
			return nil
		}
		if e.state == building || e.state == closing {
			env.wait(e)
			continue
		}
		if !e.covers(a.Begin, a.Size) && it.Flags&flagImplicit == 0 {
			return env.partial(o, i, e)
		}
		r.e = e
		return nil
	}
}

// count takes item i's part off its entry's count: one for all items of the construct that lie in it, or all
// that no other construct holds for delete (OpenMP 5.2 §5.8.3).
func (env *Env) count(o *Op, i int) {
	it, r := &o.items[i], &o.res[i]
	e := r.e
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

// nth is the i-th of n items or entries to leave: a tool of LLVM's expects the last one first.
func (env *Env) nth(i, n int) int {
	if env.itemwise {
		return n - 1 - i
	}
	return i
}

func (env *Env) moveBack(o *Op) error {
	for k := range o.items {
		i := env.nth(k, len(o.items))
		e, a := o.res[i].e, &o.args[i]
		if !o.res[i].move {
			continue
		}
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
		for _, e := range o.gone.list {
			if lerr := env.resetLinks(o, e); lerr != nil && err == nil {
				err = lerr
			}
		}
	}
	for k := range o.gone.list {
		e := o.gone.list[env.nth(k, len(o.gone.list))]
		if !e.own() {
			continue
		}
		o.steps.add(device.StepFree, e.host, uintptr(e.block()), 0, stepOf{e: e})
	}
	if rerr := env.run(o); err == nil {
		err = rerr
	}
	env.table.mu.Lock()
	for _, e := range o.gone.list {
		if e.is(attached) {
			delete(env.attached, e.id)
		}
		env.table.remove(e, false)
	}
	env.broadcast()
	env.table.mu.Unlock()
	return err
}
