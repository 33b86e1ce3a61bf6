package codegen

import (
	"strings"
	"testing"

	"ompcc/codegen/body"
	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// threadStart is the function that begins the threads' copies.
const threadStart = "__ompcc_start_threads"

// TestThreadStorage: a kernel whose functions may come to thread-local variables begins and ends its threads'
// copies; in a program that turns out to have none, nothing of that is left.
func TestThreadStorage(t *testing.T) {
	for _, name := range []string{"nvptx", "amdgcn"} {
		tg, _ := target.ByName(name, "")
		text := emit(t, orphan(), tg, Options{})
		for _, part := range []string{threadStart, "__ompcc_end_threads"} {
			if n := strings.Count(text, "call void @"+part+"("); n != 1 {
				t.Errorf("%s: %d calls of %s in\n%s", name, n, part, text)
			}
		}
		if asm := compile(t, emit(t, orphan(), tg, Options{Whole: true}), tg); strings.Contains(asm,
			"__ompcc_thread_storage") || strings.Contains(asm, "__openmp_thread_end") {
			t.Errorf("%s: begun in a program without such variables:\n%s", name, asm)
		}
		m := orphan()
		g := &region.Global{Name: "mine", Type: region.I32, Space: region.SpaceThread,
			Init: &region.InitScalar{X: ci(7)}}
		m.Globals = append(m.Globals, g)
		m.Kernels[0].Body.Stmts = append(m.Kernels[0].Body.Stmts, st(&region.GlobalAddr{Global: g}, ci(1)))
		text = emit(t, m, tg, Options{})
		if !strings.Contains(text, "@"+string(body.HasThreadStorage)+" = weak ") ||
			!strings.Contains(text, "i64 4, i64 4, ptr") {
			t.Errorf("%s: copies of mine are not begun in\n%s", name, text)
		}
		compile(t, text, tg)
	}
	tg, _ := target.ByName("nvptx", "")
	if text := emit(t, saxpy(), tg, Options{}); strings.Contains(text, threadStart) {
		t.Error("a kernel without calls and thread-local variables begins copies")
	}
}
