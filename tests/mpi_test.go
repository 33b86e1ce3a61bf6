package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/tests/traceformat"
)

// TestMPI compiles examples/mpi by the wrappers of the MPI libraries that are
// installed and runs it: the processes share the devices, and what they compute
// together is what one computes alone.
func TestMPI(t *testing.T) {
	cc := ompcc(t)
	found := false
	for _, m := range []struct{ wrapper, run, variable string }{
		{"mpicc.openmpi", "mpirun.openmpi", "OMPI_CC"}, {"mpicc.mpich", "mpirun.mpich", "MPICH_CC"},
	} {
		if _, err := exec.LookPath(m.wrapper); err != nil {
			continue
		}
		found = true
		t.Run(m.variable, func(t *testing.T) {
			exe := filepath.Join(t.TempDir(), "jacobi")
			if r := run(t, "", []string{m.variable + "=" + cc}, m.wrapper, "-O2", "-Wall", "-Wextra",
				"../examples/mpi/jacobi.c", "-o", exe); r.exit != 0 || r.stderr != "" {
				t.Fatalf("exit %d\n%s", r.exit, r.stderr)
			}
			traces := t.TempDir()
			for _, ranks := range []int{1, 2, 4} {
				env := []string{"OMPCC_CPU_DEVICES=2", "OMP_TARGET_OFFLOAD=MANDATORY", "OMPI_ALLOW_RUN_AS_ROOT=1",
					"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
					"OMPI_MCA_rmaps_base_oversubscribe=1"}
				if ranks == 2 {
					env = append(env, "OMPCC_TRACE="+filepath.Join(traces, "%p.json"))
				}
				r := run(t, "", env, m.run, "-np", fmt.Sprint(ranks), exe)
				var want strings.Builder
				for i := range ranks {
					fmt.Fprintf(&want, "rank %d: device %d\n", i, i%2)
				}
				want.WriteString("row 8 in the middle: 42.432449, worst difference 0\n")
				if r.exit != 0 || r.stdout != want.String() {
					t.Errorf("%d processes: exit %d\n%s%swant\n%s", ranks, r.exit, r.stdout, r.stderr, want.String())
				}
			}
			mergeRanks(t, cc, traces)
		})
	}
	if !found {
		t.Skip("NOT TESTED: no MPI is installed (openmpi-bin libopenmpi-dev, or mpich libmpich-dev)")
	}
}

// mergeRanks makes one trace of those of two ranks in a folder.
func mergeRanks(t *testing.T, cc, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) != 2 {
		t.Fatalf("traces %q, %v", files, err)
	}
	all := filepath.Join(folder, "all.json")
	if r := run(t, "", nil, cc, append([]string{"trace", all}, files...)...); r.exit != 0 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	text, err := os.ReadFile(all)
	if err != nil {
		t.Fatal(err)
	}
	events, err := traceformat.Check(text, false)
	if err != nil {
		t.Error(err)
	}
	kernels := map[int]int{}
	for _, e := range events {
		if e.Ph == "X" && e.Cat == "kernel" {
			kernels[*e.Pid]++
		}
	}
	if !strings.Contains(string(text), `"name":"rank 0: host"`) || !strings.Contains(string(text), `"name":"rank 1: host"`) ||
		len(kernels) != 2 {
		t.Errorf("the kernels of two ranks: %v\n%.3000s", kernels, text)
	}
}
