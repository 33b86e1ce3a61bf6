package tests

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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
			for _, ranks := range []int{1, 2, 4} {
				env := []string{"OMPCC_CPU_DEVICES=2", "OMP_TARGET_OFFLOAD=MANDATORY", "OMPI_ALLOW_RUN_AS_ROOT=1",
					"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
					"OMPI_MCA_rmaps_base_oversubscribe=1"}
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
		})
	}
	if !found {
		t.Skip("NOT TESTED: no MPI is installed (openmpi-bin libopenmpi-dev, or mpich libmpich-dev)")
	}
}
