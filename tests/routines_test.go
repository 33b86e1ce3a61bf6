package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

// hostCompilers are those whose runtimes differ most: libgomp and libomp.
func hostCompilers() []string { return []string{"gcc", llvm.Clang()} }

// TestRoutines links a program that needs every routine of omp.h, and calls those
// without parameters: none may be left to a host runtime that lacks it.
func TestRoutines(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	text, err := os.ReadFile("testdata/openmp60.txt")
	if err != nil {
		t.Fatal(err)
	}
	var table, calls strings.Builder
	n := 0
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] != "function" || !strings.HasPrefix(f[1], "omp_") {
			continue
		}
		n++
		fmt.Fprintf(&table, "  (void *)%s,\n", f[1])
		if strings.HasSuffix(strings.TrimSpace(line), "(void)") {
			fmt.Fprintf(&calls, "  %s();\n", f[1])
		}
	}
	src := filepath.Join(t.TempDir(), "all.c")
	program := "#include <omp.h>\n#include <stdio.h>\nvoid *volatile all[] = {\n" + table.String() + "};\nint main(void)\n{\n" + calls.String() +
		"  int n = 0;\n  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) n += all[i] != 0;\n  printf(\"%d\\n\", n);\n  return 0;\n}\n"
	if err := os.WriteFile(src, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, host := range hostCompilers() {
		t.Run(filepath.Base(host), func(t *testing.T) {
			onHost(t, cc, host, src, fmt.Sprintln(n))
		})
	}
}

// TestInExplicitTask: libgomp 12 and libomp 14 lack the routine.
func TestInExplicitTask(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, host := range hostCompilers() {
		t.Run(filepath.Base(host), func(t *testing.T) {
			onHost(t, cc, host, "testdata/in_explicit_task.c", "01010011010 100\n")
		})
	}
}

// onHost compiles a program with one host compiler and compares what it prints.
func onHost(t *testing.T, cc, host, src, want string) {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "a.out")
	if r := run(t, "", []string{"OMPCC_CC=" + host}, cc, "-w", "-fopenmp-version=60", src, "-o", exe); r.exit != 0 {
		t.Fatalf("%s", r.stderr)
	}
	if r := run(t, "", []string{"OMP_MAX_ACTIVE_LEVELS=3"}, exe); r.exit != 0 || r.stdout != want {
		t.Errorf("exit %d, got %q, want %q\n%s", r.exit, r.stdout, want, r.stderr)
	}
}

// hostRoutines are those whose effect in a target region the specification leaves open
// (6.0 chapters 24 to 27, 29, 31) or allows on the host alone (§27.1, §27.8), and which device code does not have.
var hostRoutines = strings.Fields(`
	omp_capture_affinity omp_get_affinity_format omp_control_tool omp_get_device_from_uid omp_get_uid_from_device
	omp_get_interop_int omp_get_interop_name omp_get_interop_ptr omp_get_interop_rc_desc omp_get_interop_str omp_get_interop_type_desc
	omp_target_alloc omp_target_free omp_target_is_present omp_target_is_accessible omp_get_mapped_ptr
	omp_target_memcpy omp_target_memcpy_rect omp_target_memcpy_async omp_target_memcpy_rect_async
	omp_target_memset omp_target_memset_async omp_target_associate_ptr omp_target_disassociate_ptr
	omp_get_devices_memspace omp_get_device_memspace omp_get_devices_and_host_memspace omp_get_device_and_host_memspace omp_get_devices_all_memspace
	omp_get_devices_allocator omp_get_device_allocator omp_get_devices_and_host_allocator omp_get_device_and_host_allocator omp_get_devices_all_allocator
	omp_init_mempartitioner omp_destroy_mempartitioner omp_init_mempartition omp_destroy_mempartition
	omp_mempartition_set_part omp_mempartition_get_user_data`)

var signature = regexp.MustCompile(`^function (omp_\w+) .*?\((.*)\)$`)

// TestRoutinesInDeviceCode calls every routine of omp.h in a target region: it links for
// each kind of device, or is reported by its name.
func TestRoutinesInDeviceCode(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	text, err := os.ReadFile("testdata/openmp60.txt")
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	program.WriteString("#include <omp.h>\nlong place[64];\n#pragma omp declare target enter(place)\nint main(void)\n{\n  int no = 0;\n#pragma omp target map(tofrom : no)\n  {\n    void *q = place;\n    no += q == 0;\n")
	for line := range strings.Lines(string(text)) {
		if m := signature.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			fmt.Fprintf(&program, "    if (no)\n      %s(%s);\n", m[1], zeroArguments(m[2]))
		}
	}
	program.WriteString("  }\n  return no;\n}\n")
	src := filepath.Join(t.TempDir(), "all.c")
	if err := os.WriteFile(src, []byte(program.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	reported := regexp.MustCompile(`the OpenMP routine '(\w+)' cannot be called in device code`)
	for _, target := range []string{"cpu", "nvptx", "amdgcn"} {
		t.Run(target, func(t *testing.T) {
			r := run(t, "", nil, cc, "-w", "-fopenmp-version=60", "-fopenmp-targets="+target, src, "-o",
				filepath.Join(t.TempDir(), "a.out"))
			var names []string
			for _, m := range reported.FindAllStringSubmatch(r.stderr, -1) {
				names = append(names, m[1])
			}
			if n := strings.Count(r.stderr, ": error: "); n != len(names) {
				t.Errorf("%d errors, %d of them about routines\n%s", n, len(names), r.stderr)
			}
			want := slices.Sorted(slices.Values(hostRoutines))
			slices.Sort(names)
			if !slices.Equal(names, want) {
				t.Errorf("reported:\n%q\nwant:\n%q", names, want)
			}
		})
	}
}

// zeroArguments are arguments for the parameters of a routine.
func zeroArguments(params string) string {
	if params == "void" {
		return ""
	}
	var args []string
	for p := range strings.SplitSeq(params, ",") {
		switch p = strings.TrimSpace(p); {
		case strings.HasSuffix(p, "*"):
			args = append(args, "("+p+")q")
		case p != "...":
			args = append(args, "("+p+")0")
		}
	}
	return strings.Join(args, ", ")
}

// TestDumpMappings: ompx_dump_mapping_tables, LLVM's extension, says what is mapped and where.
func TestDumpMappings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	src := filepath.Join(dir, "dump.c")
	text := "#include <omp.h>\nint main(void)\n{\n    int x[10], y = 0;\n    ompx_dump_mapping_tables();\n#pragma omp target data map(x)\n    {\n#pragma omp target map(tofrom: y)\n        y++;\n        ompx_dump_mapping_tables();\n    }\n}\n"
	if err := os.WriteFile(src, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, ompcc(t), "-fopenmp-targets=cpu", "-g", src, "-o", "dump"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, filepath.Join(dir, "dump"))
	if want := regexp.MustCompile(`^ompcc: device 0: 'x' of 40 bytes is mapped, count 1.*dump\.c:6.*\n$`); r.exit != 0 || !want.MatchString(r.stderr) {
		t.Errorf("exit %d, %q", r.exit, r.stderr)
	}
}
