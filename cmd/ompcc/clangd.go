// --clangd: the .clangd file with which clangd understands ompcc's commands.

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/host"
	"ompcc/parse/early"
)

// A .clangd file lets clangd open the sources of a project whose compile_commands.json names ompcc. clangd reads the
// commands as clang does: it does not know ompcc's own options, that OpenMP is on, and where omp.h is.

// clangdOptions are the options of the table that clang reads with ompcc's meaning, or a meaning that does no harm.
var clangdOptions = []string{"-target ", "-fopenmp-version=", "-Rpass=", "-fsave-optimization-record", "-save-temps",
	"-###", "-v", "-fno-openmp", "-fdiagnostics-parseable-fixits", "-fsanitize="}

// notClangs are the patterns of clangd for the options of the table that it must not see.
func notClangs() []string {
	list := []string{"-fsanitize=offload"}
	for _, g := range optionGroups {
		if g.title == "Information" {
			continue
		}
		for _, o := range g.options {
			if slices.Contains(clangdOptions, o.name) {
				continue
			}
			pattern := o.name
			if strings.HasSuffix(o.name, "=") || o.arg != "" {
				pattern += "*"
			}
			list = append(list, pattern)
		}
	}
	return append(list, "-Womp-*", "-Werror=omp-*")
}

// writeClangd prints the file.
func writeClangd(w io.Writer) error {
	lay, err := host.FindLayout()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "# Written by `ompcc --clangd`.\nCompileFlags:\n  Add:\n")
	for _, a := range append(early.Flags(early.Date[early.DefaultVersion]), "-isystem", lay.Include,
		"-Wno-unknown-warning-option") {
		fmt.Fprintf(w, "    - %q\n", a)
	}
	fmt.Fprintf(w, "  Remove:\n")
	for _, a := range notClangs() {
		fmt.Fprintf(w, "    - %q\n", a)
	}
	return nil
}
