package dataenv

import "ompcc/rt/device"

// Lookup returns the device address that corresponds to host address a.
func (env *Env) Lookup(a uintptr) (device.Addr, bool) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	for {
		d, e, blocked := env.lookup(a)
		if !blocked {
			return d, e != nil
		}
		env.wait(e)
	}
}

// lookup is Lookup that does not wait: blocked says that e is another op's. Called with the lock held.
func (env *Env) lookup(a uintptr) (d device.Addr, e *Entry, blocked bool) {
	e = env.table.containing(a)
	if e == nil {
		return 0, nil, false
	}
	return e.addr(a), e, e.state == building || e.state == closing
}

// Present says whether all size bytes at a are mapped (omp_target_is_present,
// OpenMP 5.2 §18.8.3, looks at one byte).
func (env *Env) Present(a, size uintptr) bool {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	e := env.table.containing(a)
	return e != nil && e.covers(a, max(size, 1))
}

// Entry is a copy of the entry in which host address a lies.
func (env *Env) Entry(a uintptr) (e Entry, ok bool) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	found := env.table.containing(a)
	if found == nil {
		return Entry{}, false
	}
	return *found, true
}

// Results of Associate and Disassociate.
const (
	OK = 0
	// Conflict: part of the storage is mapped already, to something else.
	Conflict = 1
)

// Associate makes [host, host+size) correspond to dev with an infinite count
// (omp_target_associate_ptr, OpenMP 5.2 §18.8.10). It is no error when just
// that is so already.
func (env *Env) Associate(host, size uintptr, dev device.Addr) int {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	if e := env.table.overlapping(host, size); e != nil {
		if e.is(associated) && e.host == host && e.size == size && e.dev == dev {
			return OK
		}
		return Conflict
	}
	e := env.table.add(host, size)
	e.dev, e.refs, e.state, e.traits = dev, Infinite, ready, associated
	return OK
}

// Associated returns the device address and size that are associated with host.
func (env *Env) Associated(host uintptr) (dev device.Addr, size uintptr, ok bool) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	if e := env.table.exact(host); e != nil && e.is(associated) {
		return e.dev, e.size, true
	}
	return 0, 0, false
}

// Disassociate undoes Associate (OpenMP 5.2 §18.8.11).
func (env *Env) Disassociate(host uintptr) (result int) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	e := env.table.exact(host)
	if e == nil || !e.is(associated) {
		return Conflict
	}
	delete(env.attached, e.id)
	env.table.remove(e, false)
	return OK
}

// Global makes a declare target variable correspond to its device variable,
// for ever (OpenMP 5.2 §7.8.1).
func (env *Env) Global(host, size uintptr, dev device.Addr, name uintptr) bool {
	size = max(size, 1)
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	if env.table.overlapping(host, size) != nil {
		return false
	}
	e := env.table.add(host, size)
	e.dev, e.refs, e.state, e.traits, e.name = dev, Infinite, ready, global, name
	return true
}

// Link remembers that ref on the device points to the link variable at host
// while that is mapped.
func (env *Env) Link(host, size uintptr, ref device.Addr) error {
	env.table.mu.Lock()
	env.links = append(env.links[:len(env.links):len(env.links)], link{host: host, size: max(size, 1), ref: ref})
	env.table.mu.Unlock()
	if env.hostLinks {
		return store(env.own, new(Op), ref, device.Addr(host))
	}
	return nil
}

// resetLinks has the references to link variables that lay in e lead to the host's.
func (env *Env) resetLinks(o *Op, e *Entry) error {
	if !env.hostLinks {
		return nil
	}
	env.table.mu.Lock()
	links := env.links
	env.table.mu.Unlock()
	for _, l := range links {
		if !e.overlaps(l.host, l.size) {
			continue
		}
		if err := store(env.own, o, l.ref, device.Addr(l.host)); err != nil {
			return env.failure(o.c, "cannot set the device's reference to "+itemName(e), err)
		}
	}
	return nil
}

// Forget removes everything that refers to the host module [begin, end), which
// goes away: its variables, what is still mapped of its storage, and the names
// that messages would quote. Another module may be loaded at its addresses.
func (env *Env) Forget(begin, end uintptr) error {
	inside := func(a uintptr) bool { return a >= begin && a < end }
	env.table.mu.Lock()
	blocks := env.drop(func(e *Entry) bool {
		if inside(e.name) {
			e.name = 0
		}
		if inside(e.site) {
			e.site = 0
		}
		return inside(e.host)
	})
	kept := make([]link, 0, len(env.links))
	for _, l := range env.links {
		if !inside(l.host) {
			kept = append(kept, l)
		}
	}
	env.links = kept
	env.table.mu.Unlock()
	return env.giveBack(blocks)
}

// Clear gives up all storage but that of declare target variables and of
// associated pointers, whatever the counts (omp_pause_resource, OpenMP 5.2
// §18.6.1); the host's data stays as it is.
func (env *Env) Clear() error {
	env.table.mu.Lock()
	blocks := env.drop(func(e *Entry) bool { return e.refs != Infinite })
	env.table.mu.Unlock()
	return env.giveBack(blocks)
}

// drop removes the entries that gone says, but for those that a construct is at
// work on, and returns the storage to give back. The table is locked. Constructs may
// still have what they mapped: only a variable's entry is used again, by another
// thread as soon as the table is unlocked.
func (env *Env) drop(gone func(*Entry) bool) (blocks []device.Step) {
	var dead []*Entry
	env.table.all(func(e *Entry) {
		if gone(e) && e.state == ready {
			dead = append(dead, e)
		}
	})
	for _, e := range dead {
		if e.own() && !e.is(global|associated) {
			blocks = append(blocks, e.deletion())
		}
		delete(env.attached, e.id)
		env.table.remove(e, !e.is(global))
	}
	return blocks
}

// deletion is the step that frees e's storage.
func (e *Entry) deletion() device.Step {
	return device.Step{Kind: device.StepFree, Host: device.Host(e.host), Dev: e.block(), Size: e.size}
}

// giveBack frees the storage of entries that have been removed.
func (env *Env) giveBack(blocks []device.Step) error {
	done := 0
	if env.stepper != nil && len(blocks) > 0 {
		done = env.stepper.Steps(blocks)
	}
	for _, b := range blocks[done:] {
		if err := env.dev.Free(b.Dev); err != nil {
			return err
		}
	}
	return nil
}

// Len is the number of entries.
func (env *Env) Len() int {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	return int(env.table.n)
}

// Mapped calls f for each entry that constructs have made. f must not call the
// data environment.
func (env *Env) Mapped(f func(*Entry)) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	env.table.all(func(e *Entry) {
		if e.refs != Infinite {
			f(e)
		}
	})
}
