package codegen

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/tests/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// llvmTool finds a tool of LLVM 17 or newer.
func llvmTool(t *testing.T, name string) string {
	t.Helper()
	if p := llvm.Program(name); p != "" {
		return p
	}
	require.Missing(t, "no %s", name)
	return ""
}

func pipe(t *testing.T, in string, tool string, args ...string) string {
	t.Helper()
	cmd := exec.Command(llvmTool(t, tool), args...)
	cmd.Stdin = bytes.NewBufferString(in)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %v: %v\n%s\n%s", tool, args, err, errs.String(), in)
	}
	return out.String()
}

func emit(t *testing.T, m *region.Module, tg *target.Target, opts Options) string {
	t.Helper()
	for _, err := range region.Verify(m) {
		t.Fatalf("verify: %v\n%s", err, m)
	}
	text, err := Emit(m, tg, opts)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestGolden compares the IR of the samples with testdata, and has LLVM's
// verifier read it.
func TestGolden(t *testing.T) {
	for _, s := range samples {
		for _, tg := range target.All() {
			t.Run(s.name+"/"+tg.Name, func(t *testing.T) {
				text := emit(t, s.make(), tg, Options{})
				if again := emit(t, s.make(), tg, Options{}); again != text {
					t.Error("two runs differ")
				}
				golden := filepath.Join("testdata", s.name+"."+tg.Name+".ll")
				if *update {
					if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if string(want) != text {
					t.Errorf("%s differs; run go test ./codegen -update and look at the change\n%s", golden, text)
				}
				pipe(t, text, "opt", "-passes=verify", "-S", "-o", "-")
				debug := emit(t, s.make(), tg, Options{Debug: true})
				pipe(t, debug, "opt", "-passes=verify", "-S", "-o", "-")
			})
		}
	}
}
