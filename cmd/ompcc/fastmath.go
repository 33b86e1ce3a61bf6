package main

import (
	"slices"
	"strings"
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
func (inv *invocation) noteRelaxation(arg string) {
	if arg == "-fno-fast-math" {
		inv.relaxed = nil
	}
	for _, r := range relaxations {
		for _, w := range strings.Fields(r.words) {
			switch {
			case arg == r.on && !slices.Contains(inv.relaxed, w):
				inv.relaxed = append(inv.relaxed, w)
			case arg == r.off:
				inv.relaxed = slices.DeleteFunc(inv.relaxed, func(x string) bool { return x == w })
			}
		}
	}
}

// relaxedMath is inv.relaxed for code generation. Sums are in another order only where the sign of zero does not
// matter, as in gcc and clang.
func (inv *invocation) relaxedMath() string {
	words := slices.Sorted(slices.Values(inv.relaxed))
	if !slices.Contains(words, "nsz") {
		words = slices.DeleteFunc(words, func(w string) bool { return w == "reassoc" })
	}
	return strings.Join(words, " ")
}
