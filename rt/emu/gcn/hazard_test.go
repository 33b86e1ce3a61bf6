package gcn

import (
	"fmt"
	"strings"
	"testing"

	"ompcc/rt/emu/check"
)

// TestHazards: each second instruction needs so many wait states behind the first one ("Manually Inserted Wait States" in
// the ISA documents of MI200 and MI300, and GCNHazardRecognizer of LLVM). With one less it is reported.
func TestHazards(t *testing.T) {
	both := []string{"gfx90a", "gfx942"}
	for _, c := range []struct {
		archs         []string
		first, second string
		states        int
	}{
		{both, "v_readfirstlane_b32 s4, v1", "global_load_dword v2, v3, s[4:5]", 5},
		{both, "v_readfirstlane_b32 s7, v1", "buffer_load_dword v2, v3, s[4:7], 0 offen", 5},
		{both, "v_mov_b32_e32 v1, v2", "v_mov_b32_dpp v3, v1 row_shl:1 row_mask:0xf bank_mask:0xf", 2},
		{both, "v_cmpx_eq_u32_e32 vcc, v1, v1", "v_mov_b32_dpp v3, v2 row_shl:1 row_mask:0xf bank_mask:0xf", 5},
		{both, "v_cmp_eq_u32_e32 vcc, v1, v2", "v_div_fmas_f32 v3, v4, v5, v6", 4},
		{both, "v_div_scale_f32 v4, vcc, v1, v2, v1", "v_div_fmas_f32 v3, v5, v6, v7", 4},
		{both, "v_readlane_b32 s4, v1, 3", "v_readlane_b32 s5, v2, s4", 4},
		{both, "v_readfirstlane_b32 s4, v1", "v_writelane_b32 v2, 7, s4", 4},
		{both, "s_mov_b32 m0, 1", "s_movrels_b32 s4, s5", 1},
		{both, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3", "s_getreg_b32 s4, hwreg(HW_REG_MODE)", 2},
		{[]string{"gfx90a"}, "global_store_dwordx4 v[8:9], v[0:3], off", "v_mov_b32_e32 v2, 0", 1},
		{[]string{"gfx942"}, "global_store_dwordx3 v[8:9], v[0:2], off", "v_mov_b32_e32 v2, 0", 2},
		{[]string{"gfx90a"}, "buffer_store_dwordx4 v[0:3], v8, s[4:7], 0 offen", "v_mov_b32_e32 v2, 0", 1},
		{[]string{"gfx942"}, "v_rcp_f32_e32 v1, v2", "v_add_f32_e32 v3, v1, v1", 1},
		{[]string{"gfx942"}, "v_mov_b32_sdwa v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD", "v_add_u32_e32 v3, v1, v1", 1},
		{[]string{"gfx942"}, "v_cmp_eq_u32_e32 vcc, v1, v2", "v_cndmask_b32_e32 v3, v4, v5, vcc", 2},
		{[]string{"gfx942"}, "v_readfirstlane_b32 s4, v1", "v_add_u32_e32 v3, s4, v1", 2},
		{[]string{"gfx942"}, "v_mov_b32_e32 v1, 1", "v_readfirstlane_b32 s4, v1", 1},
		{[]string{"gfx942"}, "v_cmpx_eq_u32_e32 vcc, v1, v1", "v_readlane_b32 s4, v2, 1", 4},
	} {
		for _, arch := range c.archs {
			for _, filled := range []bool{false, true} { // by other instructions, or by s_nop
				for states := c.states - 1; states <= c.states; states++ {
					between := slicesOf("s_mov_b32 s20, 0", states)
					if filled && states > 0 {
						between = []string{fmt.Sprintf("s_nop %d", states-1)}
					}
					list := append(append([]string{c.first}, between...), c.second, "s_endpgm")
					fault := runList(arch, list)
					early := fault != nil && fault.Kind == check.Wait && strings.Contains(fault.Text,
						fmt.Sprintf("it follows too closely on %s: there are %d wait states between them, and it needs %d", c.first, states, c.states))
					if early != (states < c.states) || fault != nil && !early {
						t.Errorf("%s: %s: %v", arch, strings.Join(list, "; "), fault)
					}
				}
			}
		}
	}
}

// TestNoHazards: sequences that look like hazards, but are none.
func TestNoHazards(t *testing.T) {
	for _, c := range []struct {
		arch string
		list []string
	}{
		{"gfx90a", []string{"s_mov_b32 s4, 0", "v_readlane_b32 s5, v2, s4"}},                                        // written by a scalar instruction
		{"gfx90a", []string{"v_readfirstlane_b32 s4, v1", "v_mov_b32_e32 v2, s4"}},                                  // gfx90a waits
		{"gfx90a", []string{"global_store_dwordx2 v[8:9], v[0:1], off", "v_mov_b32_e32 v1, 0"}},                     // read in time
		{"gfx942", []string{"v_rcp_f32_e32 v1, v2", "v_sqrt_f32_e32 v3, v1"}},                                       // in the same unit
		{"gfx90a", []string{"v_readfirstlane_b32 s6, v1", "s_branch 1", "s_nop 0", "s_load_dword s7, s[4:5], 0x0"}}, // scalar memory waits
		{"gfx1100", []string{"v_mov_b32_e32 v1, v2", "v_mov_b32_dpp v3, v1 row_shl:1 row_mask:0xf bank_mask:0xf"}},  // gfx11 waits
	} {
		if fault := runList(c.arch, append(c.list, "s_endpgm")); fault != nil {
			t.Errorf("%s: %s: %v", c.arch, strings.Join(c.list, "; "), fault)
		}
	}
}

func slicesOf(text string, n int) (list []string) {
	for range n {
		list = append(list, text)
	}
	return list
}

// runList executes instructions whose registers hold the address of memory, and returns the error.
func runList(arch string, list []string) *check.Fault {
	w := newWave(arch)
	w.dev.Memory = &Memory{Base: 1 << 40, Bytes: make([]byte, 1<<12), States: make([]byte, 1<<12)}
	w.dev.Memory.mark(1<<40, 1<<12, allocated|written)
	w.dev.Budget = 1 << 20
	w.lanes = 1
	for r := range w.vgpr {
		w.vgpr[r][0] = uint32(r % 2 << 8) // pairs are the address of the memory
	}
	w.sgpr[5], w.sgpr[6] = 1<<8, 1<<8
	o := w.object
	o.at = map[uint64]int{}
	for i, text := range list {
		o.code = append(o.code, inst{addr: uint64(4 * i), text: text})
		o.at[uint64(4*i)] = i
	}
	for i := range o.code {
		o.decode(i)
	}
	o.findHazards()
	w.run()
	return w.fault.Load()
}
