package sim

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"ompcc/rt/emu/ptx"
)

// count is what happened at an instruction.
type count struct {
	warps, threads uint64
}

// events are the rarer things that are counted for an instruction.
type events struct {
	diverged     uint64
	requests     uint64 // warp accesses to memory
	transactions uint64 // of 32 bytes to global memory
	least        uint64 // transactions, if all of their bytes were used
	conflicts    uint64 // further passes over shared memory's banks
	atomics      uint64 // operations of threads
}

// stats are one worker's counts.
type stats struct {
	counts [][]count // by function
	rare   []map[int32]*events
}

func (s *stats) of(fn *function) []count {
	if fn.index < len(s.counts) && s.counts[fn.index] != nil {
		return s.counts[fn.index]
	}
	for len(s.counts) <= fn.index {
		s.counts = append(s.counts, nil)
		s.rare = append(s.rare, nil)
	}
	s.counts[fn.index] = make([]count, len(fn.code)+1)
	s.rare[fn.index] = map[int32]*events{}
	return s.counts[fn.index]
}

func (s *stats) event(fn *function, pc int32) *events {
	s.of(fn)
	e := s.rare[fn.index][pc]
	if e == nil {
		e = &events{}
		s.rare[fn.index][pc] = e
	}
	return e
}

func (s *stats) diverge(fn *function, pc int32) { s.event(fn, pc).diverged++ }

func (s *stats) atomics(fn *function, pc int32, m uint32) {
	s.event(fn, pc).atomics += uint64(bits.OnesCount32(m))
}

// transactions counts how a warp access meets the memory: segments of 32 bytes
// of global memory, conflicts of shared memory's 32 banks of 4 bytes.
func (w *warp) transactions(in *inst, base *vec, m uint32, size uint64, writes bool) {
	var global, shared [32]uint64
	ng, ns := 0, 0
	for r := m; r != 0; r &= r - 1 {
		addr := base[bits.TrailingZeros32(r)] + uint64(in.off)
		switch {
		case in.space == ptx.Shared:
			shared[ns] = addr
			ns++
		case addr-sharedBase < windowSize && in.space == ptx.Generic:
			shared[ns] = addr - sharedBase
			ns++
		case addr-globalBase < windowSize:
			global[ng] = addr
			ng++
		}
	}
	if ng > 0 {
		e := w.st.event(w.fr.fn, w.pc)
		e.requests++
		n, least := segments(global[:ng], size)
		e.transactions += n
		e.least += least
	}
	if ns > 0 {
		e := w.st.event(w.fr.fn, w.pc)
		e.requests++
		e.conflicts += conflicts(shared[:ns], size)
	}
}

// segments is how many transactions an access takes, and how many would do if the
// same elements lay one behind the other.
func segments(addrs []uint64, size uint64) (n, least uint64) {
	seg := make([]uint64, 0, 64)
	for _, a := range addrs {
		seg = append(seg, a/32)
		if last := (a + size - 1) / 32; last != a/32 {
			seg = append(seg, last)
		}
	}
	n = distinct(seg)
	return n, min(n, (distinct(addrs)*size+31)/32)
}

func distinct(v []uint64) uint64 {
	sort.Slice(v, func(i, j int) bool { return v[i] < v[j] })
	n := uint64(0)
	for i := range v {
		if i == 0 || v[i] != v[i-1] {
			n++
		}
	}
	return n
}

// conflicts: threads that access different words of one bank take turns. Wide
// accesses are done in parts of 128 bytes.
func conflicts(addrs []uint64, size uint64) uint64 {
	part := len(addrs)
	if size > 4 {
		part = int(128 / size)
	}
	total := uint64(0)
	for len(addrs) > 0 {
		n := min(part, len(addrs))
		var words [32][]uint64
		most := uint64(1)
		for _, a := range addrs[:n] {
			for x := a / 4; x <= (a+size-1)/4; x++ {
				words[x%32] = append(words[x%32], x)
			}
		}
		for _, v := range words {
			most = max(most, distinct(v))
		}
		total += most - 1
		addrs = addrs[n:]
	}
	return total
}

