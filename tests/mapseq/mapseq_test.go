package mapseq

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var (
	sequences = flag.Int("sequences", 300, "number of random sequences")
	seed      = flag.Uint64("seed", 1, "seed of the sequences")
	first     = flag.Int("first", 0, "number of the first sequence")
)

// perProgram is the number of sequences in one C program.
const perProgram = 50

// TestSequences runs random sequences on the CPU device. The first difference
// names the sequence and the step; -first and -sequences 1 repeat it alone.
func TestSequences(t *testing.T) {
	cc, err := filepath.Abs("../../bin/ompcc")
	if err != nil {
		t.Fatal(err)
	}
	if p := os.Getenv("OMPCC"); p != "" {
		cc = p
	}
	if _, err := os.Stat(cc); err != nil {
		t.Skip("bin/ompcc is not built: make build")
	}
	for n := 0; n < *sequences; n += perProgram {
		from, count := *first+n, min(perProgram, *sequences-n)
		t.Run(fmt.Sprint(from), func(t *testing.T) {
			t.Parallel()
			runProgram(t, cc, from, count)
		})
	}
}

func runProgram(t *testing.T, cc string, from, count int) {
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "seq.c"), filepath.Join(dir, "seq")
	if err := os.WriteFile(src, []byte(Program(from, count, *seed)), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-O0", "-o", exe, src).CombinedOutput(); err != nil {
		t.Fatalf("ompcc: %v\n%s", err, out)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "OMP_TARGET_OFFLOAD=MANDATORY")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "ok\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestModel checks the model itself on the rules that the sequences rest on.
func TestModel(t *testing.T) {
	m := newModel(5)
	a := m.spaces[spA]
	whole := &mapping{sp: a, hi: 64, cells: a.cells, to: true, pointer: -1}
	part := &mapping{sp: a, lo: 8, hi: 16, cells: []int{8, 12}, from: true, pointer: -1}
	if u := m.enter([]*mapping{whole}); len(u) != 0 || m.entries[0].count != 1 {
		t.Fatalf("to leaves %v unknown, count %d", u, m.entries[0].count)
	}
	m.enter([]*mapping{part})
	m.entries[0].dev[8] = 99
	m.exit([]*mapping{part})
	if a.host[8] == 99 || m.entries[0].count != 1 {
		t.Fatal("from copied although the count is not zero")
	}
	m.exit([]*mapping{part})
	if a.host[8] != 99 || len(m.entries) != 0 {
		t.Fatal("from did not copy when the count became zero")
	}
	m.enter([]*mapping{part})
	if m.fits([]*mapping{whole}) {
		t.Fatal("a partially present array fits")
	}
}

// TestReproducible: the same numbers give the same program.
func TestReproducible(t *testing.T) {
	one, again := Program(7, 20, 3), Program(7, 20, 3)
	if one != again {
		t.Error("two programs differ")
	}
	if one == Program(7, 20, 4) {
		t.Error("the seed has no influence")
	}
}
