package dataenv

import (
	"sync"
	"sync/atomic"

	"ompcc/rt/device"
)

// Env is the data environment of one device. All methods may be called by any
// number of threads.
//
// table.mu guards the table and everything else here; it is never held while the
// device works or an error is formatted. A thread that must wait for another thread's
// entry holds nothing that other threads wait for: an op waits only before it
// has changed anything, or after all that it created is ready.
type Env struct {
	Num int // device number
	dev device.Device
	own device.Device // for what the program did not ask for: without events
	// stepper, if not nil, is own; inC says that C carries out the steps of it, too.
	stepper device.Stepper
	inC     bool
	boxes   device.BoxCopier // own, if it copies boxes and nobody is told of each run
	inf     device.Info
	log     Log

	selfMaps     bool // see SelfMaps
	attachAlways bool // see AttachAlways
	hostLinks    bool // see HostLinks
	itemwise     bool // see Itemwise

	changed  sync.Cond // an entry left building or closing
	table    *table
	attached map[uint32]*pointers
	links    []link
	idle     []*Op
	spare    atomic.Pointer[Op] // an idle one more, for a single thread
	byDevice byDevice
}

// New returns the data environment of device number num. dev is used for what
// constructs ask for, own (the same device, but unobserved) for the runtime's own
// references to link variables, which no tool knows. log may be nil.
func New(num int, dev, own device.Device, log Log, system device.System) *Env {
	e := &Env{Num: num, dev: dev, own: own, inf: dev.Info(), log: log, attached: map[uint32]*pointers{}}
	e.table = newTable(system)
	if s, ok := own.(device.Stepper); ok && (e.inf.HostLaunch || dev == own) { // others report no steps
		e.stepper, e.inC = s, e.inf.HostLaunch
	}
	if b, ok := own.(device.BoxCopier); ok && dev == own {
		e.boxes = b
	}
	e.changed.L = &e.table.mu
	return e
}

// SelfMaps makes every new entry the host's own storage, on a device that
// shares it (requires self_maps, OpenMP 6.0 §10.5.1.6). It comes before the first construct.
func (env *Env) SelfMaps() { env.selfMaps = env.inf.SharesHost }

// AttachAlways attaches a pointer also where neither it nor what it points to is new, as
// attach(always) does: old programs count on it. It comes before the first construct.
func (env *Env) AttachAlways() { env.attachAlways = true }

// Shape is a number that changes whenever storage is mapped or unmapped. As long as it stays the same, what is present
// stays so, at the same address.
func (env *Env) Shape() *uint32 { return &env.table.shape }

// HostLinks lets the device's references to link variables lead to the host's own storage while
// that is not mapped, and with them those to variables that no declare target directive
// names (requires unified_shared_memory, OpenMP 5.2 §8.2.1). It comes before the first image.
func (env *Env) HostLinks() { env.hostLinks = true }

// Itemwise makes an op allocate and copy item by item, and leave them from the last one to the
// first, as tools of LLVM's runtime expect. It comes before the first construct.
func (env *Env) Itemwise() { env.itemwise = true }

// broadcast wakes the threads that wait for an entry. Called with the lock held.
func (env *Env) broadcast() {
	if env.table.waiters > 0 {
		env.changed.Broadcast()
	}
}

// link is a declare target link variable: the device holds a pointer to it.
type link struct {
	host, size uintptr
	ref        device.Addr
	value      device.Addr // of ref, in itemwise environments
}

// Op is one construct at work: what its items resolved to. It lasts from the
// begin to the end of a target region and is used again afterwards.
type Op struct {
	seq     uint32
	at      int // the item, and blocker the entry, that an outcome is about
	blocker ref
	c       *Construct
	items   []Item
	args    []Arg
	res     []resolved
	copies  []device.Addr // ItemCopy storage
	made    entries       // entries that this op created
	gone    entries       // entries whose count this op took to 0
	waits   bool          // some entry was being built by another op
	motion  bool          // there may be something to move
	attach  bool          // there are ItemAttach items
	entered bool          // the op is Enter's: res says what it counted
	flags   uint32        // all flags of the items that Exit looked for
	word    uintptr       // see store
	words   *words        // in place of word for tools of LLVM's runtime
	buf     []byte        // see Op.buffer
	steps   steps
}

// outcome is what came of an attempt that cannot wait, allocate or format an error (direct.go).
type outcome uint8

const (
	fine    outcome = iota
	blocked         // by o.blocker, another op's entry
	full            // the table has to grow
	// The rest are errors: see Env.refusal.
	isAbsent
	isPartial
	isNull
	isNotSelf
)

// resolved is what an item of an op came to.
type resolved struct {
	e       ref
	ptr     ref         // ItemAttach: the entry that holds the pointer
	copy    device.Addr // ItemCopy: where it is, if known before its turn
	move    bool        // data motion is due
	counted bool        // the item changed e.refs
	held    bool        // the item added to e.hold, or took from it
}

// take returns an Op for a construct with the given items. Called with the lock held.
func (env *Env) take(c *Construct, items []Item, args []Arg) *Op {
	o := env.spare.Swap(nil)
	if n := len(env.idle); o == nil && n > 0 {
		o = env.idle[n-1]
		env.idle = env.idle[:n-1]
	}
	if o == nil {
		o = &Op{}
	}
	o.c, o.items, o.args, o.entered = c, items, args, false
	if env.itemwise {
		o.words = o.words.reset()
	}
	o.room(len(items))
	return o
}

// room makes room for n items. Each is at most one entry, created or removed, and two steps.
func (o *Op) room(n int) {
	if cap(o.res) < n {
		o.res = make([]resolved, n)
		o.made.list, o.gone.list = make([]ref, n), make([]ref, n)
		o.steps.list, o.steps.of = make([]device.Step, 2*n), make([]stepOf, 2*n)
	}
	o.res = o.res[:n]
}

// give takes o back. Called with the lock held.
func (env *Env) give(o *Op) {
	if !env.keep(o) {
		env.idle = append(env.idle, o)
	}
}

// done is give without the lock.
func (env *Env) done(o *Op) {
	if !env.keep(o) {
		env.table.mu.Lock()
		env.idle = append(env.idle, o)
		env.table.mu.Unlock()
	}
}

// keep makes o idle, and says whether it is the spare one.
func (env *Env) keep(o *Op) bool {
	o.c, o.items, o.args = nil, nil, nil
	o.made.reset()
	o.gone.reset()
	o.copies = o.copies[:0]
	o.steps.reset()
	o.waits, o.motion, o.attach = false, false, false
	return env.spare.CompareAndSwap(nil, o)
}

// wait returns when e is neither being built nor closed. Called with the lock held.
func (env *Env) wait(e *Entry) {
	for e.state == building || e.state == closing {
		env.table.waiters++
		env.changed.Wait()
		env.table.waiters--
	}
}
