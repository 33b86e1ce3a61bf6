// What the stages give to the page of -fopenmp-report.

package driver

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/cmd/ompcc/page"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// The page of -fopenmp-report: one for the command, with all of its sources. Device code is made a second time for it,
// with the places of instructions, so that the program's own code does not change.

// pageLog gathers what the page shows.
type pageLog struct {
	sources []*page.Source
	shown   []*devlink.Code // whose source is there
	files   []string        // that the sources were made of
}

// addPage adds what the stages made of a source, as far as they came.
func (r *result) addPage() error {
	if !r.d.inv.Report {
		return nil
	}
	s := &page.Source{File: r.in.Path, Host: r.host, Line: diskLines()}
	if r.unit != nil {
		s.File, s.Line = r.unit.Pos(0).File, r.unit.SourceLine
		r.d.pages.files = append(r.d.pages.files, r.unit.Files()...)
	}
	if s.Constructs = r.pageConstructs(); r.unit == nil {
		s.Host = nil // region IR has none
	}
	s.Remarks = slices.Clone(r.remarks)
	k := r.d.pageLinker()
	for i, c := range r.device {
		t, err := r.pageTarget(k, c, r.modules[i])
		if err != nil {
			return err
		}
		s.Targets = append(s.Targets, t)
	}
	s.Remarks = append(s.Remarks, k.Remarks...)
	r.d.pages.sources, r.d.pages.shown = append(r.d.pages.sources, s), append(r.d.pages.shown, r.device...)
	return nil
}

// pageConstructs are the source's constructs for a device.
func (r *result) pageConstructs() (list []*page.Construct) {
	if r.program == nil && r.region != nil {
		for _, k := range r.region.Kernels {
			list = append(list,
				&page.Construct{At: diag.Pos(k.Pos), End: k.Pos.Line,
					Name: strings.TrimPrefix(k.Source, "#pragma omp "), Kernel: k.Name})
		}
	}
	if r.program == nil {
		return list
	}
	for _, h := range r.program.Host {
		c := &page.Construct{At: h.Construct.Pos(), End: r.unit.Pos(max(h.Construct.End-1, h.Construct.Start)).Line,
			Name: h.Construct.Kind.String()}
		if h.Construct.Func != nil {
			c.Function = h.Construct.Func.Declarator.Name()
		}
		if h.Kernel != nil {
			c.Kernel = h.Kernel.Name
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b *page.Construct) int {
		if a.At.File != b.At.File {
			return 0
		}
		return a.At.Line - b.At.Line
	})
	return list
}

// pageTarget is m's code for the target of c, with places.
func (r *result) pageTarget(k *devlink.Linker, c *devlink.Code, m *region.Module) (*page.Target, error) {
	t, _ := target.ByName(c.Triple, c.Arch)
	opts := r.d.pageOptions()
	opts.Whole = r.isWhole()
	unit, err := codegen.EmitUnit(m, t, opts)
	if err != nil {
		return nil, err // which the emission without places would have reported
	}
	with := *c
	with.Unit = *unit
	l := m.Listing()
	listing := page.Listing{Text: l.Text, Kernels: l.Kernels}
	for _, at := range l.Places {
		listing.Places = append(listing.Places, diag.Pos(at))
	}
	return pageCode(k, t, &with, listing), nil
}

// pageCode is c's code as the page shows it.
func pageCode(k *devlink.Linker, t *target.Target, c *devlink.Code, listing page.Listing) *page.Target {
	p := &page.Target{Name: t.Name, Arch: c.Arch, Region: listing, IR: c.IR, Language: t.Language}
	assembly, _, err := k.Text(t, c, true)
	if p.Assembly = string(assembly); err == nil {
		p.Optimised, err = k.Optimised(t, c)
	}
	if err != nil {
		p.Problem = err.Error()
	}
	return p
}

// pageOptions are those of the program's code, with places. Debug information that the command asks for has them
// already.
func (d *driver) pageOptions() codegen.Options {
	o := d.codegenOptions()
	o.Lines = !o.Debug
	return o
}

// pageLinker compiles device code for the page alone: the program's linker says what there is to be said.
func (d *driver) pageLinker() *devlink.Linker {
	o := d.linkerOptions()
	o.Code = d.pageOptions()
	return devlink.New(d.tools, d.scratch, report.New(io.Discard, report.Options{}), d.layout.Lib, o)
}

// addObjectPages adds the device code of objects and archive members that no source of the command has. It has the
// places that it was compiled with: those of -g.
func (d *driver) addObjectPages(codes []*devlink.Code) error {
	if !d.inv.Report {
		return nil
	}
	sources := map[string]*page.Source{}
	k := d.pageLinker()
	for _, c := range codes {
		t, known := target.ByName(c.Triple, c.Arch)
		if !known || slices.Contains(d.pages.shown, c) {
			continue
		}
		s := sources[c.File]
		if s == nil {
			s = &page.Source{File: c.File, Line: diskLines(), Constructs: objectConstructs(c)}
			sources[c.File] = s
			d.pages.sources = append(d.pages.sources, s)
		}
		before := len(k.Remarks)
		s.Targets = append(s.Targets, pageCode(k, t, c, page.Listing{}))
		s.Remarks = append(s.Remarks, k.Remarks[before:]...)
	}
	return nil
}

// objectConstructs are the kernels of an object's code.
func objectConstructs(c *devlink.Code) (list []*page.Construct) {
	for name, at := range c.Kernels {
		list = append(list, &page.Construct{At: at, End: at.Line, Name: "target", Kernel: name})
	}
	slices.SortFunc(list, func(a, b *page.Construct) int {
		if a.At.Line != b.At.Line {
			return a.At.Line - b.At.Line
		}
		return strings.Compare(a.Kernel, b.Kernel)
	})
	return list
}

// diskLines reads lines of files.
func diskLines() func(file string, line int) (string, bool) {
	files := map[string][]string{}
	return func(file string, line int) (string, bool) {
		lines, ok := files[file]
		if !ok {
			if data, err := os.ReadFile(file); err == nil {
				lines = strings.Split(string(data), "\n")
			}
			files[file] = lines
		}
		if line < 1 || line > len(lines) {
			return "", false
		}
		return lines[line-1], true
	}
}

// page is what the command made, for the page.
func (d *driver) page() *page.Command {
	var names []string
	for _, s := range d.pages.sources {
		names = append(names, s.File)
	}
	return &page.Command{Title: strings.Join(names, ", "), Line: toolchain.CommandLine("ompcc", d.inv.Args),
		Version: Version, Sources: d.pages.sources, Messages: d.messages.Kept()}
}

// writePage writes the page of a command that succeeded.
func (d *driver) writePage() error {
	if !d.inv.Report || d.inv.DryRun {
		return nil
	}
	name := d.pageName()
	if name == "-" {
		return d.page().Write(d.stdout)
	}
	f, err := os.Create(name)
	if err == nil {
		err = d.page().Write(f)
		if e := f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		return report.Problemf(diag.UnwritableOutput, "cannot write '%s': %v", name, toolchain.PathCause(err))
	}
	return nil
}

// pageName is the page's file: the one asked for, else one beside the output.
func (d *driver) pageName() string {
	if d.inv.ReportFile != "" {
		return d.inv.ReportFile
	}
	output := d.programName()
	if d.inv.Mode != ModeLink {
		output = d.inv.Output
		for _, in := range d.inv.Inputs {
			if (output == "" || output == "-") && in.Path != "" {
				output = toolchain.Stem(in.Path)
			}
		}
	}
	return strings.TrimSuffix(output, filepath.Ext(output)) + ".html"
}
