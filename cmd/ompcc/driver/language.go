// Inputs that are not C.

package driver

import (
	"os"

	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/report"
	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/parse/early"
)

// C++, Objective-C and assembly go to the host compiler as they are. It compiles their target regions for the host:
// ompcc refuses such a source, and ompcc++, the C++ compiler of a project, warns of each region.

// checkLanguage refuses Fortran, and outputs of the device's side for what has none.
func (s *source) checkLanguage() error {
	if s.in.isFortran() {
		return report.Problemf(diag.DeviceLanguage, "'%s' is a Fortran source: ompcc compiles C", s.in.Path).
			WithFix("compile it with 'gfortran -c', and link the object with 'ompcc … -lgfortran'; " +
				"move its target regions into functions of a C file that Fortran calls by bind(c)")
	}
	switch s.d.inv.Mode {
	case ModeDevice, ModeEmitC, ModeEmitRegion:
		return report.Problemf(diag.DeviceLanguage, "'%s' is not a C source: ompcc compiles device code only from C",
			s.in.Path).
			WithFix("move its target regions into functions of a C file")
	}
	return nil
}

// checkRegions refuses the target regions of a source in another language than C; ompcc++ warns of them.
// headers are those that the source includes, as far as they are known.
func (s *source) checkRegions(headers []string) error {
	if s.d.inv.NoOpenMP || s.in.isAssembly() ||
		!hintIn(append([]string{s.in.Path}, headers...)) && !early.HintInArgs(s.d.inv.HostArgs) {
		return nil
	}
	const move = "move the region into a function of a C file, and call that (in C++: declare it extern \"C\")"
	diags := &diag.List{}
	for _, p := range parse.TargetPragmas(s.in.Path, s.preprocessed()) {
		at := diag.Span{Pos: diag.Pos{File: p.File, Line: p.Line, Col: p.Col}}
		if s.d.inv.CXX {
			diags.Warnf(at, diag.OmpHostLanguage, "this region runs on the host: ompcc compiles device code only from C").
				WithFix(move)
		} else {
			diags.Errorf(at, diag.DeviceLanguage, "this region has no device code: ompcc compiles device code only from C").
				WithFix(move + "; ompcc++ compiles the region for the host")
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
		if text, err := os.ReadFile(file); err == nil && early.Hint(text) {
			return true
		}
	}
	return false
}

// included reads a dependence file: what the target depends on, but the source itself
// and the headers in this compiler's folder.
func (d *driver) included(file string, in *Input) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return host.Headers(string(text), in.Path, d.layout.Include)
}
