package main

import "testing"

func TestRank(t *testing.T) {
	type image struct{ format, arch string }
	all := []image{{"ptx", "sm_60"}, {"ptx", "sm_80"}, {"cubin", "sm_80"}, {"ptx", "sm_90"}, {"cubin", "sm_90"},
		{"ptx", "sm_90a"}, {"ptx", "sm_100f"}, {"hsaco", "gfx90a"}, {"hsaco", "gfx1100"},
		{"hsaco", "gfx9-generic"}, {"hsaco", "gfx9-4-generic"}, {"hsaco", "gfx9-4-generic:xnack+"}, {"hsaco", "gfx11-generic"}, {"hsaco", "gfx10-3-generic"}}
	for device, want := range map[string]image{
		"sm_70":                  {"ptx", "sm_60"},
		"sm_80":                  {"cubin", "sm_80"},
		"sm_86":                  {"cubin", "sm_80"},
		"sm_90":                  {"cubin", "sm_90"},
		"sm_100":                 {"ptx", "sm_100f"},
		"sm_103":                 {"ptx", "sm_100f"},
		"sm_120":                 {"ptx", "sm_90"},
		"gfx90a":                 {"hsaco", "gfx90a"},
		"gfx1100":                {"hsaco", "gfx1100"},
		"gfx906":                 {"hsaco", "gfx9-generic"},
		"gfx90c":                 {"hsaco", "gfx9-generic"},
		"gfx942":                 {"hsaco", "gfx9-4-generic"},
		"gfx1151":                {"hsaco", "gfx11-generic"},
		"gfx1036":                {"hsaco", "gfx10-3-generic"},
		"gfx942:sramecc+:xnack+": {"hsaco", "gfx9-4-generic:xnack+"},
		"gfx1010":                {},
		"gfx1200":                {},
		"gfx90":                  {},
		"sm_abc":                 {},
		"sm_52":                  {},
	} {
		best, most := image{}, -1
		for _, im := range all {
			if r := rank(im.format, im.arch, device); r > most {
				best, most = im, r
			}
		}
		if best != want {
			t.Errorf("%s takes %v, want %v", device, best, want)
		}
	}
	for image, want := range map[string]int{"gfx90a": 4, "gfx90a:xnack+": 5, "gfx90a:sramecc+:xnack+": 6,
		"gfx9-4-generic": -1, "gfx90a:xnack-": -1, "gfx908:xnack+": -1} {
		if got := rank("hsaco", image, "gfx90a:sramecc+:xnack+"); got != want {
			t.Errorf("%s: %d, want %d", image, got, want)
		}
	}
	if rank("hsaco", "gfx1030:xnack+", "gfx1030") >= 0 {
		t.Error("an image for a feature that the GPU does not have")
	}
	if rank("ptx", "sm_90a", "sm_90") <= rank("ptx", "sm_90", "sm_90") {
		t.Error("PTX for just the GPU is not preferred")
	}
}
