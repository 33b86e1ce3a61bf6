package codegen

import (
	"regexp"
	"strings"
	"testing"

	"ompcc/codegen/target"
	"ompcc/lower/region"
)

func checksIn(text string) string {
	var list []string
	for _, m := range regexp.MustCompile(`call void @__ompcc_check_(\w+)\(`).FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return strings.Join(list, " ")
}

// TestSanitize counts the checks: one for each access that may leave the
// variables of the function, none for the others, and none without the option
// or on a GPU.
func TestSanitize(t *testing.T) {
	cpu, _ := target.ByName("cpu", "")
	text := emit(t, saxpy(), cpu, Options{Sanitize: true})
	if got := checksIn(text); got != "enter read4 read4 write4" {
		t.Errorf("saxpy: checks %q\n%s", got, text)
	}
	for _, tg := range target.All() {
		for _, opts := range []Options{{Sanitize: !tg.Instrumented}, {Debug: true, Sanitize: !tg.Instrumented}} {
			if got := checksIn(emit(t, saxpy(), tg, opts)); got != "" {
				t.Errorf("%s: checks %q", tg.Name, got)
			}
		}
	}
}

// TestSanitizeVerifies has LLVM's verifier read the samples with checks.
func TestSanitizeVerifies(t *testing.T) {
	cpu, _ := target.ByName("cpu", "")
	for _, s := range samples {
		for _, debug := range []bool{false, true} {
			pipe(t, emit(t, s.make(), cpu, Options{Sanitize: true, Debug: debug}), "opt", "-passes=verify", "-S", "-o",
				"-")
		}
	}
}

// TestSanitizeLocals: an index that is known needs no check, one that is not is
// compared with the variable's bounds.
func TestSanitizeLocals(t *testing.T) {
	cpu, _ := target.ByName("cpu", "")
	work := &region.Local{Name: "work", Type: &region.Array{Elem: region.I32, Len: 8}}
	n := value("n", region.I32)
	for _, c := range []struct {
		addr region.Expr
		want string
	}{
		{at(lv(work), ci(7), region.I32), "enter"},
		{at(lv(work), ci(8), region.I32), "enter object"},
		{at(lv(work), ci(-1), region.I32), "enter object"},
		{at(lv(work), pv(n), region.I32), "enter object"},
	} {
		body := blk(st(c.addr, ci(1)))
		body.Locals = []*region.Local{work}
		if got := checksIn(emit(t, kern("local", "target", []*region.Param{n}, body), cpu,
			Options{Sanitize: true})); got != c.want {
			t.Errorf("%v: checks %q, want %q", c.addr, got, c.want)
		}
	}
}
