package tests

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

const debugSource = `struct point { int x; double y; };
#pragma omp declare target
static int square(int v)
{
    int r = v * v;
    return r;
}
#pragma omp end declare target
int main(void)
{
    int a[10], n = 10;
    struct point p = { 3, 4.5 };
    #pragma omp target map(from: a) firstprivate(p)
    {
        int base = 7;
        p.x += 1;
        for (int i = 0; i < n; i++)
            a[i] = square(i) + base + p.x;
    }
    int sum = 0;
    #pragma omp target parallel for num_threads(1) reduction(+: sum) map(to: a)
    for (int i = 0; i < n; i++) {
        int twice = 2 * a[i];
        sum += twice;
    }
    return sum == 0;
}
`

// TestDebugger: -g lets gdb stop in a target region and in a device function of
// the CPU device, and print their variables.
func TestDebugger(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: debug information is not tested")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "debug.c"), []byte(debugSource), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	run(ompcc(t), "-g", "-O0", "debug.c", "-o", "debug")
	commands := []string{"set debuginfod enabled off", "break square", "run", "next", "print v", "delete",
		"finish", "print base", "print p", "print p.y * 2", "print i", "delete", "break 24 if i == 0", "continue", "print twice", "print i"}
	args := []string{"-batch", "-nx"}
	for _, c := range commands {
		args = append(args, "-ex", c)
	}
	out := run(gdb, append(args, "./debug")...)
	for _, want := range []string{"= 7\n", "{x = 4, y = 4.5}", "= 9\n", "square (", "debug.c:24", "= 22\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("gdb does not show %q:\n%s", want, out)
		}
	}
}

const optimisedSource = `#pragma omp begin declare target
__attribute__((noinline)) static int square(int v)
{
    int r = v * v;
    return r + 1;
}
#pragma omp end declare target
int main(void)
{
    int a[10], n = 10;
    #pragma omp target map(from: a) map(to: n)
    {
        volatile int base = n - 3;
        for (int i = 0; i < n; i++) {
            int cur = square(i) + base;
            a[i] = cur;
        }
    }
    return a[3] != 17;
}
`

// TestDebuggerOptimised: at -O2, too, gdb stops in device code and shows the
// target region's frame with its line and variables.
func TestDebuggerOptimised(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: debug information is not tested")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "opt.c"), []byte(optimisedSource), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, ompcc(t), "-g", "-O2", "opt.c", "-o", "opt"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	args := []string{"-batch", "-nx"}
	for _, c := range []string{"set debuginfod enabled off", "break square", "run", "print v + 40", "up", "print base",
		"print i + 50", "frame"} {
		args = append(args, "-ex", c)
	}
	r := run(t, dir, nil, gdb, append(args, "./opt")...)
	for _, want := range []string{"square (", "= 40\n", "= 7\n", "= 50\n", "opt.c:15"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("gdb does not show %q:\n%s%s", want, r.stdout, r.stderr)
		}
	}
}

// TestDebuggerTypes: gdb sees the types as the program has them: what pointers point to, structures with
// bit-fields, names of types, enumerations, arrays of variable length; arguments in backtraces; scopes.
func TestDebuggerTypes(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: debug information is not tested")
	}
	source, err := filepath.Abs(filepath.Join("testdata", "debug", "types.c"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if r := run(t, dir, nil, ompcc(t), "-w", "-g", "-O0", source, "-o", "types"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	args := []string{"-batch", "-nx"}
	for _, c := range []string{"set debuginfod enabled off", "break fold", "run", "print *n", "print *n->next",
		"ptype op", "whatis limit", "backtrace 2", "next", "next", "next",
		"print key + 100", "step", "backtrace 3", "finish", "delete", "break 54", "run", "info locals",
		"print grid[1][2]", "whatis first", "ptype grid", "print (enum colour)5", "next", "print sizeof first",
		"break 57", "continue", "print list", "up 0", "break mean", "continue", "info args", "delete", "finish"} {
		args = append(args, "-ex", c)
	}
	r := run(t, dir, nil, gdb, append(args, "./types")...)
	for _, want := range []string{
		`key = 7, flag = 0, 0, level = 4, colour = GREEN, u = {f = `,
		`{next = 0x0, key = -3, flag = 1, 0, level = 300, colour = BLUE, u = {f = 1.5, bits = 1069547520}, name = "second\000"}`,
		"type = int (*)(int, int)", "type = count_t", "<add>, limit=9) at ", "= 107\n", "add (a=",
		"<add>, limit=8) at ", "list = {10, 20, 30, 40}", "= 1.5\n", "type = node_t", "type = double [3][4]",
		"= GREEN\n", "= 99\n", "letter = 113 'q'", "wide = -5000000000", `"some text"`, "mean (rows=3, cols=4, m=0x",
		"Value returned is",
	} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("gdb does not show %q:\n%s%s", want, r.stdout, r.stderr)
			return
		}
	}
}

