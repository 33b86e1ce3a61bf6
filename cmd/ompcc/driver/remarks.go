// Remarks (-Rpass) and the optimization record.

package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse/diag"
)

// remarkLog gathers what -fsave-optimization-record records: our remarks, by the file that they go to.
type remarkLog struct {
	mu    sync.Mutex
	files []string
	list  map[string][]*diag.Remark
}

func (l *remarkLog) add(file string, list []*diag.Remark) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list == nil {
		l.list = map[string][]*diag.Remark{}
	}
	if !slices.Contains(l.files, file) {
		l.files = append(l.files, file)
	}
	l.list[file] = append(l.list[file], list...)
}

// wantsRemarks reports whether the stages are to say what they do.
func (d *driver) wantsRemarks() bool { return d.inv.Messages.Remarks.Any() || d.inv.Report }

// showRemarks prints what the command line asks for of list, and notes the rest for the record named file.
func (d *driver) showRemarks(list []*diag.Remark, file string, line func(file string, line int) (string, bool)) error {
	o := &d.inv.Messages.Remarks
	if !o.Any() {
		return nil
	}
	slices.SortStableFunc(list, func(a, b *diag.Remark) int {
		if a.Span.File != b.Span.File {
			return 0
		}
		return a.Span.Line - b.Span.Line
	})
	if o.Record {
		d.records.add(file, o.Recorded(list))
	}
	return d.messages.Print(o.Shown(list), line)
}

// recordName is the record of a source: beside its object, as clang names it.
func (s *source) recordName() string {
	if f := s.d.inv.Messages.Remarks.File; f != "" {
		return f
	}
	object := s.objectName()
	if s.d.inv.Mode == ModeLink {
		out := s.d.programName()
		object = filepath.Join(filepath.Dir(out), filepath.Base(out)+"-"+toolchain.Stem(s.in.Path)+".o")
	}
	return strings.TrimSuffix(object, filepath.Ext(object)) + ".opt.yaml"
}

func (d *driver) programName() string {
	if d.inv.Output == "" {
		return "a.out"
	}
	return d.inv.Output
}

// linkRemarks shows those about images. They are recorded with the command's only source, else under the program's
// name.
func (d *driver) linkRemarks() error {
	file := d.inv.Messages.Remarks.File
	if src := d.onlySource(); file == "" && src != "" {
		file = d.source(&Input{Path: src}).recordName()
	} else if file == "" {
		file = d.programName() + ".opt.yaml"
	}
	return d.showRemarks(d.device.Remarks, file, nil)
}

// writeRecords writes the records, behind what clang has recorded of the host's side. A failed write is an error.
func (d *driver) writeRecords() error {
	for _, file := range d.records.files {
		flags := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
		if d.hostRecords() {
			flags = os.O_CREATE | os.O_WRONLY | os.O_APPEND
		}
		f, err := os.OpenFile(file, flags, 0o666)
		if err != nil {
			return report.Problemf(diag.UnwritableOutput, "cannot write '%s': %v", file, toolchain.PathCause(err))
		}
		err = diag.WriteRemarks(f, d.records.list[file])
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			return report.Problemf(diag.UnwritableOutput, "cannot write '%s': %v", file, toolchain.PathCause(err))
		}
	}
	return nil
}

// hostRecords reports whether the host compiler has just written the records anew.
func (d *driver) hostRecords() bool {
	switch d.inv.Mode {
	case ModeLink, ModeCompile, ModeAssemble:
		return !d.tools.IsGCC()
	}
	return false
}

// remarksForGCC leaves out clang's flags about remarks, which gcc does not know.
func (inv *Invocation) remarksForGCC() {
	inv.HostArgs = slices.DeleteFunc(inv.HostArgs, func(a string) bool {
		for _, start := range []string{"-Rpass", "-Rno-pass", "-fsave-optimization-record",
			"-fno-save-optimization-record", "-foptimization-record-"} {
			if strings.HasPrefix(a, start) {
				return true
			}
		}
		return false
	})
}
