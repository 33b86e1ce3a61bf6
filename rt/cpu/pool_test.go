package cpu

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ompcc/rt/abi"
	"ompcc/tests/require"
)

var update = flag.Bool("update", false, "rewrite generated files")

// TestHeader holds pool/abi.h to the text that compiled programs see.
func TestHeader(t *testing.T) {
	want := "/* Generated from rt/abi (go test ./rt/cpu -update). */\n" +
		"#ifndef OMPCC_CPU_ABI_H\n#define OMPCC_CPU_ABI_H\n\n" + abi.CPUDecls + "\n#endif\n"
	path := filepath.Join("pool", "abi.h")
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("pool/abi.h differs from abi.CPUDecls (-want +got):\n%s", diff)
	}
}

// build compiles a C test against the pool and returns the program.
func build(t *testing.T, source string, flags ...string) string {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	if err != nil {
		if cc, err = exec.LookPath("clang"); err != nil {
			require.Missing(t, "no C compiler")
		}
	}
	program := filepath.Join(t.TempDir(), "test")
	pool, err := filepath.Glob("pool/*.c")
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-D_GNU_SOURCE", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread",
		"-Ipool", "-o", program, source}, append(pool, flags...)...)
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", cc, strings.Join(args, " "), err, out)
	}
	return program
}

func run(t *testing.T, program string, env ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", env, err, out)
	}
}

// TestPool runs the C tests of the pool, under each waiting policy.
func TestPool(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	for _, source := range sources {
		t.Run(strings.TrimSuffix(filepath.Base(source), ".c"), func(t *testing.T) {
			program := build(t, source)
			run(t, program)
			run(t, program, "OMP_WAIT_POLICY=passive", "OMP_SCHEDULE=guided,3", "OMP_STACKSIZE=256K")
		})
	}
}

// TestPoolRaces runs the same programs under ThreadSanitizer.
func TestPoolRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, name := range []string{"league", "team", "loop", "many"} {
		t.Run(name, func(t *testing.T) {
			program := build(t, "testdata/"+name+".c", "-fsanitize=thread", "-DSMALL")
			run(t, program, "TSAN_OPTIONS=halt_on_error=1 exitcode=66")
		})
	}
}

// TestLimits: the pool has as many threads as the process has processors, by its
// affinity and by the quotas of its control groups.
func TestLimits(t *testing.T) {
	program := build(t, "testdata/limits/limits.c")
	ask := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if got := ask(); got != "1" {
		t.Errorf("%s processors with the affinity to one", got)
	}
	const self = "proc/self/cgroup"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no control groups", nil, "64"},
		{"version 2", map[string]string{self: "0::/job\n", "sys/fs/cgroup/job/cpu.max": "400000 100000\n"}, "4"},
		{"rounded up", map[string]string{self: "0::/job\n", "sys/fs/cgroup/job/cpu.max": "250000 100000\n"}, "3"},
		{"less than one", map[string]string{self: "0::/job\n", "sys/fs/cgroup/job/cpu.max": "10000 100000\n"}, "1"},
		{"no limit", map[string]string{self: "0::/job\n", "sys/fs/cgroup/job/cpu.max": "max 100000\n"}, "64"},
		{"of an ancestor",
			map[string]string{self: "0::/a/b/c\n", "sys/fs/cgroup/a/cpu.max": "200000 100000\n",
				"sys/fs/cgroup/a/b/c/cpu.max": "800000 100000\n"}, "2"},
		{"of the root", map[string]string{self: "0::/\n", "sys/fs/cgroup/cpu.max": "500000 100000\n"}, "5"},
		{"named as outside of the container",
			map[string]string{self: "0::/docker/8a\n", "sys/fs/cgroup/cpu.max": "300000 100000\n"}, "3"},
		{"more than there are", map[string]string{self: "0::/job\n", "sys/fs/cgroup/job/cpu.max": "9900000 100000\n"},
			"64"},
		{"version 1", map[string]string{self: "9:memory:/x\n4:cpu,cpuacct:/job\n0::/\n",
			"sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us": "600000\n", "sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us": "200000\n"}, "3"},
		{"version 1, of an ancestor", map[string]string{self: "1:cpu:/a/b\n",
			"sys/fs/cgroup/cpu/a/cpu.cfs_quota_us": "200000\n", "sys/fs/cgroup/cpu/a/cpu.cfs_period_us": "100000\n",
			"sys/fs/cgroup/cpu/a/b/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu/a/b/cpu.cfs_period_us": "100000\n"}, "2"},
		{"version 1, named as outside", map[string]string{self: "4:cpuacct,cpu:/docker/8a\n",
			"sys/fs/cgroup/cpuacct,cpu/cpu.cfs_quota_us": "700000\n", "sys/fs/cgroup/cpuacct,cpu/cpu.cfs_period_us": "100000\n"}, "7"},
		{"another controller", map[string]string{self: "3:cpuset:/job\n2:cpuacct:/job\n",
			"sys/fs/cgroup/cpuset/job/cpu.cfs_quota_us": "100000\n", "sys/fs/cgroup/cpuacct/job/cpu.cfs_quota_us": "100000\n"}, "64"},
		{"nonsense", map[string]string{self: "cpu\n::\n7:cpu\n0::/job\n", "sys/fs/cgroup/job/cpu.max": "many\n"}, "64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range c.files {
				path := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if got := ask(root, "64"); got != c.want {
				t.Errorf("%s processors of 64, want %s", got, c.want)
			}
		})
	}
}
