package mapseq

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ompcc/tests/require"
)

var (
	sequences = flag.Int("sequences", 2000, "number of random sequences")
	seed      = flag.Uint64("seed", 1, "seed of the constructs and sequences")
	first     = flag.Int("first", 0, "number of the first sequence")
	shapes    = flag.Int("shapes", 200, "number of different constructs in each program")
)

// perProgram is the number of sequences that one program runs.
const perProgram = 5000

// TestSequences runs random sequences on the CPU device. The first difference
// names the seed, the sequence and the step; -seed, -first and -sequences 1 repeat
// it alone, with -v in words.
func TestSequences(t *testing.T) {
	cc, err := filepath.Abs("../../bin/ompcc")
	if err != nil {
		t.Fatal(err)
	}
	if p := os.Getenv("OMPCC"); p != "" {
		cc = p
	}
	require.Built(t, cc)
	for n := 0; n < *sequences; n += perProgram {
		s, from, count := *seed+uint64(n/perProgram), *first, min(perProgram, *sequences-n)
		t.Run(fmt.Sprintf("seed=%d", s), func(t *testing.T) { runProgram(t, cc, s, from, count) })
	}
}

func runProgram(t *testing.T, cc string, seed uint64, from, count int) {
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "seq.c"), filepath.Join(dir, "seq")
	if err := os.WriteFile(src, []byte(Program(seed, *shapes)), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-O0", "-o", exe, src).CombinedOutput(); err != nil {
		t.Fatalf("ompcc: %v\n%s", err, out)
	}
	commands, trace := Commands(seed, *shapes, from, count)
	if count == 1 {
		t.Log(trace)
	}
	if out, err := execute(t, exe, commands); err != nil || out != "ok\n" {
		t.Errorf("seed %d: %v\n%s", seed, err, out)
		return
	}
	t.Logf("%d sequences with %d steps of %d different constructs, 0 differences", count,
		strings.Count(trace, "\n")-count, *shapes)
	// A prediction that is off by one bit must be found.
	commands[len(commands)-3] ^= 1 // the last check's hash
	if out, err := execute(t, exe, commands); err == nil || !strings.Contains(out, " differs after step ") {
		t.Errorf("seed %d: a wrong prediction was not found: %v\n%s", seed, err, out)
	}
}

func execute(t *testing.T, exe string, commands []int32) (string, error) {
	var in bytes.Buffer
	if err := binary.Write(&in, binary.NativeEndian, commands); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Stdin = &in
	cmd.Env = append(os.Environ(), "OMP_TARGET_OFFLOAD=MANDATORY")
	out, err := cmd.CombinedOutput()
	return string(out), err
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

// TestReproducible: the same numbers give the same program and commands.
func TestReproducible(t *testing.T) {
	if first, again := Program(3, 20), Program(3, 20); first != again {
		t.Error("two programs differ")
	}
	if Program(3, 20) == Program(4, 20) {
		t.Error("the seed has no influence on the program")
	}
	one, _ := Commands(3, 20, 7, 20)
	again, _ := Commands(3, 20, 7, 20)
	if !slices.Equal(one, again) {
		t.Error("two lists of commands differ")
	}
	if other, _ := Commands(4, 20, 7, 20); slices.Equal(one, other) {
		t.Error("the seed has no influence on the commands")
	}
}
