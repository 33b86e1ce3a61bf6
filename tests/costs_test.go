package tests

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// costs are operations of tests/bench with the instructions that libomptarget 22 executes for each, and how much of that
// ours may.
var costs = []struct {
	op    string
	tool  bool
	peer  float64
	share float64
}{
	{"empty", false, 10901, 0.12},
	{"empty", true, 11177, 0.12},
	{"map-present", false, 16798, 0.12},
	{"map-present", true, 17074, 0.12},
	{"map-new", false, 23428, 0.25},
	{"map-new", true, 24650, 0.25},
	{"enter-exit-present", true, 12612, 0.25},
	{"enter-exit", true, 20199, 0.25},
	{"update-1KiB", false, 4949, 0.25},
	{"update-1KiB", true, 5277, 0.25},
	{"is-present", false, 854, 0.25},
	{"alloc-free", false, 2550, 0.25},
	{"alloc-free", true, 3256, 0.25},
}

// TestCosts counts the instructions of the runtime for one construct or routine (callgrind), without a tool and with
// one that takes all events of devices.
func TestCosts(t *testing.T) {
	dir, cc := beside(t, "valgrind"), ompcc(t)
	file := func(name string) string { return filepath.Join(dir, name) }
	source := func(name string) string {
		path, err := filepath.Abs(filepath.Join("bench/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	include, err := filepath.Abs("../include")
	if err != nil {
		t.Fatal(err)
	}
	if exec.Command("gcc", "-O2", "-c", source("harness.c"), "-o", file("harness.o")).Run() != nil {
		t.Skip("no callgrind.h: costs are not tested")
	}
	for _, command := range [][]string{
		{"gcc", "-O2", "-shared", "-fPIC", "-I" + include, source("tool.c"), "-o", "tool.so"},
		{cc, "-O2", source("bench.c"), "harness.o", "-o", "bench", "-lpthread"},
	} {
		if r := run(t, dir, nil, command[0], command[1:]...); r.exit != 0 {
			t.Fatal(r.stderr)
		}
	}
	const times = 500 // what the runtime's own threads execute meanwhile does not count much
	collected := regexp.MustCompile(`Collected : (\d+)`)
	for _, c := range costs {
		t.Run(fmt.Sprintf("%s/tool=%t", c.op, c.tool), func(t *testing.T) {
			env := []string{"OMP_WAIT_POLICY=passive"}
			if c.tool {
				env = append(env, "OMP_TOOL_LIBRARIES="+file("tool.so"))
			}
			r := run(t, dir, env, "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--instr-atstart=no", "./bench",
				c.op, strconv.Itoa(times))
			m := collected.FindStringSubmatch(r.stderr)
			if m == nil {
				t.Fatal(r.stderr)
			}
			n, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%.0f instructions, %.3f of libomptarget's", n/times, n/times/c.peer)
			if n/times > c.share*c.peer {
				t.Errorf("%.0f instructions, more than %.2f of libomptarget's %.0f", n/times, c.share, c.peer)
			}
		})
	}
}
