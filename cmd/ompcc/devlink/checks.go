// How much of the CPU's device code -fsanitize=offload checks.

package devlink

import (
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/codegen/target"
)

// checks is what the link step says about the checks in a program's CPU image.
type checks int

const (
	unchecked checks = iota
	partlyChecked
	allChecked
)

// checksOf tells how much of the device code for the CPU is checked, and warns
// if it is only a part.
func (k *Linker) checksOf(codes []*Code) (checks, error) {
	var without []string
	any := false
	for _, c := range codes {
		t, ok := target.ByName(c.Triple, c.Arch)
		if !ok || !t.Instrumented {
			continue
		}
		any = any || c.Checked
		if !c.Checked {
			without = append(without, c.File)
		}
	}
	switch {
	case !any:
		return unchecked, nil
	case len(without) == 0:
		return allChecked, nil
	}
	return partlyChecked, k.messages.Warn(report.Problemf(diag.SanitizeMixed,
		"device code of '%s' is not checked, so the use of memory without a value is not found anywhere",
		strings.Join(without, "', '")).
		WithFix("compile it with -fsanitize=offload too"))
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
	return text, "  call void @__ompcc_check_register(ptr @__ompcc_checked)\n",
		"  call void @__ompcc_check_unregister(ptr @__ompcc_checked)\n",
		[]string{"cpu_vars", "host_vars"}
}
