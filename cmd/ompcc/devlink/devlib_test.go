// The parts of the device library that programs take.

package devlink

import (
	"strings"
	"testing"
)

const testLibrary = `; rt/devlib/devlib.c
target triple = "amdgcn-amd-amdhsa"
@table = internal addrspace(1) constant [2 x ptr] [ptr @leaf, ptr null]
@text = internal addrspace(1) constant [9 x i8] c"a @pow \22b"
@kept = addrspace(1) externally_initialized global [16 x i8] zeroinitializer, align 4
@left = addrspace(1) externally_initialized global i32 0, align 4
@llvm.used = appending global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @left to ptr), ptr addrspacecast (ptr addrspace(1) @kept to ptr)], section "llvm.metadata"
; io.c:1: puts
define hidden i32 @puts(ptr %s) nounwind {
entry:
	%r = call i32 @"print é"(ptr %s, ptr addrspacecast (ptr addrspace(1) @text to ptr))
	ret i32 %r
}
define internal i32 @"print é"(ptr %s, ptr %t) {
	%p = load ptr, ptr addrspace(1) @table
	call i32 @puts(ptr %p)
	ret i32 0
}
define internal void @leaf() {
	store i8 0, ptr addrspace(1) @kept
	ret void
}
define hidden double @pow(double %x) {
	%r = call double @_Z3powdd(double %x, double %x)
	ret double %r
}
declare double @_Z3powdd(double %0, double %1)
!0 = !{i32 4, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!0}
`

// TestNeeded: the part of the library has what the program declares and what that refers to, also by tables, and no
// more. What the runtime looks up stays in LLVM's list.
func TestNeeded(t *testing.T) {
	s := readSupport(testLibrary)
	part := s.needed("define void @f() {\n  ret void\n}\ndeclare i32 @puts(ptr) #4\ndeclare void @other()\n")
	for _, want := range []string{
		"target triple = ", "define hidden i32 @puts(", `define internal i32 @"print é"(`, "define internal void @leaf()", "@table = ",
		"@text = ", "@kept = ", `!0 = !{i32 1, !"amdgpu_code_object_version"`, "!llvm.module.flags",
		`@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @kept to ptr)], section "llvm.metadata"`,
	} {
		if !strings.Contains(part, want) {
			t.Errorf("no %q in\n%s", want, part)
		}
	}
	for _, not := range []string{"double @pow", "@left", "@_Z3powdd"} {
		if strings.Contains(part, not) {
			t.Errorf("%q in\n%s", not, part)
		}
	}
	if declaresMath(part) {
		t.Error("puts needs mathematical functions")
	}
	part = s.needed("declare double @pow(double)\n@left = external addrspace(1) global i32\n")
	if !declaresMath(part) || !strings.Contains(part, "@left = ") || strings.Contains(part, "@kept") {
		t.Errorf("pow and a variable:\n%s", part)
	}
	if part = s.needed("declare double @pow(double)\n"); strings.Contains(part, usedList) {
		t.Errorf("a list without variables:\n%s", part)
	}
}
