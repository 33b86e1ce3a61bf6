// -fsanitize: offload is ours, all else is the host compiler's.

package main

import (
	"slices"
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/driver"
	"ompcc/cmd/ompcc/report"
	"ompcc/codegen/target"
)

// checkedMacro tells omp.h that accesses are checked (-fsanitize=offload).
const checkedMacro = "-D__OMPCC_SANITIZE_OFFLOAD__"

// sanitize handles -fsanitize=LIST: offload is ours, the others are the host
// compiler's.
func (p *flagParser) sanitize(arg string) (bool, error) {
	flag, list, ok := strings.Cut(arg, "=")
	on := flag == "-fsanitize"
	if !ok || !on && flag != "-fno-sanitize" {
		return false, nil
	}
	names := strings.Split(list, ",")
	if !slices.Contains(names, "offload") {
		if on {
			return false, nil
		}
		p.inv.Checked = p.inv.Checked && !slices.Contains(names, "all")
		return false, nil
	}
	p.inv.Checked = on
	names = slices.DeleteFunc(names, func(n string) bool { return n == "offload" })
	if len(names) > 0 {
		p.inv.HostArgs = append(p.inv.HostArgs, flag+"="+strings.Join(names, ","))
	}
	return true, nil
}

// finishSanitize checks the targets: the mode is one of the CPU device.
func finishSanitize(inv *driver.Invocation) error {
	if !inv.Checked {
		return nil
	}
	cpu := func(t *target.Target) bool { return t.Instrumented }
	if !slices.ContainsFunc(inv.Targets, cpu) {
		return report.Problemf(diag.SanitizeTarget,
			"-fsanitize=offload checks code for the CPU device, but the target is %s", inv.Targets[0].Triple).
			WithFix("add -fopenmp-targets=cpu; of an NVIDIA image every access is checked by the emulated device (OMPCC_EMULATE=nvptx, docs/emulator.md)")
	}
	inv.HostArgs = append(inv.HostArgs, checkedMacro)
	return nil
}
