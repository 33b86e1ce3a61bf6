// Expectations of DPP, SDWA and packed instructions. They follow the tables of AMD's ISA documents ("Data Parallel
// Processing", "SubDword Addressing", "Packed Math") and share no code with the emulator.

package gcn

import (
	"fmt"
	"strings"
	"testing"
)

// lanesOf is a wavefront whose registers differ in all lanes.
func lanesOf(arch string, exec uint64) *wave {
	w := newWave(arch)
	if arch == "gfx1100" {
		w.waveSize = 32
		exec &= 1<<32 - 1
	}
	w.setExec(exec)
	for r := range uint32(8) {
		for l := range uint32(64) {
			w.vgpr[r][l] = r<<24 | l<<8 | 0x80 | l
		}
	}
	return w
}

// dppSources are the source lanes of the lanes 0 to 31 by the ISA's table of DPP_CTRL; x: none. Rows of 16 lanes are
// alike where there is one row only.
var dppSources = []struct {
	control string
	archs   string
	lanes   string
}{
	{"quad_perm:[3,0,2,2]", "gfx90a gfx942 gfx1100", "3 0 2 2 7 4 6 6 11 8 10 10 15 12 14 14"},
	{"row_shl:1", "gfx90a gfx942 gfx1100", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x"},
	{"row_shl:15", "gfx90a gfx942 gfx1100", "15 x x x x x x x x x x x x x x x"},
	{"row_shr:3", "gfx90a gfx942 gfx1100", "x x x 0 1 2 3 4 5 6 7 8 9 10 11 12"},
	{"row_ror:4", "gfx90a gfx942 gfx1100", "12 13 14 15 0 1 2 3 4 5 6 7 8 9 10 11"},
	{"row_mirror", "gfx90a gfx942 gfx1100", "15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0"},
	{"row_half_mirror", "gfx90a gfx942 gfx1100", "7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8"},
	{"row_newbcast:5", "gfx90a gfx942", "5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5"},
	{"row_share:9", "gfx1100", "9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9"},
	{"row_xmask:6", "gfx1100", "6 7 4 5 2 3 0 1 14 15 12 13 10 11 8 9"},
	{"dpp8:[7,7,0,1,3,2,4,5]", "gfx1100", "7 7 0 1 3 2 4 5 15 15 8 9 11 10 12 13"},
	{"wave_shl:1", "gfx90a gfx942", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32"},
	{"wave_shr:1", "gfx90a gfx942", "x 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"},
	{"wave_rol:1", "gfx90a gfx942", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32"},
	{"wave_ror:1", "gfx90a gfx942", "63 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"},
	{"row_bcast:15", "gfx90a gfx942", "x x x x x x x x x x x x x x x x 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15"},
	{"row_bcast:31", "gfx90a gfx942", "x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x"},
}

// TestDPP: lanes read others by each DPP_CTRL. Masks disable rows and banks. An inactive or absent source keeps the old
// value, is 0 (bound_ctrl, DPP8), or supplies its value (fi, for inactive lanes).
func TestDPP(t *testing.T) {
	for _, c := range dppSources {
		table := strings.Fields(c.lanes)
		for _, arch := range strings.Fields(c.archs) {
			for _, exec := range []uint64{^uint64(0), 0xfffffffffffffffe, 0x5555aaaa5a5aff0f} {
				for _, modifiers := range []string{"", " bound_ctrl:1", " fi:1", " bound_ctrl:1 fi:1", " row_mask:0x5", " bank_mask:0xa"} {
					eight := strings.HasPrefix(c.control, "dpp8")
					if strings.Contains(modifiers, "fi:1") && arch != "gfx1100" || eight && modifiers != "" && modifiers != " fi:1" {
						continue // they have no such bits
					}
					text := "v_add_u32_dpp v0, v1, v2 " + c.control + modifiers
					if arch == "gfx1100" {
						text = strings.Replace(text, "add_u32", "add_nc_u32", 1)
					}
					w := lanesOf(arch, exec)
					old := *w
					execute(t, w, text)
					for l := range 32 {
						want := old.vgpr[0][l]
						from, valid := 0, true
						if s := table[l%len(table)]; s == "x" {
							valid = false
						} else {
							_, _ = fmt.Sscan(s, &from)
							if len(table) == 16 {
								from += l / 16 * 16
							}
							valid = exec>>from&1 == 1 || strings.Contains(modifiers, "fi:1")
						}
						enabled := exec>>l&1 == 1 && (!strings.Contains(modifiers, "row_mask") || l/16 == 0) &&
							(!strings.Contains(modifiers, "bank_mask") || l/4%2 == 1)
						switch {
						case !enabled:
						case valid:
							want = old.vgpr[1][from] + old.vgpr[2][l]
						case eight || strings.Contains(modifiers, "bound_ctrl"):
							want = old.vgpr[2][l]
						}
						if got := w.vgpr[0][l]; got != want {
							t.Fatalf("%s: %s, exec %#x: lane %d: %#x, not %#x", arch, text, exec, l, got, want)
						}
					}
				}
			}
		}
	}
}

// TestDPPOfMasks: comparisons and carries have 0 in lanes that DPP disables.
func TestDPPOfMasks(t *testing.T) {
	w := lanesOf("gfx1100", ^uint64(0))
	execute(t, w, "v_cmp_ne_u32_e64_dpp s4, v1, v2 row_shr:1 row_mask:0x2 bank_mask:0xf")
	if w.sgpr[4] != 0xfffe0000 {
		t.Errorf("comparison: %#x", w.sgpr[4])
	}
	w = lanesOf("gfx90a", ^uint64(0))
	execute(t, w, "v_not_b32_e32 v1, v1", "v_add_co_u32_dpp v0, vcc, v1, v2 row_shl:15 row_mask:0xf bank_mask:0x1")
	if got := uint64(w.sgpr[vcc+1])<<32 | uint64(w.sgpr[vcc]); got != 0x0001000100010001 {
		t.Errorf("carry: %#x", got)
	}
}

// TestPermlane: lanes of a row read lanes of the row, or of the other one; op_sel has the bits fi and bound_ctrl.
func TestPermlane(t *testing.T) {
	const exec = 0x0ff0fffe
	for _, c := range []struct {
		text           string
		other          uint32
		inactive, zero bool
	}{
		{"v_permlane16_b32 v0, v1, s2, s3", 0, false, false},
		{"v_permlane16_b32 v0, v1, s2, s3 op_sel:[1,0]", 0, true, false},
		{"v_permlanex16_b32 v0, v1, s2, s3 op_sel:[0,1]", 16, false, true},
	} {
		w := lanesOf("gfx1100", exec)
		w.sgpr[2], w.sgpr[3] = 0x01234567, 0x89abcdef // lane l reads lane 15-l of the row, as the digits say
		reads := []uint32{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
		old := *w
		execute(t, w, c.text)
		for l := range uint32(32) {
			from := (l/16*16 + reads[l%16]) ^ c.other
			want := old.vgpr[0][l]
			switch {
			case exec>>l&1 == 0:
			case exec>>from&1 == 1 || c.inactive:
				want = old.vgpr[1][from]
			case c.zero:
				want = 0
			}
			if got := w.vgpr[0][l]; got != want {
				t.Errorf("%s: lane %d: %#x, not %#x", c.text, l, got, want)
			}
		}
	}
}

// TestSDWA: parts of sources and of the destination, in bytes of the registers.
func TestSDWA(t *testing.T) {
	parts := map[string][2]int{"BYTE_0": {0, 1}, "BYTE_1": {1, 1}, "BYTE_2": {2, 1}, "BYTE_3": {3, 1}, "WORD_0": {0, 2},
		"WORD_1": {2, 2}, "DWORD": {0, 4}}
	// number is the little-endian number in bytes of a register.
	number := func(register uint32, part string, signed bool) int64 {
		at, n := parts[part][0], parts[part][1]
		var v int64
		for i := range n {
			v += int64(byte(register>>(8*(at+i)))) << (8 * i)
		}
		if signed && v >= 1<<(8*n-1) {
			v -= 1 << (8 * n)
		}
		return v
	}
	const a, b, before = 0x91827364, 0xf0e1d2c3, 0x11223344
	for dst := range parts {
		for _, unused := range []string{"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"} {
			for src0 := range parts {
				for src1 := range parts {
					for _, signed := range []bool{false, true} {
						second := "v2"
						if signed {
							second = "sext(v2)"
						}
						text := fmt.Sprintf("v_add_u32_sdwa v0, v1, %s dst_sel:%s dst_unused:%s src0_sel:%s src1_sel:%s", second, dst, unused, src0, src1)
						w := newWave("gfx942")
						w.vgpr[0][0], w.vgpr[1][0], w.vgpr[2][0] = before, a, b
						execute(t, w, text)
						sum := uint32(number(a, src0, false) + number(b, src1, signed))
						at, n := parts[dst][0], parts[dst][1]
						var want uint32
						for i := range 4 { // byte by byte
							v := byte(0)
							switch {
							case i >= at && i < at+n:
								v = byte(sum >> (8 * (i - at)))
							case unused == "UNUSED_PRESERVE":
								v = byte(uint32(before) >> (8 * i))
							case unused == "UNUSED_SEXT" && i >= at+n && sum>>(8*n-1)&1 == 1:
								v = 0xff
							}
							want |= uint32(v) << (8 * i)
						}
						if got := w.vgpr[0][0]; got != want {
							t.Fatalf("%s: %#x, not %#x", text, got, want)
						}
					}
				}
			}
		}
	}
}

// halfOf is a small integer as a float of 16 bits.
func halfOf(n int) uint32 {
	sign, exponent := uint32(0), uint32(25)
	if n < 0 {
		sign, n = 0x8000, -n
	}
	if n == 0 {
		return sign
	}
	for ; n < 1<<10; n <<= 1 {
		exponent--
	}
	return sign | exponent<<10 | uint32(n)&0x3ff
}

// TestPackedIntegers: each half of the result comes from the halves of the sources that op_sel and op_sel_hi name.
func TestPackedIntegers(t *testing.T) {
	halves := [3][2]int{{-300, 7}, {11, -4000}, {30000, 5}} // upper and lower half of v1, v2, v3
	word := func(h [2]int) uint32 { return uint32(uint16(h[0]))<<16 | uint32(uint16(h[1])) }
	clampTo := func(n, least, most int) int { return max(least, min(most, n)) }
	signed := func(n int) int { return int(int16(n)) }
	unsigned := func(n int) int { return int(uint16(n)) }
	for _, c := range []struct {
		name  string
		clamp bool
		f     func(a, b, c int) int
		three bool
	}{
		{"v_pk_add_u16", false, func(a, b, _ int) int { return a + b }, false},
		{"v_pk_add_i16", true, func(a, b, _ int) int { return clampTo(a+b, -32768, 32767) }, false},
		{"v_pk_add_u16", true, func(a, b, _ int) int { return clampTo(unsigned(a)+unsigned(b), 0, 65535) }, false},
		{"v_pk_sub_i16", false, func(a, b, _ int) int { return a - b }, false},
		{"v_pk_sub_u16", true, func(a, b, _ int) int { return clampTo(unsigned(a)-unsigned(b), 0, 65535) }, false},
		{"v_pk_mul_lo_u16", false, func(a, b, _ int) int { return a * b }, false},
		{"v_pk_lshlrev_b16", false, func(a, b, _ int) int { return b << (unsigned(a) % 16) }, false},
		{"v_pk_lshrrev_b16", false, func(a, b, _ int) int { return unsigned(b) >> (unsigned(a) % 16) }, false},
		{"v_pk_ashrrev_i16", false, func(a, b, _ int) int { return signed(b) >> (unsigned(a) % 16) }, false},
		{"v_pk_max_i16", false, func(a, b, _ int) int { return max(a, b) }, false},
		{"v_pk_max_u16", false, func(a, b, _ int) int { return max(unsigned(a), unsigned(b)) }, false},
		{"v_pk_min_i16", false, func(a, b, _ int) int { return min(a, b) }, false},
		{"v_pk_min_u16", false, func(a, b, _ int) int { return min(unsigned(a), unsigned(b)) }, false},
		{"v_pk_mad_i16", false, func(a, b, c int) int { return a*b + c }, true},
		{"v_pk_mad_u16", false, func(a, b, c int) int { return a*b + c }, true},
	} {
		for bits := range 64 { // op_sel and op_sel_hi
			bit := func(i int) int { return bits >> i & 1 }
			text := fmt.Sprintf("%s v0, v1, v2 op_sel:[%d,%d] op_sel_hi:[%d,%d]", c.name, bit(0), bit(1), bit(3), bit(4))
			if c.three {
				text = fmt.Sprintf("%s v0, v1, v2, v3 op_sel:[%d,%d,%d] op_sel_hi:[%d,%d,%d]", c.name, bit(0), bit(1), bit(2), bit(3), bit(4), bit(5))
			}
			if c.clamp {
				text += " clamp"
			}
			half := func(operand, upper int) int { return halves[operand][1-upper] }
			lower := c.f(half(0, bit(0)), half(1, bit(1)), half(2, bit(2)))
			upper := c.f(half(0, bit(3)), half(1, bit(4)), half(2, bit(5)))
			w := newWave("gfx942")
			for i, h := range halves {
				w.vgpr[1+i][0] = word(h)
			}
			execute(t, w, text)
			if want := word([2]int{upper, lower}); w.vgpr[0][0] != want {
				t.Fatalf("%s: %#x, not %#x", text, w.vgpr[0][0], want)
			}
		}
	}
}

// TestPackedFloats: neg_lo and neg_hi negate sources of a half; inline constants are in the lower half.
func TestPackedFloats(t *testing.T) {
	word := func(upper, lower int) uint32 { return halfOf(upper)<<16 | halfOf(lower) }
	for _, c := range []struct {
		text         string
		upper, lower int
	}{ // v1 is (3, 5), v2 (-7, 2), v3 (1, 10)
		{"v_pk_add_f16 v0, v1, v2", 3 - 7, 5 + 2},
		{"v_pk_mul_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1]", 5 * -7, 3 * 2},
		{"v_pk_add_f16 v0, v1, v2 neg_lo:[0,1] neg_hi:[1,0]", -3 - 7, 5 - 2},
		{"v_pk_fma_f16 v0, v1, v2, v3", 3*-7 + 1, 5*2 + 10},
		{"v_pk_fma_f16 v0, v1, v2, v3 op_sel:[0,0,1] op_sel_hi:[1,1,0] neg_lo:[1,0,0] neg_hi:[0,0,1]", 3*-7 - 10, -5*2 + 1},
		{"v_pk_min_f16 v0, v1, v2", -7, 2},
		{"v_pk_max_f16 v0, v1, v2", 3, 5},
		{"v_pk_mul_f16 v0, v1, v2 clamp", 0, 1},
		{"v_pk_add_f16 v0, v1, 4.0 op_sel_hi:[1,0]", 7, 9},
		{"v_pk_add_f16 v0, v1, 4.0", 3, 9},
	} {
		w := newWave("gfx942")
		w.vgpr[1][0], w.vgpr[2][0], w.vgpr[3][0] = word(3, 5), word(-7, 2), word(1, 10)
		execute(t, w, c.text)
		if want := word(c.upper, c.lower); w.vgpr[0][0] != want {
			t.Errorf("%s: %#x, not %#x", c.text, w.vgpr[0][0], want)
		}
	}
	for _, c := range []struct {
		text          string
		first, second float32
	}{ // v[2:3] is (2, 3), v[4:5] (5, 7), v[6:7] (11, 13), s[4:5] (17, 19)
		{"v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 2 + 5, 3 + 7},
		{"v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1]", 3 * 5, 2 * 7},
		{"v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7] op_sel:[0,1,0] op_sel_hi:[1,1,0]", 2*7 + 11, 3*7 + 11},
		{"v_pk_add_f32 v[0:1], v[2:3], v[4:5] neg_lo:[0,1] neg_hi:[1,0]", 2 - 5, -3 + 7},
		{"v_pk_mul_f32 v[0:1], v[2:3], s[4:5] op_sel_hi:[1,0]", 2 * 17, 3 * 17},
		{"v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0]", 3, 5},
		{"v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[0,1]", 2, 7},
	} {
		w := newWave("gfx90a")
		for i, v := range []float32{2, 3, 5, 7, 11, 13} {
			w.vgpr[2+i][0] = uint32(u32(v))
		}
		w.sgpr[4], w.sgpr[5] = uint32(u32(17)), uint32(u32(19))
		execute(t, w, c.text)
		if w.vgpr[0][0] != uint32(u32(c.first)) || w.vgpr[1][0] != uint32(u32(c.second)) {
			t.Errorf("%s: %v, %v, not %v, %v", c.text, f32(uint64(w.vgpr[0][0])), f32(uint64(w.vgpr[1][0])), c.first, c.second)
		}
	}
}

// TestMixedFloats: v_fma_mix takes floats of 32 bits or halves of a register, and v_fma_mixlo and v_fma_mixhi write one.
func TestMixedFloats(t *testing.T) {
	const before = 0x12345678
	for _, c := range []struct {
		text string
		want uint32
	}{ // v1 is 6.0 as 32 bits, v2 (3, 5) and v3 (-7, 2) as 16 bits
		{"v_fma_mix_f32 v0, v1, v2, v3 op_sel_hi:[0,1,1]", uint32(u32(6*5 + 2))},
		{"v_fma_mix_f32 v0, v1, v2, v3 op_sel:[0,1,1] op_sel_hi:[0,1,1]", uint32(u32(6*3 - 7))},
		{"v_fma_mixlo_f16 v0, v1, v2, v1 op_sel_hi:[0,1,0]", before&0xffff0000 | halfOf(6*5+6)},
		{"v_fma_mixhi_f16 v0, v1, v2, -v1 op_sel:[0,1,0] op_sel_hi:[0,1,0]", before&0xffff | halfOf(6*3-6)<<16},
	} {
		w := newWave("gfx942")
		w.vgpr[0][0], w.vgpr[1][0], w.vgpr[2][0], w.vgpr[3][0] = before, uint32(u32(6)), halfOf(3)<<16|halfOf(5), halfOf(-7)<<16|halfOf(2)
		execute(t, w, c.text)
		if w.vgpr[0][0] != c.want {
			t.Errorf("%s: %#x, not %#x", c.text, w.vgpr[0][0], c.want)
		}
	}
}

// TestUpperHalves: what instructions of 16 bits leave in the upper half of the destination. On gfx9 most clear it, and
// those with three sources keep it (GCNSubtarget::zeroesHigh16BitsOfDest of LLVM); on gfx11 all keep it.
func TestUpperHalves(t *testing.T) {
	for _, c := range []struct {
		arch, text string
		want       uint32
	}{
		{"gfx942", "v_add_u16_e32 v0, v1, v2", 9},
		{"gfx942", "v_add_f16_e32 v0, v3, v3", halfOf(10)},
		{"gfx942", "v_mad_u16 v0, v1, v2, v1", 0xabcd0000 | 24},
		{"gfx942", "v_mad_u16 v0, v1, v2, v1 op_sel:[0,0,0,1]", 24<<16 | 0x1111},
		{"gfx90a", "v_fma_f16 v0, v3, v3, v3", 0xabcd0000 | halfOf(30)},
		{"gfx1100", "v_add_nc_u16 v0, v1, v2", 0xabcd0000 | 9},
		{"gfx1100", "v_add_f16_e32 v0, v3, v3", 0xabcd0000 | halfOf(10)},
	} {
		w := newWave(c.arch)
		w.vgpr[0][0], w.vgpr[1][0], w.vgpr[2][0], w.vgpr[3][0] = 0xabcd1111, 4, 5, halfOf(5)
		execute(t, w, c.text)
		if w.vgpr[0][0] != c.want {
			t.Errorf("%s: %s: %#x, not %#x", c.arch, c.text, w.vgpr[0][0], c.want)
		}
	}
}