// TestDebuggerLengths: gdb shows variable length arrays of device code whole.
func TestDebuggerLengths(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: debug information is not tested")
	}
	source, err := filepath.Abs(filepath.Join("testdata", "debug", "lengths.c"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if r := run(t, dir, nil, ompcc(t), "-w", "-g", "-O0", source, "-o", "lengths"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	args := []string{"-batch", "-nx"}
	for _, c := range []string{"set debuginfod enabled off", "break 27", "run", "continue", "print rows", "print own", "print local",
		"ptype rows", "delete", "break 31", "continue", "print local", "print rows[2]", "delete", "break 8", "continue", "continue", "print *a"} {
		args = append(args, "-ex", c)
	}
	r := run(t, dir, nil, gdb, append(args, "./lengths")...)
	_, shown, _ := strings.Cut(r.stdout, "__ompcc_k_")
	for _, want := range []string{"= {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}", "= {0, 9, 2, 3}", "= {0, 5, 10, 15, 20}",
		"type = double [3][4]", "= {8, 9, 10, 11}", "= {14, "} {
		if !strings.Contains(shown, want) {
			t.Errorf("gdb does not show %q:\n%s%s", want, r.stdout, r.stderr)
			return
		}
	}
	if n := strings.Count(shown, "= {0, 5, 10, 15, 20}"); n != 2 {
		t.Errorf("gdb shows the array %d times, not in the region and in its parallel one:\n%s", n, shown)
	}
}

// TestGPUDebugInfo: -g gives AMD code objects DWARF that LLVM's verifier passes,
// with the variables where there are any, and PTX the lines that ptxas takes.
func TestGPUDebugInfo(t *testing.T) {
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "opt.c"), []byte(optimisedSource), 0o644); err != nil {
		t.Fatal(err)
	}
	types, err := filepath.Abs(filepath.Join("testdata", "debug", "types.c"))
	if err != nil {
		t.Fatal(err)
	}
	dwarfdump := llvm.Program("llvm-dwarfdump")
	if dwarfdump == "" {
		t.Skip("no llvm-dwarfdump: debug information for GPUs is not tested")
	}
	for _, level := range []string{"-O0", "-O2"} {
		for _, c := range []struct{ target, kind string }{{"amdgcn", "-c"}, {"nvptx", "-S"}} {
			if r := run(t, dir, nil, cc, "-g", level, "-fopenmp-targets="+c.target, "--offload-device-only", c.kind,
				"opt.c", "-o", c.target); r.exit != 0 {
				t.Fatalf("%s %s: %s", c.target, level, r.stderr)
			}
		}
		r := run(t, dir, nil, dwarfdump, "--verify", "amdgcn")
		if r.exit != 0 || !strings.Contains(r.stdout, "No errors.") {
			t.Errorf("amdgcn %s: %s%s", level, r.stdout, r.stderr)
		}
		if r := run(t, dir, nil, cc, "-w", "-g", level, "-fopenmp-targets=amdgcn", "--offload-device-only", "-c", types,
			"-o", "types"); r.exit != 0 {
			t.Fatalf("%s: %s", level, r.stderr)
		}
		if r := run(t, dir, nil, dwarfdump, "--verify", "types"); r.exit != 0 ||
			!strings.Contains(r.stdout, "No errors.") {
			t.Errorf("types, amdgcn %s: %s%s", level, r.stdout, r.stderr)
		}
		if r := run(t, dir, nil, dwarfdump, "--name=base", "amdgcn"); !strings.Contains(r.stdout, "DW_TAG_variable") ||
			!strings.Contains(r.stdout, "DW_AT_location") {
			t.Errorf("amdgcn %s: variable base has no place: %s", level, r.stdout)
		}
		ptx, err := os.ReadFile(filepath.Join(dir, "nvptx"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"5", "15"} {
			if !strings.Contains(string(ptx), "\t.loc\t1 "+line+" ") {
				t.Errorf("nvptx %s: no .loc for line %s", level, line)
			}
		}
		ptxas := os.Getenv("OMPCC_PTXAS")
		if ptxas == "" {
			if ptxas, err = exec.LookPath("ptxas"); err != nil {
				t.Log("no ptxas (OMPCC_PTXAS): PTX is not assembled")
				continue
			}
		}
		if r := run(t, dir, nil, ptxas, "-arch=sm_80", "nvptx", "-o", "cubin"); r.exit != 0 {
			t.Errorf("ptxas %s: %s%s", level, r.stdout, r.stderr)
		}
	}
}

// TestDebuggerArrays: gdb sees the arrays of a target region whole, those of one dimension and of several, of
// variable length, and in parallel regions; and each variable once.
func TestDebuggerArrays(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: debug information is not tested")
	}
	source, err := filepath.Abs(filepath.Join("testdata", "debug", "arrays.c"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if r := run(t, dir, nil, ompcc(t), "-g", "-O0", source, "-o", "arrays"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	args := []string{"-batch", "-nx"}
	for _, c := range []string{"set debuginfod enabled off", "rbreak ^__ompcc_k_", "run", "next", "next", "next",
		"next", "next", "info locals", "print m[1][2]", "print v[2] + 90", "print w[1][1]", "print cube[1]", "ptype m",
		"whatis m",
		"whatis w", "break 23 if sum[1] > 0", "continue", "print a[2] + 1", "print given[2] + 500",
		"print m[2][3] + 200"} {
		args = append(args, "-ex", c)
	}
	r := run(t, dir, nil, gdb, append(args, "./arrays")...)
	for _, want := range []string{
		"\na = {12, 8, 9, 10, 11, 12, 13, 14}\n", "\nm = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}}\n",
		"\ngiven = {4, 5, 6}\n", "\nwritten = {7, 17, 9}\n", `"y"}`, "\ns = {k = {1, 2, 3}}\n",
		"= 12\n", "= 91\n", "= 101\n", "{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 4.5}}\n", "type = double [3][4]\n",
		"type = row [3]\n", "type = double [5][3]\n", "= 10\n", "= 506\n", "= 223\n",
	} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("gdb does not show %q", want)
		}
	}
	for _, name := range []string{"\np = ", "\nwritten = "} {
		if n := strings.Count(r.stdout, name); n != 1 {
			t.Errorf("gdb shows variable %q %d times", strings.TrimSpace(name), n)
		}
	}
	if t.Failed() {
		t.Log(r.stdout, r.stderr)
	}
}

const emulatedSource = `#include <stdio.h>
#pragma omp begin declare target
__attribute__((noinline)) static int twice(int v)
{
    int r = 2 * v;
    return r;
}
#pragma omp end declare target
int main(void)
{
    int a[100];
    struct point { int x; double y; } p = { 3, 4.5 };
    for (int i = 0; i < 100; i++)
        a[i] = i;
    #pragma omp target teams distribute parallel for map(tofrom: a) num_teams(4) thread_limit(32)
    for (int i = 0; i < 100; i++) {
        int t = twice(a[i]);
        double d = t * p.y;
        a[i] = t + p.x + (int)d;
    }
    printf("%d\n", a[5]);
}
`

// emulatedSession is a session of gdb with the kernel of emulatedSource on an emulated device.
type emulatedSession struct {
	device, level string
	options       []string // of the compiler
	commands      []string
	want          []string // what gdb shows, in this order
}

// nvptxSessions are sessions at -O0 and -O2: they stop one thread of one block, show variables, step, go into a call and out
// of it, and watch memory. A device may have executed the blocks before the one that stops, so that only later ones stop.
func nvptxSessions() []emulatedSession {
	return []emulatedSession{
		{"nvptx", "-O0", nil, []string{"break 19 if d > 800 && d < 802", "continue", "print i", "print $block", "set var t = -1000",
			"watch -l a[89]", "continue", "delete", "break twice if $block == 1 && $thread == 5", "continue", "backtrace", "info threads",
			"next", "info locals", "finish", "next", "info locals", "next", "print d", "watch -l a[36]", "continue", "print $block",
			"print $thread", "detach"},
			[]string{
				`hit Breakpoint 1.*emulated.c:19`, `\$1 = 89`, `\$2 = 2`, `watchpoint 2: -location a\[89\]\s+Old value = 89\s+New value = -196`,
				`hit Breakpoint 3, twice \(v=37\) at ./emulated.c:5`,
				`#0  twice \(v=37\) at ./emulated.c:5`, `#1  0x\w+ in __ompcc_k_emulated_c_main_l15 \(\) at ./emulated.c:17`,
				`\* \d+ +Thread \d+ "block 1 thread 5"`, `Thread \d+ "block 1 thread 31" +twice \(v=63\)`,
				`r = 74`, `Value returned is \$3 = 74`, `18\s+double d = t \* p.y;`,
				`t = 74`, `i = 37`, `a = \{[0-9, -]+`, `p = \{x = 3, y = 4.5\}`, `\$4 = 333`,
				`hit Hardware watchpoint 4: -location a\[36\]\s+Old value = 36\s+New value = 399`, `\$5 = 1`, `\$6 = 4`,
			}},
		{"nvptx", "-O2", nil, []string{"break 18 if $block == 2 && $thread == 7", "continue", "info locals", "print a[71]", "next", "print d",
			"delete", "break twice if $thread == 4", "continue", "backtrace", "detach"},
			[]string{
				`hit Breakpoint 1.*emulated.c:18`, `t = 142`, `p = \{x = 3, y = 4.5\}`, `a = \{[0-9, ]+`, `\$1 = 71`, `\$2 = 639`,
				`hit Breakpoint 2, twice`, `#0  twice \(v=\d+\)`, `#1  0x\w+ in __ompcc_k_emulated_c_main_l15`,
			}},
	}
}

// amdSessions are the same for an architecture. Only 4 lanes of the last workgroup execute the loop; the mapped variables
// have no place in optimised code.
func amdSessions(arch string) []emulatedSession {
	options := []string{"--offload-arch=" + arch}
	return []emulatedSession{
		{"amdgcn", "-O0", options, []string{"break 19 if d > 800 && d < 802", "continue", "print i", "print $block", "set var t = -1000",
			"watch -l a[89]", "continue", "delete", "break twice if $block == 3 && $thread == 3", "continue", "backtrace", "info threads",
			"next", "info locals", "up", "info locals", "down", "finish", "next", "info locals", "next", "print d", "watch -l a[98]", "continue",
			"print $block", "print $thread", "detach"},
			[]string{
				`hit Breakpoint 1.*emulated.c:19`, `\$1 = 89`, `\$2 = 2`, `watchpoint 2: -location a\[89\]\s+Old value = 89\s+New value = -196`,
				`hit Breakpoint 3, twice \(v=99\) at emulated.c:5`,
				`#0  twice \(v=99\) at emulated.c:5`, `#1  0x\w+ in __ompcc_k_emulated_c_main_l15 \(\) at emulated.c:17`,
				`\* \d+ +Thread \d+ "workgroup 3 wavefront 0 lane 3" `, `Thread \d+ "workgroup 3 wavefront 0 lane 31 \(masked\)"`,
				`r = 198`, `i = 99`, `a = \{[0-9, -]+`, `Value returned is \$3 = 198`, `18\s+double d = t \* p.y;`,
				`t = 198`, `i = 99`, `p = \{x = 3, y = 4.5\}`, `\$4 = 891`,
				`hit Hardware watchpoint 4: -location a\[98\]\s+Old value = 98\s+New value = 1081`, `\$5 = 3`, `\$6 = 2`,
			}},
		{"amdgcn", "-O2", options, []string{"break 18 if $block == 2 && $thread == 7", "continue", "info locals", "delete",
			"break twice if $block == 3 && $thread == 2", "continue", "backtrace", "next", "info locals", "finish", "detach"},
			[]string{
				`hit Breakpoint 1.*emulated.c:18`, `t = 142`, `hit Breakpoint 2, twice`, `#0  twice \(v=98\)`,
				`#1  0x\w+ in __ompcc_k_emulated_c_main_l15`, `r = 196`, `Value returned is \$1 = 196`,
			}},
	}
}

// TestDebuggerEmulated: gdb debugs a kernel on the emulated devices (docs/emulator.md), at -O0 and at -O2.
func TestDebuggerEmulated(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: the debugger of the emulated device is not tested")
	}
	tests := nvptxSessions()
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
		tests = append(tests, amdSessions(arch)...)
	}
	for _, test := range tests {
		t.Run(strings.Join(append([]string{test.device, test.level}, test.options...), ""), func(t *testing.T) {
			t.Parallel()
			if _, version := llvm.Find(os.Getenv("OMPCC_LLVM"), false); version < 20 && test.level != "-O0" && test.device == "nvptx" {
				t.Skipf("LLVM %d does not say in which registers variables are", version)
			}
			test.run(t, gdb)
		})
	}
}

