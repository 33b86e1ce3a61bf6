package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

// unseenFailure is a line whose failure does not end a script under sh -e: a negated command, or a compilation before &&.
var unseenFailure = regexp.MustCompile(`(?m)^[ \t]*(?:! (?:[^|\n]|\|[^|\n])*|[A-Z_0-9= ]*\$OMPCC\b[^"\n]* && [^|\n]*)$`)

// TestDriver runs the scripts in driver. Each tries flags of the command line in a folder of its own with copies of
// the files in driver/src, and must end with status 0. $OMPCC is the compiler, and $CLANG the clang that it takes.
// The host compilers take turns, but for scripts that name theirs; with OMPCC_ALL_HOSTS=1 each script runs with
// both.
func TestDriver(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	scripts, err := filepath.Glob("driver/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for i, path := range scripts {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range unseenFailure.FindAllString(string(text), -1) {
			t.Errorf("%s: sh -e does not see that this fails; write || exit 1, or two commands: %s", path, line)
		}
		hosts := []string{"", "gcc"}
		switch {
		case strings.Contains(string(text), "# one host"):
			hosts = hosts[:1]
		case os.Getenv("OMPCC_ALL_HOSTS") == "":
			hosts = hosts[i%2 : i%2+1]
		}
		for _, host := range hosts {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".sh")+"/"+host, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS("driver/src")); err != nil {
					t.Fatal(err)
				}
				env := []string{"OMPCC=" + cc, "CLANG=" + llvm.Clang(), "OMPCC_CC=" + host}
				if r := run(t, dir, env, "sh", "-euc",
					"expect() { [ \"$1\" = \"$2\" ] || { echo \"got '$1', want '$2'\" >&2; exit 1; }; }\n"+string(text)); r.exit != 0 {
					t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
				}
			})
		}
	}
}

// TestDriverDiagnostics runs the scripts in driver/diagnostics in the same way.
// What the last command says must be what stands beside the script, and it must
// fail unless that is a warning.
func TestDriverDiagnostics(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, path := range diagnosticScripts(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".sh"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("driver/src")); err != nil {
				t.Fatal(err)
			}
			r := run(t, dir, []string{"OMPCC=" + cc, "CLANG=" + llvm.Clang()}, "sh", "-uc", string(text))
			if err := compare(strings.TrimSuffix(path, ".sh")+".err", r.stderr); err != nil {
				t.Error(err)
			}
			if want := strings.Contains(r.stderr, "error: "); (r.exit == 1) != want {
				t.Errorf("exit status %d", r.exit)
			}
		})
	}
}
