// What -ffast-math and its parts mean for device code.

package main

import (
	"slices"
	"strings"

	"ompcc/cmd/ompcc/driver"
)

// relaxations are the parts of -ffast-math: the flag, what undoes it, and LLVM's words for what it allows.
var relaxations = []struct{ on, off, words string }{
	{"-ffinite-math-only", "-fno-finite-math-only", "nnan ninf"},
	{"-fno-honor-nans", "-fhonor-nans", "nnan"},
	{"-fno-honor-infinities", "-fhonor-infinities", "ninf"},
	{"-fno-signed-zeros", "-fsigned-zeros", "nsz"},
	{"-fassociative-math", "-fno-associative-math", "reassoc"},
	{"-freciprocal-math", "-fno-reciprocal-math", "arcp"},
	{"-fapprox-func", "-fno-approx-func", "afn"},
	{"-funsafe-math-optimizations", "-fno-unsafe-math-optimizations", "reassoc nsz arcp afn"},
}

// noteRelaxation notes what arg allows of floating-point arithmetic, or allows no longer.
func noteRelaxation(inv *driver.Invocation, arg string) {
	if arg == "-fno-fast-math" {
		inv.Relaxed = nil
	}
	for _, r := range relaxations {
		for _, w := range strings.Fields(r.words) {
			switch {
			case arg == r.on && !slices.Contains(inv.Relaxed, w):
				inv.Relaxed = append(inv.Relaxed, w)
			case arg == r.off:
				inv.Relaxed = slices.DeleteFunc(inv.Relaxed, func(x string) bool { return x == w })
			}
		}
	}
}
