package dataenv

import (
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Direct calls: constructs without cgo. A call from C into Go through cgo costs 620 instructions, more than most
// constructs need in all. So the host side (rt/capi/entry/direct.c) calls the functions below directly, on its own
// stack. It uses Go's calling convention, with a g that only says that the stack is large enough. Go's scheduler and
// garbage collector do not know the thread. Therefore such code
//
//   - calls no function of Go's runtime except plain code (memmove): it neither allocates nor grows a stack, and has no
//     defer, interface call, map or channel;
//   - panics only on an internal error, which ends the program;
//   - stores no pointer in Go's heap, because that needs a write barrier: ops refer to entries by ref, and the state
//     of an op is on the caller's stack;
//   - runs with the table locked and does not wait.
//
// TestDirectCode checks the instructions. The functions refuse an op that needs more: errors, entries of other ops,
// attachment, alignment, growth of the table. They refuse it before they change anything, and C repeats it through
// cgo. Both paths share the functions that implement the rules of OpenMP.

// DirectFunctions returns the addresses of the code that serves constructs, looks up addresses, and looks up names. It
// returns zeros if the build is instrumented, because such code cannot run in a direct call.
func DirectFunctions() (construct, look, name uintptr) {
	if instrumented {
		return 0, 0, 0
	}
	c, l, n := serve, lookupDirect, nameDirect
	return codeOf(unsafe.Pointer(&c)), codeOf(unsafe.Pointer(&l)), codeOf(unsafe.Pointer(&n))
}

// codeOf returns the address of a function's code, which follows Go's calling convention.
func codeOf(f unsafe.Pointer) uintptr { return **(**uintptr)(f) }

// Direct returns the addresses of the data environment and of its lock, for C.
func (env *Env) Direct() (at, lock uintptr) {
	return uintptr(unsafe.Pointer(env)), uintptr(unsafe.Pointer(&env.table.lock))
}

const maxDirect = abi.DirectItems

// opWork is the part of an op's state that direct.work holds.
type opWork struct {
	res        [maxDirect]resolved
	made, gone [maxDirect]ref
	of         [2 * maxDirect]stepOf
}

// This array type does not compile unless direct.work is large enough for an opWork.
var _ = [len(direct{}.work) - int(unsafe.Sizeof(opWork{})/8)]struct{}{}

// serve executes the call w.call of the op that w describes.
func serve(w *direct) uintptr {
	env, k := (*Env)(pointerTo(w.env)), (*opWork)(unsafe.Pointer(&w.work))
	switch w.call {
	case abi.DirectOpen:
		todo, made := steps{w.steps[:], k.of[:], int(w.nsteps)}, entries{k.made[:], int(w.nmade)}
		todo.placed()
		made.open()
		if w.prepares == 0 {
			return env.woken(abi.DirectDone)
		}
	case abi.DirectClose:
		return env.closed(&entries{k.gone[:], int(w.ngone)})
	}
	var o Op // field by field: the compiler would build a literal elsewhere and copy it
	o.steps.list, o.steps.of = w.steps[:], k.of[:]
	o.c, o.seq, o.entered = w.construct, w.seq, w.entered != 0
	n := w.nitems
	o.items = (*[maxDirect]Item)(unsafe.Pointer(w.items))[:n] // unsafe.Slice would multiply
	o.args = (*[maxDirect]Arg)(unsafe.Pointer(w.args))[:n]
	o.res = k.res[:n]
	switch w.call {
	case abi.DirectEnter:
		o.made.list = k.made[:]
		return env.enterDirect(w, &o)
	case abi.DirectOpen:
		return env.woken(env.prepare(w, &o))
	case abi.DirectExit:
		o.gone.list = k.gone[:]
		return env.exitDirect(w, &o)
	}
	return env.updateDirect(w, &o)
}

// keep stores the progress of o in w, for the next call.
func (w *direct) keep(o *Op) {
	w.seq, w.nmade, w.ngone, w.nsteps = o.seq, uint32(o.made.n), uint32(o.gone.n), uint32(o.steps.n)
}

// woken returns the result r, with abi.DirectWake if threads wait for an entry.
func (env *Env) woken(r uintptr) uintptr {
	if env.table.waiters > 0 {
		r |= abi.DirectWake
	}
	return r
}

// enterDirect starts Enter: it finds or creates the entries and adds the steps that C executes.
func (env *Env) enterDirect(w *direct, o *Op) uintptr {
	if !o.plans(w) {
		return abi.DirectRefused
	}
	if w.maps != 0 {
		if env.tryResolve(o) != fine {
			return abi.DirectRefused
		}
		if o.made.n > 0 || o.motion || o.attach || o.waits {
			if !env.entersDirectly(o) {
				env.undo(o, len(o.items))
				return abi.DirectRefused
			}
			env.allocateAll(o)
			w.keep(o)
			if o.steps.n > 0 {
				w.shape = env.table.shape
				return abi.DirectSteps
			}
			o.made.open()
		}
		w.shape = env.table.shape
	}
	if w.prepares == 0 {
		return abi.DirectDone
	}
	return env.prepare(w, o)
}

// plans stores in w whether the op maps items and whether it calls prepare. It returns false, which refuses the op,
// for mappers, for firstprivate copies, and if the items have more parameters than the kernel.
func (o *Op) plans(w *direct) bool {
	params := 0
	w.maps, w.prepares, w.flags, w.simple = 0, 0, 0, 1
	for i := range o.items {
		it := &o.items[i]
		if it.Flags&flagMapper != 0 {
			return false
		}
		if it.Flags&flagParam != 0 {
			params++
		}
		switch it.Kind {
		case itemMap:
			w.maps = 1
			w.flags |= it.Flags
			if o.args[i].Size == 0 {
				w.prepares, w.simple = 1, 0
			}
		case itemAttach:
			w.maps, w.simple = 1, 0
		case itemUseDevicePtr, itemUseDeviceAddr:
			w.prepares = 1
		case itemCopy:
			return false
		}
	}
	if w.argv == 0 {
		return true
	}
	if w.prepares = 0; params > 0 {
		w.prepares = 1
	}
	return params <= int(w.nparams)
}

// prepare stores the device addresses that the construct needs: as the kernel's parameters or, without a kernel, for
// its use_device clauses.
func (env *Env) prepare(w *direct, o *Op) uintptr {
	if w.argv == 0 {
		at, e := env.useDevice(o, 0)
		if e == nil {
			return abi.DirectDone
		}
		w.at = uint32(at)
		return abi.DirectBlocked
	}
	n := int(w.nparams)
	argv, values := (*[1 << 20]uintptr)(pointerTo(w.argv))[:n], (*[1 << 20]uintptr)(pointerTo(w.values))[:n]
	if env.params(o, argv, values) != nil {
		return abi.DirectBlocked
	}
	return abi.DirectDone
}

// movable reports whether a step may move data of e.
func (env *Env) movable(e *Entry) bool {
	return e.stepwise() || env.inf.PlainMemory && !e.is(self|attached)
}

// entersDirectly reports whether Enter needs only steps after resolve.
func (env *Env) entersDirectly(o *Op) bool {
	if o.waits || o.made.n > 0 && (env.itemwise || len(env.links) > 0) {
		return false
	}
	work := false
	for _, r := range o.made.all() {
		e := r.entry()
		if e.is(padded) {
			return false
		}
		work = work || e.own()
	}
	if !o.attach && !o.motion {
		return !work || env.inC
	}
	for i := range o.res {
		r := &o.res[i]
		if r.ptr != 0 {
			return false
		}
		if e := r.e.entry(); r.move && e.own() {
			if !env.movable(e) {
				return false
			}
			work = true
		}
	}
	return !work || env.inC
}

// allocateAll adds the steps of an op that enters directly.
func (env *Env) allocateAll(o *Op) {
	for _, r := range o.made.all() {
		if e := r.entry(); e.own() {
			o.steps.alloc(e)
		} else {
			e.dev = device.Addr(e.host)
		}
	}
	if !o.motion {
		return
	}
	o.initialise()
	for i := range o.items {
		if r := &o.res[i]; r.move && r.e.entry().own() {
			o.steps.move(device.StepTo, r.e.entry(), i, o.args[i].Begin, o.args[i].Size)
		}
	}
}

// exitDirect starts Exit or Leave: it releases the entries and adds the steps that C executes.
func (env *Env) exitDirect(w *direct, o *Op) uintptr {
	switch env.foundBefore(w, o) {
	case stays:
		env.releaseAll(o)
		return abi.DirectDone
	case unknown:
		if env.tryFind(o) != fine {
			return abi.DirectRefused
		}
	}
	if !env.exitsDirectly(o) {
		return abi.DirectRefused
	}
	env.releaseAll(o)
	if o.motion {
		for k := range o.items {
			i := env.nth(o, k)
			if r := &o.res[i]; r.move && r.e.entry().own() {
				o.steps.move(device.StepFrom, r.e.entry(), i, o.args[i].Begin, o.args[i].Size)
			}
		}
	}
	if o.gone.n > 0 {
		env.free(o)
	}
	switch {
	case o.steps.n > 0:
		w.keep(o)
		return abi.DirectSteps
	case o.gone.n > 0:
		return env.closed(&o.gone)
	}
	return abi.DirectDone
}

// found is how much an exit knows of its entries from the op's enter.
type found uint8

const (
	unknown found = iota
	known         // tryFind would find the same entries again
	stays         // and no count becomes 0
)

// foundBefore says what o has of what its Enter has resolved. tryFind would find it again if the table has the same
// entries since, and the items' flags have no effect on what is found.
func (env *Env) foundBefore(w *direct, o *Op) found {
	if !o.entered || w.simple == 0 || w.shape != env.table.shape || w.flags&(flagAlways|flagHold|flagMember) != 0 {
		return unknown
	}
	all := stays
	for i := range o.res {
		r := &o.res[i]
		r.move = false
		e := r.e.entry()
		switch {
		case e == nil:
		case e.state != ready:
			return unknown
		case e.refs <= int32(e.hold)+1:
			all = known
		}
	}
	o.flags = w.flags
	return all
}

// exitsDirectly reports whether Exit needs only steps after release. It expects release to decrement an entry's count
// to 0 if at most one reference besides the holds is left.
func (env *Env) exitsDirectly(o *Op) bool {
	work, last := false, false
	for i := range o.items {
		e, flags := o.res[i].e.entry(), o.items[i].Flags
		if flags&flagMapper != 0 {
			return false
		}
		if e == nil {
			continue
		}
		ends := e.refs != Infinite && (e.refs <= int32(e.hold)+1 || flags&flagDelete != 0)
		if ends && e.is(attached) {
			return false
		}
		if e.own() && flags&flagFrom != 0 && (ends || flags&flagAlways != 0) {
			if !env.movable(e) {
				return false
			}
			work = true
		}
		last = last || ends
	}
	switch {
	case !last:
		return !work || env.inC
	case env.hostLinks || !env.inC:
		return false
	}
	return !o.attach || !env.attachesAny(o)
}

// attachesAny reports whether the pointer of an ItemAttach is in storage with attached pointers.
func (env *Env) attachesAny(o *Op) bool {
	if len(env.attached) == 0 {
		return false
	}
	for i := range o.items {
		if o.items[i].Kind == itemAttach {
			if p := env.table.containing(o.args[i].Base); p != nil && p.is(attached) {
				return true
			}
		}
	}
	return false
}

// closed removes the entries in gone. It returns DirectBlocked if one of them has attachments, which cgo must remove.
func (env *Env) closed(gone *entries) uintptr {
	for _, r := range gone.all() {
		if r.entry().is(attached) {
			return abi.DirectBlocked
		}
	}
	env.close(gone)
	return env.woken(abi.DirectDone)
}

// updateDirect adds the steps of Update.
func (env *Env) updateDirect(w *direct, o *Op) uintptr {
	if !env.inC {
		return abi.DirectRefused
	}
	for i := range o.items {
		it := &o.items[i]
		if it.Kind != itemMap || it.Flags&(flagStrided|flagMapper) != 0 || env.find(o, i) != fine {
			return abi.DirectRefused
		}
		if e := o.res[i].e.entry(); e != nil && e.own() && it.Flags&(flagTo|flagFrom) != 0 && !env.movable(e) {
			return abi.DirectRefused
		}
	}
	if env.itemwise { // tools for LLVM's runtime expect the transfers to the device first
		o.update(flagTo)
		o.update(flagFrom)
	} else {
		o.update(flagTo | flagFrom)
	}
	w.nsteps = uint32(o.steps.n)
	return abi.DirectSteps
}

// update adds the steps for the motions in the given directions.
func (o *Op) update(directions uint32) {
	for i := range o.items {
		e, flags, a := o.res[i].e.entry(), o.items[i].Flags&directions, &o.args[i]
		switch {
		case e == nil || !e.own() || a.Size == 0:
		case flags&flagTo != 0:
			o.steps.move(device.StepTo, e, i, a.Begin, a.Size)
		case flags&flagFrom != 0:
			o.steps.move(device.StepFrom, e, i, a.Begin, a.Size)
		}
	}
}

// lookupDirect returns the device address of w.host; 0: it is not mapped, 1: another op is building or removing the
// entry.
func lookupDirect(w *lookup) uintptr {
	d, e, blocked := (*Env)(pointerTo(w.env)).lookup(w.host)
	switch {
	case blocked:
		return 1
	case e == nil:
		return 0
	}
	return uintptr(d)
}

// nameDirect returns the address of the name of the entry that contains w.host, or 0.
func nameDirect(w *lookup) uintptr {
	if e := (*Env)(pointerTo(w.env)).table.containing(w.host); e != nil {
		return e.name
	}
	return 0
}

// Resumed is an op that C started and that continues through cgo.
type Resumed struct {
	*Op
	env *Env
	w   *direct
}

// Resume creates an Op from the description at w, in C's memory.
func (env *Env) Resume(w unsafe.Pointer) Resumed {
	d := (*direct)(w)
	k, n := (*opWork)(unsafe.Pointer(&d.work)), int(d.nitems)
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	o := env.take(d.construct, unsafe.Slice(d.items, n), unsafe.Slice(d.args, n))
	copy(o.res, k.res[:n])
	copy(o.made.list, k.made[:d.nmade])
	copy(o.gone.list, k.gone[:d.ngone])
	copy(o.steps.list, d.steps[:d.nsteps])
	copy(o.steps.of, k.of[:d.nsteps])
	o.made.n, o.gone.n, o.steps.n, o.seq = int(d.nmade), int(d.ngone), int(d.nsteps), d.seq
	return Resumed{o, env, d}
}

// Open finishes Enter after C has executed the first done steps.
func (r Resumed) Open(done int) error {
	if err := r.env.runFrom(r.Op, done); err != nil {
		r.env.abandon(r.Op)
		return err
	}
	r.env.table.mu.Lock()
	r.made.open()
	r.env.broadcast()
	r.env.table.mu.Unlock()
	return nil
}

// UseDevice continues prepare for the items of use_device clauses, from the item at which C stopped.
func (r Resumed) UseDevice() { r.env.useDeviceFrom(r.Op, int(r.w.at)) }

// Close finishes Exit after C has executed the first done steps.
func (r Resumed) Close(done int) error {
	err := r.env.runFrom(r.Op, done)
	r.env.closeAll(r.Op)
	r.env.done(r.Op)
	return err
}

// Wake wakes the threads that wait for an entry.
func (env *Env) Wake() {
	env.table.mu.Lock()
	env.broadcast()
	env.table.mu.Unlock()
}
