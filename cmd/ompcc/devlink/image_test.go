package devlink

import (
	"os"
	"testing"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen/target"
)

// TestLayouts: the data layouts that target knows for this machine's LLVM are those that its clang has.
func TestLayouts(t *testing.T) {
	tools := toolchain.New(false, false, report.New(os.Stderr, report.Options{}))
	for _, name := range []string{"nvptx", "amdgcn"} {
		gpu, _ := target.ByName(name, "")
		want, known := gpu.Layouts[tools.Version]
		if tools.Version == 19 {
			want, known = gpu.DataLayout, true
		}
		if !known {
			t.Logf("%s: nothing is known of LLVM %d's layout", name, tools.Version)
			continue
		}
		got, err := New(tools, nil, nil, "", Options{}).askedLayout(gpu)
		if err != nil || got != want {
			t.Errorf("%s: LLVM %d has %q, %v; known is %q", name, tools.Version, got, err, want)
		}
	}
}
