package tests

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// lockstepCases are parts of names of cases in which threads of a warp wait for each other: locks that the
// compiler generates, locks of the program, and barriers. Of the others every fourth is run.
var (
	lockstepCases  = []string{"critical", "locks", "ordered", "barrier"}
	lockstepOthers = []string{"atomic", "single", "reduction", "cancel", "scan"}
)

// TestLockstep runs cases on an emulated NVIDIA device that executes the threads of a warp in lockstep, as GPUs before
// sm_70 do: a lock that waits for threads of its own warp hangs there.
func TestLockstep(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	env := emulated(t, ",divergence=stack")
	named := func(c *testCase, parts []string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(c.name(), part) })
	}
	for i, c := range cases(t) {
		selected := os.Getenv("OMPCC_ALL_LOCKSTEP") != "" || named(c, lockstepCases) ||
			i%4 == 0 && named(c, lockstepOthers)
		if !c.runs() || !selected || c.noLockstep != "" {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			lockstep := *c
			lockstep.flags = append([]string{"--offload-arch=sm_60"}, c.flags...)
			nvidiaCase(t, cc, &lockstep, "emulated device in lockstep", env)
		})
	}
}
