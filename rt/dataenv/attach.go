package dataenv

import "ompcc/rt/device"

// attachment is an attached pointer: at offset in its entry's storage, with
// the device address that it was given. It ends when what it points to is
// removed, or with its own storage.
type attachment struct {
	offset uintptr
	value  device.Addr
	turn   int // its place among the entry's attachments in the order in which they were made
}

// resolveAttach finds the two sides of each ItemAttach, once all maps of the
// construct have their entries. Called with the lock held.
//
// OpenMP 5.2 §5.8.3: a pointer is attached when the pointer or what it points
// to is created by this construct, whatever the order of the clauses.
func (env *Env) resolveAttach(o *Op) {
	for i := range o.items {
		it, a, r := &o.items[i], &o.args[i], &o.res[i]
		if it.Kind != itemAttach {
			continue
		}
		p := env.table.containing(a.Base)
		if p == nil || !p.covers(a.Base, ptrSize) || !p.own() {
			continue // the pointer is the host's: it stays as it is
		}
		e := env.table.containing(a.Begin)
		if e == nil {
			continue
		}
		if it.Flags&flagAlways == 0 && !env.attachAlways && !o.creates(p) && !o.creates(e) {
			continue
		}
		r.e, r.ptr, r.move = e.ref(), p.ref(), false
		o.waits = o.waits || e.state == building && !o.creates(e) || p.state == building && !o.creates(p)
	}
}

// attachAll gives the device's pointers their values.
func (env *Env) attachAll(o *Op) error {
	for k := range o.items {
		i := k
		if env.itemwise {
			i = o.turn(k)
		}
		if o.items[i].Kind != itemAttach || o.res[i].e == 0 {
			continue
		}
		if err := env.attachItem(o, i); err != nil {
			return err
		}
	}
	return nil
}

func (env *Env) attachItem(o *Op, i int) error {
	r := &o.res[i]
	p, base := r.ptr.entry(), o.args[i].Base
	host := *(*uintptr)(device.Pointer(base))
	value := r.e.entry().addr(host)
	env.table.mu.Lock()
	env.recordAttachment(p, base-p.host, value)
	env.table.mu.Unlock()
	if env.log != nil {
		env.log.Attach(env.Num, o.c, &o.items[i], base, value)
	}
	if err := store(env.dev, o, p.addr(base), value); err != nil {
		return env.itemFailure(o.c, &o.items[i], "cannot be attached", err)
	}
	r.e, r.ptr = 0, 0
	return nil
}

func (env *Env) recordAttachment(e *Entry, offset uintptr, value device.Addr) {
	list := env.attached[e.id]
	if list == nil || !e.is(attached) { // those of an earlier entry are no more
		list = &pointers{}
		env.attached[e.id] = list
	}
	list.set(offset, value)
	e.traits |= attached
}

// resolveDetach finds the pointers that the op's items attached to storage that
// the op is about to remove. Called with the lock held.
func (env *Env) resolveDetach(o *Op) {
	for i := range o.items {
		if o.items[i].Kind != itemAttach {
			continue
		}
		a := &o.args[i]
		p, e := env.table.containing(a.Base), env.table.containing(a.Begin)
		if p == nil || e == nil || !p.is(attached) || p.state != ready || e.state != closing {
			continue
		}
		if list := env.attached[p.id]; list != nil &&
			list.drop(a.Base-p.host, e.addr(*(*uintptr)(device.Pointer(a.Base)))) {
			o.res[i].ptr = p.ref()
		}
	}
}

// detachAll gives detached pointers the host's value again, so that a copy of
// their storage back to the host does not hand out a dead device address.
func (env *Env) detachAll(o *Op) error {
	for i := range o.items {
		r := &o.res[i]
		if o.items[i].Kind != itemAttach || r.ptr == 0 {
			continue
		}
		base := o.args[i].Base
		host := *(*uintptr)(device.Pointer(base))
		if err := store(env.own, o, r.ptr.entry().addr(base), device.Addr(host)); err != nil {
			return env.itemFailure(o.c, &o.items[i], "cannot be detached", err)
		}
		r.ptr = 0
	}
	return nil
}

// attachments returns those that touch [begin, begin+size).
func (env *Env) attachments(e *Entry, begin, size uintptr) []attachment {
	if !e.is(attached) {
		return nil
	}
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	list := env.attached[e.id]
	if list == nil {
		return nil
	}
	from := begin - e.host // a pointer may begin before the range
	return list.within(from-min(from, ptrSize-1), from+size)
}

// Attached returns the device value of the pointer at host address p, if it is
// an attached pointer.
func (env *Env) Attached(p uintptr) (device.Addr, bool) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	e := env.table.containing(p)
	if e == nil {
		return 0, false
	}
	list := env.attached[e.id]
	if list == nil {
		return 0, false
	}
	return list.get(p - e.host)
}
