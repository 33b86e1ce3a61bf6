package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNests holds kernels of the same meaning to the same entry points and as many instructions, however a program
// nests target, teams, distribute, parallel and the loop. The forms have braces, locals and reductions of both.
func TestNests(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	for _, target := range []struct {
		arch, out   string
		instruction *regexp.Regexp
		entry       *regexp.Regexp
	}{
		{"sm_80", "nests.ptx", regexp.MustCompile(`(?m)^\s+[a-z@][^\n]*;`),
			regexp.MustCompile(`(?s)\.entry __ompcc_k_nests_c_(\w+)_l\d+(__once|)\(.*?\n\{(.*?)\n\}`)},
		{"gfx90a", "nests.s", regexp.MustCompile(`(?m)^\s+[sv]_\w+|^\s+global_\w+|^\s+ds_\w+`),
			regexp.MustCompile(`(?s)\n__ompcc_k_nests_c_(\w+)_l\d+(__once|):(.*?)s_endpgm`)},
	} {
		out := filepath.Join(dir, target.out)
		if r := run(t, "testdata", nil, cc, "-O2", "--offload-arch="+target.arch, "--offload-device-only", "-S",
			"nests.c", "-o", out); r.exit != 0 {
			t.Fatalf("exit %d\n%s", r.exit, r.stderr)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string][]int{} // by kernel and entry point
		for _, m := range target.entry.FindAllStringSubmatch(string(text), -1) {
			counts[m[1]] = append(counts[m[1]], len(target.instruction.FindAllString(m[3], -1)))
		}
		if len(counts) != 13 {
			t.Fatalf("%s: %d kernels: %v", target.arch, len(counts), counts)
		}
		for name, got := range counts {
			base, _, _ := strings.Cut(name, "_")
			if want := counts[base]; !slices.Equal(got, want) || got[0] < 10 || base != "one" && len(got) != 2 {
				t.Errorf("%s: %s has entry points of %v instructions, %s of %v", target.arch, name, got, base, want)
			}
		}
	}
}
