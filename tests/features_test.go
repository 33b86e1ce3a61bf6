package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

// TestCLevels runs the cases about C at -O0 and -O2 as TestRun does the others, and compiles them for AMD GPUs, too. On
// the emulated AMD device a case runs at one of the levels. clang passes the IR for all devices to LLVM's verifier (TestVerified).
func TestCLevels(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	emulated(t, "")
	for i, c := range cases(t) {
		if !c.aboutC() || !c.runs() || testing.Short() && i%4 != 0 {
			continue
		}
		for k, level := range []string{"-O0", "-O2"} {
			t.Run(c.name()+level, func(t *testing.T) {
				t.Parallel()
				leveled, exe := *c, filepath.Join(t.TempDir(), "a.out")
				leveled.flags = append(slices.Clone(c.flags), level)
				runEverywhere(t, cc, &leveled, exe, []string{"nvptx", "amdgcn"}, c.forAMD() && c.hash()%2 == uint32(k))
			})
		}
	}
}

// brokenIR has a debug info version, as what -g makes, and a phi that names no predecessor of its block, which only the
// verifier sees.
const brokenIR = `define i32 @f(i32 %a) {
entry:
  br label %next
next:
  %p = phi i32 [ 0, %entry ], [ 1, %other ]
  ret i32 %p
other:
  unreachable
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
`

// TestVerified: clang verifies IR that it reads, for the CPU and for GPUs. So each compilation with -g verifies the IR of
// its devices.
func TestVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "broken.ll"), []byte(brokenIR), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{{"-O0"}, {"-O2"}, {"-O2", "--target=nvptx64-nvidia-cuda", "-nogpulib", "-S"},
		{"-O2", "--target=amdgcn-amd-amdhsa", "-nogpulib", "-S"}} {
		args := append(flags, "-w", "-fno-crash-diagnostics", "-c", "-x", "ir", "broken.ll", "-o", "broken.out")
		if r := run(t, dir, nil, llvm.Clang(), args...); r.exit == 0 ||
			!strings.Contains(r.stderr, "PHINode should have one entry for each predecessor") {
			t.Errorf("%v: exit %d, %s", flags, r.exit, r.stderr)
		}
	}
}

var featureRow = regexp.MustCompile(`(?m)^\| (.+?) \| (.*?) \| (.+?) \| (.+?) \| (.+?) \|$`)

