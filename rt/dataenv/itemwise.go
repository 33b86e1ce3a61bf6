package dataenv

import (
	"unsafe"

	"ompcc/rt/device"
)

// What a tool of LLVM's runtime sees (Env.Itemwise): constructs go from item to item, and blocks and copies have
// the sizes that they have there.

// turn is the item of o that has the k-th turn.
func (o *Op) turn(k int) int { return k + int(o.items[k].turn) }

// buildItemwise is build for an op that waits for nobody: each item is allocated and copied before the next one.
func (env *Env) buildItemwise(o *Op) error {
	for k := range o.items {
		i := o.turn(k)
		var err error
		switch kind := o.items[i].Kind; {
		case o.res[i].e == 0:
		case kind == itemMap:
			err = env.buildItem(o, i)
		case kind == itemAttach && o.items[i].Flags&flagMapped != 0 && o.placed(i):
			err = env.attachItem(o, i) // each element's pointers, when the element is mapped
		}
		if err != nil {
			return err
		}
	}
	if o.made.n > 0 {
		if err := env.publish(o); err != nil {
			return err
		}
	}
	return env.attachAll(o)
}

// copiedBefore reports whether item i is a pointer that another list item has copied with what surrounds it.
func (o *Op) copiedBefore(i int) bool {
	if o.items[i].Flags&(flagImplicit|flagAlways) != flagImplicit {
		return false
	}
	a := &o.args[i]
	for j := range i {
		b := &o.args[j]
		if o.res[j].e == o.res[i].e && o.items[j].Flags&flagTo != 0 && o.items[j].Kind == itemMap && b.Size > a.Size &&
			a.Begin >= b.Begin && a.Begin+a.Size <= b.Begin+b.Size {
			return true
		}
	}
	return false
}

// placed reports whether both sides of attach item i have storage on the device.
func (o *Op) placed(i int) bool { return o.res[i].e.entry().dev != 0 && o.res[i].ptr.entry().dev != 0 }

// attachedLater reports whether item i is a pointer of a mapped structure that an item behind it attaches: LLVM's
// mappers do not copy it.
func (o *Op) attachedLater(i int) bool {
	if o.items[i].Flags&(flagMapped|flagImplicit) != flagMapped|flagImplicit {
		return false
	}
	for j := i + 1; j < len(o.items) && o.items[j].Flags&flagMapped != 0; j++ {
		if o.items[j].Kind == itemAttach && o.args[j].Base == o.args[i].Begin {
			return o.res[j].e != 0
		}
	}
	return false
}

// staysAttached reports whether item i of an update is the pointer of a structure that a mapper updates, and attached:
// LLVM's mappers do not copy it.
func (env *Env) staysAttached(o *Op, i int) bool {
	if o.items[i].Flags&(flagMapped|flagImplicit) != flagMapped|flagImplicit {
		return false
	}
	_, ok := env.Attached(o.args[i].Begin)
	return ok
}

// words are the places from which an op copies the values of attached pointers: LLVM's runtime has one for each pointer
// of a construct, and others for the pointers that a structure gets again. Ops use theirs again, as it does.
type words struct {
	attached, again [64]uintptr
	n               int
	restores        bool
}

// reset returns w, or new words, for another op.
func (w *words) reset() *words {
	if w == nil {
		return &words{}
	}
	w.n, w.restores = 0, false
	return w
}

func (w *words) next() *uintptr {
	at := w.n % len(w.attached)
	w.n++
	if w.restores {
		return &w.again[at]
	}
	return &w.attached[at]
}

// changes records the value of the reference l and reports whether it is another one.
func (env *Env) changes(l *link, value device.Addr) bool {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	before := l.value
	l.value = value
	return value != before
}

// freeInTurn frees the storage of the entries that o removes, those of the last turns first.
func (o *Op) freeInTurn() {
	for k := len(o.items) - 1; k >= 0; k-- {
		r := o.res[o.turn(k)].e
		first := true // r has other items at later turns only
		for j := range k {
			first = first && o.res[o.turn(j)].e != r
		}
		if r != 0 && first && o.gone.has(r) {
			o.freeEntry(r.entry())
		}
	}
}

// buildItem gives the entry of item i its storage, if it has none yet, and the item's data.
func (env *Env) buildItem(o *Op, i int) error {
	r := &o.res[i]
	e := r.e.entry()
	if o.made.has(r.e) && e.dev == 0 {
		e.dev = device.Addr(e.host)
		if e.own() {
			e.dev = 0
			if err := env.allocate(o, e); err != nil {
				return err
			}
		}
	}
	fresh := e.state == building
	r.move = r.move && !o.copiedBefore(i) && !o.attachedLater(i)
	if r.move && fresh && e.own() {
		o.steps.move(device.StepTo, e, i, o.args[i].Begin, o.args[i].Size)
	}
	if err := env.run(o); err != nil {
		return err
	}
	if r.move && !fresh {
		if err := env.moveTo(o, i); err != nil {
			return err
		}
	}
	r.move = false
	return nil
}

