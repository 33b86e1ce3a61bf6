package toolchain

import (
	"slices"
	"testing"
)

func TestArchsIn(t *testing.T) {
	for text, want := range map[string][]string{
		"sm_90\nsm_90\n":           {"sm_90"},
		"9.0\n12.0\n":              {"sm_90", "sm_120"},
		"gfx000\ngfx90a\ngfx1100":  {"gfx90a", "gfx1100"},
		"Failed to load libcuda\n": nil,
	} {
		if got := archsIn(text); !slices.Equal(got, want) {
			t.Errorf("archsIn(%q) = %q, want %q", text, got, want)
		}
	}
}
