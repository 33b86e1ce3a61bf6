// Remotebench measures devices of another rank beside MPI itself on the same machine: latency and bandwidth of copies, and
// the latency of a launch, with each MPI that is installed.
//
//	remotebench [-r repetitions] [-ompcc bin/ompcc]
//
// The programs take turns, so that both meet the same load; each figure is the best of its repetitions.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	repetitions := flag.Int("r", 3, "how often each program runs")
	ompcc := flag.String("ompcc", "bin/ompcc", "the compiler")
	flag.Parse()
	if err := measureAll(*ompcc, *repetitions); err != nil {
		fmt.Fprintln(os.Stderr, "remotebench:", err)
		os.Exit(1)
	}
}

const sources = "tests/remotebench/programs"

// figures are the least of what the runs of a program print, by name.
type figures map[string]float64

func measureAll(ompcc string, repetitions int) error {
	tmp, err := os.MkdirTemp("", "remotebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	found := false
	fmt.Println("| | device of another rank | MPI |\n|---|---|---|")
	for _, mpi := range []string{"openmpi", "mpich"} {
		if _, err := exec.LookPath("mpicc." + mpi); err != nil {
			continue
		}
		found = true
		if err := measure(mpi, ompcc, tmp, repetitions); err != nil {
			return fmt.Errorf("%s: %w", mpi, err)
		}
	}
	if !found {
		return fmt.Errorf("no MPI is installed (openmpi-bin libopenmpi-dev, or mpich libmpich-dev)")
	}
	return nil
}

func measure(mpi, ompcc, tmp string, repetitions int) error {
	library, device, plain := filepath.Join(tmp, mpi+".so"), filepath.Join(tmp, mpi+"-device"), filepath.Join(tmp, mpi+"-plain")
	for _, command := range [][]string{
		{"mpicc." + mpi, "-O2", "-fPIC", "-shared", "-o", library, "rt/remote/mpi/mpi.c"},
		{ompcc, "-O2", "-fopenmp-targets=cpu", "-o", device, sources + "/device.c"},
		{"mpicc." + mpi, "-O2", "-o", plain, sources + "/plain.c"},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", command, err, out)
		}
	}
	remote, own := figures{}, figures{}
	for range repetitions {
		if err := remote.add(mpi, device, "OMPCC_REMOTE=mpi", "OMPCC_MPI="+library, "OMP_TARGET_OFFLOAD=MANDATORY"); err != nil {
			return err
		}
		if err := own.add(mpi, plain); err != nil {
			return err
		}
	}
	const mib = 256 << 20
	row := func(what string, a, b float64, unit string) {
		fmt.Printf("| %s, %s | %.1f %s | %.1f %s |\n", mpi, what, a, unit, b, unit)
	}
	row("256 MiB to it", mib/remote["large"]/1e9, mib/own["large"]/1e9, "GB/s")
	row("8 bytes and an answer", remote["small"]*1e6, own["small"]*1e6, "µs")
	fmt.Printf("| %s, launch of an empty kernel | %.1f µs | |\n", mpi, remote["launch"]*1e6)
	return nil
}

// add runs a program on two ranks.
func (f figures) add(mpi, exe string, env ...string) error {
	cmd := exec.Command("mpirun."+mpi, "-n", "2", exe)
	cmd.Env = append(append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
		"OMPI_MCA_rmaps_base_oversubscribe=1"), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		var name string
		var seconds float64
		if _, err := fmt.Sscan(line, &name, &seconds); err != nil {
			return fmt.Errorf("%s prints %q", exe, line)
		}
		if old, ok := f[name]; !ok || seconds < old {
			f[name] = seconds
		}
	}
	return nil
}
