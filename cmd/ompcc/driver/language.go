// Inputs that are not C.

package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/parse/pattern"
)

// Sources in other languages than C go to the host compiler as they are. It executes their
// target regions on the host, which the user hears of.

// fortranRegion is a target construct of Fortran.
var fortranRegion = pattern.New(`(?im)^[ \t]*[!c*]\$omp[ \t]+target\b[ \t]*(?:[^eud \t\r\n]|teams|parallel|simd|loop|depend|device|defaultmap|if|$)`)

// checkLanguage refuses outputs of the device's side for what has none.
func (s *source) checkLanguage() error {
	switch s.d.inv.Mode {
	case ModeDevice, ModeEmitC, ModeEmitRegion:
		return report.Problemf(diag.DeviceLanguage, "'%s' is not a C source: ompcc compiles device code only from C",
			s.in.Path).
			WithFix("move its target regions into functions of a C file")
	}
	return nil
}

// warnRegions warns of the target regions of a source in another language than C.
// headers are those that it includes, as far as they are known.
func (s *source) warnRegions(headers []string) error {
	if s.d.inv.NoOpenMP || s.in.isAssembly() ||
		!hintIn(append([]string{s.in.Path}, headers...)) && !hintInArgs(s.d.inv.HostArgs) {
		return nil
	}
	diags := &diag.List{}
	warn := func(file string, line, col, length int) {
		diags.Warnf(diag.Span{Pos: diag.Pos{File: file, Line: line, Col: col}, Len: length}, diag.OmpHostLanguage,
			"this region runs on the host: ompcc compiles device code only from C").
			WithFix("move the region into a function of a C file, and call that (in C++: declare it extern \"C\")")
	}
	if s.in.isFortran() {
		text, _ := os.ReadFile(s.in.Path)
		for _, m := range fortranRegion().FindAllIndex(text, -1) {
			warn(s.in.Path, bytes.Count(text[:m[0]], []byte("\n"))+1, 1, 0)
		}
	} else {
		for _, p := range parse.TargetPragmas(s.in.Path, s.preprocessed()) {
			warn(p.File, p.Line, p.Col, 0)
		}
	}
	return s.d.messages.Print(diags, nil)
}

// preprocessed is the text of a source that the host compiler has compiled already.
func (s *source) preprocessed() []byte {
	if s.in.preprocessed() {
		text, _ := os.ReadFile(s.in.Path)
		return text
	}
	args := append([]string{"-E", "-w"}, s.parseConfig().CommonArgs()...)
	if s.in.Lang != "" {
		args = append(args, "-x", s.in.Lang)
	}
	text, _ := s.d.tools.Run(nil, s.d.tools.HostCC, append(args, s.in.Path)...)
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
func (d *driver) included(file string, in *Input) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var files []string
	_, list, _ := strings.Cut(string(text), ":")
	list, _, _ = strings.Cut(strings.ReplaceAll(list, "\\\n", " "), "\n")
	for _, f := range toolchain.SplitArgs(strings.ReplaceAll(list, "$$", "$")) {
		if f != in.Path && filepath.Dir(f) != d.layout.Include {
			files = append(files, f)
		}
	}
	return files
}
