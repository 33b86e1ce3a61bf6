package main

import (
	"strings"
	"testing"

	"ompcc/cmd/ompcc/driver"
)

// TestRelaxedMath: the parts of -ffast-math, in the order of the command line, in LLVM's words.
func TestRelaxedMath(t *testing.T) {
	for args, want := range map[string]string{
		"":                                     "",
		"-ffinite-math-only":                   "ninf nnan",
		"-fno-honor-nans":                      "nnan",
		"-fno-signed-zeros":                    "nsz",
		"-fassociative-math":                   "",
		"-fno-signed-zeros -fassociative-math": "nsz reassoc",
		"-funsafe-math-optimizations":          "afn arcp nsz reassoc",
		"-funsafe-math-optimizations -fno-reciprocal-math":                          "afn nsz reassoc",
		"-ffinite-math-only -fhonor-infinities":                                     "nnan",
		"-freciprocal-math -fapprox-func -fno-fast-math":                            "",
		"-fno-fast-math -freciprocal-math -ffinite-math-only -fno-finite-math-only": "arcp",
	} {
		inv := &driver.Invocation{}
		for _, a := range strings.Fields(args) {
			noteRelaxation(inv, a)
		}
		if got := inv.RelaxedMath(); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
