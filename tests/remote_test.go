package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mpi is one of the MPI libraries of the machine.
type mpi struct{ name, cc, run string }

// remoteCases are those that every test run has on remote devices: one for each kind of message. OMPCC_ALL_REMOTE=1 runs
// all cases.
var remoteCases = []string{"map/5.8.3_many_items", "target/13.8_reverse_variables", "task/13.8_chain_over_iterations"}

// eachMPI calls f for each MPI that is installed, with the environment of its programs.
func eachMPI(t *testing.T, f func(t *testing.T, m mpi, env []string)) {
	found := false
	for _, m := range []mpi{{"openmpi", "mpicc.openmpi", "mpirun.openmpi"}, {"mpich", "mpicc.mpich", "mpirun.mpich"}} {
		if _, err := exec.LookPath(m.cc); err != nil {
			continue
		}
		if _, err := exec.LookPath(m.run); err != nil {
			continue
		}
		found = true
		t.Run(m.name, func(t *testing.T) { f(t, m, m.env(t)) })
	}
	if !found {
		t.Skip("NOT TESTED: no MPI is installed (openmpi-bin libopenmpi-dev, or mpich libmpich-dev)")
	}
}

// env builds the transport.
func (m mpi) env(t *testing.T) []string {
	lib := filepath.Join(t.TempDir(), "libompcc-mpi.so")
	if out, err := exec.Command(m.cc, "-O2", "-fPIC", "-shared", "-o", lib, "../rt/remote/mpi/mpi.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return []string{"OMPCC_MPI=" + lib, "OMPCC_REMOTE=mpi", "OMP_TARGET_OFFLOAD=MANDATORY", "OMPI_ALLOW_RUN_AS_ROOT=1",
		"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1"}
}

// command runs exe on rank 0, without devices of its own, and on further ranks.
func (m mpi) command(exe string, servers int) []string {
	return []string{"timeout", "-k", "5", "120", m.run, "-n", "1", "env", "OMPCC_CPU_DEVICES=0", exe, ":", "-n", fmt.Sprint(servers), exe}
}

// TestRemote runs cases whose only devices are those of another rank.
func TestRemote(t *testing.T) {
	cc := ompcc(t)
	all := os.Getenv("OMPCC_ALL_REMOTE") != ""
	programs := t.TempDir()
	eachMPI(t, func(t *testing.T, m mpi, env []string) {
		for _, c := range cases(t) {
			if !c.runs() || c.aboutC() || c.noRemote != "" || !all && !slices.Contains(remoteCases, c.name()) {
				continue
			}
			t.Run(c.name(), func(t *testing.T) {
				exe := filepath.Join(programs, strings.ReplaceAll(c.name(), "/", "_"))
				if _, err := os.Stat(exe); err != nil { // the other MPI runs the same program
					args := append([]string{"-fopenmp-targets=cpu", "-o", exe, c.path}, c.flags...)
					if r := run(t, "", c.compilerEnv(), cc, args...); r.exit != 0 {
						t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
					}
				}
				judge(t, c, checkOn(t, c, "device of another rank", m.command(exe, 1), env...))
			})
		}
	})
}
