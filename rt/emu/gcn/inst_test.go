package gcn

import (
	"math"
	"math/rand/v2"
	"ompcc/rt/emu/check"
	"testing"
)

// execute executes instructions in lane 0 of a wavefront.
func execute(t *testing.T, w *wave, list ...string) {
	t.Helper()
	defer func() {
		if fault, ok := recover().(*check.Fault); ok {
			t.Fatal(fault)
		}
	}()
	for _, text := range list {
		o := w.object
		o.code = []inst{{text: text}}
		o.decode(0)
		o.code[0].op(w, &o.code[0])
	}
}

func newWave(arch string) *wave {
	w := &wave{group: &group{dispatch: &dispatch{object: &Object{Arch: arch}, waveSize: 64, dev: &Device{}}}}
	w.setExec(1)
	return w
}

func (w *wave) setDouble(reg int, v float64) {
	b := math.Float64bits(v)
	w.vgpr[reg][0], w.vgpr[reg+1][0] = uint32(b), uint32(b>>32)
}

func (w *wave) double(reg int) float64 {
	return math.Float64frombits(uint64(w.vgpr[reg][0]) | uint64(w.vgpr[reg+1][0])<<32)
}

// TestVector compares results of vector instructions with those of C's operators and IEEE 754.
func TestVector(t *testing.T) {
	f := math.Float32bits
	nan := f(float32(math.NaN()))
	for _, c := range []struct {
		text    string
		a, b, c uint32
		want    uint32
	}{
		{"v_add_u32_e32 v0, v1, v2", math.MaxUint32, 2, 0, 1},
		{"v_add_u32_e64 v0, v1, v2 clamp", math.MaxUint32, 2, 0, math.MaxUint32},
		{"v_sub_u32_e64 v0, v1, v2 clamp", 1, 2, 0, 0},
		{"v_subrev_u32_e64 v0, v1, v2 clamp", 1, 3, 0, 2},
		{"v_add_i32 v0, v1, v2 clamp", math.MaxInt32, 1, 0, math.MaxInt32},
		{"v_sub_i32 v0, v1, v2 clamp", 0x80000000, 1, 0, 0x80000000},
		{"v_add_u16_e64 v0, v1, v2 clamp", 0xffff, 1, 0, 0xffff},
		{"v_mul_hi_u32 v0, v1, v2", 1 << 31, 6, 0, 3},
		{"v_mul_hi_i32 v0, v1, v2", 0xffffffff, 1, 0, 0xffffffff},
		{"v_mul_lo_u32 v0, v1, v2", 1 << 31, 3, 0, 1 << 31},
		{"v_ashrrev_i32_e32 v0, v1, v2", 4, 0x80000000, 0, 0xf8000000},
		{"v_bfe_i32 v0, v1, v2, v3", 0x80, 4, 4, 0xfffffff8},
		{"v_bfe_u32 v0, v1, v2, v3", 0x80, 4, 4, 8},
		{"v_alignbit_b32 v0, v1, v2, v3", 1, 0, 4, 1 << 28},
		{"v_bcnt_u32_b32 v0, v1, v2", 0xff, 2, 0, 10},
		{"v_ffbh_u32_e32 v0, v1", 1, 0, 0, 31},
		{"v_add_f32_e32 v0, v1, v2", f(1), f(-1), 0, 0},
		{"v_sub_f32_e64 v0, |v1|, v2", f(-3), f(1), 0, f(2)},
		{"v_mul_f32_e64 v0, v1, v2 clamp", f(3), f(2), 0, f(1)},
		{"v_fma_f32 v0, v1, v2, -v3", f(3), f(2), f(6), 0},
		{"v_max_f32_e32 v0, v1, v2", nan, f(2), 0, f(2)},
		{"v_cvt_f32_u32_e32 v0, v1", 1 << 31, 0, 0, f(1 << 31)},
		{"v_cvt_i32_f32_e32 v0, v1", nan, 0, 0, 0},
		{"v_cvt_i32_f32_e32 v0, v1", f(-3.9), 0, 0, 0xfffffffd},
		{"v_cvt_u32_f32_e32 v0, v1", f(1e30), 0, 0, math.MaxUint32},
		{"v_ldexp_f32 v0, v1, v2", f(3), 4, 0, f(48)},
		{"v_med3_f32 v0, v1, v2, v3", f(5), f(1), f(3), f(3)},
	} {
		w := newWave("gfx942")
		w.vgpr[1][0], w.vgpr[2][0], w.vgpr[3][0] = c.a, c.b, c.c
		execute(t, w, c.text)
		if got := w.vgpr[0][0]; got != c.want {
			t.Errorf("%s of %#x, %#x, %#x: %#x, not %#x", c.text, c.a, c.b, c.c, got, c.want)
		}
		if w.vgpr[0][1] != 0 {
			t.Errorf("%s writes lane 1, which does not execute", c.text)
		}
	}
}

