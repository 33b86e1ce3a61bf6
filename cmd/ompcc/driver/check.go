// Errors about inputs and outputs before anything is compiled.

package driver

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse"
	"ompcc/parse/diag"
)

// missingFile reports an input that does not exist, with the nearest name.
func missingFile(path string) error {
	l := &diag.List{}
	parse.Preprocess(&parse.Config{}, path, l)
	return &report.Located{List: l}
}

// checkInputs refuses inputs for the linker that no linker can read; C sources
// are checked when they are read.
func (d *driver) checkInputs() error {
	for _, in := range d.inv.Inputs {
		if in.Path == "" || in.Path == parse.Stdin || in.language() != langObject && in.language() != langOther {
			continue
		}
		data, err := toolchain.ReadHead(in.Path)
		if err != nil {
			return missingFile(in.Path)
		}
		if what := notLinkable(in.Path, data); in.language() == langObject && what != "" {
			l := &diag.List{}
			l.Errorf(diag.Span{Pos: diag.Pos{File: in.Path, Line: 1, Col: 1}}, diag.BinaryFile, "%s", what).
				WithFix("rename the C source to *.c, or write -x c before the file")
			return &report.Located{List: l}
		}
	}
	return nil
}

// notLinkable says why a file that begins with head cannot be an input of the
// linker, "" if it can.
func notLinkable(path string, head []byte) string {
	if len(head) == 0 {
		return "file is empty"
	}
	if bytes.HasPrefix(head, []byte("\x7fELF")) {
		return notObject(path)
	}
	for _, magic := range []string{devlink.ArchiveMagic, devlink.ThinMagic, "BC\xc0\xde"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return ""
		}
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return "file is not an object, an archive or a linker script"
	}
	return ""
}

// notObject says why an ELF file cannot be linked: it is a program.
func notObject(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return "malformed ELF file"
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return "file is an executable, not an object"
		}
	}
	if f.Type == elf.ET_EXEC || f.Type == elf.ET_CORE {
		return "file is an executable, not an object"
	}
	return ""
}

// checkOutput finds out before the work whether the output can be written.
func (d *driver) checkOutput() error {
	out := d.inv.Output
	if out == "" && d.inv.Mode == ModeLink {
		out = "a.out"
	}
	if out == "" || out == "-" || out == os.DevNull || d.inv.Mode == ModeSyntax {
		return nil
	}
	info, err := os.Stat(out)
	switch {
	case err == nil && info.IsDir():
		return report.Problemf(diag.UnwritableOutput, "cannot write '%s': it is a folder", out).
			WithFix("write -o %s", filepath.Join(out, "a.out"))
	case err == nil && !info.Mode().IsRegular():
		return nil
	case err == nil:
		f, err := os.OpenFile(out, os.O_WRONLY, 0)
		if err != nil {
			return report.Problemf(diag.UnwritableOutput, "cannot write '%s': %v", out, toolchain.PathCause(err))
		}
		return f.Close()
	}
	dir := filepath.Dir(out)
	f, err := os.CreateTemp(dir, ".ompcc-*")
	if err != nil {
		return report.Problemf(diag.UnwritableOutput, "cannot write '%s': %v", out, toolchain.PathCause(err)).
			WithFix("create the folder '%s' or name another output with -o", dir)
	}
	f.Close()
	return os.Remove(f.Name())
}
