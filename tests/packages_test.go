package tests

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// TestInstalled installs ompcc, compiles a CMake project of C and C++ with the package that it finds there, lists its
// parts, and removes it: nothing is left.
func TestInstalled(t *testing.T) {
	t.Parallel()
	ompcc(t)
	dest := t.TempDir()
	make := func(target string) {
		t.Helper()
		if r := run(t, "..", nil, "make", "-s", target, "DESTDIR="+dest, "PREFIX=/opt/o"); r.exit != 0 {
			t.Fatalf("make %s: %s", target, r.stderr)
		}
	}
	make("install")
	prefix := filepath.Join(dest, "opt/o")
	t.Run("cmake", func(t *testing.T) { installedInCMake(t, prefix) })
	t.Run("pkg-config", func(t *testing.T) {
		if _, err := exec.LookPath("pkg-config"); err != nil {
			t.Skip("no pkg-config: the .pc file is not tested")
		}
		r := run(t, "", []string{"PKG_CONFIG_PATH=" + prefix + "/share/pkgconfig"}, "pkg-config", "--cflags", "ompcc")
		dir := strings.TrimPrefix(strings.TrimSpace(r.stdout), "-isystem ")
		if _, err := os.Stat(filepath.Join(dir, "omp-tools.h")); err != nil {
			t.Errorf("%q: %v %s", r.stdout, err, r.stderr)
		}
	})
	t.Run("sbom", func(t *testing.T) { installedParts(t, prefix) })
	make("uninstall")
	err := filepath.WalkDir(dest, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (!d.IsDir() || strings.HasPrefix(d.Name(), "ompcc")) {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// cmakeProject has kernels in C that a C++ program calls: with ompcc as the compilers they are a static library, with
// others a shared library that ompcc makes.
var cmakeProject = map[string]string{
	"CMakeLists.txt": `cmake_minimum_required(VERSION 3.21)
project(tour C CXX)
find_package(ompcc 0.1 REQUIRED)
if(ompcc_IS_COMPILER)
  add_library(kernels STATIC kernel.c)
  target_link_libraries(kernels PUBLIC ompcc::offload)
  set_target_properties(kernels PROPERTIES UNITY_BUILD ON INTERPROCEDURAL_OPTIMIZATION ON)
else()
  ompcc_add_library(kernels kernel.c)
endif()
add_executable(app main.cpp)
target_link_libraries(app kernels)
enable_testing()
add_test(NAME app COMMAND app)
set_tests_properties(app PROPERTIES ENVIRONMENT OMP_TARGET_OFFLOAD=MANDATORY)
`,
	"kernel.c": `int omp_is_initial_device(void);
int device(void)
{
  int host = 1;
#pragma omp target map(from: host)
  host = omp_is_initial_device();
  return !host;
}
`,
	"main.cpp": "extern \"C\" int device(void);\nint main() { return !device(); }\n",
}

func installedInCMake(t *testing.T, prefix string) {
	for _, tool := range []string{"cmake", "ctest", "g++"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s: find_package(ompcc) is not tested", tool)
		}
	}
	dir := t.TempDir()
	for name, text := range cmakeProject {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for build, option := range map[string]string{
		"ompcc": "-DCMAKE_TOOLCHAIN_FILE=" + prefix + "/lib/cmake/ompcc/toolchain.cmake",
		"gcc":   "-DCMAKE_PREFIX_PATH=" + prefix,
	} {
		env := []string{"CC=gcc", "CXX=g++"}
		for _, command := range [][]string{{"cmake", option, "-B", build, "."}, {"cmake", "--build", build}} {
			if r := run(t, dir, env, command[0], command[1:]...); r.exit != 0 {
				t.Fatalf("%s: %v: %s%s", build, command, r.stdout, r.stderr)
			}
		}
		if r := run(t, filepath.Join(dir, build), nil, "ctest", "--output-on-failure"); r.exit != 0 {
			t.Errorf("%s: %s%s", build, r.stdout, r.stderr)
		}
	}
}

// installedParts: each file has its line in the list of parts, and so have the modules of the compiler.
func installedParts(t *testing.T, prefix string) {
	r := run(t, "..", nil, "go", "run", "-trimpath", "./cmd/ompcc/dist/sbom", "-version", "0.1", prefix)
	var doc struct {
		BOMFormat  string
		Components []struct {
			Type, Name, Version string
			Hashes              []struct{ Content string }
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
		t.Fatalf("%v\n%s", err, r.stderr)
	}
	parts := map[string]string{}
	for _, c := range doc.Components {
		if parts[c.Name] = c.Version; c.Type == "file" && len(c.Hashes) == 1 {
			parts[c.Name] = c.Hashes[0].Content
		}
	}
	err := filepath.WalkDir(prefix, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(prefix, path)
		if err == nil && d.Type().IsRegular() && len(parts[name]) != 64 {
			t.Errorf("%s has no checksum", name)
		}
		return err
	})
	if err != nil || doc.BOMFormat != "CycloneDX" || parts["modernc.org/cc/v4"] == "" {
		t.Errorf("%v; the format is %q, the front end %q", err, doc.BOMFormat, parts["modernc.org/cc/v4"])
	}
}

// TestDebianPackage: lintian has nothing to say of the package. docs/tools.md has what was tried in a chroot.
func TestDebianPackage(t *testing.T) {
	ompcc(t)
	for _, tool := range []string{"lintian", "dpkg-deb"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s: make deb is not tested", tool)
		}
	}
	if r := run(t, "..", nil, "make", "-s", "deb"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	files, _ := filepath.Glob("../build/deb/*.deb")
	if len(files) == 0 {
		t.Fatal("there is no package")
	}
	if r := run(t, "", nil, "lintian", append([]string{"--allow-root", "--fail-on=error,warning"}, files...)...); r.exit != 0 || r.stdout != "" {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

// TestProblemMatcher: the pattern of the VS Code task finds place, severity, text and code in what ompcc prints.
func TestProblemMatcher(t *testing.T) {
	text, err := os.ReadFile("../cmd/ompcc/dist/share/vscode-tasks.json")
	if err != nil {
		t.Fatal(err)
	}
	var tasks struct {
		Tasks []struct {
			ProblemMatcher struct {
				Pattern struct {
					Regexp                                      string
					File, Line, Column, Severity, Message, Code int
				}
			}
		}
	}
	if err := json.Unmarshal(text, &tasks); err != nil {
		t.Fatal(err)
	}
	p := tasks.Tasks[0].ProblemMatcher.Pattern
	pattern := regexp.MustCompile(p.Regexp)
	dir := t.TempDir()
	source := "int f(int n) {\n#pragma omp target map(tofrm: n)\n  n++;\n  return n;\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "wrong.c"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(run(t, dir, nil, ompcc(t), "-c", "wrong.c").stderr, "\n")
	m := pattern.FindStringSubmatch(first)
	if m == nil || m[p.File] != "wrong.c" || m[p.Line] != "2" || m[p.Column] != "24" || m[p.Severity] != "error" ||
		m[p.Code] == "" || !strings.Contains(m[p.Message], "tofrm") {
		t.Errorf("%q is read as %q", first, m)
	}
}

// TestMappingsInGDB: the command of share/ompcc/gdb.py lists the map table of a stopped program.
func TestMappingsInGDB(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: info ompcc mappings is not tested")
	}
	require.Built(t, "../lib/ompcc/libompcc.a")
	dir := t.TempDir()
	source := `static void stop(void) {}
int main(void) {
  double a[100] = {0};
  int n = 3;
#pragma omp target enter data map(to: a[10:90], n)
#pragma omp target enter data map(to: n)
  stop();
  return a[0] != 0;
}
`
	if err := os.WriteFile(filepath.Join(dir, "maps.c"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, ompcc(t), "-g", "-O0", "-w", "maps.c", "-o", "maps"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	script, _ := filepath.Abs("../cmd/ompcc/dist/share/gdb.py")
	r := run(t, dir, nil, gdb, "-batch", "-nx", "-x", script, "-ex", "set debuginfod enabled off", "-ex", "info ompcc mappings",
		"-ex", "break stop", "-ex", "run", "-ex", "info ompcc mappings 0", "./maps")
	for _, want := range []string{"no device is in use\n", "device 0: 2 mappings\n",
		`  a\[10:90\] +720 bytes at 0x[0-9a-f]+, on the device at 0x[0-9a-f]+, count 1, since maps.c:5\n`,
		`  n +4 bytes at 0x[0-9a-f]+, on the device at 0x[0-9a-f]+, count 2, since maps.c:5\n`} {
		if !regexp.MustCompile(want).MatchString(r.stdout) {
			t.Errorf("gdb does not print %q:\n%s%s", want, r.stdout, r.stderr)
		}
	}
}
