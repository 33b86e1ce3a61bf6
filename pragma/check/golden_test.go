package check

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestGolden analyses every testdata/*.c and compares the diagnostics with the
// .err file beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			diags := &diag.List{}
			cfg := &parse.Config{HostCC: "gcc", OpenMP: 202111, Preprocessed: true}
			analyse(cfg, file, diags)
			got := diags.Golden(diag.Warning)
			golden := strings.TrimSuffix(file, ".c") + ".err"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("diagnostics differ (run with -update):\ngot:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestGoldenOrphans fails for expectations without their input.
func TestGoldenOrphans(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.err")
	for _, f := range files {
		if _, err := os.Stat(strings.TrimSuffix(f, ".err") + ".c"); err != nil {
			t.Errorf("%s has no input", f)
		}
	}
}