// Counts are the exact figures of a kernel.
type Counts struct {
	Kernel       string            `json:"kernel"`
	Launches     uint64            `json:"launches"`
	Blocks       uint64            `json:"blocks"`
	Threads      uint64            `json:"threads"`
	Instructions uint64            `json:"instructions"`      // of threads
	Warps        uint64            `json:"warp_instructions"` // of warps
	Classes      map[string]uint64 `json:"classes"`           // thread instructions by class
	Divergent    uint64            `json:"divergent_branches"`
	Loads        uint64            `json:"global_load_requests"`
	Stores       uint64            `json:"global_store_requests"`
	LoadTrans    uint64            `json:"global_load_transactions"`
	StoreTrans   uint64            `json:"global_store_transactions"`
	Conflicts    uint64            `json:"shared_bank_conflicts"`
	Atomics      uint64            `json:"atomics"`
	Barriers     uint64            `json:"barriers"` // of warps
	// Lines are the counts by line of the source, with -g; the costliest first.
	Lines []*Line `json:"lines,omitempty"`

	lines map[string]*Line
}

// Line is what happened at a line of the source.
type Line struct {
	Place        string `json:"place"`
	Instructions uint64 `json:"instructions"`
	Transactions uint64 `json:"global_transactions"`
	Least        uint64 `json:"least_transactions"` // if all of their bytes were used
	Conflicts    uint64 `json:"shared_bank_conflicts"`
	Divergent    uint64 `json:"divergent_branches"`
}

// Lost is a measure of what could be saved at a line.
func (l *Line) Lost() uint64 { return l.Transactions - l.Least + l.Conflicts + l.Divergent }

// profile is what was counted so far, by kernel.
type profile struct {
	mu     sync.Mutex
	counts map[string]*Counts
}

func newCounts(kernel string) *Counts {
	return &Counts{Kernel: kernel, Classes: map[string]uint64{}, lines: map[string]*Line{}}
}

// addStats takes the counts of a launch.
func (d *Device) addStats(l *launch, all []*stats) {
	d.profile.mu.Lock()
	defer d.profile.mu.Unlock()
	name := l.kernel.name
	if d.profile.counts[name] == nil {
		d.profile.counts[name] = newCounts(name)
	}
	d.addTo(d.profile.counts[name], l, all)
	if l.counted != nil {
		one := newCounts(name)
		d.addTo(one, l, all)
		one.Lines = nil
		l.counted(one)
	}
}

// addTo adds the counts of a launch to c.
func (d *Device) addTo(c *Counts, l *launch, all []*stats) {
	c.Launches++
	c.Blocks += uint64(l.blocks())
	c.Threads += uint64(l.blocks()) * uint64(l.dim[0]*l.dim[1]*l.dim[2])
	for _, s := range all {
		for i, counts := range s.counts {
			if counts == nil {
				continue
			}
			fn := d.functions[i]
			for pc := range fn.code {
				n, e := counts[pc], s.rare[i][int32(pc)]
				c.add(&fn.code[pc], n, e)
				if place := d.sourceOf(int(fn.code[pc].id)); place != "" && n.warps > 0 {
					c.line(place).add(n, e)
				}
			}
		}
	}
}

func (c *Counts) add(in *inst, n count, e *events) {
	c.Instructions += n.threads
	c.Warps += n.warps
	if n.threads > 0 {
		c.Classes[in.class.String()] += n.threads
	}
	if in.class == ClassBarrier {
		c.Barriers += n.warps
	}
	if e == nil {
		return
	}
	c.Divergent += e.diverged
	c.Atomics += e.atomics
	c.Conflicts += e.conflicts
	switch {
	case e.transactions == 0:
	case in.class == ClassLoadGlobal:
		c.Loads += e.requests
		c.LoadTrans += e.transactions
	default:
		c.Stores += e.requests
		c.StoreTrans += e.transactions
	}
}

func (c *Counts) line(place string) *Line {
	l := c.lines[place]
	if l == nil {
		l = &Line{Place: place}
		c.lines[place] = l
		c.Lines = append(c.Lines, l)
	}
	return l
}

func (l *Line) add(n count, e *events) {
	l.Instructions += n.threads
	if e != nil {
		l.Transactions += e.transactions
		l.Least += e.least
		l.Conflicts += e.conflicts
		l.Divergent += e.diverged
	}
}

// before puts the costliest line first.
func (l *Line) before(o *Line) int {
	return cmp.Or(cmp.Compare(o.Lost(), l.Lost()), cmp.Compare(o.Instructions, l.Instructions),
		cmp.Compare(l.Place, o.Place))
}

// Profile returns the counts of all kernels that ran, by name.
func (d *Device) Profile() []*Counts {
	d.profile.mu.Lock()
	defer d.profile.mu.Unlock()
	var all []*Counts
	for _, c := range d.profile.counts {
		slices.SortFunc(c.Lines, (*Line).before)
		all = append(all, c)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Kernel < all[j].Kernel })
	return all
}
