package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/tests/require"
)

// TestHeaders checks omp.h and omp-tools.h against testdata/openmp60.txt: every
// constant's value, and the type of every routine, callback and entry point.
func TestHeaders(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/openmp60.txt")
	if err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(t.TempDir(), "headers.c")
	if err := os.WriteFile(src, []byte(headerChecks(t, string(text))), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, cc := range []string{"gcc", llvm.Clang()} {
		t.Run(cc, func(t *testing.T) {
			require.Tool(t, cc)
			r := run(t, "", nil, cc, "-fsyntax-only", "-std=gnu11", "-I../include", src)
			if r.exit != 0 {
				t.Errorf("%s", r.stderr)
			}
		})
	}
}

// headerChecks turns the table into C assertions.
func headerChecks(t *testing.T, table string) string {
	var b strings.Builder
	b.WriteString("#include <omp.h>\n#include <omp-tools.h>\n#include <ompx.h>\n")
	n := 0
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, rest, _ := strings.Cut(line, " ")
		name, what, ok := strings.Cut(rest, " ")
		if !ok {
			t.Fatalf("testdata/openmp60.txt: %q", line)
		}
		n++
		switch kind {
		case "constant":
			fmt.Fprintf(&b, "_Static_assert((long long)%s == %sLL, \"%s is not %s\");\n", name, what, name, what)
		case "function":
			fmt.Fprintf(&b, "_Static_assert(__builtin_types_compatible_p(__typeof__(%s), %s), \"type of %s\");\n", name,
				what, name)
		case "type":
			fmt.Fprintf(&b, "_Static_assert(__builtin_types_compatible_p(%s, %s), \"type of %s\");\n", name, what, name)
		default:
			t.Fatalf("testdata/openmp60.txt: %q", line)
		}
	}
	if n < 400 {
		t.Fatalf("only %d entries", n)
	}
	return b.String()
}
