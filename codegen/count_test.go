package codegen

import (
	"regexp"
	"strings"
	"testing"

	"ompcc/codegen/target"
	"ompcc/rt/abi"
)

// compile optimises and lowers a module, which proves that llc accepts it.
func compile(t *testing.T, text string, tg *target.Target) string {
	t.Helper()
	bc := pipe(t, text, "opt", "-O2", "-mcpu="+tg.Arch, "-o", "-")
	args := []string{"-O3", "-mcpu=" + tg.Arch, "-o", "-"}
	if tg.Features != "" {
		args = append(args, "-mattr="+tg.Features)
	}
	return pipe(t, bc, "llc", args...)
}

// ptxEntry returns the instructions of one kernel.
func ptxEntry(t *testing.T, ptx, name string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(ptx, ".entry "+name+"(")
	if !ok {
		t.Fatalf("no entry %s in\n%s", name, ptx)
	}
	_, rest, _ = strings.Cut(rest, "\n{")
	rest, _, _ = strings.Cut(rest, "\n}")
	var out []string
	for _, l := range strings.Split(rest, "\n") {
		l = strings.TrimSpace(l)
		if strings.HasSuffix(l, ";") && !strings.HasPrefix(l, ".") {
			out = append(out, l)
		}
	}
	return out
}

var gcnInstruction = regexp.MustCompile(`(?m)^\s+(s_|v_|global_|ds_|flat_|buffer_)`)

func gcnEntry(t *testing.T, asm, name string) int {
	t.Helper()
	_, rest, ok := strings.Cut(asm, "\n"+name+":")
	if !ok {
		t.Fatalf("no entry %s", name)
	}
	rest, _, _ = strings.Cut(rest, ".section")
	return len(gcnInstruction.FindAllString(rest, -1))
}

// TestInstructionCounts holds the kernels to at most 1.1 times the static
// counts of hand-written CUDA and HIP for the same loops (one iteration a
// thread; grid-stride where the reference has no such form).
func TestInstructionCounts(t *testing.T) {
	limits := []struct {
		sample     string
		entry      string
		ptx, gcn   int // 0: no reference
		nc, shared int
	}{
		{"saxpy", abi.OnceSuffix, 20, 22, 1, 0},
		{"saxpy", "", 27, 35, 1, 0},
		{"dot", "", 99, 0, 2, 1},
		{"stencil", abi.OnceSuffix, 49, 83, 4, 0},
		{"histogram", abi.OnceSuffix, 19, 0, 1, 0},
		{"matmul", abi.OnceSuffix, 68, 0, 6, 0},
		{"rowscale", "", 42, 51, 1, 0},
		{"rowscale", abi.OnceSuffix, 42, 51, 1, 0},
	}
	nv, _ := target.ByName("nvptx", "sm_80")
	amd, _ := target.ByName("amdgcn", "gfx90a")
	for _, l := range limits {
		t.Run(l.sample+l.entry, func(t *testing.T) {
			name := "__ompcc_k_" + l.sample + l.entry
			ins := ptxEntry(t, compile(t, emit(t, sampleByName(l.sample), nv, Options{}), nv), name)
			text := strings.Join(ins, "\n")
			if limit := l.ptx * 11 / 10; len(ins) > limit {
				t.Errorf("%d PTX instructions, at most %d wanted\n%s", len(ins), limit, text)
			}
			if n := strings.Count(text, "ld.global.nc"); n < l.nc {
				t.Errorf("%d ld.global.nc, %d wanted", n, l.nc)
			}
			if strings.Contains(text, "call") {
				t.Error("calls are left")
			}
			if l.shared == 0 && strings.Contains(text, ".shared") {
				t.Error("shared memory is used")
			}
			if l.gcn > 0 {
				n := gcnEntry(t, compile(t, emit(t, sampleByName(l.sample), amd, Options{}), amd), name)
				if limit := l.gcn*11/10 + 1; n > limit {
					t.Errorf("%d GCN instructions, at most %d wanted", n, limit)
				}
			}
		})
	}
}

// TestCompiles has llc lower every sample for every target.
func TestCompiles(t *testing.T) {
	for _, s := range samples {
		for _, tg := range target.All() {
			t.Run(s.name+"/"+tg.Name, func(t *testing.T) { compile(t, emit(t, s.make(), tg, Options{Debug: true}), tg) })
		}
	}
}

// TestRowReductions: on AMD's GPUs whole warps combine through the operands of
// instructions and scalars, not through the memory of the team.
func TestRowReductions(t *testing.T) {
	for arch, want := range map[string]struct{ shifts, scalars int }{
		// A double is two words. Eight lanes of warps, and for 64 lanes four rows.
		"gfx90a":  {2*4 + 2*2, 2 * 4},
		"gfx1100": {2*4 + 2*3, 2 * 2},
	} {
		tg, _ := target.ByName("amdgcn", arch)
		text := emit(t, sampleByName("dot"), tg, Options{})
		_, text, _ = strings.Cut(text, "__ompcc_k_dot"+abi.OnceSuffix+"(")
		text, _, _ = strings.Cut(text, "\n}")
		if n := strings.Count(text, "@llvm.amdgcn.update.dpp.i32("); n != want.shifts {
			t.Errorf("%s: %d shifts within rows, want %d", arch, n, want.shifts)
		}
		if n := strings.Count(text, "@llvm.amdgcn.readlane("); n != want.scalars {
			t.Errorf("%s: %d scalars, want %d", arch, n, want.scalars)
		}
		asm := compile(t, emit(t, sampleByName("dot"), tg, Options{}), tg)
		if strings.Contains(asm, "ds_bpermute") {
			t.Errorf("%s: threads combine through the team's memory", arch)
		}
	}
}
