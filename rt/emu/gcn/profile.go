package gcn

import (
	"math/bits"
	"strings"

	"ompcc/rt/emu/profile"
	"ompcc/rt/hsa"
)

// stats are one worker's counts of a dispatch, by instruction.
type stats struct {
	counts []profile.Count
	rare   map[int]*profile.Events
	// The addresses that the instruction that executes has accessed so far.
	global, local []uint64
}

func (s *stats) event(in *inst) *profile.Events {
	e := s.rare[in.index]
	if e == nil {
		e = &profile.Events{}
		s.rare[in.index] = e
	}
	return e
}

// stats begins a worker's counts, nil if nobody counts.
func (r *dispatch) stats() *stats {
	if r.profile == nil {
		return nil
	}
	s := &stats{counts: make([]profile.Count, len(r.object.code)), rare: map[int]*profile.Events{}}
	r.dev.mu.Lock()
	defer r.dev.mu.Unlock()
	r.counted = append(r.counted, s)
	return s
}

// lineBytes is the size of a line of the cache that wavefronts access (AMDGPU usage, "Memory Model", and the
// instruction set architectures' documents).
func lineBytes(arch string) uint64 {
	if arch == "gfx90a" {
		return 64
	}
	return 128
}

// accessed notes the address of a lane's access.
func (s *stats) accessed(space int, addr uint64) {
	switch space {
	case flat:
		s.global = append(s.global, addr)
	case local:
		s.local = append(s.local, addr)
	}
}

// step executes an instruction and counts it. Vector instructions count for the lanes that execute, scalar ones once. A
// branch of some lanes is an instruction that takes lanes away, but not all of them.
func (s *stats) step(w *wave, in *inst) {
	exec, pending := w.exec(), len(w.pending)
	in.op(w, in)
	n := &s.counts[in.index]
	n.Warps++
	if in.eachLane {
		n.Threads += uint64(bits.OnesCount64(exec))
	} else {
		n.Threads++
	}
	if in.masks {
		if after := w.exec(); after != exec && after != 0 && after&^exec == 0 {
			s.event(in).Diverged++
		}
	}
	if in.class == "wait" && len(w.pending) < pending {
		s.event(in).Waits++
	}
	if in.access == updates {
		s.event(in).Atomics += uint64(bits.OnesCount64(exec))
	}
	if len(s.global) > 0 {
		e := s.event(in)
		e.Requests++
		n, least := profile.Segments(s.global, uint64(in.size), lineBytes(w.object.Arch))
		e.Transactions += n
		e.Least += least
		s.global = s.global[:0]
	}
	if len(s.local) > 0 {
		e := s.event(in)
		e.Requests++
		e.Conflicts += profile.Conflicts(s.local, uint64(in.size))
		s.local = s.local[:0]
	}
}

// addStats adds the counts of a dispatch to the profile, and gives them to alone if it is not nil.
func (r *dispatch) addStats(alone func(*profile.Counts)) {
	if r.profile == nil {
		return
	}
	blocks := uint64(r.groups[0]) * uint64(r.groups[1]) * uint64(r.groups[2])
	threads := uint64(1)
	for _, n := range r.packet.Grid {
		threads *= max(uint64(n), 1)
	}
	r.profile.Launch(r.name, blocks, threads, alone, func(c *profile.Counts) {
		c.Occupancy = r.occupancy()
		for _, s := range r.counted {
			for i := range s.counts {
				if s.counts[i].Warps == 0 {
					continue
				}
				in := &r.object.code[i]
				c.Add(profile.Instruction{Class: in.class, Place: r.object.lines.at(in.addr),
					Load: in.access == loads, Barrier: in.class == "barrier"}, s.counts[i], s.rare[i])
			}
		}
	})
}

// occupancy is what the dispatch takes of a compute unit, by the kernel's descriptor.
func (r *dispatch) occupancy() *profile.Occupancy {
	granule := uint32(8)
	if r.object.Arch == "gfx1100" && r.waveSize == 64 {
		granule = 4
	}
	o := &profile.Occupancy{Registers: granule * (r.kernel.Rsrc1&63 + 1), Shared: r.packet.Group}
	team := uint32(1)
	for _, n := range r.packet.Team {
		team *= max(uint32(n), 1)
	}
	const waves, simds = 32, 4 // what libhsa-runtime64.so.1 says (rt/emu/hsa)
	o.Warps, o.Most = hsa.UnitOf(r.object.Arch, uint32(r.waveSize), waves, simds).Waves(o.Registers, team, o.Shared)
	return o
}

// scalarClasses are the classes of scalar instructions that do not compute, by the beginnings of their names.
var scalarClasses = []struct{ prefix, class string }{
	{"s_waitcnt", "wait"}, {"s_barrier", "barrier"}, {"s_load_", "ld.scalar"}, {"s_buffer_load_", "ld.scalar"},
	{"s_branch", "control"}, {"s_cbranch", "control"}, {"s_endpgm", "control"}, {"s_setpc", "call"},
	{"s_swappc", "call"}, {"s_call", "call"}, {"s_trap", "call"}, {"s_sendmsg", "call"},
	{"s_nop", "idle"}, {"s_sleep", "idle"}, {"s_delay_alu", "idle"}, {"s_clause", "idle"}, {"s_setprio", "idle"},
	{"s_code_end", "idle"}, {"s_icache", "fence"}, {"s_dcache", "fence"},
}

// classify finds the class of an instruction: those of the NVIDIA device where it has the same.
func (in *inst) classify() {
	space, rest, _ := strings.Cut(in.name, "_")
	in.eachLane = true
	switch {
	case space == "s":
		in.eachLane, in.class = false, "scalar"
		for _, c := range scalarClasses {
			if strings.HasPrefix(in.name, c.prefix) {
				in.class = c.class
				break
			}
		}
		in.masks = strings.Contains(in.name, "saveexec") || strings.Contains(in.name, "wrexec") || in.writesExec()
	case space == "buffer" && in.access == noAccess:
		in.eachLane, in.class = false, "fence"
	case in.access == updates:
		in.class = "atomic"
	case space == "scratch" || space == "buffer":
		in.class = "local"
	case in.access == loads:
		in.class = map[bool]string{true: "ld.shared", false: "ld.global"}[space == "ds"]
	case in.access == stores:
		in.class = map[bool]string{true: "st.shared", false: "st.global"}[space == "ds"]
	default:
		in.class, in.masks = vectorClass(in, rest), strings.HasPrefix(rest, "cmpx")
	}
}

func (in *inst) writesExec() bool {
	return len(in.args) > 0 && in.args[0].kind == scalar && (in.args[0].reg == execLo || in.args[0].reg == execLo+1)
}

// vectorClass is the class of an instruction that computes; rest is its name without "v_" or "ds_".
func vectorClass(in *inst, rest string) string {
	for _, c := range []struct{ prefix, class string }{{"cmp", "compare"}, {"cvt", "convert"}, {"mov", "move"},
		{"cndmask", "move"}, {"accvgpr", "move"}, {"pk_mov", "move"}, {"read", "warp"}, {"write", "warp"},
		{"permlane", "warp"}, {"bpermute", "warp"}, {"permute", "warp"}, {"swizzle", "warp"}, {"mbcnt", "warp"}} {
		if strings.HasPrefix(rest, c.prefix) {
			return c.class
		}
	}
	for _, o := range in.args {
		if o.row != nil {
			return "warp"
		}
	}
	switch {
	case strings.Contains(rest, "f64"):
		return "float64"
	case strings.Contains(rest, "f32"):
		return "float32"
	case strings.Contains(rest, "f16"):
		return "half"
	}
	return "integer"
}
