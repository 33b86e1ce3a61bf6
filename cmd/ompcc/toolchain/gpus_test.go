package toolchain

import (
	"slices"
	"testing"

	"ompcc/codegen/target"
)

func TestArchsIn(t *testing.T) {
	for _, c := range []struct {
		family, text string
		want         []string
	}{
		{"nvptx", "sm_90\nsm_90\n", []string{"sm_90"}},
		{"nvptx", "9.0\n12.0\n", []string{"sm_90", "sm_120"}},
		{"amdgcn", "gfx000\ngfx90a\ngfx1100", []string{"gfx90a", "gfx1100"}},
		{"nvptx", "Failed to load libcuda\n", nil},
	} {
		tg, _ := target.ByName(c.family, "")
		if got := archsIn(tg.Family, c.text); !slices.Equal(got, c.want) {
			t.Errorf("archsIn(%s, %q) = %q, want %q", c.family, c.text, got, c.want)
		}
	}
}
