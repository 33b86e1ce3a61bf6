package sim

import (
	"math/bits"

	"ompcc/rt/emu/profile"
	"ompcc/rt/emu/ptx"
)

// stats are one worker's counts.
type stats struct {
	counts [][]profile.Count // by function
	rare   []map[int32]*profile.Events
}

func (s *stats) of(fn *function) []profile.Count {
	if fn.index < len(s.counts) && s.counts[fn.index] != nil {
		return s.counts[fn.index]
	}
	for len(s.counts) <= fn.index {
		s.counts = append(s.counts, nil)
		s.rare = append(s.rare, nil)
	}
	s.counts[fn.index] = make([]profile.Count, len(fn.code)+1)
	s.rare[fn.index] = map[int32]*profile.Events{}
	return s.counts[fn.index]
}

func (s *stats) event(fn *function, pc int32) *profile.Events {
	s.of(fn)
	e := s.rare[fn.index][pc]
	if e == nil {
		e = &profile.Events{}
		s.rare[fn.index][pc] = e
	}
	return e
}

func (s *stats) diverge(fn *function, pc int32) { s.event(fn, pc).Diverged++ }

func (s *stats) atomics(fn *function, pc int32, m uint32) {
	s.event(fn, pc).Atomics += uint64(bits.OnesCount32(m))
}

// segment is the size of a transaction with global memory.
const segment = 32

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
		e.Requests++
		n, least := profile.Segments(global[:ng], size, segment)
		e.Transactions += n
		e.Least += least
	}
	if ns > 0 {
		e := w.st.event(w.fr.fn, w.pc)
		e.Requests++
		e.Conflicts += profile.Conflicts(shared[:ns], size)
	}
}

// addStats takes the counts of a launch.
func (d *Device) addStats(l *launch, all []*stats) {
	blocks := uint64(l.blocks())
	threads := blocks * uint64(l.dim[0]*l.dim[1]*l.dim[2])
	d.profile.Launch(l.kernel.name, blocks, threads, l.counted, func(c *profile.Counts) {
		for _, s := range all {
			for i, counts := range s.counts {
				if counts == nil {
					continue
				}
				fn := d.functions[i]
				for pc := range fn.code {
					if counts[pc].Warps == 0 {
						continue
					}
					in := &fn.code[pc]
					c.Add(profile.Instruction{Class: in.class.String(), Place: d.sourceOf(int(in.id)),
						Load: in.class == ClassLoadGlobal, Barrier: in.class == ClassBarrier},
						counts[pc], s.rare[i][int32(pc)])
				}
			}
		}
	})
}

// Profile returns the counts of all kernels that ran, by name.
func (d *Device) Profile() []*profile.Counts { return d.profile.All() }