func (s *emulatedSession) run(t *testing.T, gdb string) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "emulated.c"), []byte(emulatedSource), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-g", s.level, "-fopenmp-targets=" + s.device, "emulated.c", "-o", "emulated"}, s.options...)
	if r := run(t, dir, nil, ompcc(t), args...); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	port := freePort(t)
	program := exec.Command(filepath.Join(dir, "emulated"))
	program.Dir = dir
	program.Env = append(os.Environ(), "OMPCC_EMULATE="+s.device+",gdb="+port)
	var out strings.Builder
	program.Stdout, program.Stderr = &out, &out
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	args = []string{"-batch", "-nx"}
	for _, c := range append([]string{"set debuginfod enabled off", "set width 0", "set pagination off",
		"set print thread-events off", "target remote :" + port}, s.commands...) {
		args = append(args, "-ex", c)
	}
	r := run(t, dir, nil, gdb, args...)
	if err := program.Wait(); err != nil {
		t.Errorf("the program: %v\n%s", err, out.String())
	}
	rest := r.stdout
	for _, want := range s.want {
		at := regexp.MustCompile(want).FindStringIndex(rest)
		if at == nil {
			t.Fatalf("gdb does not show %q, behind what it shows before:\n%s%s", want, r.stdout, r.stderr)
		}
		rest = rest[at[1]:]
	}
	if !strings.HasSuffix(out.String(), "\n58\n") {
		t.Errorf("the program prints %s", out.String())
	}
}

