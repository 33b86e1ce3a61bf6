package dataenv

import (
	"sort"

	"ompcc/rt/device"
)

// attachment is an attached pointer: at offset in its entry's storage, with
// the device address that it was given. count is how many attachments made it
// so; the last detachment makes it an ordinary pointer again.
type attachment struct {
	offset uintptr
	value  device.Addr
	count  int
}

// resolveAttach finds the two sides of each ItemAttach, once all maps of the
// construct have their entries. Called with mu held.
//
// OpenMP 5.2 §5.8.3: a pointer is attached when the pointer or what it points
// to is created by this construct, whatever the order of the clauses.
func (env *Env) resolveAttach(o *Op) {
	for i := range o.items {
		it, a, r := &o.items[i], &o.args[i], &o.res[i]
		if it.Kind != itemAttach {
			continue
		}
		p, e := env.table.containing(a.Base), env.table.containing(a.Begin)
		if p == nil || e == nil || !p.covers(a.Base, ptrSize) {
			continue
		}
		if it.Flags&flagAlways == 0 && !o.created(p) && !o.created(e) {
			continue
		}
		r.e, r.ptr, r.move = e, p, false
		o.waits = o.waits || e.state == building && !o.created(e) || p.state == building && !o.created(p)
	}
}

// attachAll gives the device's pointers their values.
func (env *Env) attachAll(o *Op) error {
	for i := range o.items {
		r := &o.res[i]
		if o.items[i].Kind != itemAttach || r.e == nil {
			continue
		}
		base := o.args[i].Base
		host := *(*uintptr)(device.Pointer(base))
		value := r.e.addr(host)
		env.mu.Lock()
		env.recordAttachment(r.ptr, base-r.ptr.host, value)
		env.mu.Unlock()
		if env.log != nil {
			env.log.Attach(env.Num, o.c, &o.items[i], base, value)
		}
		if err := store(env.dev, o, r.ptr.addr(base), value); err != nil {
			return env.itemFailure(o.c, &o.items[i], "cannot be attached", err)
		}
		r.e, r.ptr = nil, nil
	}
	return nil
}

// recordAttachment keeps the list of an entry sorted by offset.
func (env *Env) recordAttachment(e *Entry, offset uintptr, value device.Addr) {
	list := env.attached[e.id]
	k := sort.Search(len(list), func(k int) bool { return list[k].offset >= offset })
	if k < len(list) && list[k].offset == offset {
		if list[k].value != value {
			list[k].count = 0
		}
		list[k].value = value
		list[k].count++
		return
	}
	list = append(list, attachment{})
	copy(list[k+1:], list[k:])
	list[k] = attachment{offset: offset, value: value, count: 1}
	env.attached[e.id] = list
	e.attached = true
}

// attachments returns those that touch [begin, begin+size).
func (env *Env) attachments(e *Entry, begin, size uintptr) []attachment {
	if !e.attached {
		return nil
	}
	env.mu.Lock()
	defer env.mu.Unlock()
	list := env.attached[e.id]
	lo := sort.Search(len(list), func(k int) bool { return e.host+list[k].offset+ptrSize > begin })
	hi := sort.Search(len(list), func(k int) bool { return e.host+list[k].offset >= begin+size })
	if lo >= hi {
		return nil
	}
	return append([]attachment(nil), list[lo:hi]...)
}

// Attached returns the device value of the pointer at host address p, if it is
// an attached pointer.
func (env *Env) Attached(p uintptr) (device.Addr, bool) {
	env.mu.Lock()
	defer env.mu.Unlock()
	e := env.table.containing(p)
	if e == nil {
		return 0, false
	}
	for _, a := range env.attached[e.id] {
		if e.host+a.offset == p {
			return a.value, true
		}
	}
	return 0, false
}
