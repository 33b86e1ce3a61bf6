package gcn

import (
	"fmt"
	"testing"

	"ompcc/rt/emu/profile"
)

// TestCounts compares what instructions of one wavefront cost with what was counted by hand.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		text   string
		arch   string
		exec   uint64
		stride uint32 // of the lanes' addresses in v0
		class  string
		lanes  uint64
		want   profile.Events
	}{
		{"v_add_u32_e32 v5, v2, v3", "gfx942", 0xff, 0, "integer", 8, profile.Events{}},
		{"v_add_f64 v[4:5], v[2:3], v[2:3]", "gfx942", 1, 0, "float64", 1, profile.Events{}},
		{"v_mov_b32_dpp v5, v2 row_shr:1", "gfx942", ^uint64(0), 0, "move", 64, profile.Events{}},
		{"s_add_u32 s5, s6, s7", "gfx942", ^uint64(0), 0, "scalar", 1, profile.Events{}},
		{"global_load_dword v5, v0, s[2:3]", "gfx942", ^uint64(0), 4, "ld.global", 64,
			profile.Events{Requests: 1, Transactions: 2, Least: 2}},
		{"global_load_dword v5, v0, s[2:3]", "gfx90a", ^uint64(0), 4, "ld.global", 64,
			profile.Events{Requests: 1, Transactions: 4, Least: 4}},
		{"global_load_dword v5, v0, s[2:3] offset:64", "gfx942", ^uint64(0), 4, "ld.global", 64,
			profile.Events{Requests: 1, Transactions: 3, Least: 2}},
		{"global_load_dwordx2 v[4:5], v0, s[2:3]", "gfx90a", 0xff, 8, "ld.global", 8,
			profile.Events{Requests: 1, Transactions: 1, Least: 1}},
		{"global_store_dword v0, v5, s[2:3]", "gfx942", ^uint64(0), 128, "st.global", 64,
			profile.Events{Requests: 1, Transactions: 64, Least: 2}},
		{"global_store_byte v0, v5, s[2:3]", "gfx90a", 0xf, 100, "st.global", 4,
			profile.Events{Requests: 1, Transactions: 4, Least: 1}},
		{"global_atomic_add v0, v5, s[2:3]", "gfx942", 7, 4, "atomic", 3,
			profile.Events{Requests: 1, Transactions: 1, Least: 1, Atomics: 3}},
		{"ds_read_b32 v5, v0", "gfx942", ^uint64(0), 4, "ld.shared", 64, profile.Events{Requests: 1}},
		{"ds_read_b32 v5, v0", "gfx942", ^uint64(0), 8, "ld.shared", 64, profile.Events{Requests: 1, Conflicts: 2}},
		{"ds_write_b32 v0, v5", "gfx942", 0xffffffff, 128, "st.shared", 32, profile.Events{Requests: 1, Conflicts: 31}},
		{"ds_read_b64 v[4:5], v0", "gfx942", ^uint64(0), 8, "ld.shared", 64, profile.Events{Requests: 1}},
		{"ds_add_u32 v0, v5", "gfx942", 3, 128, "atomic", 2, profile.Events{Requests: 1, Conflicts: 1, Atomics: 2}},
		{"s_and_saveexec_b64 s[4:5], s[6:7]", "gfx942", ^uint64(0), 0, "scalar", 1, profile.Events{Diverged: 1}},
		{"s_and_saveexec_b64 s[4:5], s[6:7]", "gfx942", 0xf, 0, "scalar", 1, profile.Events{}}, // all stay
		{"s_andn2_b64 exec, exec, s[6:7]", "gfx942", 0xff, 0, "scalar", 1, profile.Events{}},   // none stays
		{"s_or_b64 exec, exec, s[6:7]", "gfx942", 1, 0, "scalar", 1, profile.Events{}},         // some come back
		{"v_cmpx_gt_u32_e32 7, v9", "gfx1100", 0xffffffff, 0, "compare", 32, profile.Events{}}, // all stay
		{"v_cmpx_eq_u32_e32 v8, v9", "gfx1100", 0xffffffff, 0, "compare", 32, profile.Events{Diverged: 1}},
		{"s_barrier", "gfx942", ^uint64(0), 0, "barrier", 1, profile.Events{}},
		{"s_waitcnt vmcnt(0)", "gfx942", ^uint64(0), 0, "wait", 1, profile.Events{}}, // there is nothing to wait for
		{"buffer_inv sc1", "gfx942", ^uint64(0), 0, "fence", 1, profile.Events{}},
	} {
		w := newWave(c.arch)
		w.dev.Memory = &Memory{Base: 1 << 40, Bytes: make([]byte, 1<<14), States: make([]byte, 1<<14)}
		w.dev.Memory.mark(1<<40, 1<<14, allocated|written)
		w.lds, w.ldsStates = make([]byte, 1<<13+16), make([]byte, 1<<13+16)
		w.sgpr[3], w.sgpr[6], w.sgpr[7] = 1<<8, 0xff, 0
		w.setExec(c.exec)
		for l := range uint32(64) {
			w.vgpr[0][l], w.vgpr[8][l] = l*c.stride, l
		}
		o := w.object
		o.code = []inst{{text: c.text}}
		o.decode(0)
		s := &stats{counts: make([]profile.Count, 1), rare: map[int]*profile.Events{}}
		w.stats = s
		in := &o.code[0]
		s.step(w, in)
		got := profile.Events{}
		if e := s.rare[0]; e != nil {
			got = *e
		}
		if n := s.counts[0]; got != c.want || in.class != c.class || n.Warps != 1 || n.Threads != c.lanes {
			t.Errorf("%s, %s: %+v of class %s, %+v; want %d lanes of class %s, %+v", c.text, c.arch, n, in.class, got,
				c.lanes, c.class, c.want)
		}
	}
}

// TestCountedWaits: a wait for a load counts, one for nothing does not.
func TestCountedWaits(t *testing.T) {
	w := newWave("gfx942")
	w.dev.Memory = &Memory{Base: 1 << 40, Bytes: make([]byte, 64), States: make([]byte, 64)}
	w.dev.Memory.mark(1<<40, 64, allocated|written)
	w.sgpr[3] = 1 << 8
	w.dev.Budget = 100
	for _, text := range []string{"s_load_dword s4, s[2:3], 0x0", "s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_endpgm"} {
		w.object.code = append(w.object.code, inst{text: text})
	}
	for i := range w.object.code {
		w.object.decode(i)
	}
	w.stats = &stats{counts: make([]profile.Count, 4), rare: map[int]*profile.Events{}}
	w.run()
	if got := fmt.Sprint(w.stats.event(&w.object.code[1]).Waits, w.stats.event(&w.object.code[2]).Waits); got != "1 0" || !w.ended {
		t.Errorf("waits: %s", got)
	}
}
