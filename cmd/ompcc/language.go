package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ompcc/parse"
	"ompcc/parse/diag"
)

// Sources in other languages than C go to the host compiler as they are. It executes their
// target regions on the host, which the user hears of.

// fortranRegion is a target construct of Fortran.
var fortranRegion = regexp.MustCompile(`(?im)^[ \t]*[!c*]\$omp[ \t]+target\b[ \t]*(?:[^eud \t\r\n]|teams|parallel|simd|loop|depend|device|defaultmap|if|$)`)

// checkLanguage refuses outputs of the device's side for what has none.
func (d *driver) checkLanguage(in *input) error {
	switch d.inv.mode {
	case modeDevice, modeEmitC, modeEmitRegion:
		return usagef("device-language", "'%s' is no C source: ompcc compiles device code of C only", in.path).
			fixf("move its target regions into functions of a C file")
	}
	return nil
}

// warnRegions warns of the target regions of a source in another language than C.
// headers are those that it includes, as far as they are known.
func (d *driver) warnRegions(in *input, headers []string) error {
	if d.inv.noOpenMP || in.isAssembly() || !hintIn(append([]string{in.path}, headers...)) && !hintInArgs(d.inv.hostArgs) {
		return nil
	}
	diags := &diag.List{}
	warn := func(file string, line, col, length int) {
		diags.Warnf(diag.Span{Pos: diag.Pos{File: file, Line: line, Col: col}, Len: length}, "omp-host-language", "the host executes this region: ompcc compiles device code of C only").
			WithFix("move the region into a function of a C file, and call that (in C++: declare it extern \"C\")")
	}
	if in.isFortran() {
		text, _ := os.ReadFile(in.path)
		for _, m := range fortranRegion.FindAllIndex(text, -1) {
			warn(in.path, bytes.Count(text[:m[0]], []byte("\n"))+1, 1, 0)
		}
	} else {
		for _, p := range parse.TargetPragmas(in.path, d.preprocessed(in)) {
			warn(p.File, p.Line, p.Col, 0)
		}
	}
	d.inv.warn.Apply(diags)
	d.inv.newPrinter(d.stderr).Print(diags)
	if diags.HasErrors() {
		return errReported
	}
	return nil
}

// preprocessed is the text of a source that the host compiler has compiled already.
func (d *driver) preprocessed(in *input) []byte {
	if in.preprocessed() {
		text, _ := os.ReadFile(in.path)
		return text
	}
	args := append([]string{"-E", "-w"}, d.parseConfig(in).CommonArgs()...)
	if in.lang != "" {
		args = append(args, "-x", in.lang)
	}
	text, _ := d.tools.run(nil, d.tools.hostCC, append(args, in.path)...)
	return text
}

// hintIn reports whether a file may hold something of OpenMP. The headers of this
// compiler do, and mean nothing.
func hintIn(files []string) bool {
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && parse.Hint(text) {
			return true
		}
	}
	return false
}

// hintInArgs reports whether a flag may define a macro with something of OpenMP.
func hintInArgs(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return parse.Hint([]byte(strings.TrimPrefix(a, "-D"))) })
}

// included reads a dependence file: what the target depends on, but the source itself
// and the headers in this compiler's folder.
func (d *driver) included(file string, in *input) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var files []string
	_, list, _ := strings.Cut(string(text), ":")
	list, _, _ = strings.Cut(strings.ReplaceAll(list, "\\\n", " "), "\n")
	for _, f := range splitArgs(strings.ReplaceAll(list, "$$", "$")) {
		if f != in.path && filepath.Dir(f) != d.layout.include {
			files = append(files, f)
		}
	}
	return files
}

func (in *input) isFortran() bool {
	switch strings.ToLower(filepath.Ext(in.path)) {
	case ".f", ".f90", ".for", ".f95", ".f03", ".f08":
		return in.lang == ""
	}
	return strings.HasPrefix(in.lang, "f77") || strings.HasPrefix(in.lang, "f95")
}

func (in *input) isAssembly() bool {
	switch filepath.Ext(in.path) {
	case ".s", ".S", ".sx", ".ll", ".bc":
		return in.lang == ""
	}
	return strings.HasPrefix(in.lang, "assembler") || in.lang == "ir"
}
