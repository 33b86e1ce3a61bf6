package sim

import (
	"math"

	"ompcc/rt/emu/check"
)

// Foreign is a device whose instructions another package executes: this one finds its data races. Base is the address
// of its memory, of Size bytes; Place is that of an instruction in the source, Describe says where an address lies.
type Foreign struct {
	Base, Size uint64
	Place      func(inst int) string
	Describe   func(addr uint64) string
	Strict     bool

	dev *Device
}

// Start makes the device ready for launches.
func (f *Foreign) Start() error {
	f.dev = &Device{options: Options{Races: true, Strict: f.Strict}, mem: &memory{size: f.Size, start: globalBase},
		foreign: f}
	return f.dev.mem.reserveHistory()
}

// ForeignLaunch is an execution of a kernel.
type ForeignLaunch struct{ l *launch }

// Begin begins a launch of teams of threads.
func (f *Foreign) Begin(kernel string, teams, threads [3]uint32) *ForeignLaunch {
	l := &launch{dev: f.dev, kernel: &function{name: kernel, module: &Module{fences: true}}, grid: teams, dim: threads}
	f.dev.begin(l)
	return &ForeignLaunch{l}
}

// End ends the launch.
func (l *ForeignLaunch) End() { l.l.dev.end(l.l) }

// ForeignTeam is a team of a launch.
type ForeignTeam struct {
	b     *blockRun
	Waves []*ForeignWave
}

// Team begins a team with so many bytes of memory of its own, whose waves have 1<<shift lanes.
func (l *ForeignLaunch) Team(number uint32, shift uint, local uint64) *ForeignTeam {
	d := l.l.dim
	b := &blockRun{dev: l.l.dev, launch: l.l, kernel: l.l.kernel, number: number, index: l.l.blockIndex(number),
		threads: int(d[0] * d[1] * d[2]), scells: make([]cell, local/4+4), knows: map[*syncVar]int{}, shift: shift}
	b.who = l.l.number<<launchShift | uint64(number)<<threadBits
	t := &ForeignTeam{b: b}
	count := (b.threads + 1<<shift - 1) >> shift
	for i := range count {
		w := &warp{blk: b, id: i, alive: math.MaxUint32}
		w.order.reset(i, count)
		b.warps = append(b.warps, w)
		t.Waves = append(t.Waves, &ForeignWave{w})
	}
	return t
}

// Barrier orders what all waves of the team did before with what they do after it.
func (t *ForeignTeam) Barrier() {
	var bar barrier
	for _, w := range t.b.warps {
		bar.who = append(bar.who, waiting{w: w, c: &context{}, in: &inst{aligned: true}})
	}
	t.b.synchronise(&bar)
}

// ForeignWave is a wave of a team. Its lanes execute in lockstep.
type ForeignWave struct{ w *warp }

// Access is what a lane does with memory: Local is its team's, else it is the device's. Atomic accesses do not race
// with each other; those of Narrow scope are atomic for their team only.
type Access struct {
	Lane, Inst            int
	Addr, Size            uint64
	Local, Atomic, Narrow bool
	// Same: what is written is there already.
	Same bool
}

// Next is called after each instruction that accesses memory.
func (x *ForeignWave) Next() { x.w.order.warpSync() }

// Read notes a read, and returns the race that it is, "" if none.
func (x *ForeignWave) Read(a *Access) string {
	w := x.w
	if a.Atomic {
		w.strongLoad(&inst{narrow: a.Narrow, strong: relaxed}, a.address(w))
	}
	return x.note(a, func(h history, stamp uint64) { w.noteRead(h, a.Lane, a.address(w), a.Size, stamp) })
}

// Write notes a write.
func (x *ForeignWave) Write(a *Access) string {
	w := x.w
	if a.Atomic {
		w.strongStore(&inst{narrow: a.Narrow, strong: relaxed}, a.address(w))
	}
	return x.note(a, func(h history, stamp uint64) { w.noteWrite(h, a.Lane, a.address(w), a.Size, stamp, a.Same) })
}

// Update notes an atomic operation; writes: it has changed memory.
func (x *ForeignWave) Update(a *Access, writes bool) string {
	w, s := x.w, x.w.blk.launch.syncs
	s.mu.Lock()
	w.note(&inst{narrow: a.Narrow}, a.address(w), true, writes)
	s.mu.Unlock()
	if !writes {
		return x.note(a, func(h history, stamp uint64) { w.noteRead(h, a.Lane, a.address(w), a.Size, stamp) })
	}
	return x.note(a, func(h history, stamp uint64) { w.noteWrite(h, a.Lane, a.address(w), a.Size, stamp, false) })
}

// Publish lets who reads with an atomic access what the plain write stores have what the wave has released.
func (x *ForeignWave) Publish(a *Access) { x.w.strongStore(&inst{strong: relaxed}, a.address(x.w)) }

// Strong says that the last write to the words of an access was atomic.
func (x *ForeignWave) Strong(a *Access) {
	x.each(a, func(c *cell) { c.write.what |= flagAtomic })
}

// StrongRead says that the wave's last read of the words of an access was atomic.
func (x *ForeignWave) StrongRead(a *Access) {
	who := x.w.who(x.w.thread(a.Lane))
	x.each(a, func(c *cell) {
		if c.read.who == who {
			c.read.what |= flagAtomic
		}
	})
}

// each visits the cells of an access.
func (x *ForeignWave) each(a *Access, visit func(c *cell)) {
	w := x.w
	h, lock := x.history(a)
	defer lock.done()
	c := h.cell
	if h.row != nil {
		c = w.cell(h.row, a.address(w)-globalBase)
	}
	w.eachCell(c, a.address(w), a.Size, func(c *cell, _ uint64) bool {
		visit(c)
		return true
	})
}

// Release lets atomic writes after it publish what the wave has done and knows; narrow: to its team.
func (x *ForeignWave) Release(narrow bool) { x.w.release(narrow) }

// Acquire orders what the wave does after it with what those published whose atomic writes it has read.
func (x *ForeignWave) Acquire(narrow bool) { x.w.acquire(narrow) }

// address is that by which this package knows the memory.
func (a *Access) address(w *warp) uint64 {
	if a.Local {
		return a.Addr
	}
	return a.Addr - w.blk.dev.foreign.Base + globalBase
}

// history is that of an access, with the lock of its row.
func (x *ForeignWave) history(a *Access) (h history, lock rows) {
	w := x.w
	if a.Local {
		h.cell = &w.blk.scells[a.Addr/4]
	} else {
		h.row = w.blk.dev.mem.rowAt(a.Addr - w.blk.dev.foreign.Base)
		lock.lock(h.row)
	}
	return h, lock
}

func (x *ForeignWave) note(a *Access, do func(h history, stamp uint64)) string {
	w := x.w
	w.order.touched = true
	stamp := w.stamp(&inst{id: int32(a.Inst)})
	if a.Atomic {
		stamp = w.stamp(&inst{id: int32(a.Inst), strong: relaxed, narrow: a.Narrow})
	}
	h, lock := x.history(a)
	do(h, stamp)
	lock.done()
	if !w.failed {
		return ""
	}
	var f *check.Fault
	f, w.blk.fault, w.failed = w.blk.fault, nil, false
	return f.Text
}
