package dataenv

import (
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Constructs without cgo. The way from C into Go and back costs 620 instructions, more than all that most constructs
// need. So the host side (rt/capi/entry_direct.c) calls the functions below as they are, on its own stack: Go's calling
// convention with a g that only says that there is stack enough. Go's scheduler and collector know nothing of the
// thread. Such code
//
//   - calls nothing of Go's runtime but what is plain code (memmove): it neither allocates nor grows a stack, has no defer,
//     interface call, map or channel, and panics only on an error of its own, which ends the program;
//   - writes no pointer to memory of Go's heap, since that would need a write barrier: ops refer to entries by ref, and what an op knows
//     lies on the caller's stack;
//   - is called with the table locked and does not wait.
//
// TestDirectCode looks at the instructions. What does not fit is refused before anything has changed, and goes through
// cgo: errors, other ops' entries, attachment, alignment, growth of the table. The rules are the same functions in both
// cases.

// DirectFunctions are the addresses of the code that serves constructs, look-ups of addresses and those of names, zeros
// where it cannot run so.
func DirectFunctions() (construct, look, name uintptr) {
	if instrumented {
		return 0, 0, 0
	}
	c, l, n := serve, lookupDirect, nameDirect
	return codeOf(unsafe.Pointer(&c)), codeOf(unsafe.Pointer(&l)), codeOf(unsafe.Pointer(&n))
}

// codeOf is the address of a function's code, as Go calls it.
func codeOf(f unsafe.Pointer) uintptr { return **(**uintptr)(f) }

// Direct are the addresses of the data environment and of its lock, for C.
func (env *Env) Direct() (at, lock uintptr) {
	return uintptr(unsafe.Pointer(env)), uintptr(unsafe.Pointer(&env.table.lock))
}

const maxDirect = abi.DirectItems

// opWork is what an op keeps in direct.work.
type opWork struct {
	res        [maxDirect]resolved
	made, gone [maxDirect]ref
	of         [2 * maxDirect]stepOf
}

// The array has as many elements as direct has room for.
var _ = [len(direct{}.work) - int(unsafe.Sizeof(opWork{})/8)]struct{}{}

// serve does what w asks for.
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
	var o Op // field by field: a literal would be made elsewhere and copied
	o.made.list, o.gone.list = k.made[:], k.gone[:]
	o.steps.list, o.steps.of = w.steps[:], k.of[:]
	o.c, o.seq, o.entered = w.construct, w.seq, w.entered != 0
	n := w.nitems
	o.items = (*[maxDirect]Item)(unsafe.Pointer(w.items))[:n] // unsafe.Slice would multiply
	o.args = (*[maxDirect]Arg)(unsafe.Pointer(w.args))[:n]
	o.res = k.res[:n]
	switch w.call {
	case abi.DirectEnter:
		return env.enterDirect(w, &o)
	case abi.DirectOpen:
		return env.woken(env.prepare(w, &o))
	case abi.DirectExit:
		return env.exitDirect(w, &o)
	}
	return env.updateDirect(w, &o)
}

// keep remembers what o has come to.
func (w *direct) keep(o *Op) {
	w.seq, w.nmade, w.ngone, w.nsteps = o.seq, uint32(o.made.n), uint32(o.gone.n), uint32(o.steps.n)
}

// woken is the result r, with a note where threads wait for an entry.
func (env *Env) woken(r uintptr) uintptr {
	if env.table.waiters > 0 {
		r |= abi.DirectWake
	}
	return r
}

// enterDirect begins Enter.
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
				return abi.DirectSteps
			}
			o.made.open()
		}
	}
	if w.prepares == 0 {
		return abi.DirectDone
	}
	return env.prepare(w, o)
}

// plans notes in w what kinds of items there are. It refuses mappers, and a kernel whose parameters need more than
// that.
func (o *Op) plans(w *direct) bool {
	params := 0
	w.maps, w.prepares = 0, 0
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
			if o.args[i].Size == 0 {
				w.prepares = 1
			}
		case itemAttach:
			w.maps = 1
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

// prepare makes the addresses that the construct asks for.
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

// movable says whether a step may move data of e.
func (env *Env) movable(e *Entry) bool {
	return e.stepwise() || env.inf.PlainMemory && !e.is(self|attached)
}

// entersDirectly says whether nothing but steps is needed after resolve.
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

// allocateAll makes the steps of an op that enters directly.
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

// exitDirect begins Exit, or Leave.
func (env *Env) exitDirect(w *direct, o *Op) uintptr {
	if env.tryFind(o) != fine || !env.exitsDirectly(o) {
		return abi.DirectRefused
	}
	env.releaseAll(o)
	if o.motion {
		for k := range o.items {
			i := env.nth(k, len(o.items))
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

// exitsDirectly says whether nothing but steps is needed after release, which may take an entry's count to 0
// where one item that counts is all that there is.
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

// attachesAny says whether some ItemAttach's pointer lies in storage with attached pointers.
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

// closed removes the entries that are gone, unless there are attachments to forget.
func (env *Env) closed(gone *entries) uintptr {
	for _, r := range gone.all() {
		if r.entry().is(attached) {
			return abi.DirectBlocked
		}
	}
	env.close(gone)
	return env.woken(abi.DirectDone)
}

// updateDirect makes the steps of Update.
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
	if env.itemwise { // tools of LLVM's runtime expect what moves to the device first
		o.update(flagTo)
		o.update(flagFrom)
	} else {
		o.update(flagTo | flagFrom)
	}
	w.nsteps = uint32(o.steps.n)
	return abi.DirectSteps
}

// update adds the motions in some directions.
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

// lookupDirect is the device address of w.host, 0 where it is not mapped, 1 where that is not known yet.
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

// nameDirect is the address of the name of what is mapped at w.host, 0 for nothing.
func nameDirect(w *lookup) uintptr {
	if e := (*Env)(pointerTo(w.env)).table.containing(w.host); e != nil {
		return e.name
	}
	return 0
}

// Resumed is an op that C began and that has to go on through cgo.
type Resumed struct {
	*Op
	env *Env
	w   *direct
}

// Resume takes over the op that is described at w, in C's memory.
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

// Open ends Enter when some of the steps are done.
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

// UseDevice goes on where C could not.
func (r Resumed) UseDevice() { r.env.useDeviceFrom(r.Op, int(r.w.at)) }

// Close ends Exit when some of the steps are done.
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