// TestScalar compares results of scalar instructions, and the condition code.
func TestScalar(t *testing.T) {
	for _, c := range []struct {
		text string
		a, b uint32
		want uint32
		scc  bool
	}{
		{"s_add_u32 s0, s1, s2", math.MaxUint32, 1, 0, true},
		{"s_sub_u32 s0, s1, s2", 1, 2, math.MaxUint32, true},
		{"s_add_i32 s0, s1, s2", math.MaxInt32, 1, 0x80000000, true},
		{"s_and_b32 s0, s1, s2", 6, 9, 0, false},
		{"s_xor_b32 s0, s1, s2", 6, 3, 5, true},
		{"s_lshr_b32 s0, s1, s2", 0x80000000, 31, 1, true},
		{"s_ashr_i32 s0, s1, s2", 0x80000000, 31, 0xffffffff, true},
		{"s_max_i32 s0, s1, s2", 0xffffffff, 1, 1, false},
		{"s_min_u32 s0, s1, s2", 0xffffffff, 1, 1, false},
	} {
		w := newWave("gfx942")
		w.sgpr[1], w.sgpr[2] = c.a, c.b
		execute(t, w, c.text)
		if w.sgpr[0] != c.want || w.scc != c.scc {
			t.Errorf("%s of %#x, %#x: %#x, %v, not %#x, %v", c.text, c.a, c.b, w.sgpr[0], w.scc, c.want, c.scc)
		}
	}
}

// TestDivision executes LLVM's sequence for a division, which is rounded correctly.
func TestDivision(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		n, d := math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())
		want := n / d
		if math.Abs(want) < 0x1p-1000 || math.IsNaN(want) || math.IsInf(want, 0) {
			continue // denormal quotients are rounded twice
		}
		w := newWave("gfx942")
		w.setDouble(2, n)
		w.setDouble(4, d)
		execute(t, w,
			"v_div_scale_f64 v[8:9], s[0:1], v[4:5], v[4:5], v[2:3]",
			"v_rcp_f64_e32 v[10:11], v[8:9]",
			"v_fma_f64 v[12:13], -v[8:9], v[10:11], 1.0",
			"v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]",
			"v_fma_f64 v[12:13], -v[8:9], v[10:11], 1.0",
			"v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]",
			"v_div_scale_f64 v[12:13], vcc, v[2:3], v[4:5], v[2:3]",
			"v_mul_f64 v[14:15], v[12:13], v[10:11]",
			"v_fma_f64 v[8:9], -v[8:9], v[14:15], v[12:13]",
			"v_div_fmas_f64 v[8:9], v[8:9], v[10:11], v[14:15]",
			"v_div_fixup_f64 v[0:1], v[8:9], v[4:5], v[2:3]")
		if got := w.double(0); got != want {
			t.Fatalf("%x / %x: %x, not %x", n, d, got, want)
		}
	}
}

// TestRegisterIndex moves between registers whose numbers an index gives.
func TestRegisterIndex(t *testing.T) {
	w := newWave("gfx942")
	w.sgpr[2], w.vgpr[1][0], w.vgpr[8][0] = 3, 7, 9
	execute(t, w, "s_set_gpr_idx_on s2, gpr_idx(DST)", "v_mov_b32_e32 v4, v1", "s_set_gpr_idx_off",
		"s_set_gpr_idx_on s2, gpr_idx(SRC0)", "v_mov_b32_e32 v0, v5", "s_set_gpr_idx_off", "v_mov_b32_e32 v2, v1")
	if w.vgpr[7][0] != 7 || w.vgpr[4][0] != 0 || w.vgpr[0][0] != 9 || w.vgpr[2][0] != 7 {
		t.Errorf("v7 %d, v4 %d, v0 %d, v2 %d", w.vgpr[7][0], w.vgpr[4][0], w.vgpr[0][0], w.vgpr[2][0])
	}
}

// TestRelative moves between registers whose numbers are relative to m0.
func TestRelative(t *testing.T) {
	w := newWave("gfx1100")
	w.sgpr[m0] = 3 | 5<<16
	for i := range uint32(16) {
		w.vgpr[i][0], w.sgpr[i] = 100+i, 200+i
	}
	execute(t, w, "v_movrels_b32_e32 v0, v1", "v_movreld_b32_e32 v2, v1", "v_movrelsd_b32_e32 v3, v4",
		"v_movrelsd_2_b32_e32 v4, v5",
		"s_movrels_b32 s0, s1", "s_movreld_b64 s[2:3], s[10:11]", "s_movrelsd_2_b32 s9, s4")
	for reg, want := range map[int]uint32{0: 104, 5: 101, 6: 107, 9: 108} {
		if got := w.vgpr[reg][0]; got != want {
			t.Errorf("v%d: %d, not %d", reg, got, want)
		}
	}
	for reg, want := range map[int]uint32{0: 204, 5: 210, 6: 211, 14: 207} {
		if got := w.sgpr[reg]; got != want {
			t.Errorf("s%d: %d, not %d", reg, got, want)
		}
	}
}

// TestStackOffsets adds constants to negative offsets into a lane's scratch memory.
func TestStackOffsets(t *testing.T) {
	w := newWave("gfx90a")
	w.private, w.scratch, w.scratchStates = 8, []byte{1, 0, 0, 0, 7, 0, 0, 0}, make([]byte, 8)
	w.sgpr[1] = privateBuffer
	w.vgpr[2][0] = uint32(1<<32 - 56)
	execute(t, w, "buffer_load_dword v3, v2, s[0:3], 0 offen offset:60", "buffer_load_dword v4, off, s[0:3], 0")
	if w.vgpr[3][0] != 7 || w.vgpr[4][0] != 1 {
		t.Errorf("%d, %d, not 7, 1", w.vgpr[3][0], w.vgpr[4][0])
	}
}
