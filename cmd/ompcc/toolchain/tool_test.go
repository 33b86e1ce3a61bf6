package toolchain

import "testing"

// TestModuleWarnings drops LLVM's words about libclc of another version, and nothing else.
func TestModuleWarnings(t *testing.T) {
	const said = `warning: Linking two modules of different data layouts: '/usr/lib/clc/nvptx64--.bc' is 'e-i64:64' whereas 'image.ll' is 'e-p6:32:32-i64:64'

warning: stack frame size (8) exceeds limit
warning: Linking two modules of different target triples: 'a.bc' is 'nvptx64--' whereas 'b.ll' is 'nvptx64-nvidia-cuda'`
	if got, want := withoutModuleWarnings(said), "warning: stack frame size (8) exceeds limit\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
