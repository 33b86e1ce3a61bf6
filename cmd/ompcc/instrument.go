package main

import (
	"ompcc/codegen"
	"ompcc/parse/diag"
)

// warnInstrument says for which of the targets -finstrument-functions has no effect.
func (d *driver) warnInstrument() {
	if !d.inv.instrument {
		return
	}
	for _, t := range d.inv.targets {
		if t.Kind != codegen.CPU {
			l := newList()
			l.Warnf(diag.Span{}, "instrument-target", "-finstrument-functions has no effect in device code for %s, which cannot call the host's functions", t.Triple).
				WithFix("use it with -fopenmp-targets=cpu")
			newPrinter(d.stderr).Print(l)
			return
		}
	}
}
