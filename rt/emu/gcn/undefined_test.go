package gcn

import "testing"

// TestShiftedHalves: a half of 64 bits that a shift takes away need not have a value.
func TestShiftedHalves(t *testing.T) {
	const low, high, both = 1, 2, 3
	for _, c := range []struct {
		text  string
		by    uint32 // the amount in v1
		unset int    // halves of v[2:3], or of s[2:3], without a value
		want  int    // those of the result
	}{
		{"v_lshlrev_b64 v[4:5], 32, v[2:3]", 0, high, 0},
		{"v_lshlrev_b64 v[4:5], 32, v[2:3]", 0, low, high},
		{"v_lshlrev_b64 v[4:5], 31, v[2:3]", 0, high, high},
		{"v_lshlrev_b64 v[4:5], 31, v[2:3]", 0, low, both},
		{"v_lshlrev_b64 v[4:5], v1, v[2:3]", 32, high, 0},
		{"v_lshlrev_b64 v[4:5], v1, v[2:3]", 96, low, high},
		{"v_lshlrev_b64 v[4:5], v1, v[2:3]", 1, low, both},
		{"v_lshrrev_b64 v[4:5], 32, v[2:3]", 0, low, 0},
		{"v_lshrrev_b64 v[4:5], 32, v[2:3]", 0, high, low},
		{"v_lshrrev_b64 v[4:5], 8, v[2:3]", 0, low, low},
		{"v_lshrrev_b64 v[4:5], 8, v[2:3]", 0, high, both},
		{"v_ashrrev_i64 v[4:5], 32, v[2:3]", 0, low, 0},
		{"v_ashrrev_i64 v[4:5], 32, v[2:3]", 0, high, both},
		{"v_lshlrev_b64 v[4:5], v2, v[2:3]", 0, low, both}, // the amount has no value
		{"s_lshl_b64 s[4:5], s[2:3], 32", 0, high, 0},
		{"s_lshl_b64 s[4:5], s[2:3], 32", 0, low, high},
		{"s_lshr_b64 s[4:5], s[2:3], 32", 0, low, 0},
		{"s_ashr_i64 s[4:5], s[2:3], 32", 0, high, both},
		{"s_lshl_b64 s[4:5], s[2:3], s2", 0, low, both},
	} {
		w := newWave("gfx90a")
		d := &w.defined
		w.vgpr[1][0] = c.by
		for half := range 2 {
			if c.unset>>half&1 != 0 {
				d.vector[2+half], d.scalar[2+half] = 1, ^uint32(0)
			}
		}
		execute(t, w, c.text)
		got := 0
		for half := range 2 {
			if d.vector[4+half] != 0 || d.scalar[4+half] != 0 {
				got |= 1 << half
			}
		}
		if got != c.want {
			t.Errorf("%s by %d, halves %d without a value: %d have none in the result, want %d", c.text, c.by, c.unset, got, c.want)
		}
	}
}
