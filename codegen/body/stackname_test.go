package body

import (
	"testing"

	"ompcc/codegen/ir"
)

// TestStackFunction: LLVM 17 knows stacksave and stackrestore without a suffix only, and later versions read that name.
func TestStackFunction(t *testing.T) {
	for name, p := range map[string]ir.Type{"llvm.stacksave": ir.Ptr, "llvm.stacksave.p5": ir.PtrIn(5)} {
		if got := stackFunction("save", p); got != name {
			t.Errorf("%s, want %s", got, name)
		}
	}
}
