// Compilations for "ompcc view", which write nothing.

package driver

import (
	"errors"
	"io"
	"path/filepath"
	"slices"

	"ompcc/cmd/ompcc/page"
	"ompcc/cmd/ompcc/report"
	"ompcc/parse"
)

// Inspect compiles the sources of inv for the page of "ompcc view" alone: it writes no output, and what is wrong is
// among the page's messages. files are those that the sources were made of, which its caller watches.
func Inspect(inv *Invocation) (p *page.Command, files []string, err error) {
	for _, in := range inv.Inputs {
		if in.Path != "" {
			files = append(files, in.Path)
		}
	}
	inv.Mode, inv.Report, inv.Output, inv.DepArgs, inv.SaveTemps = ModeSyntax, true, "", nil, ""
	d, err := newDriver(inv, io.Discard, io.Discard)
	if err != nil {
		return nil, files, err
	}
	defer d.scratch.Remove()
	if err := d.run(); err != nil && !errors.Is(err, report.ErrReported) {
		d.messages.Fail(err)
	}
	for _, f := range d.pages.files {
		if f != parse.Stdin && !slices.Contains(files, f) {
			files = append(files, filepath.Clean(f))
		}
	}
	return d.page(), files, nil
}
