package target

import (
	"strings"
	"testing"
)

const indirectCalls = `@a = weak addrspace(3) global [4 x i16] undef, align 4
@b = weak addrspace(3) global [4 x i16] undef, align 4
@own = internal addrspace(3) global i32 undef, align 4
@llvm.used = appending global [1 x ptr] [ptr @unused], section "llvm.metadata"
@table = internal global [1 x ptr] [ptr @listed]

define internal void @unused() {
entry:
	store i32 0, ptr addrspace(3) @own
	ret void
}
define internal void @deep() {
entry:
	store i16 0, ptr addrspace(3) @a
	ret void
}
define internal void @"pointed$addr"() {
entry:
	call void @deep()
	ret void
}
define internal void @listed() {
entry:
	store i16 0, ptr addrspace(3) @b
	ret void
}
define internal void @run(ptr %p) {
entry:
	call void %p()
	ret void
}
define amdgpu_kernel void @far() {
entry:
	call void @run(ptr @"pointed$addr")
	ret void
}
define amdgpu_kernel void @library() {
entry:
	call void @__openmp_task_wait()
	ret void
}
define amdgpu_kernel void @plain() {
entry:
	store i32 0, ptr addrspace(3) @own
	%x = call double @_Z3sind(double 0.0)
	call void @deep()
	ret void
}
`

// TestKeepTeamMemory: the kernels that may call indirectly name the memory of what they may call, however deep.
func TestKeepTeamMemory(t *testing.T) {
	ir := keepTeamMemory(indirectCalls)
	_, definition, _ := strings.Cut(ir, "define internal void @"+teamMemory+"()")
	for _, name := range []string{"@a", "@b", "@own"} {
		if has, want := strings.Contains(definition, "(ptr addrspace(3) "+name+")"), name != "@own"; has != want {
			t.Errorf("%s is named: %v", name, has)
		}
	}
	for _, kernel := range []string{"far", "library", "plain"} {
		_, body, _ := strings.Cut(ir, "@"+kernel+"() {\nentry:\n")
		if has, want := strings.HasPrefix(body, "\tcall void @"+teamMemory+"()\n"), kernel != "plain"; has != want {
			t.Errorf("%s names the memory: %v", kernel, has)
		}
	}
	if plain := strings.ReplaceAll(indirectCalls, "addrspace(3)", "addrspace(1)"); keepTeamMemory(plain) != plain {
		t.Error("code without team memory is changed")
	}
}
