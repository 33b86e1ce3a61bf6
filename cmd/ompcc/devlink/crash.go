// Lower levels of optimisation where LLVM crashes.

package devlink

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse/pattern"
)

// atSomeLevel compiles device code at the user's optimisation level. Where LLVM itself
// crashes, which it does over few functions and at few levels, it compiles at the next of
// the other levels and says so. what names the code.
func (k *Linker) atSomeLevel(what string, compile func(level string) error) error {
	wished := k.OptLevel()
	err := compile(wished)
	if !crashed(err) {
		return err
	}
	for _, level := range slices.DeleteFunc([]string{"2", "1", "3", "0"}, func(l string) bool { return l == wished }) {
		again := compile(level)
		if crashed(again) {
			continue
		}
		if again != nil {
			return again
		}
		return k.messages.Warn(report.Problemf(diag.LlvmCrash,
			"%s crashed on the device code for %s at -O%s%s: compiled at -O%s instead", k.llvmName(), what, wished,
			crashPlace(err), level))
	}
	return report.Problemf(diag.LlvmCrash, "%s crashed on the device code for %s%s at every optimisation level",
		k.llvmName(), what, crashPlace(err)).
		WithFix("use another LLVM (OMPCC_LLVM names its folder); -save-temps keeps the code for a report to its makers")
}

// llvmName is LLVM with its version, if the folder of its programs tells it.
func (k *Linker) llvmName() string {
	if k.tools.Version == 0 {
		return "LLVM"
	}
	return fmt.Sprintf("LLVM %d", k.tools.Version)
}

// crashed reports whether err is the end of a program of LLVM's that was not meant.
func crashed(err error) bool {
	var failed *toolchain.Failure
	return errors.As(err, &failed) &&
		(strings.Contains(failed.Output(), "PLEASE submit a bug report") ||
			strings.Contains(failed.Output(), "fatal error: error in backend"))
}

var (
	crashPass    = pattern.New(`Running pass '([^'\n]+)' on function '@([^'\n]+)'`)
	backendWords = pattern.New(`fatal error: error in backend: ([^\n]+)`)
)

// crashPlace is where LLVM crashed and what it said, as far as it does.
func crashPlace(err error) string {
	if m := backendWords().FindStringSubmatch(err.Error()); m != nil {
		return fmt.Sprintf(" (%s)", m[1])
	}
	m := crashPass().FindAllStringSubmatch(err.Error(), -1)
	if m == nil {
		return ""
	}
	last := m[len(m)-1]
	return fmt.Sprintf(" (%s, in %s)", last[1], last[2])
}
