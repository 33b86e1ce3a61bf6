package parse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestIncludedAsText(t *testing.T) {
	dir := t.TempDir()
	h := filepath.Join(dir, "a.h")
	if err := os.WriteFile(h, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{"-O2 -include A -DX", "-O2 -Xclang -include -Xclang A -DX"},
		{"-Xclang -include-pch -Xclang A.pch -Xclang -include -Xclang A -Xclang -foo",
			"-Xclang -include -Xclang A -Xclang -foo"},
		{"-include-pch A.pch", "-Xclang -include -Xclang A"},
		{"-include-pch other.pch -w", "-include-pch other.pch -w"},
		{"-Xclang -include-pch -Xclang other.pch", "-Xclang -include-pch -Xclang other.pch"},
		{"-include A -include A", "-Xclang -include -Xclang A -Xclang -include -Xclang A"},
	} {
		in, want := strings.ReplaceAll(c[0], "A", h), strings.ReplaceAll(c[1], "A", h)
		if got := strings.Join(includedAsText(strings.Fields(in)), " "); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
		if got := strings.Join(CompileArgs(strings.Fields(in)), " "); strings.Contains(got, "include") ||
			strings.Contains(got, h) {
			t.Errorf("%s: the compiler of preprocessed text gets %s", in, got)
		}
	}
}
