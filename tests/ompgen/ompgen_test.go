package main

import (
	"path/filepath"
	"testing"
)

// TestPrograms is a short campaign, on the CPU device and for each third program on an emulated AMD device; "make ompgen N=…" makes longer ones.
func TestPrograms(t *testing.T) {
	cc, err := filepath.Abs("../../bin/ompcc")
	if err != nil {
		t.Fatal(err)
	}
	n := 12
	if testing.Short() {
		n = 2
	}
	for s := range n {
		o := options{ompcc: cc}
		if s%3 == 0 {
			o.amd = []string{"gfx90a", "gfx1100", "gfx942"}[s/3%3]
		}
		reference, err := o.program(uint64(s + 1))
		if err != nil {
			t.Errorf("seed %d: %v", s+1, err)
		}
		if !reference {
			t.Errorf("seed %d: no host compiler takes the program", s+1)
		}
	}
}

// TestSeed: a seed always gives the same program.
func TestSeed(t *testing.T) {
	first, again := generate(7), generate(7)
	if first != again || first == generate(8) {
		t.Error("programs are not a function of the seed")
	}
}
