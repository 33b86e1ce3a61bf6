package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// waveLocks has kernels with one lock each.
const waveLocks = `#include <omp.h>
void f(int n, int *x, omp_lock_t *l)
{
#pragma omp target parallel num_threads(32) map(tofrom: x[0:4], l[0:4])
  {
    omp_set_lock(l);
    x[2] += 1;
    omp_unset_lock(l);
  }
#pragma omp target parallel num_threads(32) map(tofrom: x[0:4], l[0:4])
  {
    omp_set_lock(&l[n & 3]);
    for (int i = 0; i < n; i++)
      if (x[i & 3]++ > n)
        break;
    omp_unset_lock(&l[n & 3]);
  }
#pragma omp target parallel num_threads(32) map(tofrom: x[0:4])
  {
#pragma omp critical
    x[0] += 1;
  }
#pragma omp target parallel num_threads(32) map(tofrom: x[0:4])
  {
#pragma omp critical(named)
    if (x[1] < n)
      x[1]++;
  }
}
`

// TestLocksInWaves: the lane of a wave that takes a lock gives it back inside of the loop in which the other
// lanes wait; behind the loop it would come to that only when all of them have the lock.
func TestLocksInWaves(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "locks.c"), []byte(waveLocks), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
		for _, level := range []string{"-O0", "-O2"} {
			r := run(t, dir, nil, cc, level, "-fopenmp-targets=amdgcn", "--offload-arch="+arch, "--offload-device-only",
				"-S", "locks.c", "-o", "-")
			if r.exit != 0 {
				t.Fatal(r.stderr)
			}
			if taken, closed := lockLoops(r.stdout); closed != 4 || closed != taken {
				t.Errorf("%s %s: of %d locks %d are given back in their loop", arch, level, taken, closed)
			}
		}
	}
}

// lockLoops counts the places of assembly that take a lock, and those with a store before the end of the loop. Where
// LLVM has moved the store behind the loop no block is left that the loop ends at.
func lockLoops(assembly string) (taken, closed int) {
	stored := false
	for line := range strings.Lines(assembly) {
		switch {
		case strings.Contains(line, "_cmpswap"):
			taken++
			stored = false
		case strings.Contains(line, "global_store"), strings.Contains(line, "flat_store"):
			stored = true
		case strings.Contains(line, "%lock.done"):
			if stored {
				closed++
			}
			stored = false
		}
	}
	return taken, closed
}

// TestTicketsAreReset: on AMD's GPUs, which have no named barriers, a part of a team counts those that come to
// a barrier in a word of the team's memory, that is 0 when the region begins.
func TestTicketsAreReset(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	const source = `void f(int *x)
{
#pragma omp target map(tofrom: x[0:128])
  {
#pragma omp parallel num_threads(128)
    x[0]++;
#pragma omp parallel num_threads(64)
    {
      x[1]++;
#pragma omp barrier
      x[2]++;
    }
  }
}
`
	if err := os.WriteFile(filepath.Join(dir, "ticket.c"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	r := run(t, dir, nil, cc, "-w", "-O1", "-fopenmp-targets=amdgcn", "--offload-arch=gfx90a", "--offload-device-only",
		"-S", "-emit-llvm", "ticket.c", "-o", "-")
	if r.exit != 0 {
		t.Fatal(r.stderr)
	}
	counted, reset := strings.Contains(r.stdout, "atomicrmw add ptr addrspace(3) @__ompcc_team_tickets"),
		strings.Contains(r.stdout, "store i32 0, ptr addrspace(3) @__ompcc_team_tickets")
	if !counted || !reset {
		t.Errorf("tickets are counted: %v, set to 0: %v", counted, reset)
	}
}

// TestTicketsOfCalls: it is 0, too, before each region whose barriers stand in called functions.
func TestTicketsOfCalls(t *testing.T) {
	t.Parallel()
	source, err := filepath.Abs("cases/parallel/10.1_barriers_of_partial_teams_in_calls.c")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, t.TempDir(), nil, ompcc(t), "-w", "-O0", "-fopenmp-targets=amdgcn", "--offload-device-only", "-S",
		"-emit-llvm", source, "-o", "-")
	if r.exit != 0 {
		t.Fatal(r.stderr)
	}
	counted := strings.Count(r.stdout, "atomicrmw add ptr addrspace(3) @__ompcc_team_tickets")
	if reset := strings.Count(r.stdout, "store i32 0, ptr addrspace(3) @__ompcc_team_tickets"); counted == 0 ||
		reset != 5 {
		t.Errorf("%d places count tickets, %d of 5 regions begin with 0", counted, reset)
	}
}
