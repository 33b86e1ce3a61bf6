package device

import "testing"

func TestRank(t *testing.T) {
	type image struct{ format, arch string }
	all := []image{{"ptx", "sm_60"}, {"ptx", "sm_80"}, {"cubin", "sm_80"}, {"ptx", "sm_90"}, {"cubin", "sm_90"}, {"ptx", "sm_90a"}, {"ptx", "sm_100f"}, {"hsaco", "gfx90a"}, {"hsaco", "gfx1100"}}
	for device, want := range map[string]image{
		"sm_70":   {"ptx", "sm_60"},
		"sm_80":   {"cubin", "sm_80"},
		"sm_86":   {"cubin", "sm_80"},
		"sm_90":   {"cubin", "sm_90"},
		"sm_100":  {"ptx", "sm_100f"},
		"sm_103":  {"ptx", "sm_100f"},
		"sm_120":  {"ptx", "sm_90"},
		"gfx90a":  {"hsaco", "gfx90a"},
		"gfx1100": {"hsaco", "gfx1100"},
		"gfx942":  {},
		"sm_52":   {},
	} {
		best, rank := image{}, -1
		for _, im := range all {
			if r := Rank(im.format, im.arch, device); r > rank {
				best, rank = im, r
			}
		}
		if best != want {
			t.Errorf("%s takes %v, want %v", device, best, want)
		}
	}
	if Rank("ptx", "sm_90a", "sm_90") <= Rank("ptx", "sm_90", "sm_90") {
		t.Error("PTX for just the GPU is not preferred")
	}
}
