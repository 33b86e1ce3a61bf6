// Warnings about targets that the command line names.

package driver

import (
	"ompcc/cmd/ompcc/report"
	"ompcc/parse/diag"
)

// warnInstrument says for which of the targets -finstrument-functions has no effect.
func (d *driver) warnInstrument() error {
	if !d.inv.Instrument {
		return nil
	}
	for _, t := range d.inv.Targets {
		if !t.Instrumented {
			return d.messages.Warn(report.Problemf(diag.InstrumentTarget,
				"-finstrument-functions has no effect in device code for %s, which cannot call the host's functions",
				t.Triple).
				WithFix("use it with -fopenmp-targets=cpu"))
		}
	}
	return nil
}

// warnSanitize says which of several targets is not checked.
func (d *driver) warnSanitize() error {
	if !d.inv.Checked {
		return nil
	}
	for _, t := range d.inv.Targets {
		if !t.Instrumented {
			return d.messages.Warn(report.Problemf(diag.SanitizeTarget,
				"-fsanitize=offload checks the code for the CPU device only, not that for %s", t.Triple).
				WithFix("run the NVIDIA image on the emulated device, which checks every access: OMPCC_EMULATE=nvptx (docs/emulator.md)"))
		}
	}
	return nil
}
