package sim

import (
	"slices"
	"sync"
)

// running are the launches that execute, and those that met one of them.
type running struct {
	mu    sync.Mutex
	last  uint64 // number of the last launch
	now   []*launch
	known []*launch
	syncs *syncs
}

// concurrency is what a launch knows of others that execute at the same time: of
// what they access nothing is ordered but by atomic operations with fences.
type concurrency struct {
	number uint64
	oldest uint64   // of during, or its own number
	floor  uint64   // no launch that executes asks for accesses of launches before
	during []uint64 // launches that were executing when it began
	syncs  *syncs
}

// concurrent reports whether an access is one of the launch itself or of one that
// executes at the same time: one that was executing when it began, or began later.
func (m *concurrency) concurrent(a access) bool {
	n := a.launch()
	return n >= m.oldest && (n >= m.number || slices.Contains(m.during, n))
}

// begin gives a launch its number.
func (d *Device) begin(l *launch) {
	r := &d.running
	d.world.RLock()
	r.mu.Lock()
	for r.last >= launchMask {
		r.mu.Unlock()
		d.world.RUnlock()
		d.renumber()
		d.world.RLock()
		r.mu.Lock()
	}
	defer r.mu.Unlock()
	d.worked()
	r.last++
	if r.syncs == nil {
		r.syncs = &syncs{}
	}
	l.concurrency = concurrency{number: r.last, oldest: r.last, floor: r.last, syncs: r.syncs}
	for slices.ContainsFunc(r.now, func(x *launch) bool { return x.place == l.place }) {
		l.place++
	}
	for _, other := range r.now {
		l.during = append(l.during, other.number)
		l.oldest = min(l.oldest, other.number)
		l.floor = min(l.floor, other.oldest)
	}
	r.now = append(r.now, l)
	r.known = append(r.known, l)
}

// end forgets a launch, and others that nobody who executes has met.
func (d *Device) end(l *launch) {
	r := &d.running
	r.mu.Lock()
	r.now = slices.DeleteFunc(r.now, func(x *launch) bool { return x == l })
	oldest := r.last + 1
	for _, x := range r.now {
		oldest = min(oldest, x.oldest)
	}
	r.known = slices.DeleteFunc(r.known, func(x *launch) bool { return x.number < oldest })
	if len(r.now) == 0 {
		r.syncs = nil
	}
	r.mu.Unlock()
	d.world.RUnlock()
}

// renumber lets numbers begin anew when the history has no room for higher ones.
func (d *Device) renumber() {
	d.world.Lock()
	defer d.world.Unlock()
	if d.running.last >= launchMask {
		d.mem.forgetAll()
		d.running.last = 0
	}
}

// launchOf returns the launch of an access, nil when it is no longer known.
func (d *Device) launchOf(a access) *launch {
	d.running.mu.Lock()
	defer d.running.mu.Unlock()
	for _, l := range d.running.known {
		if l.number == a.launch() {
			return l
		}
	}
	return nil
}
