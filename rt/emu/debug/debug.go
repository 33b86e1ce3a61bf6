// Package debug is what an emulated device and the side that talks with a debugger (package gdb) have in common: threads
// and frames as a debugger sees them, stops, and orders to go on. It must not know how instructions are executed.
package debug

import (
	"errors"
	"sync"
	"sync/atomic"
)

// Device is a device whose threads a debugger stops, looks at and lets go on. Threads stop all together. All methods but
// Interrupt are for the time when they stand.
type Device interface {
	// Events are the stops. After each of them threads wait for Resume.
	Events() <-chan Event
	Resume(Resume)
	// Interrupt stops the next thread that executes an instruction.
	Interrupt()
	// Detach removes all breakpoints; threads are not stopped any more.
	Detach()
	Break(addr uint64, c Condition)
	Unbreak(addr uint64)
	// Watch watches memory, at an address as a thread sees it.
	Watch(Thread, Watch) error
	Unwatch(Watch)
	// Step passes a thread over the breakpoint at which it has stopped, and reports whether it has: its warp executes
	// the instruction when threads go on.
	Step(Thread) bool
	// Threads returns all threads that have not ended.
	Threads() []Thread
	// Read and Write access memory as a thread sees it.
	Read(t Thread, addr uint64, to []byte) error
	Write(t Thread, addr uint64, from []byte) error
}

// Thread is a thread of a kernel that executes. Threads are comparable.
type Thread interface {
	// ID returns a number of the thread that is unique among those that execute, and the same in the next kernel.
	ID() uint64
	// Name says which thread of the kernel it is.
	Name() string
	// Block returns the number of the thread's block or workgroup in the league, Blocks how many there are.
	Block() int
	Blocks() int
	// Number returns the number of the thread in its block, Size how many the block has.
	Number() int
	Size() int
	// Frames returns the active calls of the thread, the innermost first.
	Frames() []Frame
	// Result returns up to 8 bytes of the result of the call before the thread's next instruction.
	Result() uint64
}

// Frame is an active function call of a thread.
type Frame struct {
	PC      uint64 // of the next instruction
	Address uint64 // canonical frame address
}

// Condition reports whether a thread stops at a breakpoint; nil: each does.
type Condition func(Thread) bool

// Reason is why threads have stopped.
type Reason uint8

// The reasons.
const (
	Began       Reason = iota // the first kernel begins
	Interrupted               // the debugger asked for it
	Breakpoint
	Stepped
	Watched
	Failed // the launch ends with an error
)

// Event is a stop.
type Event struct {
	Reason Reason
	Thread Thread
	Addr   uint64 // of a watched access
	Kind   WatchKind
	Text   string // of the error
}

// Resume says how threads go on: to the next stop, or if Thread is one, until it is outside of the addresses From to To.
type Resume struct {
	Thread   Thread
	From, To uint64
}

// WatchKind is what accesses are watched.
type WatchKind uint8

// The kinds of accesses.
const (
	WatchWrites WatchKind = iota
	WatchReads
	WatchBoth
)

// Meets reports whether an access is of the kind.
func (k WatchKind) Meets(reads, writes bool) bool {
	return writes && k != WatchReads || reads && k != WatchWrites
}

// Watch is memory whose accesses stop threads.
type Watch struct {
	Addr, Size uint64
	Kind       WatchKind
}

// ErrNoMemory says that there is no memory at an address.
var ErrNoMemory = errors.New("no such memory")

// Stops is the part of a Device that stops threads and lets them go on.
type Stops struct {
	Turn   sync.Mutex // of the warp that executes an instruction
	events chan Event
	orders chan Resume
	free   atomic.Bool // nobody debugs
	asked  atomic.Bool // for an interrupt

	// All else changes while all threads stand.
	begun  bool
	Breaks map[uint64]Condition
	Goal   Resume // how threads go on
	Last   Thread // that has stopped
}

// NewStops returns stops without breakpoints.
func NewStops() Stops {
	return Stops{events: make(chan Event), orders: make(chan Resume), Breaks: map[uint64]Condition{}}
}

// Events is Device's.
func (s *Stops) Events() <-chan Event { return s.events }

// Resume is Device's.
func (s *Stops) Resume(r Resume) { s.orders <- r }

// Interrupt is Device's.
func (s *Stops) Interrupt() {
	s.free.Store(false)
	s.asked.Store(true)
}

// Detach is Device's.
func (s *Stops) Detach() {
	s.free.Store(true)
	clear(s.Breaks)
}

// Free reports whether nobody debugs.
func (s *Stops) Free() bool { return s.free.Load() }

// Break is Device's.
func (s *Stops) Break(addr uint64, c Condition) { s.Breaks[addr] = c }

// Unbreak is Device's.
func (s *Stops) Unbreak(addr uint64) { delete(s.Breaks, addr) }

// Stop tells the debugger of a stop, and returns when it has let threads go on.
func (s *Stops) Stop(e Event) {
	s.Last = e.Thread
	s.events <- e
	s.asked.Store(false)
	s.Goal = <-s.orders
}

// Asked stops a thread before it executes an instruction if it is the first of all, or the debugger has interrupted.
func (s *Stops) Asked(t Thread) {
	if !s.begun {
		s.begun = true
		s.Stop(Event{Reason: Began, Thread: t})
	} else if s.asked.Load() {
		s.Stop(Event{Reason: Interrupted, Thread: t})
	}
}
