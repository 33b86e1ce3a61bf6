package main

import (
	"slices"
	"strings"

	"ompcc/codegen"
	"ompcc/parse/diag"
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
		p.inv.checked = p.inv.checked && !slices.Contains(names, "all")
		return false, nil
	}
	p.inv.checked = on
	names = slices.DeleteFunc(names, func(n string) bool { return n == "offload" })
	if len(names) > 0 {
		p.inv.hostArgs = append(p.inv.hostArgs, flag+"="+strings.Join(names, ","))
	}
	return true, nil
}

// finishSanitize checks the targets: the mode is one of the CPU device.
func (inv *invocation) finishSanitize() error {
	if !inv.checked {
		return nil
	}
	cpu := func(t *codegen.Target) bool { return t.Kind == codegen.CPU }
	if !slices.ContainsFunc(inv.targets, cpu) {
		return usagef("sanitize-target", "-fsanitize=offload checks code for the CPU device, but the target is %s", inv.targets[0].Triple).
			fixf("add -fopenmp-targets=cpu; of an NVIDIA image every access is checked by the emulated device (OMPCC_EMULATE=nvptx, docs/emulator.md)")
	}
	inv.hostArgs = append(inv.hostArgs, checkedMacro)
	return nil
}

// warnSanitize says which of several targets is not checked.
func (d *driver) warnSanitize() {
	if !d.inv.checked {
		return
	}
	for _, t := range d.inv.targets {
		if t.Kind != codegen.CPU {
			l := newList()
			l.Warnf(diag.Span{}, "sanitize-target", "-fsanitize=offload checks the code for the CPU device only, not that for %s", t.Triple).
				WithFix("run the NVIDIA image on the emulated device, which checks every access: OMPCC_EMULATE=nvptx (docs/emulator.md)")
			newPrinter(d.stderr).Print(l)
			return
		}
	}
}

// checks is what the link step says about the checks in a program's CPU image.
type checks int

const (
	unchecked checks = iota
	partlyChecked
	allChecked
)

// checksOf tells how much of the device code for the CPU is checked, and warns
// if it is only a part.
func (d *driver) checksOf(codes []*deviceCode) checks {
	var without []string
	any := false
	for _, c := range codes {
		t, ok := codegen.TargetByName(c.Triple, c.Arch)
		if !ok || t.Kind != codegen.CPU {
			continue
		}
		any = any || c.Checked
		if !c.Checked {
			without = append(without, c.File)
		}
	}
	switch {
	case !any:
		return unchecked
	case len(without) == 0:
		return allChecked
	}
	l := newList()
	l.Warnf(diag.Span{}, "sanitize-mixed", "device code of '%s' is not checked, so the use of memory without a value is not found anywhere", strings.Join(without, "', '")).
		WithFix("compile it with -fsanitize=offload too")
	newPrinter(d.stderr).Print(l)
	return partlyChecked
}

// ir are the calls by which a module with checks tells the runtime of its
// variables, and the sections that list them.
func (c checks) ir() (text, register, unregister string, sections []string) {
	if c == unchecked {
		return "", "", "", nil
	}
	all := "0"
	if c == allChecked {
		all = "1"
	}
	text = `%__ompcc_checked_t = type { ptr, ptr, ptr, ptr, ptr, i32 }
@__ompcc_checked = internal constant %__ompcc_checked_t { ptr @__start_ompcc_cpu_vars, ptr @__stop_ompcc_cpu_vars, ptr @__start_ompcc_host_vars, ptr @__stop_ompcc_host_vars, ptr @__ompcc_module, i32 ` + all + ` }
declare void @__ompcc_check_register(ptr)
declare void @__ompcc_check_unregister(ptr)
`
	return text, "  call void @__ompcc_check_register(ptr @__ompcc_checked)\n", "  call void @__ompcc_check_unregister(ptr @__ompcc_checked)\n",
		[]string{"cpu_vars", "host_vars"}
}
