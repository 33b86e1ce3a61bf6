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

// TestRemoteExamples runs examples/cluster on the devices of three ranks: they print what they print on one.
func TestRemoteExamples(t *testing.T) {
	cc := ompcc(t)
	want := map[string]string{"jacobi": "row 1 in the middle: 92.045975, sum 101614.063993\n", "matmul": "0 elements are wrong\n"}
	programs := t.TempDir()
	for name := range want {
		if r := run(t, "", nil, cc, "-O2", "-Wall", "-Wextra", "-fopenmp-targets=cpu", "../examples/cluster/"+name+".c", "-o",
			filepath.Join(programs, name)); r.exit != 0 || r.stderr != "" {
			t.Fatalf("exit %d\n%s", r.exit, r.stderr)
		}
	}
	eachMPI(t, func(t *testing.T, m mpi, env []string) {
		for name, out := range want {
			r := run(t, "", env, "timeout", "-k", "5", "120", m.run, "-n", "3", filepath.Join(programs, name))
			if r.exit != 0 || r.stdout != out || !strings.Contains(r.stderr, "3 devices\n") {
				t.Errorf("%s: exit %d\n%s%s", name, r.exit, r.stdout, r.stderr)
			}
		}
	})
}

// TestRemoteFaults holds what goes wrong on another rank to one message that names the construct, device, rank and node.
func TestRemoteFaults(t *testing.T) {
	cc := ompcc(t)
	programs := t.TempDir()
	exe, other := filepath.Join(programs, "faults"), filepath.Join(programs, "other")
	for out, flag := range map[string]string{exe: "-DTHIS", other: "-DOTHER"} {
		if r := run(t, "", nil, cc, "-fopenmp-targets=cpu", flag, "testdata/remote/faults.c", "-o", out); r.exit != 0 {
			t.Fatalf("exit %d\n%s", r.exit, r.stderr)
		}
	}
	eachMPI(t, func(t *testing.T, m mpi, env []string) {
		for _, c := range []struct {
			how    string
			second []string // of rank 1
			exit   bool     // successfully
			stdout string
			stderr []string
		}{
			{"access", []string{exe}, false, "once 6\nbefore the fault\n",
				[]string{"faults.c:", "error: kernel", "device 1 (cpu of rank 1 on node ", "a kernel failed: invalid access (signal 11)"}},
			{"memory", []string{exe}, false, "once 6\n",
				[]string{"faults.c:", "for 'big[0:1ul<<50]' on device 1 (cpu of rank 1 on node ", "out of memory"}},
			{"endless", []string{exe}, false, "once 6\n",
				[]string{"faults.c:", "map(tofrom: a): kernel __ompcc_k_faults", " has not ended on device 1 after 2 seconds (OMPCC_TIMEOUT)"}},
			{"image", []string{other}, true, "once 6\nend 6\n",
				[]string{"warning: the devices of rank 1 on node ", "runs another image of the program"}},
			{"hang", []string{exe}, true, "once 6\nend 7\n",
				[]string{"faults.c:", "device 1 (cpu of rank 1 on node ", "says nothing since 2 seconds", "the host executes"}},
		} {
			command := append([]string{"-k", "5", "120", m.run, "-n", "1", exe, c.how, ":", "-n", "1"}, append(c.second, c.how)...)
			faults := append(slices.Clone(env), "OMP_TARGET_OFFLOAD=DEFAULT")
			if c.how == "hang" || c.how == "endless" {
				faults = append(faults, "OMPCC_TIMEOUT=2")
			}
			r := run(t, "", faults, "timeout", command...)
			// mpirun itself complains of a rank that is lost.
			if c.exit != (r.exit == 0) && c.how != "hang" || r.stdout != c.stdout && !strings.HasPrefix(r.stdout, c.stdout+"\n=====") {
				t.Errorf("%s: exit %d\n%s%s", c.how, r.exit, r.stdout, r.stderr)
			}
			for _, text := range c.stderr {
				if !strings.Contains(r.stderr, text) {
					t.Errorf("%s: no %q in\n%s", c.how, text, r.stderr)
				}
			}
		}
	})
}

// TestRemoteSpawn gives each rank of a program that uses MPI itself two ranks of its own.
func TestRemoteSpawn(t *testing.T) {
	cc := ompcc(t)
	eachMPI(t, func(t *testing.T, m mpi, env []string) {
		if m.name != "openmpi" {
			t.Skip("NOT TESTED: Debian's MPICH does not start processes by MPI_Comm_spawn")
		}
		exe := filepath.Join(t.TempDir(), "spawn")
		if r := run(t, "", []string{"OMPI_CC=" + cc}, m.cc, "-O2", "-fopenmp-targets=cpu", "testdata/remote/spawn.c", "-o", exe); r.exit != 0 {
			t.Fatalf("exit %d\n%s", r.exit, r.stderr)
		}
		r := run(t, "", append(env, "OMPCC_REMOTE=mpi:spawn:2"), "timeout", "-k", "5", "120", m.run, "-n", "2", exe)
		if r.exit != 0 || r.stdout != "3 devices, last rank2:ompcc-cpu-0, sum 9\n" {
			t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
		}
	})
}
