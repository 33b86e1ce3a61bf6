package target

import "testing"

func TestByName(t *testing.T) {
	for _, c := range []struct {
		name, arch string
		triple     string // "": unknown
		warp       int
	}{
		{"cpu", "", "x86_64-pc-linux-gnu", 1},
		{"aarch64-unknown-linux-gnu", "", "aarch64-unknown-linux-gnu", 1},
		{"nvptx", "sm_90a", "nvptx64-nvidia-cuda", 32},
		{"nvptx64-nvidia-cuda", "", "nvptx64-nvidia-cuda", 32},
		{"amdgcn", "", "amdgcn-amd-amdhsa", 64},
		{"amdgcn-amd-amdhsa", "gfx1100", "amdgcn-amd-amdhsa", 32},
		{"amdgcn", "gfx90a:xnack+", "amdgcn-amd-amdhsa", 64},
		{"amdgcn", "gfx90a:xnack-:sramecc+", "amdgcn-amd-amdhsa", 64},
		{"amdgcn", "gfx9-generic", "amdgcn-amd-amdhsa", 64},
		{"amdgcn", "gfx9-4-generic:sramecc+:xnack-", "amdgcn-amd-amdhsa", 64},
		{"amdgcn", "gfx10-3-generic", "amdgcn-amd-amdhsa", 32},
		{"amdgcn", "gfx12-generic", "amdgcn-amd-amdhsa", 32},
		{"amdgcn", "gfx-generic", "", 0},
		{"amdgcn", "gfx9-special", "", 0},
		{"amdgcn", "gfx90a:", "", 0},
		{"amdgcn", "gfx90a:xnack", "", 0},
		{"amdgcn", "gfx90a:xnack+-", "", 0},
		{"amdgcn", "gfx90a:xnack+:xnack-", "", 0},
		{"amdgcn", "gfx90a:wave32+", "", 0},
		{"nvptx", "sm_35", "", 0},
		{"nvptx", "gfx90a", "", 0},
		{"amdgcn", "sm_80", "", 0},
		{"riscv64-unknown-linux-gnu", "", "", 0},
	} {
		got, ok := ByName(c.name, c.arch)
		if ok != (c.triple != "") {
			t.Errorf("ByName(%q, %q): ok = %v", c.name, c.arch, ok)
			continue
		}
		if ok && (got.Triple != c.triple || got.WarpSize != c.warp) {
			t.Errorf("ByName(%q, %q) = %v, warp %d", c.name, c.arch, got, got.WarpSize)
		}
	}
}

// TestTargetID: features stand in the order of their names.
func TestTargetID(t *testing.T) {
	tg, _ := ByName("amdgcn", "gfx90a:xnack-:sramecc+")
	if tg.Arch != "gfx90a:sramecc+:xnack-" || tg.Processor() != "gfx90a" {
		t.Errorf("%s, processor %s", tg.Arch, tg.Processor())
	}
}
