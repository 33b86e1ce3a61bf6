package devlink

import (
	"fmt"
	"testing"
)

// TestHideDebugInfo: of optimised PTX the assembler sees lines, and no description of variables.
func TestHideDebugInfo(t *testing.T) {
	const text = ".version 7.0\n.target sm_80%[1]s\n.address_size 64\n\t.loc\t1 15 15\n\tret;\n\t.file\t1 \"./app.c\"\n%[2]s\t.section\t.debug_loc\n" +
		"%[2]s\t{\n%[2]s.b8 1\n%[2]s\t}\n\t.file\t2 \"b.c\"\n%[2]s\t.section\t.debug_macinfo\t{\t}\n"
	fill := func(debug, hidden string) string { return fmt.Sprintf(text, debug, hidden) }
	if got, want := string(hideDebugInfo([]byte(fill(", debug", "")))), fill("", "//ompcc: "); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if lines := fill("", ""); string(hideDebugInfo([]byte(lines))) != lines {
		t.Error("code with lines alone is changed")
	}
}