// TestCFeatureTable holds docs/c-device.md to the tests: each row of its table
// names programs that exist, each case about C is named, and a row whose
// programs GPUs do not run does not say plain yes for them.
func TestCFeatureTable(t *testing.T) {
	text, err := os.ReadFile("../docs/c-device.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	rows := 0
	for _, m := range featureRow.FindAllStringSubmatch(string(text), -1) {
		if m[1] == "feature" || strings.HasPrefix(m[1], "-") {
			continue
		}
		rows++
		found := 0
		for _, name := range strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ';' }) {
			name = strings.Trim(strings.TrimSpace(name), "`")
			switch {
			case exists("cases/c/" + name + ".c"):
				named[name] = true
				found++
			case exists("cases/diagnostics/" + name + ".c"), exists("../" + name):
				found++
			default:
				t.Errorf("%q: there is no test %q", m[1], name)
			}
		}
		if found == 0 {
			t.Errorf("%q names no test", m[1])
		}
	}
	if rows < 15 {
		t.Errorf("only %d rows were read", rows)
	}
	for _, c := range cases(t) {
		if name, ok := strings.CutPrefix(c.name(), "c/"); ok && !named[name] {
			t.Errorf("cases/c/%s.c is in no row of docs/c-device.md", name)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

const flagsSource = `#pragma omp begin declare target
static int more(int x) { return x + 1 > x; }
static double sum3(double a, double b, double c) { return a + b + c - a; }
static float fused(float a, float b, float c) { return a * b + c; }
static int pun(float *f, int *i) { *i = 1; *f = 2.0f; return *i; }
#pragma omp end declare target
int main(void)
{
    int r[3] = { 0 }, x = 0x7fffffff; double d[3] = { 1e20, 1, 0 }; float f[3] = { 3, 4, 5 }; union { float f; int i; } u;
    #pragma omp target map(tofrom: r, d, f, u, x)
    {
        r[0] = more(x);
        d[2] = sum3(d[0], d[1], d[2]);
        f[2] = fused(f[0], f[1], f[2]);
        r[1] = pun(&u.f, &u.i);
    }
    return r[0] + 2 * (r[1] != 0x40000000);
}
`

// TestDeviceFlags: the flags that change what C computes mean in device code
// what they mean for the host.
func TestDeviceFlags(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "flags.c"), []byte(flagsSource), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flag                     string
		wraps, fast, contracting bool
	}{
		{"-O2", false, false, true},
		{"-fwrapv", true, false, true},
		{"-ffast-math", false, true, true},
		{"-ffp-contract=off", false, false, false},
		{"-ffp-contract=fast", false, false, true},
		{"-fno-strict-aliasing", false, false, true},
	} {
		for _, target := range []string{"cpu", "nvptx", "amdgcn"} {
			r := run(t, dir, nil, cc, c.flag, "-fopenmp-targets="+target, "--offload-device-only", "-S", "-emit-llvm",
				"flags.c", "-o", "-")
			if r.exit != 0 {
				t.Fatalf("%s %s: %s", target, c.flag, r.stderr)
			}
			for _, x := range []struct {
				what      string
				got, want bool
			}{
				{"signed addition may overflow", !strings.Contains(r.stdout, "add nsw i32"), c.wraps},
				{"fast-math", strings.Contains(r.stdout, "fadd fast") ||
					strings.Contains(r.stdout, "fadd reassoc"), c.fast},
				{"contraction", strings.Contains(r.stdout, "fmul contract") ||
					strings.Contains(r.stdout, "fmul fast"), c.contracting},
			} {
				if x.got != x.want {
					t.Errorf("%s %s: %s is %t", target, c.flag, x.what, x.got)
				}
			}
		}
		// The program's result is 1, or 0 where x + 1 > x is false for INT_MAX;
		// 2 is added where an int and a float were taken not to alias.
		if c.flag != "-fwrapv" && c.flag != "-fno-strict-aliasing" {
			continue
		}
		if r := run(t, dir, nil, cc, "-w", "-O2", c.flag, "flags.c", "-o", "flags"); r.exit != 0 {
			t.Fatalf("%s: %s", c.flag, r.stderr)
		}
		r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, filepath.Join(dir, "flags"))
		if c.flag == "-fwrapv" && r.exit != 0 || r.exit > 1 {
			t.Errorf("%s: the program returns %d", c.flag, r.exit)
		}
	}
}

const levelsSource = `int main(void)
{
    int a = 1, b = 2, c = 3, d = 4;
    #pragma omp target map(tofrom: a, b, c, d)
    {
        int x = a + b, y = x * c, z = y - d;
        a = x + y + z, b = x - y, c = y ^ z, d = z + 1;
    }
    return a + b + c + d;
}
`

// TestDeviceLevels: -O0 leaves device code as it is written, with variables in
// memory; every other level optimises it, for each target.
func TestDeviceLevels(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "levels.c"), []byte(levelsSource), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"cpu", "nvptx", "amdgcn"} {
		lines := map[string]int{}
		for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
			r := run(t, dir, nil, cc, level, "-fopenmp-targets="+target, "--offload-device-only", "-S", "levels.c",
				"-o", "-")
			if r.exit != 0 {
				t.Fatalf("%s %s: %s", target, level, r.stderr)
			}
			lines[level] = strings.Count(r.stdout, "\n")
		}
		for _, level := range []string{"-O1", "-O2", "-O3"} {
			if lines[level] >= lines["-O0"] {
				t.Errorf("%s: %d lines at %s, %d at -O0", target, lines[level], level, lines["-O0"])
			}
		}
	}
}
