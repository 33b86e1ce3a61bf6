package devlink

import (
	"strings"
	"testing"

	"ompcc/codegen"
	"ompcc/codegen/target"
)

// TestTeamMemoryCode: in a program of several units the hook calls the function of each that has one. The weak hook of
// an only unit has all, but LLVM 22 needs none.
func TestTeamMemoryCode(t *testing.T) {
	unit := func(memory string) *Code {
		return &Code{Triple: "amdgcn-amd-amdhsa",
			Unit: codegen.Unit{IR: "target datalayout = \"e\"\n", TeamMemory: memory}}
	}
	memory := teamMemoryCode([]*Code{unit("m.a"), unit(""), unit("m.b")}, 21)
	for _, want := range []string{"target datalayout = \"e\"\n", "define hidden void @" + target.TeamMemoryHook + "() ",
		"\tcall void @m.a()\n", "\tcall void @m.b()\n", "declare void @m.a()\n"} {
		if memory == nil || strings.Count(memory.IR, want) != 1 {
			t.Errorf("not once %q in %v", want, memory)
		}
	}
	for _, codes := range [][]*Code{{unit("m.a")}, {unit("m.a"), unit("m.b")}} {
		if c := teamMemoryCode(codes, 22); c == nil || strings.Contains(c.IR, "call ") ||
			!strings.Contains(c.IR, "define hidden void @"+target.TeamMemoryHook+"() ") {
			t.Errorf("%d units, LLVM 22: %v", len(codes), c)
		}
	}
	for _, codes := range [][]*Code{{unit("m.a")}, {unit(""), unit("")}} {
		if c := teamMemoryCode(codes, 21); c != nil {
			t.Errorf("%d units: %s", len(codes), c.IR)
		}
	}
}
