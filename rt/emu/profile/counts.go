package profile

import (
	"cmp"
	"slices"
	"sort"
	"sync"
)

// Count is what happened at an instruction.
type Count struct {
	Warps, Threads uint64
}

// Events are the rarer things that are counted for an instruction.
type Events struct {
	Diverged     uint64
	Requests     uint64 // warp accesses to memory
	Transactions uint64 // to global memory
	Least        uint64 // transactions, if all of their bytes were used
	Conflicts    uint64 // further passes over shared memory's banks
	Atomics      uint64 // operations of threads
	Waits        uint64 // that had to wait
}

// Instruction is what Counts need to know of one.
type Instruction struct {
	Class         string
	Place         string // in the source, "" if unknown
	Load, Barrier bool   // from global memory; it is a barrier
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
	// Waits are the instructions of warps that had to wait for memory (s_waitcnt).
	Waits uint64 `json:"waits,omitempty"`
	// Occupancy is what the last launch takes of a compute unit.
	Occupancy *Occupancy `json:"occupancy,omitempty"`
	// Lines are the counts by line of the source, with -g; the costliest first.
	Lines []*Line `json:"lines,omitempty"`

	lines map[string]*Line
}

// Occupancy is how many wavefronts a SIMD unit holds, by the registers and the shared memory that they take.
type Occupancy struct {
	Registers uint32 `json:"registers"` // vector registers of a thread
	Shared    uint32 `json:"shared"`    // bytes of a block
	Warps     uint32 `json:"warps"`     // of a SIMD unit
	Most      uint32 `json:"most"`      // that it holds at most
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

// Profile is what was counted so far, by kernel.
type Profile struct {
	mu     sync.Mutex
	counts map[string]*Counts
}

// Launch adds the counts of a launch, which add does. If alone is not nil, it takes those of this launch, without its
// lines.
func (p *Profile) Launch(kernel string, blocks, threads uint64, alone func(*Counts), add func(c *Counts)) {
	launch := func(c *Counts) {
		c.Launches++
		c.Blocks += blocks
		c.Threads += threads
		add(c)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.counts == nil {
		p.counts = map[string]*Counts{}
	}
	if p.counts[kernel] == nil {
		p.counts[kernel] = newCounts(kernel)
	}
	launch(p.counts[kernel])
	if alone != nil {
		one := newCounts(kernel)
		launch(one)
		one.Lines = nil
		alone(one)
	}
}

func newCounts(kernel string) *Counts {
	return &Counts{Kernel: kernel, Classes: map[string]uint64{}, lines: map[string]*Line{}}
}

// Add adds what happened at an instruction; e may be nil.
func (c *Counts) Add(in Instruction, n Count, e *Events) {
	c.Instructions += n.Threads
	c.Warps += n.Warps
	if n.Threads > 0 {
		c.Classes[in.Class] += n.Threads
	}
	if in.Barrier {
		c.Barriers += n.Warps
	}
	if in.Place != "" && n.Warps > 0 {
		c.line(in.Place).add(n, e)
	}
	if e == nil {
		return
	}
	c.Divergent += e.Diverged
	c.Atomics += e.Atomics
	c.Conflicts += e.Conflicts
	c.Waits += e.Waits
	switch {
	case e.Transactions == 0:
	case in.Load:
		c.Loads += e.Requests
		c.LoadTrans += e.Transactions
	default:
		c.Stores += e.Requests
		c.StoreTrans += e.Transactions
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

func (l *Line) add(n Count, e *Events) {
	l.Instructions += n.Threads
	if e != nil {
		l.Transactions += e.Transactions
		l.Least += e.Least
		l.Conflicts += e.Conflicts
		l.Divergent += e.Diverged
	}
}

// before puts the costliest line first.
func (l *Line) before(o *Line) int {
	return cmp.Or(cmp.Compare(o.Lost(), l.Lost()), cmp.Compare(o.Instructions, l.Instructions),
		cmp.Compare(l.Place, o.Place))
}

// All are the counts of all kernels that ran, by name.
func (p *Profile) All() []*Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []*Counts
	for _, c := range p.counts {
		slices.SortFunc(c.Lines, (*Line).before)
		all = append(all, c)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Kernel < all[j].Kernel })
	return all
}