// llvmAlign is the alignment that LLVM's runtime gives to what is at p on the host.
func llvmAlign(p uintptr) uintptr { return min(p&-p, 16) }

// narrowPad is the distance of a part of a structure from the start of its block.
func narrowPad(a *Arg) uint8 {
	if a.Base == 0 {
		return 0
	}
	return uint8(a.Begin & (llvmAlign(a.Base) - 1))
}

func (env *Env) allocateNarrow(o *Op, e *Entry) error {
	env.announce(device.Host(e.host))
	d, err := env.dev.Alloc(e.size + e.pad())
	if err != nil {
		return env.allocError(o, e, err)
	}
	e.dev = d + device.Addr(e.pad())
	if env.log != nil {
		env.log.Alloc(env.Num, e)
	}
	return nil
}

// copyWhole copies storage with attached pointers back in one operation, and gives the host its pointers again.
func (env *Env) copyWhole(e *Entry, begin, size uintptr, at []attachment) error {
	values := make([]uintptr, len(at))
	for i, p := range at {
		values[i] = *(*uintptr)(device.Pointer(e.host + p.offset))
	}
	err := env.dev.CopyFrom(device.Host(begin), e.addr(begin), size)
	for i, p := range at {
		patch(device.Bytes(begin, size), e.host+p.offset, begin, values[i])
	}
	return err
}

// copyWholeTo copies storage with attached pointers to the device, and then gives it its pointers again.
func (env *Env) copyWholeTo(o *Op, e *Entry, begin, size uintptr, at []attachment) error {
	if err := env.dev.CopyTo(e.addr(begin), device.Host(begin), size); err != nil {
		return err
	}
	o.words.n, o.words.restores = 0, true
	if len(at) == 2 && at[0].turn > at[1].turn { // LLVM's runtime sorts more than two
		at[0], at[1] = at[1], at[0]
	}
	for _, p := range at {
		if err := store(env.dev, o, e.addr(e.host+p.offset), p.value); err != nil {
			return err
		}
	}
	return nil
}

// packed is the size up to which firstprivate objects share one block.
const packed = 1024

// packCopies makes the private copies of o: the small ones in one block, behind the others.
func (env *Env) packCopies(o *Op) error {
	total := uintptr(0)
	place := func(i int) (at uintptr, ok bool) {
		a := &o.args[i]
		if o.items[i].Kind != itemCopy || a.Size == 0 || a.Size > packed || o.items[i].align() > 16 {
			return 0, false
		}
		align := llvmAlign(a.Begin)
		at = (total + align - 1) &^ (align - 1)
		total = at + a.Size
		return at, true
	}
	for k := range o.items {
		i := o.turn(k)
		o.res[i].copy = 0
		if _, small := place(i); small || o.items[i].Kind != itemCopy {
			continue
		}
		env.announce(device.Host(o.args[i].Begin))
		d, err := env.privateCopy(o, i)
		if err != nil {
			return err
		}
		o.res[i].copy = device.Addr(d)
	}
	if total == 0 {
		return nil
	}
	buf := o.buffer(total)
	clear(buf)
	total = 0
	last := 0
	for k := range o.items {
		i := o.turn(k)
		if at, small := place(i); small {
			copy(buf[at:], device.Bytes(o.args[i].Begin, o.args[i].Size))
			o.res[i].copy, last = device.Addr(at), i
		}
	}
	d, err := env.copyPacked(o, buf)
	if err != nil {
		return env.itemFailure(o.c, &o.items[last], "private copy cannot be made", err)
	}
	total = 0
	for k := range o.items {
		i := o.turn(k)
		if _, small := place(i); small {
			o.res[i].copy += d
		}
	}
	return nil
}

func (env *Env) copyPacked(o *Op, buf []byte) (device.Addr, error) {
	host := device.Host(uintptr(unsafe.Pointer(&buf[0])))
	env.announce(host)
	d, err := env.dev.Alloc(uintptr(len(buf)))
	if err != nil {
		return 0, err
	}
	o.copies = append(o.copies, d)
	return d, env.dev.CopyTo(d, host, uintptr(len(buf)))
}

// leaveItemwise is Leave where private copies go last.
func (env *Env) leaveItemwise(o *Op) error {
	c, copies := o.c, o.copies
	o.copies = nil
	err := env.leaveEntries(o)
	if ferr := env.freeCopies(c, copies); err == nil {
		err = ferr
	}
	return err
}