// freePort is a port that nobody uses.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

const ompdSource = `int main(void)
{
    int a[8];
    #pragma omp target teams map(from: a) num_teams(2) thread_limit(5)
    {
        #pragma omp parallel num_threads(3)
        {
            volatile int here = 1;
            #pragma omp barrier
            a[here] = here;
            #pragma omp barrier
        }
    }
    return a[1] != 1;
}
`

// TestOMPD: LLVM's plug-in of gdb loads the OMPD library that the program names, and shows the parallel regions and ICVs
// of a kernel on the CPU device.
func TestOMPD(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: the OMPD library is not tested with it")
	}
	plugin, err := filepath.EvalSymlinks(filepath.Join(filepath.Dir(llvm.Clang()), "..", "share", "gdb", "python", "ompd", "__init__.py"))
	if err != nil {
		t.Skip("no OMPD plug-in of gdb: the OMPD library is not tested with it")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ompd.c"), []byte(ompdSource), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, ompcc(t), "-g", "-O0", "ompd.c", "-o", "ompd"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	args := []string{"-batch", "-nx"}
	for _, c := range []string{"set debuginfod enabled off", "set width 0", "set pagination off", "set print thread-events off",
		"source " + plugin, "break 10", "run", "ompd init", "ompd parallel", "ompd icvs", "kill"} {
		args = append(args, "-ex", c)
	}
	r := run(t, dir, nil, gdb, append(args, "./ompd")...)
	if !strings.Contains(r.stdout, "OMPD GDB support loaded") {
		t.Skipf("gdb's Python cannot load the plug-in:\n%s%s", r.stdout, r.stderr)
	}
	rest := r.stdout
	for _, want := range []string{"Loaded OMPD lib successfully", `Parallel Region: Nesting Level 1: Team Size: 3`,
		`0 \(master\) ompt_state_work_parallel +0 +0x\w+ +__ompcc_k_ompd_c_main_l4\S* +ompd.c +:\d+`, `1 +ompt_state_work_parallel`, `2 +ompt_state_work_parallel`,
		`thread-num-var +thread +[012]\n`, `levels-var +parallel +1\n`, `team-size-var +parallel +3\n`, `league-size-var +parallel +2\n`,
		`thread-limit-var +task +5\n`, `run-sched-var +task +\w+,\d+\n`, `implicit-task-var +task +1\n`} {
		at := regexp.MustCompile(want).FindStringIndex(rest)
		if at == nil {
			t.Fatalf("gdb does not show %q, behind what it shows before:\n%s%s", want, r.stdout, r.stderr)
		}
		rest = rest[at[1]:]
	}
}
