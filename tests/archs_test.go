package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// llvmOf is the folder of the LLVM that the compiler uses.
func llvmOf(t *testing.T, cc string) string {
	t.Helper()
	m := regexp.MustCompile(`LLVM: \d+ \((.*)\)`).FindStringSubmatch(run(t, "", nil, cc, "--version").stdout)
	if m == nil {
		require.Missing(t, "no LLVM")
	}
	return m[1]
}

// knownArchs are the architectures from sm_60 and gfx900 on that LLVM and clang know: clang 22 knows no sm_100f.
func knownArchs(t *testing.T, llvm string) (archs []string) {
	t.Helper()
	for _, machine := range []string{"nvptx64", "amdgcn"} {
		text := run(t, "", nil, filepath.Join(llvm, "llc"), "-march="+machine, "-mcpu=help").stderr
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^ +(sm_(\d+)a?|gfx(9\w\w|1\w\w\w|[\d-]+-generic)) +- Select`).
			FindAllStringSubmatch(text, -1) {
			n, err := strconv.Atoi(m[2])
			if !seen[m[1]] && (err != nil || n >= 60) {
				archs = append(archs, m[1])
			}
			seen[m[1]] = true
		}
	}
	return archs
}

// TestArchs compiles a kernel with reductions, a barrier, atomic additions of three floating-point types, printf
// and malloc for every architecture that LLVM knows, several in one program. A ptxas that knows the architecture
// must take the PTX. The metadata of the code objects must have the wave's size. The programs then run on the
// emulated device. Without OMPCC_ALL_IMAGES=1 each sixth is taken.
func TestArchs(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	llvm := llvmOf(t, cc)
	archs := knownArchs(t, llvm)
	if len(archs) < 20 {
		t.Fatalf("LLVM knows only %q", archs)
	}
	if os.Getenv("OMPCC_ALL_IMAGES") == "" {
		var some []string
		for i := 0; i < len(archs); i += 6 {
			some = append(some, archs[i])
		}
		archs = some
	}
	taken, refused := 0, 0
	for some := range slices.Chunk(archs, 3) {
		a, b := checkArchs(t, cc, llvm, some)
		taken, refused = taken+a, refused+b
	}
	t.Logf("%d architectures: %s; ptxas took the PTX for %d and does not know %d", len(archs), strings.Join(archs, " "),
		taken, refused)
	if ptxasProgram() == "" {
		t.Log("no ptxas (set OMPCC_PTXAS): PTX IS NOT VERIFIED")
	}
}

// checkArchs compiles and checks one program, and counts the PTX that ptxas takes.
func checkArchs(t *testing.T, cc, llvm string, archs []string) (taken, refused int) {
	t.Helper()
	dir := t.TempDir()
	source, _ := filepath.Abs("testdata/archs.c")
	if r := run(t, dir, []string{"OMPCC_PTXAS=none"}, cc, "--offload-arch="+strings.Join(archs, ","), "-save-temps",
		source, "-o", "a"); r.exit != 0 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	ptxas := ptxasProgram()
	for _, arch := range archs {
		if strings.HasPrefix(arch, "gfx") {
			checkCodeObject(t, llvm, arch, filepath.Join(dir, "archs.amdgcn."+arch+".hsaco"))
			continue
		}
		ptx := filepath.Join(dir, "archs.nvptx64."+arch+".ptx")
		text, err := os.ReadFile(ptx)
		if err != nil {
			t.Fatal(err)
		}
		sm, _ := strconv.Atoi(strings.TrimRight(arch[3:], "af"))
		for what, want := range map[string]bool{".target " + arch: true, "redux.sync": sm >= 80,
			"atom.global.add.f64": true, "atom.global.add.f32": true} {
			if strings.Contains(string(text), what) != want {
				t.Errorf("%s: %q in the PTX: %v", arch, what, !want)
			}
		}
		if ptxas == "" {
			continue
		}
		if out, err := exec.Command(ptxas, "-arch="+arch, ptx, "-o", os.DevNull).CombinedOutput(); err == nil {
			taken++
		} else if strings.Contains(string(out), "is not defined for option") {
			refused++ // too old or too new
		} else {
			t.Errorf("ptxas for %s: %s", arch, out)
		}
	}
	if !strings.HasPrefix(archs[0], "sm_") {
		return taken, refused
	}
	if r := run(t, dir, emulated(t, ""), "./a"); r.stdout != "64 threads\n249750 999 ffffffff 1500 250 64 64\n" {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	return taken, refused
}

// ptxasProgram is NVIDIA's assembler, "" if there is none.
func ptxasProgram() string {
	if p := os.Getenv("OMPCC_PTXAS"); p != "" {
		return p
	}
	p, _ := exec.LookPath("ptxas")
	return p
}

func checkCodeObject(t *testing.T, llvm, arch, path string) {
	t.Helper()
	notes := tool(t, path, filepath.Join(llvm, "llvm-readobj"), "--notes", "--file-headers", path)
	wave := "32"
	if strings.HasPrefix(arch, "gfx9") {
		wave = "64"
	}
	kernels := strings.Count(notes, ".symbol:")
	if kernels == 0 || strings.Count(notes, ".wavefront_size: "+wave) != kernels {
		t.Errorf("%s: not all of %d kernels have waves of %s", arch, kernels, wave)
	}
	if !strings.Contains(strings.ToLower(notes), "ef_amdgpu_mach_amdgcn_"+strings.ReplaceAll(arch, "-", "_")+" ") {
		t.Errorf("%s: the code object is for another architecture", arch)
	}
}

// TestTargetIDs: images for AMD GPUs whose features are set in one way, and for
// either, in one program.
func TestTargetIDs(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	readobj := filepath.Join(llvmOf(t, cc), "llvm-readobj")
	dir := t.TempDir()
	source, _ := filepath.Abs("codegenstats/kernels/saxpy.c")
	if r := run(t, dir, nil, cc, "--offload-arch=gfx90a:xnack+,gfx90a:xnack-:sramecc+,gfx90a", "-save-temps", "-shared",
		"-fPIC", source, "-o", "a.so"); r.exit != 0 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	for arch, want := range map[string][]string{
		"gfx90a":                 {"XNACK_ANY", "SRAMECC_ANY"},
		"gfx90a:xnack+":          {"XNACK_ON", "SRAMECC_ANY"},
		"gfx90a:sramecc+:xnack-": {"XNACK_OFF", "SRAMECC_ON"},
	} {
		object := filepath.Join(dir, "saxpy.amdgcn."+arch+".hsaco")
		headers := tool(t, object, readobj, "--file-headers", object)
		for _, feature := range want {
			if !strings.Contains(headers, "EF_AMDGPU_FEATURE_"+feature) {
				t.Errorf("%s: no %s in\n%s", arch, feature, headers)
			}
		}
	}
	for _, bad := range []string{"gfx90a:xnack", "gfx90a:wave32+", "gfx1100:xnack+"} {
		if r := run(t, dir, nil, cc, "--offload-arch="+bad, "-shared", "-fPIC", source, "-o", "b.so"); r.exit != 1 ||
			!strings.Contains(r.stderr, bad) {
			t.Errorf("%s: exit %d, %s", bad, r.exit, r.stderr)
		}
	}
}

// TestGenericProcessors: code for AMD's families of GPUs is of version 6, with the device library, whose
// waits are those of the family.
func TestGenericProcessors(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	readobj := filepath.Join(llvmOf(t, cc), "llvm-readobj")
	dir := t.TempDir()
	source, _ := filepath.Abs("testdata/archs.c")
	archs := []string{"gfx9-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic"}
	if r := run(t, dir, nil, cc, "-w", "--offload-arch="+strings.Join(archs, ","), "-save-temps", source, "-o",
		"a"); r.exit != 0 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	for _, arch := range archs {
		object := filepath.Join(dir, "archs.amdgcn."+arch+".hsaco")
		headers := tool(t, object, readobj, "--file-headers", object)
		for _, want := range []string{"EF_AMDGPU_GENERIC_VERSION_V1",
			"EF_AMDGPU_MACH_AMDGCN_" + strings.ToUpper(strings.ReplaceAll(arch, "-", "_")) + " "} {
			if !strings.Contains(headers, want) {
				t.Errorf("%s: no %s in\n%s", arch, want, headers)
			}
		}
	}
}
