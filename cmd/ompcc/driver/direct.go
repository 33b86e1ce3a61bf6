// Sources without a hint of OpenMP: the host compiler gets them at once.

package driver

import (
	"bytes"
	"os"
	"slices"

	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse"
	"ompcc/parse/early"
)

// A source that has nothing of OpenMP, nor have its headers, is compiled by one run of the
// host compiler, as without us. Whether that is so says the text of the file before, and that of
// the headers, which the run itself names, after it: where they hold a hint the run was in
// vain, and the source takes the whole way. What the host compiler refuses takes it, too.

// compileDirectly compiles such a source; done is false for any other.
func (s *source) compileDirectly(l *linkJob) (done bool, err error) {
	if !s.mayCompileDirectly() {
		return false, nil
	}
	out, deps := s.objectName(), s.depArgs()
	if s.d.inv.Mode == ModeLink {
		out = s.tempObject()
	}
	file := s.d.scratch.File(toolchain.Stem(s.in.Path) + ".d")
	if i := slices.Index(deps, "-MF"); i >= 0 {
		file = deps[i+1]
	} else {
		deps = []string{"-MD", "-MF", file}
	}
	if toStdout(out) {
		return false, nil
	}
	args := append(append(s.d.stopArgs(), s.parseConfig().CommonArgs()...), deps...)
	said, ok := s.d.tools.Direct(append(args, "-x", "c", s.in.Path, "-o", out)...)
	if !ok {
		return false, nil
	}
	if !s.d.inv.NoOpenMP && s.d.headersHint(file, s.in) {
		s.d.discard(out) // what follows may end in an error
		return false, nil
	}
	s.d.tools.Print(said)
	if s.d.inv.Mode == ModeLink {
		l.addObject(out, nil)
	}
	return true, s.showDeps()
}

// discard removes an output that the host compiler has written.
func (d *driver) discard(out string) {
	if info, err := os.Lstat(out); err == nil && info.Mode().IsRegular() {
		os.Remove(out)
	}
}

// mayCompileDirectly looks at the command and at the source's own text.
func (s *source) mayCompileDirectly() bool {
	switch s.d.inv.Mode {
	case ModeLink, ModeCompile, ModeAssemble:
	default:
		return false
	}
	if s.in.language() != langC || s.in.Path == parse.Stdin || s.d.inv.SaveTemps != "" || s.d.inv.Checked ||
		s.d.inv.Report || s.d.inv.DryRun || s.d.inv.Verbose || s.d.inv.TriedHost {
		return false
	}
	if s.d.inv.NoOpenMP {
		return true
	}
	if len(s.d.inv.DepArgs) > 0 && !host.DepsNameHeaders(s.d.inv.DepArgs, s.d.inv.HostArgs) {
		return false
	}
	text, err := os.ReadFile(s.in.Path)
	return err == nil && bytes.IndexByte(text, 0) < 0 && !early.Hint(text) && !early.HintInArgs(s.d.inv.HostArgs) &&
		!(s.d.tools.IsGCC() && host.Precompiled(s.d.inv.HostArgs, s.in.Path, text))
}

// headersHint reports whether the headers that a dependence file lists may hold something for
// us, or cannot be read.
func (d *driver) headersHint(file string, in *Input) bool {
	text, err := os.ReadFile(file)
	return err != nil || host.Hinted(host.Headers(string(text), in.Path, d.layout.Include))
}
