package body

import (
	"os"
	"regexp"
	"strings"
	"testing"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// noModel is for functions without OpenMP.
type noModel struct{ Model }

func (noModel) Bind(*Function) Exec { return nil }

// TestSanitizeResults: what a mathematical function stores is checked for its
// own size.
func TestSanitizeResults(t *testing.T) {
	cpu, _ := target.ByName("cpu", "")
	for name, want := range map[string]string{
		"sincos": "write8 write8", "sincosf": "write4 write4", "frexp": "write4", "frexpl": "write4",
		"modfl":   "write16",
		"remquof": "write4", "lgammaf_r": "write4", "lgamma_r": "write4", "sinf": "", "ceil": "", "erf": "",
	} {
		mod := NewModule(&region.Module{}, cpu, Options{Sanitize: true})
		mod.Model = noModel{}
		f := mod.NewFunction(mod.Define("f", ir.Void, nil, ""))
		Checks{f}.checkResults(name,
			[]ir.Value{llir.NewParam("x", ir.Double), llir.NewParam("p", ir.Ptr), llir.NewParam("q", ir.Ptr)})
		f.Ret(nil)
		f.Finish()
		var calls []string
		for _, m := range regexp.MustCompile(`call void @__ompcc_check_(\w+)\(`).FindAllStringSubmatch(mod.Text(), -1) {
			calls = append(calls, m[1])
		}
		if got := strings.Join(calls, " "); got != want {
			t.Errorf("%s: checks %q, want %q", name, got, want)
		}
	}
}

// TestCheckedLibrary compares the list of library functions with what the
// runtime has.
func TestCheckedLibrary(t *testing.T) {
	text, err := os.ReadFile("../../rt/sanitize/library.c")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\s*(?:LIBRARY|OF_ONE|OF_TWO|OF_STREAM|OF_BYTES|WITH_BASE|WITH_END|LENDS)\([^,()]+, (\w+)\)`).FindAllStringSubmatch(string(text), -1) {
		if m[1] != "name" {
			have[m[1]] = true
		}
	}
	for n := range checkedLibrary {
		if !have[n] {
			t.Errorf("the runtime has no %s", n)
		}
	}
	for n := range have {
		if !checkedLibrary[n] {
			t.Errorf("%s is missing in checkedLibrary", n)
		}
	}
}
