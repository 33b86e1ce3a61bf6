package codegen

import (
	"strings"
	"testing"

	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// TestConvergent: on GPUs threads may meet in every function and in assembly, so that LLVM must not
// copy or move calls of them to where fewer threads come; a CPU has no such calls.
func TestConvergent(t *testing.T) {
	for _, tg := range []string{"nvptx", "amdgcn", "cpu"} {
		m := saxpy()
		ft := &region.Func{Ret: region.VoidT}
		own := &region.Function{Name: "own", Linkage: region.Internal, Ret: region.VoidT, Body: &region.Block{}}
		other := &region.Function{Name: "other", Linkage: region.External, Ret: region.VoidT}
		m.Funcs = append(m.Funcs, own, other)
		body := m.Kernels[0].Body
		body.Stmts = append(body.Stmts,
			&region.Eval{X: &region.Call{Func: own, Type: ft}},
			&region.Eval{X: &region.Call{Func: other, Type: ft}},
			&region.Eval{X: &region.Call{Ptr: &region.Null{}, Type: ft}},
			&region.Asm{Text: "nop;", Volatile: true})
		tg, _ := target.ByName(tg, "")
		ir, err := Emit(m, tg, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, begin := range []string{"define internal void @own(", "declare void @other", "call void null(",
			"call void asm "} {
			i := strings.Index(ir, begin)
			if i < 0 {
				t.Errorf("%s: no %q in\n%s", tg, begin, ir)
				continue
			}
			line, _, _ := strings.Cut(ir[i:], "\n")
			if strings.Contains(line, "convergent") != tg.Convergent {
				t.Errorf("%s: %s", tg, line)
			}
		}
	}
}
